#include <fcntl.h>
#include <fmt/format.h>
#include <sodium.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>

#include "ledger/segment.h"

namespace cardroom::ledger {

namespace {

constexpr std::string_view seal_name = "cardroom segment 1\n";

std::string sealed_part(const Digest& ledger, const Segment& segment) {
  return fmt::format(
      "{}ledger {}\nfirst {}\nlast {}\nentries {}\nbefore {}\nhash {}\nfirst_ms {}\nlast_ms {}\nbytes {}\ndigest {}\n"
      "file {}\n",
      seal_name, to_hex(ledger), segment.first, segment.last, segment.last - segment.first + 1, to_hex(segment.before),
      to_hex(segment.hash), segment.first_ms, segment.last_ms, segment.bytes, to_hex(segment.digest), segment.file);
}

template <class Number>
bool read_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

std::string segment_seal(const Digest& ledger, const Segment& segment, const SigningKey& key) {
  const std::string part = sealed_part(ledger, segment);
  const Signature signature = key.sign(part);
  std::array<char, 2 * std::tuple_size_v<Signature> + 1> hex{};
  sodium_bin2hex(hex.data(), hex.size(), signature.data(), signature.size());
  return fmt::format("{}signature {}\n", part, hex.data());
}

std::expected<Segment, std::string> read_seal(std::string_view text, const PublicKey* key) {
  const auto wrong = [] { return std::unexpected(std::string("it is not the seal of a segment, or is damaged")); };
  std::string_view rest = text;
  if (!rest.starts_with(seal_name)) return wrong();
  rest.remove_prefix(seal_name.size());
  const auto line = [&](std::string_view name) -> std::string_view {
    const size_t end = rest.find('\n');
    if (!rest.starts_with(name) || end == std::string_view::npos) return {};
    const std::string_view value = rest.substr(name.size(), end - name.size());
    rest.remove_prefix(end + 1);
    return value;
  };
  Segment segment;
  const auto ledger = digest_from_hex(line("ledger "));
  uint64_t entries = 0;
  const bool is_range = read_number(line("first "), segment.first) && read_number(line("last "), segment.last) &&
                        read_number(line("entries "), entries);
  const auto before = digest_from_hex(line("before "));
  const auto hash = digest_from_hex(line("hash "));
  const bool is_period = read_number(line("first_ms "), segment.first_ms) &&
                         read_number(line("last_ms "), segment.last_ms) && read_number(line("bytes "), segment.bytes);
  const auto digest = digest_from_hex(line("digest "));
  segment.file = line("file ");
  const std::string_view part = text.substr(0, text.size() - rest.size());
  const std::string_view hex = line("signature ");
  Signature signature{};
  size_t length = 0;
  const bool is_whole =
      ledger && is_range && before && hash && is_period && digest && !segment.file.empty() && rest.empty() &&
      hex.size() == 2 * signature.size() &&
      sodium_hex2bin(signature.data(), signature.size(), hex.data(), hex.size(), nullptr, &length, nullptr) == 0 &&
      entries == segment.last - segment.first + 1;
  if (!is_whole) return wrong();
  segment.before = *before;
  segment.hash = *hash;
  segment.digest = *digest;
  if (key != nullptr && !is_signed(part, signature, *key))
    return std::unexpected(std::string("its signature is not that of the game manager's key"));
  return segment;
}

std::expected<void, base::Error> write_seal(const Digest& ledger, const Segment& segment, const std::string& folder,
                                            const SigningKey& key) {
  const std::string path = (std::filesystem::path(folder) / (segment.file + ".seal")).string();
  const std::string draft = path + ".part";
  const std::string text = segment_seal(ledger, segment, key);
  const int handle = ::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  bool is_written = handle >= 0 && ::write(handle, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
                    ::fsync(handle) == 0;
  if (is_written) is_written = ::rename(draft.c_str(), path.c_str()) == 0;
  const int error = errno;
  if (handle >= 0) ::close(handle);
  if (!is_written) {
    ::unlink(draft.c_str());
    return std::unexpected(base::Error{"write the seal " + path, std::strerror(error)});
  }
  sync_folder_of(path);
  return {};
}

}  // namespace cardroom::ledger
