// Games whose raise depends on the hand or on how far the round has come.
#include "games/strategy.h"
#include "games/testing.h"

namespace cardroom::games {
namespace {

std::string holdem(std::string_view decisions, std::string_view wagers = "ante 10\nblind 10") {
  return "game ultimate-texas-holdem\nposition 1\n" + std::string(wagers) + "\ncards As Ad\n" + std::string(decisions) +
         "\ndealer Ks Kd\ncommunity Qh 9c 7d 4s 2h\n";
}

TEST(UltimateTexasHoldem, TakesPlayOnceAndByItsStage) {
  const std::pair<std::string_view, std::string_view> rows[] = {
      {"play 40", "fine"},
      {"play 30", "fine"},
      {"play 35", "6 play_not_three_or_four_times"},
      {"play 20", "6 play_not_three_or_four_times"},
      {"play 50", "6 play_not_three_or_four_times"},
      {"check\nplay 20", "fine"},
      {"check\nplay 40", "7 play_not_twice_ante"},
      {"check\ncheck\nplay 10", "fine"},
      {"check\ncheck\nplay 20", "8 play_not_equal_to_ante"},
      {"check\ncheck\nfold", "fine"},
      {"fold", "6 action_not_offered"},
      {"check\nfold", "7 action_not_offered"},
      {"check\ncheck\ncheck", "8 action_not_offered"},
      {"check", "2 decision_missing"},
      {"play 40\ncheck", "7 action_not_offered"},
      {"play 40\nplay 20", "7 action_not_offered"},
  };
  for (const auto& [decisions, rule] : rows) EXPECT_EQ(rule_of(holdem(decisions)), rule) << decisions;
}

TEST(UltimateTexasHoldem, NeedsBothWagersAndRoomForFourTimes) {
  EXPECT_EQ(rule_of(holdem("play 40", "ante 10")), "2 blind_not_equal_to_ante");
  EXPECT_EQ(rule_of(holdem("play 40", "ante 10\nblind 5")), "4 blind_not_equal_to_ante");
  EXPECT_EQ(rule_of(holdem("play 300", "ante 75\nblind 75")), "fine");
  EXPECT_EQ(rule_of(holdem("play 240", "ante 80\nblind 80")), "3 ante_leaves_no_raise");
}

// The rule's own words, hand by hand.
TEST(UltimateTexasHoldem, BasicPlayTurnsAtItsThresholds) {
  struct Row {
    std::string_view own, community;
    bool bets;
  };
  const Row rows[] = {
      // Before the flop.
      {"As 2d", "", true},
      {"Ks 5d", "", true},
      {"Ks 4d", "", false},
      {"Ks 2s", "", true},
      {"Qs 8d", "", true},
      {"Qs 7d", "", false},
      {"Qs 6s", "", true},
      {"Qs 5s", "", false},
      {"Js Td", "", true},
      {"Js 9d", "", false},
      {"Js 8s", "", true},
      {"Js 7s", "", false},
      {"Ts 9s", "", false},
      {"3s 3d", "", true},
      {"2s 2d", "", false},
      // On the flop.
      {"9s 4d", "9c 4h 2s", true},   // two pair
      {"9s 4d", "9c Kh 2s", true},   // a hidden pair
      {"9s 4d", "Kc Kh 2s", false},  // a pair in the middle
      {"2s 2d", "Kc 9h 5s", false},  // deuces in the hand
      {"9s 2d", "Kc 2h 5s", true},   // deuces with one in the middle
      {"Ts 4s", "Ks 7s 2d", true},   // four to a flush with a hidden ten
      {"9s 4s", "Ks 7s 2d", false},
      {"Td 4s", "Ks 7s 2s", false},  // the ten is of another suit
      // On the river.
      {"9s 4d", "9c Kh 2s 5d 7h", true},
      {"8s 6d", "9c 7h 5s Kd 2h", true},   // a straight
      {"Js 4d", "Kc 9h 7s 5d 2h", false},  // 3 each of K, 9, 7, 5, 2 and the four aces, three queens… beat jack high
      {"Qs 3d", "Ac Ah Ks 9d 8h", true},   // only aces, kings, nines, eights beat the queen: 2 + 3 + 3 + 3
  };
  const Table table = table_of("ultimate-texas-holdem");
  Stakes stakes{};
  stakes[0] = stakes[1] = Cents(1000);
  const auto set_of = [](std::string_view text) {
    CardSet cards;
    const auto parsed = cards::parse_cards(text);
    for (const cards::Card card : *parsed) cards.add(card);
    return cards;
  };
  for (const Row& row : rows) {
    View view{.own = set_of(row.own), .community = set_of(row.community), .stakes = &stakes};
    view.decision = view.community.size() == 0 ? 0 : view.community.size() == 3 ? 1 : 2;
    const Actions actions = table.game().actions(view, table);
    EXPECT_EQ(table.game().basic(view, table, actions).kind == ActionKind::bet, row.bets)
        << row.own << " with " << row.community;
  }
}

std::string flush(std::string_view cards, std::string_view decision) {
  return "game high-card-flush\nposition 1\nante 10\ncards " + std::string(cards) + "\n" + std::string(decision) +
         "\ndealer Ac Jc Tc 9d 8d 7s 6s\n";
}

TEST(HighCardFlush, TakesARaiseByTheLengthOfTheFlush) {
  const std::tuple<std::string_view, std::string_view, std::string_view> rows[] = {
      {"5h 4h 3h 2h As Kd Qc", "raise 10", "fine"}, {"5h 4h 3h 2h As Kd Qc", "raise 11", "5 raise_above_flush_length"},
      {"7h 5h 4h 3h 2h As Kd", "raise 20", "fine"}, {"7h 5h 4h 3h 2h As Kd", "raise 21", "5 raise_above_flush_length"},
      {"9h 7h 5h 4h 3h 2h As", "raise 30", "fine"}, {"9h 7h 5h 4h 3h 2h As", "raise 31", "5 raise_above_flush_length"},
      {"9h 7h 5h 4h 3h 2h Kh", "raise 30", "fine"}, {"9h 7h 5h 4h 3h 2h Kh", "raise 9", "5 raise_above_flush_length"},
      {"9h 7h 5h 4h 3h 2h Kh", "fold", "fine"},     {"9h 7h 5h 4h 3h 2h Kh", "check", "5 action_not_offered"},
  };
  for (const auto& [cards, decision, rule] : rows)
    EXPECT_EQ(rule_of(flush(cards, decision)), rule) << cards << decision;
}

TEST(NewGames, SeatAsManyAsTheDeckAllows) {
  EXPECT_EQ(table_of("high-card-flush").players_max(), 6);  // (52 − 7) / 7
  EXPECT_EQ(table_of("ultimate-texas-holdem").players_max(),
            17);  // the deck has cards for 22, but no table has more positions
}

}  // namespace
}  // namespace cardroom::games
