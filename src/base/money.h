// Money as a type with a unit and a ceiling. Cents are what chips and pays are counted in; MeterUnits, 10^-8 of the
// currency unit, are what jackpot meters are counted in: a wager in cents times a rate in parts per million is a whole
// number of them, so that a contribution never rounds. The two types do not mix.
#pragma once

#include <compare>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/checked.h"

namespace cardroom::base {

// The largest amount of either type, in currency units: ninety billion, so that any amount of cents is also an amount
// of meter units within 64 bits.
inline constexpr int64_t currency_units_max = 90'000'000'000;

// Sums and differences of amounts are CHECKed against the ceiling: amounts that come from outside are refused long
// before, so going over it is a bug. UnitsPerOne is how many of the unit make one currency unit.
template <class Tag, int64_t UnitsPerOne>
class Amount {
 public:
  static constexpr int64_t max_value = currency_units_max * UnitsPerOne;

  constexpr Amount() = default;
  constexpr explicit Amount(int64_t value) : value_(value) { CHECK(value <= max_value && value >= -max_value); }

  constexpr int64_t value() const { return value_; }
  constexpr auto operator<=>(const Amount&) const = default;

  constexpr Amount operator-() const { return Amount(-value_); }
  constexpr Amount& operator+=(Amount other) { return *this = Amount(value_ + other.value_); }
  constexpr Amount& operator-=(Amount other) { return *this = Amount(value_ - other.value_); }
  friend constexpr Amount operator+(Amount a, Amount b) { return a += b; }
  friend constexpr Amount operator-(Amount a, Amount b) { return a -= b; }
  friend constexpr Amount operator*(Amount a, int64_t factor) {
    int64_t product;
    CHECK(!__builtin_mul_overflow(a.value_, factor, &product));
    return Amount(product);
  }
  friend constexpr Amount operator*(int64_t factor, Amount a) { return a * factor; }

 private:
  int64_t value_ = 0;
};

using Cents = Amount<struct CentsTag, 100>;
using MeterUnits = Amount<struct MeterUnitsTag, 100'000'000>;

inline constexpr int64_t meter_units_per_cent = 1'000'000;

constexpr MeterUnits to_meter_units(Cents amount) {
  return MeterUnits(amount.value() * meter_units_per_cent);
}

// The share of a wager, exactly. rate_ppm is in parts per million, 0 to 1,000,000.
constexpr MeterUnits share(Cents wager, int64_t rate_ppm) {
  CHECK(rate_ppm >= 0 && rate_ppm <= 1'000'000);
  int64_t product;
  CHECK(!__builtin_mul_overflow(wager.value(), rate_ppm, &product));
  return MeterUnits(product);
}

// Whole cents of an amount of meter units that is not negative, and what is left over.
struct WholeCents {
  Cents cents;
  MeterUnits remainder;
};
constexpr WholeCents whole_cents_down(MeterUnits amount) {
  CHECK(amount.value() >= 0);
  return {Cents(amount.value() / meter_units_per_cent), MeterUnits(amount.value() % meter_units_per_cent)};
}

// Ways to round a pay to a multiple of a unit (the smallest chip on the table).
enum class Rounding : uint8_t { up, down, nearest };

// amount * numerator / denominator, brought to a multiple of `unit` by `rounding`; halves go up under `nearest`.
// All arguments positive (amount may be zero).
constexpr Cents scale(Cents amount, int64_t numerator, int64_t denominator, Cents unit, Rounding rounding) {
  CHECK(amount.value() >= 0 && numerator >= 0 && denominator > 0 && unit.value() > 0);
  const Int128 product = static_cast<Int128>(amount.value()) * numerator;
  const Int128 step = static_cast<Int128>(denominator) * unit.value();
  Int128 count = product / step;
  const Int128 left = product % step;
  if (left != 0) {
    if (rounding == Rounding::up || (rounding == Rounding::nearest && 2 * left >= step)) ++count;
  }
  const Int128 result = count * unit.value();
  CHECK(result <= Cents::max_value);
  return Cents(static_cast<int64_t>(result));
}

// "12", "12.5", "12.50", "1,250.00", "$5": a non-negative amount of money. The message says what is wrong.
std::expected<Cents, std::string> parse_cents(std::string_view text);

// "$1,250.00", "-$0.50".
std::string to_text(Cents amount);
// The same for a count of cents that may be above the ceiling, such as the turnover of a long run.
std::string cents_text(int64_t cents);

}  // namespace cardroom::base
