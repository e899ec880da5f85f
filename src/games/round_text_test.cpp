#include "games/round_text.h"

#include <fmt/format.h>

#include "games/testing.h"

namespace cardroom::games {
namespace {

constexpr std::string_view fine_round = R"(game three-card-poker
position 1
  ante 10
  pair-plus 5
  cards As Ks Qs
  play 10
position 2; ante 10; cards 9h 7d 2c; fold
dealer Qh Jd 4c
)";

TEST(RoundText, ReadsAWholeRound) {
  const auto loaded = parse_round(fine_round, shipped_library());
  ASSERT_TRUE(loaded) << loaded.error().to_text();
  EXPECT_EQ(loaded->round.positions.size(), 2U);
  EXPECT_EQ(loaded->round.positions[0].stakes[0], Cents(1000));
  EXPECT_TRUE(loaded->round.positions[1].folded());
  EXPECT_EQ(loaded->round.dealer.size(), 3U);
}

// The round above with one line put in place of another; the rule and the line that the error must name.
TEST(RoundText, NamesTheLineAndTheRuleOfEveryFault) {
  struct Row {
    std::string_view line, instead, error;
  };
  const Row rows[] = {
      {"game three-card-poker", "game two-card-poker", "1 syntax"},
      {"game three-card-poker", "ante 5", "1 syntax"},
      {"  cards As Ks Qs", "  cards As Ks Qh", "8 card_twice"},
      {"  cards As Ks Qs", "  cards As Ks As", "5 card_twice"},
      {"  cards As Ks Qs", "  cards As Ks Xs", "5 syntax"},
      {"  cards As Ks Qs", "  cards As Ks Qs Js Ts", "5 wrong_number_of_cards"},
      {"  cards As Ks Qs", "  cards As Ks Qs Js Ts 9s 8s 7s 6s 5s 4s 3s 2s", "5 syntax"},
      {"  cards As Ks Qs", "", "2 wrong_number_of_cards"},
      {"  play 10", "  play 20", "6 play_not_equal_to_ante"},
      {"  play 10", "  play 10; play 10", "6 action_not_offered"},
      {"  play 10", "  fold; play 10", "6 action_after_fold"},
      {"  play 10", "", "2 decision_missing"},
      {"  play 10", "  raise 10", "6 syntax"},
      {"  play 10", "  play ten", "6 syntax"},
      {"  ante 10", "", "6 no_decision_to_make"},
      {"  ante 10", "  ante 10.50", "3 wager_not_in_chips"},
      {"  ante 10", "  ante 1", "3 wager_below_minimum"},
      {"  ante 10", "  ante 400", "3 wager_above_limit"},
      {"  ante 10", "  ante 90000000000", "3 wager_above_limit"},
      {"  play 10", "  play 90000000000; play 90000000000", "6 wager_above_limit"},
      {"  ante 10", "  ante 0", "3 syntax"},
      {"  ante 10", "  ante 10; ante 20", "3 syntax"},
      {"  ante 10", "  ante 10; ante-bonus 5", "3 syntax"},
      {"  pair-plus 5", "  super-bonus 5", "4 syntax"},
      {"position 1", "position one", "2 syntax"},
      {"position 1", "position 0", "2 position_out_of_range"},
      {"position 1", "position 2", "7 position_twice"},
      {"position 1", "position 1 Ann", "2 syntax"},
      {"position 1", "house ante forbidden; position 1", "2 syntax"},
      {"position 1", "house folded-bonus keeps; position 1", "2 option_fixed_by_rules"},
      {"position 1", "house colour green; position 1", "2 syntax"},
      {"position 1", "house chip 0.50; house chip 1; position 1", "2 syntax"},
      {"position 1", "house chip 7; limits 5 300; position 1", "2 table_limits_not_in_chips"},
      {"game three-card-poker", "game three-card-poker; house folded-bonus keeps\nhouse chip 0.50",
       "1 option_fixed_by_rules"},
      {"position 1", "limits 5 300; limits 5 300; position 1", "2 syntax"},
      {"position 1", "limits 5 90000000000; position 1", "2 table_limit_above_ceiling"},
      {"position 1", "profile washington 2020-06-22; limits 5.25 500; position 1", "2 table_limit_above_profile"},
      {"position 1", "house order play+ante; position 1", "2 order_incomplete"},
      {"position 1", "paytable TCP-99; position 1", "2 syntax"},
      {"position 1", "paytable TCP-01; paytable TCP-02; position 1", "2 paytable_group_twice"},
      {"position 1", "limits 5; position 1", "2 syntax"},
      {"position 1", "limits 500 300; position 1", "2 table_minimum_above_maximum"},
      {"position 1", "limits 5 500; profile washington 2023-08-01; position 1", "2 table_limit_above_profile"},
      {"position 1", "profile washington 1950-01-01; position 1", "2 syntax"},
      {"position 1", "profile washington 2023-13-01; position 1", "2 syntax"},
      {"position 1", "profile oregon 2023-08-01; position 1", "2 syntax"},
      {"dealer Qh Jd 4c", "dealer Qh Jd", "8 wrong_number_of_cards"},
      {"dealer Qh Jd 4c", "", "1 wrong_number_of_cards"},
      {"dealer Qh Jd 4c", "dealer Qh Jd 4c; dealer 2h 3h 4h", "8 syntax"},
      {"dealer Qh Jd 4c", "dealer Qh Jd 4c; community 2h 3h", "8 wrong_number_of_cards"},
      {"dealer Qh Jd 4c", "dealer Qh Jd 4c; misdeal", "8 syntax"},
      {"dealer Qh Jd 4c", "dealer Qh Jd; misdeal", "fine"},
      {"dealer Qh Jd 4c", "dealer\tQh\tJd\t4c", "fine"},
      {"dealer Qh Jd 4c", "dealer qh jd 4c   # lower case, and a remark", "fine"},
      {"dealer Qh Jd 4c", "dealer Q♥ J♦ 4♣", "fine"},
  };
  for (const Row& row : rows) {
    std::string text(fine_round);
    const auto at = text.find(row.line);
    ASSERT_NE(at, std::string::npos) << row.line;
    text.replace(at, row.line.size(), row.instead);
    EXPECT_EQ(rule_of(text), row.error) << row.instead;
  }
  EXPECT_EQ(rule_of("\xef\xbb\xbf" + std::string(fine_round)), "fine");
  std::string with_crlf;
  for (const char c : fine_round) with_crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_EQ(rule_of(with_crlf), "fine");
  EXPECT_EQ(rule_of(with_crlf + "nonsense\r\n"), "9 syntax");
  EXPECT_EQ(rule_of(""), "0 syntax");
  EXPECT_EQ(rule_of("game three-card-poker"), "1 no_position");
  EXPECT_EQ(rule_of(std::string(100'000, ' ')), "0 syntax");
}

// Each card is dealt once, in the middle too.
TEST(RoundText, NamesTheCommunityCardThatIsInAHandToo) {
  const auto round = [](std::string_view community) {
    return fmt::format(
        "game let-it-ride\nposition 1; bet-3 10; bet-1 10; bet-2 10; cards Ts Td 4c; check; check\ncommunity {}\n",
        community);
  };
  EXPECT_EQ(rule_of(round("9h 8d")), "fine");
  EXPECT_EQ(rule_of(round("9h Td")), "3 card_twice");
  EXPECT_EQ(rule_of(round("9h 9h")), "3 card_twice");
}

}  // namespace
}  // namespace cardroom::games
