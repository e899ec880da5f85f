#include "ledger/segment_reader.h"

#include <fmt/format.h>

#include <filesystem>

namespace cardroom::ledger {

Entry entry_of_row(const SqliteStatement& row) {
  return {.sequence = static_cast<uint64_t>(row.integer(0)),
          .time_ms = row.integer(1),
          .command_id = std::string(row.bytes(2)),
          .command_digest = digest_from(row.bytes(3)),
          .body = std::string(row.bytes(4)),
          .hash = digest_from(row.bytes(5))};
}

void bind_entry(SqliteStatement& insert, const Entry& entry) {
  insert.bind(1, static_cast<int64_t>(entry.sequence)).bind(2, entry.time_ms).bind_text(3, entry.command_id);
  insert.bind_blob(4, entry.command_digest.data(), entry.command_digest.size());
  insert.bind_blob(5, entry.body.data(), entry.body.size());
  insert.bind_blob(6, entry.hash.data(), entry.hash.size());
}

StoreResult<SegmentReader> SegmentReader::open(const Segment& segment, const std::string& folder) {
  const std::string path = (std::filesystem::path(folder) / segment.file).string();
  const auto wrong = [&](std::string cause) {
    return store_error(StoreFailure::segment_damaged, "read the segment with " + segment_name(segment, path),
                       std::move(cause));
  };
  std::error_code error;
  const auto bytes = std::filesystem::file_size(path, error);
  if (error == std::errc::no_such_file_or_directory)
    return wrong("the file is missing; put it back, or name its folder with 'cardroom ledger segments --folder'");
  if (error) return wrong(error.message());
  if (static_cast<int64_t>(bytes) != segment.bytes)
    return wrong(
        fmt::format("the file has {} bytes, but {} were archived; restore it from a copy", bytes, segment.bytes));
  auto connection = SqliteConnection::open(path, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, "");
  if (!connection) return wrong(connection.error().message);
  auto rows = SqliteStatement::prepare(
      connection->get(), "SELECT " CARDROOM_ENTRY_COLUMNS " FROM entry WHERE sequence >= ?1 ORDER BY sequence");
  if (!rows) return wrong("the file is damaged: " + rows.error().message);
  SegmentReader reader(segment, path, std::move(*connection), std::move(*rows));
  const auto last = reader.entry(segment.last);
  if (!last) return std::unexpected(last.error());
  if (!*last || (**last).hash != segment.hash)
    return wrong(
        fmt::format("it does not end with the entry {} that was archived: it is another file, or was changed; "
                    "restore it from a copy",
                    segment.last));
  return reader;
}

std::unexpected<StoreError> SegmentReader::damaged(std::string cause) const {
  return store_error(StoreFailure::segment_damaged, "read the segment with " + segment_name(segment_, path_),
                     std::move(cause) + "; restore it from a copy");
}

StoreResult<std::vector<Entry>> SegmentReader::page(uint64_t first, size_t most, size_t bytes_max) {
  const ResetOnExit reset(rows_);
  std::vector<Entry> entries;
  Head before{segment_.first - 1, segment_.before};
  // With the entry before, whose hash the first one must follow.
  rows_.bind(1, static_cast<int64_t>(std::max(first - 1, segment_.first)));
  size_t bytes = 0;
  while (entries.size() < most && bytes < bytes_max && before.sequence < segment_.last) {
    const auto row = rows_.step();
    if (!row) return damaged("the file is damaged: " + row.error().message);
    if (!*row) return damaged(fmt::format("entry {} is missing", before.sequence + 1));
    Entry entry = entry_of_row(rows_);
    if (entry.sequence + 1 == first) {
      before = {entry.sequence, entry.hash};
      continue;
    }
    if (const auto broken = chain_break(before, entry)) return damaged("the file was changed: " + *broken);
    before = {entry.sequence, entry.hash};
    bytes += entry.body.size();
    entries.push_back(std::move(entry));
  }
  return entries;
}

StoreResult<std::optional<Entry>> SegmentReader::entry(uint64_t sequence) {
  if (sequence < segment_.first || sequence > segment_.last) return std::nullopt;
  auto found = page(sequence, 1, 1);
  if (!found) return std::unexpected(found.error());
  return std::move(found->front());
}

}  // namespace cardroom::ledger
