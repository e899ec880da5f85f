#include "odds/draw_game.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/prng.h"
#include "cards/deck.h"
#include "cards/testing.h"
#include "games/paytable_file.h"
#include "games/testing.h"
#include "odds/draw_play.h"

namespace cardroom::odds {
namespace {

using cards::Card;
using cards::hand;
using games::Cents;
using games::table_of;

std::vector<Choice> all_choices(const games::Actions& actions) {
  std::vector<Choice> choices;
  for (const games::Action& action : actions) {
    Choice choice{.kind = action.kind, .wager = action.wager, .amount = action.min};
    do {
      choices.push_back(choice);
      choice.amount += action.step;
    } while (action.step > Cents(0) && choice.amount <= action.max);
  }
  return choices;
}

// The slow and obvious way: every card turned one by one, every choice tried, every end settled by the game's rules.
// Nets added up over all orders of the cards to come; each decision takes its best.
class Plain {
 public:
  Plain(const Table& table, CardSet dead) : table_(table), dead_(dead) {}

  std::vector<int64_t> sums(CardSet own, CardSet turned, const Stakes& stakes) const {
    const games::View view{.own = own, .community = turned, .decision = turned.size(), .stakes = &stakes};
    std::vector<int64_t> sums;
    for (const Choice& choice : all_choices(table_.game().actions(view, table_))) {
      const Stakes after = games::stakes_after(stakes, choice);
      sums.push_back(turn(own, turned, after, choice.kind == games::ActionKind::fold));
    }
    return sums;
  }

 private:
  int64_t turn(CardSet own, CardSet turned, const Stakes& stakes, bool folded) const {
    const bool all = turned.size() == table_.cards_of(games::Holder::community);
    if (all) {
      games::Hand hand{.stakes = stakes, .folded = folded, .rank = {}, .hands_dealt = 2};
      const auto& readings = table_.game().facts.readings;
      for (size_t reading = 0; reading < readings.size(); ++reading) {
        const CardSet cards = (readings[reading].player ? own : CardSet{}) | turned;
        if (cards.size() == 5) hand.rank[reading] = rank_five(cards);
      }
      Outcomes outcomes{};
      table_.game().settle(hand, table_, outcomes);
      int64_t net = 0;
      for (size_t wager = 0; wager < outcomes.size(); ++wager) net += net_of(outcomes[wager], stakes[wager]);
      return net;
    }
    int64_t sum = 0;
    for (const Card card : CardSet::full_deck() - own - turned - dead_) {
      const CardSet next = turned | CardSet{card};
      const bool decides = !folded && next.size() < table_.cards_of(games::Holder::community);
      sum += decides ? std::ranges::max(sums(own, next, stakes)) : turn(own, next, stakes, folded);
    }
    return sum;
  }

