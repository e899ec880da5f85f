// Reads the entries of one segment. Whatever does not agree with what was archived is segment_damaged, and the message
// names the segment.
#pragma once

#include <memory>
#include <vector>

#include "ledger/segment.h"
#include "ledger/sqlite.h"

namespace cardroom::ledger {

// The columns of table `entry`, in a ledger as in a segment.
#define CARDROOM_ENTRY_COLUMNS "sequence, time_ms, command_id, command_digest, body, hash"
Entry entry_of_row(const SqliteStatement& row);
void bind_entry(SqliteStatement& insert, const Entry& entry);

class SegmentReader {
 public:
  // The file is there, has its size, and ends with the entry that it should.
  static StoreResult<SegmentReader> open(const Segment& segment, const std::string& folder);

  // The entries from `first` on, at most so many of them or of their bytes, each of which follows the one before.
  StoreResult<std::vector<Entry>> page(uint64_t first, size_t most, size_t bytes_max);
  StoreResult<std::optional<Entry>> entry(uint64_t sequence);

  const Segment& segment() const { return segment_; }
  const std::string& path() const { return path_; }

 private:
  SegmentReader(Segment segment, std::string path, SqliteConnection connection, SqliteStatement rows)
      : segment_(std::move(segment)),
        path_(std::move(path)),
        connection_(std::move(connection)),
        rows_(std::move(rows)) {}

  std::unexpected<StoreError> damaged(std::string cause) const;

  Segment segment_;
  std::string path_;
  SqliteConnection connection_;
  SqliteStatement rows_;
};

}  // namespace cardroom::ledger
