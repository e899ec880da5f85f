// How a family of games answers what seen cards are worth: by counting, by a sample, and in one situation.
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "odds/exposed.h"

namespace cardroom::odds {

// Cards of one situation.
struct SeenCards {
  CardSet own{};
  CardSet community{};  // those turned so far
  CardSet up{};         // the dealer's cards that the rules show
  CardSet hole{};       // other cards of the dealer's that are seen
  CardSet others{};     // other players' cards
  // What was done at the decisions before this one: "3x", "check", "back". Without them: the least that goes on.
  std::vector<std::string> made{};
};

// What is wrong with them: which, by its name above, and why.
struct WrongCards {
  std::string_view which;
  std::string why;
};

// Which of the groups has a card that was named before; nothing where all are different.
std::optional<WrongCards> named_twice(const SeenCards& cards);

class ExposedFamily {
 public:
  virtual ~ExposedFamily() = default;

  virtual std::unique_ptr<ExposedGame> game_for(const Seen& seen, Progress* progress) const = 0;
  // Everything counted; nothing where that is not possible.
  virtual std::optional<ExposedFigures> counted(const Seen&, Progress*) const { return {}; }
  virtual std::expected<Situation, WrongCards> look(const SeenCards& cards) const = 0;
};

// The family that a game belongs to is made by one of these; the table must be one that it takes (not_a_showdown,
// not_a_draw, not_a_shared_board). The first two count the base game, which takes some seconds in the larger games; a
// shared board's is counted when a whole game is asked for first.
std::unique_ptr<ExposedFamily> exposed_showdown_family(const Table& table, Progress* progress);
std::unique_ptr<ExposedFamily> exposed_draw_family(const Table& table);
std::unique_ptr<ExposedFamily> exposed_board_family(const Table& table);

}  // namespace cardroom::odds
