// Expectations are worked out from the script in testing/scripted_house.h with pencil and paper.
#include <gmock/gmock.h>

#include "ledger/reports/testing/reading.h"

namespace cardroom::ledger::reports {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(WinPages, HoldAllThatIsAskedOfAWin) {
  const Report report = report_of("win-page");
  const Table& pages = table_of(report, "pages");
  EXPECT_THAT(
      read(pages, {"page", "status", "day", "time", "table", "round", "position", "link", "level", "hand", "wager",
                   "amount", "tax"}),
      ElementsAre("1 | valid | 2026-01-06 | 2026-01-06 11:00:04 | T1 | 2 | 3 | high | Mega | royal flush | 1.00 "
                  "| 1004.40 | yes",
                  "2 | VOID | 2026-01-06 | 2026-01-06 11:10:03 | T2 | 2 | 1 | high | Minor | straight flush | "
                  "1.00 | 102.00 | no"));
  EXPECT_THAT(
      read(pages, {"page", "marked_by", "acknowledged_by", "confirmed_by", "envy", "envy_total", "void_at", "void_by",
                   "void_document"}),
      ElementsAre("1 | Dan Lee (dlr) | Sam Upton (sup) | Eve Xu (exe) | position 1 $50.00 paid, position 2 $50.00 "
                  "paid | 100.00 | - | - | -",
                  "2 | Dan Lee (dlr) |  | Sam Upton (sup) | not taken back by the void: position "
                  "2 $10.00 paid | 10.00 | 2026-01-07 09:00:00 | Eve Xu (exe), Sam Upton (sup) | INC-7"));
  EXPECT_THAT(report.alarms, IsEmpty());
}

TEST(WinPages, OfAnAwardBackedOutBeforeItsEnvyWasPaidOweNone) {
  const auto journal = copy_of_scripted_journal();
  auto ledger = Ledger::open(make_memory_store(journal, OpenMode::create, lease_ms_default),
                             {"a test", [] { return int64_t{1'768'305'600'000}; }});  // 2026-01-13 12:00
  ASSERT_TRUE(ledger);
  int sent = 0;
  const auto must = [&](progressive::CommandBody body, const char* by, const char* second = "") {
    const Answer answer = (*ledger)->decide_one({"more-" + std::to_string(++sent), {by}, {second}, std::move(body)});
    ASSERT_EQ(answer.kind, Answer::Kind::accepted) << answer.refusal.text;
  };
  must(progressive::RecordBankBalance{base::Cents(200'000), "BANK-3"}, "exe");
  must(progressive::StartRound{{"T2"}, {{1, {"high"}, base::Cents(100)}, {2, {"high"}, base::Cents(100)}}}, "");
  must(progressive::MarkHand{{"T2"}, 1, {"high"}, "straight_flush", false}, "dlr");
  must(progressive::ConfirmClaim{4}, "sup");
  EXPECT_THAT(read(table_of(report_of("win-page", {}, journal), "pages"), {"page", "status", "envy", "envy_total"}),
              ::testing::Contains("3 | valid | position 2 $10.00 owed | 10.00"));
  must(progressive::BackOutAward{4, "INC-8"}, "exe", "sup");
  must(progressive::EndRound{{"T2"}}, "");
  EXPECT_THAT(read(table_of(report_of("win-page", {}, journal), "pages"), {"page", "status", "envy", "envy_total"}),
              ::testing::Contains("3 | VOID |  | 0.00"));
}

TEST(WinPages, AVoidIsToldEvenWhenItCameAfterThePeriod) {
  EXPECT_THAT(read(table_of(report_of("win-page", on_days("2026-01-06", "2026-01-06")), "pages"), {"page", "status"}),
              ElementsAre("1 | valid", "2 | VOID"));
}

TEST(WinPages, AreFoundByNumberTableAndDay) {
  Request request;
  request.first_page = request.last_page = 2;
  EXPECT_THAT(read(report_of("win-page", request).tables[0], {"page"}), ElementsAre("2"));
  request.first_page = request.last_page = 3;
  EXPECT_TRUE(report_of("win-page", request).is_empty());
  request = {};
  request.table = {"T1"};
  EXPECT_THAT(read(report_of("win-page", request).tables[0], {"page"}), ElementsAre("1"));
  EXPECT_TRUE(report_of("win-page", on_days("2026-01-07", "2026-01-12")).is_empty());
}

TEST(Hits, ShowLevelsAndTheirLastHits) {
  const Report report = report_of("hits");
  EXPECT_THAT(read(table_of(report, "levels"), {"link", "level", "value", "overflow", "reserve", "limit", "base",
                                                "rate", "reserve_rate", "wagers", "hits", "wins"}),
              ElementsAre("high | Mega | 1001.70 | 0.00 | 0.15 | - | 1000.00 | 20.0000 | 5.0000 | 13 | 1 | 1004.40",
                          "high | Minor | 102.00 | 0.50 | 0.00 | 102.00 | 100.00 | 10.0000 | 0.0000 | 13 | 1 | 0.00",
                          "low | Main | 525.85 | 0.00 | 0.00 | - | 500.00 | 25.0000 | 0.0000 | 3 | 0 | 0.00"));
  EXPECT_THAT(read(table_of(report, "hits"), {"level", "time", "page", "table", "hand", "amount", "status"}),
              ElementsAre("Mega | 2026-01-06 11:00:04 | 1 | T1 | royal flush | 1004.40 | ",
                          "Minor | 2026-01-06 11:10:03 | 2 | T2 | straight flush | 102.00 | backed out"));
}

TEST(Hits, ShowALevelAsItWasAtTheEndOfADay) {
  const Report report = report_of("hits", on_days("2026-01-05", "2026-01-05"));
  EXPECT_THAT(read(table_of(report, "levels"), {"level", "value"}),
              ElementsAre("Mega | 1003.80", "Minor | 101.90", "Main | 500.60"));
  EXPECT_THAT(table_of(report, "hits").rows, IsEmpty());
}

TEST(Activity, CountsTablesInSlotTerms) {
  const Report report = report_of("activity");
  const Table& tables = table_of(report, "tables");
  EXPECT_THAT(
      read(tables, {"table", "link", "rounds", "wagers", "coin_in", "contributions", "fixed", "envy", "meter",
                    "attended", "refunds", "hold", "hold_percent"}),
      ElementsAre("T1 | high | 3 | 8 | 8.00 | 2.80 | 50.00 | 100.00 | 1004.40 | 1004.40 | 0.00 | -144.80 | -1810.00",
                  "T1 | low | 2 | 3 | 3.00 | 0.85 | 0.00 | 0.00 | 0.00 | 0.00 | 0.00 | 2.15 | 71.67",
                  "T2 | high | 2 | 5 | 17.00 | 5.95 | 0.00 | 10.00 | 0.00 | 0.00 | 15.00 | -13.95 | -82.06"));
  EXPECT_EQ(text_of(tables.totals[5]), "28.00");
}

// The change of low's rate leaves its odds as they were.
TEST(Activity, HoldsHitsAgainstTheOdds) {
  // Full house: 1 − (1 − 6/4165)^10 = 0.014313, twice.
  EXPECT_THAT(
      read(table_of(report_of("activity"), "prizes"),
           {"link", "hand", "hands", "hits", "expected", "hit_rate", "probability", "p_value", "mark", "paid"}),
      ElementsAre("high | royal flush | 10 | 1 | 0.0000154 | 10.0 | 1/649740 | <0.0001 | very unusual | 1004.40",
                  "high | straight flush | 10 | 0 | 0.000139 | - | 3/216580 | 1.0000 |  | 0.00",
                  "high | full house | 10 | 1 | 0.0144 | 10.0 | 6/4165 | 0.0286 |  | 50.00",
                  "low | four of a kind | 3 | 0 | 0.000720 | - | 1/4165 | 1.0000 |  | 0.00",
                  "low | flush | 3 | 0 | 0.00590 | - | 1277/649740 | 1.0000 |  | 0.00"));
}

TEST(Malfunctions, ListFaultsAlarmsAndUnreasonableContributions) {
  const Report report = report_of("malfunctions");
  EXPECT_THAT(
      read(table_of(report, "malfunctions"),
           {"time", "table", "device", "serial", "out_of_service", "cause", "remedy", "by"}),
      ElementsAre("2026-01-07 09:20:00 | T1 | bet sensor | CS-104 | 0:45:00 | no light at position 5 | replaced | "
                  "Sam Upton (sup)"));
  EXPECT_THAT(read(table_of(report, "sensor_alarms"), {"time", "table", "round", "position", "link", "sensor"}),
              ElementsAre("2026-01-06 11:10:01 | T2 | 2 | 4 | high | lit"));
  EXPECT_THAT(read(table_of(report, "unreasonable"), {"time", "table", "wagers", "amount"}),
              ElementsAre("2026-01-07 09:30:00 | T2 | 5 | 25.00"));
  Request request;
  request.table = {"T1"};
  EXPECT_THAT(table_of(report_of("malfunctions", request), "sensor_alarms").rows, IsEmpty());
}

TEST(Exceptions, NameWhoWhatAndTheRule) {
  const Report report = report_of("exceptions", on_days("2026-01-06", "2026-01-12"));
  EXPECT_THAT(read(table_of(report, "refusals"), {"time", "what", "by", "rule", "field"}),
              ElementsAre("2026-01-06 11:00:03 | confirm claim | Sam Upton (sup) | executive_needed | by",
                          "2026-01-07 09:30:00 | start round | the table | contribution_unreasonable | wagers",
                          "2026-01-12 12:21:00 | start round | the table | prize_fund_short | table"));
  EXPECT_THAT(
      read(table_of(report, "voids"), {"time", "what", "of", "detail", "by", "second"}),
      ElementsAre("2026-01-07 09:00:00 | back out award | claim 3, win slip 2, $102.00 | INC-7 | Eve Xu (exe) | "
                  "Sam Upton (sup)",
                  "2026-01-07 09:10:00 | adjust fund | link low, Main, meter | $25.00 for house addition: MEMO-3 "
                  "| Eve Xu (exe) | Sam Upton (sup)"));
  EXPECT_THAT(
      read(table_of(report, "changes"), {"time", "what", "of", "detail", "by"}),
      ElementsAre("2026-01-12 12:00:00 | close link | link low | rate change | Sam Upton (sup)",
                  "2026-01-12 12:00:01 | change link | link low | levels[0].contribution_ppm: 300000 → 250000 | "
                  "Eve Xu (exe)",
                  "2026-01-12 12:00:02 | open link | link low |  | Sam Upton (sup)"));
}

TEST(Exceptions, TellACancelledRoundWithItsRefund) {
  EXPECT_THAT(read(table_of(report_of("exceptions", on_days("2026-01-05", "2026-01-05")), "voids"),
                   {"what", "of", "detail", "by"}),
              ElementsAre("cancel round | table T2, round 1 | wrong shoe; $15.00 refunded | Sam Upton (sup)"));
}

TEST(Reports, RefuseNamesThatTheLedgerDoesNotKnow) {
  const auto store = make_memory_store(scripted_journal(), OpenMode::read_only, lease_ms_default);
  Request request;
  request.link = {"hihg"};
  const auto report = make_report(*store, *kind_named("accrual"), request);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().cause, ReportError::Cause::request);
  EXPECT_THAT(report.error().text, HasSubstr("high, low"));
}

TEST(Reports, AreNotMadeOfAJournalThatWasChanged) {
  const auto damaged = copy_of_scripted_journal();
  damaged->entries[14].body[20] ^= 1;
  const auto store = make_memory_store(damaged, OpenMode::read_only, lease_ms_default);
  for (const Kind& kind : kinds()) {
    const auto report = make_report(*store, kind, {});
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().cause, ReportError::Cause::damaged);
    EXPECT_THAT(report.error().text, HasSubstr("15"));
  }
}

TEST(Reports, OfAnEmptyJournalAreEmpty) {
  const auto empty = std::make_shared<MemoryJournal>();
  for (const Kind& kind : kinds()) EXPECT_TRUE(report_of(kind.id, {}, empty).is_empty()) << kind.id;
}

TEST(WinPages, OfOneProgressiveLeaveOutTheOthers) {
  Request request;
  request.link = {"low"};
  EXPECT_TRUE(report_of("win-page", request).is_empty());
  request.link = {"high"};
  EXPECT_THAT(read(report_of("win-page", request).tables[0], {"page"}), ElementsAre("1", "2"));
}

TEST(Malfunctions, OfOneTableLeaveOutTheOthers) {
  Request request;
  request.table = {"T2"};
  EXPECT_THAT(table_of(report_of("malfunctions", request), "malfunctions").rows, IsEmpty());
}

}  // namespace
}  // namespace cardroom::ledger::reports
