// JSON for people and machines alike.
#pragma once

#include <boost/json/value.hpp>
#include <string>

namespace cardroom::forms {

// A text that begins with this is the digits of a whole number too large for the JSON library.
inline const std::string integer_mark = "\x01";

// JSON over several lines, two blanks deeper at each level, fields in their own order.
std::string pretty(const boost::json::value& value);

}  // namespace cardroom::forms
