#include "lab/exact_json.h"

#include "forms/json_text.h"

namespace cardroom::lab {

using namespace forms;

boost::json::object exact_json(const base::Rational& value) {
  return {{"exact", base::to_text(value)}, {"decimal", base::to_significant(value, 12)}};
}

boost::json::value integer_json(const base::Integer& value) {
  if (value <= std::numeric_limits<int64_t>::max() && value >= 0) return value.convert_to<int64_t>();
  return boost::json::string(integer_mark + value.str());
}

}  // namespace cardroom::lab
