#include <algorithm>
#include <boost/json.hpp>
#include <chrono>
#include <set>

#include "lab/answers.h"
#include "lab/exact_json.h"
#include "lab/figures_text.h"
#include "lab/values.h"
#include "lab/wager_study.h"

namespace cardroom::lab {

namespace {

using base::Rational;
using odds::Figures;

boost::json::object outcome_json(const Figures& figures, const odds::OutcomeRow& row) {
  const Rational probability(row.deals, figures.deals);
  return {{"outcome", row.name},
          {"deals", row.deals.str()},
          {"probability", share_json(probability)},
          {"net", net_json(row.net)},
          {"contribution", share_json(probability * row.net)},
          {"hit", row.hit}};
}

// The outcomes of one name may have several nets (a raise of one or three): the first goes with the first.
const odds::OutcomeRow* counterpart(const Figures& printed, const odds::OutcomeRow& row,
                                    std::set<const odds::OutcomeRow*>& taken) {
  for (const odds::OutcomeRow& other : printed.rows) {
    if (other.name == row.name && taken.insert(&other).second) return &other;
  }
  return nullptr;
}

boost::json::array outcomes_json(const Figures& figures, const Figures* printed) {
  boost::json::array rows;
  std::set<const odds::OutcomeRow*> taken;
  for (const odds::OutcomeRow& row : figures.rows) {
    boost::json::object one = outcome_json(figures, row);
    if (printed) {
      const odds::OutcomeRow* before = counterpart(*printed, row, taken);
      const Rational now = Rational(row.deals, figures.deals) * row.net;
      const Rational then = before ? Rational(before->deals, printed->deals) * before->net : Rational(0);
      if (now != then) one["change"] = share_json(now - then);
      if (before && before->net != row.net) one["printed_net"] = net_json(before->net);
    }
    rows.emplace_back(std::move(one));
  }
  // What came up under the printed pays, and no longer does.
  for (size_t at = 0; printed && at < printed->rows.size(); ++at) {
    const odds::OutcomeRow& row = printed->rows[at];
    if (taken.contains(&row)) continue;
    boost::json::object one =
        outcome_json(figures, {.name = row.name, .deals = 0, .net = row.net, .staked = row.staked, .hit = row.hit});
    one["change"] = share_json(-Rational(row.deals, printed->deals) * row.net);
    rows.emplace_back(std::move(one));
  }
  return rows;
}

boost::json::object summary_json(const Figures& figures) {
  return {{"house_edge", share_json(figures.house_edge)},
          {"element_of_risk", share_json(figures.element_of_risk)},
          {"average_total_wager", exact_json(figures.average_staked)},
          {"hit_frequency", share_json(figures.hit_frequency)},
          {"variance", exact_json(figures.variance)},
          {"standard_deviation", odds::deviation_text(figures, 6)},
          {"skewness", odds::skewness_text(figures, 6)}};
}

std::expected<boost::json::object, Fault> wager_json(const GameCounts::Lease& lease, const AskedTable& asked, int wager,
                                                     const WagerAsk& ask) {
  const auto figures = count_wager(lease, asked.table, wager, ask);
  if (!figures) return std::unexpected(figures.error());
  boost::json::object json{{"kind", "wager"}, {"name", figures->name}};
  if (!figures->strategy.empty()) json["strategy"] = figures->strategy;
  json["deals"] = figures->deals.str();
  for (const auto& field : summary_json(*figures)) json[field.key()] = field.value();
  std::optional<Figures> printed;
  if (asked.edited()) {
    auto counted = count_wager(lease, asked.printed, wager, ask);
    if (!counted) return std::unexpected(counted.error());
    printed = std::move(*counted);
    json["printed"] = summary_json(*printed);
    json["change"] =
        boost::json::object{{"house_edge", share_json(figures->house_edge - printed->house_edge)},
                            {"hit_frequency", share_json(figures->hit_frequency - printed->hit_frequency)},
                            {"element_of_risk", share_json(figures->element_of_risk - printed->element_of_risk)}};
  }
  json["outcomes"] = outcomes_json(*figures, printed ? &*printed : nullptr);
  const games::WagerPays* pays = asked.table.pays(wager);
  if (pays && !pays->hand_counts().empty()) {
    std::vector<int> hand_counts = pays->hand_counts();
    std::ranges::sort(hand_counts);
    boost::json::array by_hands;
    for (const int hands : hand_counts) {
      WagerAsk other = ask;
      other.hands = hands;
      const auto of_hands = count_wager(lease, asked.table, wager, other);
      if (!of_hands) return std::unexpected(of_hands.error());
      by_hands.emplace_back(boost::json::object{{"hands", hands},
                                                {"house_edge", share_json(of_hands->house_edge)},
                                                {"hit_frequency", share_json(of_hands->hit_frequency)}});
    }
    json["by_hands"] = std::move(by_hands);
  }
  return json;
}

// What a row of a progressive returns, per unit wagered, at the meters of the study.
Rational returned(const ProgressiveStudy& study, const odds::ProgressiveRow& row) {
  if (row.pay.kind != games::Pay::Kind::of_meter) {
    const int64_t back = row.pay.kind == games::Pay::Kind::to_one ? row.pay.denominator : 0;
    return row.wins() * Rational(row.pay.numerator + back, row.pay.denominator);
  }
  const auto& levels = study.figures.levels;
  const auto level = std::ranges::find(levels, row.pay.level, &odds::MeterLevel::name);
  const base::Cents meter = study.terms.meters[static_cast<size_t>(level - levels.begin())];
  return row.wins() * Rational(row.pay.numerator, 100) * Rational(meter.value(), study.terms.wager.value());
}

boost::json::object progressive_summary(const ProgressiveStudy& study) {
  Rational hit;
  for (const odds::ProgressiveRow& row : study.figures.rows) hit += row.wins();
  return {{"house_edge", share_json(study.house_edge())},
          {"hit_frequency", share_json(hit)},
          {"fixed_return", share_json(study.figures.fixed_return)},
          {"envy_return", share_json(study.at.constant - study.figures.fixed_return)},
          {"return", share_json(*study.at.total)}};
}

boost::json::array progressive_rows(const ProgressiveStudy& study, const ProgressiveStudy* printed) {
  boost::json::array rows;
  for (const odds::ProgressiveRow& row : study.figures.rows) {
    boost::json::object one{{"outcome", row.hand},
                            {"deals", row.deals.str()},
                            {"probability", share_json(row.wins())},
                            {"pays", to_notation(row.pay)},
                            {"contribution", share_json(returned(study, row))},
                            {"hit", true}};
    if (row.folded > 0) one["folded"] = share_json(row.folded);
    if (row.envy > base::Cents(0)) one["envy"] = to_text(row.envy);
    if (printed) {
      const auto& before = printed->figures.rows;
      const auto same = std::ranges::find(before, row.hand, &odds::ProgressiveRow::hand);
      const Rational then = same == before.end() ? Rational(0) : returned(*printed, *same);
      if (const Rational now = returned(study, row); now != then) one["change"] = share_json(now - then);
      if (same != before.end() && same->pay != row.pay) one["printed_pays"] = to_notation(same->pay);
    }
    rows.emplace_back(std::move(one));
  }
  return rows;
}

std::expected<boost::json::object, Fault> progressive_json(const GameCounts::Lease& lease, const AskedTable& asked,
                                                           int wager, const WagerAsk& ask) {
  const games::Game& game = asked.table.game();
  const std::string printed_id = paytable_of(asked.printed, group_of(game, wager))->id;
  const auto study = count_progressive(lease, asked.table, printed_id, ask);
  if (!study) return std::unexpected(study.error());
  boost::json::object json{{"kind", "progressive"}, {"name", game.wager(wager).name}};
  if (!study->figures.folded_by.empty()) json["folded_by"] = study->figures.folded_by;
  json["deals"] = study->figures.deals.str();
  for (const auto& field : progressive_summary(*study)) json[field.key()] = field.value();
  std::optional<ProgressiveStudy> printed;
  if (asked.edited()) {
    auto counted = count_progressive(lease, asked.printed, printed_id, ask);
    // Meters given for levels that only the edited pays have cannot be put to the printed ones.
    if (counted) {
      printed = std::move(*counted);
      json["printed"] = progressive_summary(*printed);
      json["change"] = boost::json::object{{"house_edge", share_json(study->house_edge() - printed->house_edge())},
                                           {"return", share_json(*study->at.total - *printed->at.total)}};
    }
  }
  json["outcomes"] = progressive_rows(*study, printed ? &*printed : nullptr);
  json["bet_cents"] = study->terms.wager.value();
  json["players"] = ask.players;
  json["envy_each"] = money_json(study->figures.envy_each);
  json["meters_from"] = study->meters_from == ProgressiveStudy::MetersFrom::question ? "question"
                        : study->meters_from == ProgressiveStudy::MetersFrom::preset ? "preset"
                                                                                     : "nothing";
  boost::json::array levels;
  for (size_t at = 0; at < study->figures.levels.size(); ++at) {
    levels.emplace_back(boost::json::object{{"level", level_id(study->figures.levels[at])},
                                            {"meter_cents", study->terms.meters[at].value()},
                                            {"meter", to_text(study->terms.meters[at])},
                                            {"share", share_json(study->figures.levels[at].share)},
                                            {"break_even", money_json(study->at.even_given[at])}});
  }
  json["levels"] = std::move(levels);
  return json;
}

}  // namespace

Answer figures_answer(GameCounts& counts, const boost::json::object& question) {
  Fields fields(question);
  const WagerAsk ask = read_wager(fields);
  if (auto fault = fields.finish()) return std::unexpected(*fault);
  const auto begun = std::chrono::steady_clock::now();
  const auto asked = asked_table(ask.table);
  if (!asked) return std::unexpected(asked.error());
  const games::Game& game = asked->table.game();
  const auto wager = asked_wager(game, ask);
  if (!wager) return std::unexpected(wager.error());
  auto lease = counts.lease(game, asked->rows);
  if (!lease) return std::unexpected(lease.error());
  auto counted = is_progressive(game, *wager) ? progressive_json(*lease, *asked, *wager, ask)
                                              : wager_json(*lease, *asked, *wager, ask);
  if (!counted) return std::unexpected(counted.error());
  boost::json::object json{{"game", game.facts.id}, {"wager", game.wager(*wager).id}};
  json["paytable"] = paytable_of(asked->printed, group_of(game, *wager))->id;
  json["edited"] = asked->edited();
  boost::json::array warnings;
  for (const std::string& warning : asked->warnings) warnings.emplace_back(warning);
  json["warnings"] = std::move(warnings);
  for (const auto& field : *counted) json[field.key()] = field.value();
  const auto lasted = std::chrono::steady_clock::now() - begun;
  json["microseconds"] = std::chrono::duration_cast<std::chrono::microseconds>(lasted).count();
  return json;
}

}  // namespace cardroom::lab
