#include "cli/meter_link.h"

#include <fmt/format.h>

#include <cmath>

#include "cli/command.h"
#include "cli/ledger_line.h"
#include "cli/linked_tables.h"
#include "cli/progress.h"
#include "cli/table_options.h"
#include "games/hand_key.h"
#include "ledger/codec.h"
#include "ledger/entry.h"
#include "odds/link_proof.h"

namespace cardroom::cli {

using namespace lab;

namespace {

using base::Rational;

int64_t whole_or_stop(const Rational& value, const std::string& what) {
  if (boost::multiprecision::denominator(value) != 1)
    throw Stop(refused, fmt::format("{}: a link pays whole numbers for 1 [prize_needs_one_pay]", what));
  return boost::multiprecision::numerator(value).convert_to<int64_t>();
}

// "0.354276318 to 0.354276845": nine places, outwards; "at most 0.35" where there is no lower end.
std::string interval_text(const odds::Interval& value) {
  const std::string low = fmt::format("{:.9f}", std::floor(value.low * 1e9) / 1e9);
  const std::string high = fmt::format("{:.9f}", std::ceil(value.high * 1e9) / 1e9);
  if (std::isinf(value.low)) return "at most " + high;
  if (std::isinf(value.high)) return "at least " + low;
  return low + " to " + high;
}

}  // namespace

// Every game of the paytable deals its hand in its own way; only then are they linked.
std::vector<progressive::GameOdds> odds_or_stop(const games::Paytable& paytable) {
  const auto tables = linked_tables_or_stop(std::make_shared<const games::Paytable>(paytable));
  Progress progress;
  const odds::LinkProof proof = odds::prove_link(tables, &progress);
  progress.finish();
  if (!proof.same)
    throw Stop(refused, fmt::format("{}: its hands are not equally likely in its games; see 'cardroom link {}' "
                                    "[linked_hands_differ]",
                                    paytable.id, paytable.id));
  std::vector<progressive::GameOdds> odds;
  for (size_t at = 0; at < proof.games.size(); ++at) {
    odds.push_back({std::string(proof.games[at].game->facts.id), {}});
    for (const odds::LinkRow& row : proof.rows)
      odds.back().probabilities.push_back(base::to_text(row.probabilities[at]));
  }
  return odds;
}

std::vector<progressive::Prize> prizes_or_stop(const odds::MeterPlan& plan) {
  std::vector<progressive::Prize> prizes;
  for (const odds::PlanPrize& prize : plan.prizes) {
    prizes.push_back({.hand = games::hand_key(prize.hand),
                      .pays_for_one = whole_or_stop(prize.pays_for_one, prize.hand),
                      .share_ppm = whole_or_stop(prize.share * 1'000'000, prize.hand),
                      .level = prize.level,
                      .envy = prize.envy});
  }
  return prizes;
}

std::vector<progressive::Figure> kept_figures(const MeterReport& report) {
  std::vector<progressive::Figure> figures;
  const auto figure = [&](std::string name, const Rational& value) {
    figures.push_back({std::move(name), base::to_text(value), base::to_significant(value, 12)});
  };
  const auto enclosed = [&](std::string name, const odds::Interval& value) {
    figures.push_back({std::move(name), "", interval_text(value)});
  };
  figure("house_advantage_before_meter", report.advantage.before);
  if (report.dry) {
    figure("house_advantage_before_advances", report.advantage.after);
    enclosed("house_advantage_after_advances", advantage_after_advances(report));
    enclosed("run_dry_chance", report.dry->chance);
    enclosed("advanced_a_run", report.dry->advanced);
  } else {
    figure("house_advantage", report.advantage.after);
  }
  figure("largest_fixed_award", odds::largest_fixed_award(report.plan));
  for (size_t at = 0; at < report.levels.size(); ++at) {
    const std::string name = games::hand_key(report.plan.levels[at].name);
    figure("seed_" + name, odds::to_units(report.plan.levels[at].seed));
    figure("break_even_" + name, report.levels[at].even);
  }
  return figures;
}

namespace {

progressive::LinkRules rules_of(const MeterReport& report) {
  progressive::LinkRules rules;
  rules.paytable = report.paytable;
  for (size_t at = 0; at < report.plan.levels.size(); ++at) {
    const odds::PresetLevel& level = report.choices.levels[at];
    rules.levels.push_back({.name = level.name,
                            .seed = level.seed,
                            .contribution_ppm = level.contribution_ppm,
                            .reserve_ppm = level.reserve_ppm,
                            .limit = level.limit,
                            .increment_max = level.increment_max,
                            .executive = level.executive});
  }
  rules.prizes = prizes_or_stop(report.plan);
  rules.wagers = report.choices.wagers;
  rules.deduction = report.plan.all_deducted ? progressive::Deduction::all_pays : progressive::Deduction::shares_only;
  rules.envy_scale = report.plan.envy_times_wager ? progressive::EnvyScale::times_wager : progressive::EnvyScale::flat;
  rules.confirm_at = report.choices.confirm_at;
  rules.executive_at = report.choices.executive_at;
  return rules;
}

}  // namespace

std::string command_line(const std::string& name, const std::string& by, const std::string& second,
                         progressive::CommandBody command) {
  CommandLine line{.id = {}, .by = {by}, .second = {second}, .command = std::move(command)};
  const ledger::Digest digest = ledger::digest_of(ledger::to_json(line));
  line.id = fmt::format("{}-{}", name, ledger::to_hex(digest).substr(0, 8));
  return ledger::to_json(line);
}

std::string create_link_line(const MeterReport& report, const LinkCommand& command, const games::Paytable& paytable) {
  progressive::CreateLink create;
  create.link = {command.link};
  create.title = paytable.id;
  create.rules = rules_of(report);
  create.odds = odds_or_stop(paytable);
  for (const odds::PresetLevel& level : report.choices.levels) create.starts.push_back(level.seed);
  create.judgement.figures = kept_figures(report);
  for (const odds::Advice& advice : report.advice) create.judgement.advice.push_back(advice.text);
  return command_line("create-" + command.link, command.by, command.second, std::move(create));
}

}  // namespace cardroom::cli
