// A house on a SQLite ledger whose old entries are archived, for tests.
#pragma once

#include <gmock/gmock.h>

#include <filesystem>
#include <limits>

#include "ledger/archive.h"
#include "ledger/ledger.h"
#include "ledger/testing/audit_both_ways.h"
#include "ledger/testing/house.h"
#include "ledger/testing/sqlite_files.h"

namespace cardroom::ledger::testing {

inline constexpr int64_t always_ms = std::numeric_limits<int64_t>::max();

class ArchivedHouse : public ::testing::Test {
 protected:
  // A house with a snapshot after every ten entries, some 130 in all.
  ArchivedHouse() {
    auto ledger = *open_ledger();
    for (const progressive::Command& command : opening(1, 2)) ledger->decide_one(command);
    for (int i = 0; i < 50; ++i) {
      ledger->decide_one(start_round("s" + std::to_string(i), 1, 1));
      ledger->decide_one(end_round("e" + std::to_string(i), 1));
    }
    EXPECT_TRUE(ledger->close());
    before_ = read_all(**open());
    EXPECT_GT(before_.size(), 115U);
  }

  StoreResult<std::unique_ptr<Store>> open(OpenMode mode = OpenMode::read_only) { return open_store(path_, mode); }
  StoreResult<std::unique_ptr<Ledger>> open_ledger(std::unique_ptr<Store> store = nullptr) {
    if (!store) {
      auto opened = open(OpenMode::create);
      if (!opened) return std::unexpected(opened.error());
      store = std::move(*opened);
    }
    // No earlier than the last entry.
    return Ledger::open(std::move(store), {this_process(), [this] { return now_ms_ += 1000; }, 10});
  }
  SigningKey key() {
    auto found = SigningKey::read(folder_.file("key"));
    EXPECT_TRUE(found);
    if (*found) return **found;
    return *SigningKey::make(folder_.file("key"));
  }
  // As the program does it; what went wrong, if something did.
  std::string archive(uint64_t entries_max = 30, std::unique_ptr<Store> writes = nullptr, int64_t until = always_ms) {
    auto store = open(OpenMode::existing);
    if (!store) return store.error().to_text();
    const auto plan = plan_archive(**store, until, entries_max);
    if (!plan) return plan.error().to_text();
    std::vector<Segment> segments;
    for (const ArchivePart& part : *plan) {
      auto segment = write_segment(**store, part.before, part.last, segment_folder(path_), {});
      if (!segment) return segment.error().to_text();
      if (auto sealed =
              write_seal(before_.empty() ? Digest{} : before_[0].hash, *segment, segment_folder(path_), key());
          !sealed)
        return sealed.error().to_text();
      segments.push_back(*segment);
    }
    auto ledger = open_ledger(std::move(writes));
    if (!ledger) return ledger.error().to_text();
    if (auto removed = (*ledger)->remove_archived(); !removed) return removed.error().to_text();
    for (const Segment& segment : segments) {
      const Answer answer = (*ledger)->record_segment(segment, {"exe"}, {"sup"}, "old");
      if (answer.kind != Answer::Kind::accepted) return answer.failure + answer.refusal.text;
      if (auto archived = (*ledger)->archive_segment(segment); !archived) return archived.error().to_text();
    }
    (void)(*ledger)->close(false);
    return "";
  }

  // Whatever was recorded before is read and proved as then.
  void expect_whole() {
    const auto store = open();
    ASSERT_TRUE(store);
    const std::vector<Entry> now = read_all(**store);
    ASSERT_GE(now.size(), before_.size());
    EXPECT_TRUE(std::equal(before_.begin(), before_.end(), now.begin()));
    const auto result = audit_both_ways([this] { return open(); });
    ASSERT_TRUE(result);
    EXPECT_THAT(texts_of(result->findings), ::testing::IsEmpty());
    EXPECT_EQ(result->entries, now.size());
  }
  std::vector<std::string> findings() {
    const auto result = audit_both_ways([this] { return open(); });
    EXPECT_TRUE(result);
    return result ? texts_of(result->findings) : std::vector<std::string>();
  }
  int64_t count(const std::string& sql) { return *raw(path_).integer(sql); }
  std::string segment_path(size_t index) {
    const Archive archive = *(**open()).archive();
    return (std::filesystem::path(archive.folder) / archive.segments.at(index).file).string();
  }
  std::string refusal(const std::string& sql) {
    const auto done = raw(path_).run(sql.c_str());
    return done ? std::string("done") : done.error().message;
  }

  TemporaryFolder folder_ = TemporaryFolder::in_memory();
  std::string path_ = folder_.file("house.ledger");
  int64_t now_ms_ = 1'767'225'600'000;
  std::vector<Entry> before_;
};

}  // namespace cardroom::ledger::testing
