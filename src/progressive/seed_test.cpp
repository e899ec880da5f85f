// The house takes back what it put on a meter, and nothing of the players' money.
#include <gtest/gtest.h>

#include "progressive/testing_floor.h"

namespace cardroom::progressive {
namespace {

using testing::dollars;
using testing::Floor;
using testing::meter_dollars;
using testing::simple_rules;

AdjustFund change(Fund fund, int64_t amount, AdjustmentReason reason) {
  return {{"mega"}, 0, fund, dollars(amount), reason, "doc"};
}
TransferJackpot transfer() {
  return {{"mega"}, 0, {"next"}, 0, "doc"};
}

// Every wager goes to the meter; seed 20. Ten dollars of the players' money stand on top of the start.
struct Seed : ::testing::Test {
  Floor floor;
  LinkRules rules = simple_rules();

  explicit Seed(int64_t start = 20) {
    rules.levels[0].contribution_ppm = 1'000'000;
    rules.levels[0].seed = dollars(20);
    floor.create_link("mega", rules, {dollars(start)});
    floor.create_link("next", rules, {dollars(20)});
    floor.place_table("T1", {{"mega"}});
    play();
  }
  void play() {
    floor.start("T1", "mega", {1, 2}, dollars(5));
    floor.must(EndRound{{"T1"}});
  }
  void close() { floor.must(CloseLink{{"mega"}, "moved"}, "sup"); }
};
struct NoStart : Seed {
  NoStart() : Seed(0) {}
};

TEST_F(Seed, ThatCameBackIsNotTakenAgainByATransfer) {
  floor.must(change(Fund::meter, -15, AdjustmentReason::seed_recovered), "exe", "sup");  // 15 of 30, 5 still out
  close();
  floor.must(transfer(), "exe", "sup");
  EXPECT_EQ(floor.meter("next"), meter_dollars(30));  // 20 and the players' 10
  EXPECT_EQ(floor.outside("mega", Account::house_seed), meter_dollars(0));
}

TEST_F(Seed, ThatIsRaisedLaterTakesNoMoreFromATransfer) {
  close();
  rules.levels[0].seed = dollars(30);
  const std::vector<GameOdds> odds = floor.state.links.at({"mega"}).odds;
  floor.must(ChangeLink{{"mega"}, "", rules, odds, {}}, "exe", "sup");
  floor.must(transfer(), "exe", "sup");
  EXPECT_EQ(floor.meter("next"), meter_dollars(30));
  EXPECT_EQ(floor.outside("mega", Account::house_seed), meter_dollars(0));
}

TEST_F(NoStart, WhatTheHouseAddsToOverflowOrReserveIsNotRecoveredFromTheMeter) {
  for (const Fund fund : {Fund::overflow, Fund::reserve}) {
    floor.must(change(fund, 10, AdjustmentReason::house_addition), "exe", "sup");
    EXPECT_EQ(floor.refusal(change(Fund::meter, -1, AdjustmentReason::seed_recovered), "exe", "sup"),
              "amount_above_fund");
  }
  floor.must(change(Fund::meter, 5, AdjustmentReason::house_addition), "exe", "sup");
  floor.must(change(Fund::meter, -5, AdjustmentReason::seed_recovered), "exe", "sup");
  EXPECT_EQ(floor.meter("mega"), meter_dollars(10));
}

// 11 are won, 20 come as seed, the house takes them back; 20 come in. The back-out would take the seed once more.
TEST_F(NoStart, SeedThatCameBackIsNotTakenAgainByABackOut) {
  floor.start("T1", "mega", {1});
  const ClaimNumber claim = floor.mark("T1", "mega", 1, "royal_flush");
  floor.must(ConfirmClaim{claim}, "sup");
  floor.must(EndRound{{"T1"}});
  floor.must(change(Fund::meter, -20, AdjustmentReason::seed_recovered), "exe", "sup");
  play();
  play();
  EXPECT_EQ(floor.refusal(BackOutAward{claim, "doc"}, "exe", "sup"), "meter_too_low");
  EXPECT_EQ(floor.meter("mega"), meter_dollars(20));
}

}  // namespace
}  // namespace cardroom::progressive
