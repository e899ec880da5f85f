#include "lab/meter_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace cardroom::lab {

using namespace forms;

namespace {

constexpr double width = 720;
constexpr double left = 56;
constexpr double right = 16;
constexpr double letter_half = 3.8;  // of a wide font at this size: labels must not touch whatever font there is
constexpr const char* gain_colour = "#2f6f4f";
constexpr const char* loss_colour = "#b0554a";
constexpr const char* rule_colour = "#dde4e0";
constexpr const char* axis_colour = "#9aa8a1";

std::string begin(const std::string& title, double height) {
  return fmt::format(
      R"(<svg viewBox="0 0 {} {}" role="img" aria-label="{}" xmlns="http://www.w3.org/2000/svg" font-family="Inter, Helvetica Neue, Arial, sans-serif" font-size="12" style="font-variant-numeric:tabular-nums">)",
      width, height, escaped(title));
}

std::string text_at(double x, double y, const char* anchor, const std::string& text, const char* colour = "#5a6a62") {
  return fmt::format(R"(<text x="{:.1f}" y="{:.1f}" text-anchor="{}" fill="{}">{}</text>)", x, y, anchor, colour,
                     escaped(text));
}

std::string line_between(double x1, double y1, double x2, double y2, const char* colour, double thickness = 1,
                         const char* dashes = "") {
  return fmt::format(
      R"(<line x1="{:.2f}" y1="{:.2f}" x2="{:.2f}" y2="{:.2f}" stroke="{}" stroke-width="{}" stroke-dasharray="{}"/>)",
      x1, y1, x2, y2, colour, thickness, dashes);
}

std::string money_scale(double to, double y, double across) {
  std::string svg;
  const double step = scale_step(to, 6);
  for (int number = 0; number * step <= to * 1.0001; ++number) {
    const double x = left + number * step * across;
    // The last one would stick out to the right.
    svg += text_at(x, y + 18, x > width - 40 ? "end" : "middle", short_money(number * step));
  }
  return svg;
}

// Labels of marks that stand close together go on lines of their own.
std::vector<int> rows_of(const std::vector<PlotMark>& marks, double across) {
  std::vector<int> rows;
  std::vector<double> ends;
  for (const PlotMark& mark : marks) {
    const double half = letter_half * static_cast<double>(mark.label.size());
    const double from = left + mark.at * across - half;
    int row = 0;
    while (row < static_cast<int>(ends.size()) && from < ends[static_cast<size_t>(row)] + 8) ++row;
    if (row == static_cast<int>(ends.size())) ends.push_back(0);
    ends[static_cast<size_t>(row)] = from + 2 * half;
    rows.push_back(row);
  }
  return rows;
}

std::string mark_label(const PlotMark& mark, double x, double y) {
  const double half = letter_half * static_cast<double>(mark.label.size());
  const char* anchor = x - half < left ? "start" : x + half > width - right ? "end" : "middle";
  const double shifted = x - half < left ? std::max(x - 4, left) : x + half > width - right ? x + 4 : x;
  // A white rim keeps a label readable where another mark's line runs through it.
  std::string text = text_at(std::min(shifted, width - 4), y, anchor, mark.label, mark.colour);
  return text.insert(5, R"( paint-order="stroke" stroke="#fff" stroke-width="4" stroke-linejoin="round")");
}

}  // namespace

double scale_step(double range, int marks) {
  const double rough = range / marks;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough) return factor * power;
  }
  return 10 * power;
}

std::string short_money(double amount) {
  if (amount >= 999'999.5) return fmt::format("${:g} M", std::round(amount / 10'000) / 100);
  std::string digits = fmt::format("{:.0f}", amount);
  if (digits.size() > 3) digits.insert(digits.size() - 3, ",");
  return "$" + digits;
}

std::string meter_line_svg(const std::string& title, const MeterLine& line) {
  const double across = (width - left - right) / line.to;
  const std::vector<int> rows = rows_of(line.marks, across);
  const double top = 24 + 16.0 * (rows.empty() ? 0 : *std::ranges::max_element(rows));
  const double height = top + 236;
  const double bottom = height - 32;
  const double most = std::max(line.value_left, 0.0);
  const double least = std::min(line.value_right, 0.0);
  const double up = (bottom - top) / (most - least);
  const auto x_of = [&](double meter) { return left + meter * across; };
  const auto y_of = [&](double value) { return top + (most - value) * up; };
  std::string svg = begin(title, height);
  const double step = scale_step(most - least, 5);
  for (int number = static_cast<int>(std::ceil(least / step)); number * step <= most * 1.0001; ++number) {
    const double y = y_of(number * step);
    svg += line_between(left, y, width - right, y, number == 0 ? axis_colour : rule_colour);
    svg += text_at(left - 8, y + 4, "end", fmt::format("{:.4g}%", 100 * number * step));
  }
  const auto value_at = [&](double meter) {
    return line.value_left + (line.value_right - line.value_left) * meter / line.to;
  };
  const double even = line.value_left <= 0 ? 0 : line.to * line.value_left / (line.value_left - line.value_right);
  const double turn = std::clamp(even, 0.0, line.to);
  svg += line_between(x_of(0), y_of(line.value_left), x_of(turn), y_of(value_at(turn)), gain_colour, 2.5);
  svg += line_between(x_of(turn), y_of(value_at(turn)), x_of(line.to), y_of(line.value_right), loss_colour, 2.5);
  std::string labels;
  for (size_t i = 0; i < line.marks.size(); ++i) {
    const PlotMark& mark = line.marks[i];
    const double x = x_of(mark.at);
    const double y = y_of(value_at(mark.at));
    const double label_y = 14 + 16.0 * rows[i];
    svg += line_between(x, label_y + 5, x, y, axis_colour, 1, "2 3");
    svg += fmt::format(R"(<circle cx="{:.2f}" cy="{:.2f}" r="4.5" fill="{}" stroke="#fff" stroke-width="1.5"/>)", x, y,
                       mark.colour);
    labels += mark_label(mark, x, label_y);
  }
  return svg + labels + money_scale(line.to, bottom, across) + "</svg>";
}

std::string meter_bars_svg(const std::string& title, const std::vector<ScaleBar>& bars,
                           const std::vector<PlotMark>& marks) {
  const double to = bars.back().to;
  const double across = (width - left - right) / to;
  const std::vector<int> rows = rows_of(marks, across);
  const double top = 28 + 16.0 * (rows.empty() ? 0 : *std::ranges::max_element(rows));
  const double height = top + 196;
  const double bottom = height - 32;
  double most = 0;
  for (const ScaleBar& bar : bars) most = std::max(most, bar.height);
  const double up = (bottom - top) / std::max(most, 1e-300);
  std::string svg = begin(title, height);
  for (const ScaleBar& bar : bars) {
    svg += fmt::format(R"(<rect x="{:.2f}" y="{:.2f}" width="{:.2f}" height="{:.2f}" fill="#7fae96"/>)",
                       left + bar.from * across, bottom - bar.height * up,
                       std::max((bar.to - bar.from) * across - 0.8, 0.4), bar.height * up);
  }
  svg += line_between(left, bottom, width - right, bottom, axis_colour);
  std::string labels;
  for (size_t i = 0; i < marks.size(); ++i) {
    const double x = left + marks[i].at * across;
    const double label_y = 14 + 16.0 * rows[i];
    svg += line_between(x, label_y + 5, x, bottom, marks[i].colour, 1.5, "3 3");
    labels += mark_label(marks[i], x, label_y);
  }
  return svg + labels + money_scale(to, bottom, across) + "</svg>";
}

}  // namespace cardroom::lab
