// One line of the journal, as a store keeps it: what happened, in bytes that the domain wrote, chained by hash to the
// line before. A store knows nothing of what the body says.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cardroom::ledger {

// BLAKE2b, 256 bits.
using Digest = std::array<uint8_t, 32>;

// Long enough for a UUID with a prefix; short enough that an index over it stays small.
inline constexpr size_t command_id_bytes_max = 64;
// An ordinary event takes some hundred bytes, a configuration with its prize tables some ten thousand. A page of the
// largest still fits in memory.
inline constexpr size_t body_bytes_max = size_t{256} << 10;

struct Entry {
  uint64_t sequence = 0;    // 1, 2, 3 …, without a gap
  int64_t time_ms = 0;      // UTC, milliseconds since 1970
  std::string command_id;   // chosen by the sender; unique in the journal; see is_command_id
  Digest command_digest{};  // of the command's content: the same id with other content is refused
  std::string body;         // the event, canonical JSON; at most body_bytes_max
  Digest hash{};            // of the entry before and of all of the above

  bool operator==(const Entry&) const = default;
};

// Where the journal ends. An empty journal has sequence 0 and the genesis hash, all zero.
struct Head {
  uint64_t sequence = 0;
  Digest hash{};

  bool operator==(const Head&) const = default;
};

// 1 to 64 printable ASCII characters; no spaces.
bool is_command_id(std::string_view text);

Digest digest_of(std::string_view bytes);
// The hash of an entry that follows `before`: every field of it, each with its length, so that no two entries share
// their bytes. entry.hash is not read.
Digest chain_hash(const Digest& before, const Entry& entry);

// As a store gives it back: bytes of another length are damage and become zeros, which break the chain there.
Digest digest_from(std::string_view bytes);
std::string to_hex(const Digest& digest);
// Nothing unless it is 64 hexadecimal digits.
std::optional<Digest> digest_from_hex(std::string_view text);

// What is wrong with `entry` as the one that follows `before`: "entry 17 should be 16", "the hash of entry 16 does not
// follow from it". Nothing when it follows.
std::optional<std::string> chain_break(const Head& before, const Entry& entry);

}  // namespace cardroom::ledger
