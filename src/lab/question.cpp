#include "lab/question.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/json.hpp>
#include <charconv>

namespace cardroom::lab {

namespace {

constexpr size_t query_fields_max = 128;

// More than any table takes.
constexpr int64_t bet_cents_max = 5'000'000;
constexpr int64_t meter_cents_max = 10'000'000'000;

bool is_printable(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

std::optional<std::string> decoded(std::string_view text) {
  const auto digit = [](char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
  };
  std::string result;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '+') {
      result += ' ';
    } else if (text[at] == '%') {
      if (at + 2 >= text.size()) return std::nullopt;
      const int high = digit(text[at + 1]);
      const int low = digit(text[at + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      result += static_cast<char>(high * 16 + low);
      at += 2;
    } else {
      result += text[at];
    }
  }
  return result;
}

// Fields that are lists.
bool is_list(std::string_view name) {
  constexpr std::string_view lists[] = {"paytables",    "edits",       "house",         "made",
                                        "meters_cents", "seeds_cents", "contributions", "reserves"};
  return std::ranges::find(lists, name) != std::end(lists);
}

boost::json::value split(std::string_view text) {
  boost::json::array pieces;
  while (!text.empty()) {
    const std::string_view piece = text.substr(0, text.find(';'));
    pieces.emplace_back(piece);
    text.remove_prefix(std::min(piece.size() + 1, text.size()));
  }
  return pieces;
}

}  // namespace

std::expected<boost::json::object, Fault> parse_body(std::string_view body) {
  if (body.size() > question_bytes_max) {
    return std::unexpected(
        Fault{"question_too_long", "", fmt::format("a request may have at most {} bytes", question_bytes_max), 413});
  }
  boost::system::error_code error;
  boost::json::parse_options options;
  options.max_depth = 4;
  const boost::json::value value = boost::json::parse(body, error, {}, options);
  if (error)
    return std::unexpected(Fault{"malformed_json", "", fmt::format("the body is not JSON: {}", error.message())});
  if (!value.is_object()) return std::unexpected(Fault{"malformed_json", "", "the body must be an object"});
  return value.get_object();
}

std::expected<boost::json::object, Fault> parse_query(std::string_view query) {
  if (query.size() > question_bytes_max) {
    return std::unexpected(
        Fault{"question_too_long", "", fmt::format("a request may have at most {} bytes", question_bytes_max), 413});
  }
  boost::json::object fields;
  size_t count = 0;
  while (!query.empty()) {
    const std::string_view piece = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(piece.size() + 1, query.size()));
    if (piece.empty()) continue;
    const size_t equals = piece.find('=');
    const auto name = decoded(piece.substr(0, equals));
    const auto value = decoded(equals == std::string_view::npos ? "" : piece.substr(equals + 1));
    if (!name || !value || ++count > query_fields_max || !is_printable(*name)) {
      return std::unexpected(Fault{"malformed_query", "", "the query cannot be read"});
    }
    if (!fields.emplace(*name, is_list(*name) ? split(*value) : boost::json::value(*value)).second) {
      return std::unexpected(Fault{"field_twice", *name, fmt::format("'{}' appears twice", *name)});
    }
  }
  return fields;
}

const boost::json::value* Fields::read(std::string_view name) {
  known_.emplace(name);
  return object_->if_contains(name);
}

void Fields::refuse(std::string code, std::string field, std::string text) {
  if (!fault_) fault_ = Fault{std::move(code), std::move(field), std::move(text)};
}

std::optional<std::string> Fields::checked_text(const boost::json::value& value, const std::string& field,
                                                size_t most) {
  const auto* text = value.if_string();
  if (text && !text->empty() && text->size() <= most && is_printable(*text)) return std::string(*text);
  refuse("malformed_field", field, fmt::format("'{}' must be a string of 1 to {} plain characters", field, most));
  return std::nullopt;
}

std::optional<int64_t> Fields::checked_number(const boost::json::value& value, const std::string& field, int64_t least,
                                              int64_t most) {
  std::optional<int64_t> number;
  if (value.is_int64()) {
    number = value.get_int64();
  } else if (const auto* text = value.if_string(); text && !text->empty()) {
    int64_t digits = 0;
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), digits);
    if (error == std::errc() && end == text->data() + text->size()) number = digits;
  }
  if (number && *number >= least && *number <= most) return number;
  refuse("number_out_of_range", field, fmt::format("'{}' must be a whole number from {} to {}", field, least, most));
  return std::nullopt;
}

