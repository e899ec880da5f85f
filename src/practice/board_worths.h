// What the choices before and on the flop are worth where player and dealer share a board, kept: before the flop it
// takes some tenths of a second to count.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <string>

#include "games/table.h"
#include "odds/board_situation.h"

namespace cardroom::practice {

// From several threads at once.
class BoardWorths {
 public:
  // At the table as it is; of the base wagers alone, since no choice changes what the others come to.
  std::shared_ptr<const odds::BoardWorth> at(const games::Table& table, const games::View& view);

 private:
  struct Kept {
    std::string table;  // game, paytables and house, as far as they change pays
    games::Stakes stakes;
    cards::CardSet own, community;  // up to a renaming of suits
    std::shared_ptr<const odds::BoardWorth> worth;
  };
  static constexpr size_t kept_max = 512;  // the 169 hands before the flop, and some hours of flops

  std::mutex mutex_;
  std::list<Kept> kept_;  // the last asked for first
};

}  // namespace cardroom::practice
