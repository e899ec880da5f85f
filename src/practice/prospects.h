// What may still come, counted: for the cards that a position has seen, every way in which the hidden ones can fall, as
// ranks on the scales that the wagers are paid by. Counting one takes some tens of milliseconds at most and is kept.
#pragma once

#include <array>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include "games/table.h"
#include "practice/board_worths.h"

namespace cardroom::practice {

// Which of the hidden cards are counted: the others do not matter to what is asked.
struct Hidden {
  int dealer = 0;
  int community = 0;
  auto operator<=>(const Hidden&) const = default;
};

struct Prospect {
  struct Case {
    std::array<cards::HandRank, games::readings_max> rank;
    uint64_t count;
  };
  uint64_t deals = 0;  // all of them, equally likely
  std::vector<Case> cases;
};
using ProspectPtr = std::shared_ptr<const Prospect>;

// From several threads at once.
class Prospects {
 public:
  // More deals than this are not counted one by one while a player waits.
  static constexpr uint64_t deals_max = 4'000'000;

  // The cases of the readings (one bit each) over all ways to complete the hidden cards; nullptr where there are too
  // many. A reading of the highest hand at the table is left at 0: it depends on hands that nobody sees.
  ProspectPtr count(const games::Table& table, const games::View& view, uint32_t readings, Hidden hidden);

  // Of games with a shared board, whose decisions follow each other.
  BoardWorths& boards() { return boards_; }

 private:
  struct Key {
    std::string_view game;
    uint64_t own, dealer, community;
    uint32_t readings;
    Hidden hidden;
    bool operator==(const Key&) const = default;
  };
  struct Kept {
    Key key;
    ProspectPtr prospect;
  };
  static constexpr size_t kept_max = 256;  // some rounds of full tables; 46 MB at the most

  std::mutex mutex_;
  std::list<Kept> kept_;  // the last asked for first
  BoardWorths boards_;
};

}  // namespace cardroom::practice
