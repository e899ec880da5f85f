// The conformance suite over every store, and how a store is named.
#include <gtest/gtest.h>

#include "ledger/memory_store.h"
#include "ledger/postgres_store.h"
#include "ledger/sqlite_store.h"
#include "ledger/testing/postgres_server.h"
#include "ledger/testing/store_conformance.h"
#include "ledger/testing/temporary_folder.h"

namespace cardroom::ledger::testing {

namespace {

struct InMemory final : TestJournal {
  std::shared_ptr<MemoryJournal> journal = std::make_shared<MemoryJournal>();
  StoreResult<std::unique_ptr<Store>> open(OpenMode mode, int64_t lease_ms) override {
    return make_memory_store(journal, mode, lease_ms);
  }
};

struct InSqlite final : TestJournal {
  TemporaryFolder folder;
  StoreResult<std::unique_ptr<Store>> open(OpenMode mode, int64_t lease_ms) override {
    return open_sqlite_store(folder.file("ledger"), mode, {.lease_ms = lease_ms});
  }
};

struct InPostgres final : TestJournal {
  std::string address = PostgresServer::shared().make_database();
  StoreResult<std::unique_ptr<Store>> open(OpenMode mode, int64_t lease_ms) override {
    return open_postgres_store(address, mode, {.lease_ms = lease_ms});
  }
};

template <class Journal>
JournalMaker maker(const std::string& name) {
  return {name, [] { return std::make_unique<Journal>(); }};
}

std::string name_of(const ::testing::TestParamInfo<JournalMaker>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Memory, StoreConformance, ::testing::Values(maker<InMemory>("memory")), name_of);
INSTANTIATE_TEST_SUITE_P(Sqlite, StoreConformance, ::testing::Values(maker<InSqlite>("sqlite")), name_of);
INSTANTIATE_TEST_SUITE_P(Postgres, StoreConformance, ::testing::Values(maker<InPostgres>("postgres")), name_of);

TEST(OpenStore, TakesAnAddressOfEachKind) {
  const TemporaryFolder folder;
  for (const std::string& address : {std::string("memory:"), "sqlite:" + folder.file("a"), folder.file("b")}) {
    const auto store = open_store(address, OpenMode::create);
    ASSERT_TRUE(store) << store.error().to_text();
    EXPECT_EQ(*(*store)->head(), Head{});
  }
  EXPECT_TRUE(std::filesystem::exists(folder.file("a")));
  EXPECT_TRUE(std::filesystem::exists(folder.file("b")));
}

TEST(OpenStore, NamesTheFormsOfAnAddressWhenItIsNone) {
  for (const char* address : {"", "sqlite:", "mysql://host/db"}) {
    const auto store = open_store(address, OpenMode::create);
    ASSERT_FALSE(store);
    EXPECT_NE(store.error().to_text().find("memory:, sqlite:FILE, a plain path, or postgresql://"), std::string::npos)
        << store.error().to_text();
  }
}

TEST(OpenStore, NamesAServerThatIsNotThereWithoutThePassword) {
  const auto store = open_store("postgresql://cash:secret@127.0.0.1:1/ledger", OpenMode::existing);
  ASSERT_FALSE(store);
  EXPECT_EQ(static_cast<int>(store.error().failure), static_cast<int>(StoreFailure::unavailable));
  EXPECT_EQ(store.error().error.attempted, "open the ledger postgresql://127.0.0.1:1/ledger");
  EXPECT_EQ(store.error().to_text().find("secret"), std::string::npos);
}

}  // namespace

}  // namespace cardroom::ledger::testing
