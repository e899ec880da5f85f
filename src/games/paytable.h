// Paytables: what each hand pays on a wager, as printed, with designator and source. They are data (data/paytables, or
// a house's own file); this is their form in memory.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/money.h"
#include "cards/ranking.h"

namespace cardroom::games {

struct Pay {
  enum class Kind : uint8_t {
    to_one,    // the wager comes back too: "30 to 1", "3 to 2"
    for_one,   // the wager is gone: "300 for 1"
    of_meter,  // a share of the progressive meter, in hundredths: "10%", "100% of Mega"
    push,      // the wager goes back, nothing is paid: "push"
  };
  Kind kind = Kind::to_one;
  int64_t numerator = 0;
  int64_t denominator = 1;
  std::string level = {};  // of_meter: the level's name; empty where the link has one level

  bool operator==(const Pay&) const = default;
};

// For people: "30 to 1", "3 to 2", "300 for 1", "100% of Mega", "push".
std::string to_text(const Pay& pay);
// The same for JSON and paytable files, where a share keeps its space: "100 % of Mega".
std::string to_notation(const Pay& pay);

// The ranks that a row of a paytable covers, both ends included, and the row's words.
struct HandInterval {
  cards::HandRank low;
  cards::HandRank high;
};

// A hand as paytables name it, on a ranking's scale: "straight flush", "four aces", "pair of queens or better", "pair
// of sixes to tens", "pair of aces", "high card", "five-card flush" and "three-card straight flush" by suits; on the
// three-card scale "mini royal", with wild cards "five of a kind", "wild flush" and "natural flush", and with spades
// "ace-king-queen of spades" and "ace-king-queen suited".
std::optional<HandInterval> parse_hand(cards::Ranking ranking, std::string_view text);

struct PayRow {
  std::string hand;
  HandInterval covers;
  std::vector<Pay> pays;  // one, or one for each count of hands
  base::Cents envy;       // to the others at the table who bet the progressive; zero where none
};

// What one wager pays. Rows run from the highest hand down; a hand takes the first row that covers it (four aces before
// four of a kind). Of two rows that overlap, neither within the other, it takes the one that pays more: it is both
// hands.
class WagerPays {
 public:
  WagerPays(cards::Ranking ranking, std::vector<PayRow> rows, std::vector<int> hand_counts);

  cards::Ranking ranking() const { return ranking_; }
  const std::vector<PayRow>& rows() const { return rows_; }
  const PayRow& row(int index) const { return rows_[static_cast<size_t>(index)]; }
  // The counts of hands that the pays depend on (COVER ALL: 2 to 8); empty where there is one pay a row.
  const std::vector<int>& hand_counts() const { return hand_counts_; }

  // The index of the row of a hand, or -1.
  int row_of(cards::HandRank rank) const { return row_of_rank_[static_cast<size_t>(rank.value())]; }
  // The pay of a row at a table with `hands_dealt` hands; the paytable must have that count.
  const Pay& pay(int row, int hands_dealt) const;

 private:
  cards::Ranking ranking_;
  std::vector<PayRow> rows_;
  std::vector<int> hand_counts_;
  std::vector<int8_t> row_of_rank_;
};

struct Paytable {
  struct ForWager {
    std::string wager;  // the wager's id in the game
    WagerPays pays;
  };
  std::string id;                  // its designator, "TCP-01"
  std::vector<std::string> games;  // the ids of the games that it belongs to
  std::string group;               // which of a game's groups of wagers it covers
  std::string document;            // where it was printed
  std::string date;                // of that document, "2023-06-14", or "undated"
  std::string note;
  std::vector<ForWager> wagers;
  bool envy_times_wager = false;  // envy is multiplied by the recipient's wager (multi-game links)

  const WagerPays* pays(std::string_view wager) const;
  bool belongs_to(std::string_view game) const;
};

}  // namespace cardroom::games
