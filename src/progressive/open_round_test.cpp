// What may still be mended while the round is open; and who may be named beside it.
#include <gtest/gtest.h>

#include "progressive/testing_floor.h"

namespace cardroom::progressive {
namespace {

using testing::dollars;
using testing::Floor;
using testing::simple_rules;

struct OpenRoundAtT1 : ::testing::Test {
  Floor floor;
  OpenRoundAtT1() {
    floor.create_link("mega", simple_rules(), {dollars(5'000)});
    floor.place_table("T1", {{"mega"}});
    floor.place_table("T2", {{"mega"}}, Keypad::first_generation);
    floor.start("T1", "mega", {1, 2, 3});
    floor.start("T2", "mega", {1, 2, 3});
  }
  ClaimNumber paid(const std::string& hand) {
    const ClaimNumber claim = floor.mark("T1", "mega", 1, hand);
    floor.must(ConfirmClaim{claim}, "sup");
    return claim;
  }
};

TEST_F(OpenRoundAtT1, MarksThePositionAgainAfterABackOut) {
  const ClaimNumber wrong = paid("royal_flush");
  EXPECT_EQ(floor.refusal(MarkHand{{"T1"}, 1, {"mega"}, "four_of_a_kind", false}), "position_already_marked");
  floor.must(BackOutAward{wrong, "it was four of a kind"}, "exe", "sup");
  const ClaimNumber right = floor.mark("T1", "mega", 1, "four_of_a_kind");
  floor.must(ConfirmClaim{right}, "sup");
  // Envy for the second hand alone: 10 to each of the two others.
  const Event end = floor.must(EndRound{{"T1"}});
  ASSERT_EQ(end.outcome.envy.size(), 2U);
  EXPECT_EQ(end.outcome.envy[0].claim, right);
  EXPECT_EQ(end.outcome.envy[0].amount, dollars(10));
}

TEST_F(OpenRoundAtT1, IsVoidedAndCancelledAgainAfterABackOut) {
  const ClaimNumber claim = paid("royal_flush");
  EXPECT_EQ(floor.refusal(VoidDeal{{"T1"}, "why"}), "award_in_round");
  EXPECT_EQ(floor.refusal(CancelRound{{"T1"}, "why"}, "sup"), "award_in_round");
  floor.must(BackOutAward{claim, "doc"}, "exe", "sup");
  floor.must(VoidDeal{{"T1"}, "why"});
  floor.must(CancelRound{{"T1"}, "why"}, "sup");
  EXPECT_TRUE(floor.state.claims.empty());
}

TEST_F(OpenRoundAtT1, StandsWhenEnvyWasPaidForTheAwardThatIsBackedOut) {
  const ClaimNumber claim = paid("royal_flush");
  floor.must(PayEnvy{{"T1"}});
  floor.must(BackOutAward{claim, "doc"}, "exe", "sup");
  EXPECT_EQ(floor.refusal(CancelRound{{"T1"}, "why"}, "sup"), "award_in_round");
  EXPECT_EQ(floor.refusal(VoidDeal{{"T1"}, "why"}), "award_in_round");
  floor.must(EndRound{{"T1"}});
}

TEST_F(OpenRoundAtT1, KeepsThePositionThatWasMarked) {
  const ClaimNumber claim = floor.mark("T1", "mega", 1, "royal_flush");
  EXPECT_EQ(floor.refusal(AcknowledgeClaim{claim, 2}, "sup"), "position_known");
  floor.must(AcknowledgeClaim{claim, 1}, "sup");
  floor.must(AcknowledgeClaim{claim, {}}, "sup");
  // On the first generation the key brings it, once; a wrong one is mended by taking the mark back.
  const auto mark = [&] {
    return floor.must(MarkHand{{"T2"}, {}, {"mega"}, "straight_flush", false}, "dlr").outcome.claim;
  };
  const ClaimNumber second = mark();
  floor.must(AcknowledgeClaim{second, 3}, "sup");
  EXPECT_EQ(floor.refusal(AcknowledgeClaim{second, 2}, "sup"), "position_known");
  floor.must(UnmarkHand{second}, "dlr");
  floor.must(AcknowledgeClaim{mark(), 2}, "sup");
}

TEST(SecondPerson, IsSomebodyElseWithACardAlsoWhereNobodyIsNeeded) {
  Floor floor;
  floor.must(EnrolStaff{{"gone"}, Role::executive, ""}, "adm");
  floor.must(ChangeStaff{{"gone"}, Role::executive, "", false}, "adm");
  floor.create_link("mega", simple_rules(), {dollars(5'000)});
  floor.place_table("T1", {{"mega"}});
  const CloseLink close{{"mega"}, "why"};
  struct Row {
    const char* second;
    const char* answer;
  };
  for (const Row& row : {Row{"ghost", "staff_unknown"}, Row{"gone", "staff_inactive"}, Row{"<b>", "malformed_id"},
                         Row{"two words", "malformed_id"}, Row{"sup", "second_person_same"}})
    EXPECT_EQ(floor.refusal(close, "sup", row.second), row.answer) << row.second;
  const auto refused = floor.ask(close, "sup", "ghost");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().field, "second");
  EXPECT_EQ(floor.refusal(StartRound{{"T1"}, {{1, {"mega"}, dollars(1)}}}, "", "ghost"), "staff_unknown");
  floor.must(close, "sup", "dlr");
}

}  // namespace
}  // namespace cardroom::progressive
