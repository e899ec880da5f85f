// Exact numbers of any size, and how they are printed.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace boost::multiprecision::backends {

// Boost 1.81's own division of a rational by an integer answers 1 when the rational is 1. Overload resolution prefers
// this one, which is no template, in `/` and in `/=`. Every file takes cpp_int.hpp through this header.
inline void eval_divide(rational_adaptor<cpp_int_backend<>>& result,
                        const rational_adaptor<cpp_int_backend<>>& dividend, const cpp_int_backend<>& divisor) {
  eval_divide(result, dividend, rational_adaptor<cpp_int_backend<>>(divisor));
}

}  // namespace boost::multiprecision::backends

namespace cardroom::base {

using Integer = boost::multiprecision::cpp_int;
using Rational = boost::multiprecision::cpp_rational;

// "a/b" or "a", of digits only, b not zero; at most 4,000 characters. Need not be in lowest terms.
std::optional<Rational> parse_fraction(std::string_view text);

// The nearest one.
double to_double(const Rational& value);

// Lowest terms, "a/b"; a whole number is "a".
std::string to_text(const Rational& value);

// With `places` digits after the point, halves away from zero. This is where an exact figure is divided, once.
std::string to_decimal(const Rational& value, int places);

// With at least `digits` significant digits, halves away from zero, never in exponent form.
std::string to_significant(const Rational& value, int digits);

}  // namespace cardroom::base
