// Plots of a planned progressive over a scale of money, as SVG.
#pragma once

#include <string>
#include <vector>

#include "forms/svg_plot.h"

namespace cardroom::lab {

struct PlotMark {
  double at = 0;  // on the scale
  std::string label;
  const char* colour = "#17211c";
};

// A straight line from the left end of the scale to the right, with marks on it; below zero it is drawn in the colour
// of a loss. Values are shares: 0.25 is printed as 25%.
struct MeterLine {
  double to = 0;  // the scale runs from 0
  double value_left = 0;
  double value_right = 0;
  std::vector<PlotMark> marks;
};
std::string meter_line_svg(const std::string& title, const MeterLine& line);

// Bars over the scale, with vertical marks.
std::string meter_bars_svg(const std::string& title, const std::vector<forms::ScaleBar>& bars,
                           const std::vector<PlotMark>& marks);

// "$12,500", "$1.2 M"
std::string short_money(double amount);

// A scale's step: 1, 2 or 5 times a power of ten, for about `marks` of them.
double scale_step(double range, int marks);

}  // namespace cardroom::lab
