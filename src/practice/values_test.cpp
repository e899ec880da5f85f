#include "practice/values.h"

#include <gtest/gtest.h>

#include "cards/subsets.h"
#include "games/testing.h"
#include "odds/analysis.h"

namespace cardroom::practice {
namespace {

using base::Rational;
using cards::CardSet;
using games::Choice;
using games::Round;
using games::Stakes;
using games::Table;
using games::table_of;

CardSet set_of(std::string_view text) {
  CardSet set;
  const auto cards = cards::parse_cards(text);
  for (const cards::Card card : *cards) set.add(card);
  return set;
}

games::CardRow row_of(CardSet set) {
  games::CardRow row;
  for (const cards::Card card : set) row.push_back(card);
  return row;
}

Stakes stakes_of(const Table& table, const std::vector<std::pair<std::string_view, int64_t>>& wagers) {
  Stakes stakes{};
  for (const auto& [id, cents] : wagers) stakes[static_cast<size_t>(table.game().wager_index(id))] = Cents(cents);
  return stakes;
}

Values values_of(const Table& table, const Stakes& stakes, std::string_view own, std::string_view up) {
  Prospects prospects;
  const games::View view{.own = set_of(own), .dealer = set_of(up), .stakes = &stakes};
  const auto values =
      values_at(table, view, 2, Meters(table), choices_of(table, table.game().actions(view, table)), prospects);
  CHECK(values);
  return *values;
}

// The slow method: every deal is a whole round, dealt, settled and added up wager by wager.
Rational net_by_rounds(const Table& table, const Stakes& stakes, std::string_view own, std::string_view up,
                       const Choice& choice, uint32_t wagers) {
  const CardSet seen = set_of(own) | set_of(up);
  const int hidden = table.cards_of(games::Holder::dealer) - set_of(up).size();
  int64_t sum = 0;
  int64_t deals = 0;
  Round round;
  round.positions.push_back({.number = 1, .player = {}, .stakes = stakes, .cards = row_of(set_of(own)), .choices = {}});
  apply(round.positions[0], choice);
  cards::for_each_subset(CardSet::full_deck() - seen, hidden, [&](CardSet rest) {
    round.dealer = row_of(set_of(up) | rest);
    for (const games::SettlementLine& line : settle(table, round).lines) {
      if ((wagers >> line.wager) & 1) sum += line.net().value();
    }
    ++deals;
  });
  return Rational(sum, deals);
}

TEST(Values, OfTheHandsAroundTheBorderInThreeCardPokerAreThePublishedOnes) {
  // Published expectations of PLAY: -0.993378 with Q-6-4, -1.00255 with Q-6-3; folding is -1.
  const Table table = table_of("three-card-poker");
  const Stakes stakes = stakes_of(table, {{"ante", 1000}});
  const Values good = values_of(table, stakes, "Qs 6d 4c", "");
  const Values bad = values_of(table, stakes, "Qs 6d 3c", "");
  ASSERT_EQ(good.choices.size(), 2U);
  EXPECT_EQ(good.nets[0], -1000);
  EXPECT_EQ(base::to_decimal(good.nets[1] / 1000, 6), "-0.993378");
  EXPECT_EQ(base::to_decimal(bad.nets[1] / 1000, 5), "-1.00255");
  EXPECT_EQ(good.best, 1U);
  EXPECT_EQ(bad.best, 0U);
}

TEST(Values, AgreeWithEveryRoundDealtAndSettled) {
  struct Row {
    std::string_view game;
    std::vector<std::pair<std::string_view, int64_t>> wagers;
    std::string_view own, up;
  };
  const Row rows[] = {
      {"three-card-poker", {{"ante", 1000}, {"pair-plus", 500}, {"6-card-bonus", 100}}, "Ts 9s 2d", ""},
      {"three-card-poker", {{"ante", 1000}, {"progressive", 100}}, "5h 4c 3d", ""},
      {"three-card-poker-face-up", {{"ante", 1000}, {"pair-plus", 500}}, "Jd 8s 3h", "9c"},
      {"caribbean-stud", {{"ante", 1000}, {"cover-all", 100}}, "As Kd Jh 8c 3s", "Kc"},
      {"crazy-4-poker", {{"ante", 1000}, {"super-bonus", 1000}, {"bad-beat-bonus", 100}}, "Ks Qd 8c 5h 2s", ""},
  };
  for (const Row& row : rows) {
    const Table table = table_of(row.game);
    const Stakes stakes = stakes_of(table, row.wagers);
    const Values values = values_of(table, stakes, row.own, row.up);
    for (size_t choice = 0; choice < values.choices.size(); ++choice) {
      EXPECT_EQ(values.nets[choice],
                net_by_rounds(table, stakes, row.own, row.up, values.choices[choice], values.counted))
          << row.game << " " << choice;
    }
  }
}

TEST(Values, CountTheWagersThatTheChoiceBearsOnAndNoOthers) {
  const auto counted = [](std::string_view game, const std::vector<std::pair<std::string_view, int64_t>>& wagers,
                          std::string_view own, std::string_view up) {
    const Table table = table_of(game);
    const Stakes stakes = stakes_of(table, wagers);
    const Values values = values_of(table, stakes, own, up);
    std::string names;
    for (size_t wager = 0; wager < table.game().facts.wagers.size(); ++wager) {
      if ((values.counted >> wager) & 1) names += std::string(table.game().facts.wagers[wager].id) + " ";
    }
    return names;
  };
  // A fold loses PAIR PLUS when the hand pays; a hand below the paytable loses it either way. 6 CARD BONUS survives.
  EXPECT_EQ(counted("three-card-poker", {{"ante", 1000}, {"pair-plus", 500}, {"6-card-bonus", 100}}, "9s 9d 2c", ""),
            "ante play pair-plus ");
  EXPECT_EQ(counted("three-card-poker", {{"ante", 1000}, {"pair-plus", 500}}, "Qs 9d 2c", ""), "ante play ");
  // Face Up lets PAIR PLUS survive.
  EXPECT_EQ(counted("three-card-poker-face-up", {{"ante", 1000}, {"pair-plus", 500}}, "9s 9d 2c", "4h"), "ante play ");
  // SUPER BONUS falls with a fold; QUEENS UP does not.
  EXPECT_EQ(counted("crazy-4-poker", {{"ante", 1000}, {"super-bonus", 1000}, {"queens-up", 500}}, "Qs Qd 7c 4h 2s", ""),
            "ante super-bonus play ");
}

TEST(Values, OfTheShareOfAMeterGrowWithTheMeter) {
  // Four aces: all of the meter with a PROGRESSIVE of $1, lost by a fold. The meter stands at $5,000 and at $9,000.
  const Table table = table_of("four-card-poker");
  const Stakes stakes = stakes_of(table, {{"ante", 1000}, {"progressive", 100}});
  Prospects prospects;
  const games::View view{.own = set_of("As Ad Ac Ah 2s"), .dealer = set_of("Kd"), .stakes = &stakes};
  const auto choices = choices_of(table, table.game().actions(view, table));
  Meters low(table);
  Meters high(table);
  ASSERT_TRUE(low.set("", Cents(500'000)));
  ASSERT_TRUE(high.set("", Cents(900'000)));
  const auto at_low = values_at(table, view, 2, low, choices, prospects);
  const auto at_high = values_at(table, view, 2, high, choices, prospects);
  ASSERT_TRUE(at_low && at_high);
  EXPECT_EQ(at_high->nets.back() - at_low->nets.back(), 400'000);
  EXPECT_EQ(at_low->nets.front(), -1100) << "a fold loses ANTE and PROGRESSIVE";
  // PLAY 3x on the best hand wins $30 and $10 always; AUTOMATIC BONUS 25 to 1 is $250; the meter $5,000 for the $1.
  EXPECT_EQ(at_low->nets.back(), 3000 + 1000 + 25'000 + 500'000 - 100);
}

TEST(Values, OfEveryHandTogetherAreTheHouseEdge) {
  // Best play hand by hand, added up over all 22,100 hands, against the analysis, which counts in another way and
  // agrees with the published 3.37 %.
  const Table table = table_of("three-card-poker");
  const Stakes stakes = stakes_of(table, {{"ante", 1000}});
  Prospects prospects;
  Rational sum;
  for (const odds::SetClass& held : odds::list_classes(3)) {
    const games::View view{.own = held.cards, .stakes = &stakes};
    const auto values =
        values_at(table, view, 2, Meters(table), choices_of(table, table.game().actions(view, table)), prospects);
    sum += values->nets[values->best] * held.multiplicity;
  }
  odds::Analyst analyst(table.game());
  EXPECT_EQ(-sum / 22'100 / 1000, analyst.wager(table, 0)->house_edge);
}

// Counted by hand: of 48 cards eight make 6-7-8-9 a straight at 5 to 1 and forty lose; what rides is worth as much as
// what is taken back. With 7-8-9-10 the three other tens pay too: 40 + 3 − 37 = 6 of 48.
TEST(Values, OfABetThatMayBeTakenBackAreOfThatBetAlone) {
  const Table table = table_of("let-it-ride");
  const Stakes stakes = stakes_of(table, {{"bet-3", 1000}, {"bet-2", 1000}, {"3-card-bonus", 500}});
  const auto at = [&](std::string_view own, std::string_view turned) {
    Prospects prospects;
    const games::View view{.own = set_of(own), .community = set_of(turned), .decision = 1, .stakes = &stakes};
    return *values_at(table, view, 2, Meters(table), choices_of(table, table.game().actions(view, table)), prospects);
  };
  const Values even = at("6s 7d 8c", "9h");
  EXPECT_EQ(even.nets, (std::vector<base::Rational>{0, 0}));
  EXPECT_EQ(even.choices[even.best].kind, games::ActionKind::take_back) << "of equals, the one that costs least";
  EXPECT_EQ(even.counted, 1U << table.game().wager_index("bet-2"));
  const Values better = at("7s 8d 9c", "Th");
  EXPECT_EQ(better.nets, (std::vector<base::Rational>{0, base::Rational(6 * 1000, 48)}));
  EXPECT_EQ(better.choices[better.best].kind, games::ActionKind::check);
}

// Counted by hand: with A-9-7-2 three aces pay 1 to 1, six cards push, thirty-nine lose. With $30 bet, another $10
// loses 40 · 36 of 48 on the average: the $30 that a fold loses.
TEST(Values, OfTheLastStreetCountWhatHasBeenBet) {
  const Table table = table_of("mississippi-stud");
  const Stakes stakes = stakes_of(table, {{"ante", 1000}, {"3rd-street", 1000}, {"4th-street", 1000}});
  const games::View view{.own = set_of("As 2h"), .community = set_of("9d 7c"), .decision = 2, .stakes = &stakes};
  Prospects prospects;
  const Values values =
      *values_at(table, view, 2, Meters(table), choices_of(table, table.game().actions(view, table)), prospects);
  EXPECT_EQ(values.nets, (std::vector<base::Rational>{-3000, -3000, -5000 * base::Rational(36, 48),
                                                      -6000 * base::Rational(36, 48)}));
  EXPECT_EQ(values.best, 0U);
}

// The slow and obvious way: every turn and river, every dealer's hand, settled one by one; at the end the better of
// both.
TEST(Values, OnAFlopAreThoseOfEveryRunOut) {
  const Table table = table_of("ultimate-texas-holdem");
  const Stakes stakes = stakes_of(table, {{"ante", 1000}, {"blind", 1000}, {"trips", 500}});
  const games::View view{.own = set_of("Ts 4s"), .community = set_of("Ks 7s 2d"), .decision = 1, .stakes = &stakes};
  Prospects prospects;
  const Values values =
      *values_at(table, view, 2, Meters(table), choices_of(table, table.game().actions(view, table)), prospects);
  ASSERT_EQ(values.choices.size(), 2U);
  EXPECT_EQ(values.counted, 0b111U) << "TRIPS comes to the same whatever is done";

  const Stakes base = stakes_of(table, {{"ante", 1000}, {"blind", 1000}});
  const int play = table.game().wager_index("play");
  const games::Choice fold{.kind = games::ActionKind::fold};
  const games::Choice once{.kind = games::ActionKind::bet, .wager = play, .amount = Cents(1000)};
  const games::Choice twice{.kind = games::ActionKind::bet, .wager = play, .amount = Cents(2000)};
  int64_t check_sum = 0, bet_sum = 0, ways = 0;
  const cards::CardSet unseen = cards::CardSet::full_deck() - view.own - view.community;
  cards::for_each_subset(unseen, 2, [&](cards::CardSet to_come) {
    const cards::CardSet board = view.community | to_come;
    const int own = rank_five(board | view.own).value();
    int64_t folded = 0, played = 0;
    cards::for_each_subset(unseen - to_come, 2, [&](cards::CardSet dealer) {
      const int rank = rank_five(board | dealer).value();
      folded += odds::total_net(table, base, own, rank, fold);
      played += odds::total_net(table, base, own, rank, once);
      bet_sum += odds::total_net(table, base, own, rank, twice);
      ++ways;
    });
    check_sum += std::max(folded, played);
  });
  EXPECT_EQ(ways, 1081 * 990);
  EXPECT_EQ(values.nets, (std::vector<base::Rational>{base::Rational(check_sum, ways), base::Rational(bet_sum, ways)}));
  EXPECT_EQ(values.choices[values.best].kind, games::ActionKind::bet) << "four to a flush with a hidden ten";
}

// Seven spades from the ace down: nobody beats them, and the same seven of the three other suits tie. Three times the
// ANTE wins four units where the dealer plays, one where he does not; how often he does is counted here suit by suit,
// by going through the sets of each suit.
TEST(Values, OfAFlushAreCountedOverEveryDealersHand) {
  const Table table = table_of("high-card-flush");
  const Stakes stakes = stakes_of(table, {{"ante", 1000}});
  const games::View view{.own = set_of("As Ks Qs Js Ts 9s 8s"), .stakes = &stakes};
  Prospects prospects;
  const Values values =
      *values_at(table, view, 2, Meters(table), choices_of(table, table.game().actions(view, table)), prospects);
  // By size, the sets of a suit that are no better than 8-7-6: any of two cards, and three up to the eight.
  const auto sets_of = [](int ranks) {
    std::array<int64_t, 4> sets{};
    for (uint32_t set = 0; set < (1U << ranks); ++set) {
      const int size = std::popcount(set);
      if (size < 3 || (size == 3 && set < (1U << 7))) ++sets[static_cast<size_t>(size)];
    }
    return sets;
  };
  const auto spades = sets_of(6), other = sets_of(13);
  int64_t below = 0;
  for (size_t a = 0; a < 4; ++a)
    for (size_t b = 0; b < 4; ++b)
      for (size_t c = 0; c < 4; ++c)
        for (size_t d = 0; d < 4; ++d)
          if (a + b + c + d == 7) below += spades[a] * other[b] * other[c] * other[d];
  const int64_t hands = 45'379'620;
  ASSERT_TRUE(values.standing);
  EXPECT_EQ(values.standing->hands, 45'379'620U);
  EXPECT_EQ(values.standing->not_qualified, static_cast<uint64_t>(below));
  EXPECT_EQ(values.standing->beaten, 45'379'620U - 3);
  EXPECT_EQ(values.standing->tied, 3U);
  EXPECT_EQ(values.nets.back(), base::Rational(1000 * below + 4000 * (hands - 3 - below), hands));
  EXPECT_EQ(values.choices[values.best].amount, Cents(3000));
}

TEST(Values, TellHowTheHandStands) {
  // Three aces in Three Card Poker lose to straight flushes alone: 44 of the 48 hold no ace of those three (the spade
  // ace is left: A-K-Q and A-2-3 of spades stay). Nobody ties. Below queen high: counted here by looking at ranks.
  const Table table = table_of("three-card-poker");
  const Stakes stakes = stakes_of(table, {{"ante", 1000}});
  const Values values = values_of(table, stakes, "Ac Ad Ah", "");
  ASSERT_TRUE(values.standing);
  EXPECT_EQ(values.standing->hands, 18'424U);  // 49 over 3
  EXPECT_EQ(values.standing->better, 48U - 3 * 2);
  EXPECT_EQ(values.standing->tied, 0U);
  // Jack high or less: three ranks of deuce to jack (10 over 3, less 8 straights) in 64 - 4 suits.
  EXPECT_EQ(values.standing->not_qualified, (120U - 8) * 60);
}

TEST(Values, AdviseTheFirstOfEqualChoices) {
  const Table table = table_of("three-card-poker");
  const Stakes stakes = stakes_of(table, {{"ante", 1000}});
  const games::View view{.own = set_of("As Ad Ac"), .stakes = &stakes};
  const Choice play{.kind = games::ActionKind::bet, .wager = table.game().wager_index("play"), .amount = Cents(1000)};
  Prospects prospects;
  const auto values = values_at(table, view, 2, Meters(table), {play, play}, prospects);
  ASSERT_TRUE(values);
  EXPECT_EQ(values->nets[0], values->nets[1]);
  EXPECT_EQ(values->best, 0U);
}

// The same two cards on two boards: what was counted for one is not taken for the other.
TEST(Prospects, DependOnTheCommunityCards) {
  const Table table = table_of("ultimate-texas-holdem");
  const Stakes stakes = stakes_of(table, {{"ante", 1000}, {"blind", 1000}});
  const games::Facts& facts = table.game().facts;
  const uint32_t readings = 1U << facts.player_reading | 1U << facts.dealer_reading;
  Prospects kept;
  for (const std::string_view board : {"Ks 7s 2d 9c 3h", "Ah Ad 2d 9c 3h"}) {
    const games::View view{.own = set_of("As 4s"), .community = set_of(board), .decision = 2, .stakes = &stakes};
    const ProspectPtr prospect = kept.count(table, view, readings, {.dealer = 2, .community = 0});
    ASSERT_TRUE(prospect);
    EXPECT_EQ(prospect->deals, 990U);
    EXPECT_EQ(prospect->cases.at(0).rank[static_cast<size_t>(facts.player_reading)],
              rank_five(view.own | view.community));
  }
}

}  // namespace
}  // namespace cardroom::practice
