#include "practice/draw_values.h"

#include <algorithm>

#include "odds/draw_game.h"

namespace cardroom::practice {

namespace {

using base::Rational;
using games::WagerKind;

games::Stakes before_the_deal(const games::Game& game, const games::Stakes& now) {
  games::Stakes before = now;
  for (size_t wager = 0; wager < game.facts.wagers.size(); ++wager) {
    const games::WagerFact& fact = game.facts.wagers[wager];
    if (fact.kind == WagerKind::raise) before[wager] = Cents(0);
    if (fact.kind == WagerKind::companion) before[wager] = now[static_cast<size_t>(fact.base)];
  }
  return before;
}

}  // namespace

std::optional<Values> draw_values(const games::Table& table, const games::View& view,
                                  std::vector<games::Choice> choices) {
  const odds::DrawGame game(table, before_the_deal(table.game(), *view.stakes));
  const auto node = game.find_node(view.decision, *view.stakes);
  if (!node) return std::nullopt;
  const auto& options = game.node(*node).options;
  const odds::DrawGame::Worth worth = game.look(*node, view.own | view.community);

  // A wager that may be taken back stands by itself: what is left of the others does not depend on it.
  Values values{.choices = std::move(choices), .nets = {}, .counted = 0, .best = 0, .standing = {}};
  const auto taken = std::ranges::find(values.choices, games::ActionKind::take_back, &games::Choice::kind);
  Rational others = 0;
  if (taken != values.choices.end()) {
    values.counted = 1U << taken->wager;
    others = Rational(worth.net_sums.front(), worth.ways);
  } else {
    for (size_t wager = 0; wager < table.game().facts.wagers.size(); ++wager) {
      const bool base = odds::owner_of(table.game(), wager) == 0;
      const bool to_come = table.game().facts.wagers[wager].kind == WagerKind::raise;
      if (base && (to_come || (*view.stakes)[wager] > Cents(0))) values.counted |= 1U << wager;
    }
  }
  for (const games::Choice& choice : values.choices) {
    const auto option = std::ranges::find(options, choice, &odds::DrawGame::Option::choice);
    if (option == options.end()) return std::nullopt;
    const auto at = static_cast<size_t>(option - options.begin());
    values.nets.push_back(Rational(worth.net_sums[at], worth.ways) - others);
    if (values.nets.back() > values.nets[values.best]) values.best = values.nets.size() - 1;
  }
  return values;
}

}  // namespace cardroom::practice
