#include "server/secrets.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/check.h"

namespace cardroom::server {

namespace {

std::string hex(const unsigned char* bytes, size_t count) {
  std::string text(count * 2 + 1, '\0');
  sodium_bin2hex(text.data(), text.size(), bytes, count);
  text.pop_back();
  return text;
}

std::unexpected<base::Error> failed(const std::string& what, const std::string& file, const std::string& cause) {
  return std::unexpected(base::Error{fmt::format("{} the secret file {}", what, file), cause});
}

}  // namespace

std::expected<Secret, base::Error> read_or_make_secret(const std::string& file) {
  CHECK(sodium_init() >= 0);
  const auto there = read_secret(file);
  if (!there) return std::unexpected(there.error());
  if (*there) return **there;
  Secret secret{};
  randombytes_buf(secret.data(), secret.size());
  const std::string text = hex(secret.data(), secret.size()) + "\n";
  // Under another name first: a file that is there is whole.
  const std::string draft = file + ".new";
  const int handle = open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (handle < 0) return failed("make", file, std::strerror(errno));
  const bool written =
      write(handle, text.data(), text.size()) == static_cast<ssize_t>(text.size()) && fsync(handle) == 0;
  const int error = errno;
  close(handle);
  if (!written) return failed("write", file, std::strerror(error));
  if (link(draft.c_str(), file.c_str()) != 0 && errno != EEXIST) return failed("make", file, std::strerror(errno));
  unlink(draft.c_str());
  // Another one may have made it in the same moment: what is there counts.
  const auto made = read_secret(file);
  if (!made) return std::unexpected(made.error());
  if (!*made) return failed("read", file, "it no longer exists");
  return **made;
}

std::expected<std::optional<Secret>, base::Error> read_secret(const std::string& file) {
  CHECK(sodium_init() >= 0);
  Secret secret{};
  const int handle = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (handle < 0 && errno == ENOENT) return std::nullopt;
  if (handle < 0) return failed("open", file, std::strerror(errno));
  struct stat status{};
  char text[66] = {};
  const bool known = fstat(handle, &status) == 0;
  const ssize_t count = read(handle, text, sizeof text);
  close(handle);
  if (!known || count < 0) return failed("read", file, std::strerror(errno));
  if ((status.st_mode & 077) != 0) return failed("use", file, "other users can read or write it; run chmod 600 on it");
  size_t length = 0;
  const bool whole = count >= 64 &&
                     sodium_hex2bin(secret.data(), secret.size(), text, 64, nullptr, &length, nullptr) == 0 &&
                     length == secret.size();
  if (!whole) return failed("use", file, "it must contain 64 hexadecimal digits");
  return secret;
}

std::string random_token() {
  CHECK(sodium_init() >= 0);
  unsigned char bytes[32];
  randombytes_buf(bytes, sizeof bytes);
  return hex(bytes, sizeof bytes);
}

std::string random_code() {
  CHECK(sodium_init() >= 0);
  const auto group = [] { return randombytes_uniform(10'000); };
  return fmt::format("{:04}-{:04}-{:04}", group(), group(), group());
}

std::string digest_text(std::string_view text) {
  CHECK(sodium_init() >= 0);
  unsigned char digest[32];
  crypto_generichash(digest, sizeof digest, reinterpret_cast<const unsigned char*>(text.data()), text.size(), nullptr,
                     0);
  return hex(digest, sizeof digest);
}

bool equal_in_constant_time(std::string_view a, std::string_view b) {
  return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

std::optional<std::string> weakness_of_pin(std::string_view pin) {
  const bool digits = std::ranges::all_of(pin, [](char c) { return c >= '0' && c <= '9'; });
  if (!digits || pin.size() < 4 || pin.size() > 12) return "a PIN must be 4 to 12 digits";
  const auto steps_by = [&](int step) {
    return std::ranges::adjacent_find(pin, [step](char a, char b) { return b - a != step; }) == pin.end();
  };
  if (steps_by(0) || steps_by(1) || steps_by(-1))
    return "that PIN is too easy to guess; avoid repeated digits and sequences";
  return std::nullopt;
}

namespace {

std::string keyed(const Secret& secret, const std::string& card, const std::string& pin) {
  const std::string text = card + '\n' + pin;
  unsigned char digest[32];
  crypto_generichash(digest, sizeof digest, reinterpret_cast<const unsigned char*>(text.data()), text.size(),
                     secret.data(), secret.size());
  return hex(digest, sizeof digest);
}

}  // namespace

bool is_right_pin(const Secret& secret, const std::string& card, const std::string& pin, const std::string& verifier) {
  CHECK(sodium_init() >= 0);
  const std::string key = keyed(secret, card, pin);
  return !verifier.empty() && crypto_pwhash_str_verify(verifier.c_str(), key.data(), key.size()) == 0;
}

PinDesk::PinDesk(const Secret& secret, HashCost cost, Workers::Post post)
    : secret_(secret), cost_(cost), workers_(1, waiting_max, std::move(post)) {
  CHECK(sodium_init() >= 0);
  char text[crypto_pwhash_STRBYTES];
  const std::string nothing = random_token();
  CHECK(crypto_pwhash_str(text, nothing.data(), nothing.size(), cost_.passes, cost_.memory_bytes) == 0);
  decoy_ = text;
}

bool PinDesk::hash(std::string card, std::string pin, std::function<void(std::string)> done) {
  return workers_.run(
      [this, card = std::move(card), pin = std::move(pin), done = std::move(done)]() -> std::function<void()> {
        char text[crypto_pwhash_STRBYTES];
        const std::string key = keyed(secret_, card, pin);
        CHECK(crypto_pwhash_str(text, key.data(), key.size(), cost_.passes, cost_.memory_bytes) == 0);
        return [done, verifier = std::string(text)] { done(verifier); };
      });
}

bool PinDesk::verify(std::string card, std::string pin, std::string verifier, std::function<void(bool)> done) {
  return workers_.run([this, card = std::move(card), pin = std::move(pin), verifier = std::move(verifier),
                       done = std::move(done)]() -> std::function<void()> {
    const bool right = is_right_pin(secret_, card, pin, verifier.empty() ? decoy_ : verifier) && !verifier.empty();
    return [done, right] { done(right); };
  });
}

}  // namespace cardroom::server
