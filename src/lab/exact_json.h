// Exact figures as JSON: a fraction in lowest terms with its decimal, and whole numbers of any size.
#pragma once

#include <boost/json/object.hpp>

#include "base/rational.h"
#include "forms/json_text.h"

namespace cardroom::lab {

// {"exact": "1/8", "decimal": "0.125000000000"}, of the unit, at least twelve significant digits.
boost::json::object exact_json(const base::Rational& value);

// A whole number of any size, which pretty() writes as a JSON integer.
boost::json::value integer_json(const base::Integer& value);

}  // namespace cardroom::lab
