#include "forms/json_text.h"

#include <boost/json/serialize.hpp>

namespace cardroom::forms {

namespace {

void write_pretty(const boost::json::value& value, size_t depth, std::string& out) {
  const auto items = [&](char open, char close, const auto& container, const auto& write_item) {
    if (container.empty()) {
      out += {open, close};
      return;
    }
    out += open;
    bool first = true;
    for (const auto& item : container) {
      out += (first ? "\n" : ",\n") + std::string(2 * (depth + 1), ' ');
      write_item(item);
      first = false;
    }
    out += "\n" + std::string(2 * depth, ' ') + close;
  };
  if (const auto* object = value.if_object()) {
    items('{', '}', *object, [&](const auto& pair) {
      out += boost::json::serialize(pair.key()) + ": ";
      write_pretty(pair.value(), depth + 1, out);
    });
  } else if (const auto* array = value.if_array()) {
    items('[', ']', *array, [&](const auto& item) { write_pretty(item, depth + 1, out); });
  } else if (value.is_string() && value.get_string().starts_with(integer_mark)) {
    out += std::string_view(value.get_string()).substr(integer_mark.size());
  } else {
    out += boost::json::serialize(value);
  }
}

}  // namespace

std::string pretty(const boost::json::value& value) {
  std::string out;
  write_pretty(value, 0, out);
  return out + "\n";
}

}  // namespace cardroom::forms
