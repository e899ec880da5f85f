// One round at a table: who bet what, which cards came, what was decided. Rules never draw a card; they are given the
// round.
#pragma once

#include <expected>
#include <string>

#include "games/table.h"

namespace cardroom::games {

// Cards in the order in which they were dealt. One more than any hand needs, so that a wrong deal can be recorded.
using CardRow = boost::container::static_vector<cards::Card, hand_cards_max + 5>;

CardSet to_set(const CardRow& cards);

struct Position {
  int number = 0;           // 1 at the dealer's left, dealt first; the highest at the dealer's right, settled first
  std::string player = {};  // whose it is, where one person plays more than one position; else empty
  Stakes stakes{};          // what is in the circles now: PLAY included once it is made, nothing that was taken back
  CardRow cards = {};
  boost::container::static_vector<Choice, decisions_max> choices = {};

  bool folded() const;
  bool operator==(const Position&) const = default;
};

struct Round {
  boost::container::static_vector<Position, positions_max> positions;  // in the order of their numbers
  CardRow dealer;
  CardRow community;

  bool operator==(const Round&) const = default;
};

// The wagers before the deal: who plays, amounts, combinations, limits. Looks at no cards and no choices.
std::expected<void, Refusal> validate_wagers(const Table& table, const Round& round);
// Whether any card is in two places.
std::expected<void, Refusal> validate_cards(const Table& table, const Round& round);
// Every decision of a fully dealt round, replayed against what the position saw and could do.
std::expected<void, Refusal> validate_choices(const Table& table, const Round& round);
// The raises of a round that was dealt wrongly, whose hands say nothing about what was on offer: amounts, limits,
// bases.
std::expected<void, Refusal> validate_raises(const Table& table, const Round& round);
// One choice against the actions on offer; wager limits and chips included.
std::expected<void, Refusal> validate_choice(const Table& table, const Position& position, const Actions& actions,
                                             const Choice& choice);

// What a position sees at a step of the script (a decide step), given the cards dealt so far.
View view_at(const Table& table, const Round& round, const Position& position, int step);

// The stakes once a choice has been made.
Stakes stakes_after(const Stakes& stakes, const Choice& choice);
// Records a choice, and puts its wager in the circle or takes it out.
void apply(Position& position, const Choice& choice);
// What was in the circles when the cards were dealt: without raises, with what was taken back since.
Stakes stakes_before_deal(const Game& game, const Position& position);

// A hand with a wrong number of cards: the deal is void. position 0 is the dealer, -1 the community cards.
struct Miscount {
  int position;
  int dealt;
  int expected;
};
std::vector<Miscount> miscounts(const Table& table, const Round& round);

// Walks the script: deals each card that `draw` gives, asks `choose` at each decision. The wagers are in `round`
// already, its cards and choices are cleared. draw() -> Card; choose(const View&, const Actions&, const Position&) ->
// Choice, one of the actions.
template <class Draw, class Choose>
void play_round(const Table& table, Round& round, Draw&& draw, Choose&& choose) {
  round.dealer.clear();
  round.community.clear();
  for (Position& position : round.positions) {
    position.cards.clear();
    position.choices.clear();
  }
  int step_index = 0;
  for (const Step& step : table.script()) {
    if (step.kind == Step::Kind::deal) {
      if (step.holder == Holder::player) {
        for (Position& position : round.positions) {
          for (int card = 0; card < step.card_count; ++card) position.cards.push_back(draw());
        }
      } else {
        CardRow& row = step.holder == Holder::dealer ? round.dealer : round.community;
        for (int card = 0; card < step.card_count; ++card) row.push_back(draw());
      }
    } else if (step.kind == Step::Kind::decide) {
      for (Position& position : round.positions) {
        if (position.folded()) continue;
        const View view = view_at(table, round, position, step_index);
        const Actions actions = table.game().actions(view, table);
        if (!actions.empty()) apply(position, choose(view, actions, position));
      }
    }
    ++step_index;
  }
}

}  // namespace cardroom::games
