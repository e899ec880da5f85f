#include "odds/link_proof.h"

#include <gtest/gtest.h>

#include "games/testing.h"

namespace cardroom::odds {
namespace {

using games::Holder;
using games::table_of;

TEST(LinkProof, CountsEveryGameInItsOwnWayAndFindsTheSame) {
  const LinkProof proof =
      prove_link({table_of("three-card-poker", {"LINK-01"}), table_of("crazy-4-poker", {"LINK-01"})});
  ASSERT_EQ(proof.games.size(), 2);
  EXPECT_EQ(proof.games[0].dealt, (std::vector<std::pair<Holder, int>>{{Holder::player, 3}, {Holder::community, 2}}));
  EXPECT_EQ(proof.games[1].dealt, (std::vector<std::pair<Holder, int>>{{Holder::player, 5}}));
  // C(52, 3) · C(49, 2) deals, and C(52, 5); five cards fall into three and two in ten ways.
  EXPECT_EQ(proof.games[0].deals, 22'100 * 1'176);
  EXPECT_EQ(proof.games[1].deals, 2'598'960);
  const int64_t classic[] = {4, 36, 624, 3'744, 5'108, 10'200, 54'912};
  ASSERT_EQ(proof.rows.size(), 7);
  for (size_t row = 0; row < 7; ++row) {
    EXPECT_EQ(proof.games[0].by_row[row], 10 * classic[row]);
    EXPECT_EQ(proof.games[1].by_row[row], classic[row]);
    EXPECT_TRUE(proof.rows[row].same);
  }
  EXPECT_TRUE(proof.same);
}

TEST(LinkProof, NamesTheHandsThatAreNotEquallyLikely) {
  const LinkProof proof =
      prove_link({table_of("three-card-poker", {"PROG-3C-1"}), table_of("crazy-4-poker", {"PROG-4C-1"})});
  EXPECT_FALSE(proof.same);
  const auto row = [&](std::string_view hand) { return *std::ranges::find(proof.rows, hand, &LinkRow::hand); };
  // 44 of 22,100 three-card hands beside the four of ace, king and queen.
  EXPECT_FALSE(row("straight flush").same);
  EXPECT_EQ(row("straight flush").probabilities[0], Rational(44, 22'100));
  // Four aces and any fifth card; not to be had with three cards.
  EXPECT_EQ(row("four aces").probabilities, (std::vector<Rational>{0, Rational(48, 2'598'960)}));
}

}  // namespace
}  // namespace cardroom::odds
