// Figures as the browser shows them: it does no arithmetic, so that each comes ready in every form that a page needs.
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "base/rational.h"

namespace cardroom::lab {

// {"exact": "128/5525", "decimal": "0.0231674208145", "percent": "2.316742"}. Six places of a per cent; more where
// there would be fewer than three significant digits.
boost::json::object share_json(const base::Rational& value);

// {"exact", "decimal", "text": "+40"}: a number of units, its sign shown.
boost::json::object net_json(const base::Rational& value);

// {"exact", "decimal", "money": "$10,080.00"}: currency units; the text is rounded down to cents.
boost::json::object money_json(const base::Rational& value);

}  // namespace cardroom::lab
