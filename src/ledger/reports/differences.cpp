#include "ledger/reports/differences.h"

#include <algorithm>
#include <boost/json.hpp>

#include "ledger/codec.h"

namespace cardroom::ledger::reports {

namespace {

namespace json = boost::json;

void add(std::string& out, const std::string& path, const json::value* before, const json::value* after) {
  const auto text = [](const json::value* value) { return value == nullptr ? "default" : json::serialize(*value); };
  out += (out.empty() ? "" : "; ") + path + ": " + text(before) + " → " + text(after);
}

void compare(std::string& out, const std::string& path, const json::value* before, const json::value* after) {
  if (before != nullptr && after != nullptr && *before == *after) return;
  if (before != nullptr && after != nullptr && before->is_object() && after->is_object()) {
    const auto inner = [&](std::string_view key) {
      return path.empty() ? std::string(key) : path + "." + std::string(key);
    };
    for (const auto& [key, value] : before->get_object())
      compare(out, inner(key), &value, after->get_object().if_contains(key));
    for (const auto& [key, value] : after->get_object())
      if (!before->get_object().contains(key)) compare(out, inner(key), nullptr, &value);
    return;
  }
  if (before != nullptr && after != nullptr && before->is_array() && after->is_array()) {
    const json::array& a = before->get_array();
    const json::array& b = after->get_array();
    for (size_t i = 0; i < std::max(a.size(), b.size()); ++i)
      compare(out, path + "[" + std::to_string(i) + "]", i < a.size() ? &a[i] : nullptr,
              i < b.size() ? &b[i] : nullptr);
    return;
  }
  add(out, path, before, after);
}

template <class T>
void add_differences(std::string& out, const std::string& path, const T& before, const T& after) {
  const json::value a = codec::parse(to_json(before));
  const json::value b = codec::parse(to_json(after));
  compare(out, path, &a, &b);
}

template <class T>
std::string differences_of(const T& before, const T& after) {
  std::string out;
  add_differences(out, "", before, after);
  return out;
}

}  // namespace

std::string differences(const progressive::LinkState& before, const progressive::ChangeLink& after) {
  std::string out = differences_of(before.rules, after.rules);
  add_differences(out, "title", before.title, after.title);
  add_differences(out, "odds", before.odds, after.odds);
  return out;
}
std::string differences(const progressive::Table& before, const progressive::Table& after) {
  return differences_of(before, after);
}
std::string differences(const progressive::StaffMember& before, const progressive::StaffMember& after) {
  return differences_of(before, after);
}

}  // namespace cardroom::ledger::reports
