// with_house COMMAND…: runs a command in a temporary folder that holds house.ledger, the scripted house; for
// transcripts. The folder holds changed.ledger too, one of whose documents was changed with SQL; forged.ledger, where
// ten cents of the first round went to the house instead of low's meter and every hash was made anew; and
// unguarded.ledger, whose entries nobody touched, but whose triggers somebody did.
// with_house --rounds N FILE: writes a ledger of so many rounds, for measuring.
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "base/check.h"
#include "ledger/reports/testing/scripted_house.h"
#include "ledger/testing/temporary_folder.h"

using namespace cardroom::ledger;

namespace {

std::unique_ptr<Store> new_store(const std::string& path) {
  auto store = open_store(path, OpenMode::create);
  if (!store) {
    fmt::print(stderr, "with_house: {}\n", store.error().to_text());
    std::exit(99);
  }
  return std::move(*store);
}

void replace(std::string& text, std::string_view from, std::string_view to) {
  const size_t at = text.find(from);
  if (at != std::string::npos) text.replace(at, from.size(), to);
}

void change(const std::string& path, const char* sql) {
  sqlite3* database = nullptr;
  CHECK(sqlite3_open(path.c_str(), &database) == SQLITE_OK);
  CHECK(sqlite3_exec(database, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(database);
}

void forge(const std::string& from, const std::string& to) {
  std::vector<Entry> entries;
  Head before;
  CHECK(new_store(from)->read(1, [&](Entry entry) {
    replace(entry.body, R"("meter","link":"low","amount":"0.60")", R"("meter","link":"low","amount":"0.50")");
    replace(entry.body, R"("house","link":"low","amount":"1.40")", R"("house","link":"low","amount":"1.50")");
    entry.hash = chain_hash(before.hash, entry);
    before = {entry.sequence, entry.hash};
    entries.push_back(std::move(entry));
    return true;
  }));
  const auto store = new_store(to);
  CHECK(store->take_lease("a forger"));
  CHECK(store->append(entries));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 4 && std::string_view(argv[1]) == "--rounds") {
    reports::testing::play_many_rounds(new_store(argv[3]), std::strtoull(argv[2], nullptr, 10));
    return 0;
  }
  if (argc < 2) {
    fmt::print(stderr, "with_house COMMAND…\n");
    return 99;
  }
  const testing::TemporaryFolder folder;
  reports::testing::play_scripted_house(new_store(folder.file("house.ledger")));
  reports::testing::play_scripted_house(new_store(folder.file("changed.ledger")));
  change(folder.file("changed.ledger"),
         "DROP TRIGGER entry_is_fixed;"
         "UPDATE entry SET body = CAST(replace(CAST(body AS TEXT), 'MEMO-3', 'MEMO-4') AS BLOB) WHERE sequence = 29");
  reports::testing::play_scripted_house(new_store(folder.file("unguarded.ledger")));
  change(folder.file("unguarded.ledger"),
         "DROP TRIGGER entry_stays;"
         "CREATE TRIGGER entry_stays BEFORE DELETE ON entry WHEN 0 BEGIN SELECT RAISE(ABORT, 'no'); END;"
         "CREATE TRIGGER skim AFTER INSERT ON entry BEGIN DELETE FROM snapshot; END");
  forge(folder.file("house.ledger"), folder.file("forged.ledger"));
  const pid_t child = fork();
  if (child == 0) {
    if (chdir(folder.path().c_str()) == 0) execvp(argv[1], argv + 1);
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 98;
}
