#include "forms/svg_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace cardroom::forms {

namespace {

constexpr int plot_width = 720;
constexpr const char* gain_colour = "#2f6f4f";
constexpr const char* loss_colour = "#b0554a";
constexpr const char* rule_colour = "#c9d2cd";

// A step for the marks of a scale: 1, 2 or 5 times a power of ten, giving about six marks.
double step_for(double range) {
  const double rough = range / 6;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough) return factor * power;
  }
  return 10 * power;
}

std::string begin(const std::string& title, int height) {
  return fmt::format(
      R"(<svg viewBox="0 0 {} {}" role="img" aria-label="{}" xmlns="http://www.w3.org/2000/svg" font-size="12">)",
      plot_width, height, escaped(title));
}

}  // namespace

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '&': safe += "&amp;"; break;
      case '<': safe += "&lt;"; break;
      case '>': safe += "&gt;"; break;
      case '"': safe += "&quot;"; break;
      default: safe += c;
    }
  }
  return safe;
}

std::string labelled_bars_svg(const std::string& title, const std::vector<LabelledBar>& bars) {
  constexpr int row = 22;
  constexpr int label_width = 360;
  constexpr int value_width = 84;
  double most = 0;
  double least = 0;
  size_t longest = 1;
  for (const LabelledBar& bar : bars) {
    most = std::max(most, bar.value);
    least = std::min(least, bar.value);
    longest = std::max(longest, bar.label.size());
  }
  // The longest label must fit; a wide font takes about two thirds of its size for a letter.
  const double label_size = std::clamp(label_width / (0.66 * static_cast<double>(longest)), 7.0, 12.0);
  const double range = std::max(most - least, 1e-12);
  const double scale = (plot_width - label_width - value_width - 8) / range;
  const double zero = label_width + 8 - least * scale;
  std::string svg = begin(title, static_cast<int>(bars.size()) * row + 8);
  int y = 4;
  for (const LabelledBar& bar : bars) {
    const double length = std::abs(bar.value) * scale;
    svg += fmt::format(R"(<text x="{}" y="{}" text-anchor="end" font-size="{:.1f}">{}</text>)", label_width, y + 15,
                       label_size, escaped(bar.label));
    svg += fmt::format(R"(<rect x="{:.2f}" y="{}" width="{:.2f}" height="{}" fill="{}"/>)",
                       bar.value < 0 ? zero - length : zero, y + 3, length, row - 6,
                       bar.value < 0 ? loss_colour : gain_colour);
    svg += fmt::format(R"(<text x="{}" y="{}" text-anchor="end" class="n">{}</text>)", plot_width, y + 15,
                       escaped(bar.value_text));
    y += row;
  }
  svg += fmt::format(R"(<line x1="{0:.2f}" x2="{0:.2f}" y1="2" y2="{1}" stroke="{2}"/>)", zero, y + 2, rule_colour);
  return svg + "</svg>";
}

std::string scale_bars_svg(const std::string& title, const std::string& scale_name, const std::vector<ScaleBar>& bars) {
  constexpr int height = 240;
  constexpr int bottom = 44;
  if (bars.empty()) return "";
  const double from = bars.front().from;
  const double to = bars.back().to;
  double most = 0;
  for (const ScaleBar& bar : bars) most = std::max(most, bar.height);
  const double across = (plot_width - 20) / std::max(to - from, 1e-12);
  const double up = (height - bottom - 12) / std::max(most, 1e-300);
  const auto x_of = [&](double value) { return 10 + (value - from) * across; };
  std::string svg = begin(title, height);
  for (const ScaleBar& bar : bars) {
    svg += fmt::format(R"(<rect x="{:.2f}" y="{:.2f}" width="{:.2f}" height="{:.2f}" fill="{}"/>)", x_of(bar.from),
                       height - bottom - bar.height * up, std::max((bar.to - bar.from) * across - 0.6, 0.4),
                       bar.height * up, bar.to <= 0 ? loss_colour : gain_colour);
  }
  svg += fmt::format(R"(<line x1="10" x2="{}" y1="{}" y2="{}" stroke="{}"/>)", plot_width - 10, height - bottom,
                     height - bottom, rule_colour);
  const double step = step_for(to - from);
  const auto first = static_cast<int>(std::ceil(from / step));
  const auto last = static_cast<int>(std::floor(to / step));
  for (int number = first; number <= last; ++number) {
    const double mark = number * step;
    svg += fmt::format(R"(<text x="{:.2f}" y="{}" text-anchor="middle" class="n">{:g}</text>)", x_of(mark),
                       height - bottom + 17, mark);
  }
  svg += fmt::format(R"(<text x="{}" y="{}" text-anchor="middle">{}</text>)", plot_width / 2, height - 8,
                     escaped(scale_name));
  return svg + "</svg>";
}

