#include "progressive/judgement.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "progressive/decide_parts.h"

namespace cardroom::progressive {

namespace {

using base::Cents;
using base::Rational;

constexpr int64_t ppm = 1'000'000;
constexpr int64_t recommended_contribution_ppm = 700'000;  // where every pay comes off the meter
constexpr int64_t longest_odds = 100'000'000;              // to 1: no jackpot may be less likely

Rational chance(const GameOdds& odds, size_t row) {
  return base::parse_fraction(odds.probabilities.at(row)).value_or(Rational(0));
}

std::string percent(const Rational& value) {
  return base::to_decimal(value * 100, 2) + " %";
}

std::string percent_of_ppm(int64_t share_ppm) {
  return percent(Rational(share_ppm, ppm));
}

int64_t contributions_ppm(const LinkRules& rules) {
  int64_t sum = 0;
  for (const LevelRules& level : rules.levels) sum += level.contribution_ppm;
  return sum;
}

Cents largest_fixed_award(const LinkRules& rules) {
  Cents largest;
  for (const Prize& prize : rules.prizes) largest = std::max(largest, fixed_pay(prize, rules.wagers.back()));
  return largest;
}

Rational in_currency(Cents amount) {
  return Rational(amount.value(), 100);
}

Figure figure(std::string name, const Rational& value) {
  return {std::move(name), base::to_text(value), base::to_decimal(value, 6)};
}

std::string advantage_name(Cents wager, int others) {
  return fmt::format("house_advantage {} others {}", base::to_text(wager), others);
}

std::set<int> counts_of_others(const JudgementOptions& options) {
  return {0, options.others, options.others_max};
}

void advise_on_contribution(std::vector<std::string>& advice, const LinkRules& rules, const GameOdds& odds,
                            const JudgementOptions& options) {
  if (rules.deduction != Deduction::all_pays) return;
  const LevelRules& level = rules.levels[0];
  if (level.contribution_ppm >= recommended_contribution_ppm) return;
  std::string text = fmt::format(
      "All pays come off the meter of {}, and only {} of each wager goes to it: less than 70 %, so that it may run dry",
      level.name, percent_of_ppm(level.contribution_ppm));
  if (options.run_dry) text += fmt::format(" (chance {})", options.run_dry->decimal);
  text += fmt::format("; the fixed pays alone take {}.", percent(fixed_return(rules, odds)));
  advice.push_back(std::move(text));
}

void advise_on_seed(std::vector<std::string>& advice, const LinkRules& rules) {
  const Cents largest = largest_fixed_award(rules);
  for (const LevelRules& level : rules.levels) {
    if (level.seed == Cents() && level.reserve_ppm > 0)
      advice.push_back(fmt::format(
          "The reserve is the only seed of {}: after two hits in a row it restarts at next to nothing.", level.name));
    else if (level.seed == Cents())
      advice.push_back(fmt::format("{} has a seed of $0.00: after a hit there is nothing to play for.", level.name));
    else if (level.seed < largest)
      advice.push_back(fmt::format("The seed of {}, {}, is below the largest fixed award, {} at a wager of {}.",
                                   level.name, base::to_text(level.seed), base::to_text(largest),
                                   base::to_text(rules.wagers.back())));
  }
}

void advise_on_chances(std::vector<std::string>& advice, const LinkRules& rules, const GameOdds& odds) {
  for (size_t row = 0; row < rules.prizes.size(); ++row)
    if (rules.prizes[row].is_share() && chance(odds, row) < Rational(1, longest_odds))
      advice.push_back(fmt::format("The chance of '{}' is 1 in {}, worse than 1 in 100 million.",
                                   rules.prizes[row].hand, base::to_decimal(1 / chance(odds, row), 0)));
}

void advise_on_advantage(std::vector<std::string>& advice, const LinkRules& rules, const GameOdds& odds,
                         const JudgementOptions& options) {
  for (const Cents wager : rules.wagers)
    for (const int others : counts_of_others(options)) {
      const Rational advantage = house_advantage(rules, odds, wager, others);
      if (advantage >= 0) continue;
      advice.push_back(
          fmt::format("The house loses {} of every wager of {} with {} other players; fixed pays and envy "
                      "alone return {}.",
                      percent(-advantage), base::to_text(wager), others,
                      percent(fixed_return(rules, odds) + envy_return(rules, odds, wager, others))));
    }
}

// A contribution above what it was, where only shares come off the meter: it is the house that pays for it.
void advise_on_rise(std::vector<std::string>& advice, const LinkRules& from, const GameOdds& from_odds,
                    const LinkRules& to, const GameOdds& to_odds, int others, std::string_view what_was) {
  if (to.deduction != Deduction::shares_only || contributions_ppm(to) <= contributions_ppm(from)) return;
  for (const Cents wager : to.wagers) {
    // The same size under the old rules, so that only the rules are compared.
    advice.push_back(
        fmt::format("The contribution of {} is above {} of {}: the house advantage of a {} wager goes from {} to {}.",
                    percent_of_ppm(contributions_ppm(to)), what_was, percent_of_ppm(contributions_ppm(from)),
                    base::to_text(wager), percent(house_advantage(from, from_odds, wager, others)),
                    percent(house_advantage(to, to_odds, wager, others))));
  }
}

}  // namespace

Rational fixed_return(const LinkRules& rules, const GameOdds& odds) {
  Rational sum = 0;
  for (size_t row = 0; row < rules.prizes.size(); ++row) sum += chance(odds, row) * rules.prizes[row].pays_for_one;
  return sum;
}

Rational envy_return(const LinkRules& rules, const GameOdds& odds, Cents wager, int others) {
  Rational sum = 0;
  for (size_t row = 0; row < rules.prizes.size(); ++row) {
    const int64_t envy = rules.prizes[row].envy.value();
    // Times the wager: so many currency units for each of the wager; flat: the same amount whatever the wager.
    sum += chance(odds, row) * Rational(envy, rules.envy_scale == EnvyScale::times_wager ? 100 : wager.value());
  }
  return sum * others;
}

Rational award_chance(const LinkRules& rules, const GameOdds& odds, int level) {
  Rational sum = 0;
  for (size_t row = 0; row < rules.prizes.size(); ++row)
    if (rules.prizes[row].takes_all() && rules.prizes[row].level == level) sum += chance(odds, row);
  return sum;
}

Rational seed_cost(const LinkRules& rules, const GameOdds& odds, Cents wager) {
  Rational sum = 0;
  for (size_t i = 0; i < rules.levels.size(); ++i)
    sum += award_chance(rules, odds, static_cast<int>(i)) * Rational(rules.levels[i].seed.value(), wager.value());
  return sum;
}

Rational house_advantage(const LinkRules& rules, const GameOdds& odds, Cents wager, int others) {
  Rational kept = 1;
  for (const LevelRules& level : rules.levels) kept -= Rational(level.contribution_ppm + level.reserve_ppm, ppm);
  kept -= seed_cost(rules, odds, wager) + envy_return(rules, odds, wager, others);
  const Rational fixed = fixed_return(rules, odds);
  if (rules.deduction == Deduction::shares_only) return kept - fixed;
  const LevelRules& first = rules.levels[0];
  const Rational taken_in = Rational(first.contribution_ppm + first.reserve_ppm, ppm) +
                            award_chance(rules, odds, 0) * Rational(first.seed.value(), wager.value());
  return fixed > taken_in ? kept - (fixed - taken_in) : kept;
}

Allowed<Judgement> judge(const LinkRules& rules, const std::vector<GameOdds>& odds, const JudgementOptions& options) {
  CARDROOM_NEED(check_rules(rules));
  CARDROOM_NEED(check_odds(rules, odds));
  const GameOdds& game = odds[0];
  Judgement judgement;
  std::vector<Figure>& figures = judgement.figures;
  for (const Cents wager : rules.wagers) {
    for (const int others : counts_of_others(options))
      figures.push_back(figure(advantage_name(wager, others), house_advantage(rules, game, wager, others)));
    figures.push_back(figure("seed_cost " + base::to_text(wager), seed_cost(rules, game, wager)));
    figures.push_back(figure(fmt::format("envy_return {} others {}", base::to_text(wager), options.others),
                             envy_return(rules, game, wager, options.others)));
  }
  figures.push_back(figure("fixed_return", fixed_return(rules, game)));
  for (size_t i = 0; i < rules.levels.size(); ++i)
    figures.push_back(figure("award_chance " + rules.levels[i].name, award_chance(rules, game, static_cast<int>(i))));
  figures.push_back(figure("largest_fixed_award", in_currency(largest_fixed_award(rules))));
  if (options.run_dry) figures.push_back(*options.run_dry);

  std::vector<std::string>& advice = judgement.advice;
  advise_on_advantage(advice, rules, game, options);
  advise_on_contribution(advice, rules, game, options);
  if (options.usual && options.usual->prizes == rules.prizes)
    advise_on_rise(advice, *options.usual, game, rules, game, options.others, "the preconfigured one");
  advise_on_seed(advice, rules);
  advise_on_chances(advice, rules, game);
  return judgement;
}

Allowed<Judgement> judge_change(const LinkRules& old_rules, const std::vector<GameOdds>& old_odds,
                                const LinkRules& new_rules, const std::vector<GameOdds>& new_odds,
                                const JudgementOptions& options) {
  CARDROOM_NEED(check_rules(old_rules));
  CARDROOM_NEED(check_odds(old_rules, old_odds));
  auto judgement = judge(new_rules, new_odds, options);
  if (!judgement) return judgement;
  for (const Cents wager : old_rules.wagers)
    for (const int others : counts_of_others(options))
      judgement->figures.push_back(
          figure("before " + advantage_name(wager, others), house_advantage(old_rules, old_odds[0], wager, others)));
  advise_on_rise(judgement->advice, old_rules, old_odds[0], new_rules, new_odds[0], options.others, "the old one");
  return judgement;
}

}  // namespace cardroom::progressive
