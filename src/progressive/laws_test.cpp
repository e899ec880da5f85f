// Each law is broken on purpose, in an event or in a state, and is told by its name.
#include "progressive/laws.h"

#include <gtest/gtest.h>

#include <functional>

#include "progressive/testing_floor.h"

namespace cardroom::progressive {
namespace {

using base::MeterUnits;
using testing::dollars;
using testing::Floor;

struct Laws : ::testing::Test {
  Floor floor;
  ClaimNumber claim = 0;  // all of the meter, open

  Laws() {
    LinkRules rules = testing::simple_rules();
    rules.levels[0].reserve_ppm = 50'000;
    floor.create_link("mega", rules, {dollars(10'000)});
    floor.place_table("T1", {{"mega"}});
    floor.place_table("T2", {{"mega"}});
    floor.start("T1", "mega", {1, 2});
    claim = floor.mark("T1", "mega", 1, "royal_flush");
  }

  LevelState& level() { return floor.state.links.at({"mega"}).levels[0]; }
  Event decided(CommandBody body, const char* by = "sup", const char* second = "") {
    const auto event = decide(floor.state, {"id", {by}, {second}, std::move(body)}, floor.time_ms);
    EXPECT_TRUE(event) << event.error().text;
    EXPECT_FALSE(find_broken_law(floor.state, *event));
    return *event;
  }
  std::string broken_by(const Event& event) const { return name(find_broken_law(floor.state, event)); }
  std::string broken_in_state() const { return name(find_broken_law_after(floor.state, nullptr)); }

  static std::string name(const std::optional<BrokenLaw>& broken) {
    return broken ? std::string(law_name(broken->law)) : "none";
  }
};

constexpr MeterUnits one{1};

TEST_F(Laws, PostingsBalance) {
  Event event = decided(ConfirmClaim{claim});
  event.postings[0].amount += one;
  EXPECT_EQ(broken_by(event), "postings_balance");
  // Postings that balance in sum and not link by link.
  event = decided(ConfirmClaim{claim});
  event.postings[0].link = {"other"};
  EXPECT_EQ(broken_by(event), "postings_balance");
  Event refused = refused_event({"id", {"sup"}, {}, ConfirmClaim{9}}, Refusal{}, 0);
  EXPECT_EQ(broken_by(refused), "none");
  refused.postings.push_back({Account::meter, {"mega"}, 0, one});
  EXPECT_EQ(broken_by(refused), "postings_balance");
}

TEST_F(Laws, LevelIdentity) {
  ASSERT_EQ(broken_in_state(), "none");
  level().totals.contributions += one;
  EXPECT_EQ(broken_in_state(), "level_identity");
}

TEST_F(Laws, ReserveIdentity) {
  level().funds.reserve += one;
  EXPECT_EQ(broken_in_state(), "reserve_identity");
}

TEST_F(Laws, FundsNotNegative) {
  const std::vector<std::function<MeterUnits&()>> funds = {
      [&]() -> MeterUnits& { return level().funds.meter; },
      [&]() -> MeterUnits& { return level().funds.overflow; },
      [&]() -> MeterUnits& { return level().disputed; },
  };
  for (const auto& fund : funds) {
    const State before = floor.state;
    level().totals.adjustments += -fund() - one;
    fund() = -one;
    EXPECT_EQ(broken_in_state(), "funds_not_negative");
    floor.state = before;
  }
}

TEST_F(Laws, LimitKept) {
  floor.must(ConfirmClaim{claim}, "sup");
  floor.state.links.at({"mega"}).rules.levels[0].limit = dollars(1'999);
  EXPECT_EQ(broken_in_state(), "limit_kept");
  // Also by an event that only brings the rules.
  const Event change{0, {"exe"}, {"sup"}, ChangeLink{{"mega"}, "", {}, {}, {}}, {}, {}};
  EXPECT_EQ(name(find_broken_law_after(floor.state, &change)), "limit_kept");
}

TEST_F(Laws, QueueMatchesFunds) {
  level().funds.meter -= one;
  level().funds.overflow += one;
  EXPECT_EQ(broken_in_state(), "queue_matches_funds");
  level().funds.meter += one;
  level().funds.overflow -= one;
  floor.state.claims.at(claim).price.amount -= base::Cents(1);
  EXPECT_EQ(broken_in_state(), "queue_matches_funds");
}

TEST_F(Laws, PendingIsClaimed) {
  level().pending -= one;
  level().disputed += one;
  EXPECT_EQ(broken_in_state(), "pending_is_claimed");
}

TEST_F(Laws, ClaimEndsOnce) {
  const Event confirm = decided(ConfirmClaim{claim});
  const Event hold = decided(HoldClaim{claim, "why"});
  const Event reject = decided(RejectClaim{claim, "why"});
  const Event unmark = decided(UnmarkHand{claim});
  Event twice = confirm;
  twice.outcome.paid.push_back(twice.outcome.paid[0]);
  EXPECT_EQ(broken_by(twice), "claim_ends_once");
  ASSERT_TRUE(apply(floor.state, confirm));
  for (const Event* event : {&confirm, &hold, &reject, &unmark}) EXPECT_EQ(broken_by(*event), "claim_ends_once");
}

TEST_F(Laws, MeterFallsForAReason) {
  floor.must(ConfirmClaim{claim}, "sup");
  Event end = decided(EndRound{{"T1"}});
  end.postings.push_back({Account::meter, {"mega"}, 0, -one});
  end.postings.push_back({Account::house_receipts, {"mega"}, 0, one});
  EXPECT_EQ(broken_by(end), "meter_falls_for_a_reason");
  Event adjust = decided(
      AdjustFund{{"mega"}, 0, Fund::meter, dollars(-1), AdjustmentReason::display_malfunction, "doc"}, "exe", "sup");
  std::get<AdjustFund>(adjust.command).reason = AdjustmentReason::taken_as_receipts;
  EXPECT_EQ(broken_by(adjust), "meter_falls_for_a_reason");
}

TEST_F(Laws, PagesUnbroken) {
  Event event = decided(ConfirmClaim{claim});
  event.outcome.win_page = 2;
  EXPECT_EQ(broken_by(event), "pages_unbroken");
  event.outcome.win_page = 0;
  EXPECT_EQ(broken_by(event), "pages_unbroken");
}

TEST_F(Laws, WagerIsWhole) {
  Event event = decided(StartRound{{"T2"}, {{1, {"mega"}, dollars(1)}}});
  for (Posting& posting : event.postings) {
    if (posting.account == Account::house) posting.amount += one;
    if (posting.account == Account::meter) posting.amount -= one;
  }
  EXPECT_EQ(broken_by(event), "wager_is_whole");
}

TEST_F(Laws, SeedIsCounted) {
  const State before = floor.state;
  floor.state.links.at({"mega"}).outside[Account::house_seed] += one;
  EXPECT_EQ(broken_in_state(), "seed_is_counted");
  // Counted right, but more came out than went in: 12,000 did.
  floor.state = before;
  floor.state.links.at({"mega"}).outside[Account::house_seed] = one;
  level().totals.seed_unrecovered = -one;
  EXPECT_EQ(broken_in_state(), "seed_is_counted");
  floor.state = before;
  floor.must(ConfirmClaim{claim}, "sup");
  Event adjust =
      decided(AdjustFund{{"mega"}, 0, Fund::meter, dollars(-1), AdjustmentReason::seed_recovered, "doc"}, "exe", "sup");
  for (Posting& posting : adjust.postings) {
    const bool to_house = posting.account == Account::house_seed;
    posting.amount = to_house ? testing::meter_dollars(12'000) + one : -testing::meter_dollars(12'000) - one;
  }
  EXPECT_EQ(broken_by(adjust), "seed_is_counted");
}

TEST_F(Laws, EveryLawIsBrokenByATestOfItsName) {
  std::set<std::string> tests;
  const auto* suite = ::testing::UnitTest::GetInstance()->current_test_suite();
  for (int i = 0; i < suite->total_test_count(); ++i) tests.insert(suite->GetTestInfo(i)->name());
  boost::mp11::mp_for_each<boost::describe::describe_enumerators<Law>>([&](auto law) {
    std::string pascal;
    bool upper = true;
    for (const char* c = law.name; *c != '\0'; ++c) {
      if (*c == '_') {
        upper = true;
        continue;
      }
      pascal += upper ? static_cast<char>(*c - 'a' + 'A') : *c;
      upper = false;
    }
    EXPECT_TRUE(tests.contains(pascal)) << law.name;
  });
}

// An event that does not fit is told by apply; none may stop the program. Each row forges one thing.
TEST_F(Laws, ForgedEventsAreToldAndDoNotStopTheProgram) {
  const Event confirm = decided(ConfirmClaim{claim});
  Event wrong_claim = confirm;
  std::get<ConfirmClaim>(wrong_claim.command).claim = 77;
  Event wrong_posting = confirm;
  wrong_posting.postings[0].level = 5;
  Event wrong_link = confirm;
  wrong_link.postings[0].link = {"nowhere"};
  Event huge = confirm;
  huge.postings[0].amount = MeterUnits(MeterUnits::max_value);
  huge.postings.push_back(huge.postings[0]);
  Event mark = decided(MarkHand{{"T1"}, 2, {"mega"}, "royal_flush", false});
  mark.outcome.claim = claim;
  Event repriced = decided(MarkHand{{"T1"}, 2, {"mega"}, "royal_flush", false});
  repriced.outcome.priced[0].seed = MeterUnits(MeterUnits::max_value);
  repriced.outcome.priced.push_back(repriced.outcome.priced[0]);
  repriced.outcome.priced.back().claim = claim;
  Event rules =
      decided(CreateLink{{"new"}, "", testing::simple_rules(), testing::simple_odds(), {dollars(1)}, {}}, "exe", "sup");
  std::get<CreateLink>(rules.command).rules.levels[0].contribution_ppm = -1;
  for (const Event* event : {&wrong_claim, &wrong_posting, &wrong_link, &huge, &mark, &repriced, &rules}) {
    State state = floor.state;
    EXPECT_FALSE(apply(state, *event)) << command_name(event->command);
  }
  // Decided again, in every way there is.
  const Event others[] = {decided(AcknowledgeClaim{claim, {}}), decided(AcknowledgeClaim{claim, 1}),
                          decided(RejectClaim{claim, "no"}), decided(HoldClaim{claim, "no"}), confirm};
  ASSERT_TRUE(apply(floor.state, confirm));
  for (const Event& event : others) {
    State state = floor.state;
    EXPECT_FALSE(apply(state, event)) << command_name(event.command);
  }
}

TEST_F(Laws, OwedIsCounted) {
  floor.must(ConfirmClaim{claim}, "sup");
  const State before = floor.state;
  // An award that vanishes unpaid, one that is owed twice, one that is owed for less.
  floor.state.owed.clear();
  EXPECT_EQ(broken_in_state(), "owed_is_counted");
  floor.state = before;
  floor.state.owed.push_back(before.owed.at(0));
  EXPECT_EQ(broken_in_state(), "owed_is_counted");
  floor.state = before;
  floor.state.owed.at(0).amount -= base::Cents(1);
  EXPECT_EQ(broken_in_state(), "owed_is_counted");
  floor.state = before;
  floor.state.owed.push_back(before.owed.at(0));
  floor.state.owed.at(0).amount = dollars(0);
  EXPECT_EQ(broken_in_state(), "owed_is_counted");
  // It is looked for after an acknowledgment too, which posts nothing.
  floor.state = before;
  const Event event = decided(AcknowledgePayment{{"T1"}, 1, claim, 1});
  EXPECT_TRUE(apply(floor.state, event));
  EXPECT_FALSE(find_broken_law_after(floor.state, &event));
  floor.state.links.at({"mega"}).paid -= one;
  EXPECT_EQ(name(find_broken_law_after(floor.state, &event)), "owed_is_counted");
}

}  // namespace
}  // namespace cardroom::progressive
