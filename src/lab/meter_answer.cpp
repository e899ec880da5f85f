#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <chrono>
#include <cmath>

#include "lab/answers.h"
#include "lab/figures_text.h"
#include "lab/meter_report.h"
#include "lab/values.h"
#include "lab/wager_study.h"

namespace cardroom::lab {

namespace {

using base::Rational;

constexpr int64_t seed_cents_max = 1'000'000'000;  // ten million dollars
constexpr int curve_points = 61;
constexpr int players_shown = 7;

struct MeterAsk {
  WagerAsk wager;
  std::vector<int64_t> seeds_cents;
  std::vector<std::string> contributions;  // in per cent: "12.5"
  std::vector<std::string> reserves;
};

MeterAsk read_meter(Fields& fields) {
  MeterAsk ask;
  ask.wager = read_wager(fields);
  ask.seeds_cents = fields.numbers("seeds_cents", 8, 0, seed_cents_max);
  ask.contributions = fields.texts("contributions", 8);
  ask.reserves = fields.texts("reserves", 8);
  return ask;
}

std::expected<void, Fault> put_rates(const std::vector<std::string>& given, std::string_view field,
                                     int64_t odds::PresetLevel::* rate, odds::Preset& choices) {
  if (given.empty()) return {};
  if (given.size() != choices.levels.size()) {
    return std::unexpected(Fault{"rates_not_one_a_level", std::string(field),
                                 fmt::format("{} given for {} levels", given.size(), choices.levels.size())});
  }
  for (size_t at = 0; at < given.size(); ++at) {
    const auto ppm = odds::parse_percent_ppm(given[at]);
    if (!ppm) {
      return std::unexpected(Fault{"malformed_rate", fmt::format("{}[{}]", field, at),
                                   "a percentage from 0 to 100 with at most four decimals, such as 12.5"});
    }
    choices.levels[at].*rate = *ppm;
  }
  return {};
}

std::expected<odds::Preset, Fault> choices_of(const MeterAsk& ask, const odds::ProgressiveFigures& figures,
                                              const games::Paytable& printed) {
  const odds::Preset* preset = odds::find_preset(printed.id);
  const bool fits = preset && preset->levels.size() == figures.levels.size();
  odds::Preset choices = fits ? *preset : blank_preset(printed, figures);
  if (!ask.seeds_cents.empty()) {
    if (ask.seeds_cents.size() != choices.levels.size()) {
      return std::unexpected(
          Fault{"seeds_not_one_a_level", "seeds_cents",
                fmt::format("{} given for {} levels", ask.seeds_cents.size(), choices.levels.size())});
    }
    for (size_t at = 0; at < choices.levels.size(); ++at) {
      choices.levels[at].seed = base::Cents(ask.seeds_cents[at]);
      choices.levels[at].limit.reset();
    }
  }
  if (auto put = put_rates(ask.contributions, "contributions", &odds::PresetLevel::contribution_ppm, choices); !put)
    return std::unexpected(put.error());
  if (auto put = put_rates(ask.reserves, "reserves", &odds::PresetLevel::reserve_ppm, choices); !put)
    return std::unexpected(put.error());
  return choices;
}

// The next round number: 1, 2, 2.5 or 5 times a power of ten.
double round_up(double value) {
  const double power = std::pow(10, std::floor(std::log10(std::max(value, 1.0))));
  for (const double factor : {1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0}) {
    if (factor * power >= value) return factor * power;
  }
  return 10 * power;
}

// The house's advantage of a wager by the meter of one level, the others as they are.
boost::json::object curve_json(const MeterReport& report, size_t at, const std::vector<Rational>& meters) {
  const LevelReport& level = report.levels[at];
  std::vector<Rational> moved = meters;
  moved[at] = 0;
  const Rational left = odds::advantage_at(report.plan, moved);
  const Rational even = odds::break_even(report.plan, at, meters);
  const Rational hit = level.growth.hit_meter;
  const double to = round_up(1.2 * std::max({base::to_double(even), base::to_double(meters[at]),
                                             level.first ? base::to_double(hit) : 0, 100.0}));
  const double slope = base::to_double((level.growth.hit + level.growth.shares) / odds::to_units(report.plan.wager));
  boost::json::array points;
  for (int i = 0; i < curve_points; ++i) {
    const double meter = to * i / (curve_points - 1);
    points.emplace_back(boost::json::array{meter, 100 * (base::to_double(left) - slope * meter)});
  }
  boost::json::object json{{"level", level.name == "the meter" ? "meter" : level.name},
                           {"points", std::move(points)},
                           {"meter", money_json(meters[at])},
                           {"seed", money_json(odds::to_units(report.plan.levels[at].seed))},
                           {"break_even", money_json(even)}};
  if (level.first && !report.plan.levels[at].limit) json["mean_at_hit"] = money_json(hit);
  if (level.first) {
    boost::json::array bars;
    for (const forms::ScaleBar& bar : hit_bars(level.long_run ? *level.long_run : *level.first))
      bars.emplace_back(boost::json::array{bar.from, bar.to, bar.height});
    json["hit_bars"] = std::move(bars);
  }
  return json;
}

boost::json::array by_players(const odds::MeterPlan& plan, const std::vector<Rational>& meters) {
  boost::json::array rows;
  odds::MeterPlan other = plan;
  for (other.others = 0; other.others < players_shown; ++other.others) {
    rows.emplace_back(boost::json::object{{"players", other.others + 1},
                                          {"house_edge", share_json(odds::advantage_at(other, meters))},
                                          {"long_run", share_json(odds::house_advantage(other).after)},
                                          {"break_even", money_json(odds::break_even(other, 0, meters))}});
  }
  return rows;
}

boost::json::object advantage_json(const odds::HouseAdvantage& advantage) {
  return {{"fixed_pays", share_json(advantage.fixed)},
          {"envy", share_json(advantage.envy)},
          {"contributions", share_json(advantage.contributions)},
          {"reserves", share_json(advantage.reserves)},
          {"seeds", share_json(advantage.seeds)},
          {"house", share_json(advantage.after)}};
}

boost::json::array levels_json(const MeterReport& report, const odds::Preset& choices) {
  boost::json::array levels;
  for (size_t at = 0; at < report.levels.size(); ++at) {
    const LevelReport& level = report.levels[at];
    const auto percent_text = [](int64_t ppm) { return base::to_decimal(Rational(ppm, 10'000), 2); };
    levels.emplace_back(boost::json::object{{"level", level.name == "the meter" ? "meter" : level.name},
                                            {"seed_cents", choices.levels[at].seed.value()},
                                            {"contribution", percent_text(choices.levels[at].contribution_ppm)},
                                            {"reserve", percent_text(choices.levels[at].reserve_ppm)},
                                            {"hit", share_json(level.growth.hit)},
                                            {"one_in", base::to_decimal(1 / level.growth.hit, 0)},
                                            {"half_by_wagers", level.wagers_by.front()},
                                            {"restart_mean", money_json(level.growth.restart_mean)}});
  }
  return levels;
}

}  // namespace

Answer meter_answer(GameCounts& counts, const boost::json::object& question) {
  Fields fields(question);
  MeterAsk ask = read_meter(fields);
  if (!fields.has("players")) ask.wager.players = 5;
  if (auto fault = fields.finish()) return std::unexpected(*fault);
  const auto begun = std::chrono::steady_clock::now();
  const auto asked = asked_table(ask.wager.table);
  if (!asked) return std::unexpected(asked.error());
  const games::Game& game = asked->table.game();
  const auto& wagers = game.facts.wagers;
  const auto progressive = std::ranges::find(wagers, games::WagerKind::progressive, &games::WagerFact::kind);
  if (progressive == wagers.end())
    return std::unexpected(Fault{"no_progressive", "game", fmt::format("{} has no progressive", game.facts.name)});
  const games::PaytablePtr& printed =
      paytable_of(asked->printed, group_of(game, static_cast<int>(progressive - wagers.begin())));
  std::expected<ProgressiveStudy, Fault> study;
  {
    const auto lease = counts.lease(game, asked->rows);
    if (!lease) return std::unexpected(lease.error());
    study = count_progressive(*lease, asked->table, printed->id, ask.wager);
  }
  if (!study) return std::unexpected(study.error());
  if (study->figures.levels.empty())
    return std::unexpected(Fault{"no_meter", "edits", "no pay is a share of a meter", 422});
  auto choices = choices_of(ask, study->figures, *printed);
  if (!choices) return std::unexpected(choices.error());
  auto plan = odds::plan_of(study->figures, *choices, study->terms.wager, study->terms.others);
  if (!plan) return std::unexpected(Fault{"level_unknown", "", "the levels do not match those of the paytable", 422});
  if (const auto checked = odds::check_plan(*plan); !checked) {
    return std::unexpected(Fault{std::string(code_name(checked.error())), "", odds::to_text(checked.error()), 422});
  }
  // At the given meters; otherwise at the seeds, whether chosen or preset.
  std::vector<Rational> meters;
  for (size_t at = 0; at < plan->levels.size(); ++at) {
    const bool given = !ask.wager.meters_cents.empty();
    meters.push_back(odds::to_units(given ? study->terms.meters[at] : plan->levels[at].seed));
  }
  const MeterReport report = make_meter_report(*plan, *choices, {});
  boost::json::object json{{"game", game.facts.id}, {"paytable", printed->id}};
  json["preset"] = odds::find_preset(printed->id) != nullptr;
  json["bet_cents"] = plan->wager.value();
  json["players"] = ask.wager.players;
  json["advantage"] = advantage_json(report.advantage);
  json["at_meters"] = share_json(odds::advantage_at(*plan, meters));
  json["levels"] = levels_json(report, *choices);
  boost::json::array curves;
  for (size_t at = 0; at < report.levels.size(); ++at) curves.emplace_back(curve_json(report, at, meters));
  json["curves"] = std::move(curves);
  json["by_players"] = by_players(*plan, meters);
  boost::json::array advice;
  for (const odds::Advice& each : report.advice)
    advice.emplace_back(boost::json::object{{"code", odds::code_name(each.code)}, {"text", each.text}});
  json["advice"] = std::move(advice);
  const auto lasted = std::chrono::steady_clock::now() - begun;
  json["microseconds"] = std::chrono::duration_cast<std::chrono::microseconds>(lasted).count();
  return json;
}

}  // namespace cardroom::lab
