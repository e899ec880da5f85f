// Single cases, each in a house of its own.
#include <gmock/gmock.h>

#include "ledger/reports/testing/small_house.h"

namespace cardroom::ledger::reports {
namespace {

using namespace progressive;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::read;
using testing::SmallHouse;
using testing::table_of;

// Three wagers of 1 at 15 %: 5,000.45. In order of the seats from the right the first winner takes them; the second has
// the reseed of 1,000 and brings another 1,000. Backed out, his amount is what his reseed brought, so no fund moves.
TEST(Reconciliation, CountsABackOutThatPostsNothingToAFund) {
  SmallHouse house;
  house.start({1, 2, 3});
  const ClaimNumber later = house.mark(1, "royal_flush");
  const ClaimNumber first = house.mark(3, "royal_flush");
  house.must(ConfirmClaim{first}, "sup");
  const Event paid = house.must(ConfirmClaim{later}, "sup");
  ASSERT_EQ(paid.outcome.paid[0].amount, base::Cents(100'000));
  house.end();
  house.must(BackOutAward{later, "doc"}, "exe", "sup");
  const Report report = house.report("reconciliation");
  EXPECT_THAT(report.alarms, IsEmpty());
  EXPECT_THAT(read(table_of(report, "levels"), {"wins", "house", "difference"}),
              ElementsAre("5000.45 | 6000.00 | 0.00"));
}

// 5,000.45 were won on 1 January and are backed out on the 2nd, when another 1,000.30 are won: the hit of the 2nd
// stands, and the money that came back shows among the meter pays.
TEST(Activity, ABackOutTakesNoHitOffAnotherPeriodThanTheAwards) {
  SmallHouse house;
  house.start({1, 2, 3});
  const ClaimNumber first = house.mark(1, "royal_flush");
  house.must(ConfirmClaim{first}, "sup");
  house.end();
  house.wait_a_day();
  house.start({1, 2});
  house.must(ConfirmClaim{house.mark(2, "royal_flush")}, "sup");
  house.end();
  house.must(BackOutAward{first, "doc"}, "exe", "sup");
  const auto on = [&](const char* day) {
    return testing::report_of("activity", testing::on_days(day, day), house.journal);
  };
  const std::vector<std::string> columns = {"hand", "hands", "hits", "paid"};
  EXPECT_THAT(read(table_of(on("2026-01-02"), "prizes"), columns),
              ElementsAre("royal flush | 2 | 1 | 1000.30", "flush | 2 | 0 | 0.00"));
  EXPECT_THAT(read(table_of(on("2026-01-02"), "tables"), {"meter"}), ElementsAre("-4000.15"));
  EXPECT_THAT(read(table_of(on("2026-01-01"), "prizes"), columns),
              ElementsAre("royal flush | 3 | 1 | 5000.45", "flush | 3 | 0 | 0.00"));
  // Over both days the first was no hit.
  EXPECT_THAT(read(table_of(house.report("activity"), "prizes"), columns),
              ElementsAre("royal flush | 5 | 1 | 1000.30", "flush | 5 | 0 | 0.00"));
}

// Position 1 wins in three-card poker and is held; the table goes on to four-card poker; then he is paid, and another
// win of the first game is backed out.
TEST(Activity, KeepsTheGamesOfATableApart) {
  SmallHouse house;
  house.start({1, 2});
  const ClaimNumber paid = house.mark(2, "royal_flush");
  house.must(ConfirmClaim{paid}, "sup");
  house.end();
  house.start({1, 2, 3});
  const ClaimNumber held = house.mark(1, "royal_flush");
  house.must(HoldClaim{held, "cards"}, "sup");
  house.end();
  house.must(ChangeTable{{{"T1"}, "four-card-poker", 6, Keypad::second_generation, {{"mega"}}}}, "exe", "sup");
  house.start({1});
  house.mark(1, "flush");
  house.end();
  house.must(ReleaseClaim{held, Verdict::pay, "good"}, "sup");
  house.must(BackOutAward{paid, "doc"}, "exe", "sup");
  const Report report = house.report("activity");
  // 5,000.30 came back; 1,000.45 were paid for the held hand.
  EXPECT_THAT(read(table_of(report, "tables"), {"table", "game", "rounds", "wagers", "coin_in", "fixed", "meter"}),
              ElementsAre("T1 | four-card-poker | 1 | 1 | 1.00 | 4.00 | 0.00",
                          "T1 | three-card-poker | 2 | 5 | 5.00 | 0.00 | 1000.45"));
  EXPECT_THAT(
      read(table_of(report, "prizes"), {"game", "hand", "hands", "hits", "paid"}),
      ElementsAre("four-card-poker | royal flush | 1 | 0 | 0.00", "four-card-poker | flush | 1 | 1 | 4.00",
                  "three-card-poker | royal flush | 5 | 1 | 1000.45", "three-card-poker | flush | 5 | 0 | 0.00"));
}

// Sam confirms on "Mega", becomes Samira, the level becomes "Grand"; then he confirms again, his last name another one.
TEST(Hits, KeepTheNamesThatTheyWereConfirmedUnder) {
  SmallHouse house;
  const auto hit = [&] {
    house.start({1});
    house.must(ConfirmClaim{house.mark(1, "royal_flush")}, "sup");
    house.end();
  };
  hit();
  house.must(ChangeStaff{{"sup"}, Role::supervisor, "Samira", true}, "adm");
  house.must(CloseLink{{"mega"}, "new name"}, "sup");
  house.rules.levels[0].name = "Grand";
  house.must(ChangeLink{{"mega"}, "Mega", house.rules, house.odds, {}}, "exe", "sup");
  house.must(OpenLink{{"mega"}}, "sup");
  hit();
  house.must(ChangeStaff{{"sup"}, Role::supervisor, "Samantha", true}, "adm");
  const Report report = house.report("hits");
  EXPECT_THAT(read(table_of(report, "hits"), {"level", "page", "confirmed_by"}),
              ElementsAre("Grand | 2 | Samira (sup)", "Mega | 1 | Sam (sup)"));
  EXPECT_THAT(read(table_of(report, "levels"), {"level"}), ElementsAre("Grand"));
}

// The first two of 27 are no longer shown, and with them goes what was kept of them.
TEST(Hits, ShowTheLastTwentyFiveEachUnderItsName) {
  SmallHouse house;
  for (int i = 1; i <= 27; ++i) {
    house.must(ChangeStaff{{"sup"}, Role::supervisor, "Sam " + std::to_string(i), true}, "adm");
    house.start({1});
    house.must(ConfirmClaim{house.mark(1, "royal_flush")}, "sup");
    house.end();
  }
  const auto rows = read(table_of(house.report("hits"), "hits"), {"page", "confirmed_by"});
  ASSERT_EQ(rows.size(), 25U);
  for (int i = 0; i < 25; ++i) {
    const std::string page = std::to_string(27 - i);
    EXPECT_EQ(rows[static_cast<size_t>(i)], page + " | Sam " + page + " (sup)");
  }
}

TEST(Exceptions, TellWhoGetsIn) {
  SmallHouse house;
  const size_t before = table_of(house.report("exceptions"), "changes").rows.size();
  house.must(SetPin{{"sup"}, "secret-verifier"}, "adm");
  house.must(EnrolDevice{{{"pad-1"}, DeviceKind::keypad, {"T1"}, std::string(64, 'a')}}, "adm");
  house.must(RevokeDevice{{"pad-1"}, "lost"}, "adm");
  house.must(RecordSignIn{{"sup"}, {}, SignIn::signed_in, "console at 10.0.0.5", ""});
  house.must(RecordSignIn{{"sup"}, {}, SignIn::refused, "console at 10.0.0.5", "wrong PIN"});
  house.must(RecordSignIn{{"sup"}, {}, SignIn::locked_out, "console at 10.0.0.5", ""});
  house.must(RecordSignIn{{}, {"pad-1"}, SignIn::refused, "table T1", ""});
  const Report report = house.report("exceptions");
  std::vector<std::string> changes = read(table_of(report, "changes"), {"what", "of", "detail", "by"});
  changes.erase(changes.begin(), changes.begin() + static_cast<ptrdiff_t>(before));
  EXPECT_THAT(changes, ElementsAre("set pin | staff sup |  | Ada (adm)",
                                   "enrol device | device pad-1 | keypad, table T1 | Ada (adm)",
                                   "revoke device | device pad-1 | lost | Ada (adm)"));
  EXPECT_THAT(read(table_of(report, "refusals"), {"what", "by", "rule", "text"}),
              ElementsAre("record sign in | Sam (sup) | refused | console at 10.0.0.5: wrong PIN",
                          "record sign in | Sam (sup) | locked_out | console at 10.0.0.5",
                          "record sign in | device pad-1 | refused | table T1"));
}

TEST(Exceptions, ListTheTitleAndTheOddsThatChange) {
  SmallHouse house;
  house.must(CloseLink{{"mega"}, "change"}, "sup");
  for (GameOdds& game : house.odds) game.probabilities[1] = "1/77";
  house.rules.levels[0].contribution_ppm = 100'000;
  house.must(ChangeLink{{"mega"}, "Mega 2", house.rules, house.odds, {}}, "exe", "sup");
  EXPECT_EQ(read(table_of(house.report("exceptions"), "changes"), {"detail"}).back(),
            "levels[0].contribution_ppm: 150000 → 100000; title: \"Mega\" → \"Mega 2\"; "
            "odds[0].probabilities[1]: \"1/100\" → \"1/77\"; odds[1].probabilities[1]: \"1/100\" → \"1/77\"");
}

// 15.5 % of a dollar: 5,000.155 are held, 5,000.15 are in the bank.
TEST(Deposit, RoundsWhatIsDueUpToTheCent) {
  SmallHouse house;
  house.must(CloseLink{{"mega"}, "change"}, "sup");
  house.rules.levels[0].contribution_ppm = 155'000;
  house.must(ChangeLink{{"mega"}, "Mega", house.rules, house.odds, {}}, "exe", "sup");
  house.must(OpenLink{{"mega"}}, "sup");
  house.start({1});
  house.end();
  house.must(RecordBankBalance{base::Cents(500'015), "BANK-1"}, "exe");
  EXPECT_THAT(read(table_of(house.report("deposit"), "weeks"), {"due", "status"}),
              ElementsAre("0.01 | deposit due, week in progress"));
}

// The reseed of 1,000 and the 5,000.15 in dispute.
TEST(Deposit, CountsWhatIsInDispute) {
  SmallHouse house;
  house.start({1});
  house.must(HoldClaim{house.mark(1, "royal_flush"), "a card was marked"}, "sup");
  house.end();
  house.must(RecordBankBalance{base::Cents(500'000), "BANK-1"}, "exe");
  EXPECT_THAT(read(table_of(house.report("deposit"), "weeks"), {"held", "due"}), ElementsAre("6000.15 | 1000.15"));
}

TEST(Hits, OfTheFirstMomentOfTheDayAreOfThatDay) {
  constexpr int64_t midnight_ms = 1'767'312'000'000;  // 2026-01-02
  SmallHouse house;
  house.start({1});
  const ClaimNumber claim = house.mark(1, "royal_flush");
  house.wait_until(midnight_ms);
  ASSERT_EQ(house.must(ConfirmClaim{claim}, "sup").time_ms, midnight_ms);
  house.end();
  const Report report = testing::report_of("hits", testing::on_days("2026-01-02", "2026-01-02"), house.journal);
  EXPECT_THAT(read(table_of(report, "hits"), {"time", "amount"}), ElementsAre("2026-01-02 00:00:00 | 5000.15"));
}

TEST(Deposit, ListsWhatIsInDisputeByProgressive) {
  SmallHouse house;
  house.start({1});
  house.must(HoldClaim{house.mark(1, "royal_flush"), "a card was marked"}, "sup");
  house.end();
  EXPECT_THAT(read(table_of(house.report("deposit"), "funds"), {"display", "disputed", "held"}),
              ElementsAre("1000.00 | 5000.15 | 6000.15"));
}

// The chip on the closed progressive was returned: it is no coin-in.
TEST(Activity, LeavesOutWagersThatWereNotLockedIn) {
  SmallHouse house;
  house.must(CreateLink{{"side"}, "Side", house.rules, house.odds, {base::Cents(500'000)}, {}}, "exe", "sup");
  house.must(ChangeTable{{{"T1"}, "three-card-poker", 6, Keypad::second_generation, {{"mega"}, {"side"}}}}, "exe",
             "sup");
  house.must(StartRound{{"T1"}, {{1, {"mega"}, base::Cents(100)}, {2, {"side"}, base::Cents(100)}}});
  house.end();
  EXPECT_THAT(read(table_of(house.report("activity"), "tables"), {"link", "wagers", "coin_in"}),
              ElementsAre("mega | 1 | 1.00"));
}

// Envy of 10 to each of the two others, for each of two winners.
TEST(WinPages, ShowTheEnvyOfTheirOwnHand) {
  SmallHouse house;
  house.must(CloseLink{{"mega"}, "change"}, "sup");
  house.rules.prizes[0].envy = base::Cents(1'000);
  house.must(ChangeLink{{"mega"}, "Mega", house.rules, house.odds, {}}, "exe", "sup");
  house.must(OpenLink{{"mega"}}, "sup");
  house.start({1, 2, 3});
  const ClaimNumber first = house.mark(3, "royal_flush");
  const ClaimNumber second = house.mark(1, "royal_flush");
  house.must(ConfirmClaim{first}, "sup");
  house.must(ConfirmClaim{second}, "sup");
  house.end();
  EXPECT_THAT(read(table_of(house.report("win-page"), "pages"), {"page", "envy"}),
              ElementsAre("1 | position 1 $10.00 paid, position 2 $10.00 paid",
                          "2 | position 2 $10.00 paid, position 3 $10.00 paid"));
}

}  // namespace
}  // namespace cardroom::ledger::reports
