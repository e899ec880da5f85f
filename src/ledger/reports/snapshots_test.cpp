// Reports that begin at a snapshot say what reports from the first entry say,
// and read little more than their period.
#include <gmock/gmock.h>

#include "ledger/codec.h"
#include "ledger/reports/testing/random_house.h"
#include "ledger/reports/testing/small_house.h"
#include "ledger/testing/failing_store.h"

namespace cardroom::ledger::reports {
namespace {

using namespace progressive;
using reports::testing::RandomHouse;
using reports::testing::read;
using reports::testing::SmallHouse;
using reports::testing::table_of;
using ::testing::ElementsAre;

std::string everything_of(const Report& report) {
  std::string text = report.title;
  for (const Parameter& parameter : report.parameters) text += "\n" + parameter.name + "=" + parameter.value;
  for (const Table& table : report.tables) {
    std::vector<std::string> columns;
    for (const Column& column : table.columns) columns.push_back(column.name);
    text += "\n" + table.id;
    for (const std::string& line : read(table, columns)) text += "\n" + line;
    for (const Cell& cell : table.totals) text += " | " + testing::text_of(cell);
  }
  for (const std::string& note : report.notes) text += "\nnote " + note;
  for (const std::string& alarm : report.alarms) text += "\nalarm " + alarm;
  return text;
}

std::string report_text(const Kind& kind, const Request& request, const std::shared_ptr<MemoryJournal>& journal) {
  const auto store = make_memory_store(journal, OpenMode::read_only, lease_ms_default);
  const auto report = make_report(*store, kind, request);
  return report ? everything_of(*report) : report.error().text;
}

TEST(ReportsFromSnapshots, SayWhatReportsFromTheFirstEntrySay) {
  std::map<std::string_view, size_t> rows;
  for (uint64_t key = 501; key <= 502; ++key) {
    const auto journal = std::make_shared<MemoryJournal>();
    RandomHouse house(key, make_memory_store(journal, OpenMode::create, lease_ms_default), 15);
    house.play(2000);
    ASSERT_GT(journal->snapshots.size(), 40U);
    const auto bare = std::make_shared<MemoryJournal>();
    bare->entries = journal->entries;
    base::Prng generator(key);
    const auto below = [&](uint32_t bound) { return base::uniform_below(generator, bound); };
    HouseTime time{.utc_offset_minutes = -480, .day_starts_minutes = 6 * 60};
    const Day first = time.day_of(journal->entries.front().time_ms);
    const auto days = static_cast<uint32_t>(time.day_of(journal->entries.back().time_ms) - first + 1);
    ASSERT_GT(days, 15U);
    for (const Kind& kind : kinds()) {
      for (int i = 0; i < 40; ++i) {
        Request request;
        request.time = time;
        request.week_starts = static_cast<int>(below(7));
        // A day before and a few after the journal, too.
        if (below(5) != 0) request.since = first - 1 + below(days + 3);
        if (below(5) != 0) request.until = request.since.value_or(first) + below(4);
        if (kind.by_link && below(3) == 0) request.link = LinkId{"north"};
        if (kind.by_table && below(3) == 0) request.table = TableId{"T2"};
        if (kind.by_page && below(2) == 0) request.first_page = below(40);
        if (kind.by_page && below(2) == 0) request.last_page = request.first_page + below(5);
        const std::string text = report_text(kind, request, journal);
        ASSERT_EQ(text, report_text(kind, request, bare)) << "key " << key << ", " << kind.id;
        rows[kind.id] += static_cast<size_t>(std::ranges::count(text, '\n'));
      }
    }
  }
  for (const Kind& kind : kinds()) EXPECT_GT(rows[kind.id], 500U) << kind.id << " was hardly tested";
}

// Counts the entries that are read, page by page and one by one.
class CountingStore final : public ledger::testing::FailingStore {
 public:
  CountingStore(std::unique_ptr<Store> inner, ledger::testing::StoreFaults& faults)
      : FailingStore(std::move(inner), faults) {}

