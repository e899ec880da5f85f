// The two games in which one decision follows another: what they refuse, and how their basic play decides.
#include "cards/testing.h"
#include "games/strategy.h"
#include "games/testing.h"
#include "games/words.h"

namespace cardroom::games {
namespace {

TEST(LetItRide, RefusesByTheNameOfTheRule) {
  struct Row {
    std::string_view text, told;
  };
  const std::string_view cards = "; cards Ts Td 4c; check; check\ncommunity 9h 2s";
  const Row rows[] = {
      {"bet-3 10; bet-1 10; bet-2 10", "fine"},   {"bet-3 10; bet-1 10; bet-2 5", "2 bets_not_equal"},
      {"bet-3 10; bet-1 10", "2 bets_not_equal"}, {"bet-1 10; bet-2 10", "2 ante_required"},
      {"3-card-bonus 5", "2 ante_required"},
  };
  for (const Row& row : rows) {
    const std::string text = "game let-it-ride\nposition 1; " + std::string(row.text) + std::string(cards);
    EXPECT_EQ(rule_of(text), row.told) << text;
  }
}

TEST(LetItRide, OffersEachBetOnceAndInItsTurn) {
  struct Row {
    std::string_view text, told;
  };
  const Row rows[] = {
      {"take-back bet-1; take-back bet-2", "fine"},
      {"check; take-back bet-2", "fine"},
      {"take-back bet-2; check", "2 action_not_offered"},
      {"check; take-back bet-1", "2 action_not_offered"},
      {"take-back bet-1; take-back bet-1", "2 action_not_offered"},
      {"take-back bet-3; check", "2 action_not_offered"},
      {"take-back ante; check", "2 syntax"},
      {"take-back; check", "2 syntax"},
      {"check", "2 decision_missing"},
      {"check; check; check", "2 action_not_offered"},
      {"fold", "2 action_not_offered"},
  };
  for (const Row& row : rows) {
    const std::string text = "game let-it-ride\nposition 1; bet-3 10; bet-1 10; bet-2 10; cards Ts Td 4c; " +
                             std::string(row.text) + "\ncommunity 9h 2s";
    EXPECT_EQ(rule_of(text), row.told) << text;
  }
}

TEST(MississippiStud, BetsOneTwoOrThreeTimesTheAnteInTheOrderOfTheStreets) {
  struct Row {
    std::string_view text, told;
  };
  const Row rows[] = {
      {"3rd-street 10; 4th-street 20; 5th-street 30", "fine"},
      {"3rd-street 10; fold", "fine"},
      {"3rd-street 15; fold", "2 street_not_one_to_three_times_ante"},
      {"3rd-street 40; fold", "2 street_not_one_to_three_times_ante"},
      {"3rd-street 5; fold", "2 street_not_one_to_three_times_ante"},
      {"4th-street 10; fold", "2 action_not_offered"},
      {"3rd-street 10; 3rd-street 10; fold", "2 action_not_offered"},
      {"3rd-street 10; 4th-street 10", "2 decision_missing"},
      {"check", "2 action_not_offered"},
      {"fold; 3rd-street 10", "2 action_after_fold"},
      {"take-back ante; fold", "2 action_not_offered"},
  };
  for (const Row& row : rows) {
    const std::string text =
        "game mississippi-stud\nposition 1; ante 10; cards Ts 4c; " + std::string(row.text) + "\ncommunity 9h 2s 3d";
    EXPECT_EQ(rule_of(text), row.told) << text;
  }
}

// $120 leaves room for twice as much under a limit of $300, $160 for once.
TEST(MississippiStud, KeepsEveryStreetUnderTheLimit) {
  const Table table = table_of("mississippi-stud");
  for (const auto& [ante, most] : {std::pair{10'000, 30'000}, {12'000, 24'000}, {16'000, 16'000}, {30'000, 30'000}}) {
    Stakes stakes{};
    stakes[0] = Cents(ante);
    const Actions actions = table.game().actions({.stakes = &stakes}, table);
    EXPECT_EQ(actions.back().max, Cents(most)) << ante;
  }
}

// By the published rules, hands written out: what is done with them at each decision.
TEST(LetItRide, BasicPlayFollowsItsRule) {
  struct Row {
    std::string_view own, community;
    bool rides;
  };
  const Row rows[] = {
      {"Ts Td 4c", "", true},    {"9s 9d 4c", "", false},   {"2s 2d 2c", "", true},   {"Ks Js Ts", "", true},
      {"As Qs Ts", "", true},    {"5h 4h 3h", "", true},    {"4h 3h 2h", "", false},  {"3h 2h Ah", "", false},
      {"Jh 9h 8h", "", true},    {"9h 7h 6h", "", false},   {"Jh Th 7h", "", true},   {"Jh 9h 7h", "", false},
      {"Ks Jd Ts", "", false},   {"6s 5s 4d", "", false},   {"Th 8h 7h", "", true},   {"Ts 4d 4c", "Th", true},
      {"9s 9d 4c", "2h", false}, {"5s 5d 4c", "4h", true},  {"Ks 8s 4s", "2s", true}, {"Ks 8s 4s", "2d", false},
      {"Ts 9d 8c", "7h", true},  {"9s 8d 7c", "6h", false}, {"Ks Qd Jc", "Th", true}, {"As Kd Qc", "Jh", false},
      {"Js 9d 8c", "7h", false},
  };
  const Table table = table_of("let-it-ride");
  Stakes stakes{};
  stakes[0] = stakes[1] = stakes[2] = Cents(1000);
  for (const Row& row : rows) {
    View view{.own = cards::hand(row.own), .decision = row.community.empty() ? 0 : 1, .stakes = &stakes};
    if (!row.community.empty()) view.community = cards::hand(row.community);
    const Choice choice = table.game().basic(view, table, table.game().actions(view, table));
    EXPECT_EQ(choice.kind == ActionKind::check, row.rides) << row.own << " " << row.community;
  }
}

TEST(MississippiStud, BasicPlayFollowsItsRule) {
  struct Row {
    std::string_view own, community;
    int multiple;  // 0: fold
    int third = 1;
  };
  const Row rows[] = {
      {"2s 2d", "", 3},      {"Js 2d", "", 1},      {"Ts 6d", "", 1},      {"Ts 5d", "", 0},
      {"6s 5s", "", 1},      {"6s 5d", "", 0},      {"6s 6d", "2c", 3},    {"5s 5d", "2c", 1},
      {"Ks Js", "Ts", 3},    {"7s 6s", "5s", 3},    {"6s 5s", "4s", 1},    {"Js 9s", "8s", 3},
      {"Ts 9s", "7s", 1},    {"Qs Js", "8s", 3},    {"Js 9s", "7s", 1},    {"Ks 9s", "2s", 1},
      {"Js 7d", "2c", 1},    {"Js 3d", "2c", 0},    {"6s 5d", "4c", 1},    {"5s 4d", "3c", 0},
      {"9s 7d", "6c", 1},    {"8s 6d", "5c", 1},    {"7s 5d", "4c", 0},    {"Js 4d", "4c 4h", 3},
      {"6s 5d", "6c 2h", 3}, {"Ks 9s", "4s 2s", 3}, {"8s 7d", "6c 5h", 3}, {"7s 6d", "5c 4h", 1},
      {"As Kd", "Qc Jh", 1}, {"Ks 9d", "Jc Th", 1}, {"As 2d", "3c 4h", 1}, {"5s 5d", "3c 2h", 1},
      {"Js 9d", "7c 2h", 1}, {"Js 9d", "4c 2h", 0}, {"9s 8d", "6c 2h", 0}, {"Ts 9d", "6c 2h", 1, 3},
  };
  const Table table = table_of("mississippi-stud");
  for (const Row& row : rows) {
    Stakes stakes{};
    stakes[0] = Cents(1000);
    View view{.own = cards::hand(row.own), .stakes = &stakes};
    if (!row.community.empty()) view.community = cards::hand(row.community);
    view.decision = view.community.size();
    if (view.decision > 0) stakes[1] = Cents(1000 * row.third);
    if (view.decision > 1) stakes[2] = Cents(1000);
    const Choice choice = table.game().basic(view, table, table.game().actions(view, table));
    EXPECT_EQ(choice.amount, Cents(1000 * row.multiple)) << row.own << " " << row.community;
    EXPECT_EQ(choice.kind, row.multiple == 0 ? ActionKind::fold : ActionKind::bet);
  }
}

TEST(Words, SayWhatWasTakenBackAndWhatPushes) {
  const auto loaded = parse_round(
      "game let-it-ride\nposition 1; bet-3 10; bet-1 10; bet-2 10; cards Ts Td 4c; take-back bet-1; check\n"
      "community 9h 2s",
      shipped_library());
  ASSERT_TRUE(loaded);
  const auto& choices = loaded->round.positions.front().choices;
  EXPECT_EQ(choice_words(loaded->table, choices[0]), "takes BET 1 back");
  EXPECT_EQ(choice_words(loaded->table, choices[1]), "lets it ride");
  const auto pushed = parse_round(
      "game mississippi-stud\nposition 1; ante 10; cards Ts Td; 3rd-street 10; 4th-street 10; 5th-street 10\n"
      "position 2; ante 10; cards 5s 5d; 3rd-street 10; 4th-street 10; 5th-street 10\ncommunity 9h 2s 3d",
      shipped_library());
  ASSERT_TRUE(pushed);
  const Settlement settlement = settle(pushed->table, pushed->round);
  EXPECT_EQ(reason_words(pushed->table, pushed->round, settlement, settlement.lines.back()),
            "pair of tens, nine-three-deuce kickers: 'pair of sixes to tens' pushes");
  EXPECT_EQ(reason_words(pushed->table, pushed->round, settlement, settlement.lines.front()),
            "pair of fives, nine-three-deuce kickers is below 'pair of sixes to tens', the lowest hand that pushes");
}

}  // namespace
}  // namespace cardroom::games
