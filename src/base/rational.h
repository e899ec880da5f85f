// Exact numbers of any size, and how they are printed.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <string>

namespace cardroom::base {

using Integer = boost::multiprecision::cpp_int;
using Rational = boost::multiprecision::cpp_rational;

// Lowest terms, "a/b"; a whole number is "a".
std::string to_text(const Rational& value);

// With `places` digits after the point, halves away from zero. This is where an exact figure is divided, once.
std::string to_decimal(const Rational& value, int places);

// With at least `digits` significant digits, halves away from zero, never in exponent form.
std::string to_significant(const Rational& value, int digits);

}  // namespace cardroom::base
