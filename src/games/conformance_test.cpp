// One suite over every registered game: whatever the table, the wagers and the cards, the laws hold that the
// mathematics, the settlement and the practice table rely on. A failure is repeated by its printed key alone.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include "base/prng.h"
#include "games/simulation.h"
#include "games/testing.h"
#include "games/words.h"

namespace cardroom::games {
namespace {

class EveryGame : public testing::TestWithParam<const Game*> {
 protected:
  const Game& game() const { return *GetParam(); }
};

template <class Container>
const auto& pick(base::Prng& prng, const Container& from) {
  return from[base::uniform_below(prng, static_cast<uint32_t>(from.size()))];
}

bool toss(base::Prng& prng) {
  return base::uniform_below(prng, 2) == 0;
}

// A table as some house might run it: any of its options, any paytable of each group.
Table random_table(const Game& game, base::Prng& prng) {
  return table_of(game.facts.id, {}, [&](TableSetup& setup) {
    for (HouseOption option : game.facts.house_options) {
      if (option == HouseOption::chip) {
        setup.house.chip = Cents(toss(prng) ? 50 : 100);
      } else if (option == HouseOption::order) {
        if (!toss(prng)) continue;
        setup.house.order = game.facts.reconcile_order;
        std::ranges::reverse(setup.house.order);
      } else {
        for (const std::string_view value : {"mandatory", "loses", "wins", "any", "whole-hands", "down", "nearest"}) {
          if (toss(prng)) (void)set_option(game, setup.house, option, value);
        }
      }
    }
    for (const PaytableGroup& group : game.facts.groups) {
      std::vector<PaytablePtr> choices;
      for (const PaytablePtr& paytable : shipped_library().paytables) {
        if (paytable->belongs_to(game.facts.id) && paytable->group == group.id) choices.push_back(paytable);
      }
      setup.paytables.push_back(pick(prng, choices));
    }
  });
}

// Players with any valid combination of wagers.
Round random_wagers(const Table& table, base::Prng& prng) {
  const auto& wagers = table.game().facts.wagers;
  for (;;) {
    Round round;
    const int players = 1 + static_cast<int>(base::uniform_below(prng, static_cast<uint32_t>(table.players_max())));
    for (int number = 1; number <= players; ++number) {
      Position position{.number = number};
      for (size_t wager = 0; wager < wagers.size(); ++wager) {
        const WagerKind kind = wagers[wager].kind;
        if (kind == WagerKind::raise || kind == WagerKind::award) continue;
        const auto chips = static_cast<int64_t>(base::uniform_below(prng, 20));
        const Cents amount = table.limits().min + table.house().chip * chips;
        if (kind == WagerKind::companion) {
          position.stakes[wager] = position.stakes[static_cast<size_t>(wagers[wager].base)];
        } else if (toss(prng)) {
          position.stakes[wager] = amount;
        }
      }
      round.positions.push_back(position);
      if (!validate_wagers(table, round)) round.positions.pop_back();
    }
    if (validate_wagers(table, round)) return round;
  }
}

// Any legal choice: one of the actions, a bet of its least, its most, or something between.
Choice random_choice(const Table& table, const Actions& actions, base::Prng& prng) {
  const Action& action = pick(prng, actions);
  const Cents step = action.step > Cents(0) ? action.step : table.house().chip;
  const auto steps = static_cast<uint32_t>((action.max - action.min).value() / step.value()) + 1;
  return {.kind = action.kind, .wager = action.wager, .amount = action.min + step * base::uniform_below(prng, steps)};
}

struct Dealt {
  Table table;
  Round round;
};

Dealt random_round(const Game& game, uint64_t prng_key) {
  base::Prng prng(prng_key);
  Dealt dealt{random_table(game, prng), {}};
  dealt.round = random_wagers(dealt.table, prng);
  cards::Deck deck(game.facts.deck);
  play_round(
      dealt.table, dealt.round, [&] { return deck.draw(prng); },
      [&](const View&, const Actions& actions, const Position&) { return random_choice(dealt.table, actions, prng); });
  return dealt;
}

// CARDROOM_ROUNDS_TRIED in the environment asks for more: an endurance run.
const uint64_t rounds_tried = [] {
  const char* wanted = std::getenv("CARDROOM_ROUNDS_TRIED");
  return wanted ? std::strtoull(wanted, nullptr, 10) : 3000;
}();

#define FOR_RANDOM_ROUNDS(dealt)                                          \
  for (uint64_t prng_key = 1; prng_key <= rounds_tried; ++prng_key)       \
    if (SCOPED_TRACE(fmt::format("prng_key {}", prng_key)); HasFailure()) \
      break;                                                              \
    else if (const Dealt dealt = random_round(game(), prng_key); true)

TEST_P(EveryGame, NamesItsPartsOnce) {
  const Facts& facts = game().facts;
  std::set<std::string_view> ids;
  for (const WagerFact& wager : facts.wagers) EXPECT_TRUE(ids.insert(wager.id).second) << wager.id;
  EXPECT_LE(facts.wagers.size(), static_cast<size_t>(wagers_max));
  EXPECT_LE(facts.readings.size(), static_cast<size_t>(readings_max));
  std::vector<int> order = facts.reconcile_order;
  std::ranges::sort(order);
  for (size_t index = 0; index < facts.wagers.size(); ++index) {
    ASSERT_LT(index, order.size());
    EXPECT_EQ(order[index], static_cast<int>(index));
  }
  // The first is the base wager: what stands alone, and what the others go with.
  EXPECT_EQ(facts.wagers.front().kind, WagerKind::regular);
  EXPECT_EQ(facts.wagers.front().base, no_wager);
  EXPECT_EQ(find_game(facts.id), &game());
}

TEST_P(EveryGame, HasAPaytableForEveryGroupAndEveryPaytableMakesATable) {
  int made = 0;
  for (const PaytablePtr& paytable : shipped_library().paytables) {
    if (!paytable->belongs_to(game().facts.id)) continue;
    const Table table = table_of(game().facts.id, {paytable->id});
    for (const Paytable::ForWager& wager : paytable->wagers) {
      EXPECT_EQ(table.pays(game().wager_index(wager.wager)), &wager.pays);
      // Each row pays some hand.
      std::set<int> rows;
      for (int rank = 0; rank < class_count(wager.pays.ranking()); ++rank)
        rows.insert(wager.pays.row_of(HandRank(rank)));
      rows.erase(-1);
      EXPECT_EQ(rows.size(), wager.pays.rows().size()) << paytable->id << " " << wager.wager;
    }
    ++made;
  }
  EXPECT_GE(made, static_cast<int>(game().facts.groups.size()));
}

TEST_P(EveryGame, EveryReachableRoundIsValidAndSettles) {
  FOR_RANDOM_ROUNDS(dealt) {
    EXPECT_EQ(code_of(validate_wagers(dealt.table, dealt.round)), "fine");
    EXPECT_EQ(code_of(validate_cards(dealt.table, dealt.round)), "fine");
    EXPECT_EQ(code_of(validate_choices(dealt.table, dealt.round)), "fine");
    const Settlement settlement = settle(dealt.table, dealt.round);
    EXPECT_FALSE(settlement.voided());
    for (const SettlementLine& line : settlement.lines) {
      EXPECT_FALSE(reason_words(dealt.table, dealt.round, settlement, line).empty());
    }
  }
}

TEST_P(EveryGame, SettlementConservesMoney) {
  FOR_RANDOM_ROUNDS(dealt) {
    const Settlement settlement = settle(dealt.table, dealt.round);
    std::map<std::pair<int, int>, int> lines_of;  // by position and wager
    Cents staked, taken, returned, paid, net;
    for (const Position& position : dealt.round.positions) {
      for (Cents stake : position.stakes) staked += stake;
      net += settlement.net(position.number);
    }
    for (const SettlementLine& line : settlement.lines) {
      const Outcome& outcome = line.outcome;
      if (line.kind == SettlementLine::Kind::wager) ++lines_of[{line.position, line.wager}];
      (outcome.stake_returned ? returned : taken) += line.stake;
      paid += outcome.paid;
      EXPECT_GE(outcome.paid, Cents(0));
      EXPECT_EQ(outcome.paid.value() % dealt.table.house().chip.value(), 0) << "pays are in chips";
      switch (outcome.result) {
        case Result::won: EXPECT_GT(outcome.paid, Cents(0)); break;
        case Result::lost: EXPECT_TRUE(!outcome.stake_returned && outcome.paid == Cents(0)); break;
        case Result::pushed: EXPECT_TRUE(outcome.stake_returned && outcome.paid == Cents(0)); break;
        case Result::claimed: EXPECT_TRUE(!outcome.stake_returned && outcome.paid == Cents(0)); break;
        case Result::none: ADD_FAILURE() << "a line without a result";
      }
    }
    EXPECT_EQ(returned + taken, staked) << "every stake goes back or is taken, once";
    EXPECT_EQ(net, paid - taken) << "what players gain is what the house pays less what it takes";
    for (const Position& position : dealt.round.positions) {
      for (size_t wager = 0; wager < position.stakes.size(); ++wager) {
        const int count = lines_of[{position.number, static_cast<int>(wager)}];
        if (position.stakes[wager] > Cents(0)) {
          EXPECT_EQ(count, 1);
        } else {
          EXPECT_LE(count, 1);
        }
      }
    }
  }
}

TEST_P(EveryGame, IsSettledFromTheDealersRightInTheOrderOfTheHouse) {
  FOR_RANDOM_ROUNDS(dealt) {
    const Settlement settlement = settle(dealt.table, dealt.round);
    const auto place = [&](const SettlementLine& line) {
      const auto& order = dealt.table.reconcile_order();
      const bool late = dealt.table.game().wager(line.wager).after_all_hands;
      return std::tuple(line.kind == SettlementLine::Kind::envy, late, -line.position,
                        std::ranges::find(order, line.wager) - order.begin());
    };
    for (size_t index = 1; index < settlement.lines.size(); ++index) {
      const SettlementLine& before = settlement.lines[index - 1];
      const SettlementLine& line = settlement.lines[index];
      if (line.kind == SettlementLine::Kind::envy) continue;
      EXPECT_LT(place(before), place(line));
    }
  }
}

TEST_P(EveryGame, ShownActionsAreLegalAndTheirNeighboursAreNot) {
  FOR_RANDOM_ROUNDS(dealt) {
    const auto decisions_before = [&](size_t step) {
      return static_cast<size_t>(std::count_if(dealt.table.script().begin(),
                                               dealt.table.script().begin() + static_cast<long>(step),
                                               [](const Step& past) { return past.kind == Step::Kind::decide; }));
    };
    for (size_t step = 0; step < dealt.table.script().size(); ++step) {
      if (dealt.table.script()[step].kind != Step::Kind::decide) continue;
      for (const Position& position : dealt.round.positions) {
        // As it was at the decision: with what has been bet or taken back before it, and no more.
        Position then = position;
        then.choices.clear();
        then.stakes = stakes_before_deal(game(), position);
        for (size_t before = 0; before < position.choices.size() && before < decisions_before(step); ++before) {
          apply(then, position.choices[before]);
        }
        if (then.folded()) continue;
        const View view = view_at(dealt.table, dealt.round, then, static_cast<int>(step));
        for (const Action& action : game().actions(view, dealt.table)) {
          const auto judge = [&](Cents amount) {
            const Choice choice{.kind = action.kind, .wager = action.wager, .amount = amount};
            return validate_choice(dealt.table, then, game().actions(view, dealt.table), choice).has_value();
          };
          if (action.kind == ActionKind::fold || action.kind == ActionKind::check) {
            EXPECT_TRUE(judge(Cents(0)));
            continue;
          }
          EXPECT_TRUE(judge(action.min) && judge(action.max));
          const bool sparse = action.step > dealt.table.house().chip;
          EXPECT_FALSE(sparse && judge(action.min + dealt.table.house().chip));
          EXPECT_FALSE(judge(action.min - dealt.table.house().chip));
          EXPECT_FALSE(judge(action.max + dealt.table.house().chip));
        }
      }
    }
  }
}

TEST_P(EveryGame, AViewHoldsNothingThatIsFaceDown) {
  FOR_RANDOM_ROUNDS(dealt) {
    for (size_t step = 0; step < dealt.table.script().size(); ++step) {
      if (dealt.table.script()[step].kind != Step::Kind::decide) continue;
      // Cards dealt face up or turned before this step, by the script alone.
      CardSet dealer_shown;
      CardSet community_shown;
      std::map<Holder, size_t> dealt_to;
      std::map<Holder, size_t> turned_of;
      for (size_t before = 0; before < step; ++before) {
        const Step& past = dealt.table.script()[before];
        const bool turns = past.kind == Step::Kind::reveal;
        if ((past.kind != Step::Kind::deal && !turns) || past.holder == Holder::player) continue;
        const CardRow& row = past.holder == Holder::dealer ? dealt.round.dealer : dealt.round.community;
        CardSet& shown = past.holder == Holder::dealer ? dealer_shown : community_shown;
        for (int card = 0; card < past.card_count; ++card) {
          const cards::Card next = row[(turns ? turned_of : dealt_to)[past.holder]++];
          if (turns || past.face == Face::up) shown.add(next);
        }
      }
      for (const Position& position : dealt.round.positions) {
        const View view = view_at(dealt.table, dealt.round, position, static_cast<int>(step));
        EXPECT_EQ(view.own, to_set(position.cards));
        EXPECT_EQ(view.dealer, dealer_shown);
        EXPECT_EQ(view.community, community_shown);
      }
    }
  }
}

TEST_P(EveryGame, ARoundSurvivesBeingWrittenAndReadAgain) {
  FOR_RANDOM_ROUNDS(dealt) {
    const std::string text = format_round(dealt.table, dealt.round);
    const auto loaded = parse_round(text, shipped_library());
    ASSERT_TRUE(loaded) << loaded.error().to_text() << "\n" << text;
    EXPECT_EQ(loaded->round, dealt.round) << text;
    EXPECT_EQ(loaded->table.house(), dealt.table.house());
    const Settlement before = settle(dealt.table, dealt.round);
    const Settlement after = settle(loaded->table, loaded->round);
    ASSERT_EQ(before.lines.size(), after.lines.size());
    for (size_t index = 0; index < before.lines.size(); ++index) {
      EXPECT_EQ(before.lines[index].outcome, after.lines[index].outcome);
    }
  }
}

TEST_P(EveryGame, BasicPlayChoosesALegalAction) {
  for (uint64_t prng_key = 1; prng_key <= rounds_tried; ++prng_key) {
    base::Prng prng(prng_key);
    const Table table = random_table(game(), prng);
    Round round = random_wagers(table, prng);
    cards::Deck deck(game().facts.deck);
    for (const NamedStrategy& strategy : strategies()) {
      deal_round(table, round, strategy.choose, prng_key, 1, deck);
      ASSERT_EQ(code_of(validate_choices(table, round)), "fine") << strategy.id << ", prng_key " << prng_key;
    }
  }
}

TEST_P(EveryGame, AWrongNumberOfCardsVoidsTheRoundAndReturnsEverything) {
  FOR_RANDOM_ROUNDS(dealt) {
    base::Prng prng(prng_key);
    Round round = dealt.round;
    const size_t victim = base::uniform_below(prng, static_cast<uint32_t>(round.positions.size()) + 1);
    // Beyond the players it is the dealer's hand, or the community cards where he has none.
    const bool middle = victim == round.positions.size() && round.dealer.empty();
    const bool dealer = victim == round.positions.size() && !middle;
    CardRow& row = middle ? round.community : dealer ? round.dealer : round.positions[victim].cards;
    const int expected = static_cast<int>(row.size());
    row.pop_back();
    const Settlement settlement = settle(dealt.table, round);
    ASSERT_EQ(settlement.miscounts.size(), 1U);
    EXPECT_EQ(settlement.miscounts[0].position, middle ? -1 : dealer ? 0 : round.positions[victim].number);
    EXPECT_EQ(settlement.miscounts[0].dealt, expected - 1);
    EXPECT_EQ(settlement.miscounts[0].expected, expected);
    Cents returned, staked;
    for (const Position& position : round.positions) {
      EXPECT_EQ(settlement.net(position.number), Cents(0));
      for (Cents stake : position.stakes) staked += stake;
    }
    for (const SettlementLine& line : settlement.lines) returned += line.stake;
    EXPECT_EQ(returned, staked);
  }
}

// What simulations count is what settlements say.
TEST_P(EveryGame, TheFastPathAgreesWithTheSettlement) {
  for (uint64_t prng_key = 1; prng_key <= 300; ++prng_key) {
    base::Prng prng(prng_key);
    const Table table = random_table(game(), prng);
    Round round = random_wagers(table, prng);
    Totals totals;
    const Strategy basic = find_strategy("basic")->choose;
    add_rounds(table, round, basic, prng_key, 1, 10, totals);
    int64_t counted = 0;
    for (const Tally& tally : totals.by_wager) counted += tally.net_cents;
    int64_t settled = 0;
    cards::Deck deck(game().facts.deck);
    for (uint64_t index = 1; index <= 10; ++index) {
      deal_round(table, round, basic, prng_key, index, deck);
      const Settlement settlement = settle(table, round);
      for (const Position& position : round.positions) settled += settlement.net(position.number).value();
    }
    ASSERT_EQ(counted, settled) << "prng_key " << prng_key;
  }
}

INSTANTIATE_TEST_SUITE_P(Games, EveryGame, testing::ValuesIn(all_games().begin(), all_games().end()),
                         [](const auto& parameter) {
                           std::string name(parameter.param->facts.id);
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace cardroom::games
