#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lab/figures_text.h"
#include "lab/meter_plot.h"
#include "lab/meter_report.h"

namespace cardroom::lab {

using namespace forms;

namespace {

using base::Rational;

constexpr const char* gold = "#8a6a14";
constexpr const char* ink = "#17211c";
constexpr const char* loss = "#b0554a";

std::string line_plot(const MeterReport& report, size_t at) {
  const LevelReport& level = report.levels[at];
  std::vector<Rational> meters;
  for (const odds::PlanLevel& each : report.plan.levels) meters.push_back(odds::to_units(each.seed));
  const double seed = base::to_double(meters[at]);
  const double even = base::to_double(level.even);
  MeterLine line;
  const bool with_hit = level.at_hit.has_value();
  line.to = 1.15 * std::max({even, seed, with_hit ? base::to_double(level.growth.hit_meter) : 0, 1.0});
  meters[at] = 0;
  line.value_left = base::to_double(odds::advantage_at(report.plan, meters));
  const double slope = base::to_double((level.growth.hit + level.growth.shares) / odds::to_units(report.plan.wager));
  line.value_right = line.value_left - slope * line.to;
  line.marks.push_back({seed, "seed " + short_money(seed), ink});
  if (with_hit) {
    const double hit = base::to_double(level.growth.hit_meter);
    line.marks.push_back({hit, "mean at a hit " + short_money(hit), gold});
  }
  if (even > 0) line.marks.push_back({even, "break-even " + short_money(even), loss});
  if (at < report.meters.size()) {
    const double given = base::to_double(odds::to_units(report.meters[at]));
    if (given <= line.to) line.marks.push_back({given, "given " + short_money(given), "#2b5c9e"});
  }
  std::ranges::sort(line.marks, {}, &PlotMark::at);
  return meter_line_svg("House advantage by the meter", line);
}

std::string hit_plot(const MeterReport& report, size_t at) {
  const LevelReport& level = report.levels[at];
  const odds::HitMeter& meter = level.long_run ? *level.long_run : *level.first;
  const std::vector<ScaleBar> bars = hit_bars(meter);
  std::vector<PlotMark> marks = {{odds::hit_meter_quantile(meter, 0.5).low,
                                  "half below " + short_money(odds::hit_meter_quantile(meter, 0.5).low), ink},
                                 {odds::hit_meter_quantile(meter, 0.9).low,
                                  "90% below " + short_money(odds::hit_meter_quantile(meter, 0.9).low), ink}};
  if (!report.plan.levels[at].limit) {
    const double mean = base::to_double(level.long_run ? level.growth.hit_meter : level.growth.hit_meter_first);
    marks.push_back({mean, "mean " + short_money(mean), gold});
  }
  std::ranges::sort(marks, {}, &PlotMark::at);
  return meter_bars_svg("The meter at a hit", bars, marks);
}

// The chance of running dry by contribution, everything else as planned.
std::string dry_plot(const MeterReport& report) {
  std::vector<LabelledBar> bars;
  odds::MeterPlan plan = report.plan;
  Rational others;
  for (size_t at = 1; at < plan.levels.size(); ++at) others += plan.levels[at].contribution + plan.levels[at].reserve;
  others += plan.levels.front().reserve;
  for (int rate = 40; rate <= 100; rate += 10) {
    plan.levels.front().contribution = Rational(rate, 100);
    if (plan.levels.front().contribution + others > 1) break;
    const odds::RunDry dry = odds::run_dry(plan);
    bars.push_back({fmt::format("{}% contribution", rate), dry.chance.high, odds::chance_text(dry.chance)});
  }
  return labelled_bars_svg("Chance of running dry by contribution", bars);
}

struct Part {
  std::string name;
  Rational value;
  const char* colour;
};

std::vector<Part> parts_of(const MeterReport& report) {
  const odds::HouseAdvantage& advantage = report.advantage;
  std::vector<Part> parts;
  if (!report.plan.all_deducted) parts.push_back({"fixed pays", advantage.fixed, "#6b8f7d"});
  parts.push_back({fmt::format("envy from {} other{}", report.plan.others, report.plan.others == 1 ? "" : "s"),
                   advantage.envy, "#a9bfb3"});
  parts.push_back({"contributions", advantage.contributions, "#d9b45b"});
  parts.push_back({"reserve", advantage.reserves, "#ecd9a8"});
  parts.push_back({"seeds", advantage.seeds, "#c78f5a"});
  parts.push_back({report.plan.all_deducted ? "the house, before advances" : "the house", advantage.after, "#22543d"});
  return parts;
}

std::string dollar_html(const MeterReport& report) {
  std::string bar;
  std::string rows;
  for (const Part& part : parts_of(report)) {
    if (part.value > 0)
      bar +=
          fmt::format(R"(<i style="width:{:.3f}%;background:{}"></i>)", 100 * base::to_double(part.value), part.colour);
    rows += fmt::format(
        R"(<tr><td><b class="dot" style="background:{}"></b>{}</td><td class="n">{}</td><td class="exact">{}</td></tr>)",
        part.colour, escaped(part.name), percent(part.value, 4), base::to_text(part.value));
  }
  return fmt::format(
      R"(<section><h2>Where a dollar goes</h2><div class="bar">{}</div><table class="rows">{}</table></section>)", bar,
      rows);
}

std::string level_html(const MeterReport& report, size_t at) {
  const LevelReport& level = report.levels[at];
  const odds::PlanLevel& rules = report.plan.levels[at];
  std::string title = report.levels.size() == 1 ? "The meter" : level.name;
  std::string html = fmt::format("<section><h2>{}</h2><dl>", escaped(title));
  const auto fact = [&](std::string_view name, const std::string& value) {
    html += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>", name, escaped(value));
  };
  fact("Seed", base::to_text(rules.seed));
  fact("Contribution", percent(rules.contribution, 2));
  fact("Reserve", percent(rules.reserve, 2));
  if (rules.limit) fact("Limit", base::to_text(*rules.limit));
  fact("1,000 wagers add", money_text(level.growth.added_per_thousand));
  fact("Restarts at (mean)", money_text(level.growth.restart_mean));
  fact("Break-even", money_text(level.even));
  html += "</dl><table class=\"rows\"><thead><tr><th>Until a hit</th><th>Mean</th>";
  for (const double by : meter_quantiles) html += fmt::format("<th>{:g}% by</th>", 100 * by);
  html += "</tr></thead>";
  const auto row = [&](const std::string& name, const std::vector<std::string>& cells) {
    html += fmt::format("<tr><td>{}</td>", escaped(name));
    for (const std::string& cell : cells) html += fmt::format("<td class=\"n\">{}</td>", escaped(cell));
    html += "</tr>";
  };
  const auto count = [](double value) {
    const std::string money = base::cents_text(std::llround(value) * 100);  // "$54,145.00"
    return money.substr(1, money.size() - 4);
  };
  std::vector<std::string> wagers = {count(base::to_double(1 / level.growth.hit))};
  for (const int64_t by : level.wagers_by) wagers.push_back(count(static_cast<double>(by)));
  row("Wagers", wagers);
  if (report.wagers_per_hour > 0) {
    const auto days = [&](double value) { return fmt::format("{:.1f}", value / report.wagers_per_hour / 24); };
    std::vector<std::string> cells = {days(base::to_double(1 / level.growth.hit))};
    for (const int64_t by : level.wagers_by) cells.push_back(days(static_cast<double>(by)));
    row(fmt::format("Days, at {} wagers per hour", report.wagers_per_hour), cells);
  }
  const auto meters = [&](const std::string& name, const std::vector<odds::Interval>& by, const Rational& mean) {
    std::vector<std::string> cells = {rules.limit ? "" : money_text(mean)};
    for (const odds::Interval& meter : by) cells.push_back(money_interval(meter));
    row(name, cells);
  };
  if (level.first) meters("Meter at the first hit", level.first_by, level.growth.hit_meter_first);
  if (level.long_run) meters("Meter at later hits", level.later_by, level.growth.hit_meter);
  html += "</table><h3>House advantage by the meter</h3>" + line_plot(report, at);
  if (level.first) html += "<h3>The meter at a hit</h3>" + hit_plot(report, at);
  return html + "</section>";
}

std::string dry_html(const MeterReport& report) {
  const odds::RunDry& dry = *report.dry;
  std::string html = fmt::format(
      "<section><h2>Running dry</h2><p>All pays are deducted from {}. The chance that it runs dry between hits is "
      "<strong>{}</strong>; the house then advances what is missing, {} per run on average. After "
      "these advances, the house advantage is <strong>{}</strong>.</p>",
      escaped(report.levels.front().name), odds::chance_text(dry.chance), money_interval(dry.advanced),
      percent_interval(advantage_after_advances(report)));
  return html + "<h3>By contribution, with all else as planned</h3>" + dry_plot(report) + "</section>";
}

constexpr std::string_view meter_style = R"(
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { font: 15px/1.5 Inter, "Helvetica Neue", Arial, sans-serif; color: #17211c; background: #f5f7f6; margin: 0; padding: 32px 24px 48px; font-variant-numeric: tabular-nums; }
main { max-width: 880px; margin: 0 auto; display: grid; gap: 16px; }
header { display: flex; justify-content: space-between; align-items: flex-end; gap: 24px; } header > div:first-child { min-width: 0; }
h1 { font-size: 24px; line-height: 1.2; margin: 0 0 4px; } h2 { font-size: 18px; margin: 0 0 12px; } h3 { font-size: 15px; margin: 24px 0 8px; }
p { margin: 0 0 8px; } .sub { color: #5a6a62; margin: 0; }
.edge { text-align: right; flex: none; max-width: 50%; } .edge strong { display: block; font-size: 36px; line-height: 1.1; font-weight: 600; } .edge span { color: #5a6a62; font-size: 13px; overflow-wrap: anywhere; }
section { background: #fff; border: 1px solid #dde4e0; border-radius: 10px; padding: 20px 24px; min-width: 0; }
.bar { display: flex; height: 28px; border-radius: 6px; overflow: hidden; margin-bottom: 12px; background: #eef2f0; } .bar i { display: block; border-right: 1px solid #fff; }
.dot { display: inline-block; width: 10px; height: 10px; border-radius: 3px; margin-right: 8px; }
table { border-collapse: collapse; width: 100%; } th { text-align: left; font-weight: 600; } td, th { padding: 5px 16px 5px 0; vertical-align: baseline; }
.rows { font-size: 13px; } .rows tr + tr td { border-top: 1px solid #eef2f0; } .rows thead th { border-bottom: 1px solid #c9d2cd; } .rows th:not(:first-child), .n { text-align: right; white-space: nowrap; }
.exact { color: #5a6a62; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(110px, 1fr)); gap: 12px 16px; margin: 0 0 16px; } dt { color: #5a6a62; font-size: 13px; } dd { margin: 0; font-size: 15px; font-weight: 600; }
ul { margin: 0; padding-left: 20px; } li + li { margin-top: 8px; } svg { width: 100%; height: auto; display: block; } .foot { color: #5a6a62; font-size: 13px; }
@media print { body { background: #fff; padding: 0; } section { break-inside: avoid; } }
)";

}  // namespace

std::string meter_svg(const MeterReport& report) {
  std::string svg;
  double y = 0;
  const auto add = [&](const std::string& title, const std::string& plot) {
    // Each plot has its own viewBox "0 0 720 height"; placed below the last at the same width.
    const size_t from = plot.find("0 0 720 ") + 8;
    const double height = std::stod(plot.substr(from));
    svg += fmt::format(R"(<text x="8" y="{:.0f}" font-size="15" font-weight="600" fill="#17211c">{}</text>)", y + 24,
                       escaped(title));
    y += 40;
    svg += fmt::format(R"svg(<g transform="translate(0,{:.0f})">)svg", y) + plot;
    svg.insert(svg.rfind("<svg ") + 5, fmt::format(R"(width="720" height="{:.0f}" )", height));
    svg += "</g>";
    y += height + 24;
  };
  for (size_t at = 0; at < report.levels.size(); ++at) {
    const std::string prefix = report.paytable + (report.levels.size() == 1 ? "" : " " + report.levels[at].name) + ": ";
    add(prefix + "house advantage by the meter", line_plot(report, at));
    if (report.levels[at].first) add(prefix + "the meter at a hit", hit_plot(report, at));
  }
  if (report.dry) add(report.paytable + ": chance of running dry by contribution", dry_plot(report));
  return fmt::format(
             R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 {0:.0f}" width="720" height="{0:.0f}" font-family="Inter, Helvetica Neue, Arial, sans-serif"><rect width="720" height="{0:.0f}" fill="#fff"/>)",
             y) +
         svg + "</svg>\n";
}

std::string meter_html(const MeterReport& report) {
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width\"><title>{0}: progressive plan</title><style>{1}</style></head><body><main>"
      "<header><div><h1>{0}</h1><p class=\"sub\">{2}<br>{3}; a wager of {4}, {5} other bettor{9}</p></div>"
      "<div class=\"edge\"><span>House advantage{6}</span><strong>{7}</strong><span>{8}</span></div></header>",
      escaped(report.paytable), meter_style, escaped(report.games), escaped(report.origin),
      base::to_text(report.plan.wager), report.plan.others, report.plan.all_deducted ? ", before advances" : "",
      percent(report.advantage.after, 2), base::to_text(report.advantage.after), report.plan.others == 1 ? "" : "s");
  if (!report.advice.empty()) {
    html += "<section><h2>Advice</h2><ul>";
    for (const odds::Advice& advice : report.advice) html += fmt::format("<li>{}</li>", escaped(advice.text));
    html += "</ul></section>";
  }
  html += dollar_html(report);
  if (report.dry) html += dry_html(report);
  for (size_t at = 0; at < report.levels.size(); ++at) html += level_html(report, at);
  return html +
         fmt::format(
             "<p class=\"foot\">Advantages and means are exact fractions, rounded in print. Quantiles of the meter "
             "and the chance of running dry lie within the bounds shown. Folded hands count as winners. Cardroom "
             "{}.</p></main></body></html>\n",
             CARDROOM_VERSION);
}

}  // namespace cardroom::lab
