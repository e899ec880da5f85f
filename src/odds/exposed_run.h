// The question "what does seeing the other hands bring?" asked of any game that can answer it: by counting everything
// where that is possible, else by a sample until the interval is narrow enough.
#pragma once

#include <chrono>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "odds/exposed.h"
#include "odds/showdown.h"

namespace cardroom::odds {

struct ExposedWish {
  Seen seen;
  uint64_t prng_key = 1;
  Rational half_width{1, 2000};                         // wanted of the house edge, per initial wager
  std::optional<std::chrono::duration<double>> budget;  // stop then, even if the interval is wider
  bool sample = false;                                  // even where it could be counted
};

struct ExposedRun {
  ExposedFigures figures;
  bool exact = false;
  uint64_t blocks = 0;       // that were played; the same key and blocks give the same figures
  bool out_of_time = false;  // before the interval was as narrow as wished
};

// Cards of one situation.
struct SeenCards {
  CardSet own;
  CardSet up;      // the dealer's cards that the rules show
  CardSet hole;    // other cards of the dealer's that are seen
  CardSet others;  // other players' cards
};

class ExposedAnalyst {
 public:
  // Why seen cards cannot be analysed in a game; nothing where they can.
  static std::optional<std::string> not_possible(const Table& table);
  // How many other hands there can be before the deck ends.
  static int hands_max(const Table& table);

  // not_possible(table) says nothing. Counts the base game, which takes some seconds in the larger games.
  explicit ExposedAnalyst(const Table& table, Progress* progress = nullptr);
  ~ExposedAnalyst();

  ExposedRun run(const ExposedWish& wish, Progress* progress = nullptr) const;

  // What is wrong with the cards of a situation: which of the four, and why; or what every choice is worth.
  struct Wrong {
    std::string_view which;  // "own", "up", "hole", "others"
    std::string why;
  };
  std::expected<Situation, Wrong> look(const SeenCards& cards) const;

  // Plays blocks [first, last); for those who divide them among machines. By itself: on all cores of this one.
  using Divide = std::function<ExposedTally(const ExposedGame&, uint64_t prng_key, uint64_t first, uint64_t last,
                                            const ExposedTally* pilot, Progress* progress)>;
  void divide_by(Divide divide) { divide_ = std::move(divide); }

 private:
  std::unique_ptr<ExposedGame> game_for(const Seen& seen) const;

  Table table_;
  std::unique_ptr<ShowdownCounts> counts_;
  Divide divide_;
};

}  // namespace cardroom::odds