std::string Fields::text(std::string_view name, std::string otherwise, size_t most) {
  const auto* value = read(name);
  return value ? checked_text(*value, std::string(name), most).value_or("") : std::move(otherwise);
}

std::string Fields::required_text(std::string_view name) {
  if (!has(name)) refuse("field_missing", std::string(name), fmt::format("'{}' is missing", name));
  return text(name, "");
}

std::string Fields::one_of(std::string_view name, const std::vector<std::string_view>& allowed,
                           std::string_view otherwise) {
  std::string chosen = text(name, std::string(otherwise));
  if (std::ranges::find(allowed, chosen) == allowed.end()) {
    refuse("unknown_value", std::string(name), fmt::format("'{}' must be one of: {}", name, fmt::join(allowed, ", ")));
  }
  return chosen;
}

int64_t Fields::number(std::string_view name, int64_t otherwise, int64_t least, int64_t most) {
  const auto* value = read(name);
  return value ? checked_number(*value, std::string(name), least, most).value_or(otherwise) : otherwise;
}

std::vector<std::string> Fields::texts(std::string_view name, size_t count_max) {
  std::vector<std::string> texts;
  const auto* value = read(name);
  if (!value) return texts;
  const auto* array = value->if_array();
  if (!array || array->size() > count_max) {
    refuse("malformed_field", std::string(name),
           fmt::format("'{}' must be a list of at most {} items", name, count_max));
    return texts;
  }
  for (size_t at = 0; at < array->size(); ++at) {
    texts.push_back(checked_text((*array)[at], fmt::format("{}[{}]", name, at)).value_or(""));
  }
  return texts;
}

std::vector<int64_t> Fields::numbers(std::string_view name, size_t count_max, int64_t least, int64_t most) {
  std::vector<int64_t> numbers;
  const auto* value = read(name);
  if (!value) return numbers;
  const auto* array = value->if_array();
  if (!array || array->size() > count_max) {
    refuse("malformed_field", std::string(name),
           fmt::format("'{}' must be a list of at most {} items", name, count_max));
    return numbers;
  }
  for (size_t at = 0; at < array->size(); ++at) {
    numbers.push_back(checked_number((*array)[at], fmt::format("{}[{}]", name, at), least, most).value_or(least));
  }
  return numbers;
}

std::optional<Fault> Fields::finish() {
  for (const auto& field : *object_) {
    if (!known_.contains(std::string_view(field.key()))) {
      const std::string name = is_printable(field.key()) ? std::string(field.key()).substr(0, text_max) : "?";
      refuse("unknown_field", name, fmt::format("'{}' is not a field of this request", name));
    }
  }
  return fault_;
}

TableAsk read_table(Fields& fields) {
  return {.game = fields.required_text("game"),
          .paytables = fields.texts("paytables", 8),
          .edits = fields.texts("edits", 80),
          .house = fields.texts("house", 8)};
}

WagerAsk read_wager(Fields& fields) {
  WagerAsk ask;
  ask.table = read_table(fields);
  ask.wager = fields.text("wager", "");
  ask.hands = static_cast<int>(fields.number("hands", 2, 2, 10));
  ask.strategy = fields.one_of("strategy", {"optimal", "basic"}, "optimal");
  ask.bet_cents = fields.number("bet_cents", 100, 1, bet_cents_max);
  ask.players = static_cast<int>(fields.number("players", 1, 1, 17));
  ask.meters_cents = fields.numbers("meters_cents", 8, 0, meter_cents_max);
  return ask;
}

}  // namespace cardroom::lab
