#include "games/toml_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/text.h"

namespace cardroom::games {

std::string FileRemark::to_text() const {
  // A name in the file may hold a line break; the message stays on its line.
  const std::string shown = base::printable(text);
  return line > 0 ? fmt::format("{}:{}: {}", file, line, shown) : fmt::format("{}: {}", file, shown);
}

std::expected<toml::table, std::vector<FileRemark>> parse_toml(std::string_view text, std::string_view file) {
  try {
    return toml::parse(text, file);
  } catch (const toml::parse_error& error) {
    return std::unexpected(std::vector<FileRemark>{
        {std::string(file), static_cast<int>(error.source().begin.line), std::string(error.description())}});
  }
}

void TomlReader::allow_only(const toml::table& table, std::initializer_list<std::string_view> keys) {
  for (const auto& [key, node] : table) {
    if (std::ranges::find(keys, key.str()) == keys.end()) {
      error(node, fmt::format("unknown key '{}' (known here: {})", key.str(), fmt::join(keys, ", ")));
    }
  }
}

void TomlReader::need_printable(const toml::node& at, std::string_view what, std::string_view text) {
  if (const auto wrong = base::find_unprintable(text))
    error(at, fmt::format("'{}' has a character that cannot be printed: {}", what, wrong->to_text()));
}

std::string TomlReader::text(const toml::table& table, std::string_view key, bool required) {
  const toml::node* node = table.get(key);
  if (!node) {
    if (required) error(table, fmt::format("'{}' is missing", key));
    return {};
  }
  const auto value = node->value_exact<std::string>();
  if (!value) error(*node, fmt::format("'{}' must be a string in quotes", key));
  if (value && value->empty()) error(*node, fmt::format("'{}' is empty", key));
  if (value) need_printable(*node, key, *value);
  return value.value_or("");
}

std::vector<std::string> TomlReader::texts(const toml::table& table, std::string_view key) {
  std::vector<std::string> found;
  const toml::array* array = table[key].as_array();
  if (!array || array->empty()) {
    error(table, table.contains(key) ? fmt::format("'{}' must be a list of strings", key)
                                     : fmt::format("'{}' is missing: it is a list of strings", key));
    return found;
  }
  for (const toml::node& node : *array) {
    if (const auto value = node.value_exact<std::string>()) {
      need_printable(node, key, *value);
      found.push_back(*value);
    } else {
      error(node, fmt::format("'{}' must be a list of strings", key));
    }
  }
  return found;
}

}  // namespace cardroom::games
