// The report on games dealt face up: for every game and number of players what a player gains who sees all the others'
// cards, beside what documents estimate, and how many spots leave the house its edge.
//
// Rows are made one by one and kept as lines of JSON, so that a report that was stopped goes on where it was.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "odds/exposed_run.h"
#include "odds/published.h"

namespace cardroom::lab {

using base::Rational;
using odds::Estimate;

struct FaceUpRow {
  std::string game;  // its id
  std::vector<std::string> paytables;
  int players = 0;
  int cards_seen = 0;  // other players' cards
  Rational base_edge;
  Rational base_staked;
  Estimate gain, edge, edge_per_total, changed;
  bool exact = false;
  uint64_t blocks = 0;  // with the key: what repeats the sample
  uint64_t deals = 0;
  std::string key;
  std::string version;

  // Per total wager.
  Estimate gain_of_total() const { return {base_edge / base_staked - edge_per_total.value, edge_per_total.half_width}; }
};

FaceUpRow face_up_row(const games::Table& table, int players, const odds::ExposedRun& run, const std::string& key);

std::string to_line(const FaceUpRow& row);  // without its end
std::expected<FaceUpRow, std::string> row_of_line(std::string_view line);

// What a document says.
struct FaceUpEstimate {
  std::string id, document, game, what;
  int players = 0;
  bool of_total = false;
  enum class Quantity : uint8_t { gain, edge, share_of_edge } quantity{};
  std::string least, most;  // in percent, as printed; one may be empty
  enum class By : uint8_t { perfect, person, guess } by{};
};
struct RecommendedSpots {
  std::string game;
  int most = 0;  // 0: not beatable
};
struct FaceUpDocuments {
  std::vector<FaceUpEstimate> estimates;
  std::vector<RecommendedSpots> spots;
};
// Those that ship with Cardroom; a fault in them is a bug of ours.
const FaceUpDocuments& shipped_face_up();
std::expected<FaceUpDocuments, std::string> parse_face_up(std::string_view text);

// An estimate beside the figure that it is about. exceeds_estimate: perfect play gives the player more than a person's
// method or a guess has it.
struct JudgedEstimate {
  const FaceUpEstimate* estimate = nullptr;
  odds::Verdict verdict{};
  Estimate ours;  // in the estimate's quantity
};
JudgedEstimate judge_estimate(const FaceUpEstimate& estimate, const FaceUpRow& row);

// The largest number of players at which the house keeps its edge against perfect play, and at every smaller one.
struct MostSpots {
  int certain = 0;        // by the lower end of the interval
  int players_max = 0;    // that were looked at
  bool all = false;       // the house keeps it at all of them
  bool in_doubt = false;  // at the next one the interval holds zero
};
MostSpots most_spots(const std::vector<FaceUpRow>& rows, std::string_view game);

struct FaceUpReport {
  std::vector<FaceUpRow> rows;  // by game, then players
  Rational half_width;          // that was asked for
};
std::string face_up_text(const FaceUpReport& report);
std::string face_up_csv(const FaceUpReport& report);
std::string face_up_json(const FaceUpReport& report);
std::string face_up_html(const FaceUpReport& report);

}  // namespace cardroom::lab
