#include "cli/exposed_pai_gow.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cmath>

#include "base/prng.h"
#include "cli/command.h"
#include "cli/progress.h"
#include "cluster/cluster.h"
#include "forms/json_text.h"
#include "forms/text_table.h"
#include "lab/exact_json.h"
#include "lab/faceup.h"
#include "odds/pai_gow.h"

namespace cardroom::cli {

using namespace forms;

namespace {

namespace pai_gow = games::pai_gow;
using base::Rational;
using lab::with_error;
using odds::Estimate;
using odds::PaiGowRun;
using pai_gow::Variant;

std::string name_of(const PaiGowQuestion& question) {
  return std::string(facts_of(question.variant).name);
}

// What a win pays under the chosen house option.
int win_pays_or_stop(const PaiGowQuestion& question) {
  int win_pays = question.variant == Variant::fortune ? pai_gow::win_less_commission : pai_gow::twentieths;
  for (const std::string& choice : question.house) {
    if (question.variant == Variant::face_up || (choice != "commission=none" && choice != "commission=5")) {
      throw Stop(refused, fmt::format("--house {}: {} [not_a_choice]", choice,
                                      question.variant == Variant::fortune
                                          ? "Fortune Pai Gow allows commission=5 or commission=none"
                                          : "Face Up Pai Gow has no house options"));
    }
    win_pays = choice == "commission=5" ? pai_gow::win_less_commission : pai_gow::twentieths;
  }
  return win_pays;
}

std::string heading(const PaiGowQuestion& question, int win_pays) {
  if (question.variant == Variant::face_up) return name_of(question);
  return fmt::format("{}, {}", name_of(question), win_pays < pai_gow::twentieths ? "5% commission" : "no commission");
}

// ---- One situation ------------------------------------------------------------------------------------------------

cards::CardSet cards_or_stop(const std::string& text, std::string_view option) {
  const auto parsed = cards::parse_cards(text);
  if (!parsed) throw Stop(usage, fmt::format("{}: {}", option, parsed.error().to_text()));
  cards::CardSet set;
  for (const cards::Card card : *parsed) set.add(card);
  return set;
}

void answer_situation(const PaiGowQuestion& question, int win_pays) {
  if (question.variant == Variant::face_up) {
    throw Stop(refused,
               "--own, --seen: the dealer in Face Up Pai Gow shows all cards, so other cards do not matter; single "
               "situations are for fortune-pai-gow [not_hidden]");
  }
  const cards::CardSet own = cards_or_stop(question.own, "--own"), seen = cards_or_stop(question.seen, "--seen");
  if (own.size() != pai_gow::hand_cards) {
    throw Stop(refused, fmt::format("--own: {} cards given; a hand has 7 [bad_cards]", own.size()));
  }
  if (own.intersects(seen)) throw Stop(refused, "--seen: a card from --own appears again [bad_cards]");
  if (cards::deck_size_max - own.size() - seen.size() < pai_gow::hand_cards) {
    throw Stop(refused, "--seen: fewer than seven cards are left for the dealer [bad_cards]");
  }
  const odds::PaiGowSituation situation = odds::look_pai_gow(own, seen, win_pays);
  if (question.json) {
    boost::json::array choices;
    for (size_t at = 0; at < situation.choices.size(); ++at) {
      const auto& [setting, value] = situation.choices[at];
      choices.emplace_back(boost::json::object{{"front", cards::to_text(setting.front)},
                                               {"behind", cards::to_text(own - setting.front)},
                                               {"value", lab::exact_json(value)},
                                               {"best", at == situation.best},
                                               {"basic", at == situation.house}});
    }
    fmt::print("{}", pretty(boost::json::object{{"game", facts_of(question.variant).id},
                                                {"own", cards::to_text(own)},
                                                {"seen", cards::to_text(seen)},
                                                {"ways", situation.ways},
                                                {"choices", std::move(choices)}}));
    return;
  }
  fmt::print("{}: {}\n", heading(question, win_pays), cards::to_text(own));
  fmt::print("{} other card{} seen; {} possible dealer hands.\n\n", seen.size(), seen.size() == 1 ? "" : "s",
             situation.ways);
  TextTable rows({{"front"}, {""}, {"back"}, {"value per wager", Align::right}, {""}});
  for (size_t at = 0; at < situation.choices.size(); ++at) {
    const auto& [setting, value] = situation.choices[at];
    std::string remark = at == situation.best ? "best" : "";
    if (at == situation.house) remark += remark.empty() ? "house way" : ", same as the house way";
    rows.add({cards::to_text(setting.front), cards::pai_gow_two_name(setting.two), cards::pai_gow_name(setting.five),
              base::to_decimal(value, 6), remark});
  }
  fmt::print("{}", rows.to_text(2));
  fmt::print("\nExact. Settings that another one beats in both front and back are omitted.\n");
}

// ---- The whole game -----------------------------------------------------------------------------------------------

void print_changes(const PaiGowRun& run) {
  if (run.changes.empty()) return;
  TextTable changes({{"with"}, {"better"}, {"share of hands", Align::right}, {"gain", Align::right}});
  for (size_t row = 0; row < std::min<size_t>(run.changes.size(), 10); ++row) {
    const odds::ExposedChange& change = run.changes[row];
    changes.add({change.hands, change.instead, fmt::format("{:.3f}%", 100 * change.share_of_deals),
                 fmt::format("{:.4f}%", 100 * change.gain)});
  }
  fmt::print("Where the gain comes from{}:\n{}\n", parts_of_the_sample, changes.to_text(2));
}

void print_run(const PaiGowRun& run, const PaiGowQuestion& question, int win_pays) {
  fmt::print("{}\n", heading(question, win_pays));
  fmt::print("{} player{}; {} other hand{} seen ({} cards).\n\n", question.players, question.players == 1 ? "" : "s",
             question.hands_seen, question.hands_seen == 1 ? "" : "s", question.hands_seen * pai_gow::hand_cards);
  const bool face_up = question.variant == Variant::face_up;
  TextTable rows({{""}, {"", Align::right}, {""}});
  rows.add(
      {face_up ? "house edge with best play" : "house edge with the house way", with_error(run.base_edge), "± 95%"});
  rows.add({face_up ? "gain from seen cards" : "gain from the best setting with seen cards", with_error(run.gain),
            face_up ? "exact" : "± 95%"});
  rows.add({"house edge with seen cards", with_error(run.edge), "± 95%"});
  rows.add({"settings changed", with_error(run.changed), face_up ? "exact" : "± 95%, of all hands"});
  fmt::print("{}\n", rows.to_text(2));
  print_changes(run);
  if (face_up) {
    fmt::print(
        "The dealer's hand is face up and is set before the player's. The result of each setting is therefore\n"
        "certain, and no other card can change it: the gain is exactly zero for any number of players. The edge comes\n"
        "from {} sampled decks (key {}), seven hands each, with every hand played against every other in both roles.\n",
        run.base_decks, question.key);
    return;
  }
  fmt::print(
      "The value of every setting is exact, over all hands the dealer may hold. {} decks were sampled (key {}, {}\n"
      "blocks), with each of the open hands in turn as the player's own. The edge of the house way comes from {}\n"
      "other decks. ± is a 95% interval. Ties keep the house way. The gain includes what a better setting gains\n"
      "without seen cards.\n",
      run.decks, question.key, run.blocks, run.base_decks);
  if (run.out_of_time) fmt::print("The time budget ran out before ± {}% was reached.\n", question.error_percent);
}

void print_json(const PaiGowRun& run, const PaiGowQuestion& question, int win_pays) {
  const bool face_up = question.variant == Variant::face_up;
  boost::json::object root;
  root["game"] = facts_of(question.variant).id;
  root["version"] = CARDROOM_VERSION;
  root["commission_percent"] = 5 * (pai_gow::twentieths - win_pays);
  root["players"] = question.players;
  root["hands_seen"] = question.hands_seen;
  root["base_edge"] = estimate_json(run.base_edge);
  root["gain"] = estimate_json(run.gain);
  root["edge"] = estimate_json(run.edge);
  root["changed"] = estimate_json(run.changed);
  boost::json::array changes;
  for (const odds::ExposedChange& change : run.changes) {
    changes.emplace_back(boost::json::object{{"with", change.hands},
                                             {"better", change.instead},
                                             {"share_of_hands", fmt::format("{:.9f}", change.share_of_deals)},
                                             {"gain", fmt::format("{:.9f}", change.gain)}});
  }
  root["changes"] = std::move(changes);
  root["method"] = {{"outer", "sampled"},  {"inner", "exact"},
                    {"tie", "basic"},      {"basic", face_up ? "best play against the open hand" : "house way"},
                    {"key", question.key}, {"blocks", run.blocks},
                    {"decks", run.decks},  {"base_decks", run.base_decks},
                    {"interval", "95 %"},  {"out_of_time", run.out_of_time}};
  fmt::print("{}", pretty(root));
}

}  // namespace

std::vector<std::string_view> pai_gow_ids() {
  std::vector<std::string_view> ids;
  for (const pai_gow::VariantFacts& facts : pai_gow::variants()) ids.push_back(facts.id);
  return ids;
}

boost::json::object estimate_json(const Estimate& estimate) {
  return {{"value", base::to_decimal(estimate.value, 9)}, {"half_width_95", base::to_decimal(estimate.half_width, 9)}};
}

void answer_pai_gow(PaiGowQuestion question) {
  if (question.others_given) {
    throw Stop(
        usage,
        "Pai Gow supports only --players, --hands-seen, --house, --error, --budget, --key, --own, --seen and --json");
  }
  const int win_pays = win_pays_or_stop(question);
  if (!question.own.empty() || !question.seen.empty()) {
    if (question.players != 0 || question.hands_seen >= 0) {
      throw Stop(usage, "--players and --hands-seen apply to whole games, --own and --seen to one situation");
    }
    return answer_situation(question, win_pays);
  }
  if (question.players == 0) {
    throw Stop(usage, "--players is missing: give the number of players, or --own and --seen for one situation");
  }
  if (question.players > pai_gow::players_max) {
    throw Stop(usage, fmt::format("--players {}: one deck deals {} to at most {} players", question.players,
                                  name_of(question), pai_gow::players_max));
  }
  if (question.hands_seen < 0) question.hands_seen = question.players - 1;
  if (question.hands_seen > question.players - 1) {
    throw Stop(usage, fmt::format("--hands-seen {}: there are only {} other hands", question.hands_seen,
                                  question.players - 1));
  }
  if (const std::string why = cluster::not_joined(); !why.empty()) throw Stop(failed, why);
  cluster::Cluster cluster;
  Progress progress;
  odds::SampleRequest wish{.variant = question.variant, .hands_seen = question.hands_seen, .win_pays = win_pays};
  wish.prng_key = base::prng_key_of(question.key);
  wish.half_width = Rational(base::Integer(std::llround(question.error_percent * 1e6)), base::Integer(100'000'000));
  if (question.budget_seconds > 0) wish.budget = std::chrono::duration<double>(question.budget_seconds);
  const PaiGowRun run = odds::run_pai_gow(wish, cluster, &progress);
  progress.finish();
  question.json ? print_json(run, question, win_pays) : print_run(run, question, win_pays);
}

}  // namespace cardroom::cli
