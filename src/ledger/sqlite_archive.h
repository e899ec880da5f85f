// What a SQLite journal knows of its archived entries: the segments, and by which ids to find an entry in them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ledger/segment_reader.h"
#include "ledger/sqlite.h"
#include "ledger/store.h"

namespace cardroom::ledger {

// 64 bits of the id's digest: what the database keeps of an archived id. What is found by it is compared in the
// segment.
int64_t archived_id_hash(std::string_view id);

class SqliteArchive {
 public:
  // The connection outlives this. A journal below version 4 has no archive.
  SqliteArchive(sqlite3* connection, std::string path, int version)
      : connection_(connection), path_(std::move(path)), is_there_(version >= 4) {}

  StoreResult<Archive> all();
  // The segment that holds this entry, if one does.
  StoreResult<std::optional<Segment>> covering(uint64_t sequence);
  // Leaves of rows of the live journal, which should begin at `first`, those before the first gap that a segment fills;
  // reads from the segment if nothing is left.
  StoreResult<void> fill_gaps(uint64_t first, size_t most, size_t bytes_max, std::vector<Entry>& rows);
  StoreResult<std::optional<Entry>> entry(uint64_t sequence);
  StoreResult<std::optional<Entry>> find(const std::string& id);

  // Both within a transaction of the store's.
  SqliteResult<void> add(const Segment& segment);
  SqliteResult<size_t> remove(size_t most);
  SqliteResult<void> set_folder(const std::string& folder);

 private:
  StoreResult<SegmentReader*> reader(const Segment& segment);
  // Prepared once it is needed.
  SqliteResult<SqliteStatement*> statement(std::optional<SqliteStatement>& kept, const char* sql);

  sqlite3* connection_;
  std::string path_;
  bool is_there_;
  std::optional<SqliteStatement> covering_, ids_;
  std::optional<SegmentReader> open_;  // the segment that was read last
};

}  // namespace cardroom::ledger
