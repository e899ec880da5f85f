#include "games/round.h"

#include "cards/testing.h"
#include "games/strategy.h"
#include "games/testing.h"

namespace cardroom::games {
namespace {

// Rounds that each break one rule, or several: the rule that is told, with its line. Lines begin at 1 with the game.
TEST(Wagers, AreRefusedByTheNameOfTheRule) {
  struct Row {
    std::string_view text, told;
  };
  const Row rows[] = {
      // Amounts.
      {"game three-card-poker\nposition 1\nante 4", "3 wager_below_minimum"},
      {"game three-card-poker\nposition 1\nante 301", "3 wager_above_limit"},
      {"game three-card-poker\nposition 1\nante 7.50", "3 wager_not_in_chips"},
      {"game three-card-poker\nposition 1\nante 10\n6-card-bonus 0.50", "4 wager_not_in_chips"},
      {"game three-card-poker\nhouse chip 0.25\nlimits 5 300 1\nposition 1\nante 10\n6-card-bonus 0.75",
       "6 wager_below_minimum"},
      // Several rules at once: the first of the list of refusals is told.
      {"game three-card-poker\nposition 1\nante 0.75", "3 wager_not_in_chips"},
      // Combinations.
      {"game three-card-poker\nposition 1", "2 no_regular_wager"},
      {"game three-card-poker\nposition 1\n6-card-bonus 5", "3 bonus_without_regular_wager"},
      {"game three-card-poker\nposition 1\nprogressive 1", "3 bonus_without_regular_wager"},
      {"game three-card-poker\nhouse ante mandatory\nposition 1\npair-plus 5", "3 ante_required"},
      {"game four-card-poker\nposition 1\naces-up 5\nbad-beat-bonus 5", "4 bonus_without_regular_wager"},
      {"game crazy-4-poker\nposition 1\nante 10\nsuper-bonus 5", "4 super_bonus_not_equal_to_ante"},
      {"game crazy-4-poker\nposition 1\nante 10", "2 super_bonus_not_equal_to_ante"},
      {"game crazy-4-poker\nposition 1\nqueens-up 10", "2 ante_required"},
      {"game caribbean-stud\nposition 1\ncover-all 5", "2 ante_required"},
      // The law: RAISE is a single wager too, so an ANTE must leave room for it.
      {"game caribbean-stud\nposition 1\nante 151", "3 ante_leaves_no_raise"},
      {"game three-card-poker\nprofile washington 2023-08-01\nlimits 5 400\nposition 1\nante 401",
       "5 wager_above_limit"},
      {"game three-card-poker\nprofile washington 2023-07-19\nlimits 5 400\nposition 1\nante 5",
       "3 table_limit_above_profile"},
      // Who plays.
      {"game three-card-poker\nposition 18\nante 5", "2 position_out_of_range"},
      {"game three-card-poker\nposition 1 player Ann\nante 5\nposition 3 player Ann\nante 5",
       "2 positions_not_adjacent"},
      {"game three-card-poker\nhouse positions one\nposition 1 player Ann\nante 5\nposition 2 player Ann\nante 5",
       "3 positions_above_house"},
  };
  for (const Row& row : rows) EXPECT_EQ(rule_of(row.text), row.told) << row.text;
}

// A round of `count` positions that bet the same wagers.
Round seats(const Table& table, int count, std::vector<std::pair<std::string_view, int64_t>> bets) {
  Round round;
  for (int number = 1; number <= count; ++number) {
    Position position{.number = number};
    for (const auto& [id, cents] : bets) {
      position.stakes[static_cast<size_t>(table.game().wager_index(id))] = Cents(cents);
    }
    round.positions.push_back(position);
  }
  return round;
}

TEST(Wagers, NeedADeckThatCanBeDealtToAllPlayers) {
  const auto by_whole_hands = [](TableSetup& setup) { setup.house.dealing = Dealing::whole_hands; };
  struct Row {
    Table table;
    int players_max;
  };
  const Row rows[] = {
      {table_of("three-card-poker"), 16}, {table_of("three-card-poker", {"LINK-01"}), 15},  // two community cards
      {table_of("four-card-poker"), 9},   {table_of("four-card-poker", {}, by_whole_hands), 8},
      {table_of("crazy-4-poker"), 9},     {table_of("caribbean-stud"), 9},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(row.table.players_max(), row.players_max) << row.table.game().facts.id;
    std::vector<std::pair<std::string_view, int64_t>> bets = {{"ante", 500}};
    if (row.table.game().facts.id == "crazy-4-poker") bets.emplace_back("super-bonus", 500);
    EXPECT_EQ(code_of(validate_wagers(row.table, seats(row.table, row.players_max, bets))), "fine");
    EXPECT_EQ(code_of(validate_wagers(row.table, seats(row.table, row.players_max + 1, bets))),
              "more_players_than_deck");
  }
}

TEST(Wagers, OnCoverAllEndWithItsPaytableAtEightHands) {
  const Table table = table_of("caribbean-stud");
  EXPECT_EQ(code_of(validate_wagers(table, seats(table, 7, {{"ante", 500}, {"cover-all", 100}}))), "fine");
  EXPECT_EQ(code_of(validate_wagers(table, seats(table, 8, {{"ante", 500}, {"cover-all", 100}}))),
            "more_players_than_paytable");
  EXPECT_EQ(code_of(validate_wagers(table, seats(table, 8, {{"ante", 500}}))), "fine");
}

TEST(Wagers, CountAsGamesWhereTheLawLimitsThem) {
  const ProfilePeriod three_games{.from = {}, .wager_max = Cents(30'000), .games_max = 3, .source = ""};
  const Table table = table_of("three-card-poker", {}, [&](TableSetup& setup) { setup.profile = &three_games; });
  EXPECT_EQ(
      code_of(validate_wagers(table, seats(table, 1, {{"ante", 500}, {"pair-plus", 500}, {"6-card-bonus", 100}}))),
      "fine");
  EXPECT_EQ(
      code_of(validate_wagers(
          table, seats(table, 1, {{"ante", 500}, {"pair-plus", 500}, {"6-card-bonus", 100}, {"progressive", 100}}))),
      "games_above_profile");
  // SUPER BONUS is part of the base game: a companion is no game of its own.
  const Table crazy = table_of("crazy-4-poker", {}, [&](TableSetup& setup) { setup.profile = &three_games; });
  EXPECT_EQ(
      code_of(validate_wagers(
          crazy, seats(crazy, 1, {{"ante", 500}, {"super-bonus", 500}, {"queens-up", 500}, {"progressive", 100}}))),
      "fine");
}

TEST(Profile, HoldsFromItsDateOn) {
  const Profile* washington = shipped_library().find_profile("washington");
  ASSERT_TRUE(washington);
  const auto on = [&](std::string_view date) { return washington->on(*parse_date(date)); };
  EXPECT_EQ(on("2008-12-31"), nullptr);
  EXPECT_EQ(on("2020-06-22")->wager_max, Cents(30'000));
  EXPECT_EQ(on("2020-06-22")->games_max, 4);
  EXPECT_EQ(on("2022-05-23")->games_max, std::nullopt);
  EXPECT_EQ(on("2023-07-20")->wager_max, Cents(40'000));
}

constexpr std::string_view crazy = "game crazy-4-poker\ndealer 2c 3d 7h 9s Jc\nposition 1\nante 10\nsuper-bonus 10\n";
constexpr std::string_view four = "game four-card-poker\ndealer 2c 3d 7h 9s Jc 4h\nposition 1\nante 10\ncards ";

TEST(Decisions, AreRefusedByTheNameOfTheRule) {
  struct Row {
    std::string_view start, rest, told;
  };
  const Row rows[] = {
      {crazy, "cards As Ah 5c 8d Td\nplay 30", "fine"},
      {crazy, "cards As Ah 5c 8d Td\nplay 20", "fine"},
      {crazy, "cards As Ah 5c 8d Td\nplay 40", "7 play_outside_one_to_three_times"},
      {crazy, "cards As Ah 5c 8d Td\nplay 10.50", "7 wager_not_in_chips"},
      {crazy, "cards Ks Kh 5c 8d Td\nplay 20", "7 play_above_1x_without_aces"},
      {crazy, "cards Ks Kh 5c 8d Td\nplay 5", "7 play_above_1x_without_aces"},
      {crazy, "cards Ks Kh 5c 5d Td\nplay 30", "fine"},  // two pair is better than a pair of aces
      {four, "As Ah 5c 8d Td\nplay 5", "6 play_outside_one_to_three_times"},
      {four, "As Ah 5c 8d Td\nplay 31", "6 play_outside_one_to_three_times"},
      {four, "2s 3h 5c 8d Td\nplay 25", "fine"},
      {"game four-card-poker\nlimits 5 20\ndealer 2c 3d 7h 9s Jc 4h\nposition 1\nante 10\ncards As Ah 5c 8d Td\n",
       "play 30", "7 wager_above_limit"},
      {"game four-card-poker\ndealer 2c 3d 7h 9s Jc 4h\nposition 1\naces-up 10\ncards As Ah 5c 8d Td\n", "play 10",
       "6 no_decision_to_make"},
      {"game four-card-poker\ndealer 2c 3d 7h 9s Jc 4h\nposition 1\naces-up 10\ncards As Ah 5c 8d Td\n", "", "fine"},
      {"game caribbean-stud\ndealer 2c 3d 7h 9s Jc\nposition 1\nante 10\ncards As Ah 5c 8d Td\n", "raise 10",
       "6 raise_not_twice_ante"},
      {"game caribbean-stud\ndealer 2c 3d 7h 9s Jc\nposition 1\nante 10\ncards As Ah 5c 8d Td\n", "raise 20", "fine"},
      {"game caribbean-stud\ndealer 2c 3d 7h 9s Jc\nposition 1\nante 10\ncards As Ah 5c 8d Td\n", "check",
       "6 action_not_offered"},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(rule_of(std::string(row.start) + std::string(row.rest)), row.told) << row.start << row.rest;
  }
}

// Misdealt hands say nothing about what was on offer, but a raise keeps to the limits and needs its ANTE.
TEST(Decisions, OfAMisdealKeepToTheLimitsAllTheSame) {
  const std::string start = "game three-card-poker\nmisdeal\ndealer 2c 3d\nposition 1\ncards As Ks Qs\n";
  EXPECT_EQ(rule_of(start + "ante 10\nplay 10"), "fine");
  EXPECT_EQ(rule_of(start + "ante 10\nplay 9999"), "7 wager_above_limit");
  EXPECT_EQ(rule_of(start + "ante 10\nplay 10.25"), "7 wager_not_in_chips");
  EXPECT_EQ(rule_of(start + "pair-plus 10\nplay 10"), "7 no_decision_to_make");
}

// Under a limit of $25 an ANTE of $10 may be raised to $25 only, not to $30.
TEST(Decisions, AreOfferedOnlyUpToTheLimit) {
  for (const std::string_view id : {"four-card-poker", "crazy-4-poker"}) {
    const Table table = table_of(id, {}, [](TableSetup& setup) { setup.limits.max = Cents(2500); });
    Stakes stakes{};
    stakes[0] = Cents(1000);
    const CardSet own = cards::hand("As Ah 5c 8d Td");
    const Actions actions = table.game().actions({.own = own, .stakes = &stakes}, table);
    ASSERT_EQ(actions.size(), 2U);
    EXPECT_EQ(actions[1].min, Cents(1000));
    EXPECT_EQ(actions[1].max, Cents(2500)) << id;
    EXPECT_EQ(bet_most(actions, table).amount, Cents(2500));
  }
}

// Each simple strategy at its threshold and just below it: what is bet, in units of the ANTE; 0 for a fold.
TEST(BasicStrategy, TurnsAtItsThresholds) {
  struct Row {
    std::string_view game, own, up;
    int bet;
  };
  const Row rows[] = {
      {"three-card-poker", "Qs 6h 4d", "", 1},           {"three-card-poker", "Qs 6h 3d", "", 0},
      {"three-card-poker-face-up", "Js 4h 2d", "4c", 1}, {"three-card-poker-face-up", "Js 3h 2d", "4c", 0},
      {"three-card-poker-face-up", "Js 3h 2d", "2c", 1}, {"three-card-poker-face-up", "Ts 9h 7d", "2c", 0},
      {"three-card-poker-face-up", "Qs 9h 2d", "Qc", 1}, {"three-card-poker-face-up", "Qs 8h 7d", "Qc", 0},
      {"four-card-poker", "Ts Th 2d 3c 5h", "Kc", 3},    {"four-card-poker", "9s 9h Ad Kc Qh", "2c", 1},
      {"four-card-poker", "3s 3h 2d 4c 7h", "Kc", 1},    {"four-card-poker", "2s 2h Ad Kc Qh", "2c", 0},
      {"crazy-4-poker", "As Ah 2d 3c 5h", "", 3},        {"crazy-4-poker", "Ks Kh Ad Qc 9h", "", 1},
      {"crazy-4-poker", "Ks Qh 8d 4c 2h", "", 1},        {"crazy-4-poker", "Ks Qh 8d 3c 2h", "", 0},
      {"caribbean-stud", "As Kh Jd 8c 3h", "2c", 2},     {"caribbean-stud", "As Kh Jd 8c 2h", "3c", 0},
  };
  for (const Row& row : rows) {
    const Table table = table_of(row.game);
    Stakes stakes{};
    stakes[0] = Cents(1000);
    const View view{.own = cards::hand(row.own), .dealer = cards::hand(row.up), .stakes = &stakes};
    const Choice choice = table.game().basic(view, table, table.game().actions(view, table));
    EXPECT_EQ(choice.amount, Cents(1000) * row.bet) << row.game << " " << row.own << " against " << row.up;
  }
}

// The order of dealing: position 1 first and whole, the dealer after all players, his up-card last.
TEST(Dealing, FollowsTheProcedure) {
  const Table table = table_of("caribbean-stud");
  Round round = seats(table, 2, {{"ante", 500}});
  int next = 0;
  play_round(
      table, round, [&] { return cards::Card::from_index(next++); },
      [](const View& view, const Actions&, const Position&) {
        // Cards 15 (index 14) is the dealer's fifth, the only one that is face up.
        EXPECT_EQ(view.dealer, CardSet{cards::Card::from_index(14)});
        return Choice{.kind = ActionKind::fold};
      });
  EXPECT_EQ(round.positions[0].cards.front(), cards::Card::from_index(0));
  EXPECT_EQ(round.positions[1].cards.front(), cards::Card::from_index(5));
  EXPECT_EQ(round.dealer.front(), cards::Card::from_index(10));
  EXPECT_EQ(next, 15);
}

}  // namespace
}  // namespace cardroom::games
