#include "ledger/segment.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>

#include "base/check.h"
#include "ledger/segment_reader.h"
#include "ledger/sqlite_schema.h"

namespace cardroom::ledger {

namespace {

namespace fs = std::filesystem;

// On the disk, and out of memory, so that what is read back comes from there.
bool sync_and_forget(const std::string& path) {
  const int handle = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (handle < 0) return false;
  const bool is_synced = ::fsync(handle) == 0;
  (void)::posix_fadvise(handle, 0, 0, POSIX_FADV_DONTNEED);
  ::close(handle);
  return is_synced;
}

SqliteResult<void> start_file(SqliteConnection& connection) {
  // Nobody reads it before it is whole and synced; a crash leaves a draft that the next attempt removes.
  const std::string sql = fmt::format(
      "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA application_id = {}; "
      "PRAGMA user_version = 1; BEGIN; CREATE TABLE entry (sequence INTEGER PRIMARY KEY, time_ms INTEGER NOT NULL, "
      "command_id TEXT NOT NULL, command_digest BLOB NOT NULL, body BLOB NOT NULL, hash BLOB NOT NULL) STRICT",
      segment_application_id);
  return connection.run(sql.c_str());
}

// The facts of a file that should hold the entries after `before`, to `last`: read whole, every hash verified.
StoreResult<Segment> verify_file(const std::string& path, const Head& before, const Head& last) {
  Segment segment;
  segment.first = before.sequence + 1;
  segment.last = last.sequence;
  segment.before = before.hash;
  segment.hash = last.hash;
  segment.file = fs::path(path).filename().string();
  const auto facts = facts_of_file(path);
  if (!facts) return std::unexpected(StoreError{StoreFailure::segment_damaged, facts.error()});
  segment.bytes = facts->bytes;
  segment.digest = facts->digest;
  auto reader = SegmentReader::open(segment, fs::path(path).parent_path().string());
  if (!reader) return std::unexpected(reader.error());
  for (uint64_t next = segment.first; next <= segment.last;) {
    const auto page = reader->page(next, page_entries, size_t{4} << 20);
    if (!page) return std::unexpected(page.error());
    if (next == segment.first) segment.first_ms = page->front().time_ms;
    segment.last_ms = page->back().time_ms;
    next = page->back().sequence + 1;
  }
  // The last hash covers every byte of every entry, and was compared with the journal's when the file was opened.
  return segment;
}

}  // namespace

void sync_folder_of(const std::string& path) {
  const std::string folder = fs::path(path).parent_path().string();
  const int handle = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (handle < 0) return;
  ::fsync(handle);
  ::close(handle);
}

std::string segment_file_name(uint64_t first, uint64_t last) {
  return fmt::format("{:09}-{:09}.segment", first, last);
}

std::string segment_folder(const std::string& ledger) {
  return ledger + "-segments";
}

std::string segment_name(const Segment& segment, const std::string& path) {
  return fmt::format("entries {} to {}, {}", segment.first, segment.last, path);
}

std::string segment_command_id(const Segment& segment) {
  return fmt::format("ledger/segment-{}-{}", segment.last, to_hex(segment.digest).substr(0, 16));
}

std::expected<FileFacts, base::Error> facts_of_file(const std::string& path) {
  const auto failed = [&] { return std::unexpected(base::Error{"read " + path, std::strerror(errno)}); };
  const int handle = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (handle < 0) return failed();
  FileFacts facts;
  crypto_generichash_state state{};
  CHECK(crypto_generichash_init(&state, nullptr, 0, facts.digest.size()) == 0);
  const auto buffer = std::make_unique<std::array<unsigned char, size_t{1} << 20>>();
  ssize_t count = 0;
  while ((count = ::read(handle, buffer->data(), buffer->size())) > 0) {
    crypto_generichash_update(&state, buffer->data(), static_cast<size_t>(count));
    facts.bytes += count;
  }
  const int error = errno;
  ::close(handle);
  errno = error;
  if (count < 0) return failed();
  crypto_generichash_final(&state, facts.digest.data(), facts.digest.size());
  return facts;
}

StoreResult<Segment> write_segment(Store& store, const Head& before, const Head& last, const std::string& folder,
                                   const std::function<bool(uint64_t done)>& progress) {
  const std::string path = (fs::path(folder) / segment_file_name(before.sequence + 1, last.sequence)).string();
  const std::string attempted = "write the segment " + path;
  const auto failed = [&](std::string cause) {
    return store_error(StoreFailure::unavailable, attempted, std::move(cause));
  };
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return failed(error.message());
  if (fs::exists(path, error)) {
    auto found = verify_file(path, before, last);
    if (!found) return failed("the file exists and does not contain these entries; move it away. It was not replaced");
    return found;
  }
  const std::string draft = path + ".part";
  ::unlink(draft.c_str());
  std::string wrong;
  {
    auto connection =
        SqliteConnection::open(draft, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, "");
    if (!connection) return failed(connection.error().message);
    if (auto started = start_file(*connection); !started) return failed(started.error().message);
    auto insert = SqliteStatement::prepare(
        connection->get(), "INSERT INTO entry (" CARDROOM_ENTRY_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6)");
    if (!insert) return failed(insert.error().message);
    Head at = before;
    const auto read = store.read(before.sequence + 1, [&](const Entry& entry) {
      if (const auto broken = chain_break(at, entry)) {
        wrong = *broken + "; 'cardroom audit' shows what is wrong with the ledger";
        return false;
      }
      bind_entry(*insert, entry);
      if (const auto done = insert->run(); !done) {
        wrong = done.error().message;
        return false;
      }
      at = {entry.sequence, entry.hash};
      if (progress && entry.sequence % 1000 == 0 && !progress(entry.sequence - before.sequence)) {
        wrong = "it was stopped before the end";
        return false;
      }
      return entry.sequence < last.sequence;
    });
    if (!read) return std::unexpected(read.error());
    if (wrong.empty() && at != last)
      wrong = fmt::format("entry {} is not the one that a snapshot names", last.sequence);
    if (wrong.empty())
      if (const auto done = connection->run("COMMIT"); !done) wrong = done.error().message;
  }
  if (wrong.empty() && !sync_and_forget(draft)) wrong = std::strerror(errno);
  if (!wrong.empty()) {
    ::unlink(draft.c_str());
    return failed(wrong);
  }
  auto verified = verify_file(draft, before, last);
  if (!verified) return failed("what was written could not be read back: " + verified.error().to_text());
  // Not over a file that exists, and not to be written to any more.
  const bool is_named = ::chmod(draft.c_str(), 0444) == 0 && ::link(draft.c_str(), path.c_str()) == 0;
  const int code = errno;
  ::unlink(draft.c_str());
  if (!is_named) return failed(std::strerror(code));
  sync_folder_of(path);
  verified->file = fs::path(path).filename().string();
  return verified;
}

std::vector<std::string> check_segment(const Segment& segment, const std::string& folder,
                                       const std::function<void(const Entry&)>& visit) {
  const std::string path = (fs::path(folder) / segment.file).string();
  std::vector<std::string> wrong;
  const auto say = [&](const std::string& what) {
    wrong.push_back(fmt::format("the segment with {}: {}", segment_name(segment, path), what));
  };
  auto reader = SegmentReader::open(segment, folder);
  if (!reader) {
    wrong.push_back(reader.error().to_text());
    return wrong;
  }
  const auto facts = facts_of_file(path);
  if (!facts) {
    say(facts.error().to_text());
  } else if (facts->digest != segment.digest) {
    say("the file was changed: its digest is not the one that was archived; restore it from a copy");
  }
  const std::string seal_path = path + ".seal";
  std::string text(4096, '\0');
  const int handle = ::open(seal_path.c_str(), O_RDONLY | O_CLOEXEC);
  const ssize_t count = handle < 0 ? -1 : ::read(handle, text.data(), text.size());
  if (handle >= 0) ::close(handle);
  if (count < 0) {
    say("its seal " + seal_path + " cannot be read");
  } else {
    const auto seal = read_seal(std::string_view(text).substr(0, static_cast<size_t>(count)), nullptr);
    if (!seal)
      say("its seal: " + seal.error());
    else if (*seal != segment)
      say("its seal belongs to another file");
  }
  for (uint64_t next = segment.first; next <= segment.last;) {
    const auto page = reader->page(next, page_entries, size_t{4} << 20);
    if (!page) {
      wrong.push_back(page.error().to_text());
      break;
    }
    for (const Entry& entry : *page) visit(entry);
    next = page->back().sequence + 1;
  }
  return wrong;
}

}  // namespace cardroom::ledger
