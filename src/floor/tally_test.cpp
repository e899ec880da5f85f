#include "floor/tally.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cardroom::floor {
namespace {

using namespace progressive;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const LinkId link{"ML03"};

LinkRules two_levels() {
  LinkRules rules;
  rules.levels.resize(2);
  rules.levels[0].contribution_ppm = 90'000;
  rules.levels[0].reserve_ppm = 5'000;
  rules.levels[0].executive = true;
  rules.levels[1].contribution_ppm = 50'000;
  rules.confirm_at = Cents(25'000);
  rules.envy_scale = EnvyScale::times_wager;
  return rules;
}

server::EventView started(uint64_t sequence, const std::string& id) {
  server::EventView view{sequence, id, {}};
  view.event.command = StartRound{{"T1"}, {{1, link, Cents(500)}, {3, link, Cents(100)}}};
  view.event.outcome.left_out.push_back({3, link, {}});
  // Of $5: 45 cents to Mega, 2.5 to its reserve, 25 to Major.
  view.event.postings = {
      {Account::players, link, 0, MeterUnits(-500'000'000)}, {Account::meter, link, 0, MeterUnits(45'000'000)},
      {Account::reserve, link, 0, MeterUnits(2'500'000)},    {Account::meter, link, 1, MeterUnits(20'000'000)},
      {Account::overflow, link, 1, MeterUnits(5'000'000)},   {Account::house, link, 0, MeterUnits(427'500'000)}};
  return view;
}

TEST(Tally, SharesOfAWagerAreExact) {
  Tally tally;
  tally.add_wagers(link, two_levels(), {{1, link, Cents(500)}});
  EXPECT_EQ(tally.wagered, Cents(500));
  EXPECT_THAT(tally.links.at(link), ElementsAre(LevelTally{MeterUnits(45'000'000), MeterUnits(2'500'000)},
                                                LevelTally{MeterUnits(25'000'000), MeterUnits(0)}));
}

TEST(Tally, OfTheJournalEqualsTheFloorsWhereTheJournalIsRight) {
  Acknowledged acknowledged;
  acknowledged.add("T1-controller:s7-1", 8);
  JournalTally journal("s7-", acknowledged);
  journal.add(started(8, "T1-controller:s7-1"));
  journal.add(started(9, "T1-controller:s70-1"));  // another run's
  EXPECT_THAT(journal.finish(), IsEmpty());
  EXPECT_EQ(journal.rounds_of_others(), 1u);
  Tally floor;
  floor.rounds = 1;
  floor.add_wagers(link, two_levels(), {{1, link, Cents(500)}});
  EXPECT_THAT(differences(floor, journal.tally()), IsEmpty());
  floor.add_wagers(link, two_levels(), {{2, link, Cents(100)}});
  EXPECT_THAT(differences(floor, journal.tally()),
              ElementsAre(HasSubstr("wagers: the floor counted 2, the journal has 1"), HasSubstr("wagered"),
                          HasSubstr("links")));
}

TEST(Tally, TellsWhatTheJournalLacksHoldsTwiceOrHoldsElsewhere) {
  Acknowledged acknowledged;
  acknowledged.add("T1-controller:s7-1", 8);
  acknowledged.add("T1-controller:s7-2", 9);
  JournalTally journal("s7-", acknowledged);
  journal.add(started(8, "T1-controller:s7-1"));
  journal.add(started(10, "T1-controller:s7-1"));
  journal.add(started(11, "T1-controller:s7-5"));
  EXPECT_THAT(journal.finish(),
              ElementsAre(HasSubstr("twice"), HasSubstr("as entry 8 but is entry 10"), HasSubstr("never acknowledged"),
                          HasSubstr("as entry 9 but is not in the journal")));
}

TEST(PaysByTheRules, EnvyIsFlatOrGrowsWithTheRecipientsWager) {
  LinkRules rules = two_levels();
  const Prize straight_flush{.hand = "straight_flush", .share_ppm = 1'000'000, .level = 1, .envy = Cents(30'000)};
  EXPECT_EQ(envy_pay(rules, straight_flush, Cents(200)), Cents(60'000));
  rules.envy_scale = EnvyScale::flat;
  EXPECT_EQ(envy_pay(rules, straight_flush, Cents(200)), Cents(30'000));
}

TEST(PaysByTheRules, WhoMustSeeAHand) {
  const LinkRules rules = two_levels();
  const Prize royal{.hand = "royal_flush", .share_ppm = 1'000'000, .level = 0};
  const Prize major{.hand = "straight_flush", .share_ppm = 1'000'000, .level = 1};
  const Prize house{.hand = "full_house", .pays_for_one = 50};
  const Prize envied{.hand = "flush", .pays_for_one = 40, .envy = Cents(100)};
  EXPECT_TRUE(needs_executive(rules, royal, Cents(1)));
  EXPECT_FALSE(needs_executive(rules, major, Cents(100'000)));
  LinkRules banded = rules;
  banded.second_signature_at = Cents(100'000);
  EXPECT_TRUE(needs_two_people(banded, major, Cents(100'000)));
  EXPECT_FALSE(needs_two_people(banded, major, Cents(99'999)));
  EXPECT_FALSE(needs_two_people(banded, royal, Cents(100'000)));
  EXPECT_TRUE(needs_supervisor(rules, major, Cents(1), true));
  EXPECT_FALSE(needs_supervisor(rules, house, Cents(24'999), false));
  EXPECT_TRUE(needs_supervisor(rules, house, Cents(25'000), true));
  EXPECT_TRUE(needs_supervisor(rules, envied, Cents(4'000), false));
  EXPECT_FALSE(needs_supervisor(rules, envied, Cents(4'000), true));
}

}  // namespace
}  // namespace cardroom::floor
