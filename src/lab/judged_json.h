// A printed figure with its verdict as JSON; the fields are described in docs/reference/json.md.
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "odds/published.h"

namespace cardroom::lab {

boost::json::object judged_json(const odds::Judged& judged);

// The remark on a figure; empty where there is none, or where the verdict is not the one on record, of which it says
// nothing true.
std::string remark_on(const odds::Judged& judged);

}  // namespace cardroom::lab
