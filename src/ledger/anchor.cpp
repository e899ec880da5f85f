#include "ledger/anchor.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sodium.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>

namespace cardroom::ledger {

namespace {

// Every anchor has this size, so that one is written over another in place; less than a sector of any disk.
constexpr size_t anchor_bytes = 329;
constexpr std::string_view anchor_name = "cardroom anchor 1\n";

std::unexpected<base::Error> anchor_error(const char* what, const std::string& file, std::string cause) {
  return std::unexpected(base::Error{fmt::format("{} the anchor {}", what, file), std::move(cause)});
}

std::string signed_part(const Anchor& anchor) {
  return fmt::format("{}ledger {}\nsequence {:020}\nhash {}\n", anchor_name, to_hex(anchor.ledger),
                     anchor.head.sequence, to_hex(anchor.head.hash));
}

template <size_t bytes>
std::optional<std::array<uint8_t, bytes>> from_hex(std::string_view text) {
  std::array<uint8_t, bytes> value{};
  size_t length = 0;
  const bool is_whole = text.size() == 2 * bytes &&
                        sodium_hex2bin(value.data(), bytes, text.data(), text.size(), nullptr, &length, nullptr) == 0 &&
                        length == bytes;
  if (!is_whole) return std::nullopt;
  return value;
}

// The text after `name` up to the end of its line, which is taken off.
std::optional<std::string_view> take_line(std::string_view& text, std::string_view name) {
  const size_t end = text.find('\n');
  if (!text.starts_with(name) || end == std::string_view::npos) return std::nullopt;
  const std::string_view value = text.substr(name.size(), end - name.size());
  text.remove_prefix(end + 1);
  return value;
}

// Nothing where there is no such file.
std::expected<std::optional<std::string>, base::Error> bytes_in(const std::string& file) {
  const int handle = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (handle < 0 && errno == ENOENT) return std::nullopt;
  if (handle < 0) return anchor_error("open", file, std::strerror(errno));
  std::string bytes(anchor_bytes + 1, '\0');
  const ssize_t count = ::read(handle, bytes.data(), bytes.size());
  const int error = errno;
  ::close(handle);
  if (count < 0) return anchor_error("read", file, std::strerror(error));
  bytes.resize(static_cast<size_t>(count));
  return bytes;
}

}  // namespace

AnchorFiles anchor_files(const std::string& secret_file) {
  constexpr std::string_view ending = ".secret";
  const std::string base = secret_file.ends_with(ending) && secret_file.size() > ending.size()
                               ? secret_file.substr(0, secret_file.size() - ending.size())
                               : secret_file;
  return {base + ".anchor", base + ".key"};
}

std::string anchor_text(const Anchor& anchor, const SigningKey& key) {
  const std::string part = signed_part(anchor);
  const Signature signature = key.sign(part);
  std::array<char, 2 * std::tuple_size_v<Signature> + 1> hex{};
  sodium_bin2hex(hex.data(), hex.size(), signature.data(), signature.size());
  return fmt::format("{}signature {}\n", part, hex.data());
}

std::expected<Anchor, std::string> parse_anchor(std::string_view text, const PublicKey& key) {
  const auto wrong = [] { return std::unexpected(std::string("it is not an anchor, or is damaged")); };
  std::string_view rest = text;
  if (!rest.starts_with(anchor_name)) return wrong();
  rest.remove_prefix(anchor_name.size());
  const auto ledger = take_line(rest, "ledger ");
  const auto sequence = take_line(rest, "sequence ");
  const auto hash = take_line(rest, "hash ");
  const std::string_view part = text.substr(0, text.size() - rest.size());
  const auto signature = take_line(rest, "signature ");
  if (!ledger || !sequence || !hash || !signature || !rest.empty()) return wrong();
  Anchor anchor;
  const char* end = sequence->data() + sequence->size();
  const auto read = std::from_chars(sequence->data(), end, anchor.head.sequence);
  const auto ledger_bytes = from_hex<32>(*ledger);
  const auto hash_bytes = from_hex<32>(*hash);
  const auto signature_bytes = from_hex<64>(*signature);
  if (read.ec != std::errc() || read.ptr != end || !ledger_bytes || !hash_bytes || !signature_bytes) return wrong();
  anchor.ledger = *ledger_bytes;
  anchor.head.hash = *hash_bytes;
  if (!is_signed(part, *signature_bytes, key))
    return std::unexpected(std::string("its signature is not that of the game manager's key"));
  return anchor;
}

std::expected<std::optional<Anchor>, base::Error> read_anchor(const std::string& file, const PublicKey& key) {
  std::string cause;
  // Somebody may be writing it at this moment.
  for (int tries = 0; tries < 3; ++tries) {
    const auto bytes = bytes_in(file);
    if (!bytes) return std::unexpected(bytes.error());
    if (!*bytes) return std::nullopt;
    auto anchor = parse_anchor(**bytes, key);
    if (anchor) return *anchor;
    cause = anchor.error();
    ::usleep(1000);
  }
  return anchor_error("use", file, cause);
}

StoreResult<Anchor> anchor_of(Store& store) {
  Anchor anchor;
  const auto first = store.entry(1);
  if (!first) return std::unexpected(first.error());
  if (*first) anchor.ledger = (*first)->hash;
  const auto head = store.head();
  if (!head) return std::unexpected(head.error());
  anchor.head = *head;
  return anchor;
}

StoreResult<std::optional<std::string>> missing_from(Store& store, const Anchor& anchor) {
  if (anchor.head.sequence == 0) return std::nullopt;
  const auto now = anchor_of(store);
  if (!now) return std::unexpected(now.error());
  const uint64_t sequence = anchor.head.sequence;
  if (now->head.sequence == 0) return fmt::format("it is empty, but entry {} was acknowledged", sequence);
  if (now->ledger != anchor.ledger)
    return fmt::format("it is not the ledger whose entry {} was acknowledged: its first entry is another one",
                       sequence);
  if (now->head.sequence < sequence)
    return fmt::format("it ends at entry {}, but entry {} was acknowledged", now->head.sequence, sequence);
  const auto held = holds(store, anchor.head);
  if (!held) return std::unexpected(held.error());
  if (!*held) return fmt::format("its entry {} is not the one that was acknowledged", sequence);
  return std::nullopt;
}

AnchorKeeper::~AnchorKeeper() {
  (void)sync();
  if (handle_ >= 0) ::close(handle_);
}

std::expected<std::unique_ptr<AnchorKeeper>, base::Error> AnchorKeeper::open(const AnchorFiles& files, Store& store) {
  const auto refuse = [&](const std::string& why) {
    return std::unexpected(base::Error{
        "start on this ledger",
        fmt::format(
            "{}. The anchor is {}. Nothing was changed. Find out what happened to the database. If the ledger was "
            "restored or replaced on purpose, two people accept it with 'cardroom ledger replace-anchor'; a new "
            "ledger needs its own secret file and anchor",
            why, files.anchor)});
  };
  auto key = SigningKey::read(files.key);
  if (!key) return std::unexpected(key.error());
  const auto now = anchor_of(store);
  if (!now) return std::unexpected(now.error().error);
  const bool is_first = !*key;
  if (is_first) {
    const auto bytes = bytes_in(files.anchor);
    if (!bytes) return std::unexpected(bytes.error());
    if (*bytes) return refuse(fmt::format("its anchor cannot be verified: the key file {} is missing", files.key));
    auto made = SigningKey::make(files.key);
    if (!made) return std::unexpected(made.error());
    *key = std::move(*made);
  }
  std::unique_ptr<AnchorKeeper> keeper(new AnchorKeeper(files, **key));
  const auto kept = read_anchor(files.anchor, keeper->key_.public_key());
  if (!kept) return refuse(fmt::format("its anchor cannot be verified: {}", kept.error().cause));
  if (!*kept) {
    // A key without an anchor: one was kept here, and is gone.
    if (!is_first && now->head.sequence > 0) return refuse("its anchor is missing");
    keeper->is_new_ = true;
    if (auto written = keeper->replace(*now); !written) return std::unexpected(written.error());
    return keeper;
  }
  const auto missing = missing_from(store, **kept);
  if (!missing) return std::unexpected(missing.error().error);
  if (*missing) return refuse(**missing);
  keeper->anchor_ = **kept;
  if (keeper->anchor_.head.sequence == 0) keeper->anchor_ = *now;
  keeper->handle_ = ::open(files.anchor.c_str(), O_RDWR | O_CLOEXEC);
  if (keeper->handle_ < 0) return anchor_error("write", files.anchor, std::strerror(errno));
  return keeper;
}

std::expected<std::unique_ptr<AnchorKeeper>, base::Error> AnchorKeeper::open_to_replace(const AnchorFiles& files) {
  auto key = SigningKey::read(files.key);
  if (!key) return std::unexpected(key.error());
  if (!*key) {
    auto made = SigningKey::make(files.key);
    if (!made) return std::unexpected(made.error());
    *key = std::move(*made);
  }
  std::unique_ptr<AnchorKeeper> keeper(new AnchorKeeper(files, **key));
  if (const auto kept = read_anchor(files.anchor, keeper->key_.public_key()); kept && *kept) keeper->anchor_ = **kept;
  return keeper;
}

std::expected<void, base::Error> AnchorKeeper::replace(const Anchor& anchor) {
  // Under another name first: an anchor that is there is whole.
  const std::string draft = files_.anchor + ".new";
  const std::string text = anchor_text(anchor, key_);
  const int made = ::open(draft.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (made < 0) return anchor_error("create", files_.anchor, std::strerror(errno));
  const bool is_written = ::write(made, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
                          ::fsync(made) == 0 && ::rename(draft.c_str(), files_.anchor.c_str()) == 0;
  if (!is_written) {
    const int error = errno;
    ::close(made);
    ::unlink(draft.c_str());
    return anchor_error("create", files_.anchor, std::strerror(error));
  }
  const auto folder = std::filesystem::path(files_.anchor).parent_path();
  const int parent = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (parent >= 0) {
    ::fsync(parent);
    ::close(parent);
  }
  if (handle_ >= 0) ::close(handle_);
  handle_ = made;
  anchor_ = anchor;
  is_dirty_ = false;
  return {};
}

std::expected<void, base::Error> AnchorKeeper::write() {
  const std::string text = anchor_text(anchor_, key_);
  const ssize_t count = ::pwrite(handle_, text.data(), text.size(), 0);
  is_written_ = count == static_cast<ssize_t>(text.size());
  is_dirty_ = is_dirty_ || is_written_;
  if (is_written_) return {};
  return anchor_error("write", files_.anchor, count < 0 ? std::strerror(errno) : "it was written in part only");
}

void AnchorKeeper::take(std::span<const Step> steps) {
  if (steps.front().entry().sequence == 1) anchor_.ledger = steps.front().entry().hash;
  anchor_.head = steps.back().head();
}

std::expected<void, base::Error> AnchorKeeper::advance(std::span<const Step> steps) {
  if (steps.empty()) return {};
  take(steps);
  return write();
}

std::expected<void, base::Error> AnchorKeeper::follow(std::span<const Step> steps) {
  if (steps.empty()) return {};
  take(steps);
  const auto kept = read_anchor(files_.anchor, key_.public_key());
  if (kept && *kept && (*kept)->ledger == anchor_.ledger && (*kept)->head.sequence >= anchor_.head.sequence) return {};
  return write();
}

std::optional<std::string> AnchorKeeper::missing_now(Store& store) const {
  const auto kept = read_anchor(files_.anchor, key_.public_key());
  if (!kept || !*kept) return std::nullopt;
  const auto missing = missing_from(store, **kept);
  return missing ? *missing : std::nullopt;
}

std::expected<void, base::Error> AnchorKeeper::sync() {
  if (!is_written_)
    if (auto written = write(); !written) return written;
  if (!is_dirty_) return {};
  if (::fdatasync(handle_) != 0) return anchor_error("sync", files_.anchor, std::strerror(errno));
  is_dirty_ = false;
  return {};
}

}  // namespace cardroom::ledger
