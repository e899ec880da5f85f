// Journals in files of SQLite, made and looked at behind the store's back.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "ledger/sqlite.h"
#include "ledger/sqlite_schema.h"
#include "ledger/sqlite_store.h"
#include "ledger/testing/entries.h"
#include "ledger/testing/temporary_folder.h"

namespace cardroom::ledger::testing {

inline std::string bytes_of(const std::string& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

inline void put_bytes(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

inline SqliteConnection raw(const std::string& path) {
  auto connection = SqliteConnection::open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, "");
  EXPECT_TRUE(connection);
  return std::move(*connection);
}

// A journal of 300 entries at this path, closed.
inline std::vector<Entry> make_ledger(const std::string& path) {
  auto store = open_sqlite_store(path, OpenMode::create);
  EXPECT_TRUE((*store)->take_lease("a test"));
  const auto entries = make_entries({}, 300, "c", 500);
  EXPECT_TRUE((*store)->append(entries));
  EXPECT_TRUE((*store)->release_lease());
  return entries;
}

// A journal as an older version of the program left it, with an entry.
inline std::vector<Entry> make_old(const std::string& path, int version) {
  EXPECT_TRUE(make_sqlite_file(path, "", version));
  SqliteConnection connection = raw(path);
  const auto entries = make_entries({}, 1);
  auto insert = SqliteStatement::prepare(connection.get(), "INSERT INTO entry VALUES (?1, ?2, ?3, ?4, ?5, ?6)");
  EXPECT_TRUE(insert);
  const Entry& entry = entries[0];
  insert->bind(1, 1).bind(2, entry.time_ms).bind_text(3, entry.command_id);
  insert->bind_blob(4, entry.command_digest.data(), 32).bind_blob(5, entry.body.data(), entry.body.size());
  EXPECT_TRUE(insert->bind_blob(6, entry.hash.data(), 32).run());
  return entries;
}

}  // namespace cardroom::ledger::testing
