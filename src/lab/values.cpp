#include "lab/values.h"

#include "lab/exact_json.h"
#include "lab/figures_text.h"

namespace cardroom::lab {

using base::Rational;

boost::json::object share_json(const Rational& value) {
  boost::json::object json = exact_json(value);
  const Rational percents = value * 100;
  const Rational magnitude = boost::multiprecision::abs(percents);
  const bool tiny = magnitude > 0 && magnitude < Rational(1, 10'000);
  json["percent"] = tiny ? base::to_significant(percents, 3) : base::to_decimal(percents, 6);
  return json;
}

boost::json::object net_json(const Rational& value) {
  boost::json::object json = exact_json(value);
  json["text"] = (value > 0 ? "+" : "") + base::to_text(value);
  return json;
}

boost::json::object money_json(const Rational& value) {
  boost::json::object json = exact_json(value);
  json["money"] = money_text(value);
  return json;
}

}  // namespace cardroom::lab
