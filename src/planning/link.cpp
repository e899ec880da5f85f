#include "planning/link.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/describe.hpp>

#include "base/check.h"
#include "games/hand_key.h"
#include "games/library.h"
#include "games/registry.h"
#include "odds/analysis.h"
#include "odds/meter_figures.h"

namespace cardroom::planning {

BOOST_DESCRIBE_ENUM(RefusalCode, prize_needs_one_pay, linked_hands_differ)

namespace {

using base::Rational;

Planned<int64_t> whole(const Rational& value, const std::string& what) {
  if (boost::multiprecision::denominator(value) != 1)
    return std::unexpected(
        Refusal{RefusalCode::prize_needs_one_pay, what + ": a link can pay only whole numbers for 1"});
  return boost::multiprecision::numerator(value).convert_to<int64_t>();
}

}  // namespace

std::string_view code_name(RefusalCode code) {
  return boost::describe::enum_to_string(code, "unknown");
}

std::expected<std::vector<games::Table>, games::Refusal> linked_tables(const games::PaytablePtr& paytable) {
  std::vector<games::Table> tables;
  for (const std::string& id : paytable->games) {
    const games::Game* game = games::find_game(id);
    CHECK(game != nullptr);
    auto table = games::Table::make({.game = game, .house = game->facts.house, .paytables = {paytable}},
                                    games::shipped_library().paytables);
    if (!table) return std::unexpected(table.error());
    tables.push_back(std::move(*table));
  }
  return tables;
}

std::expected<odds::ProgressiveFigures, games::Refusal> figures_of(const games::PaytablePtr& paytable,
                                                                   const games::Game& game) {
  games::TableSetup setup{.game = &game, .house = game.facts.house, .paytables = {paytable}};
  setup.house.folded_progressive = games::FoldedProgressive::wins;
  const auto table = games::Table::make(setup, games::shipped_library().paytables);
  if (!table) return std::unexpected(table.error());
  auto figures = odds::Analyst(game).progressive(*table);
  CHECK(figures);
  return std::move(*figures);
}

Planned<std::vector<progressive::Prize>> prizes_of(const odds::MeterPlan& plan) {
  std::vector<progressive::Prize> prizes;
  for (const odds::PlanPrize& prize : plan.prizes) {
    const auto pays = whole(prize.pays_for_one, prize.hand);
    if (!pays) return std::unexpected(pays.error());
    const auto share = whole(prize.share * 1'000'000, prize.hand);
    if (!share) return std::unexpected(share.error());
    prizes.push_back({.hand = games::hand_key(prize.hand),
                      .pays_for_one = *pays,
                      .share_ppm = *share,
                      .level = prize.level,
                      .envy = prize.envy});
  }
  return prizes;
}

Planned<std::vector<progressive::GameOdds>> odds_of(const games::Paytable& paytable, const odds::LinkProof& proof) {
  if (!proof.same)
    return std::unexpected(Refusal{
        RefusalCode::linked_hands_differ,
        fmt::format("{0}: its hands are not equally likely in its games; see 'cardroom link {0}'", paytable.id)});
  std::vector<progressive::GameOdds> odds;
  for (size_t at = 0; at < proof.games.size(); ++at) {
    odds.push_back({std::string(proof.games[at].game->facts.id), {}});
    for (const odds::LinkRow& row : proof.rows)
      odds.back().probabilities.push_back(base::to_text(row.probabilities[at]));
  }
  return odds;
}

Planned<progressive::LinkRules> rules_of(const odds::MeterPlan& plan, const odds::Preset& choices) {
  progressive::LinkRules rules;
  rules.paytable = choices.paytable;
  for (const odds::PresetLevel& level : choices.levels) {
    rules.levels.push_back({.name = level.name,
                            .seed = level.seed,
                            .contribution_ppm = level.contribution_ppm,
                            .reserve_ppm = level.reserve_ppm,
                            .limit = level.limit,
                            .increment_max = level.increment_max,
                            .executive = level.executive});
  }
  auto prizes = prizes_of(plan);
  if (!prizes) return std::unexpected(prizes.error());
  rules.prizes = std::move(*prizes);
  rules.wagers = choices.wagers;
  rules.deduction = plan.all_deducted ? progressive::Deduction::all_pays : progressive::Deduction::shares_only;
  rules.envy_scale = plan.envy_times_wager ? progressive::EnvyScale::times_wager : progressive::EnvyScale::flat;
  rules.confirm_at = choices.confirm_at;
  rules.executive_at = choices.executive_at;
  rules.second_signature_at = choices.second_signature_at;
  allow_full_rounds(rules);
  return rules;
}

base::Cents full_round(const progressive::LinkRules& rules, size_t level) {
  // Above these no link is created: what may be asked for is not what may be computed with.
  const base::Cents wager = std::min(rules.wagers.back(), progressive::wager_max);
  const int64_t ppm =
      std::min<int64_t>(rules.levels[level].contribution_ppm + rules.levels[level].reserve_ppm, 1'000'000);
  const auto [cents, rest] = base::whole_cents_down(base::share(wager * progressive::positions_max, ppm));
  return rest == base::MeterUnits() ? cents : cents + base::Cents(1);
}

void allow_full_rounds(progressive::LinkRules& rules) {
  for (size_t level = 0; level < rules.levels.size(); ++level)
    rules.levels[level].increment_max = std::max(rules.levels[level].increment_max, full_round(rules, level));
}

odds::MeterPlan plan_of(const progressive::LinkRules& rules, const progressive::GameOdds& odds, base::Cents wager,
                        int others) {
  odds::MeterPlan plan;
  plan.wager = wager;
  plan.wager_largest = rules.wagers.back();
  plan.others = others;
  plan.envy_times_wager = rules.envy_scale == progressive::EnvyScale::times_wager;
  plan.all_deducted = rules.deduction == progressive::Deduction::all_pays;
  for (const progressive::LevelRules& level : rules.levels)
    plan.levels.push_back({.name = level.name,
                           .seed = level.seed,
                           .contribution = Rational(level.contribution_ppm, 1'000'000),
                           .reserve = Rational(level.reserve_ppm, 1'000'000),
                           .limit = level.limit});
  for (size_t row = 0; row < rules.prizes.size(); ++row) {
    const progressive::Prize& prize = rules.prizes[row];
    plan.prizes.push_back({.hand = prize.hand,
                           .probability = *base::parse_fraction(odds.probabilities[row]),
                           .pays_for_one = Rational(prize.pays_for_one),
                           .share = Rational(prize.share_ppm, 1'000'000),
                           .level = prize.level,
                           .envy = prize.envy});
  }
  return plan;
}

std::vector<progressive::Figure> kept_figures(const odds::MeterPlan& plan, const odds::RunDry* dry) {
  std::vector<progressive::Figure> figures;
  for (odds::NamedFigure& figure : odds::meter_figures(plan, dry))
    figures.push_back({std::move(figure.name), std::move(figure.exact), std::move(figure.decimal)});
  return figures;
}

progressive::Judgement judgement_of(const odds::MeterPlan& plan, const odds::RunDry* dry,
                                    std::span<const odds::Advice> advice) {
  progressive::Judgement judgement{kept_figures(plan, dry), {}};
  for (const odds::Advice& each : advice) judgement.advice.push_back(each.text);
  return judgement;
}

}  // namespace cardroom::planning
