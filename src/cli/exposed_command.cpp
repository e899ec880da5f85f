// cardroom exposed GAME: what a player gains by seeing other players' cards.
#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <chrono>
#include <cmath>
#include <memory>

#include "base/prng.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/exposed_pai_gow.h"
#include "cli/progress.h"
#include "cli/show_round.h"
#include "cli/table_options.h"
#include "cluster/cluster.h"
#include "forms/json_text.h"
#include "forms/text_table.h"
#include "lab/exact_json.h"
#include "lab/faceup.h"
#include "lab/figures_text.h"
#include "odds/exposed_run.h"

namespace cardroom::cli {

using namespace forms;

namespace {

using base::Rational;
using lab::with_error;
using odds::Estimate;
using odds::ExposedFigures;
using odds::ExposedRun;

struct ExposedOptions {
  std::string game;
  TableOptions table;
  int players = 0;
  int hands_seen = -1;
  bool dealer_hole = false;
  double error_percent = 0.05;
  double budget_seconds = 0;
  std::string key = "1";
  std::string own, community, dealer, hole, seen;
  std::vector<std::string> made;
  bool sample = false;
  bool json = false;
};

constexpr std::string_view basic_play =
    "Basic play is the best play without seen cards; its ties go to the smaller wager. Where a choice made with\n"
    "seen cards ties with basic play, basic play is kept.";

cards::CardSet cards_or_stop(const games::Game& game, const std::string& text, std::string_view option) {
  const auto parsed = cards::parse_cards(text);
  if (!parsed) throw Stop(usage, fmt::format("{}: {}", option, parsed.error().to_text()));
  cards::CardSet set;
  for (const cards::Card card : *parsed) set.add(card);
  if (!(set - game.facts.deck).empty())
    throw Stop(usage, fmt::format("{}: {} is played without a joker", option, game.facts.name));
  return set;
}

// ---- One situation ------------------------------------------------------------------------------------------------

void print_situation(const ExposedOptions& options, const games::Table& table, const odds::SeenCards& cards,
                     const odds::Situation& situation) {
  if (options.json) {
    boost::json::object root;
    root["game"] = table.game().facts.id;
    root["own"] = cards::to_text(cards.own);
    root["community"] = cards::to_text(cards.community);
    root["dealer"] = cards::to_text(cards.up);
    root["hole"] = cards::to_text(cards.hole);
    root["seen"] = cards::to_text(cards.others);
    root["ways"] = situation.ways;
    boost::json::array choices;
    for (size_t choice = 0; choice < situation.choices.size(); ++choice) {
      choices.emplace_back(boost::json::object{{"choice", situation.choices[choice]},
                                               {"value", lab::exact_json(situation.values[choice])},
                                               {"best", choice == situation.best},
                                               {"basic", choice == situation.basic}});
    }
    root["choices"] = std::move(choices);
    fmt::print("{}", pretty(root));
    return;
  }
  const games::Facts& facts = table.game().facts;
  const bool showdown = odds::ExposedAnalyst::is_showdown(table);
  fmt::print("{}: {}", facts.name, cards::to_text(cards.own));
  if (showdown) {
    const auto ranking = facts.readings[static_cast<size_t>(facts.player_reading)].ranking;
    fmt::print(" ({})", name_of(ranking, rank_hand(ranking, cards.own)));
  }
  fmt::print("\n");
  if (!cards.community.empty()) fmt::print("Community cards: {}.\n", cards::to_text(cards.community));
  if (!cards.up.empty()) fmt::print("The dealer shows {}.\n", cards::to_text(cards.up));
  if (!cards.hole.empty()) fmt::print("Seen of the dealer's hidden cards: {}.\n", cards::to_text(cards.hole));
  fmt::print("{} other card{} seen; ", cards.others.size(), cards.others.size() == 1 ? "" : "s");
  showdown ? fmt::print("{} possible dealer hands.\n\n", situation.ways)
           : fmt::print("the hidden cards can fall in {} ways.\n\n", situation.ways);
  TextTable rows({{"choice"}, {fmt::format("value per {}", table.game().wager(0).name), Align::right}, {""}, {""}});
  for (size_t choice = 0; choice < situation.choices.size(); ++choice) {
    std::string remark = choice == situation.best ? "best" : "";
    if (choice == situation.basic) remark += remark.empty() ? "basic play" : ", same as basic play";
    rows.add({situation.choices[choice], base::to_decimal(situation.values[choice], 6),
              "= " + base::to_text(situation.values[choice]), remark});
  }
  fmt::print("{}", rows.to_text(2));
}

void answer_situation(const ExposedOptions& options, const games::Table& table, const odds::ExposedAnalyst& analyst) {
  if (options.own.empty()) throw Stop(usage, "--own is missing: give the player's cards in this situation");
  const odds::SeenCards cards{.own = cards_or_stop(table.game(), options.own, "--own"),
                              .community = cards_or_stop(table.game(), options.community, "--community"),
                              .up = cards_or_stop(table.game(), options.dealer, "--dealer"),
                              .hole = cards_or_stop(table.game(), options.hole, "--hole"),
                              .others = cards_or_stop(table.game(), options.seen, "--seen"),
                              .made = options.made};
  const auto situation = analyst.look(cards);
  if (!situation) {
    const std::string_view which = situation.error().which;
    const std::string_view option = which == "up" ? "dealer" : which == "others" ? "seen" : which;
    throw Stop(refused, fmt::format("--{}: {} [bad_cards]", option, situation.error().why));
  }
  print_situation(options, table, cards, *situation);
}

// ---- The whole game -----------------------------------------------------------------------------------------------

void print_counted(const ExposedFigures& figures, const std::string& ante) {
  if (figures.counted.empty()) return;
  fmt::print("Playing {} instead of folding, by number of {}:\n", figures.counted.front().hands,
             figures.counted.front().counted);
  TextTable rows({{"seen", Align::right},
                  {"share of deals", Align::right},
                  {"value per " + ante, Align::right},
                  {"gain if played from here on", Align::right}});
  // The total gain of the rule "play with this many or more".
  std::vector<Rational> from(figures.counted.size() + 1);
  for (size_t row = figures.counted.size(); row-- > 0;) {
    from[row] = from[row + 1] + figures.counted[row].share_of_deals * figures.counted[row].value;
  }
  for (size_t row = 0; row < figures.counted.size(); ++row) {
    const odds::CountedValue& value = figures.counted[row];
    rows.add({fmt::format("{}", value.count), percent(value.share_of_deals, 3), percent(value.value, 3),
              percent(from[row], 4)});
  }
  fmt::print("{}\n", rows.to_text(2));
}

void print_simple(const odds::SimplePlay& simple, const std::string& ante, bool exact) {
  if (simple.rules.empty()) return;
  fmt::print("Simple rules. Count {}:\n", simple.counting);
  TextTable rows(
      {{"with"}, {"do"}, {""}, {"share of deals", Align::right}, {exact ? "gain" : "gain where found", Align::right}});
  constexpr size_t rules_shown = 12;
  double rest = 0;
  for (size_t at = 0; at < simple.rules.size(); ++at) {
    const odds::SimpleRule& rule = simple.rules[at];
    if (at >= rules_shown) {
      rest += rule.gain;
      continue;
    }
    rows.add({rule.hands, rule.instead, rule.when, fmt::format("{:.3f}%", 100 * rule.share_of_deals),
              fmt::format("{:.4f}%", 100 * rule.gain)});
  }
  fmt::print("{}", rows.to_text(2));
  if (simple.rules.size() > rules_shown) {
    fmt::print("  and {} more that gain {:.4f}% (--json lists them)\n", simple.rules.size() - rules_shown, 100 * rest);
  }
  fmt::print("  Together they gain {} and leave the house {} of the {}{}.\n\n", with_error(simple.gain),
             with_error(simple.edge), ante, exact ? " (exact)" : ", measured on separate deals");
}

void print_figures(const ExposedRun& run, const ExposedOptions& options, const games::Table& table) {
  const ExposedFigures& figures = run.figures;
  const int cards_seen = options.hands_seen * table.cards_of(games::Holder::player);
  fmt::print("{}, paytables {}\n", table.game().facts.name, paytable_ids(table));
  fmt::print("{} player{}; {} other hand{} seen ({} cards){}.\n\n", options.players, options.players == 1 ? "" : "s",
             options.hands_seen, options.hands_seen == 1 ? "" : "s", cards_seen,
             options.dealer_hole ? ", and one of the dealer's hidden cards" : "");
  TextTable rows({{""}, {"", Align::right}, {""}});
  const std::string ante(table.game().wager(0).name);
  const std::string how = run.exact ? "exact" : "± 95%";
  rows.add({"house edge with basic play, of the " + ante, percent(figures.base_edge, 4), "exact"});
  rows.add({"gain from seen cards", with_error(figures.gain), how});
  rows.add({"house edge with seen cards, of the " + ante, with_error(figures.edge), how});
  rows.add({"house edge with seen cards, of all wagers", with_error(figures.edge_per_total), how});
  rows.add({"decisions changed", with_error(figures.changed), how + ", of all deals"});
  fmt::print("{}\n", rows.to_text(2));
  if (!figures.changes.empty()) {
    TextTable changes({{"with"}, {"better"}, {"share of deals", Align::right}, {"gain", Align::right}});
    for (size_t row = 0; row < std::min<size_t>(figures.changes.size(), 10); ++row) {
      const odds::ExposedChange& change = figures.changes[row];
      changes.add({change.hands, change.instead, fmt::format("{:.3f}%", 100 * change.share_of_deals),
                   fmt::format("{:.4f}%", 100 * change.gain)});
    }
    fmt::print("Where the gain comes from{}:\n{}\n", run.exact ? "" : parts_of_the_sample, changes.to_text(2));
  }
  if (cards_seen > 0) print_counted(figures, ante);
  print_simple(figures.simple, ante, run.exact);
  if (run.exact) {
    fmt::print("Exact: every hand was counted with every set of seen cards.\n{}\n", basic_play);
    return;
  }
  fmt::print(
      "The edge of basic play and the value of every decision are exact; {} deals were sampled (key {}, {} blocks).\n"
      "± is a 95% interval.{}\n{}\n",
      figures.deals_seen, options.key, run.blocks,
      figures.simple.rules.empty() ? "" : " A rule's own gain comes from the deals it was found on, which flatters it.",
      basic_play);
  if (run.out_of_time) fmt::print("The time budget ran out before ± {}% was reached.\n", options.error_percent);
}

void print_json(const ExposedRun& run, const ExposedOptions& options, const games::Table& table) {
  const ExposedFigures& figures = run.figures;
  boost::json::object root;
  root["game"] = table.game().facts.id;
  boost::json::array paytables;
  for (const games::PaytablePtr& paytable : table.paytables()) paytables.emplace_back(paytable->id);
  root["paytables"] = std::move(paytables);
  root["version"] = CARDROOM_VERSION;
  root["players"] = options.players;
  root["hands_seen"] = options.hands_seen;
  root["dealer_hole_seen"] = options.dealer_hole;
  root["base_edge"] = lab::exact_json(figures.base_edge);
  root["base_total_wager"] = lab::exact_json(figures.base_staked);
  root["gain"] = estimate_json(figures.gain);
  root["edge"] = estimate_json(figures.edge);
  root["edge_per_total_wager"] = estimate_json(figures.edge_per_total);
  root["changed"] = estimate_json(figures.changed);
  boost::json::array changes;
  for (const odds::ExposedChange& change : figures.changes) {
    changes.emplace_back(boost::json::object{{"with", change.hands},
                                             {"better", change.instead},
                                             {"share_of_deals", fmt::format("{:.9f}", change.share_of_deals)},
                                             {"gain", fmt::format("{:.9f}", change.gain)}});
  }
  root["changes"] = std::move(changes);
  boost::json::array counted;
  for (const odds::CountedValue& value : figures.counted) {
    counted.emplace_back(boost::json::object{{"with", value.hands},
                                             {"counted", value.counted},
                                             {"count", value.count},
                                             {"share_of_deals", lab::exact_json(value.share_of_deals)},
                                             {"value", lab::exact_json(value.value)}});
  }
  root["counted"] = std::move(counted);
  boost::json::array rules;
  for (const odds::SimpleRule& rule : figures.simple.rules) {
    rules.emplace_back(boost::json::object{{"with", rule.hands},
                                           {"better", rule.instead},
                                           {"when", rule.when},
                                           {"share_of_deals", fmt::format("{:.9f}", rule.share_of_deals)},
                                           {"gain", fmt::format("{:.9f}", rule.gain)}});
  }
  root["simple"] = {{"count", figures.simple.counting},
                    {"rules", std::move(rules)},
                    {"gain", estimate_json(figures.simple.gain)},
                    {"edge", estimate_json(figures.simple.edge)}};
  boost::json::object method{{"outer", run.exact ? "counted" : "sampled"},
                             {"inner", "exact"},
                             {"tie", "basic"},
                             {"denominator", table.game().wager(0).id},
                             {"strategy", "optimal"}};
  if (!run.exact) {
    method["key"] = options.key;
    method["blocks"] = run.blocks;
    method["deals"] = figures.deals_seen;
    method["interval"] = "95 %";
    method["out_of_time"] = run.out_of_time;
  }
  root["method"] = std::move(method);
  fmt::print("{}", pretty(root));
}

void run_exposed(ExposedOptions& options) {
  if (const auto* pai_gow = games::pai_gow::find_variant(options.game)) {
    const bool others = !options.table.paytables.empty() || options.dealer_hole || options.sample ||
                        !options.dealer.empty() || !options.hole.empty() || !options.community.empty() ||
                        !options.made.empty();
    return answer_pai_gow({pai_gow->variant, options.table.house, options.players, options.hands_seen,
                           options.error_percent, options.budget_seconds, options.key, options.own, options.seen,
                           others, options.json});
  }
  const games::Game& game = game_or_stop(options.game, pai_gow_ids());
  const games::Table table = make_table(game, options.table);
  if (const auto why = odds::ExposedAnalyst::not_possible(table)) {
    throw Stop(refused, fmt::format("{}: seen cards cannot be analyzed: {} [not_analysed]", game.facts.name, *why));
  }
  const bool one_situation = !options.own.empty() || !options.seen.empty() || !options.dealer.empty() ||
                             !options.hole.empty() || !options.community.empty() || !options.made.empty();
  if (!one_situation) {
    if (options.players == 0) {
      throw Stop(usage, "--players is missing: give the number of players, or --own and --seen for one situation");
    }
    if (options.players > table.players_max()) {
      throw Stop(usage, fmt::format("--players {}: one deck deals {} to at most {} players", options.players,
                                    game.facts.name, table.players_max()));
    }
    if (options.dealer_hole && !odds::ExposedAnalyst::is_showdown(table)) {
      throw Stop(refused, table.cards_of(games::Holder::dealer) > 0
                              ? fmt::format("--dealer-hole: in {} a hidden card can be seen only in single situations: "
                                            "use --own and --hole [not_analysed]",
                                            game.facts.name)
                              : fmt::format("--dealer-hole: {} has no dealer hand [no_showdown]", game.facts.name));
    }
    if (options.hands_seen < 0) options.hands_seen = options.players - 1;
    if (options.hands_seen > options.players - 1) {
      throw Stop(usage, fmt::format("--hands-seen {}: there are only {} other hands", options.hands_seen,
                                    options.players - 1));
    }
    const int left = game.facts.deck.size() - (1 + options.hands_seen) * table.cards_of(games::Holder::player);
    if (options.dealer_hole && left <= table.cards_of(games::Holder::dealer)) {
      throw Stop(refused, "--dealer-hole: no card is left to deal besides the dealer's hand [too_many_seen]");
    }
  } else if (options.players != 0 || options.hands_seen >= 0 || options.dealer_hole) {
    throw Stop(usage,
               "--players, --hands-seen and --dealer-hole apply to whole games, --own and --seen to one situation");
  }
  if (const std::string why = cluster::not_joined(); !why.empty()) throw Stop(failed, why);
  cluster::Cluster cluster;
  Progress progress;
  const odds::ExposedAnalyst analyst(table, &progress);
  if (one_situation) {
    progress.finish();
    return answer_situation(options, table, analyst);
  }
  odds::ExposedWish wish;
  wish.seen = {options.hands_seen, options.dealer_hole};
  wish.prng_key = base::prng_key_of(options.key);
  wish.half_width = Rational(base::Integer(std::llround(options.error_percent * 1e6)), base::Integer(100'000'000));
  if (options.budget_seconds > 0) wish.budget = std::chrono::duration<double>(options.budget_seconds);
  wish.sample = options.sample;
  const ExposedRun found = analyst.run(wish, cluster, &progress);
  progress.finish();
  options.json ? print_json(found, options, table) : print_figures(found, options, table);
}

}  // namespace

void add_exposed_command(Command app) {
  auto options = std::make_shared<ExposedOptions>();
  Command command = app.add_subcommand("exposed", "Compute what a player gains by seeing other players' cards");
  command.add_option("GAME", options->game, "Game id (see 'cardroom games'), fortune-pai-gow or face-up-pai-gow")
      .required();
  command.add_option("--players", options->players, "Number of players, including this one")
      .type_name("N")
      .between(1, games::positions_max);
  command.add_option("--hands-seen", options->hands_seen, "Number of other hands seen (default: all)")
      .type_name("N")
      .between(0, games::positions_max);
  command.add_flag("--dealer-hole", options->dealer_hole, "One of the dealer's hidden cards is also seen");
  add_paytable_option(command, options->table);
  add_house_option(command, options->table);
  command
      .add_option("--error", options->error_percent,
                  "Stop at this half-width of the 95% interval, in percent (default: 0.05)")
      .type_name("PERCENT")
      .number_between(0.001, 10);
  command
      .add_option("--budget", options->budget_seconds,
                  "Stop dealing after this many seconds and report the interval reached")
      .type_name("SECONDS")
      .number_between(1, 86400);
  command
      .add_option("--key", options->key, "Selects the sampled deals; the same key gives the same result (default: 1)")
      .type_name("KEY");
  command.add_option("--own", options->own, "One situation: the player's cards").type_name("CARDS");
  command.add_option("--community", options->community, "One situation: community cards turned so far")
      .type_name("CARDS");
  command
      .add_option("--made", options->made,
                  "One situation: earlier decisions, such as 3x,1x or back,check (default: the smallest)")
      .comma_separated()
      .one_value()
      .type_name("CHOICES");
  command.add_option("--dealer", options->dealer, "One situation: dealer cards shown under the rules")
      .type_name("CARDS");
  command.add_option("--hole", options->hole, "One situation: hidden dealer cards that are seen anyway")
      .type_name("CARDS");
  command.add_option("--seen", options->seen, "One situation: all other cards seen").type_name("CARDS");
  command.add_flag("--sample", options->sample, "Sample even if every case could be counted");
  command.add_flag("--json", options->json, "Print JSON");
  command.footer(
      "Every decision uses everything the player sees: their own cards, the dealer cards shown under the rules, and\n"
      "the other hands. Its value is exact. The seen cards are sampled, so results carry a 95% interval; Three Card\n"
      "Poker with up to three players is counted in full. The gain is measured against basic play, the best play\n"
      "without seen cards; in Fortune Pai Gow, against the house way. --dealer-hole is for games with one decision\n"
      "against the dealer.\n\n"
      "--budget does not shorten what must be done first: counting the base game and the first 32,768 deals (half a\n"
      "minute in Ultimate Texas Hold'em; in Pai Gow 4,000 hands, two minutes with two players). Nor does it shorten\n"
      "a full count (see --sample).\n\n"
      "Under mpirun, several copies of the program share the deals (except for Pai Gow); the figures are the same.\n\n"
      "Examples:\n"
      "  cardroom exposed caribbean-stud --players 7\n"
      "  cardroom exposed three-card-poker --players 3\n"
      "  mpirun -np 4 cardroom exposed crazy-4-poker --players 6 --error 0.02 --key mine\n"
      "  cardroom exposed mississippi-stud --own \"Js 9d\" --community \"6c 7c\" --made 3x,1x --seen \"Jd 9h 6h 2c\"\n"
      "  cardroom exposed three-card-poker --own \"Qs 5d 3c\" --seen \"As Kd Qh 9c 7d 2h\"");
  command.callback([options] { run_exposed(*options); });
}

}  // namespace cardroom::cli
