#include "odds/simple_strategy.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "base/check.h"

namespace cardroom::odds {

namespace {

using games::ActionKind;
using games::Choice;

// The best way to rise from one choice to the next as the hand gets better: a dynamic programme over the ranks, whose
// state is the largest bet reached so far.
UpCardRule best_thresholds(int up_rank, const std::vector<const RankValue*>& values) {
  std::map<int64_t, Choice> by_amount;  // a fold is a bet of nothing
  for (const RankValue* value : values) {
    for (const Choice& choice : value->choices) by_amount.emplace(choice.amount.value(), choice);
  }
  std::vector<Choice> choices;
  for (const auto& [amount, choice] : by_amount) choices.push_back(choice);
  const size_t count = choices.size();

  constexpr base::Int128 never = std::numeric_limits<int64_t>::min() * static_cast<base::Int128>(1'000'000);
  std::vector<base::Int128> best(count, never);
  best[0] = 0;
  std::vector<std::vector<size_t>> came_from;
  for (const RankValue* value : values) {
    std::vector<base::Int128> next(count, never);
    std::vector<size_t> from(count, 0);
    size_t reached = 0;  // the best predecessor among the smaller bets
    for (size_t choice = 0; choice < count; ++choice) {
      if (best[choice] > best[reached]) reached = choice;
      const auto found = std::ranges::find(value->choices, choices[choice]);
      if (found == value->choices.end() || best[reached] == never) continue;
      next[choice] = best[reached] + value->net_sums[static_cast<size_t>(found - value->choices.begin())];
      from[choice] = reached;
    }
    best = std::move(next);
    came_from.push_back(std::move(from));
  }
  auto at = static_cast<size_t>(std::ranges::max_element(best) - best.begin());
  std::vector<size_t> chosen(values.size());
  for (size_t index = values.size(); index-- > 0;) {
    chosen[index] = at;
    at = came_from[index][at];
  }
  UpCardRule rule{up_rank, {}};
  for (size_t index = 0; index < values.size(); ++index) {
    if (index > 0 && chosen[index] == chosen[index - 1]) continue;
    // Ranks that no hand of this many cards has lie between: the threshold is said by the lowest of them.
    rule.thresholds.push_back({choices[chosen[index]], 0, index == 0 ? 0 : values[index - 1]->player_rank + 1});
  }
  return rule;
}

}  // namespace

SimpleStrategy simple_strategy(const Play& play) {
  CHECK(!play.values.empty());
  SimpleStrategy strategy;
  const games::Facts& facts = play.table.game().facts;
  strategy.ranking = facts.readings[static_cast<size_t>(facts.player_reading)].ranking;
  std::map<int, std::vector<const RankValue*>> by_up;
  for (const RankValue& value : play.values) by_up[value.up_rank].push_back(&value);
  const int64_t unit = play.stakes.front().value();
  for (const auto& [up_rank, values] : by_up) {
    UpCardRule rule = best_thresholds(up_rank, values);
    for (Threshold& threshold : rule.thresholds) {
      threshold.multiple = static_cast<int>(threshold.choice.amount.value() / unit);
    }
    strategy.rules.push_back(std::move(rule));
  }
  return strategy;
}

DecisionRule SimpleStrategy::rule() const {
  return [strategy = *this](const games::View& view, const Table&, const games::Actions&) {
    const int up_rank = view.dealer.empty() ? -1 : (*view.dealer.begin()).rank();
    const auto found = std::ranges::find(strategy.rules, up_rank, &UpCardRule::up_rank);
    CHECK(found != strategy.rules.end());
    const int rank = rank_hand(strategy.ranking, view.own).value();
    Choice choice;
    for (const Threshold& threshold : found->thresholds) {
      if (rank >= threshold.lowest_rank) choice = threshold.choice;
    }
    return choice;
  };
}

std::string least_hand_words(Ranking ranking, int rank) {
  const HandRank hand(rank);
  const cards::Category category = category_of(ranking, hand);
  if (hand == lowest_of(ranking, category)) {
    return category == cards::Category::high_card ? "anything" : fmt::format("any {}", category_name(category));
  }
  const std::string letters = rank_letters_of(ranking, hand);
  if (category == cards::Category::pair) {
    const bool lowest_of_pair = rank_letters_of(ranking, HandRank(rank - 1)).substr(0, 2) != letters.substr(0, 2);
    for (int card = 0; lowest_of_pair && card < cards::rank_count; ++card) {
      if (cards::rank_letter(card) == letters[0]) return fmt::format("a pair of {}", cards::rank_plural(card));
    }
  }
  if (category == cards::Category::high_card || category == cards::Category::pair) {
    std::string text;
    for (const char letter : letters) {
      if (!text.empty()) text += '-';
      text += letter;
    }
    return text;
  }
  return name_of(ranking, hand);
}

std::string strategy_sentence(const Table& table, const SimpleStrategy& strategy) {
  std::string text;
  const auto& thresholds = strategy.rules.front().thresholds;
  for (size_t index = thresholds.size(); index-- > 0;) {
    const Threshold& threshold = thresholds[index];
    if (threshold.choice.kind == ActionKind::fold) {
      text += text.empty() ? "Fold everything" : ", fold the rest";
      continue;
    }
    text += text.empty() ? "" : ", ";
    text += fmt::format("{} {}x", table.game().wager(threshold.choice.wager).name, threshold.multiple);
    text += index == 0 && thresholds.size() > 1
                ? " with the rest"
                : fmt::format(" with {} or better", least_hand_words(strategy.ranking, threshold.lowest_rank));
  }
  return text + ".";
}

}  // namespace cardroom::odds
