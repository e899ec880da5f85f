// Figures as JSON; the fields are described in docs/command-line.md.
#pragma once

#include <boost/json/object.hpp>

#include "odds/analysis.h"

namespace cardroom::cli {

boost::json::object figures_json(const odds::Figures& figures);
boost::json::object progressive_json(const odds::ProgressiveFigures& figures);

}  // namespace cardroom::cli
