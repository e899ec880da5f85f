#include "base/money.h"

#include <fmt/format.h>

#include "base/checked.h"

namespace cardroom::base {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Digits with optional thousands separators: a comma needs three digits after it and one to three before it.
bool well_grouped(std::string_view whole) {
  if (whole.empty()) return false;
  const auto first_comma = whole.find(',');
  if (first_comma == std::string_view::npos) return true;
  if (first_comma == 0 || first_comma > 3) return false;
  for (size_t at = first_comma; at < whole.size(); at += 4) {
    if (whole[at] != ',' || whole.size() - at < 4) return false;
    if (!is_digit(whole[at + 1]) || !is_digit(whole[at + 2]) || !is_digit(whole[at + 3])) return false;
  }
  return true;
}

}  // namespace

std::expected<Cents, std::string> parse_cents(std::string_view text) {
  const std::string shown(text);
  if (text.starts_with('$')) text.remove_prefix(1);
  if (text.starts_with('-')) return std::unexpected(fmt::format("'{}' is negative", shown));
  const auto dot = text.find('.');
  const std::string_view whole = text.substr(0, dot);
  const std::string_view fraction = dot == std::string_view::npos ? "" : text.substr(dot + 1);
  const auto not_money = [&] {
    return std::unexpected(fmt::format("'{}' is not an amount of money (write 5, 12.50 or 1,250)", shown));
  };
  if (!well_grouped(whole) || (dot != std::string_view::npos && fraction.empty())) return not_money();
  int64_t cents = 0;
  const auto push_digit = [&](char c) {
    if (!is_digit(c)) return false;
    const auto scaled = checked_mul<int64_t>(cents, 10);
    const auto sum = scaled ? checked_add<int64_t>(*scaled, c - '0') : std::nullopt;
    cents = sum.value_or(Cents::max_value + 1);
    return true;
  };
  for (char c : whole) {
    if (c != ',' && !push_digit(c)) return not_money();
  }
  for (char c : fraction) {
    if (!is_digit(c)) return not_money();
  }
  if (fraction.size() > 2) return std::unexpected(fmt::format("'{}' has fractions of a cent", shown));
  push_digit(fraction.empty() ? '0' : fraction[0]);
  push_digit(fraction.size() < 2 ? '0' : fraction[1]);
  if (cents > Cents::max_value) {
    return std::unexpected(
        fmt::format("'{}' is above the largest amount, {}", shown, to_text(Cents(Cents::max_value))));
  }
  return Cents(cents);
}

std::string to_text(Cents amount) {
  return cents_text(amount.value());
}

std::string cents_text(int64_t cents) {
  const uint64_t value = cents < 0 ? 0 - static_cast<uint64_t>(cents) : static_cast<uint64_t>(cents);
  std::string whole = fmt::format("{}", value / 100);
  for (auto at = static_cast<int64_t>(whole.size()) - 3; at > 0; at -= 3) whole.insert(static_cast<size_t>(at), 1, ',');
  return fmt::format("{}${}.{:02}", cents < 0 ? "-" : "", whole, value % 100);
}

}  // namespace cardroom::base
