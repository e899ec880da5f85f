#include "practice/board_values.h"

#include <algorithm>

#include "odds/settling.h"

namespace cardroom::practice {

using base::Rational;

std::optional<Values> board_values(const games::Table& table, const games::View& view,
                                   std::vector<games::Choice> choices, Prospects& prospects) {
  const auto worth = prospects.boards().at(table, view);
  Values values{.choices = std::move(choices), .nets = {}, .counted = 0, .best = 0, .standing = {}};
  for (size_t wager = 0; wager < table.game().facts.wagers.size(); ++wager) {
    if (odds::owner_of(table.game(), wager) == 0) values.counted |= 1U << wager;
  }
  for (const games::Choice& choice : values.choices) {
    const auto found = std::ranges::find(worth->choices, choice);
    if (found == worth->choices.end()) return std::nullopt;
    const auto at = static_cast<size_t>(found - worth->choices.begin());
    values.nets.push_back(Rational(worth->net_sums[at], base::Integer(worth->ways)));
    if (values.nets.back() > values.nets[values.best]) values.best = values.nets.size() - 1;
  }
  return values;
}

}  // namespace cardroom::practice
