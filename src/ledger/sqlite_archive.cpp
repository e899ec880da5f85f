#include "ledger/sqlite_archive.h"

#include <fmt/format.h>

#include <algorithm>

#include "ledger/sqlite_schema.h"

namespace cardroom::ledger {

namespace {

#define SEGMENT_COLUMNS "first, last, before, hash, first_ms, last_ms, digest, bytes, file"

Segment segment_of_row(const SqliteStatement& row) {
  return {.first = static_cast<uint64_t>(row.integer(0)),
          .last = static_cast<uint64_t>(row.integer(1)),
          .before = digest_from(row.bytes(2)),
          .hash = digest_from(row.bytes(3)),
          .first_ms = row.integer(4),
          .last_ms = row.integer(5),
          .digest = digest_from(row.bytes(6)),
          .bytes = row.integer(7),
          .file = std::string(row.bytes(8))};
}

SqliteStatement& bind_digest(SqliteStatement& statement, int index, const Digest& digest) {
  return statement.bind_blob(index, digest.data(), digest.size());
}

}  // namespace

int64_t archived_id_hash(std::string_view id) {
  const Digest digest = digest_of(id);
  uint64_t hash = 0;
  for (size_t i = 0; i < 8; ++i) hash |= uint64_t{digest[i]} << (8 * i);
  return static_cast<int64_t>(hash);
}

SqliteResult<SqliteStatement*> SqliteArchive::statement(std::optional<SqliteStatement>& kept, const char* sql) {
  if (!kept) {
    auto prepared = SqliteStatement::prepare(connection_, sql);
    if (!prepared) return std::unexpected(prepared.error());
    kept = std::move(*prepared);
  }
  return &*kept;
}

StoreResult<Archive> SqliteArchive::all() {
  Archive archive{segment_folder(path_), {}};
  if (!is_there_) return archive;
  const std::string attempted = "read the archive of " + path_;
  auto folder = SqliteStatement::prepare(connection_, "SELECT folder FROM archive");
  if (!folder) return sqlite_error(folder.error(), attempted);
  const auto row = folder->step();
  if (!row) return sqlite_error(row.error(), attempted);
  if (*row && !folder->bytes(0).empty()) archive.folder = folder->bytes(0);
  auto segments = SqliteStatement::prepare(connection_, "SELECT " SEGMENT_COLUMNS " FROM segment ORDER BY first");
  if (!segments) return sqlite_error(segments.error(), attempted);
  while (true) {
    const auto next = segments->step();
    if (!next) return sqlite_error(next.error(), attempted);
    if (!*next) return archive;
    archive.segments.push_back(segment_of_row(*segments));
  }
}

StoreResult<std::optional<Segment>> SqliteArchive::covering(uint64_t sequence) {
  if (!is_there_ || sequence > sequence_max) return std::nullopt;
  const auto found =
      statement(covering_, "SELECT " SEGMENT_COLUMNS " FROM segment WHERE first <= ?1 ORDER BY first DESC LIMIT 1");
  if (!found) return sqlite_error(found.error(), "read the archive of " + path_);
  const ResetOnExit reset(**found);
  const auto row = (**found).bind(1, static_cast<int64_t>(sequence)).step();
  if (!row) return sqlite_error(row.error(), "read the archive of " + path_);
  if (!*row || static_cast<uint64_t>((**found).integer(1)) < sequence) return std::nullopt;
  return segment_of_row(**found);
}

StoreResult<SegmentReader*> SqliteArchive::reader(const Segment& segment) {
  if (open_ && open_->segment() == segment) return &*open_;
  const auto archive = all();
  if (!archive) return std::unexpected(archive.error());
  auto opened = SegmentReader::open(segment, archive->folder);
  if (!opened) return std::unexpected(opened.error());
  open_.emplace(std::move(*opened));
  return &*open_;
}

StoreResult<void> SqliteArchive::fill_gaps(uint64_t first, size_t most, size_t bytes_max, std::vector<Entry>& rows) {
  if (!is_there_) return {};
  uint64_t expected = first;
  for (size_t i = 0; i <= rows.size(); ++i) {
    if (i < rows.size() && rows[i].sequence == expected) {
      ++expected;
      continue;
    }
    // A full page may end anywhere.
    if (i == rows.size() && i > 0) return {};
    const auto segment = covering(expected);
    if (!segment) return std::unexpected(segment.error());
    if (*segment && i > 0) {
      rows.resize(i);
      return {};
    }
    if (*segment) {
      const auto opened = reader(**segment);
      if (!opened) return std::unexpected(opened.error());
      auto page = (*opened)->page(first, most, bytes_max);
      if (!page) return std::unexpected(page.error());
      rows = std::move(*page);
      return {};
    }
    if (i < rows.size()) expected = rows[i].sequence + 1;
  }
  return {};
}

StoreResult<std::optional<Entry>> SqliteArchive::entry(uint64_t sequence) {
  const auto segment = covering(sequence);
  if (!segment) return std::unexpected(segment.error());
  if (!*segment) return std::nullopt;
  const auto opened = reader(**segment);
  if (!opened) return std::unexpected(opened.error());
  return (*opened)->entry(sequence);
}

StoreResult<std::optional<Entry>> SqliteArchive::find(const std::string& id) {
  if (!is_there_) return std::nullopt;
  std::vector<uint64_t> sequences;
  {
    const auto found = statement(ids_, "SELECT sequence FROM archived_id WHERE id_hash = ?1");
    if (!found) return sqlite_error(found.error(), "look up a command in " + path_);
    const ResetOnExit reset(**found);
    (**found).bind(1, archived_id_hash(id));
    while (true) {
      const auto row = (**found).step();
      if (!row) return sqlite_error(row.error(), "look up a command in " + path_);
      if (!*row) break;
      sequences.push_back(static_cast<uint64_t>((**found).integer(0)));
    }
  }
  for (const uint64_t sequence : sequences) {
    auto candidate = entry(sequence);
    if (!candidate) return candidate;
    if (*candidate && (**candidate).command_id == id) return candidate;
  }
  return std::nullopt;
}

SqliteResult<void> SqliteArchive::add(const Segment& segment) {
  auto insert = SqliteStatement::prepare(
      connection_, "INSERT INTO segment (" SEGMENT_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)");
  if (!insert) return std::unexpected(insert.error());
  insert->bind(1, static_cast<int64_t>(segment.first)).bind(2, static_cast<int64_t>(segment.last));
  bind_digest(bind_digest(*insert, 3, segment.before), 4, segment.hash);
  insert->bind(5, segment.first_ms).bind(6, segment.last_ms);
  bind_digest(*insert, 7, segment.digest).bind(8, segment.bytes).bind_text(9, segment.file);
  return insert->run();
}

SqliteResult<size_t> SqliteArchive::remove(size_t most) {
  // Entry 1 stays: its hash names the ledger.
  auto rows = SqliteStatement::prepare(connection_,
                                       "SELECT sequence, command_id FROM entry WHERE sequence >= 2 AND sequence <= "
                                       "(SELECT max(last) FROM segment) ORDER BY sequence LIMIT ?1");
  if (!rows) return std::unexpected(rows.error());
  auto insert = SqliteStatement::prepare(connection_, "INSERT OR IGNORE INTO archived_id VALUES (?1, ?2)");
  if (!insert) return std::unexpected(insert.error());
  auto remove = SqliteStatement::prepare(connection_, "DELETE FROM entry WHERE sequence >= 2 AND sequence <= ?1");
  if (!remove) return std::unexpected(remove.error());
  rows->bind(1, static_cast<int64_t>(most));
  size_t count = 0;
  int64_t last = 0;
  while (true) {
    const auto row = rows->step();
    if (!row) return std::unexpected(row.error());
    if (!*row) break;
    last = rows->integer(0);
    insert->bind(1, archived_id_hash(rows->bytes(1))).bind(2, last);
    if (auto done = insert->run(); !done) return std::unexpected(done.error());
    ++count;
  }
  rows->reset();
  if (count == 0) return count;
  if (auto done = remove->bind(1, last).run(); !done) return std::unexpected(done.error());
  return count;
}

SqliteResult<void> SqliteArchive::set_folder(const std::string& folder) {
  auto update = SqliteStatement::prepare(connection_, "UPDATE archive SET folder = ?1");
  if (!update) return std::unexpected(update.error());
  return update->bind_text(1, folder).run();
}

}  // namespace cardroom::ledger
