// Expectations are worked out from the script in testing/scripted_house.h with pencil and paper.
#include <gmock/gmock.h>

#include "ledger/codec.h"
#include "ledger/reports/testing/reading.h"

namespace cardroom::ledger::reports {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::vector<std::string> flow = {
    "day", "level", "opening", "start", "contributions", "seeds", "reserve_released", "wins", "adjustments", "closing"};

TEST(Accrual, ExplainsEveryDayOfEveryLevel) {
  const Report report = report_of("accrual", on_days("2026-01-05", "2026-01-07"));
  EXPECT_THAT(read(table_of(report, "held"), flow),
              ElementsAre("2026-01-05 | Mega | 0.00 | 1000.00 | 3.80 | 0.00 | 0.00 | 0.00 | 0.00 | 1003.80",
                          "2026-01-05 | Minor | 0.00 | 100.00 | 1.90 | 0.00 | 0.00 | 0.00 | 0.00 | 101.90",
                          "2026-01-05 | Main | 0.00 | 500.00 | 0.60 | 0.00 | 0.00 | 0.00 | 0.00 | 500.60",
                          "2026-01-06 | Mega | 1003.80 | 0.00 | 1.00 | 1000.00 | 1.10 | -1004.40 | 0.00 | 1001.50",
                          "2026-01-06 | Minor | 101.90 | 0.00 | 0.50 | 100.00 | 0.00 | -102.00 | 0.00 | 100.40",
                          "2026-01-06 | Main | 500.60 | 0.00 | 0.00 | 0.00 | 0.00 | 0.00 | 0.00 | 500.60",
                          "2026-01-07 | Mega | 1001.50 | 0.00 | 0.00 | 0.00 | 0.00 | 0.00 | 0.00 | 1001.50",
                          "2026-01-07 | Minor | 100.40 | 0.00 | 0.00 | -100.00 | 0.00 | 102.00 | 0.00 | 102.40",
                          "2026-01-07 | Main | 500.60 | 0.00 | 0.00 | 0.00 | 0.00 | 0.00 | 25.00 | 525.60"));
  EXPECT_THAT(report.alarms, IsEmpty());
  const Table& held = table_of(report, "held");
  EXPECT_EQ(text_of(held.totals[3]), "0.00");
  EXPECT_EQ(text_of(held.totals[5]), "7.80");
  EXPECT_EQ(text_of(held.totals[13]), "1629.50");
}

TEST(Accrual, KeepsTheReserveApart) {
  Request request = on_days("2026-01-05", "2026-01-06");
  request.link = {"high"};
  EXPECT_THAT(
      read(table_of(report_of("accrual", request), "reserve"),
           {"day", "level", "opening", "contributions", "released", "closing"}),
      ElementsAre("2026-01-05 | Mega | 0.00 | 0.95 | 0.00 | 0.95", "2026-01-05 | Minor | 0.00 | 0.00 | 0.00 | 0.00",
                  "2026-01-06 | Mega | 0.95 | 0.25 | -1.10 | 0.10", "2026-01-06 | Minor | 0.00 | 0.00 | 0.00 | 0.00"));
}

TEST(Accrual, DaysWithoutPlayAreDaysToo) {
  Request request = on_days("2026-01-08", "2026-01-12");
  request.link = {"low"};
  EXPECT_THAT(read(table_of(report_of("accrual", request), "held"), {"day", "opening", "contributions", "closing"}),
              ElementsAre("2026-01-08 | 525.60 | 0.00 | 525.60", "2026-01-09 | 525.60 | 0.00 | 525.60",
                          "2026-01-10 | 525.60 | 0.00 | 525.60", "2026-01-11 | 525.60 | 0.00 | 525.60",
                          "2026-01-12 | 525.60 | 0.25 | 525.85"));
  // In the middle of the silence, and after the journal's end.
  EXPECT_EQ(report_of("accrual", on_days("2026-01-09", "2026-01-09")).tables[0].rows.size(), 3U);
  EXPECT_TRUE(report_of("accrual", on_days("2026-01-13", "2026-01-20")).is_empty());
  EXPECT_TRUE(report_of("accrual", on_days("2025-12-01", "2025-12-31")).is_empty());
}

TEST(Accrual, FollowsTheHousesDay) {
  // A day that begins at 10:15 UTC: the first round belongs to the day before.
  Request request = on_days("2026-01-04", "2026-01-05");
  request.link = {"low"};
  request.time.day_starts_minutes = 10 * 60 + 15;
  EXPECT_THAT(read(table_of(report_of("accrual", request), "held"), {"day", "opening", "contributions", "closing"}),
              ElementsAre("2026-01-04 | 0.00 | 0.60 | 500.60", "2026-01-05 | 500.60 | 0.00 | 500.60"));
}

TEST(Deposit, HoldsEachWeekAgainstTheBank) {
  const Report report = report_of("deposit");
  // First week: 1001.50 + 0.10 + 102.40 + 525.60. Second: Mega 1001.70, reserve 0.15, Minor 102.50, Main 525.85.
  EXPECT_THAT(
      read(table_of(report, "weeks"), {"from", "to", "held", "balance", "document", "due", "status"}),
      ElementsAre("2026-01-05 | 2026-01-11 | 1629.60 | 2000.00 | BANK-1 | 0.00 | covered",
                  "2026-01-12 | 2026-01-18 | 1630.20 | 1600.00 | BANK-2 | 30.20 | deposit due, week in progress"));
  EXPECT_THAT(read(table_of(report, "funds"), {"from", "link", "display", "overflow", "reserve", "held"}),
              ElementsAre("2026-01-05 | high | 1103.50 | 0.40 | 0.10 | 1104.00",
                          "2026-01-05 | low | 525.60 | 0.00 | 0.00 | 525.60",
                          "2026-01-12 | high | 1103.70 | 0.50 | 0.15 | 1104.35",
                          "2026-01-12 | low | 525.85 | 0.00 | 0.00 | 525.85"));
}

TEST(Deposit, SaysWhenTheBalanceIsOld) {
  Request request = on_days("2026-01-12", "2026-01-12");
  request.week_starts = 1;  // the week from Tuesday the 6th on
  EXPECT_THAT(read(table_of(report_of("deposit", request), "weeks"), {"from", "balance", "status"}),
              ElementsAre("2026-01-06 | 1600.00 | deposit due"));
  request = on_days("2026-01-06", "2026-01-07");
  request.week_starts = 1;
  EXPECT_THAT(read(table_of(report_of("deposit", request), "weeks"), {"from", "balance", "status"}),
              ElementsAre("2026-01-06 | 2000.00 | covered, balance from an earlier week, week in progress"));
}

TEST(Reconciliation, WagersTimesRatesAreTheGrowthOfTheFunds) {
  const Report report = report_of("reconciliation");
  EXPECT_THAT(read(table_of(report, "levels"), {"link", "level", "wagers", "contributions", "reserve", "growth", "wins",
                                                "house", "adjustments", "difference"}),
              ElementsAre("high | Mega | 25.00 | 5.00 | 1.25 | 1001.85 | 1004.40 | 2000.00 | 0.00 | 0.00",
                          "high | Minor | 25.00 | 2.50 | 0.00 | 102.50 | 0.00 | 100.00 | 0.00 | 0.00",
                          "low | Main | 3.00 | 0.85 | 0.00 | 525.85 | 0.00 | 500.00 | 25.00 | 0.00"));
  EXPECT_THAT(read(table_of(report, "house"), {"link", "coin_in", "expected", "posted", "difference"}),
              ElementsAre("high | 25.00 | 16.25 | 16.25 | 0.00", "low | 3.00 | 2.15 | 2.15 | 0.00"));
  EXPECT_THAT(report.alarms, IsEmpty());
}

TEST(Reconciliation, HoldsForAnyPartOfTheJournal) {
  const char* days[] = {"2026-01-05", "2026-01-06", "2026-01-07", "2026-01-12"};
  for (const char* since : days) {
    for (const char* until : days) {
      if (std::string(since) > until) continue;
      EXPECT_THAT(report_of("reconciliation", on_days(since, until)).alarms, IsEmpty()) << since << " " << until;
    }
  }
}

TEST(Reconciliation, ShoutsWhenAPostingIsNotWhatTheRatesGive) {
  // The first round's 0.60 for low's meter becomes 0.50, the house gets the rest: it balances, and is chained anew.
  const auto forged = copy_of_scripted_journal();
  bool found = false;
  Head before;
  for (Entry& entry : forged->entries) {
    const std::string meter = R"("account":"meter","link":"low","amount":"0.60")";
    const std::string house = R"("account":"house","link":"low","amount":"1.40")";
    if (const size_t at = entry.body.find(meter); at != std::string::npos) {
      entry.body.replace(at, meter.size(), R"("account":"meter","link":"low","amount":"0.50")");
      const size_t other = entry.body.find(house);
      ASSERT_NE(other, std::string::npos);
      entry.body.replace(other, house.size(), R"("account":"house","link":"low","amount":"1.50")");
      found = true;
    }
    entry.hash = chain_hash(before.hash, entry);
    before = {entry.sequence, entry.hash};
  }
  ASSERT_TRUE(found);
  const Report report = report_of("reconciliation", {}, forged);
  ASSERT_EQ(report.alarms.size(), 2U);
  EXPECT_THAT(report.alarms[0], HasSubstr("DIFFERENCE of 0.10 on link low, level Main"));
  EXPECT_THAT(report.alarms[1], HasSubstr("DIFFERENCE of -0.10 on link low"));
  EXPECT_THAT(report_of("accrual", {}, forged).alarms,
              ::testing::Contains(HasSubstr("2026-01-05, link low, level Main")));
}

// The start of low, 500.00, becomes a meter of -500.00 with the reserve at 1,000.00: it balances and is chained anew.
TEST(Hits, ShoutsAtAMeterThatCannotBe) {
  const auto forged = copy_of_scripted_journal();
  bool found = false;
  Head before;
  for (Entry& entry : forged->entries) {
    const std::string meter = R"({"account":"meter","link":"low","amount":"500.00"})";
    if (const size_t at = entry.body.find(meter); at != std::string::npos) {
      entry.body.replace(at, meter.size(),
                         R"({"account":"meter","link":"low","amount":"-500.00"},)"
                         R"({"account":"reserve","link":"low","amount":"1000.00"})");
      found = true;
    }
    entry.hash = chain_hash(before.hash, entry);
    before = {entry.sequence, entry.hash};
  }
  ASSERT_TRUE(found);
  for (const char* kind : {"hits", "deposit", "accrual"}) {
    EXPECT_THAT(report_of(kind).alarms, IsEmpty()) << kind;
    EXPECT_THAT(report_of(kind, {}, forged).alarms, ::testing::Contains(HasSubstr("link low, level "))) << kind;
  }
  Request high;
  high.link = {"high"};
  EXPECT_THAT(report_of("hits", high, forged).alarms, IsEmpty());
}

TEST(Adjustments, NamesReasonAmountsPeopleAndDocument) {
  EXPECT_THAT(
      read(
          table_of(report_of("adjustments"), "adjustments"),
          {"time", "what", "link", "level", "fund", "before", "change", "after", "reason", "document", "by", "second"}),
      ElementsAre(
          "2026-01-05 10:00:04 | start | high | Mega | meter | 0.00 | 1000.00 | 1000.00 | starting amount of the "
          "jackpot |  | Eve Xu (exe) | Sam Upton (sup)",
          "2026-01-05 10:00:04 | start | high | Minor | meter | 0.00 | 100.00 | 100.00 | starting amount of the "
          "jackpot |  | Eve Xu (exe) | Sam Upton (sup)",
          "2026-01-05 10:00:06 | start | low | Main | meter | 0.00 | 500.00 | 500.00 | starting amount of the "
          "jackpot |  | Eve Xu (exe) | Sam Upton (sup)",
          "2026-01-07 09:00:00 | award backed out | high | Minor | meter | 100.00 | 2.00 | 102.00 | win slip 2, "
          "$102.00 | INC-7 | Eve Xu (exe) | Sam Upton (sup)",
          "2026-01-07 09:10:00 | adjustment | low | Main | meter | 500.60 | 25.00 | 525.60 | house addition | "
          "MEMO-3 | Eve Xu (exe) | Sam Upton (sup)"));
}

}  // namespace
}  // namespace cardroom::ledger::reports
