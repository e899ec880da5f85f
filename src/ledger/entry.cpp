#include "ledger/entry.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>

#include "base/check.h"

namespace cardroom::ledger {

namespace {

class Hasher {
 public:
  Hasher() { CHECK(crypto_generichash_init(&state_, nullptr, 0, std::tuple_size_v<Digest>) == 0); }

  void add(const void* bytes, size_t size) {
    CHECK(crypto_generichash_update(&state_, static_cast<const unsigned char*>(bytes), size) == 0);
  }
  // Least significant byte first, whatever the machine.
  void add_number(uint64_t value) {
    std::array<unsigned char, 8> bytes{};
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>(value >> (8 * i));
    add(bytes.data(), bytes.size());
  }
  void add_text(std::string_view text) {
    add_number(text.size());
    add(text.data(), text.size());
  }

  Digest result() {
    Digest digest{};
    CHECK(crypto_generichash_final(&state_, digest.data(), digest.size()) == 0);
    return digest;
  }

 private:
  crypto_generichash_state state_{};
};

}  // namespace

bool is_command_id(std::string_view text) {
  return !text.empty() && text.size() <= command_id_bytes_max &&
         std::ranges::all_of(text, [](char c) { return c > ' ' && c <= '~'; });
}

Digest digest_of(std::string_view bytes) {
  Hasher hasher;
  hasher.add(bytes.data(), bytes.size());
  return hasher.result();
}

Digest chain_hash(const Digest& before, const Entry& entry) {
  Hasher hasher;
  // Names the layout: another one would have another name, and no hash of the one is a hash of the other.
  hasher.add_text("cardroom entry 1");
  hasher.add(before.data(), before.size());
  hasher.add_number(entry.sequence);
  hasher.add_number(static_cast<uint64_t>(entry.time_ms));
  hasher.add_text(entry.command_id);
  hasher.add(entry.command_digest.data(), entry.command_digest.size());
  hasher.add_text(entry.body);
  return hasher.result();
}

Digest digest_from(std::string_view bytes) {
  Digest digest{};
  if (bytes.size() == digest.size()) std::ranges::copy(bytes, digest.begin());
  return digest;
}

std::string to_hex(const Digest& digest) {
  std::string text;
  for (const uint8_t byte : digest) text += fmt::format("{:02x}", byte);
  return text;
}

std::optional<Digest> digest_from_hex(std::string_view text) {
  Digest digest{};
  size_t length = 0;
  if (text.size() != 2 * digest.size() ||
      sodium_hex2bin(digest.data(), digest.size(), text.data(), text.size(), nullptr, &length, nullptr) != 0 ||
      length != digest.size())
    return std::nullopt;
  return digest;
}

std::optional<std::string> chain_break(const Head& before, const Entry& entry) {
  if (entry.sequence != before.sequence + 1) {
    return fmt::format("entry {} was found where entry {} was expected", entry.sequence, before.sequence + 1);
  }
  if (entry.hash != chain_hash(before.hash, entry)) {
    return fmt::format("the hash of entry {} does not match its contents and the previous entry", entry.sequence);
  }
  return std::nullopt;
}

}  // namespace cardroom::ledger
