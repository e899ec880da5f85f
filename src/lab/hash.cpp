#include "lab/hash.h"

#include <fmt/format.h>
#include <sodium.h>

#include <array>

#include "base/check.h"

namespace cardroom::lab {

std::string blake2b(const std::string& text) {
  CHECK(sodium_init() >= 0);
  std::array<unsigned char, 32> hash{};
  crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const unsigned char*>(text.data()), text.size(),
                     nullptr, 0);
  std::string hex;
  for (const unsigned char byte : hash) hex += fmt::format("{:02x}", byte);
  return hex;
}

}  // namespace cardroom::lab
