#include "games/toml_pay.h"

#include <fmt/format.h>

#include <charconv>

namespace cardroom::games {

namespace {

// Ceiling of a pay, per unit wagered: ten times the largest ever printed (25,000 to 1), so that no pay of a wager
// within any limit comes near the ceiling of money.
constexpr int64_t pay_max = 250'000;

std::optional<int64_t> whole_number(std::string_view text) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

}  // namespace

std::expected<Pay, std::string> parse_pay(const toml::node& node) {
  const auto shape = [](std::string_view shown) {
    return std::unexpected(fmt::format(
        "'{}' is not a pay (write \"30 to 1\", \"3 to 2\", \"300 for 1\", \"push\", \"100%\" or \"100% of Mega\")",
        shown));
  };
  Pay pay;
  if (const auto number = node.value_exact<int64_t>()) {
    pay.numerator = *number;
  } else if (const auto text = node.value_exact<std::string>()) {
    if (*text == "push") return Pay{.kind = Pay::Kind::push};
    std::string_view rest = *text;
    const auto next_word = [&] {
      const auto blank = std::min(rest.find(' '), rest.size());
      const std::string_view word = rest.substr(0, blank);
      rest.remove_prefix(std::min(blank + 1, rest.size()));
      return word;
    };
    std::string_view first = next_word();
    const bool is_share = first.ends_with('%');  // "100%" as well as "100 %"
    if (is_share) first.remove_suffix(1);
    const auto numerator = whole_number(first);
    const std::string_view kind = is_share ? "%" : next_word();
    if (!numerator) return shape(*text);
    pay.numerator = *numerator;
    if (kind == "%") {
      pay.kind = Pay::Kind::of_meter;
      if (rest.starts_with("of ") && rest.size() > 3) {
        pay.level = rest.substr(3);
      } else if (!rest.empty()) {
        return shape(*text);
      }
    } else {
      const auto denominator = whole_number(rest);
      if ((kind != "to" && kind != "for") || !denominator) return shape(*text);
      pay.kind = kind == "to" ? Pay::Kind::to_one : Pay::Kind::for_one;
      pay.denominator = *denominator;
      if (pay.denominator < 1 || pay.denominator > 1000) {
        return std::unexpected(fmt::format("'{}': the second number must be from 1 to 1000", *text));
      }
    }
  } else {
    return std::unexpected("a pay must be a string such as \"30 to 1\", or a whole number");
  }
  if (pay.numerator < 0) return std::unexpected(fmt::format("a pay of {} is negative", pay.numerator));
  if (pay.numerator == 0) return std::unexpected("a pay of 0 pays nothing: leave the row out");
  if (pay.kind == Pay::Kind::of_meter && pay.numerator > 100) {
    return std::unexpected(fmt::format("{}% of a meter is more than it holds", pay.numerator));
  }
  if (pay.numerator / pay.denominator > pay_max) {
    return std::unexpected(fmt::format("a pay of {} is above the largest, {} to 1", to_text(pay), pay_max));
  }
  return pay;
}

}  // namespace cardroom::games
