#include "cli/meter_link.h"

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/ledger_line.h"
#include "cli/linked_tables.h"
#include "cli/progress.h"
#include "cli/table_options.h"
#include "games/hand_key.h"
#include "ledger/codec.h"
#include "ledger/entry.h"
#include "odds/link_proof.h"
#include "odds/meter_figures.h"

namespace cardroom::cli {

using namespace lab;

namespace {

using base::Rational;

int64_t whole_or_stop(const Rational& value, const std::string& what) {
  if (boost::multiprecision::denominator(value) != 1)
    throw Stop(refused, fmt::format("{}: a link pays whole numbers for 1 [prize_needs_one_pay]", what));
  return boost::multiprecision::numerator(value).convert_to<int64_t>();
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
  for (odds::NamedFigure& figure : odds::meter_figures(report.plan, report.dry ? &*report.dry : nullptr))
    figures.push_back({std::move(figure.name), std::move(figure.exact), std::move(figure.decimal)});
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
