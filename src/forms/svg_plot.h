// Plots for printed sheets, as SVG: bars with labels, and bars over a scale of numbers.
#pragma once

#include <string>
#include <vector>

namespace cardroom::forms {

struct LabelledBar {
  std::string label;
  double value = 0;
  std::string value_text;
};
// Horizontal bars from a common zero line, losses to the left.
std::string labelled_bars_svg(const std::string& title, const std::vector<LabelledBar>& bars);

struct ScaleBar {
  double from = 0;
  double to = 0;
  double height = 0;
};
// Vertical bars over a horizontal scale; those that end at or below zero are drawn in another shade.
std::string scale_bars_svg(const std::string& title, const std::string& scale_name, const std::vector<ScaleBar>& bars);

struct IntervalPoint {
  int at = 0;
  double value = 0;
  double half_width = 0;
};
struct IntervalLine {
  std::string name;
  std::vector<IntervalPoint> points;
};
// Points joined by lines over whole numbers, each with its interval; below zero lies in another shade. The lines are
// over the same numbers; the first is drawn strong, the others thin and broken.
std::string interval_points_svg(const std::string& title, const std::string& scale_name, const std::string& value_name,
                                const std::vector<IntervalLine>& lines);

// Text made safe for HTML and SVG.
std::string escaped(const std::string& text);

}  // namespace cardroom::forms
