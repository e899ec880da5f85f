#include "ledger/signing_key.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/check.h"

namespace cardroom::ledger {

namespace {

constexpr size_t seed_bytes = crypto_sign_SEEDBYTES;

std::unexpected<base::Error> key_error(const char* what, const std::string& file, std::string cause) {
  return std::unexpected(base::Error{fmt::format("{} the key file {}", what, file), std::move(cause)});
}

std::string hex_of(const uint8_t* bytes, size_t count) {
  std::string text(count * 2 + 1, '\0');
  sodium_bin2hex(text.data(), text.size(), bytes, count);
  text.pop_back();
  return text;
}

// 64 digits and the end of the line; nothing where there is no file.
struct KeyText {
  std::array<uint8_t, 32> bytes{};
  bool is_private = false;
};
std::expected<std::optional<KeyText>, base::Error> read_key_text(const std::string& file) {
  const int handle = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (handle < 0 && errno == ENOENT) return std::nullopt;
  if (handle < 0) return key_error("open", file, std::strerror(errno));
  struct stat status{};
  char text[66] = {};
  const bool is_known = ::fstat(handle, &status) == 0;
  const ssize_t count = ::read(handle, text, sizeof text);
  const int error = errno;
  ::close(handle);
  if (!is_known || count < 0) return key_error("read", file, std::strerror(error));
  KeyText read;
  read.is_private = (status.st_mode & 077) == 0;
  size_t length = 0;
  const bool is_whole =
      count >= 64 && sodium_hex2bin(read.bytes.data(), read.bytes.size(), text, 64, nullptr, &length, nullptr) == 0 &&
      length == read.bytes.size();
  if (!is_whole) return key_error("use", file, "it must contain 64 hexadecimal digits");
  return read;
}

// Whole and on disk under its name, or not there; never over a file that exists.
std::expected<void, base::Error> write_new(const std::string& file, const std::string& text, mode_t mode) {
  const std::string draft = file + ".new";
  const int handle = ::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
  if (handle < 0) return key_error("create", file, std::strerror(errno));
  const bool is_written =
      ::write(handle, text.data(), text.size()) == static_cast<ssize_t>(text.size()) && ::fsync(handle) == 0;
  int error = errno;
  ::close(handle);
  const bool is_linked = is_written && ::link(draft.c_str(), file.c_str()) == 0;
  if (is_written && !is_linked) error = errno;
  ::unlink(draft.c_str());
  if (!is_linked) return key_error("create", file, std::strerror(error));
  return {};
}

}  // namespace

std::string public_key_file(const std::string& key_file) {
  return (key_file.ends_with(".key") ? key_file.substr(0, key_file.size() - 4) : key_file) + ".pub";
}

std::expected<std::optional<SigningKey>, base::Error> SigningKey::read(const std::string& file) {
  CHECK(sodium_init() >= 0);
  const auto text = read_key_text(file);
  if (!text) return std::unexpected(text.error());
  if (!*text) return std::nullopt;
  if (!(*text)->is_private) return key_error("use", file, "other users can read or write it; run chmod 600 on it");
  SigningKey key;
  CHECK(crypto_sign_seed_keypair(key.public_key_.data(), key.secret_.data(), (*text)->bytes.data()) == 0);
  return key;
}

std::expected<SigningKey, base::Error> SigningKey::make(const std::string& file) {
  CHECK(sodium_init() >= 0);
  std::array<uint8_t, seed_bytes> seed{};
  randombytes_buf(seed.data(), seed.size());
  SigningKey key;
  CHECK(crypto_sign_seed_keypair(key.public_key_.data(), key.secret_.data(), seed.data()) == 0);
  // The public half first: a key that is there has one. An old one without its key is of no use.
  ::unlink(public_key_file(file).c_str());
  if (auto made = write_new(public_key_file(file), hex_of(key.public_key_.data(), key.public_key_.size()) + "\n", 0644);
      !made)
    return std::unexpected(made.error());
  if (auto made = write_new(file, hex_of(seed.data(), seed.size()) + "\n", 0600); !made)
    return std::unexpected(made.error());
  return key;
}

Signature SigningKey::sign(std::string_view bytes) const {
  Signature signature{};
  CHECK(crypto_sign_detached(signature.data(), nullptr, reinterpret_cast<const unsigned char*>(bytes.data()),
                             bytes.size(), secret_.data()) == 0);
  return signature;
}

std::expected<PublicKey, base::Error> read_public_key(const std::string& file) {
  CHECK(sodium_init() >= 0);
  const auto text = read_key_text(file);
  if (!text) return std::unexpected(text.error());
  if (!*text) return key_error("open", file, "it does not exist");
  return (*text)->bytes;
}

bool is_signed(std::string_view bytes, const Signature& signature, const PublicKey& key) {
  CHECK(sodium_init() >= 0);
  return crypto_sign_verify_detached(signature.data(), reinterpret_cast<const unsigned char*>(bytes.data()),
                                     bytes.size(), key.data()) == 0;
}

}  // namespace cardroom::ledger
