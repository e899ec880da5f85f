#include "games/settlement.h"

#include "cards/testing.h"
#include "games/payment.h"
#include "games/testing.h"

namespace cardroom::games {
namespace {

using cards::hand;

// How many of the 22,100 three-card hands each row of a paytable gets, counted through the game's own settle.
TEST(ThreeCardPoker, PairPlusPaysTheKnownNumberOfHands) {
  const Table table = table_of("three-card-poker");
  const int pair_plus = table.game().wager_index("pair-plus");
  std::array<int, 6> counts{};  // by row; the last: lost
  int64_t net = 0;
  Hand shown;
  shown.stakes[static_cast<size_t>(pair_plus)] = Cents(100);
  for (int a = 0; a < 52; ++a) {
    for (int b = a + 1; b < 52; ++b) {
      for (int c = b + 1; c < 52; ++c) {
        const CardSet dealt{cards::Card::from_index(a), cards::Card::from_index(b), cards::Card::from_index(c)};
        shown.rank[0] = cards::rank_three(dealt);
        Outcomes outcomes{};
        table.game().settle(shown, table, outcomes);
        const Outcome& outcome = outcomes[static_cast<size_t>(pair_plus)];
        ++counts[outcome.row < 0 ? 5 : static_cast<size_t>(outcome.row)];
        net += outcome.paid.value() - (outcome.stake_returned ? 0 : 100);
      }
    }
  }
  EXPECT_EQ(counts, (std::array<int, 6>{48, 52, 720, 1096, 3744, 16440}));
  // 48·40 + 52·30 + 720·6 + 1,096·4 + 3,744 − 16,440 = −512 units.
  EXPECT_EQ(net, -51'200);
}

// Rows of the progressive paytables by hands written out.
TEST(Progressive, HandsAreClassifiedByTheirPaytable) {
  struct Row {
    std::string_view game, paytable, cards, community, expected;
  };
  const Row rows[] = {
      {"three-card-poker", "PROG-3C-1", "As Ks Qs", "", "ace-king-queen of spades"},
      {"three-card-poker", "PROG-3C-1", "Ah Kh Qh", "", "ace-king-queen suited"},
      {"three-card-poker", "PROG-3C-1", "As Ks Qh", "", "straight"},
      {"three-card-poker", "PROG-3C-1", "Ks Qs Js", "", "straight flush"},
      {"three-card-poker", "PROG-3C-2", "As Ks Qh", "", ""},
      {"three-card-poker", "PROG-3C-2", "9c 9d 9h", "", "three of a kind"},
      {"three-card-poker", "PROG-3C-1", "Ac Kc 2c", "", ""},
      {"four-card-poker", "PROG-4C-1", "As Ah Ad Ac 2c", "", "four aces"},
      {"four-card-poker", "PROG-4C-1", "Ks Kh Kd Kc 2c", "", "four of a kind"},
      {"four-card-poker", "PROG-4C-1", "5h 6h 7h 8h 2c", "", "straight flush"},
      {"crazy-4-poker", "PROG-4C-3", "5h 5d 5c 2h 2c", "", "three of a kind"},
      {"crazy-4-poker", "PROG-4C-3", "2h 5h 7h 9h Jh", "", ""},
      {"crazy-4-poker", "LINK-01", "2h 5h 7h 9h Jh", "", "flush"},
      {"crazy-4-poker", "ML03", "5h 5d 5c 2h 2c", "", "full house"},
      {"four-card-poker", "ML01", "Ts Js Qs Ks As", "", "royal flush"},
      {"caribbean-stud", "LINK-01", "9s Ts Js Qs Ks", "", "straight flush"},
      {"three-card-poker", "LINK-01", "Ts Js Qs", "Ks As", "royal flush"},
      {"three-card-poker", "LINK-01", "9c 9d 9h", "2s 3s", "three of a kind"},
      {"three-card-poker-face-up", "ML03", "9c 9d 2h", "9s 9h", "four of a kind"},
      {"three-card-poker", "LINK-01", "2c 7d 9h", "Js Ks", ""},
  };
  for (const Row& row : rows) {
    const Table table = table_of(row.game, {std::string(row.paytable)});
    Round round;
    Position position{.number = 1};
    for (cards::Card card : cards::card_list(row.cards)) position.cards.push_back(card);
    for (cards::Card card : cards::card_list(row.community)) round.community.push_back(card);
    round.positions.push_back(position);
    const int index = classify_progressive(table, round, round.positions[0]);
    const WagerPays& pays = *table.pays(table.game().wager_index("progressive"));
    EXPECT_EQ(index < 0 ? "" : pays.row(index).hand, row.expected) << row.paytable << " " << row.cards;
  }
}

// A pay that the smallest chip cannot make is rounded by the house's rule: 3 to 2 on $5 is $7.50.
TEST(Payment, IsRoundedToTheSmallestChip) {
  struct Row {
    int64_t chip;
    base::Rounding rounding;
    int64_t paid;
  };
  const Row rows[] = {{50, base::Rounding::up, 750},
                      {100, base::Rounding::up, 800},
                      {100, base::Rounding::down, 700},
                      {100, base::Rounding::nearest, 800}};
  for (const Row& row : rows) {
    const Table table = table_of("four-card-poker", {"FCP-08"}, [&](TableSetup& setup) {
      setup.house.chip = Cents(row.chip);
      setup.house.rounding = row.rounding;
    });
    const HandRank trips = cards::rank_four(hand("9c 9d 9h 2s 3s"));
    const Outcome outcome = by_paytable(table, table.game().wager_index("automatic-bonus"), Cents(500), trips);
    EXPECT_EQ(outcome.paid, Cents(row.paid)) << row.chip;
  }
}

}  // namespace
}  // namespace cardroom::games
