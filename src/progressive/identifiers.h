// Names of links, tables and staff: short texts that people read on a report. Types of their own, so that one is never
// taken for the other.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace cardroom::progressive {

template <class Tag>
struct Id {
  std::string text;

  auto operator<=>(const Id&) const = default;
  bool empty() const { return text.empty(); }
};

using LinkId = Id<struct LinkTag>;
using TableId = Id<struct TableTag>;
using StaffId = Id<struct StaffTag>;
using DeviceId = Id<struct DeviceTag>;

// Numbers that the domain gives out, from 1; 0 is none.
using RoundNumber = uint64_t;  // of a table
using ClaimNumber = uint64_t;  // of the house
using PageNumber = uint64_t;   // of the house's win slips, unbroken

inline constexpr size_t id_length_max = 32;  // fits a column of every report

// 1 to 32 letters, digits, '-', '_' or '.'.
bool is_id(std::string_view text);

}  // namespace cardroom::progressive
