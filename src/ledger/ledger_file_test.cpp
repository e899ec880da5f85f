#include "ledger/ledger_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "ledger/sqlite.h"
#include "ledger/store.h"
#include "ledger/testing/temporary_folder.h"

namespace cardroom::ledger {
namespace {

TEST(LedgerFile, IsKnownByItselfByItsCompanionsAndThroughLinks) {
  const testing::TemporaryFolder folder;
  const std::string ledger = folder.file("house.ledger");
  ASSERT_TRUE(open_store(ledger, OpenMode::create));
  std::filesystem::create_symlink(ledger, folder.file("link"));
  std::filesystem::create_symlink(folder.path(), folder.file("folder"));
  const std::string real = std::filesystem::canonical(ledger).string();
  for (const char* name : {"house.ledger", "house.ledger-wal", "house.ledger-shm", "house.ledger-lease",
                           "house.ledger-journal", "link", "folder/house.ledger", "folder/house.ledger-wal"})
    EXPECT_EQ(ledger_of_file(folder.file(name)), real) << name;
  std::filesystem::create_hard_link(ledger, folder.file("twin"));
  EXPECT_EQ(ledger_of_file(folder.file("twin")), std::filesystem::canonical(folder.path()).string() + "/twin");
}

TEST(LedgerFile, IsNoOtherFile) {
  const testing::TemporaryFolder folder;
  ASSERT_TRUE(SqliteConnection::open(folder.file("other.db"), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, "")
                  ->run("CREATE TABLE entry (x)"));
  std::ofstream(folder.file("page.html")) << "<p>" << std::string(200, 'x');
  std::ofstream(folder.file("short")) << "SQLite format 3";
  for (const char* name :
       {"other.db", "other.db-wal", "page.html", "short", "absent", "absent-wal", "no/such/folder", ""})
    EXPECT_EQ(ledger_of_file(folder.file(name)), std::nullopt) << name;
}

TEST(LedgerFile, IsToldFromOthersUnderWhateverName) {
  const testing::TemporaryFolder folder;
  const std::string ledger = folder.file("house.ledger");
  std::ofstream(ledger) << "x";
  std::ofstream(ledger + "-wal") << "x";
  std::ofstream(folder.file("mine")) << "x";
  std::filesystem::create_hard_link(ledger + "-wal", folder.file("twin"));
  EXPECT_TRUE(is_file_of_ledger(folder.file("twin"), "sqlite:" + ledger));
  EXPECT_TRUE(is_file_of_ledger(ledger, ledger));
  EXPECT_FALSE(is_file_of_ledger(folder.file("mine"), ledger));
  EXPECT_FALSE(is_file_of_ledger(folder.file("absent"), ledger));
  EXPECT_FALSE(is_file_of_ledger(folder.file("mine"), "postgresql://gm@db1/floor"));
}

}  // namespace
}  // namespace cardroom::ledger
