#include "ledger/reports/house_time.h"

#include <gtest/gtest.h>

namespace cardroom::ledger::reports {
namespace {

constexpr int64_t hour_ms = 3'600'000;
constexpr int64_t noon_ms = 1'767'614'400'000;  // 2026-01-05 12:00 UTC, a Monday

TEST(HouseTime, ADayBeginsWhenTheHouseSays) {
  const HouseTime plain{};
  EXPECT_EQ(day_text(plain.day_of(noon_ms)), "2026-01-05");
  EXPECT_EQ(plain.start_ms(plain.day_of(noon_ms)), noon_ms - 12 * hour_ms);
  // Six in the morning by clocks eight hours behind UTC is 14:00 UTC.
  const HouseTime west{-8 * 60, 6 * 60};
  EXPECT_EQ(day_text(west.day_of(noon_ms)), "2026-01-04");
  EXPECT_EQ(day_text(west.day_of(noon_ms + 2 * hour_ms - 1)), "2026-01-04");
  EXPECT_EQ(day_text(west.day_of(noon_ms + 2 * hour_ms)), "2026-01-05");
  EXPECT_EQ(west.start_ms(*parse_day("2026-01-05")), noon_ms + 2 * hour_ms);
}

TEST(HouseTime, TimesBefore1970StillHaveTheirDay) {
  EXPECT_EQ(day_text(HouseTime{}.day_of(-1)), "1969-12-31");
  EXPECT_EQ(time_text(-1000, 0), "1969-12-31 23:59:59");
}

TEST(HouseTime, AWeekBeginsOnTheWeekdayThatIsChosen) {
  const Day monday = *parse_day("2026-01-05");
  EXPECT_EQ(week_of(monday, 0), monday);
  EXPECT_EQ(week_of(monday + 6, 0), monday);
  EXPECT_EQ(week_of(monday + 7, 0), monday + 7);
  EXPECT_EQ(day_text(week_of(monday, 6)), "2026-01-04");
  EXPECT_EQ(day_text(week_of(monday, 1)), "2025-12-30");
}

TEST(HouseTime, ReadsOnlyWhatIsWrittenAsItShould) {
  for (const char* wrong : {"", "2026-1-05", "2026-02-29", "2026-13-01", "1969-12-31", "2026-01-05 ", "20260105"})
    EXPECT_FALSE(parse_day(wrong)) << wrong;
  EXPECT_TRUE(parse_day("2024-02-29"));
  for (const char* wrong : {"", "6:00", "24:00", "06:60", "06.00"}) EXPECT_FALSE(parse_clock(wrong)) << wrong;
  EXPECT_EQ(parse_clock("23:59"), 23 * 60 + 59);
  for (const char* wrong : {"", "02:00", "+2", "+15:00", "-14:01"}) EXPECT_FALSE(parse_offset(wrong)) << wrong;
  EXPECT_EQ(parse_offset("-08:30"), -(8 * 60 + 30));
  EXPECT_EQ(offset_text(-(8 * 60 + 30)), "-08:30");
}

TEST(HouseTime, ShowsTimeByTheHousesClocks) {
  EXPECT_EQ(time_text(noon_ms, 0), "2026-01-05 12:00:00");
  EXPECT_EQ(time_iso(noon_ms + 7, -13 * 60), "2026-01-04T23:00:00.007-13:00");
}

}  // namespace
}  // namespace cardroom::ledger::reports
