// What both databases say of the same faults.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace cardroom::ledger {

inline std::string numbered_below_one(int64_t sequence, std::string_view command_id) {
  return fmt::format(
      "a row is numbered {}, with command ID '{}'; entries are numbered from 1, so it is not one of them", sequence,
      command_id.substr(0, 64));
}

// Without its record of snapshots a journal proves nothing of its version: a version 1 has no guards to miss.
inline constexpr std::string_view version_is_false =
    "it claims to be version 1, which has no guards, but records a snapshot, which only later versions do: the version "
    "was set back";

}  // namespace cardroom::ledger
