// cardroom analyze GAME: the exact figures of every wager.
#include <fmt/format.h>

#include <boost/json.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/figures_json.h"
#include "cli/show_round.h"
#include "cli/table_options.h"
#include "cli/text_table.h"
#include "odds/analysis.h"
#include "odds/rule_file.h"

namespace cardroom::cli {

namespace {

using base::Rational;
using odds::Figures;

struct Options {
  std::string game;
  TableOptions table;
  std::string wager;
  std::string strategy = "optimal";
  bool json = false;
};

std::string percent(const Rational& value, int places) {
  return base::to_decimal(value * 100, places) + " %";
}

void print_figures(const Figures& figures) {
  fmt::print("{}{}\n", figures.name, figures.strategy.empty() ? "" : fmt::format(" ({})", figures.strategy));
  TextTable facts({{""}, {"", Align::right}, {""}});
  const auto exact = [](const Rational& value) { return "= " + base::to_text(value); };
  facts.add({"house edge", percent(figures.house_edge, 6), exact(figures.house_edge)});
  if (figures.average_staked != 1) {
    facts.add({"  per total wager", percent(figures.element_of_risk, 6), exact(figures.element_of_risk)});
    facts.add({"average total wager", base::to_decimal(figures.average_staked, 6), exact(figures.average_staked)});
  }
  facts.add({"hit frequency", percent(figures.hit_frequency, 6), exact(figures.hit_frequency)});
  facts.add({"variance", base::to_decimal(figures.variance, 6), exact(figures.variance)});
  facts.add({"standard deviation", odds::deviation_text(figures, 7), ""});
  facts.add({"skewness", odds::skewness_text(figures, 7), ""});
  fmt::print("{}\n", facts.to_text(2));
  TextTable rows({{"outcome"},
                  {"deals", Align::right},
                  {"probability", Align::right},
                  {"net", Align::right},
                  {"contributes", Align::right}});
  for (const odds::OutcomeRow& row : figures.rows) {
    const Rational probability(row.deals, figures.deals);
    rows.add({row.name, row.deals.str(), percent(probability, 6), (row.net > 0 ? "+" : "") + base::to_text(row.net),
              percent(probability * row.net, 6)});
  }
  rows.add({"all", figures.deals.str(), "100.000000 %", "", percent(-figures.house_edge, 6)});
  fmt::print("{}\n", rows.to_text(2));
}

void print_progressive(const odds::ProgressiveFigures& figures) {
  fmt::print("PROGRESSIVE\n");
  TextTable rows({{"hand"},
                  {"deals", Align::right},
                  {"probability", Align::right},
                  {"pays", Align::right},
                  {"returns", Align::right},
                  {"envy", Align::right}});
  for (const odds::ProgressiveRow& row : figures.rows) {
    const Rational probability(row.deals, figures.deals);
    const bool meter = row.pay.kind == games::Pay::Kind::of_meter;
    rows.add({row.hand, row.deals.str(), percent(probability, 8), to_text(row.pay),
              meter ? "" : percent(probability * Rational(row.pay.numerator, row.pay.denominator), 6),
              row.envy > base::Cents(0) ? base::to_text(row.envy) : ""});
  }
  fmt::print("{}\n", rows.to_text(2));
  TextTable facts({{""}, {"", Align::right}, {""}});
  facts.add({"fixed return", percent(figures.fixed_return, 6), "= " + base::to_text(figures.fixed_return)});
  facts.add({"envy from each other bettor", "$" + base::to_decimal(figures.envy_each, 8),
             "= " + base::to_text(figures.envy_each)});
  for (const auto& [level, share] : figures.meter_share) {
    facts.add({fmt::format("share of {}", level.empty() ? "the meter" : level),
               "1 in " + base::to_decimal(1 / share, 2), "= " + base::to_text(share)});
  }
  // With one level the meter at which the wager is even, alone at the table, has one value.
  if (figures.meter_share.size() == 1) {
    const Rational even = (1 - figures.fixed_return) / figures.meter_share.begin()->second;
    const base::Integer cents = boost::multiprecision::numerator(even) * 100 / boost::multiprecision::denominator(even);
    facts.add({"break-even meter, $1 wager, alone", base::cents_text(cents.convert_to<int64_t>()),
               "= " + base::to_text(even)});
  }
  fmt::print("{}\n", facts.to_text(2));
}

void run(const Options& options) {
  const games::Game& game = game_or_stop(options.game);
  const games::Table table = make_table(game, options.table);
  const odds::NamedRule rule = rule_or_stop(options.strategy, game);
  odds::Analyst analyst(game);
  const auto or_stop = [](auto figures) {
    if (!figures) throw Stop(refused, figures.error());
    return std::move(*figures);
  };
  std::vector<Figures> all;
  bool with_progressive = options.wager.empty();
  if (options.wager.empty()) {
    all = or_stop(analyst.all(table, rule));
  } else {
    const int wager = game.wager_index(options.wager);
    if (wager == games::no_wager) {
      throw Stop(usage, fmt::format("{} has no wager '{}': 'cardroom games {}' lists them", game.facts.name,
                                    options.wager, game.facts.id));
    }
    const games::WagerPays* pays = table.pays(wager);
    if (game.wager(wager).kind == games::WagerKind::progressive) {
      with_progressive = true;
    } else if (pays && !pays->hand_counts().empty()) {
      std::vector<int> counts = pays->hand_counts();
      std::ranges::sort(counts);
      for (const int hands : counts) all.push_back(or_stop(analyst.wager(table, wager, {}, hands)));
    } else {
      all.push_back(or_stop(analyst.wager(table, wager, rule)));
    }
  }
  std::optional<odds::ProgressiveFigures> progressive;
  if (with_progressive) progressive = analyst.progressive(table);
  if (!options.json) {
    fmt::print("{}, paytables {}\n\n", game.facts.name, paytable_ids(table));
    for (const Figures& figures : all) print_figures(figures);
    if (progressive) print_progressive(*progressive);
    return;
  }
  boost::json::object root;
  root["game"] = game.facts.id;
  boost::json::array paytables;
  for (const games::PaytablePtr& paytable : table.paytables()) paytables.emplace_back(paytable->id);
  root["paytables"] = std::move(paytables);
  root["version"] = CARDROOM_VERSION;
  boost::json::array wagers;
  for (const Figures& figures : all) wagers.emplace_back(figures_json(figures));
  root["wagers"] = std::move(wagers);
  if (progressive) root["progressive"] = progressive_json(*progressive);
  fmt::print("{}", pretty(root));
}

}  // namespace

odds::NamedRule rule_or_stop(const std::string& strategy, const games::Game& game) {
  if (strategy == "optimal") return {};
  if (strategy == "basic") {
    return {"basic", [](const games::View& view, const games::Table& table, const games::Actions& actions) {
              return table.game().basic(view, table, actions);
            }};
  }
  auto rule = odds::parse_rule_file(read_file(strategy), game);
  if (!rule) throw Stop(refused, fmt::format("{}: {}", strategy, rule.error()));
  return {strategy, *rule};
}

void add_analyze_command(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("analyze", "The exact figures of every wager under any paytable");
  command->add_option("GAME", options->game, "A game's id ('cardroom games' lists them)")->required();
  add_paytable_option(*command, options->table);
  command->add_option("--wager", options->wager, "Only this wager")->type_name("WAGER");
  command
      ->add_option("--strategy", options->strategy, "How the base game is played: optimal, basic, or a file of rules")
      ->type_name("NAME|FILE");
  command->add_flag("--json", options->json, "As JSON");
  command->footer(
      "All figures are exact: counted over every deal, pays applied afterwards. House edges are of the wager before "
      "the\n"
      "deal, positive for the house. A fractional pay counts as printed, without rounding to chips.\n\n"
      "A file of rules has one rule a line, the first that fits decides:\n"
      "  bet 3 with pair of tens or better\n"
      "  bet 1 with pair of threes or better against 2-9\n"
      "  fold\n\n"
      "Examples:\n"
      "  cardroom analyze three-card-poker\n"
      "  cardroom analyze four-card-poker --paytable FCP-08 --wager ante\n"
      "  cardroom analyze caribbean-stud --wager cover-all --json");
  command->callback([options] { run(*options); });
}

}  // namespace cardroom::cli
