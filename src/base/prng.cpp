#include "base/prng.h"

#include <sodium.h>

#include <charconv>

#include "base/check.h"

namespace cardroom::base {

uint64_t prng_key_of(std::string_view text) {
  uint64_t number = 0;
  const auto [stopped_at, error] = std::from_chars(text.begin(), text.end(), number);
  if (!text.empty() && error == std::errc() && stopped_at == text.end()) return number;
  CHECK(sodium_init() >= 0);
  std::array<unsigned char, crypto_generichash_BYTES_MIN> hash{};
  crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const unsigned char*>(text.data()), text.size(),
                     nullptr, 0);
  uint64_t key = 0;
  for (size_t byte = 0; byte < 8; ++byte) key |= uint64_t{hash[byte]} << (8 * byte);
  return key;
}

SecureGenerator::SecureGenerator() {
  CHECK(sodium_init() >= 0);
}

uint64_t SecureGenerator::operator()() {
  uint64_t number = 0;
  randombytes_buf(&number, sizeof number);
  return number;
}

}  // namespace cardroom::base
