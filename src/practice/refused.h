// A question that cannot be answered, and why: which field, by which rule.
#pragma once

#include <expected>
#include <string>
#include <utility>

namespace cardroom::practice {

struct Refused {
  unsigned status = 400;  // 400 not understood, 409 a rule forbids it
  std::string code;
  std::string field;  // "seats[1].wagers[0].amount"; empty: the whole
  std::string text;
};

inline std::unexpected<Refused> malformed(std::string field, std::string text) {
  return std::unexpected(Refused{400, "malformed", std::move(field), std::move(text)});
}

}  // namespace cardroom::practice
