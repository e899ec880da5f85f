#include "base/money.h"

#include <gtest/gtest.h>

namespace cardroom::base {
namespace {

TEST(Money, IsReadAsPeopleWriteIt) {
  const std::pair<const char*, int64_t> rows[] = {
      {"5", 500},  {"$5", 500},          {"12.5", 1250},         {"12.50", 1250},
      {"0.05", 5}, {"1,250.00", 125000}, {"1250000", 125000000}, {"90000000000", 9'000'000'000'000},
  };
  for (const auto& [text, cents] : rows) {
    const auto parsed = parse_cents(text);
    ASSERT_TRUE(parsed) << text << ": " << parsed.error();
    EXPECT_EQ(parsed->value(), cents) << text;
  }
}

TEST(Money, RefusesWhatIsNotAnAmountAndSaysWhy) {
  const std::pair<const char*, const char*> rows[] = {
      {"", "not an amount"},
      {"five", "not an amount"},
      {"-5", "negative"},
      {"1.234", "fractions of a cent"},
      {"1,25", "not an amount"},
      {".", "not an amount"},
      {"5.", "not an amount"},
      {".5", "not an amount"},
      {"1,,250", "not an amount"},
      {"5 5", "not an amount"},
      {"90000000000.01", "above the largest"},
      {"99999999999999999999999999", "above the largest"},
      {"1.2.3", "not an amount"},
      {"$", "not an amount"},
  };
  for (const auto& [text, why] : rows) {
    const auto parsed = parse_cents(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_NE(parsed.error().find(why), std::string::npos) << text << ": " << parsed.error();
  }
}

TEST(Money, IsWrittenWithSeparatorsAndTwoDecimals) {
  EXPECT_EQ(to_text(Cents(0)), "$0.00");
  EXPECT_EQ(to_text(Cents(5)), "$0.05");
  EXPECT_EQ(to_text(Cents(-50)), "-$0.50");
  EXPECT_EQ(to_text(Cents(123'456'789)), "$1,234,567.89");
  EXPECT_EQ(to_text(Cents(-100'000)), "-$1,000.00");
}

TEST(Money, AShareOfAWagerIsAWholeNumberOfMeterUnits) {
  // 17.3 % of $1.05 is 0.181650 currency units: 18,165,000 units of 10^-8.
  EXPECT_EQ(share(Cents(105), 173'000).value(), 18'165'000);
  EXPECT_EQ(share(Cents(1), 1).value(), 1);
  EXPECT_EQ(to_meter_units(Cents(1)).value(), 1'000'000);
}

TEST(Money, WholeCentsArePaidAndTheRemainderStays) {
  const auto [cents, remainder] = whole_cents_down(MeterUnits(1'234'567'890));
  EXPECT_EQ(cents, Cents(1234));
  EXPECT_EQ(remainder, MeterUnits(567'890));
  EXPECT_EQ(to_meter_units(cents) + remainder, MeterUnits(1'234'567'890));
}

TEST(Money, AFractionalPayIsBroughtToTheSmallestChip) {
  struct Row {
    int64_t stake, unit;
    Rounding rounding;
    int64_t paid;
  };
  // 3 to 2 on $1: $1.50 where 50-cent chips exist; else up, down, or to the nearest dollar, halves up. 3 to 2 on $5 is
  // $7.50; 1 to 3 on $4 is $1.33.
  const Row rows[] = {
      {100, 50, Rounding::up, 150},       {100, 100, Rounding::up, 200}, {100, 100, Rounding::down, 100},
      {100, 100, Rounding::nearest, 200}, {500, 100, Rounding::up, 800}, {500, 250, Rounding::down, 750},
      {0, 100, Rounding::up, 0},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(scale(Cents(row.stake), 3, 2, Cents(row.unit), row.rounding), Cents(row.paid)) << row.stake;
  }
  EXPECT_EQ(scale(Cents(400), 1, 3, Cents(100), Rounding::nearest), Cents(100));
  EXPECT_EQ(scale(Cents(400), 1, 3, Cents(1), Rounding::down), Cents(133));
}

TEST(MoneyDeathTest, AnAmountAboveTheCeilingIsABug) {
  EXPECT_DEATH(Cents(Cents::max_value) + Cents(1), "CHECK failed");
  EXPECT_DEATH(Cents(Cents::max_value) * 1'000'000'000, "CHECK failed");
}

}  // namespace
}  // namespace cardroom::base
