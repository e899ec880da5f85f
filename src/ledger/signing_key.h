// The key that a game manager signs with (ed25519), in a file of its own that only its owner reads. The public half is
// beside it, for auditors.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

namespace cardroom::ledger {

using PublicKey = std::array<uint8_t, 32>;
using Signature = std::array<uint8_t, 64>;

class SigningKey {
 public:
  // Nothing where there is no such file. One that others may read is refused.
  static std::expected<std::optional<SigningKey>, base::Error> read(const std::string& file);
  // A new key in a new file, and its public half in public_key_file(file).
  static std::expected<SigningKey, base::Error> make(const std::string& file);

  const PublicKey& public_key() const { return public_key_; }
  Signature sign(std::string_view bytes) const;

 private:
  SigningKey() = default;

  std::array<uint8_t, 64> secret_{};
  PublicKey public_key_{};
};

// "floor.key" → "floor.pub"; 64 hexadecimal digits.
std::string public_key_file(const std::string& key_file);
std::expected<PublicKey, base::Error> read_public_key(const std::string& file);
bool is_signed(std::string_view bytes, const Signature& signature, const PublicKey& key);

}  // namespace cardroom::ledger
