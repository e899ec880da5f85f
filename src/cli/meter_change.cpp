// Changing a link's rules: the current figures beside the new ones.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "cli/command.h"
#include "cli/ledger_line.h"
#include "cli/linked_tables.h"
#include "cli/meter_link.h"
#include "forms/report_render.h"
#include "forms/text_table.h"
#include "lab/figures_text.h"
#include "ledger/codec.h"
#include "ledger/ledger.h"
#include "planning/link.h"
#include "progressive/decide.h"

namespace cardroom::cli {

using namespace forms;
using namespace lab;

namespace {

using base::Rational;

// A link as it is, or as it would be, with its figures.
struct Version {
  progressive::LinkRules rules;
  std::vector<progressive::GameOdds> odds;
  MeterReport report;
  Rational at_meters;  // the house advantage at the current meters
};

ledger::Replayed replayed_or_stop(const std::string& address) {
  auto store = ledger::open_store(address, ledger::OpenMode::read_only);
  if (!store) throw Stop(failed, store.error().to_text());
  auto replayed = ledger::replay(**store);
  if (!replayed) throw Stop(failed, replayed.error().to_text());
  return std::move(*replayed);
}

const progressive::LinkState& link_or_stop(const progressive::State& state, const MeterOptions& options) {
  const auto found = state.links.find({options.link});
  if (found == state.links.end())
    throw Stop(refused, fmt::format("{} has no link '{}' [link_unknown]", options.ledger, options.link));
  if (found->second.retired) throw Stop(refused, fmt::format("link '{}' is retired [link_retired]", options.link));
  return found->second;
}

odds::Preset choices_of(const progressive::LinkRules& rules) {
  odds::Preset choices;
  choices.paytable = rules.paytable;
  choices.wagers = rules.wagers;
  choices.second_signature_at = rules.second_signature_at;
  for (const progressive::LevelRules& level : rules.levels)
    choices.levels.push_back({.name = level.name,
                              .seed = level.seed,
                              .contribution_ppm = level.contribution_ppm,
                              .reserve_ppm = level.reserve_ppm,
                              .limit = level.limit});
  return choices;
}

void put_into(const odds::Preset& choices, progressive::LinkRules& rules) {
  rules.wagers = choices.wagers;
  rules.second_signature_at = choices.second_signature_at;
  for (size_t at = 0; at < rules.levels.size(); ++at) {
    rules.levels[at].seed = choices.levels[at].seed;
    rules.levels[at].contribution_ppm = choices.levels[at].contribution_ppm;
    rules.levels[at].reserve_ppm = choices.levels[at].reserve_ppm;
    rules.levels[at].limit = choices.levels[at].limit;
  }
}

void put_report(Version& version, base::Cents wager, int others, const std::vector<Rational>& meters,
                std::string_view which) {
  odds::MeterPlan plan = planning::plan_of(version.rules, version.odds.front(), wager, others);
  if (const auto checked = odds::check_plan(plan); !checked)
    throw Stop(refused, fmt::format("the {} rules: {} [{}]", which, odds::to_text(checked.error()),
                                    odds::code_name(checked.error())));
  version.at_meters = odds::advantage_at(plan, meters);
  version.report = make_meter_report(std::move(plan), choices_of(version.rules), {});
}

std::vector<progressive::Figure> figures_at(const Version& version) {
  std::vector<progressive::Figure> figures = kept_figures(version.report);
  figures.push_back(
      {"house_advantage_at_meters", base::to_text(version.at_meters), base::to_significant(version.at_meters, 12)});
  return figures;
}

// Every figure of the new rules, each followed by the same figure of the current rules.
std::vector<progressive::Figure> beside(const std::vector<progressive::Figure>& changed,
                                        std::vector<progressive::Figure> current) {
  std::vector<progressive::Figure> both;
  for (const progressive::Figure& figure : changed) {
    both.push_back(figure);
    const auto old = std::ranges::find(current, figure.name, &progressive::Figure::name);
    if (old == current.end()) continue;
    both.push_back({"previous_" + old->name, old->exact, old->decimal});
    current.erase(old);
  }
  for (const progressive::Figure& old : current) both.push_back({"previous_" + old.name, old.exact, old.decimal});
  return both;
}

std::string signed_money(const Rational& units) {
  return (units > 0 ? "+" : units < 0 ? "-" : "") + money_text(units < 0 ? Rational(-units) : units);
}

std::string table_text(const Version& old, const Version& now, const progressive::LinkState& link) {
  TextTable rows({{""}, {"current", Align::right}, {"new", Align::right}});
  const auto row = [&](const std::string& name, auto show) { rows.add({name, show(old), show(now)}); };
  const bool any_dry = old.report.dry || now.report.dry;
  row(any_dry ? "house advantage, before advances" : "house advantage",
      [](const Version& v) { return percent(v.report.advantage.after, 4); });
  if (any_dry) {
    row("house advantage, after advances", [](const Version& v) {
      return v.report.dry ? percent_interval(advantage_after_advances(v.report)) : percent(v.report.advantage.after, 4);
    });
    row("chance to run dry between two hits",
        [](const Version& v) { return v.report.dry ? odds::chance_text(v.report.dry->chance) : "pays not deducted"; });
  }
  row("house advantage at the current meters", [](const Version& v) { return percent(v.at_meters, 4); });
  if (old.rules.second_signature_at || now.rules.second_signature_at)
    row("two people confirm awards from", [](const Version& v) {
      return v.rules.second_signature_at ? base::to_text(*v.rules.second_signature_at) : "none";
    });
  row("largest fixed award", [](const Version& v) { return money_text(odds::largest_fixed_award(v.report.plan)); });
  for (size_t at = 0; at < now.rules.levels.size(); ++at) {
    const std::string name = now.rules.levels[at].name + ": ";
    const auto level = [&](const std::string& what, auto show) {
      row(name + what, [&](const Version& v) { return show(v, v.report.plan.levels[at]); });
    };
    const std::string meter = shown_cell(link.levels[at].funds.meter, 0);
    rows.add({name + "meter", meter, meter});
    level("seed", [](const Version&, const odds::PlanLevel& l) { return base::to_text(l.seed); });
    level("seed less the largest fixed award", [](const Version& v, const odds::PlanLevel& l) {
      return signed_money(odds::to_units(l.seed) - odds::largest_fixed_award(v.report.plan));
    });
    level("contribution", [](const Version&, const odds::PlanLevel& l) { return percent(l.contribution, 2); });
    level("reserve", [](const Version&, const odds::PlanLevel& l) { return percent(l.reserve, 2); });
    level("limit", [](const Version&, const odds::PlanLevel& l) { return l.limit ? base::to_text(*l.limit) : "none"; });
    row(name + "break-even meter", [&](const Version& v) { return money_text(v.report.levels[at].even); });
  }
  return rows.to_text(2, terminal_width(2));
}

// Prints why the ledger would refuse the command now and, for an open link, why it would once the link is closed.
void print_objections(ledger::Replayed now, const progressive::Command& command, const progressive::LinkId& link) {
  const auto objection = [&] {
    const auto decided = progressive::decide(now.state, command, now.time_ms);
    return decided ? std::nullopt : std::optional(decided.error());
  };
  const auto print = [](const char* when, const progressive::Refusal& refusal) {
    complain(fmt::format("{} the ledger would refuse this command: {} [{}]\n", when, harmless(refusal.text),
                         progressive::code_name(refusal.code)));
  };
  auto refusal = objection();
  if (!refusal) return;
  print("As things are,", *refusal);
  if (refusal->code != progressive::RefusalCode::link_open) return;
  now.state.links.at(link).open = false;
  if (refusal = objection(); refusal) print("Once the link is closed,", *refusal);
}

}  // namespace

void change_link(const MeterOptions& options) {
  if (options.link.empty()) throw Stop(usage, "--change needs --as-command LINK_ID: the link whose rules change");
  if (!options.preset.empty() || !options.html.empty() || !options.svg.empty() || options.json ||
      !options.meters.empty())
    throw Stop(usage,
               "--change starts from the link's rules and meters: remove --preset, --meter, --json, --html and --svg");
  if (options.wagers_per_hour != 0) throw Stop(usage, "--wagers-per-hour: --change does not show times");
  if (!options.game.empty() && options.paytable.empty())
    throw Stop(usage, "--game: without PAYTABLE, --change uses the link's own odds");
  const ledger::Replayed now = replayed_or_stop(options.ledger);
  const progressive::LinkState& link = link_or_stop(now.state, options);
  std::vector<Rational> meters;
  for (const progressive::LevelState& level : link.levels)
    meters.emplace_back(level.funds.meter.value(), base::to_meter_units(base::Cents(100)).value());

  Version old{link.rules, link.odds, {}, {}};
  Version changed = old;
  odds::Preset choices = choices_of(changed.rules);
  put_choices(options, choices);
  const base::Cents wager = put_wager(options, choices);
  put_into(choices, changed.rules);
  // A limit set by the house is kept, unless the change itself makes it too small.
  for (size_t at = 0; at < changed.rules.levels.size(); ++at) {
    const base::Cents needed = planning::full_round(changed.rules, at);
    base::Cents& bound = changed.rules.levels[at].increment_max;
    if (needed > planning::full_round(old.rules, at)) bound = std::max(bound, needed);
  }
  if (options.deduct_all) changed.rules.deduction = progressive::Deduction::all_pays;
  if (!options.paytable.empty()) {
    const games::PaytablePtr paytable = progressive_paytable_or_stop(options.paytable);
    need_game_of(*paytable, options.game);
    const auto plan = odds::plan_of(figures_of(paytable, options.game), choices, wager, options.players - 1);
    if (!plan)
      throw Stop(refused, fmt::format("{} does not have the {} level{} of '{}' [levels_out_of_range]", paytable->id,
                                      link.levels.size(), link.levels.size() == 1 ? "" : "s", options.link));
    changed.rules.paytable = paytable->id;
    changed.rules.prizes = prizes_or_stop(*plan);
    changed.rules.envy_scale =
        plan->envy_times_wager ? progressive::EnvyScale::times_wager : progressive::EnvyScale::flat;
    changed.odds = odds_or_stop(*paytable);
  }
  if (changed.rules == old.rules && changed.odds == old.odds)
    throw Stop(
        usage,
        "nothing changes: give a PAYTABLE, --seed, --contribution, --reserve, --limit, --wager, --second-signature or "
        "--deduct-all");
  // Under the current rules nobody can bet more than that, so there is no figure for it.
  const base::Cents old_wager = std::min(wager, old.rules.wagers.back());
  put_report(old, old_wager, options.players - 1, meters, "current");
  put_report(changed, wager, options.players - 1, meters, "new");

  // A title chosen by a person stays; a title given by this program follows the paytable.
  const std::string title = link.title == old.rules.paytable ? changed.rules.paytable : link.title;
  progressive::ChangeLink change{{options.link}, title, changed.rules, changed.odds, {}};
  change.judgement.figures = beside(figures_at(changed), figures_at(old));
  for (const odds::Advice& advice : changed.report.advice) change.judgement.advice.push_back(advice.text);

  complain(fmt::format("{}, {}: a wager of {}, {} other{} betting\n\n{}\n", options.link, changed.rules.paytable,
                       base::to_text(wager), options.players - 1, options.players == 2 ? "" : "s",
                       table_text(old, changed, link)));
  if (old_wager != wager)
    complain(
        fmt::format("  - The largest wager under the current rules is {}; the current figures are for that wager.\n",
                    base::to_text(old_wager)));
  for (const odds::Advice& advice : changed.report.advice) complain(fmt::format("  - {}\n", advice.text));
  print_objections(now, {"change", {options.by}, {options.second}, change}, {options.link});
  // The id includes the place in the journal, so that the same change can be made again later.
  const std::string name = fmt::format("change-{}-{}", options.link, now.head.sequence + 1);
  fmt::print("{}\n", command_line(name, options.by, options.second, change));
}

}  // namespace cardroom::cli
