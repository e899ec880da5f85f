#include "odds/joint_figures.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/prng.h"
#include "cards/deck.h"
#include "cards/subsets.h"
#include "games/registry.h"
#include "games/testing.h"
#include "odds/analysis.h"
#include "odds/joint_count.h"
#include "odds/testing.h"

namespace cardroom::odds {
namespace {

using games::ActionKind;
using games::Cents;
using games::Choice;
using games::Hand;
using games::Outcomes;
using games::table_of;

JointBets bets_on(const games::Game& game, const std::vector<std::pair<std::string_view, int>>& bets,
                  std::vector<Cents> meters = {}) {
  JointBets joint;
  for (const auto& [id, dollars] : bets) joint.bets.push_back({game.wager_index(id), Cents(100 * dollars)});
  joint.meters = std::move(meters);
  return joint;
}

JointFigures together(const Table& table, const JointBets& bets, const NamedRule& rule = {}) {
  auto figures = Analyst(table.game()).together(table, bets, rule);
  EXPECT_TRUE(figures) << figures.error();
  return *figures;
}

using Nets = std::vector<int64_t>;  // in cents, by bet

// What each bet comes to, straight from the game's rules and all the cards: the slow second method.
struct Settled {
  const Table& table;
  const JointBets& bets;

  games::Stakes stakes() const {
    games::Stakes stakes{};
    for (const auto& bet : bets.bets) stakes[static_cast<size_t>(bet.wager)] = bet.amount;
    for (size_t wager = 0; wager < table.game().facts.wagers.size(); ++wager) {
      const auto& fact = table.game().facts.wagers[wager];
      if (fact.kind == games::WagerKind::companion) stakes[wager] = stakes[static_cast<size_t>(fact.base)];
    }
    return stakes;
  }

