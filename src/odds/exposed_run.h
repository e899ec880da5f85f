// The question "what is it worth to see the other hands?" asked of any game that can answer it: by counting everything
// where that is possible, else by a sample until the interval is narrow enough.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "odds/base_game.h"
#include "odds/exposed_family.h"

namespace cardroom::odds {

struct ExposedWish {
  Seen seen;
  uint64_t prng_key = 1;
  Rational half_width{1, 2000};                         // wanted of the house edge, per initial wager
  std::optional<std::chrono::duration<double>> budget;  // stop then, even if the interval is wider
  bool sample = false;                                  // even where it could be counted
  uint64_t blocks = 0;                                  // above 0: exactly this many, whatever the interval
};

struct ExposedRun {
  ExposedFigures figures;
  bool exact = false;
  uint64_t blocks = 0;       // that were played; the same key and blocks give the same figures
  bool out_of_time = false;  // before the interval was as narrow as wished
};

// Who plays the blocks: this machine, on all its cores; cluster/ divides them among several.
class Workers {
 public:
  virtual ~Workers() = default;
  // As ExposedGame::play.
  virtual ExposedTally play(const ExposedGame& game, uint64_t prng_key, uint64_t first, uint64_t last,
                            const ExposedTally* pilot, Progress* progress);
  // What the first of several says, so that all go on alike.
  virtual bool agree(bool mine) { return mine; }
};

class ExposedAnalyst {
 public:
  // Why seen cards cannot be analysed in a game; nothing where they can.
  static std::optional<std::string> not_possible(const Table& table);
  // Whether it is one decision against a dealer's hand, of whose hidden cards one may be seen in whole games too.
  static bool is_showdown(const Table& table) { return !not_a_showdown(table); }

  // not_possible(table) says nothing. Counts the base game, which takes some seconds in the larger games.
  explicit ExposedAnalyst(const Table& table, Progress* progress = nullptr);

  const Table& table() const { return table_; }
  ExposedRun run(const ExposedWish& wish, Workers& workers, Progress* progress = nullptr) const;

  // What every choice is worth in one situation.
  std::expected<Situation, WrongCards> look(const SeenCards& cards) const { return family_->look(cards); }

 private:
  Table table_;
  std::unique_ptr<ExposedFamily> family_;
};

}  // namespace cardroom::odds
