// The report on games dealt face up: for every game and number of players what a player gains who sees all the others'
// cards, beside what documents estimate, and how many spots leave the house its edge.
//
// Rows are made one by one and kept as lines of JSON, so that an interrupted report continues where it stopped.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "odds/exposed_run.h"
#include "odds/published.h"
#include "odds/seen_rules.h"

namespace cardroom::lab {

using base::Rational;
using odds::Estimate;

// Where a game has none: the edge against them is then that of basic play.

struct FaceUpRow {
  std::string game;  // its id
  std::vector<std::string> paytables;
  int players = 0;
  int cards_seen = 0;  // other players' cards
  Rational base_edge;
  Rational base_half_width;  // of its 95 % interval; 0 where it is exact
  Rational base_staked;
  Estimate gain, edge, edge_per_total, changed;
  Estimate simple_edge;      // against a player with the simple rules
  std::string simple_words;  // them, in a sentence
  bool exact = false;
  uint64_t blocks = 0;  // with the key: what repeats the sample
  uint64_t deals = 0;
  std::string key;
  std::string version;

  // Per total wager.
  Estimate gain_of_total() const { return {base_edge / base_staked - edge_per_total.value, edge_per_total.half_width}; }
};

FaceUpRow face_up_row(const games::Table& table, int players, const odds::ExposedRun& run, const std::string& key);

// A rule of thumb that a document prints, judged (odds/seen_rules.h).
struct FaceUpRule {
  std::string rule;  // its id
  Rational share;
  Estimate value, right;
  Rational basic;
  uint64_t deals = 0;
  std::string key;
  std::string version;
};
FaceUpRule face_up_rule(const odds::JudgedRule& judged, int deals, const std::string& key);
const odds::SeenRule& printed_rule(std::string_view id);  // one that there is

std::string to_line(const FaceUpRow& row);  // without its end
std::string to_line(const FaceUpRule& rule);
std::expected<FaceUpRow, std::string> row_of_line(std::string_view line);

// Lines of both kinds. An incomplete last line is ignored: its writer was interrupted.
struct FaceUpResults {
  std::vector<FaceUpRow> rows;  // by game, then players
  std::vector<FaceUpRule> rules;
};
std::expected<FaceUpResults, std::string> parse_results(std::string_view text);
// A whole report that ships with Cardroom, with the key that repeats it.
const FaceUpResults& stored_results();

// What a document says.
struct FaceUpEstimate {
  std::string id, document, game, what;
  int players = 0;
  bool of_total = false;
  // step: how much more the player has than with one player fewer.
  enum class Quantity : uint8_t { gain, edge, share_of_edge, step } quantity{};
  std::string least, most;  // in percent, as printed; one may be empty
  enum class By : uint8_t { perfect, person, guess } by{};
  odds::Verdict expected{};  // on record
};
struct RecommendedSpots {
  std::string document, game;
  int most = 0;  // 0: not beatable
  std::string expected;
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
// By the rows of a report; nothing where the row that it takes is missing.
std::optional<JudgedEstimate> judge_estimate(const FaceUpEstimate& estimate, const std::vector<FaceUpRow>& rows);

// The largest number of players at which the house keeps its edge, and at every smaller one: against perfect play, or
// against the simple rules.
struct MostSpots {
  int certain = 0;        // by the lower end of the interval
  int players_max = 0;    // the largest number analyzed
  bool all = false;       // the house keeps it at all of them
  bool in_doubt = false;  // at the next one the interval holds zero
};
MostSpots most_spots(const std::vector<FaceUpRow>& rows, std::string_view game,
                     Estimate FaceUpRow::* edge = &FaceUpRow::edge);

// Whether a document's advice leaves the house its edge, as far as the rows go: agrees, cautious (the house could have
// more spots), differs, not decided.
std::string advice_verdict(const RecommendedSpots& advised, const MostSpots& spots);

// In words: "0.379 ± 0.049%"; "0.1 to 0.2%"; "of the ANTE"; "5 (6 in doubt)".
std::string with_error(const Estimate& estimate);

// FaceUpRow::simple_words, taken apart: "count C; at N or more: D, with H; at …".
struct SaidRule {
  std::string_view when, choice, hands;  // "at 3 or more", "fold instead of PLAY 1x", "ace high or king high"
};
struct SaidRules {
  std::string_view count;  // what is counted; nothing where there is no rule
  std::vector<SaidRule> rules;
};
SaidRules said_rules(std::string_view words);
std::string bounds_words(const FaceUpEstimate& estimate);
std::string of_what(const FaceUpEstimate& estimate);
std::string spots_words(const MostSpots& spots);

struct FaceUpReport {
  FaceUpResults results;
  Rational half_width;  // that was asked for
};
std::string face_up_text(const FaceUpReport& report);
std::string face_up_csv(const FaceUpReport& report);
std::string face_up_json(const FaceUpReport& report);
std::string face_up_html(const FaceUpReport& report);

}  // namespace cardroom::lab
