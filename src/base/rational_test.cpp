#include "base/rational.h"

#include <gtest/gtest.h>

namespace cardroom::base {
namespace {

TEST(Rational, IsWrittenInLowestTerms) {
  EXPECT_EQ(to_text(Rational(6, 8)), "3/4");
  EXPECT_EQ(to_text(Rational(-6, 3)), "-2");
  EXPECT_EQ(to_text(Rational(0)), "0");
}

TEST(Rational, IsReadFromAFraction) {
  EXPECT_EQ(parse_fraction("6/8"), Rational(3, 4));
  EXPECT_EQ(parse_fraction("010"), Rational(10));
  for (const char* bad : {"", "/", "1/", "/2", "1/0", "-1/2", "1.5", "1/2/3", " 1", "0x10"})
    EXPECT_FALSE(parse_fraction(bad)) << bad;
}

TEST(Rational, RoundsHalvesAwayFromZero) {
  EXPECT_EQ(to_decimal(Rational(1, 8), 2), "0.13");
  EXPECT_EQ(to_decimal(Rational(-1, 8), 2), "-0.13");
  EXPECT_EQ(to_decimal(Rational(2, 3), 4), "0.6667");
  EXPECT_EQ(to_decimal(Rational(1999, 1000), 2), "2.00");
  EXPECT_EQ(to_decimal(Rational(7, 2), 0), "4");
  EXPECT_EQ(to_decimal(Rational(-1, 1000), 2), "0.00");
}

TEST(Rational, KeepsTheSignificantDigitsAskedFor) {
  EXPECT_EQ(to_significant(Rational(1, 3), 12), "0.333333333333");
  EXPECT_EQ(to_significant(Rational(1, 30000), 4), "0.00003333");
  EXPECT_EQ(to_significant(Rational(200, 3), 4), "66.67");
  EXPECT_EQ(to_significant(Rational(123456), 3), "123456");
  EXPECT_EQ(to_significant(Rational(-1, 10), 3), "-0.100");
}

TEST(Rational, OneIsDividedByAnIntegerLikeAnyOther) {
  EXPECT_EQ(Rational(1) / Integer(5), Rational(1, 5));
  EXPECT_EQ(Rational(1) / Integer(-5), Rational(-1, 5));
  EXPECT_EQ(Rational(4, 3) / Integer(-6), Rational(-2, 9));
  EXPECT_EQ(Rational(0) / Integer(5), Rational(0));
  Rational shrinking = 1;
  shrinking /= Integer(4);
  EXPECT_EQ(shrinking, Rational(1, 4));
  shrinking /= shrinking;
  EXPECT_EQ(shrinking, Rational(1));
  EXPECT_THROW(shrinking /= Integer(0), std::overflow_error);
}

}  // namespace
}  // namespace cardroom::base
