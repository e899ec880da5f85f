// cardroom meter [PAYTABLE]: plans a progressive jackpot.
#include <fmt/format.h>

#include <boost/json.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/exact_json.h"
#include "cli/figures_text.h"
#include "cli/linked_tables.h"
#include "cli/meter_report.h"
#include "cli/output_file.h"
#include "cli/show_round.h"
#include "cli/table_options.h"
#include "forms/json_text.h"
#include "forms/text_table.h"
#include "games/registry.h"
#include "odds/analysis.h"

namespace cardroom::cli {

using namespace forms;

namespace {

struct Options {
  std::string paytable;
  std::string preset;
  std::string game;
  std::string wager;
  std::vector<std::string> seeds, contributions, reserves, limits, meters;
  bool deduct_all = false;
  int players = 5;
  int wagers_per_hour = 0;
  bool json = false;
  std::string html, svg;
  std::string link, by, second;

  bool changes() const {
    return !seeds.empty() || !contributions.empty() || !reserves.empty() || !limits.empty() || deduct_all;
  }
};

// Figures of the hands dealt, folded or not: the house may let folded hands win, and a link is proved on hands dealt.
odds::ProgressiveFigures figures_of(const games::PaytablePtr& paytable, const std::string& game_id) {
  const games::Game& game = game_or_stop(game_id.empty() ? paytable->games.front() : game_id);
  games::TableSetup setup{.game = &game, .house = game.facts.house, .paytables = {paytable}};
  setup.house.folded_progressive = games::FoldedProgressive::wins;
  const auto table = games::Table::make(setup, games::shipped_library().paytables);
  if (!table) throw Stop(refused, to_text(table.error()));
  auto figures = odds::Analyst(game).progressive(*table);
  if (!figures) throw Stop(refused, fmt::format("{} has no progressive", game.facts.name));
  return std::move(*figures);
}

// One value a level: a comma stands between levels, and between thousands where there is one level only.
std::vector<std::string> one_a_level(const std::vector<std::string>& given, size_t levels, std::string_view option) {
  std::vector<std::string> pieces;
  for (const std::string& text : given) {
    size_t from = 0;
    for (size_t comma; levels > 1 && (comma = text.find(',', from)) != std::string::npos; from = comma + 1)
      pieces.push_back(text.substr(from, comma - from));
    pieces.push_back(text.substr(from));
  }
  if (!pieces.empty() && pieces.size() != levels)
    throw Stop(usage,
               fmt::format("{}: {} given for {} level{}", option, pieces.size(), levels, levels == 1 ? "" : "s"));
  return pieces;
}

base::Cents amount_or_stop(const std::string& text, std::string_view option) {
  const auto amount = base::parse_cents(text);
  if (!amount) throw Stop(usage, fmt::format("{} {}: {}", option, text, amount.error()));
  return *amount;
}

void put_amounts(const std::vector<std::string>& given, std::string_view option, odds::Preset& preset, auto put) {
  const std::vector<std::string> pieces = one_a_level(given, preset.levels.size(), option);
  for (size_t at = 0; at < pieces.size(); ++at) put(preset.levels[at], amount_or_stop(pieces[at], option));
}

void put_rates(const std::vector<std::string>& given, std::string_view option, odds::Preset& preset,
               int64_t odds::PresetLevel::* rate) {
  const std::vector<std::string> pieces = one_a_level(given, preset.levels.size(), option);
  for (size_t at = 0; at < pieces.size(); ++at) {
    const auto ppm = odds::parse_percent_ppm(pieces[at]);
    if (!ppm) throw Stop(usage, fmt::format("{} {}: a percentage from 0 to 100, such as 12.5", option, pieces[at]));
    preset.levels[at].*rate = *ppm;
  }
}

odds::Preset blank_preset(const games::Paytable& paytable, const odds::ProgressiveFigures& figures) {
  odds::Preset preset;
  preset.paytable = paytable.id;
  preset.wagers = {base::Cents(100)};
  preset.confirm_at = base::Cents(30'000);
  for (const odds::MeterLevel& level : figures.levels) {
    odds::PresetLevel blank;
    blank.name = level.name.empty() ? "Jackpot" : level.name;
    blank.increment_max = base::Cents(25'000);
    preset.levels.push_back(std::move(blank));
  }
  return preset;
}

odds::MeterPlan plan_or_stop(const odds::ProgressiveFigures& figures, const odds::Preset& preset, base::Cents wager,
                             const Options& options) {
  auto plan = odds::plan_of(figures, preset, wager, options.players - 1);
  if (!plan)
    throw Stop(refused, fmt::format("the preset has {} levels, the paytable {} [level_unknown]", preset.levels.size(),
                                    figures.levels.size()));
  return std::move(*plan);
}

// "LINK-01-002 has no preset: its fixed pays and the envy of 4 others alone return 81.38 % of a wager"
std::string no_preset_text(const games::Paytable& paytable, const odds::ProgressiveFigures& figures,
                           const Options& options) {
  const odds::Preset blank = blank_preset(paytable, figures);
  const odds::HouseAdvantage advantage =
      odds::house_advantage(plan_or_stop(figures, blank, blank.wagers.front(), options));
  return fmt::format("{} has no preset: its fixed pays and the envy of {} others alone return {} of a wager",
                     paytable.id, options.players - 1, percent(advantage.fixed + advantage.envy, 2));
}

std::string games_text(const games::Paytable& paytable) {
  std::string text;
  for (const std::string& id : paytable.games)
    text += (text.empty() ? "" : ", ") + std::string(game_or_stop(id).facts.name);
  return text;
}

void list_presets(const Options& options) {
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
      "{}\nThe house advantage is what the house keeps of a wager in the long run, {} others betting at the table.\n",
      rows.to_text(), options.players - 1);
  for (const games::PaytablePtr& paytable : games::shipped_library().paytables) {
    if (paytable->group != "progressive" || odds::find_preset(paytable->id)) continue;
    fmt::print("{}.\n", no_preset_text(*paytable, figures_of(paytable, ""), options));
  }
}

void run(const Options& options) {
  const std::string id = options.paytable.empty() ? options.preset : options.paytable;
  if (id.empty()) {
    if (options.changes() || !options.html.empty() || !options.svg.empty() || !options.link.empty())
      throw Stop(usage, "name a PAYTABLE or a --preset; 'cardroom meter' lists the presets");
    list_presets(options);
    return;
  }
  const games::PaytablePtr paytable = progressive_paytable_or_stop(id);
  if (!options.game.empty() && !paytable->belongs_to(options.game))
    throw Stop(usage, fmt::format("--game {}: {} belongs to {}", options.game, paytable->id, games_text(*paytable)));
  const odds::ProgressiveFigures figures = figures_of(paytable, options.game);
  const odds::Preset* preset = odds::find_preset(options.preset.empty() ? paytable->id : options.preset);
  if (!preset && !options.preset.empty())
    throw Stop(usage, fmt::format("--preset {}: there is none; 'cardroom meter' lists them", options.preset));
  if (!preset && (options.seeds.empty() || options.contributions.empty()))
    throw Stop(usage, no_preset_text(*paytable, figures, options) + "; give --seed and --contribution");
  odds::Preset choices = preset ? *preset : blank_preset(*paytable, figures);
  choices.paytable = paytable->id;
  using Level = odds::PresetLevel;
  put_amounts(options.seeds, "--seed", choices, [](Level& level, base::Cents amount) { level.seed = amount; });
  put_amounts(options.limits, "--limit", choices, [](Level& level, base::Cents amount) { level.limit = amount; });
  put_rates(options.contributions, "--contribution", choices, &Level::contribution_ppm);
  put_rates(options.reserves, "--reserve", choices, &Level::reserve_ppm);
  const base::Cents wager = options.wager.empty() ? choices.wagers.front() : amount_or_stop(options.wager, "--wager");
  if (std::ranges::find(choices.wagers, wager) == choices.wagers.end()) {
    choices.wagers.push_back(wager);
    std::ranges::sort(choices.wagers);
  }
  odds::MeterPlan plan = plan_or_stop(figures, choices, wager, options);
  plan.all_deducted = options.deduct_all;
  if (const auto checked = odds::check_plan(plan); !checked)
    throw Stop(refused, fmt::format("{} [{}]", odds::to_text(checked.error()), odds::code_name(checked.error())));
  MeterTerms terms{.wagers_per_hour = options.wagers_per_hour};
  for (const std::string& piece : one_a_level(options.meters, plan.levels.size(), "--meter"))
    terms.meters.push_back(amount_or_stop(piece, "--meter"));
  std::optional<odds::MeterPlan> as_preset;
  if (preset && preset->levels.size() == figures.levels.size())
    as_preset = plan_or_stop(figures, *preset, wager, options);
  terms.preset = as_preset ? &*as_preset : nullptr;
  MeterReport report = make_meter_report(std::move(plan), std::move(choices), terms);
  report.paytable = paytable->id;
  report.games = games_text(*paytable);
  report.origin = !preset ? "without a preset" : options.changes() ? "its preset, changed" : "as its preset has it";
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

void add_meter_command(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("meter", "Plan a progressive: seed, contribution, house advantage, growth");
  command->add_option("PAYTABLE", options->paytable, "A progressive's designator, or a TOML file");
  command->add_option("--preset", options->preset, "Start from this preset (the paytable's own)")->type_name("ID");
  command->add_option("--game", options->game, "Count in this game (the paytable's first)")->type_name("GAME");
  command->add_option("--wager", options->wager, "The wager (the preset's smallest)")->type_name("AMOUNT");
  const auto list = [&](const char* name, std::vector<std::string>& into, const char* text, const char* type) {
    command->add_option(name, into, text)->type_name(type)->allow_extra_args(false);
  };
  list("--seed", options->seeds, "What a meter restarts at, one a level", "AMOUNT,...");
  list("--contribution", options->contributions, "Of every wager to the meter, in per cent, one a level", "PCT,...");
  list("--reserve", options->reserves, "Of every wager to the reserve", "PCT,...");
  list("--limit", options->limits, "The most that a meter shows", "AMOUNT,...");
  command->add_flag("--deduct-all", options->deduct_all, "All pays come off the first meter");
  command->add_option("--players", options->players, "How many bet the progressive at the table, for envy (5)")
      ->type_name("N")
      ->check(CLI::Range(1, games::positions_max).description(""));
  command->add_option("--wagers-per-hour", options->wagers_per_hour, "Tell times too, at so many on the whole link")
      ->type_name("N")
      ->check(CLI::Range(1, 10'000'000).description(""));
  list("--meter", options->meters, "The house's advantage at these meters", "AMOUNT,...");
  command->add_flag("--json", options->json, "As JSON");
  command->add_option("--html", options->html, "Write a page with plots")->type_name("FILE");
  command->add_option("--svg", options->svg, "Write the plots")->type_name("FILE");
  command->add_option("--as-command", options->link, "Print the command that creates this link in a ledger")
      ->type_name("LINK_ID");
  command->add_option("--by", options->by, "Whose card stands behind that command")->type_name("STAFF");
  command->add_option("--second", options->second, "And the second person's")->type_name("STAFF");
  command->footer(
      "Without a PAYTABLE it lists the presets. docs/meter.md tells what the figures mean and how they are made.\n\n"
      "Examples:\n"
      "  cardroom meter\n"
      "  cardroom meter PROG-4C-1 --wagers-per-hour 300\n"
      "  cardroom meter PROG-4C-2 --deduct-all --contribution 70 --seed 3000\n"
      "  cardroom meter ML03 --meter 42000,3100,400 --html ml03.html\n"
      "  cardroom meter ML01 --as-command mega --by 1001 --second 1002 | cardroom ledger run floor.ledger");
  command->callback([options] { run(*options); });
}

}  // namespace cardroom::cli
