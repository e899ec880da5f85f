#include "cli/meter_link.h"

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/ledger_line.h"
#include "cli/linked_tables.h"
#include "cli/progress.h"
#include "ledger/codec.h"
#include "ledger/entry.h"
#include "planning/link.h"
#include "progressive/decide.h"

namespace cardroom::cli {

using namespace lab;

namespace {

template <class T>
T or_stop(planning::Planned<T> planned) {
  if (!planned)
    throw Stop(refused, fmt::format("{} [{}]", planned.error().text, planning::code_name(planned.error().code)));
  return std::move(*planned);
}

// A command that every ledger would refuse is not printed.
void need_allowed(const progressive::Allowed<void>& checked) {
  if (!checked)
    throw Stop(refused, fmt::format("{}: {} [{}]", checked.error().field, checked.error().text,
                                    progressive::code_name(checked.error().code)));
}

const odds::RunDry* dry_of(const MeterReport& report) {
  return report.dry ? &*report.dry : nullptr;
}

}  // namespace

// Each game of the paytable deals its hand in its own way; they can be linked only if the odds are equal.
std::vector<progressive::GameOdds> odds_or_stop(const games::Paytable& paytable) {
  const auto tables = linked_tables_or_stop(std::make_shared<const games::Paytable>(paytable));
  Progress progress;
  const odds::LinkProof proof = odds::prove_link(tables, &progress);
  progress.finish();
  return or_stop(planning::odds_of(paytable, proof));
}

std::vector<progressive::Prize> prizes_or_stop(const odds::MeterPlan& plan) {
  return or_stop(planning::prizes_of(plan));
}

std::vector<progressive::Figure> kept_figures(const MeterReport& report) {
  return planning::kept_figures(report.plan, dry_of(report));
}

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
  create.rules = or_stop(planning::rules_of(report.plan, report.choices));
  need_allowed(progressive::check_rules(create.rules));
  create.odds = odds_or_stop(paytable);
  need_allowed(progressive::check_odds(create.rules, create.odds));
  for (const odds::PresetLevel& level : report.choices.levels) create.starts.push_back(level.seed);
  create.judgement = planning::judgement_of(report.plan, dry_of(report), report.advice);
  return command_line("create-" + command.link, command.by, command.second, std::move(create));
}

}  // namespace cardroom::cli
