#include "odds/best_play.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/prng.h"
#include "games/library.h"
#include "games/registry.h"
#include "games/testing.h"
#include "odds/analysis.h"
#include "odds/testing.h"

namespace cardroom::odds {
namespace {

using games::PaytablePtr;
using games::table_of;
using games::WagerKind;

int below(base::Prng& prng, int limit) {
  return static_cast<int>(base::uniform_below(prng, static_cast<uint32_t>(limit)));
}

// Other pays, from nothing to a thousand and with fractions; sometimes a row begins elsewhere, or covers other hands.
games::WagerPays random_pays(const games::WagerPays& pays, base::Prng& prng) {
  std::vector<games::PayRow> rows = pays.rows();
  for (games::PayRow& row : rows) {
    for (games::Pay& pay : row.pays) {
      const int most[] = {1, 4, 20, 1000};
      pay.numerator = below(prng, most[below(prng, 4)] + 1);
      pay.denominator = 1 + below(prng, 3);
    }
    const int moved = row.covers.low.value() + below(prng, 41) - 20;
    if (below(prng, 4) == 0 && moved >= 0 && moved <= row.covers.high.value()) row.covers.low = HandRank(moved);
  }
  if (below(prng, 2) == 0) {
    const int low = below(prng, class_count(pays.ranking()));
    const int high = low + below(prng, class_count(pays.ranking()) - low);
    games::PayRow row = rows.back();
    row.hand = "some hands";
    row.covers = {HandRank(low), HandRank(high)};
    rows.push_back(row);
  }
  return {pays.ranking(), std::move(rows), pays.hand_counts()};
}

Table with_random_pays(const Table& table, base::Prng& prng) {
  games::TableSetup setup{.game = &table.game(), .house = table.house(), .paytables = {}};
  for (const PaytablePtr& paytable : table.paytables()) {
    auto other = std::make_shared<games::Paytable>(*paytable);
    for (auto& wager : other->wagers) {
      if (paytable->group != "progressive") wager.pays = random_pays(wager.pays, prng);
    }
    setup.paytables.push_back(other);
  }
  return *Table::make(setup, {});
}

std::string text_of(const Figures& figures) {
  std::string text = fmt::format("{} deals\n", figures.deals.str());
  for (const OutcomeRow& row : figures.rows) {
    text += fmt::format("{}: {} times {} of {}{}\n", row.name, row.deals.str(), base::to_text(row.net),
                        base::to_text(row.staked), row.hit ? ", a hit" : "");
  }
  for (const Rational* value : {&figures.house_edge, &figures.average_staked, &figures.element_of_risk,
                                &figures.hit_frequency, &figures.variance, &figures.third_moment}) {
    text += base::to_text(*value) + "\n";
  }
  return text;
}

// The slow and obvious way decides for every class and up-card by itself.
TEST(BestPlay, UnderRandomPaysIsWhatDecidingEverySituationByItselfFinds) {
  constexpr uint64_t prng_key = 71;
  base::Prng prng(prng_key);
  for (const games::Game* game : showdown_games()) {
    SCOPED_TRACE(fmt::format("{}, prng_key {}", game->facts.id, prng_key));
    const Table printed = table_of(game->facts.id);
    const ShowdownCounts counts(shape_of(printed));
    BestPlay best(counts);
    std::vector<std::pair<int, int>> units = {{0, 1}};
    for (size_t wager = 0; wager < game->facts.wagers.size(); ++wager) {
      if (game->facts.wagers[wager].kind == WagerKind::companion) units.emplace_back(static_cast<int>(wager), 1);
    }
    for (int sample = 0; sample < 8; ++sample) {
      const Table table = sample == 0 ? printed : with_random_pays(printed, prng);
      const Play by_itself = play_all(table, counts, units);
      const Play found = best.play(table, units);
      ASSERT_EQ(text_of(base_figures(found, 0, "")), text_of(base_figures(by_itself, 0, ""))) << sample;
      if (units.size() > 1) {
        ASSERT_EQ(covariance(found, 0, units[1].first), covariance(by_itself, 0, units[1].first));
      }
    }
    // With a wager beside the base game that a fold loses.
    for (size_t wager = 1; wager < game->facts.wagers.size(); ++wager) {
      const games::WagerFact& fact = game->facts.wagers[wager];
      if (fact.kind != WagerKind::bonus && fact.kind != WagerKind::regular) continue;
      if (fact.reads != std::vector{game->facts.player_reading}) continue;
      Table house = printed;
      if (std::ranges::find(game->facts.house_options, games::HouseOption::folded_bonus) !=
          game->facts.house_options.end()) {
        games::TableSetup setup{.game = game, .house = printed.house(), .paytables = printed.paytables()};
        setup.house.folded_bonus = games::FoldedBonus::loses;
        house = *Table::make(setup, {});
      }
      const Table table = with_random_pays(house, prng);
      const std::vector<std::pair<int, int>> both = {{0, 1}, {static_cast<int>(wager), 1}};
      const Play by_itself = play_all(table, counts, both);
      const Play found = best.play(table, both);
      const int index = static_cast<int>(wager);
      ASSERT_EQ(text_of(wager_figures(found, index, "")), text_of(wager_figures(by_itself, index, ""))) << fact.name;
      ASSERT_EQ(covariance(found, 0, index), covariance(by_itself, 0, index)) << fact.name;
    }
  }
}

TEST(BestPlay, ThatNeverFoldsIsWhatTheRuleFinds) {
  base::Prng prng(72);
  const DecisionRule rule = [](const games::View&, const Table&, const games::Actions& actions) {
    return games::bet_least(actions);
  };
  for (const std::string_view id : {"four-card-poker", "crazy-4-poker"}) {
    const Table table = with_random_pays(table_of(id), prng);
    const int wager = table.game().wager_index("bad-beat-bonus");
    const ShowdownCounts counts(shape_of(table, wager));
    const std::vector<std::pair<int, int>> units = {{0, 1}, {wager, 1}};
    const Play by_rule = play_all(table, counts, units, {.strategy = rule});
    const Play found = BestPlay(counts).play(table, units, BestPlay::Decisions::never_fold);
    EXPECT_EQ(text_of(wager_figures(found, wager, "")), text_of(wager_figures(by_rule, wager, ""))) << id;
  }
}

// Every shipped paytable of a game in turn, with the defaults for the other groups.
std::vector<Table> tables_of(const games::Game& game) {
  std::vector<Table> tables;
  for (const PaytablePtr& paytable : games::shipped_library().paytables) {
    if (!paytable->belongs_to(game.facts.id)) continue;
    const games::TableSetup setup{.game = &game, .house = game.facts.house, .paytables = {paytable}};
    tables.push_back(exact_table(*Table::make(setup, games::shipped_library().paytables)));
  }
  return tables;
}

TEST(BestPlay, IsOfferedTheSameChoicesUnderAllPaytables) {
  base::Prng prng(73);
  for (const games::Game* game : showdown_games()) {
    const auto tables = tables_of(*game);
    Stakes stakes{};
    stakes.fill(Cents(1000));
    const auto players = list_classes(shape_of(tables.front()).player_cards);
    for (int sample = 0; sample < 300; ++sample) {
      const CardSet own = players[base::uniform_below(prng, static_cast<uint32_t>(players.size()))].cards;
      const games::View view{.own = own, .stakes = &stakes};
      const auto choices = choices_among(game->actions(view, tables.front()), Cents(1000));
      for (const Table& table : tables) ASSERT_EQ(choices_among(game->actions(view, table), Cents(1000)), choices);
    }
  }
}

// Two neighbouring ranks of the player in the same rows, on the same side of every border: the same outcomes against
// every dealer's hand that is above both or below both.
TEST(BestPlay, OutcomesAreTheSameForPlayersRanksBetweenTheRows) {
  base::Prng prng(74);
  for (const games::Game* game : showdown_games()) {
    for (const Table& table : tables_of(*game)) {
      const ShowdownShape shape = shape_of(table);
      const int ranks = class_count(shape.player_ranking);
      const auto same_rows = [&](int a, int b) {
        for (size_t wager = 0; wager < game->facts.wagers.size(); ++wager) {
          const games::WagerPays* pays = table.pays(static_cast<int>(wager));
          if (!pays || pays->ranking() != shape.player_ranking || !pays->hand_counts().empty()) continue;
          if (pays->row_of(HandRank(a)) != pays->row_of(HandRank(b))) return false;
        }
        return std::ranges::none_of(shape.borders, [&](int border) { return a < border && border <= b; });
      };
      Stakes stakes{};
      int raise = games::no_wager;
      for (size_t wager = 0; wager < game->facts.wagers.size(); ++wager) {
        const games::WagerFact& fact = game->facts.wagers[wager];
        const bool of_both = std::ranges::all_of(fact.reads, [&](int read) {
          return read == game->facts.player_reading || read == game->facts.dealer_reading;
        });
        if (fact.kind == WagerKind::raise) raise = static_cast<int>(wager);
        if (fact.kind == WagerKind::progressive || fact.kind == WagerKind::award || !of_both) continue;
        if (fact.kind != WagerKind::raise) stakes[wager] = exact_unit(table);
      }
      for (int rank = 0; rank + 1 < ranks; ++rank) {
        if (!same_rows(rank, rank + 1)) continue;
        for (int sample = 0; sample < 4; ++sample) {
          const int dealer = below(prng, ranks);
          if (dealer == rank || dealer == rank + 1) continue;
          for (const Choice& choice :
               {Choice{.kind = games::ActionKind::fold},
                Choice{.kind = games::ActionKind::bet, .wager = raise, .amount = exact_unit(table) * 2}}) {
            ASSERT_EQ(outcomes_of(table, stakes, rank, dealer, choice),
                      outcomes_of(table, stakes, rank + 1, dealer, choice))
                << game->facts.id << " player " << rank << " dealer " << dealer;
          }
        }
      }
    }
  }
}

// By its definition, in fractions, row by row.
TEST(Figures, AreTheMomentsOfTheirRows) {
  Analyst analyst(*games::find_game("three-card-poker"));
  const Figures figures = *analyst.wager(table_of("three-card-poker"), 0);
  Rational mean, staked, hits;
  for (const OutcomeRow& row : figures.rows) {
    mean += Rational(row.deals, figures.deals) * row.net;
    staked += Rational(row.deals, figures.deals) * row.staked;
    if (row.hit) hits += Rational(row.deals, figures.deals);
  }
  Rational variance, third;
  for (const OutcomeRow& row : figures.rows) {
    const Rational off = row.net - mean;
    variance += Rational(row.deals, figures.deals) * off * off;
    third += Rational(row.deals, figures.deals) * off * off * off;
  }
  EXPECT_EQ(figures.house_edge, -mean);
  EXPECT_EQ(figures.average_staked, staked);
  EXPECT_EQ(figures.element_of_risk, -mean / staked);
  EXPECT_EQ(figures.hit_frequency, hits);
  EXPECT_EQ(figures.variance, variance);
  EXPECT_EQ(figures.third_moment, third);
}

}  // namespace
}  // namespace cardroom::odds
