// What pages show of what players are owed, over random histories, against a slow count of the events alone.
#include <gtest/gtest.h>

#include <algorithm>

#include "progressive/testing_owed_model.h"
#include "progressive/testing_simulation.h"
#include "server/chronicle.h"
#include "server/views.h"

namespace cardroom::server {
namespace {

using progressive::testing::owed_after;
using progressive::testing::OwedLine;
using progressive::testing::Simulation;

OwedLine line_of(const OwedView& view) {
  return {boost::describe::enum_to_string(view.kind, "?"),
          view.table.text,
          view.round,
          view.claim,
          view.position.value_or(0),
          view.amount.value()};
}

std::vector<OwedLine> lines_of(const std::vector<OwedView>& views) {
  std::vector<OwedLine> lines;
  for (const OwedView& view : views) lines.push_back(line_of(view));
  std::ranges::sort(lines);
  return lines;
}

std::vector<OwedLine> on_tables(const State& state) {
  std::vector<OwedLine> lines;
  const std::vector<Wager> lit;
  const KeypadState steps;
  for (const auto& [id, table] : state.tables)
    for (const OwedView& view : view_of_table(state, id, {true, 0, lit, steps}, 0, 0).view.owed)
      lines.push_back(line_of(view));
  std::ranges::sort(lines);
  return lines;
}

// Of the wins: awards and envy that are owed, refunds not. Envy that END GAME will post is not in the journal yet.
std::vector<OwedLine> on_wins(const Chronicle& chronicle, const State& state) {
  std::vector<OwedLine> lines;
  for (WinRow row : chronicle.wins({}, 0, 1000)) {
    show_owed(row, state, 0);
    const auto due =
        is_open_round(state, row.table, row.round) ? envy_due(state, row.table, 0) : std::vector<Payment>();
    if (row.owed)
      lines.push_back({"award", row.table.text, row.round, row.claim, row.position.value_or(0), row.amount.value()});
    for (const WinEnvy& envy : row.envy) {
      const bool posted = std::ranges::none_of(
          due, [&](const Payment& payment) { return payment.claim == row.claim && payment.position == envy.position; });
      if (envy.owed && posted)
        lines.push_back({"envy", row.table.text, row.round, row.claim, envy.position, envy.amount.value()});
    }
  }
  std::ranges::sort(lines);
  return lines;
}

TEST(OwedViews, TablesClaimsAndWinsShowExactlyWhatTheEventsOwe) {
  size_t envy = 0;
  for (uint64_t key = 301; key <= 308; ++key) {
    Simulation simulation(key);
    Chronicle whole, late;
    whole.begin(simulation.state());
    size_t noted = simulation.events().size();
    std::optional<Chronicle> early;
    for (int step = 1; step <= 800; ++step) {
      const std::string what = simulation.step();
      for (; noted < simulation.events().size(); ++noted) {
        whole.note(noted + 1, simulation.events()[noted]);
        if (early) late.note(noted + 1, simulation.events()[noted]);
      }
      if (step == 400) {
        early = whole;
        late.begin(simulation.state());
      }
      std::vector<OwedLine> expected = owed_after(simulation.events());
      SCOPED_TRACE("key " + std::to_string(key) + ", step " + std::to_string(step) + ", " + what);
      ASSERT_EQ(on_tables(simulation.state()), expected);
      ASSERT_EQ(lines_of(owed_views(simulation.state())), expected);
      std::erase_if(expected, [](const OwedLine& line) { return line.why == "refund"; });
      envy += static_cast<size_t>(std::ranges::count(expected, "envy", &OwedLine::why));
      if (step % 10 != 0) continue;
      ASSERT_EQ(on_wins(whole, simulation.state()), expected);
    }
    // A game manager that started in the middle and then read what was before.
    ASSERT_TRUE(early);
    late.prepend(std::move(*early));
    EXPECT_EQ(on_wins(late, simulation.state()), on_wins(whole, simulation.state()));
    const auto rows = whole.wins({}, 0, 1000);
    const auto joined = late.wins({}, 0, 1000);
    ASSERT_EQ(joined.size(), rows.size());
    for (size_t i = 0; i < rows.size(); ++i) {
      EXPECT_EQ(joined[i].envy, rows[i].envy) << rows[i].page;
      EXPECT_EQ(joined[i].tax_rule, rows[i].tax_rule) << rows[i].page;
    }
  }
  EXPECT_GT(envy, 300u);
}

TEST(OwedViews, AHeldClaimSaysWhoGetsEnvyWhenItIsPaid) {
  progressive::testing::Floor floor;
  floor.create_link("mega", progressive::testing::simple_rules(), {base::Cents(1'000'000)});
  floor.place_table("T1", {{"mega"}});
  floor.start("T1", "mega", {1, 2, 5});
  const ClaimNumber claim = floor.mark("T1", "mega", 1, "royal_flush");
  const std::vector<EnvyPay> pays = {{2, base::Cents(100'000)}, {5, base::Cents(100'000)}};
  EXPECT_EQ(claims_waiting(floor.state).at(0).envy_pays, pays);
  floor.must(HoldClaim{claim, "review"}, "sup");
  floor.must(EndRound{{"T1"}});
  EXPECT_EQ(claims_waiting(floor.state).at(0).envy_pays, pays);
}

TEST(OwedViews, AWinSaysWhetherATaxRuleDecided) {
  progressive::testing::Floor floor;
  Chronicle chronicle;
  chronicle.begin(floor.state);
  floor.events.clear();
  LinkRules rules = progressive::testing::simple_rules();
  floor.create_link("plain", rules, {base::Cents(1'000'000)});
  rules.tax = {{"2025-01-01", base::Cents(60'000), 300, TaxBasis::gross}};
  floor.create_link("taxed", rules, {base::Cents(1'000'000)});
  floor.place_table("T1", {{"plain"}, {"taxed"}});
  floor.must(StartRound{{"T1"}, {{1, {"plain"}, base::Cents(100)}, {1, {"taxed"}, base::Cents(100)}}});
  for (const char* link : {"plain", "taxed"}) floor.must(ConfirmClaim{floor.mark("T1", link, 1, "royal_flush")}, "sup");
  uint64_t sequence = 0;
  for (const Event& event : floor.events) chronicle.note(++sequence, event);
  const auto wins = chronicle.wins({}, 0, 10);
  ASSERT_EQ(wins.size(), 2u);
  EXPECT_TRUE(wins[0].tax_rule);
  EXPECT_TRUE(wins[0].tax);
  EXPECT_FALSE(wins[1].tax_rule);
  EXPECT_FALSE(wins[1].tax);
}

}  // namespace
}  // namespace cardroom::server
