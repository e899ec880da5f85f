// No sequence of commands brings a sum to the ceiling of its type, where the program would stop.
#include <gtest/gtest.h>

#include "progressive/testing_floor.h"

namespace cardroom::progressive {
namespace {

using testing::dollars;
using testing::Floor;
using testing::simple_odds;
using testing::simple_rules;

constexpr int64_t billion = 1'000'000'000;

TEST(Room, EndsBeforeTheMoneyOfAllLinksGoesOverTheCeiling) {
  Floor floor;
  std::string answer = "allowed";
  int links = 0;
  for (; links < 100 && answer == "allowed"; ++links)
    answer = floor.refusal(
        CreateLink{{"L" + std::to_string(links)}, "", simple_rules(), simple_odds(), {dollars(billion)}, {}}, "exe",
        "sup");
  EXPECT_EQ(answer, "fund_full");
  EXPECT_GT(links, 5);
  EXPECT_EQ(
      floor.refusal(AdjustFund{{"L0"}, 0, Fund::overflow, dollars(billion), AdjustmentReason::house_addition, "d"},
                    "exe", "sup"),
      "fund_full");
  floor.must(RecordBankBalance{dollars(90 * billion), "doc"}, "exe");
  EXPECT_FALSE(floor.state.bank.is_short);
  // Down is always possible.
  floor.must(AdjustFund{{"L0"}, 0, Fund::meter, dollars(-1), AdjustmentReason::seed_recovered, "d"}, "exe", "sup");
}

TEST(Room, EndsBeforeALevelsSeedsGoOverTheCeiling) {
  Floor floor;
  LinkRules rules = simple_rules();
  rules.levels[0].seed = dollars(billion);
  rules.prizes[0].envy = {};
  floor.create_link("mega", rules, {dollars(billion)});
  floor.place_table("T1", {{"mega"}});
  std::string answer = "allowed";
  for (int round = 0; round < 100 && answer == "allowed"; ++round) {
    const auto started = floor.ask(StartRound{{"T1"}, {{1, {"mega"}, dollars(1)}}});
    if (!started) {
      answer = code_name(started.error().code);
      break;
    }
    const auto mark = floor.ask(MarkHand{{"T1"}, 1, {"mega"}, "royal_flush", false});
    if (mark)
      floor.must(ConfirmClaim{mark->outcome.claim}, "sup");
    else
      answer = code_name(mark.error().code);
    floor.must(EndRound{{"T1"}});
  }
  EXPECT_EQ(answer, "fund_full");
  floor.must(RecordBankBalance{dollars(1), "doc"}, "exe");
}

TEST(Texts, ThatShowNothingAreMissing) {
  Floor floor;
  floor.create_link("mega", simple_rules(), {dollars(1)});
  for (const char* text : {"", " ", "   ", "\u00a0", "\u200b", "\ufeff", " \u3000\u2060", "\u00ad\u2800"})
    EXPECT_EQ(floor.refusal(CloseLink{{"mega"}, text}, "sup"), "text_missing") << "'" << text << "'";
  floor.must(CloseLink{{"mega"}, "\u00a0."}, "sup");
}

// Half a cent of the players' money can be neither paid nor moved.
TEST(Retirement, LeavesAFractionOfACentOnTheBooks) {
  for (const bool whole_cent : {false, true}) {
    Floor floor;
    LinkRules rules = simple_rules();
    rules.levels[0].contribution_ppm = whole_cent ? 10'000 : 5'000;
    floor.create_link("mega", rules, {dollars(0)});
    floor.place_table("T1", {{"mega"}});
    floor.start("T1", "mega", {1});
    floor.must(EndRound{{"T1"}});
    floor.must(CloseLink{{"mega"}, "end"}, "sup");
    floor.must(RemoveTable{{"T1"}}, "exe", "sup");
    EXPECT_EQ(floor.refusal(RetireLink{{"mega"}}, "exe", "sup"), whole_cent ? "configuration_has_funds" : "allowed");
    EXPECT_EQ(held_for_players(floor.state), base::MeterUnits(whole_cent ? 1'000'000 : 500'000));
  }
}

}  // namespace
}  // namespace cardroom::progressive
