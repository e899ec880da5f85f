#include "odds/base_game.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/prng.h"
#include "cards/subsets.h"
#include "games/registry.h"
#include "games/testing.h"
#include "odds/analysis.h"
#include "odds/testing.h"

namespace cardroom::odds {
namespace {

using games::Cents;
using games::Choice;
using games::Hand;
using games::Outcomes;
using games::table_of;

std::string percent(const Rational& value, int places) {
  return base::to_decimal(value * 100, places);
}

// Figures that others have published for the same games and pays.
TEST(BaseGame, AgreesWithPublishedFigures) {
  struct Row {
    std::string_view game, house_edge, element_of_risk, deviation;
  };
  const Row rows[] = {
      {"three-card-poker", "3.37", "2.0147", "1.64"},
      {"four-card-poker", "2.79", "1.30", ""},
      {"crazy-4-poker", "3.42", "1.09", ""},
      {"caribbean-stud", "5.224", "2.555", "2.24"},
  };
  const auto places = [](std::string_view text) { return static_cast<int>(text.size() - text.find('.') - 1); };
  for (const Row& row : rows) {
    Analyst analyst(*games::find_game(row.game));
    const auto figures = analyst.wager(table_of(row.game), 0);
    ASSERT_TRUE(figures) << figures.error();
    EXPECT_EQ(percent(figures->house_edge, places(row.house_edge)), row.house_edge) << row.game;
    EXPECT_EQ(percent(figures->element_of_risk, places(row.element_of_risk)), row.element_of_risk) << row.game;
    if (!row.deviation.empty()) {
      EXPECT_EQ(base::to_decimal(square_root(figures->variance, 10), places(row.deviation)), row.deviation) << row.game;
    }
  }
}

int64_t net_by_settling(const Table& table, const Stakes& stakes, int player_rank, int dealer_rank,
                        const Choice& choice) {
  const games::Facts& facts = table.game().facts;
  Hand hand;
  hand.stakes = stakes;
  hand.folded = choice.kind == games::ActionKind::fold;
  if (choice.kind == games::ActionKind::bet) hand.stakes[static_cast<size_t>(choice.wager)] += choice.amount;
  hand.rank[static_cast<size_t>(facts.player_reading)] = HandRank(player_rank);
  hand.rank[static_cast<size_t>(facts.dealer_reading)] = HandRank(dealer_rank);
  Outcomes outcomes{};
  table.game().settle(hand, table, outcomes);
  int64_t net = 0;
  for (size_t wager = 0; wager < facts.wagers.size(); ++wager) {
    net += outcomes[wager].paid.value() - (outcomes[wager].stake_returned ? 0 : hand.stakes[wager].value());
  }
  return net;
}

// The plain second method for Three Card Poker, in full: every player's hand (by class) against every dealer's hand,
// each pair settled by itself, the better of PLAY and fold taken.
TEST(BaseGame, OfThreeCardPokerAgreesWithEveryPairOfHandsSettled) {
  for (const std::string paytable : {"TCP-01", "TCP-05"}) {
    const Table table = exact_table(table_of("three-card-poker", {paytable}));
    Stakes stakes{};
    stakes[0] = Cents(1);
    const Choice fold{.kind = games::ActionKind::fold};
    const Choice play{.kind = games::ActionKind::bet, .wager = table.game().wager_index("play"), .amount = Cents(1)};
    Integer net;
    Integer deals;
    const SetClasses& classes = set_classes(3);
    for (int index = 0; index < classes.class_count(); ++index) {
      const CardSet player = classes.representative(index);
      const int player_rank = cards::rank_three(player).value();
      int64_t folded = 0;
      int64_t played = 0;
      int64_t hands = 0;
      cards::for_each_subset(CardSet::full_deck() - player, 3, [&](CardSet dealer) {
        const int dealer_rank = cards::rank_three(dealer).value();
        folded += net_by_settling(table, stakes, player_rank, dealer_rank, fold);
        played += net_by_settling(table, stakes, player_rank, dealer_rank, play);
        ++hands;
      });
      net += Integer(std::max(folded, played)) * classes.multiplicity(index);
      deals += Integer(hands) * classes.multiplicity(index);
    }
    Analyst analyst(*games::find_game("three-card-poker"));
    EXPECT_EQ(analyst.wager(table, 0)->house_edge, -Rational(net, deals)) << paytable;
  }
}

// The other games on a random sample of player's hands and up-cards: the value of every choice, by settling against
// every hand that the dealer may hold.
TEST(BaseGame, AgreesWithSettlingEveryDealersHandOnASample) {
  constexpr uint64_t prng_key = 30;
  base::Prng prng(prng_key);
  for (const std::string_view id :
       {"three-card-poker-face-up", "four-card-poker", "crazy-4-poker", "caribbean-stud", "dj-wild-stud"}) {
    SCOPED_TRACE(fmt::format("{}, prng_key {}", id, prng_key));
    const Table table = exact_table(table_of(id));
    const ShowdownCounts counts(shape_of(table));
    for (int sample = 0; sample < 3; ++sample) {
      const size_t index = base::uniform_below(prng, static_cast<uint32_t>(counts.players().size()));
      const int slot = static_cast<int>(base::uniform_below(prng, static_cast<uint32_t>(counts.slots())));
      const PlayerClass& player = counts.players()[index];
      Stakes stakes{};
      stakes[0] = exact_unit(table);
      if (id == "crazy-4-poker" || id == "dj-wild-stud") stakes[1] = exact_unit(table);
      CardSet up;
      if (counts.shape().up_cards == 1) up.add(ShowdownCounts::up_card(player.cards, slot));
      const games::View view{.own = player.cards, .dealer = up, .stakes = &stakes};
      for (const games::Action& action : table.game().actions(view, table)) {
        const Choice choice{.kind = action.kind, .wager = action.wager, .amount = action.max};
        int64_t by_hand = 0;
        cards::for_each_subset(counts.shape().deck - player.cards - up, counts.shape().dealer_cards - up.size(),
                               [&](CardSet hidden) {
                                 const int dealer = rank_hand(counts.shape().dealer_ranking, hidden | up).value();
                                 by_hand += net_by_settling(table, stakes, player.rank, dealer, choice);
                               });
        const auto starts = interval_starts(player.rank, counts.shape().borders);
        const auto below = [&](int cut) -> int64_t {
          const auto found = counts.counts(index, slot);
          if (cut == 0) return 0;
          if (cut == player.rank) return found.below;
          if (cut == player.rank + 1) return found.through;
          return found.below_border[0];
        };
        int64_t by_counts = 0;
        for (size_t at = 0; at < starts.size(); ++at) {
          const int64_t upto =
              at + 1 < starts.size() ? below(starts[at + 1]) : static_cast<int64_t>(counts.hands_per_slot());
          by_counts += (upto - below(starts[at])) * net_by_settling(table, stakes, player.rank, starts[at], choice);
        }
        EXPECT_EQ(by_counts, by_hand);
      }
    }
  }
}

// What the counting rests on: between two cuts no outcome changes, for any of the choices.
TEST(BaseGame, OutcomesAreConstantBetweenTheCuts) {
  base::Prng prng(31);
  for (const games::Game* game : showdown_games()) {
    const Table table = exact_table(table_of(game->facts.id));
    const ShowdownShape shape = shape_of(table);
    const int ranks = class_count(shape.dealer_ranking);
    Stakes stakes{};
    stakes.fill(Cents(0));
    for (size_t wager = 0; wager < game->facts.wagers.size(); ++wager) {
      const auto kind = game->facts.wagers[wager].kind;
      if (wager == 0 || kind == games::WagerKind::companion) stakes[wager] = exact_unit(table);
    }
    int raise = games::no_wager;
    for (size_t wager = 0; wager < game->facts.wagers.size(); ++wager) {
      if (game->facts.wagers[wager].kind == games::WagerKind::raise) raise = static_cast<int>(wager);
    }
    for (int sample = 0; sample < 200; ++sample) {
      const int player = static_cast<int>(base::uniform_below(prng, static_cast<uint32_t>(ranks)));
      const auto starts = interval_starts(player, shape.borders);
      for (const Choice& choice :
           {Choice{.kind = games::ActionKind::fold},
            Choice{.kind = games::ActionKind::bet, .wager = raise, .amount = exact_unit(table) * 3}}) {
        size_t interval = 0;
        for (int dealer = 0; dealer < ranks; ++dealer) {
          while (interval + 1 < starts.size() && starts[interval + 1] <= dealer) ++interval;
          ASSERT_EQ(net_by_settling(table, stakes, player, dealer, choice),
                    net_by_settling(table, stakes, player, starts[interval], choice))
              << game->facts.id << " player " << player << " dealer " << dealer;
        }
      }
    }
  }
}

// ANTE and PAIR PLUS together: a fold forfeits both, so that a pair is never folded and the two edges do not simply add
// up where that would change a decision. Here it does not: no hand that PAIR PLUS pays is folded anyway.
TEST(BaseGame, OfWagersTogetherIsPlayedForBoth) {
  const Table table = table_of("three-card-poker");
  Analyst analyst(*games::find_game("three-card-poker"));
  const int pair_plus = table.game().wager_index("pair-plus");
  const Play both = analyst.base_play(table, {}, false, {{pair_plus, 1}});
  const Figures ante = base_figures(both, 0, "");
  EXPECT_EQ(ante.house_edge, analyst.wager(table, 0)->house_edge);
  const Figures bonus = wager_figures(both, pair_plus, "");
  EXPECT_EQ(bonus.house_edge, analyst.wager(table, pair_plus)->house_edge);
  // Both win with good hands: the wagers go together.
  EXPECT_GT(covariance(both, 0, pair_plus), 0);
}

}  // namespace
}  // namespace cardroom::odds
