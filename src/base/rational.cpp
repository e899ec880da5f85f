#include "base/rational.h"

#include "base/check.h"

namespace cardroom::base {

std::optional<Rational> parse_fraction(std::string_view text) {
  constexpr size_t length_max = 4000;  // longer than any figure that is computed here
  const size_t slash = text.find('/');
  const std::string_view numerator = text.substr(0, slash);
  const std::string_view denominator = slash == std::string_view::npos ? "1" : text.substr(slash + 1);
  const auto is_number = [](std::string_view digits) {
    return !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
  };
  if (text.size() > length_max || !is_number(numerator) || !is_number(denominator)) return std::nullopt;
  // A leading zero would be read as octal.
  const auto value = [](std::string_view digits) {
    const size_t first = digits.find_first_not_of('0');
    return first == std::string_view::npos ? Integer(0) : Integer(std::string(digits.substr(first)));
  };
  const Integer below = value(denominator);
  if (below == 0) return std::nullopt;
  return Rational(value(numerator), below);
}

// Floating point carries no money, settlement or exact figure. It is used for figures with an error (odds/session*,
// meter_*, run_dry, exposed*, seen_rules, pai_gow; ledger/reports/binomial, activity), and for what is drawn or shown
// rounded, progress and limits (forms/svg_plot, lab, cli).
double to_double(const Rational& value) {
  return value.convert_to<double>();
}

std::string to_text(const Rational& value) {
  const Integer denominator = boost::multiprecision::denominator(value);
  const std::string numerator = boost::multiprecision::numerator(value).str();
  return denominator == 1 ? numerator : numerator + "/" + denominator.str();
}

std::string to_decimal(const Rational& value, int places) {
  CHECK(places >= 0);
  const bool negative = value < 0;
  const Integer numerator = boost::multiprecision::abs(boost::multiprecision::numerator(value));
  const Integer denominator = boost::multiprecision::denominator(value);
  const Integer scaled = numerator * boost::multiprecision::pow(Integer(10), static_cast<unsigned>(places));
  const Integer rounded = (2 * scaled + denominator) / (2 * denominator);
  std::string digits = rounded.str();
  const auto width = static_cast<size_t>(places) + 1;
  if (digits.size() < width) digits.insert(0, width - digits.size(), '0');
  if (places > 0) digits.insert(digits.size() - static_cast<size_t>(places), ".");
  return (negative && rounded != 0 ? "-" : "") + digits;
}

std::string to_significant(const Rational& value, int digits) {
  CHECK(digits > 0);
  if (value == 0) return to_decimal(value, digits);
  // The count of digits before the point, or minus the count of zeros after it.
  const Rational magnitude = boost::multiprecision::abs(value);
  int exponent = 0;
  Rational power = 1;
  while (power <= magnitude) {
    power *= 10;
    ++exponent;
  }
  while (power / 10 > magnitude) {
    power /= 10;
    --exponent;
  }
  return to_decimal(value, exponent >= digits ? 0 : digits - exponent);
}

}  // namespace cardroom::base