  StoreResult<void> read(uint64_t first, const std::function<bool(const Entry&)>& visit) override {
    return FailingStore::read(first, [&](const Entry& entry) {
      ++entries;
      return visit(entry);
    });
  }
  uint64_t entries = 0;
};

TEST(ReportsFromSnapshots, ReadTheirPeriodAndLittleMore) {
  constexpr uint64_t spacing = 20;
  SmallHouse house(spacing);
  constexpr int days = 60;
  ClaimNumber backed_out = 0;
  for (int day = 0; day < days; ++day) {
    for (int round = 0; round < 20; ++round) {
      house.start({1, 2});
      if (round == 7) {
        const ClaimNumber claim = house.mark(1, "royal_flush");
        house.must(ConfirmClaim{claim}, "sup");
        if (day == 30) backed_out = claim;
      }
      house.end();
    }
    if (day == 45) house.must(BackOutAward{backed_out, "MEMO"}, "exe", "sup");
    house.wait_a_day();
  }
  ledger::testing::StoreFaults none;
  const auto read_by = [&](std::string_view kind, const Request& request) {
    CountingStore store(make_memory_store(house.journal, OpenMode::read_only, lease_ms_default), none);
    EXPECT_TRUE(make_report(store, *kind_named(kind), request));
    return store.entries;
  };
  // A day has 40 entries of rounds, two of an award and two or three of
  // snapshots.
  const Request day_20 = testing::on_days("2026-01-21", "2026-01-21");
  for (const Kind& kind : kinds()) EXPECT_LE(read_by(kind.id, day_20), 46 + 3 * spacing) << kind.id;
  // Slips of the 31st of January, one of which is voided two weeks later: the
  // stretch with the void is read too.
  EXPECT_LE(read_by("win-page", testing::on_days("2026-01-31", "2026-01-31")), 46 + 6 * spacing);
  EXPECT_THAT(read(table_of(testing::report_of("win-page", testing::on_days("2026-01-31", "2026-01-31"), house.journal),
                            "pages"),
                   {"page", "status", "void_document"}),
              ElementsAre("31 | VOID | MEMO"));
  Request slip;
  slip.first_page = slip.last_page = 31;
  EXPECT_LE(read_by("win-page", slip), 10 * spacing);
  EXPECT_EQ(read(table_of(testing::report_of("win-page", slip, house.journal), "pages"), {"page"}).size(), 1U);
  // The back-out looks for the award of two weeks before.
  EXPECT_LE(read_by("activity", testing::on_days("2026-02-15", "2026-02-15")), 46 + 4 * spacing);
  EXPECT_GT(house.journal->entries.size(), 2500U);
}

// Held in one week, paid in another, in which the table plays another game; the
// balance was recorded in the first.
TEST(ReportsFromSnapshots, LookBackForWhatTheStateHasForgotten) {
  SmallHouse house(5);
  house.must(RecordBankBalance{base::Cents(10'000'000), "SLIP-1"}, "exe");
  house.start({1, 2});
  const ClaimNumber held = house.mark(1, "royal_flush");
  house.must(HoldClaim{held, "cards"}, "sup");
  const ClaimNumber paid = house.mark(2, "royal_flush");
  house.must(ConfirmClaim{paid}, "sup");
  house.end();
  house.must(ChangeTable{{{"T1"}, "four-card-poker", 6, Keypad::second_generation, {{"mega"}}}}, "exe", "sup");
  for (int round = 0; round < 20; ++round) {
    house.start({1});
    house.end();
  }
  for (int day = 0; day < 14; ++day) house.wait_a_day();
  house.start({1});
  house.end();
  house.must(ReleaseClaim{held, Verdict::pay, "good"}, "sup");
  house.must(BackOutAward{paid, "MEMO"}, "exe", "sup");
  const Request later = testing::on_days("2026-01-15", "2026-01-15");
  const Report activity = testing::report_of("activity", later, house.journal);
  // The held hand took the meter of 5,000.30 with it; the other got the reseed
  // of 1,000, which came back.
  EXPECT_THAT(read(table_of(activity, "tables"), {"game", "coin_in", "meter"}),
              ElementsAre("four-card-poker | 1.00 | 0.00", "three-card-poker | 0.00 | 4000.30"));
  const Report deposit = testing::report_of("deposit", later, house.journal);
  EXPECT_THAT(read(table_of(deposit, "weeks"), {"document", "balance"}), ElementsAre("SLIP-1 | 100000.00"));
}

// A dispute that ends in Pay on the 2nd of January, and is acknowledged as paid
// twelve days later.
TEST(ReportsFromSnapshots, FindAPaymentLongAfterTheSlip) {
  SmallHouse house(5);
  house.start({1});
  const ClaimNumber claim = house.mark(1, "royal_flush");
  house.must(HoldClaim{claim, "cards"}, "sup");
  house.end();
  const auto play_days = [&](int days) {
    for (int day = 0; day < days; ++day) {
      house.wait_a_day();
      for (int round = 0; round < 10; ++round) {
        house.start({1});
        house.end();
      }
    }
  };
  house.wait_a_day();
  house.must(ReleaseClaim{claim, Verdict::pay, "good"}, "sup");
  play_days(12);
  house.must(AcknowledgePayment{{"T1"}, 1, claim, 1}, "sup");
  play_days(12);
  const auto slips = [&](const char* since, const char* until) {
    return read(table_of(testing::report_of("win-page", testing::on_days(since, until), house.journal), "pages"),
                {"page", "day", "payment", "paid_by"});
  };
  EXPECT_THAT(slips("2026-01-02", "2026-01-02"), ElementsAre("1 | 2026-01-02 | paid | Sam (sup)"));
  EXPECT_THAT(slips("2026-01-01", "2026-01-20"), ElementsAre("1 | 2026-01-02 | paid | Sam (sup)"));
}

}  // namespace
}  // namespace cardroom::ledger::reports
