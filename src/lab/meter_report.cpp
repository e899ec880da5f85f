#include "lab/meter_report.h"

#include <fmt/format.h>

#include <boost/json.hpp>
#include <cmath>
#include <limits>

#include "forms/text_table.h"
#include "lab/exact_json.h"
#include "lab/figures_text.h"
#include "odds/meter_figures.h"

namespace cardroom::lab {

using namespace forms;

using base::Rational;

namespace {

constexpr int text_width = 120;

// Whole numbers in groups of three, as money has them.
std::string grouped(int64_t value) {
  std::string digits = std::to_string(value);
  for (auto at = static_cast<int64_t>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<size_t>(at), 1, ',');
  return digits;
}

std::string one_in(const Rational& chance) {
  return "1 in " + grouped(std::llround((1 / chance).convert_to<double>()));
}

std::string hours_text(double wagers, int wagers_per_hour) {
  const double hours = wagers / wagers_per_hour;
  return hours < 48 ? fmt::format("{:.1f} hours", hours) : fmt::format("{:.1f} days", hours / 24);
}

std::vector<Rational> seeds_of(const odds::MeterPlan& plan) {
  std::vector<Rational> seeds;
  for (const odds::PlanLevel& level : plan.levels) seeds.push_back(odds::to_units(level.seed));
  return seeds;
}

std::string decimal(double value) {
  return fmt::format("{:.12g}", value);
}

boost::json::object interval_json(const odds::Interval& interval) {
  boost::json::object fields;
  if (!std::isinf(interval.low)) fields["low"] = decimal(interval.low);
  if (!std::isinf(interval.high)) fields["high"] = decimal(interval.high);
  return fields;
}

std::string advantage_text(const MeterReport& report) {
  const odds::HouseAdvantage& advantage = report.advantage;
  TextTable rows({{"of every dollar wagered"}, {"", Align::right}, {""}});
  const auto row = [&](const std::string& name, const Rational& value) {
    rows.add({name, percent(value, 4), exact(value)});
  };
  if (report.plan.all_deducted) {
    row("fixed pays (from the meter)", advantage.fixed);
  } else {
    row("fixed pays", advantage.fixed);
  }
  row(fmt::format("envy from {} other{}", report.plan.others, report.plan.others == 1 ? "" : "s"), advantage.envy);
  if (!report.plan.all_deducted) row("the house, before the meter", advantage.before);
  row("contributions", advantage.contributions);
  row("reserve", advantage.reserves);
  row("seeds", advantage.seeds);
  row(report.plan.all_deducted ? "the house, before advances" : "the house", advantage.after);
  return rows.to_text(2);
}

std::string levels_text(const MeterReport& report) {
  TextTable rows({{"level"},
                  {"seed", Align::right},
                  {"contribution", Align::right},
                  {"reserve", Align::right},
                  {"limit", Align::right},
                  {"hit", Align::right},
                  {"1,000 wagers add", Align::right},
                  {"restarts at (mean)", Align::right}});
  for (size_t at = 0; at < report.levels.size(); ++at) {
    const odds::PlanLevel& rules = report.plan.levels[at];
    const LevelReport& level = report.levels[at];
    rows.add({level.name, base::to_text(rules.seed), percent(rules.contribution, 2), percent(rules.reserve, 2),
              rules.limit ? base::to_text(*rules.limit) : "none", one_in(level.growth.hit),
              money_text(level.growth.added_per_thousand), money_text(level.growth.restart_mean)});
  }
  return rows.to_text(2);
}

std::string hits_text(const MeterReport& report) {
  std::vector<TextTable::Column> columns = {{"until a hit"}, {"mean", Align::right}};
  for (const double by : meter_quantiles) columns.push_back({fmt::format("{:g}% by", 100 * by), Align::right});
  TextTable rows(columns);
  for (const LevelReport& level : report.levels) {
    const std::string prefix = report.levels.size() == 1 ? "" : level.name + ": ";
    std::vector<std::string> wagers = {prefix + "wagers", base::to_decimal(1 / level.growth.hit, 0)};
    wagers[1] = grouped(std::stoll(wagers[1]));
    for (const int64_t count : level.wagers_by) wagers.push_back(grouped(count));
    rows.add(wagers);
    if (report.wagers_per_hour > 0) {
      std::vector<std::string> hours = {
          prefix + fmt::format("at {} wagers per hour", grouped(report.wagers_per_hour)),
          hours_text((1 / level.growth.hit).convert_to<double>(), report.wagers_per_hour)};
      for (const int64_t count : level.wagers_by)
        hours.push_back(hours_text(static_cast<double>(count), report.wagers_per_hour));
      rows.add(hours);
    }
    const auto meters = [&](const std::string& name, const std::vector<odds::Interval>& by, const Rational& mean,
                            bool limited) {
      std::vector<std::string> cells = {prefix + name, limited ? "" : money_text(mean)};
      for (const odds::Interval& meter : by) cells.push_back(money_interval(meter));
      rows.add(cells);
    };
    const bool limited = report.plan.levels[static_cast<size_t>(&level - report.levels.data())].limit.has_value();
    if (level.first) meters("meter at the first hit", level.first_by, level.growth.hit_meter_first, limited);
    if (level.long_run) meters("meter at later hits", level.later_by, level.growth.hit_meter, limited);
  }
  return rows.to_text(2);
}

std::string by_meter_text(const MeterReport& report) {
  TextTable rows({{report.plan.all_deducted ? "house and meter, with" : "the house, with"},
                  {"meter", Align::right},
                  {"advantage", Align::right}});
  const std::vector<Rational> seeds = seeds_of(report.plan);
  rows.add({report.levels.size() == 1 ? "the meter at its seed" : "all meters at their seeds",
            report.levels.size() == 1 ? money_text(seeds.front()) : "",
            percent(odds::advantage_at(report.plan, seeds), 4)});
  for (size_t at = 0; at < report.levels.size(); ++at) {
    const LevelReport& level = report.levels[at];
    if (level.at_hit) {
      rows.add({level.name + " at a hit (mean)", money_text(level.growth.hit_meter), percent(*level.at_hit, 4)});
    }
    rows.add({level.name + " at break-even", money_text(level.even), "0%"});
  }
  if (!report.meters.empty()) {
    std::vector<Rational> given;
    std::string shown;
    for (const base::Cents meter : report.meters) {
      given.push_back(odds::to_units(meter));
      shown += (shown.empty() ? "" : ", ") + base::to_text(meter);
    }
    rows.add({"the meters as given", shown, percent(odds::advantage_at(report.plan, given), 4)});
  }
  return rows.to_text(2);
}

// Starting from the seed alone and without shares below 100%, the meter is exactly seed plus contributions.
void put_quantiles(const odds::PlanLevel& rules, LevelReport& level) {
  for (size_t i = 0; i < std::size(meter_quantiles) && level.first; ++i) {
    odds::Interval first = odds::hit_meter_quantile(*level.first, meter_quantiles[i]);
    if (level.growth.shares == 0) {
      Rational meter =
          odds::to_units(rules.seed) + level.growth.added_per_thousand / 1000 * Rational(level.wagers_by[i]);
      if (rules.limit) meter = std::min(meter, odds::to_units(*rules.limit));
      first.low = first.high = meter.convert_to<double>();
    }
    level.first_by.push_back(first);
    if (!level.long_run) continue;
    odds::Interval later = odds::hit_meter_quantile(*level.long_run, meter_quantiles[i]);
    if (rules.limit) later.high = std::min(later.high, odds::to_units(*rules.limit).convert_to<double>());
    level.later_by.push_back(later);
  }
}

}  // namespace

std::vector<ScaleBar> hit_bars(const odds::HitMeter& meter) {
  constexpr int bins = 60;
  const double bin = odds::hit_meter_quantile(meter, 0.995).high / bins;
  std::vector<ScaleBar> bars;
  for (int i = 0; i < bins; ++i) bars.push_back({i * bin, (i + 1) * bin, 0});
  for (const std::vector<double>* side : {&meter.low, &meter.high}) {
    for (size_t i = 0; i < side->size(); ++i) {
      const auto to = static_cast<size_t>(static_cast<double>(i) * meter.step / bin);
      if (to < bars.size()) bars[to].height += (*side)[i] / 2;
    }
  }
  return bars;
}

std::string money_interval(const odds::Interval& amount) {
  const auto cents = [](double units) { return static_cast<int64_t>(std::floor(units * 100 + 0.5)); };
  if (std::isinf(amount.high)) return "at least " + base::cents_text(cents(amount.low));
  if (cents(amount.low) == cents(amount.high)) return base::cents_text(cents(amount.low));
  // Whole dollars, outwards.
  const auto dollars = [](double units) { return "$" + grouped(static_cast<int64_t>(units)); };
  return dollars(std::floor(amount.low)) + " to " + dollars(std::ceil(amount.high));
}

std::string percent_interval(const odds::Interval& value) {
  const auto near = [](double part) { return fmt::format("{:.4f}%", 100 * part); };
  if (near(value.low) == near(value.high)) return near(value.low);
  // Outwards, so that the true figure is within what is printed.
  const std::string low = fmt::format("{:.4f}%", std::floor(value.low * 1e6) / 1e4);
  const std::string high = fmt::format("{:.4f}%", std::ceil(value.high * 1e6) / 1e4);
  return std::isinf(value.low) ? "at most " + high : low + " to " + high;
}

odds::Interval deducted_hit_mean(const MeterReport& report) {
  const odds::PlanLevel& level = report.plan.levels.front();
  const odds::LevelGrowth& growth = report.levels.front().growth;
  const Rational wager = odds::to_units(report.plan.wager);
  const Rational without =
      odds::to_units(level.seed) + (level.contribution - report.advantage.fixed) * wager / growth.hit;
  const auto base = without.convert_to<double>();
  return {base + report.dry->advanced.low, base + report.dry->advanced.high};
}

// A run is 1/hit wagers long.
odds::Interval advantage_after_advances(const MeterReport& report) {
  return odds::advantage_after_advances(report.plan, *report.dry);
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

MeterReport make_meter_report(odds::MeterPlan plan, odds::Preset choices, const MeterTerms& terms) {
  MeterReport report;
  report.advantage = odds::house_advantage(plan);
  report.meters = terms.meters;
  report.wagers_per_hour = terms.wagers_per_hour;
  const std::vector<Rational> seeds = seeds_of(plan);
  for (size_t at = 0; at < plan.levels.size(); ++at) {
    LevelReport level;
    level.name = plan.levels.size() == 1 ? "the meter" : plan.levels[at].name;
    level.growth = odds::level_growth(plan, at);
    for (const double by : meter_quantiles) level.wagers_by.push_back(odds::wagers_until(level.growth.hit, by));
    if (!plan.all_deducted || at > 0) {
      level.first = odds::hit_meter(plan, at, odds::Restart::from_seed);
      if (plan.levels[at].reserve > 0) level.long_run = odds::hit_meter(plan, at, odds::Restart::long_run);
      if (!plan.levels[at].limit) {
        std::vector<Rational> meters = seeds;
        meters[at] = level.growth.hit_meter;
        level.at_hit = odds::advantage_at(plan, meters);
      }
    }
    put_quantiles(plan.levels[at], level);
    level.even = odds::break_even(plan, at, seeds);
    report.levels.push_back(std::move(level));
  }
  if (plan.all_deducted) report.dry = odds::run_dry(plan);
  report.advice = odds::advise(plan, {.preset = terms.preset, .dry = report.dry ? &*report.dry : nullptr});
  report.plan = std::move(plan);
  report.choices = std::move(choices);
  return report;
}

std::string meter_text(const MeterReport& report) {
  std::string text = fmt::format("{}, {}: a wager of {}, {} other bettor{}\n{}\n\n", report.paytable, report.origin,
                                 base::to_text(report.plan.wager), report.plan.others,
                                 report.plan.others == 1 ? "" : "s", report.games);
  text += advantage_text(report) + "\n" + levels_text(report) + "\n" + hits_text(report) + "\n";
  if (report.dry) {
    TextTable rows({{"all pays are deducted from the meter"}, {"", Align::right}});
    rows.add({"chance of running dry between hits", odds::chance_text(report.dry->chance)});
    rows.add({"advanced by the house per run from the seed (mean)", money_interval(report.dry->advanced)});
    if (!report.dry->shares_left_open) {
      rows.add({"meter at the first hit (mean)", money_interval(deducted_hit_mean(report))});
    }
    rows.add({"the house, after advances", percent_interval(advantage_after_advances(report))});
    text += rows.to_text(2) + "\n";
  }
  text += by_meter_text(report);
  if (report.advice.empty()) return text + "\nNo issues with these settings.\n";
  TextTable advice({{"advice"}, {""}});
  for (const odds::Advice& each : report.advice) advice.add({"-", each.text});
  return text + "\n" + advice.to_text(2, text_width);
}

boost::json::object meter_json(const MeterReport& report) {
  boost::json::object root;
  root["paytable"] = report.paytable;
  root["wager_cents"] = report.plan.wager.value();
  root["other_bettors"] = report.plan.others;
  root["all_deducted"] = report.plan.all_deducted;
  const odds::HouseAdvantage& advantage = report.advantage;
  root["house_advantage"] = boost::json::object{
      {"fixed_return", exact_json(advantage.fixed)},  {"envy", exact_json(advantage.envy)},
      {"before_meter", exact_json(advantage.before)}, {"contributions", exact_json(advantage.contributions)},
      {"reserves", exact_json(advantage.reserves)},   {"seeds", exact_json(advantage.seeds)},
      {"after", exact_json(advantage.after)}};
  if (report.dry)
    root["house_advantage"].as_object()["after_advances"] = interval_json(advantage_after_advances(report));
  boost::json::array levels;
  for (size_t at = 0; at < report.levels.size(); ++at) {
    const LevelReport& level = report.levels[at];
    const odds::PlanLevel& rules = report.plan.levels[at];
    boost::json::object fields;
    fields["name"] = rules.name;
    fields["seed_cents"] = rules.seed.value();
    fields["contribution"] = exact_json(rules.contribution);
    fields["reserve"] = exact_json(rules.reserve);
    if (rules.limit) fields["limit_cents"] = rules.limit->value();
    fields["hit"] = exact_json(level.growth.hit);
    fields["added_per_thousand_wagers"] = exact_json(level.growth.added_per_thousand);
    fields["restart_mean"] = exact_json(level.growth.restart_mean);
    boost::json::array quantiles;
    for (size_t i = 0; i < std::size(meter_quantiles); ++i) {
      boost::json::object quantile{{"by", decimal(meter_quantiles[i])}, {"wagers", level.wagers_by[i]}};
      if (report.wagers_per_hour > 0)
        quantile["hours"] = decimal(static_cast<double>(level.wagers_by[i]) / report.wagers_per_hour);
      if (level.first) quantile["meter_first"] = interval_json(level.first_by[i]);
      if (level.long_run) quantile["meter_later"] = interval_json(level.later_by[i]);
      quantiles.emplace_back(std::move(quantile));
    }
    fields["until_hit"] = std::move(quantiles);
    if (level.first && !rules.limit) {
      fields["hit_meter_first_mean"] = exact_json(level.growth.hit_meter_first);
      fields["hit_meter_mean"] = exact_json(level.growth.hit_meter);
    }
    fields["break_even"] = exact_json(level.even);
    levels.emplace_back(std::move(fields));
  }
  root["levels"] = std::move(levels);
  if (report.dry) {
    root["run_dry"] = boost::json::object{{"chance", interval_json(report.dry->chance)},
                                          {"advanced_a_run", interval_json(report.dry->advanced)},
                                          {"shares_left_open", report.dry->shares_left_open}};
  }
  if (!report.meters.empty()) {
    std::vector<Rational> given;
    for (const base::Cents meter : report.meters) given.push_back(odds::to_units(meter));
    root["advantage_at_meters"] = exact_json(odds::advantage_at(report.plan, given));
  }
  boost::json::array advice;
  for (const odds::Advice& each : report.advice)
    advice.emplace_back(boost::json::object{{"code", odds::code_name(each.code)}, {"text", each.text}});
  root["advice"] = std::move(advice);
  return root;
}

}  // namespace cardroom::lab
