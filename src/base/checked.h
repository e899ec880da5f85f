// Integer arithmetic that says when it would overflow.
#pragma once

#include <concepts>
#include <optional>

namespace cardroom::base {

// Wide enough for the product of any two 64-bit numbers.
__extension__ typedef __int128 Int128;

template <std::integral T>
constexpr std::optional<T> checked_add(T a, T b) {
  T result;
  if (__builtin_add_overflow(a, b, &result)) return std::nullopt;
  return result;
}

template <std::integral T>
constexpr std::optional<T> checked_sub(T a, T b) {
  T result;
  if (__builtin_sub_overflow(a, b, &result)) return std::nullopt;
  return result;
}

template <std::integral T>
constexpr std::optional<T> checked_mul(T a, T b) {
  T result;
  if (__builtin_mul_overflow(a, b, &result)) return std::nullopt;
  return result;
}

}  // namespace cardroom::base
