// cardroom meter [PAYTABLE]: plans a progressive jackpot.
#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/linked_tables.h"
#include "cli/meter_link.h"
#include "cli/meter_options.h"
#include "cli/output_file.h"
#include "cli/show_round.h"
#include "cli/table_options.h"
#include "forms/json_text.h"
#include "forms/text_table.h"
#include "games/registry.h"
#include "lab/exact_json.h"
#include "lab/figures_text.h"
#include "lab/meter_report.h"
#include "progressive/identifiers.h"

namespace cardroom::cli {

using namespace forms;
using namespace lab;

namespace {

odds::MeterPlan plan_or_stop(const odds::ProgressiveFigures& figures, const odds::Preset& preset, base::Cents wager,
                             const MeterOptions& options) {
  auto plan = odds::plan_of(figures, preset, wager, options.players - 1);
  if (!plan)
    throw Stop(refused, fmt::format("the preset has {} levels but the paytable has {} [level_unknown]",
                                    preset.levels.size(), figures.levels.size()));
  return std::move(*plan);
}

// "LINK-01-002 has no preset: its fixed pays and the envy bonus of 4 others alone return 81.38% of a wager"
std::string no_preset_text(const games::Paytable& paytable, const odds::ProgressiveFigures& figures,
                           const MeterOptions& options) {
  const odds::Preset blank = blank_preset(paytable, figures);
  const odds::HouseAdvantage advantage =
      odds::house_advantage(plan_or_stop(figures, blank, blank.wagers.front(), options));
  return fmt::format("{} has no preset: its fixed pays and the envy bonus of {} other{} alone return {} of a wager",
                     paytable.id, options.players - 1, options.players == 2 ? "" : "s",
                     percent(advantage.fixed + advantage.envy, 2));
}

std::string games_text(const games::Paytable& paytable) {
  std::string text;
  for (const std::string& id : paytable.games)
    text += (text.empty() ? "" : ", ") + std::string(game_or_stop(id).facts.name);
  return text;
}

void list_presets(const MeterOptions& options) {
  boost::json::array json;
  TextTable rows({{"preset"},
                  {"wager", Align::right},
                  {"level"},
                  {"seed", Align::right},
                  {"contribution", Align::right},
                  {"reserve", Align::right},
                  {"hit", Align::right},
                  {"house advantage", Align::right}});
  for (const odds::Preset& preset : odds::shipped_presets()) {
    const odds::ProgressiveFigures figures = figures_of(progressive_paytable_or_stop(preset.paytable), "");
    boost::json::array by_wager;
    for (size_t row = 0; row < std::max(preset.wagers.size(), preset.levels.size()); ++row) {
      std::vector<std::string> cells(8);
      if (row == 0) cells[0] = preset.paytable;
      if (row < preset.wagers.size()) {
        const odds::MeterPlan plan = plan_or_stop(figures, preset, preset.wagers[row], options);
        const base::Rational after = odds::house_advantage(plan).after;
        cells[1] = base::to_text(preset.wagers[row]);
        cells[7] = percent(after, 2);
        by_wager.emplace_back(
            boost::json::object{{"wager_cents", preset.wagers[row].value()}, {"house_advantage", exact_json(after)}});
      }
      if (row < preset.levels.size()) {
        const odds::PresetLevel& level = preset.levels[row];
        const odds::MeterPlan plan = plan_or_stop(figures, preset, preset.wagers.front(), options);
        cells[2] = level.name;
        cells[3] = base::to_text(level.seed);
        cells[4] = percent(base::Rational(level.contribution_ppm, 1'000'000), 2);
        cells[5] = percent(base::Rational(level.reserve_ppm, 1'000'000), 2);
        cells[6] = "1 in " + base::to_decimal(1 / odds::level_growth(plan, row).hit, 0);
      }
      rows.add(cells);
    }
    json.emplace_back(boost::json::object{{"preset", preset.paytable}, {"wagers", std::move(by_wager)}});
  }
  if (options.json) {
    fmt::print("{}", pretty(boost::json::object{{"presets", std::move(json)}}));
    return;
  }
  fmt::print(
      "{}\nThe house advantage is the share of a wager that the house keeps in the long run, with {} other{} "
      "betting.\n",
      rows.to_text(), options.players - 1, options.players == 2 ? "" : "s");
  for (const games::PaytablePtr& paytable : games::shipped_library().paytables) {
    if (paytable->group != "progressive" || odds::find_preset(paytable->id)) continue;
    fmt::print("{}.\n", no_preset_text(*paytable, figures_of(paytable, ""), options));
  }
}

void need_id(const std::string& text, std::string_view option) {
  if (!text.empty() && !progressive::is_id(text))
    throw Stop(refused, fmt::format("{} '{}': an id has 1 to {} letters, digits, '-', '_' or '.' [malformed_id]",
                                    option, text, progressive::id_length_max));
}

void run_meter(const MeterOptions& options) {
  need_id(options.link, "--as-command");
  need_id(options.by, "--by");
  need_id(options.second, "--second");
  for (const std::string& file : {options.html, options.svg}) need_no_ledger_at(file, options.ledger);
  if (!options.html.empty() && same_file(options.html, options.svg))
    throw Stop(usage, fmt::format("--html and --svg both write {}; name two files", options.html));
  if (!options.second_signature.empty() && options.link.empty())
    throw Stop(usage, "--second-signature is a rule of a link: add --as-command LINK_ID");
  if (!options.ledger.empty()) {
    change_link(options);
    return;
  }
  if (!options.link.empty() && (options.json || !options.html.empty() || !options.svg.empty() ||
                                !options.meters.empty() || options.wagers_per_hour != 0))
    throw Stop(usage,
               "--as-command prints only the command: remove --json, --html, --svg, --meter and --wagers-per-hour");
  const std::string id = options.paytable.empty() ? options.preset : options.paytable;
  if (id.empty()) {
    if (options.changes() || !options.html.empty() || !options.svg.empty() || !options.link.empty() ||
        !options.wager.empty() || !options.game.empty() || !options.meters.empty() || options.wagers_per_hour != 0)
      throw Stop(usage, "give a PAYTABLE or a --preset; 'cardroom meter' lists the presets");
    list_presets(options);
    return;
  }
  const games::PaytablePtr paytable = progressive_paytable_or_stop(id);
  need_game_of(*paytable, options.game);
  const odds::ProgressiveFigures figures = figures_of(paytable, options.game);
  const odds::Preset* preset = odds::find_preset(options.preset.empty() ? paytable->id : options.preset);
  if (!preset && !options.preset.empty())
    throw Stop(usage, fmt::format("--preset {}: unknown preset; 'cardroom meter' lists them", options.preset));
  if (!preset && (options.seeds.empty() || options.contributions.empty()))
    throw Stop(usage, no_preset_text(*paytable, figures, options) + "; give --seed and --contribution");
  odds::Preset choices = preset ? *preset : blank_preset(*paytable, figures);
  choices.paytable = paytable->id;
  put_choices(options, choices);
  const base::Cents wager = put_wager(options, choices);
  const bool added = preset && std::ranges::find(preset->wagers, wager) == preset->wagers.end();
  odds::MeterPlan plan = plan_or_stop(figures, choices, wager, options);
  plan.all_deducted = options.deduct_all;
  if (const auto checked = odds::check_plan(plan); !checked)
    throw Stop(refused, fmt::format("{} [{}]", odds::to_text(checked.error()), odds::code_name(checked.error())));
  MeterTerms terms{.wagers_per_hour = options.wagers_per_hour};
  for (const std::string& piece : one_per_level(options.meters, plan.levels.size(), "--meter"))
    terms.meters.push_back(amount_or_stop(piece, "--meter"));
  std::optional<odds::MeterPlan> as_preset;
  if (preset && preset->levels.size() == figures.levels.size())
    as_preset = plan_or_stop(figures, *preset, wager, options);
  terms.preset = as_preset ? &*as_preset : nullptr;
  MeterReport report = make_meter_report(std::move(plan), std::move(choices), terms);
  report.paytable = paytable->id;
  report.games = games_text(*paytable);
  report.origin = !preset                      ? "without a preset"
                  : options.changes() || added ? "preset with changes"
                                               : "unchanged preset";
  if (added)
    complain(fmt::format("cardroom: --wager {} is not one of the preset's wagers; {} has it added to them\n",
                         base::to_text(wager), options.link.empty() ? "this plan" : "the link"));
  if (!options.link.empty()) {
    fmt::print("{}\n", create_link_line(report, {options.link, options.by, options.second}, *paytable));
    return;
  }
  if (!options.html.empty()) write_whole_file(options.html, meter_html(report));
  if (!options.svg.empty()) write_whole_file(options.svg, meter_svg(report));
  if (options.json) {
    fmt::print("{}", pretty(meter_json(report)));
  } else {
    fmt::print("{}", meter_text(report));
  }
}

}  // namespace

void add_meter_command(Command app) {
  auto options = std::make_shared<MeterOptions>();
  Command command = app.add_subcommand("meter", "Plan a progressive: seed, contribution, house advantage, growth");
  command.add_option("PAYTABLE", options->paytable, "Progressive paytable id, such as ML03, or a TOML file");
  command.add_option("--preset", options->preset, "Start from this preset (default: the paytable's own)")
      .type_name("ID");
  command.add_option("--game", options->game, "Count deals in this game (default: the paytable's first)")
      .type_name("GAME");
  command.add_option("--wager", options->wager, "Wager to plan for (default: the preset's smallest)")
      .type_name("AMOUNT");
  const auto list = [&](const char* name, std::vector<std::string>& into, const char* text, const char* type) {
    command.add_option(name, into, text).type_name(type).one_value();
  };
  list("--seed", options->seeds, "Amount a meter restarts at, one per level", "AMOUNT,...");
  list("--contribution", options->contributions, "Percent of every wager that goes to the meter, one per level",
       "PCT,...");
  list("--reserve", options->reserves, "Percent of every wager that goes to the reserve, one per level", "PCT,...");
  list("--limit", options->limits, "Largest amount a meter shows, one per level", "AMOUNT,...");
  Option second_signature =
      command
          .add_option("--second-signature", options->second_signature,
                      "Awards from this amount up to the executive's need two signatures (default: the preset's)")
          .type_name("AMOUNT|none");
  command.add_flag("--deduct-all", options->deduct_all, "Deduct all pays from the first meter");
  command.add_option("--players", options->players, "Players betting the progressive, for the envy bonus (default: 5)")
      .type_name("N")
      .between(1, games::positions_max);
  command
      .add_option("--wagers-per-hour", options->wagers_per_hour,
                  "Also show times, at this many wagers per hour on the link")
      .type_name("N")
      .between(1, 10'000'000);
  list("--meter", options->meters, "Also show the house advantage at these meters", "AMOUNT,...");
  command.add_flag("--json", options->json, "Print JSON");
  command.add_option("--html", options->html, "Write an HTML page with plots").type_name("FILE");
  command.add_option("--svg", options->svg, "Write the plots as SVG").type_name("FILE");
  command.add_option("--as-command", options->link, "Print the command that creates this link in a ledger")
      .type_name("LINK_ID");
  command
      .add_option("--change", options->ledger,
                  "Start from the link's rules in this ledger, and print the command that changes them")
      .type_name("LEDGER");
  command.add_option("--by", options->by, "Staff card that issues the command")
      .type_name("STAFF")
      .needs("--as-command");
  command.add_option("--second", options->second, "Staff card of the second person")
      .type_name("STAFF")
      .needs("--as-command");
  command.footer(
      "Without a PAYTABLE, the presets are listed. docs/guide/designer.md explains the figures and how they are\n"
      "computed.\n\n"
      "Enroll both staff cards before you send the command: a ledger answers a refused command the same way each "
      "time.\n"
      "To send it again, give it another \"id\".\n\n"
      "Exit codes: 0 success, even if the ledger would refuse the command that --change prints; 1 a rule forbids the\n"
      "plan or the link, so no ledger would accept it; 2 usage error; 3 file or ledger error.\n\n"
      "Examples:\n"
      "  cardroom meter\n"
      "  cardroom meter PROG-4C-1 --wagers-per-hour 300\n"
      "  cardroom meter PROG-4C-2 --deduct-all --contribution 70 --seed 3000\n"
      "  cardroom meter ML03 --meter 42000,3100,400 --html ml03.html\n"
      "  cardroom meter ML01 --as-command mega --by 1001 --second 1002 | cardroom ledger run floor.ledger\n"
      "  cardroom meter --as-command mega --change floor.ledger --contribution 8,5,5 --by 1001 --second 1002");
  command.callback([options, second_signature] {
    if (second_signature.given() && options->second_signature.empty())
      throw Stop(usage, "--second-signature: expected an amount or 'none'");
    run_meter(*options);
  });
}

}  // namespace cardroom::cli