  const Table& table_;
  CardSet dead_;
};

TEST(DrawGame, WhatAChoiceIsWorthAgreesWithTurningEveryCard) {
  constexpr uint64_t prng_key = 17;
  base::Prng prng(prng_key);
  struct Case {
    std::string_view game;
    std::string_view paytable;
    int dead;
    bool one_suit;  // of the player's cards
  };
  const Case cases[] = {{"let-it-ride", "LIR-01", 0, false},      {"let-it-ride", "LIR-01", 0, true},
                        {"let-it-ride", "LIR-02", 18, true},      {"let-it-ride", "LIR-02", 18, false},
                        {"let-it-ride", "LIR-01", 47, false},     {"mississippi-stud", "MS-01", 10, false},
                        {"mississippi-stud", "MS-01", 10, true},  {"mississippi-stud", "MS-02", 24, true},
                        {"mississippi-stud", "MS-02", 24, false}, {"mississippi-stud", "MS-01", 30, true},
                        {"mississippi-stud", "MS-01", 30, false}, {"mississippi-stud", "MS-01", 47, true}};
  for (const auto& [id, paytable, dead_count, one_suit] : cases) {
    const Table table = exact_table(table_of(id, {std::string(paytable)}));
    const DrawGame game(table);
    CardSet own, dead;
    cards::Deck deck;
    while (own.size() < game.own_cards()) {
      const Card card = deck.draw(prng);
      (!one_suit || card.suit() == cards::Suit::hearts ? own : dead).add(card);
    }
    // What did not fit is dead first; the rest of the dead are any.
    while (dead.size() < dead_count) dead.add(deck.draw(prng));
    SCOPED_TRACE(fmt::format("{}, {} with {} dead, prng_key {}", id, to_text(own), to_text(dead), prng_key));
    // Along the boldest way through the round, so that all decisions are looked at.
    CardSet turned;
    for (int index = DrawGame::first_node; index >= 0;) {
      const DrawGame::Node& node = game.node(index);
      const auto plain = Plain(table, dead).sums(own, turned, node.stakes);
      const DrawGame::Worth worth = game.look(index, own | turned, dead);
      ASSERT_EQ(std::vector(worth.net_sums.begin(), worth.net_sums.begin() + worth.count), plain);
      ASSERT_EQ(plain[static_cast<size_t>(worth.best)], std::ranges::max(plain));
      ASSERT_EQ(plain[static_cast<size_t>(worth.boldest)], std::ranges::max(plain));
      index = node.options.back().node;
      const CardSet left = CardSet::full_deck() - own - turned - dead;
      const CardSet in_suit = CardSet(left.bits() & 0x1fff'0000'0000ULL);  // hearts
      turned.add(*(one_suit && !in_suit.empty() ? in_suit : left).begin());
    }
  }
}

// A card that nobody sees may be any of those left: over all of them its player has what he has without it.
TEST(DrawGame, WhoDoesNotSeeTheDeadCardsLosesNothingByThemOnTheAverage) {
  struct Case {
    std::string_view game, own;
  };
  for (const auto& [id, own] : {Case{"let-it-ride", "Ts 9s 7s"}, Case{"let-it-ride", "Kd 9s 7s"},
                                Case{"mississippi-stud", "6h 5h"}, Case{"mississippi-stud", "Qd 3s"}}) {
    const DrawGame game(table_of(id));
    const DrawGame::Worth without = game.look(DrawGame::first_node, hand(own));
    EXPECT_EQ(game.follow(DrawGame::first_node, hand(own), {}).net_sums, without.net_sums) << own;
    const CardSet left = CardSet::full_deck() - hand(own);
    Rational followed;
    for (const Card dead : left) {
      const DrawGame::Worth blind = game.follow(DrawGame::first_node, hand(own), {dead});
      const DrawGame::Worth seen = game.look(DrawGame::first_node, hand(own), {dead});
      EXPECT_EQ(blind.best, without.best);
      EXPECT_EQ(blind.ways, seen.ways);
      for (int at = 0; at < blind.count; ++at)
        EXPECT_LE(blind.net_sums[static_cast<size_t>(at)], seen.net_sums[static_cast<size_t>(at)]);
      followed += Rational(blind.net_sums[static_cast<size_t>(blind.best)], blind.ways * left.size());
    }
    EXPECT_EQ(followed, Rational(without.net_sums[static_cast<size_t>(without.best)], without.ways)) << own;
  }
}

TEST(DrawGame, TakesRoundingToChipsIntoAccount) {
  const Table table = table_of("mississippi-stud", {}, [](games::TableSetup& setup) {
    setup.house.chip = Cents(100);
    const auto own = games::parse_paytables(R"(
games = ["mississippi-stud"]
[[pays]]
name = "odd"
wager = "ante"
rows = [["royal flush", 500], ["straight flush", 100], ["four of a kind", 40], ["full house", 10], ["flush", 6],
        ["straight", 4], ["three of a kind", 3], ["two pair", "7 to 3"], ["pair of jacks or better", "6 to 5"],
        ["pair of sixes to tens", "push"]]
[[paytable]]
id = "ODD"
group = "base"
pays = ["odd"]
)",
                                            "test");
    setup.paytables = {own->paytables.front()};
  });
  Stakes stakes{};
  stakes[0] = Cents(700);
  const DrawGame game(table, stakes);
  const CardSet own = hand("Ks Qs");
  const CardSet dead = hand("2c 3c 4c 5c 6c 7c 8c 9c Tc 2d 3d 4d 5d 6d 7d 8d 9d Td 2h 3h 4h 5h");
  const DrawGame::Worth worth = game.look(DrawGame::first_node, own, dead);
  EXPECT_EQ(std::vector(worth.net_sums.begin(), worth.net_sums.begin() + worth.count),
            Plain(table, dead).sums(own, {}, stakes));
}

// Counted by hand: 6-7-8-9 of several suits wins 5 to 1 with eight cards and loses with forty; J-Q-K-A wins 5 to 1 with
// four tens, 1 to 1 with twelve cards that pair it, and loses with thirty-two.
TEST(DrawGame, LetItRideIsIndifferentWithAnOpenStraightOfLowCards) {
  const DrawGame game(table_of("let-it-ride"));
  for (const std::string_view held : {"6s 7d 8c 9h", "Js Qd Kc Ah"}) {
    const DrawGame::Worth worth = game.look(game.node(DrawGame::first_node).options.front().node, hand(held));
    EXPECT_TRUE(worth.tied()) << held;
    EXPECT_EQ(worth.best, 0) << "taken back, the smaller wager";
  }
  EXPECT_FALSE(game.look(game.node(DrawGame::first_node).options.front().node, hand("7s 8d 9c Th")).tied());
}

// Three aces pay, six nines and sevens push, thirty-nine cards lose: −36 a unit of 48. Four units against three: −144
// is what a fold loses too.
TEST(DrawGame, MississippiStudIsIndifferentWithFourPointsAndThreeUnitsBet) {
  const DrawGame game(table_of("mississippi-stud"));
  Stakes stakes{};
  stakes[0] = stakes[1] = stakes[2] = game.unit();
  const auto node = game.find_node(2, stakes);
  ASSERT_TRUE(node);
  const DrawGame::Worth worth = game.look(*node, hand("As 9d 7c 2h"));
  EXPECT_EQ(worth.ways, 48);
  EXPECT_EQ(worth.net_sums[0], -144 * game.unit().value());
  EXPECT_EQ(worth.net_sums[1], -144 * game.unit().value());
  EXPECT_EQ(worth.best, 0);
  EXPECT_EQ(worth.boldest, 1);
}

std::string draw_percent(const Rational& value, int places) {
  return base::to_decimal(value * 100, places);
}

// A published enumeration of every deal, and Wizard of Odds.
TEST(DrawGame, LetItRideHasThePublishedFigures) {
  const Figures figures = best_draw_figures(DrawGame(table_of("let-it-ride")));
  EXPECT_EQ(figures.deals, 22100 * 49 * 48);
  EXPECT_EQ(figures.house_edge, Rational(1'822'224, 51'979'200));
  EXPECT_EQ(draw_percent(figures.house_edge, 4), "3.5057");
  ASSERT_TRUE(figures.ties_bet);
  EXPECT_EQ(draw_percent(figures.element_of_risk, 4) == "2.8453" ||
                draw_percent(figures.ties_bet->element_of_risk, 4) == "2.8453",
            true)
      << draw_percent(figures.element_of_risk, 4) << " or " << draw_percent(figures.ties_bet->element_of_risk, 4);
}

TEST(DrawGame, MississippiStudHasThePublishedFigures) {
  const Figures figures = best_draw_figures(DrawGame(table_of("mississippi-stud")));
  EXPECT_EQ(figures.deals, 1326 * 50 * 49 * 48);
  EXPECT_EQ(draw_percent(figures.house_edge, 6), "4.914858");
  ASSERT_TRUE(figures.ties_bet);
  EXPECT_EQ(draw_percent(figures.ties_bet->element_of_risk, 2), "1.37");
  EXPECT_EQ(base::to_decimal(figures.ties_bet->average_staked, 2), "3.59");
  EXPECT_NE(draw_percent(figures.element_of_risk, 2), "1.37") << "with ties folded it is something else";
  const Figures better = best_draw_figures(DrawGame(table_of("mississippi-stud", {"MS-02"})));
  EXPECT_EQ(draw_percent(better.house_edge, 3), "3.759");
}

// The bet that always plays, by the counts of five-card hands that every book has.
TEST(DrawGame, TheBetThatAlwaysPlaysReturnsWhatTheHandsCome) {
  const DrawGame game(table_of("let-it-ride"));
  const DecisionRule never = [](const games::View&, const Table&, const games::Actions& actions) {
    return games::stake_least(actions);
  };
  const Figures figures = draw_figures(game, play_draw(game, never), "never");
  const int64_t returned =
      4 * 1001 + 36 * 201 + 624 * 51 + 3744 * 12 + 5108 * 9 + 10'200 * 6 + 54'912 * 4 + 123'552 * 3 + 5 * 84'480 * 2;
  EXPECT_EQ(1 - figures.house_edge, Rational(returned, 2'598'960));
  EXPECT_EQ(draw_percent(1 - figures.house_edge, 1), "62.7");
  EXPECT_EQ(figures.average_staked, 1);
}

std::string rows_text(const Figures& figures) {
  std::string text;
  for (const OutcomeRow& row : figures.rows)
    text += fmt::format("{}: {} times {} of {}\n", row.name, row.deals.str(), base::to_text(row.net),
                        base::to_text(row.staked));
  return text;
}

// Hands put together by ranks and suits, against every card by itself.
TEST(DrawGame, BestPlayOfEveryCardByItselfIsTheSame) {
  for (const std::string_view id : {"let-it-ride", "mississippi-stud"}) {
    const DrawGame game(table_of(id));
    for (const Ties ties : {Ties::smaller_wager, Ties::larger_wager}) {
      const DecisionRule best = [&](const games::View& view, const Table&, const games::Actions&) {
        const int node = *game.find_node(view.decision, *view.stakes);
        const DrawGame::Worth worth = game.look(node, view.own | view.community);
        const int chosen = ties == Ties::smaller_wager ? worth.best : worth.boldest;
        return game.node(node).options[static_cast<size_t>(chosen)].choice;
      };
      EXPECT_EQ(rows_text(draw_figures(game, play_draw(game, ties), "")),
                rows_text(draw_figures(game, play_draw(game, best), "")))
          << id;
    }
  }
}

// What the game's own worth at the first decision comes to over all hands is the house edge that its outcomes give.
TEST(DrawGame, TheFirstDecisionsOfAllHandsTogetherAreTheHouseEdge) {
  const DrawGame game(table_of("mississippi-stud"));
  Integer sum;
  for (int a = 0; a < cards::deck_size; ++a) {
    for (int b = 0; b < a; ++b) {
      const auto worth = game.look(DrawGame::first_node, {Card::from_index(a), Card::from_index(b)});
      sum += worth.net_sums[static_cast<size_t>(worth.best)];
    }
  }
  EXPECT_EQ(Rational(-sum, Integer(1326) * 50 * 49 * 48 * game.unit().value()), best_draw_figures(game).house_edge);
}

Figures by_basic(const DrawGame& game) {
  const DecisionRule basic = [](const games::View& view, const Table& table, const games::Actions& actions) {
    return table.game().basic(view, table, actions);
  };
  return draw_figures(game, play_draw(game, basic), "basic");
}

// The published rules for Let It Ride are best play, those for Mississippi Stud come within a hundredth of a per cent.
TEST(DrawGame, BasicPlayCostsNextToNothing) {
  const DrawGame let_it_ride(table_of("let-it-ride"));
  EXPECT_EQ(by_basic(let_it_ride).house_edge, Rational(1'822'224, 51'979'200));
  const DrawGame mississippi(table_of("mississippi-stud"));
  EXPECT_EQ(draw_percent(by_basic(mississippi).house_edge, 2), "4.91");
}

// What looking rests on.
TEST(DrawGame, OutcomesAreConstantBetweenTheRows) {
  for (const std::string_view id : {"let-it-ride", "mississippi-stud"}) {
    const DrawGame game(table_of(id));
    const auto reading = static_cast<size_t>(game.table().game().facts.player_reading);
    for (size_t leaf = 0; leaf < game.leaves().size(); ++leaf) {
      for (int rank = 0; rank < class_count(Ranking::five_card); ++rank) {
        games::Hand hand{
            .stakes = game.leaves()[leaf].stakes, .folded = game.leaves()[leaf].folded, .rank = {}, .hands_dealt = 2};
        hand.rank[reading] = cards::HandRank(rank);
        Outcomes outcomes{};
        game.table().game().settle(hand, game.table(), outcomes);
        int64_t net = 0;
        for (size_t wager = 0; wager < outcomes.size(); ++wager) net += net_of(outcomes[wager], hand.stakes[wager]);
        ASSERT_EQ(net, game.net_of_leaf(static_cast<int>(leaf), game.interval_of(cards::HandRank(rank)))) << id << rank;
      }
    }
  }
}

TEST(DrawGame, WhatIsOfferedDoesNotDependOnTheCards) {
  base::Prng prng(23);
  for (const std::string_view id : {"let-it-ride", "mississippi-stud"}) {
    const DrawGame game(table_of(id));
    for (int index = DrawGame::first_node; index >= 0; index = game.node(index).options.back().node) {
      const DrawGame::Node& node = game.node(index);
      for (int sample = 0; sample < 200; ++sample) {
        cards::Deck deck;
        games::View view{.decision = node.decision, .stakes = &node.stakes};
        for (int card = 0; card < game.own_cards(); ++card) view.own.add(deck.draw(prng));
        for (int card = 0; card < node.decision; ++card) view.community.add(deck.draw(prng));
        const auto choices = all_choices(game.table().game().actions(view, game.table()));
        ASSERT_EQ(choices.size(), node.options.size());
        for (size_t at = 0; at < choices.size(); ++at) ASSERT_EQ(choices[at], node.options[at].choice);
      }
    }
  }
}

TEST(DrawGame, KnowsWhichGamesItIsFor) {
  for (const games::Game* game : games::all_games()) {
    const bool draw = game->facts.id == "let-it-ride" || game->facts.id == "mississippi-stud";
    EXPECT_EQ(!not_a_draw(table_of(game->facts.id)), draw) << game->facts.id;
  }
}

}  // namespace
}  // namespace cardroom::odds