std::string interval_points_svg(const std::string& title, const std::string& scale_name, const std::string& value_name,
                                const std::vector<IntervalLine>& lines) {
  constexpr int height = 260;
  constexpr int left = 56, right = 16, top = 28, bottom = 44;
  if (lines.empty() || lines.front().points.size() < 2) return "";
  const std::vector<IntervalPoint>& points = lines.front().points;
  double least = 0, most = 0;
  for (const IntervalLine& line : lines) {
    for (const IntervalPoint& point : line.points) {
      least = std::min(least, point.value - point.half_width);
      most = std::max(most, point.value + point.half_width);
    }
  }
  const double range = std::max(most - least, 1e-9);
  least -= least < 0 ? 0.06 * range : 0;
  most += 0.06 * range;
  const int first = points.front().at, last = points.back().at;
  const auto x = [&](double at) { return left + (at - first) / (last - first) * (plot_width - left - right); };
  const auto y = [&](double value) { return top + (most - value) / (most - least) * (height - top - bottom); };
  std::string svg = begin(title, height);
  if (least < 0) {
    svg += fmt::format(R"(<rect x="{}" y="{:.2f}" width="{}" height="{:.2f}" fill="{}" opacity="0.1"/>)", left, y(0),
                       plot_width - left - right, y(least) - y(0), loss_colour);
  }
  const double step = step_for(most - least);
  for (double mark = std::ceil(least / step) * step; mark <= most; mark += step) {
    svg += fmt::format(R"(<line x1="{0}" x2="{1}" y1="{2:.2f}" y2="{2:.2f}" stroke="{3}"/>)", left, plot_width - right,
                       y(mark), rule_colour);
    svg += fmt::format(R"(<text x="{}" y="{:.2f}" text-anchor="end" class="n">{:g}</text>)", left - 6, y(mark) + 4,
                       std::abs(mark) < step / 1000 ? 0.0 : mark);
  }
  // The strong line last, over the others; the legend from the right.
  double legend = plot_width - right;
  for (size_t at = lines.size(); at-- > 0;) {
    const bool strong = at == 0;
    std::string path;
    for (const IntervalPoint& point : lines[at].points)
      path += fmt::format("{:.2f},{:.2f} ", x(point.at), y(point.value));
    const std::string dashes = strong ? "" : R"( stroke-dasharray="5 4")";
    svg += fmt::format(R"(<polyline points="{}" fill="none" stroke="{}" stroke-width="{}"{}/>)", path, gain_colour,
                       strong ? 2 : 1, dashes);
    for (const IntervalPoint& point : lines[at].points) {
      svg +=
          fmt::format(R"(<line x1="{0:.2f}" x2="{0:.2f}" y1="{1:.2f}" y2="{2:.2f}" stroke="{3}" stroke-width="2"/>)",
                      x(point.at), y(point.value + point.half_width), y(point.value - point.half_width), gain_colour);
      const std::string_view colour = point.value < 0 ? loss_colour : gain_colour;
      svg += fmt::format(R"(<circle cx="{:.2f}" cy="{:.2f}" r="{}" fill="{}" stroke="{}"/>)", x(point.at),
                         y(point.value), strong ? 4 : 3, strong ? colour : "#fff", colour);
    }
    if (lines.size() == 1) break;
    svg += fmt::format(R"(<text x="{:.2f}" y="16" text-anchor="end">{}</text>)", legend, escaped(lines[at].name));
    legend -= 7.0 * static_cast<double>(lines[at].name.size()) + 8;
    svg += fmt::format(R"(<line x1="{:.2f}" x2="{:.2f}" y1="12" y2="12" stroke="{}" stroke-width="{}"{}/>)",
                       legend - 26, legend, gain_colour, strong ? 2 : 1, dashes);
    legend -= 46;
  }
  for (const IntervalPoint& point : points) {
    svg += fmt::format(R"(<text x="{:.2f}" y="{}" text-anchor="middle" class="n">{}</text>)", x(point.at),
                       height - bottom + 18, point.at);
  }
  svg += fmt::format(R"(<text x="{}" y="16">{}</text>)", left, escaped(value_name));
  svg += fmt::format(R"(<text x="{}" y="{}" text-anchor="end">{}</text>)", plot_width - right, height - 8,
                     escaped(scale_name));
  return svg + "</svg>";
}

}  // namespace cardroom::forms