  Nets operator()(CardSet own, CardSet dealer, CardSet community, const Choice& choice) const {
    const games::Facts& facts = table.game().facts;
    Hand hand;
    hand.stakes = stakes();
    hand.folded = choice.kind == ActionKind::fold;
    hand.hands_dealt = 2;
    if (choice.kind == ActionKind::bet) hand.stakes[static_cast<size_t>(choice.wager)] += choice.amount;
    for (size_t index = 0; index < facts.readings.size(); ++index) {
      const games::Reading& reading = facts.readings[index];
      if (reading.highest_at_table) {
        hand.rank[index] = std::max(rank_hand(reading.ranking, own), rank_hand(reading.ranking, dealer));
        continue;
      }
      CardSet cards;
      if (reading.player) cards = cards | own;
      if (reading.dealer) cards = cards | dealer;
      if (reading.community) cards = cards | community;
      if (reading.community && community.empty()) continue;
      hand.rank[index] = rank_hand(reading.ranking, cards);
    }
    Outcomes outcomes{};
    table.game().settle(hand, table, outcomes);
    Nets nets(bets.bets.size());
    for (size_t wager = 0; wager < facts.wagers.size(); ++wager) {
      const auto& fact = facts.wagers[wager];
      const int owner = fact.kind == games::WagerKind::bonus || fact.base < 0 ? static_cast<int>(wager) : fact.base;
      const auto at = std::ranges::find(bets.bets, owner, &JointBets::Bet::wager);
      if (at == bets.bets.end()) continue;
      const games::Outcome& outcome = outcomes[wager];
      int64_t net = outcome.paid.value() - (outcome.stake_returned ? 0 : hand.stakes[wager].value());
      if (outcome.result == games::Result::claimed) {
        const auto& pay = table.pays(static_cast<int>(wager))->row(outcome.row).pays.front();
        net += bets.meters.front().value() * pay.numerator / 100;
      }
      nets[static_cast<size_t>(at - bets.bets.begin())] += net;
    }
    return nets;
  }
};

CardSet any_three(CardSet cards) {
  CardSet three;
  for (const cards::Card card : cards) {
    if (three.size() < 3) three.add(card);
  }
  return three;
}

int64_t sum(const Nets& nets) {
  return std::accumulate(nets.begin(), nets.end(), int64_t{0});
}

std::map<Nets, Integer> in_cents(const JointFigures& figures) {
  std::map<Nets, Integer> rows;
  for (const JointRow& row : figures.rows) {
    Nets nets;
    for (const Rational& net : row.nets) {
      EXPECT_EQ(boost::multiprecision::denominator(Rational(net * 100)), 1);
      nets.push_back(boost::multiprecision::numerator(Rational(net * 100)).convert_to<int64_t>());
    }
    rows[nets] += row.deals;
  }
  return rows;
}

// Every player's hand of Three Card Poker (by class) against every dealer's, each pair settled with all its wagers and
// both choices, the better choice for all of them taken.
TEST(Together, OfThreeCardPokerAgreesWithEveryPairOfHandsSettled) {
  const Table table = table_of("three-card-poker");
  const JointBets bets = bets_on(table.game(), {{"ante", 2}, {"pair-plus", 1}, {"6-card-bonus", 3}});
  const Settled settled{table, bets};
  const Choice fold{.kind = ActionKind::fold};
  const Choice play{.kind = ActionKind::bet, .wager = table.game().wager_index("play"), .amount = Cents(200)};
  std::map<Nets, Integer> expected;
  const SetClasses& classes = set_classes(3);
  for (int index = 0; index < classes.class_count(); ++index) {
    const CardSet own = classes.representative(index);
    std::map<Nets, int64_t> folded, played;
    int64_t value_folded = 0;
    int64_t value_played = 0;
    cards::for_each_subset(CardSet::full_deck() - own, 3, [&](CardSet dealer) {
      const Nets if_folded = settled(own, dealer, {}, fold);
      const Nets if_played = settled(own, dealer, {}, play);
      value_folded += sum(if_folded);
      value_played += sum(if_played);
      ++folded[if_folded];
      ++played[if_played];
    });
    for (const auto& [nets, deals] : value_played > value_folded ? played : folded) {
      expected[nets] += Integer(deals) * classes.multiplicity(index);
    }
  }
  const JointFigures figures = together(table, bets);
  EXPECT_EQ(figures.deals, Integer(22'100) * 18'424);
  EXPECT_EQ(in_cents(figures), expected);
}

// The progressive of three cards looks at spades: every hand by itself, with the other wager that needs no dealer.
TEST(Together, TellsSpadesApart) {
  const Table table = table_of("three-card-poker", {"PROG-3C-2"});
  const JointBets bets = bets_on(table.game(), {{"pair-plus", 1}, {"progressive", 1}}, {Cents(1'234'500)});
  const Settled settled{table, bets};
  std::map<Nets, Integer> expected;
  cards::for_each_subset(CardSet::full_deck(), 3, [&](CardSet own) {
    expected[settled(own, any_three(CardSet::full_deck() - own), {}, {})] += 18'424;  // whatever the dealer has
  });
  EXPECT_EQ(in_cents(together(table, bets)), expected);
}

// Both ways to count, where both apply.
TEST(Together, IsTheSameByRanksAndByCards) {
  for (const std::string_view id : {"three-card-poker", "three-card-poker-face-up"}) {
    const Table table = table_of(id);
    const JointBets bets =
        bets_on(table.game(), {{"ante", 1}, {"pair-plus", 2}, {"progressive", 1}}, {Cents(1'000'000)});
    const auto joint = JointTable::make(table, bets);
    ASSERT_TRUE(joint);
    EXPECT_EQ(count_by_rank(*joint, ShowdownCounts(shape_of(table)), nullptr, nullptr),
              count_by_cards(*joint, nullptr, nullptr))
        << id;
  }
}

// Three cards and two community cards: every deal of both, beside a wager that needs nothing else.
TEST(Together, CompletesTheHandWithCommunityCards) {
  const Table table = table_of("three-card-poker", {"LINK-01"}, [](games::TableSetup& setup) {
    setup.house.folded_progressive = games::FoldedProgressive::wins;
  });
  const JointBets bets = bets_on(table.game(), {{"pair-plus", 1}, {"progressive", 2}}, {Cents(10'000'000)});
  const Settled settled{table, bets};
  std::map<Nets, Integer> expected;
  const SetClasses& classes = set_classes(3);
  for (int index = 0; index < classes.class_count(); ++index) {
    const CardSet own = classes.representative(index);
    cards::for_each_subset(CardSet::full_deck() - own, 2, [&](CardSet community) {
      const CardSet dealer = any_three(CardSet::full_deck() - own - community);
      // C(47, 3) hands of the dealer's, none of which matters.
      expected[settled(own, dealer, community, {})] += Integer(16'215) * classes.multiplicity(index);
    });
  }
  EXPECT_EQ(in_cents(together(table, bets)), expected);
}

// Sampled deals, every card dealt and settled by the rules: how often two wagers win, push or lose together, within
// five standard errors. Amounts are not sampled, since what is rare and large decides them; other tests see to those.
TEST(Together, AgreesWithSampledDeals) {
  struct Case {
    std::string_view game, paytable;
    std::vector<std::pair<std::string_view, int>> bets;
    std::vector<Cents> meters;
    int community;
  };
  const Case cases[] = {
      {"three-card-poker", "LINK-01", {{"ante", 2}, {"6-card-bonus", 1}, {"progressive", 1}}, {Cents(100)}, 2},
      {"three-card-poker-face-up", "LINK-01", {{"ante", 2}, {"6-card-bonus", 1}, {"progressive", 1}}, {Cents(100)}, 2},
      {"four-card-poker", "FCP-02", {{"ante", 1}, {"aces-up", 1}, {"bad-beat-bonus", 1}}, {}, 0},
      {"crazy-4-poker", "ML01", {{"ante", 3}, {"queens-up", 2}, {"progressive", 1}}, {Cents(100), Cents(100)}, 0},
      {"caribbean-stud", "LINK-01", {{"ante", 1}, {"cover-all", 1}, {"progressive", 1}}, {Cents(100)}, 0},
  };
  constexpr uint64_t prng_key = 41;
  base::Prng prng(prng_key);
  for (const Case& test : cases) {
    SCOPED_TRACE(std::string(test.game) + ", prng_key 41");
    const Table table = table_of(test.game, {std::string(test.paytable)});
    const JointBets bets = bets_on(table.game(), test.bets, test.meters);
    const NamedRule basic{"basic", [](const games::View& view, const Table& at, const games::Actions& actions) {
                            return at.game().basic(view, at, actions);
                          }};
    const JointFigures figures = together(table, bets, basic);
    const Settled settled{table, bets};
    const games::Stakes stakes = settled.stakes();
    const bool up_card = shape_of(table).up_cards == 1;
    constexpr int samples = 200'000;
    const size_t count = bets.bets.size();
    const auto sign = [](const auto& net) { return net > 0 ? 2 : net < 0 ? 0 : 1; };
    std::vector<int> seen(count * count * 9);
    std::vector<Rational> exact(count * count * 9);
    for (const JointRow& row : figures.rows) {
      for (size_t pair = 0; pair < count * count; ++pair) {
        const int signs = 3 * sign(row.nets[pair / count]) + sign(row.nets[pair % count]);
        exact[pair * 9 + static_cast<size_t>(signs)] += Rational(row.deals, figures.deals);
      }
    }
    cards::Deck deck;
    for (int sample = 0; sample < samples; ++sample) {
      deck.reset();
      const CardSet own = deck.draw_set(prng, table.cards_of(games::Holder::player));
      const cards::Card up = deck.draw(prng);
      const CardSet dealer = deck.draw_set(prng, table.cards_of(games::Holder::dealer) - 1) | CardSet{up};
      const CardSet community = deck.draw_set(prng, test.community);
      const games::View view{.own = own, .dealer = up_card ? CardSet{up} : CardSet{}, .stakes = &stakes};
      const Choice choice = basic.rule(view, table, table.game().actions(view, table));
      const Nets nets = settled(own, dealer, community, choice);
      for (size_t pair = 0; pair < count * count; ++pair) {
        const int signs = 3 * sign(nets[pair / count]) + sign(nets[pair % count]);
        ++seen[pair * 9 + static_cast<size_t>(signs)];
      }
    }
    for (size_t at = 0; at < seen.size(); ++at) {
      const auto expected = exact[at].convert_to<double>() * samples;
      EXPECT_NEAR(seen[at], expected, 5 * std::sqrt(expected + 1)) << at;
    }
  }
}

// BAD BEAT BONUS beside the ANTE against the engine that counts it for itself.
TEST(Together, ABonusKeepsTheFiguresOfItsOwn) {
  const NamedRule least{"least", [](const games::View&, const Table&, const games::Actions& actions) {
                          return games::bet_least(actions);
                        }};
  for (const std::string_view id : {"four-card-poker", "crazy-4-poker"}) {
    const Table table = table_of(id);
    const int bonus = table.game().wager_index("bad-beat-bonus");
    const auto alone = Analyst(table.game()).wager(table, bonus);  // it is never folded for
    const JointFigures joint = together(table, bets_on(table.game(), {{"ante", 1}, {"bad-beat-bonus", 1}}), least);
    EXPECT_EQ(joint.means[1], -alone->house_edge) << id;
    EXPECT_EQ(joint.covariances[1][1], alone->variance) << id;
  }
}

// COVER ALL at two hands against the count of the highest of several hands.
TEST(Together, CoverAllIsTheHighestOfTwoHands) {
  const Table table = table_of("caribbean-stud");
  const auto alone = Analyst(table.game()).wager(table, table.game().wager_index("cover-all"), {}, 2);
  const JointFigures joint = together(table, bets_on(table.game(), {{"ante", 1}, {"cover-all", 1}}));
  EXPECT_EQ(joint.means[1], -alone->house_edge);
  EXPECT_EQ(joint.covariances[1][1], alone->variance);
}

TEST(Together, AloneAWagerHasTheFiguresOfItsOwn) {
  for (const games::Game* game : showdown_games()) {
    const Table table = table_of(game->facts.id);
    Analyst analyst(*game);
    const auto alone = analyst.wager(table, 0);
    const JointFigures joint = *analyst.together(table, bets_on(*game, {{"ante", 1}}));
    // The edge of a wager is of the ANTE, that of all bets of the companion too: a half where there is one.
    const auto companions =
        std::ranges::count(game->facts.wagers, games::WagerKind::companion, &games::WagerFact::kind);
    EXPECT_EQ(joint.house_edge * (1 + companions), alone->house_edge) << game->facts.id;
    EXPECT_EQ(joint.bet, Rational(1 + companions)) << game->facts.id;
    EXPECT_EQ(joint.variance, alone->variance);
    EXPECT_EQ(joint.average_staked, alone->average_staked);
    EXPECT_EQ(joint.deals, alone->deals);
  }
}

// Var(a·X + b·Y) = a²·Var X + 2ab·Cov(X, Y) + b²·Var Y, with decisions that PAIR PLUS does not change.
TEST(Together, TheVarianceOfTheTotalFollowsFromTheMatrix) {
  const Table table = table_of("three-card-poker");
  const JointFigures one = together(table, bets_on(table.game(), {{"ante", 1}, {"pair-plus", 1}}));
  const JointFigures many = together(table, bets_on(table.game(), {{"ante", 10}, {"pair-plus", 5}}));
  EXPECT_EQ(many.variance, 100 * one.covariances[0][0] + 100 * one.covariances[0][1] + 25 * one.covariances[1][1]);
  EXPECT_EQ(many.house_edge, -(10 * one.means[0] + 5 * one.means[1]) / 15);
  const Play play = Analyst(table.game()).base_play(table, {}, false, {{table.game().wager_index("pair-plus"), 1}});
  EXPECT_EQ(one.covariances[0][1], covariance(play, 0, table.game().wager_index("pair-plus")));
}

// A hand that may yet become a straight is kept for the progressive's sake where a fold loses that too.
TEST(Together, DecisionsLookAtAllThatAFoldLoses) {
  const auto folded = [](games::FoldedProgressive rule) {
    const Table table = table_of("three-card-poker", {"LINK-01"},
                                 [&](games::TableSetup& setup) { setup.house.folded_progressive = rule; });
    const JointFigures figures =
        together(table, bets_on(table.game(), {{"ante", 1}, {"progressive", 1}}, {Cents(10'000'000)}));
    Integer deals;
    for (const JointRow& row : figures.rows) deals += row.staked == 2 ? row.deals : 0;
    return Rational(deals, figures.deals);
  };
  // Below Q-6-4 are 7,200 hands of 22,100.
  EXPECT_EQ(folded(games::FoldedProgressive::wins), Rational(7'200, 22'100));
  EXPECT_LT(folded(games::FoldedProgressive::loses), Rational(7'200, 22'100));
}

TEST(Together, AFoldLosesQueensUpWhereTheHouseSaysSo) {
  const auto queens_up = [](games::FoldedBonus rule) {
    const Table table =
        table_of("crazy-4-poker", {}, [&](games::TableSetup& setup) { setup.house.folded_bonus = rule; });
    const NamedRule never{"never plays", [](const games::View&, const Table&, const games::Actions&) {
                            return Choice{.kind = ActionKind::fold};
                          }};
    return together(table, bets_on(table.game(), {{"ante", 1}, {"queens-up", 1}}), never).means[1];
  };
  EXPECT_EQ(queens_up(games::FoldedBonus::loses), -1);
  EXPECT_GT(queens_up(games::FoldedBonus::keeps), Rational(-1, 10));
}

TEST(Together, RefusesWhatCannotBeBet) {
  const Table table = table_of("crazy-4-poker");
  Analyst analyst(table.game());
  const auto refusal = [&](const JointBets& bets) {
    const auto figures = analyst.together(table, bets);
    return figures ? "fine" : figures.error();
  };
  EXPECT_EQ(refusal(bets_on(table.game(), {{"queens-up", 1}})),
            "QUEENS UP can be bet only with the ANTE [bonus_without_base]");
  EXPECT_EQ(refusal(bets_on(table.game(), {{"ante", 1}, {"play", 1}})),
            "PLAY is not a separate wager: it counts with the ANTE [wager_not_of_its_own]");
  EXPECT_EQ(refusal(bets_on(table.game(), {{"ante", 1}, {"ante", 1}})), "ANTE is named twice [wager_named_twice]");
  EXPECT_EQ(refusal(bets_on(table.game(), {{"ante", 1}, {"progressive", 1}})),
            "the progressive has 1 meter: give 1 amount [meters_not_by_level]");
}

}  // namespace
}  // namespace cardroom::odds
