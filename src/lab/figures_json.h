// Figures as JSON; the fields are described in docs/reference/json.md.
#pragma once

#include <boost/json/object.hpp>

#include "odds/analysis.h"

namespace cardroom::lab {

boost::json::object figures_json(const odds::Figures& figures);
boost::json::object progressive_json(const odds::ProgressiveFigures& figures, const odds::ProgressiveTerms& terms = {});
boost::json::object joint_json(const games::Table& table, const odds::JointFigures& figures);

}  // namespace cardroom::lab
