// Secrets and proofs: PINs, session and device tokens. A PIN is first keyed by the house's secret, a file that is not
// in the journal, then hashed slowly (argon2id): whoever holds a copy of the journal cannot try PINs on it.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "server/workers.h"

namespace cardroom::server {

using Secret = std::array<unsigned char, 32>;

// Nothing where there is no such file. One that others may read is refused.
std::expected<std::optional<Secret>, base::Error> read_secret(const std::string& file);
// Reads the file, or makes it with a new secret, readable by its owner alone.
std::expected<Secret, base::Error> read_or_make_secret(const std::string& file);

// 64 hexadecimal digits of 32 random bytes.
std::string random_token();
// Digits of a one-time code that a person types: "4817-2093-5561".
std::string random_code();
// BLAKE2b-256 in hexadecimal digits.
std::string digest_text(std::string_view text);
bool equal_in_constant_time(std::string_view a, std::string_view b);

// Why a PIN is not accepted as a new one, or nothing. 4 to 12 digits, not all the same, not a run.
std::optional<std::string> weakness_of_pin(std::string_view pin);

// Whether card and PIN belong to the verifier; a tenth of a second, and not when the verifier is empty.
bool is_right_pin(const Secret& secret, const std::string& card, const std::string& pin, const std::string& verifier);

struct HashCost {
  unsigned long long passes = 2;
  size_t memory_bytes = size_t{64} << 20;  // what libsodium calls interactive: some 0.1 s
};

// Hashes and verifies on a thread of its own: a sign-in must not hold up a wager.
class PinDesk {
 public:
  static constexpr size_t waiting_max = 32;  // three seconds of work; more are told to come back

  PinDesk(const Secret& secret, HashCost cost, Workers::Post post);

  // `done` comes by `post`. False: too many wait, and it never comes.
  [[nodiscard]] bool hash(std::string card, std::string pin, std::function<void(std::string verifier)> done);
  // An empty verifier takes as long, and fails.
  [[nodiscard]] bool verify(std::string card, std::string pin, std::string verifier, std::function<void(bool)> done);

 private:
  Secret secret_;
  HashCost cost_;
  std::string decoy_;  // verified instead of none
  Workers workers_;
};

}  // namespace cardroom::server
