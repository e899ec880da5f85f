// Reports on archived days say what they said before, and need only the files of those days.
#include <gmock/gmock.h>

#include <filesystem>

#include "ledger/archive.h"
#include "ledger/copy.h"
#include "ledger/memory_store.h"
#include "ledger/reports/kinds.h"
#include "ledger/reports/testing/random_house.h"
#include "ledger/reports/testing/reading.h"
#include "ledger/testing/temporary_folder.h"

namespace cardroom::ledger::reports {
namespace {

namespace fs = std::filesystem;

std::string report_lines(Store& store, const Kind& kind, const Request& request) {
  const auto report = make_report(store, kind, request);
  if (!report) return report.error().text;
  std::string text = report->title;
  for (const Table& table : report->tables) {
    std::vector<std::string> columns;
    for (const Column& column : table.columns) columns.push_back(column.name);
    for (const std::string& line : testing::read(table, columns)) text += "\n" + line;
  }
  return text;
}

class ArchivedDays : public ::testing::Test {
 protected:
  ArchivedDays() {
    {
      testing::RandomHouse house(701, *open_store(path_, OpenMode::create), 15);
      house.play(1200);
    }
    auto store = *open_store(path_, OpenMode::existing);
    const auto plan = plan_archive(*store, std::numeric_limits<int64_t>::max(), 100);
    const SigningKey key = *SigningKey::make(folder_.file("key"));
    std::vector<Segment> segments;
    for (const ArchivePart& part : *plan) {
      segments.push_back(*write_segment(*store, part.before, part.last, files_, {}));
      EXPECT_TRUE(write_seal({}, segments.back(), files_, key));
    }
    EXPECT_GT(segments.size(), 8U);
    auto ledger = *Ledger::open(std::move(store), {"test", [] { return int64_t{2'000'000'000'000}; }});
    for (const Segment& segment : segments) {
      EXPECT_EQ(ledger->record_segment(segment, {"exe"}, {"sup"}, "old").kind, Answer::Kind::accepted);
      EXPECT_TRUE(ledger->archive_segment(segment));
    }
    EXPECT_TRUE(ledger->close(false));
    archived_ = *open_store(path_, OpenMode::read_only);
    EXPECT_TRUE(copy_journal(*archived_, *live_, {.holder = "test"}));
  }

  ledger::testing::TemporaryFolder folder_ = ledger::testing::TemporaryFolder::in_memory();
  std::string path_ = folder_.file("house.ledger");
  std::string files_ = segment_folder(path_);
  std::unique_ptr<Store> archived_;
  std::unique_ptr<Store> live_ =
      make_memory_store(std::make_shared<MemoryJournal>(), OpenMode::create, lease_ms_default);
};

TEST_F(ArchivedDays, AreReportedAsBefore) {
  const HouseTime time;
  const Day first = time.day_of((*live_->entry(1))->time_ms);
  size_t lines = 0;
  for (const Kind& kind : kinds())
    for (Day day = first; day < first + 12; day += 2) {
      Request request;
      request.since = day;
      request.until = day + 1;
      const std::string text = report_lines(*archived_, kind, request);
      EXPECT_EQ(text, report_lines(*live_, kind, request)) << kind.id << " " << day_text(day);
      lines += static_cast<size_t>(std::ranges::count(text, '\n'));
    }
  EXPECT_GT(lines, 200U);
}

TEST_F(ArchivedDays, NeedOnlyTheirFilesAndTheSnapshotBeforeThem) {
  const HouseTime time;
  const Archive archive = *archived_->archive();
  const auto activity = std::ranges::find(kinds(), std::string_view("activity"), &Kind::id);
  ASSERT_NE(activity, kinds().end());
  size_t hidden = 0;
  for (size_t i = 1; i < archive.segments.size(); ++i) {
    Request request;
    request.since = request.until = time.day_of(archive.segments[i].first_ms);
    const int64_t begin = time.start_ms(*request.since);
    const int64_t end = time.start_ms(*request.since + 1);
    std::vector<std::string> away;
    for (size_t k = 0; k < archive.segments.size(); ++k) {
      const bool is_needed = archive.segments[k].last_ms >= begin && archive.segments[k].first_ms < end;
      const bool is_next_needed = k + 1 < archive.segments.size() && archive.segments[k + 1].last_ms >= begin &&
                                  archive.segments[k].last_ms < begin;
      if (!is_needed && !is_next_needed) away.push_back((fs::path(files_) / archive.segments[k].file).string());
    }
    hidden += away.size();
    for (const std::string& file : away) fs::rename(file, file + ".away");
    // Opened for this report alone: a file that was opened before stays readable.
    const auto store = open_store(path_, OpenMode::read_only);
    EXPECT_EQ(report_lines(**store, *activity, request), report_lines(*live_, *activity, request))
        << day_text(*request.since);
    for (const std::string& file : away) fs::rename(file + ".away", file);
  }
  EXPECT_GT(hidden, 20U);
}

}  // namespace
}  // namespace cardroom::ledger::reports
