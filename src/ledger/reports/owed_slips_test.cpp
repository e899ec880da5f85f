// What win slips say is owed, over random histories, against a slow count of the events alone.
#include <gtest/gtest.h>

#include "ledger/codec.h"
#include "ledger/reports/testing/small_house.h"
#include "ledger/testing/entries.h"
#include "progressive/testing_owed_model.h"
#include "progressive/testing_simulation.h"

namespace cardroom::ledger::reports {
namespace {

using namespace progressive;
using progressive::testing::owed_after;
using progressive::testing::OwedLine;
using reports::testing::read;
using reports::testing::SmallHouse;
using reports::testing::table_of;
using reports::testing::text_of;

std::shared_ptr<MemoryJournal> journal_of(const std::vector<Event>& events) {
  auto journal = std::make_shared<MemoryJournal>();
  Head head;
  for (const Event& event : events) {
    Entry entry{.sequence = head.sequence + 1,
                .time_ms = event.time_ms,
                .command_id = "c" + std::to_string(head.sequence + 1),
                .command_digest = {},
                .body = to_json(event)};
    entry.hash = chain_hash(head.hash, entry);
    head = {entry.sequence, entry.hash};
    journal->entries.push_back(std::move(entry));
  }
  return journal;
}

// "12 award", "12 position 5 $10.00 owed": the claim and what its slip says is owed.
std::vector<std::string> owed_on_slips(const std::shared_ptr<MemoryJournal>& journal) {
  std::vector<std::string> lines;
  const Table table = table_of(testing::report_of("win-page", {}, journal), "pages");
  for (const std::string& row : read(table, {"claim", "payment", "amount", "envy"})) {
    std::vector<std::string> cells;
    for (size_t at = 0; at != std::string::npos;) {
      const size_t end = row.find(" | ", at);
      cells.push_back(row.substr(at, end == std::string::npos ? end : end - at));
      at = end == std::string::npos ? end : end + 3;
    }
    if (cells.at(1) == "owed") lines.push_back(cells[0] + " award " + cells.at(2));
    for (size_t at = 0; at < cells.at(3).size();) {
      const size_t end = std::min(cells[3].find(", position", at), cells[3].size());
      std::string part = cells[3].substr(at, end - at);
      if (const size_t begin = part.find("position "); begin != std::string::npos) part = part.substr(begin);
      if (part.ends_with(" owed")) lines.push_back(cells[0] + " " + part.substr(0, part.size() - 5));
      at = end + 2;
    }
  }
  std::ranges::sort(lines);
  return lines;
}

TEST(OwedSlips, SayExactlyWhatTheEventsOwe) {
  size_t envy = 0;
  for (uint64_t key = 401; key <= 406; ++key) {
    progressive::testing::Simulation simulation(key);
    for (int step = 1; step <= 600; ++step) {
      simulation.step();
      if (step % 60 != 0) continue;
      std::vector<std::string> expected;
      for (const OwedLine& line : owed_after(simulation.events())) {
        if (line.why == "award")
          expected.push_back(std::to_string(line.claim) + " award " + plain_money(base::Cents(line.cents)));
        if (line.why == "envy")
          expected.push_back(std::to_string(line.claim) + " position " + std::to_string(line.position) + " " +
                             base::to_text(base::Cents(line.cents)));
        if (line.why == "envy") ++envy;
      }
      // Envy of an open round that END GAME will post is owed on the slip too.
      const State& state = simulation.state();
      for (const auto& [id, table] : state.tables) {
        if (!table.round) continue;
        for (const Payment& payment : envy_due(state, id, 0))
          if (state.claims.at(payment.claim).status == ClaimStatus::confirmed)
            expected.push_back(std::to_string(payment.claim) + " position " + std::to_string(*payment.position) + " " +
                               base::to_text(payment.amount));
      }
      std::ranges::sort(expected);
      ASSERT_EQ(owed_on_slips(journal_of(simulation.events())), expected) << "key " << key << ", step " << step;
    }
  }
  EXPECT_GT(envy, 50u);
}

std::vector<std::string> slip(const SmallHouse& house) {
  return read(table_of(house.report("win-page"), "pages"), {"page", "payment", "paid_by", "tax"});
}

TEST(OwedSlips, SayWhoAcknowledgedThePaymentAndThatNoTaxRuleIsConfigured) {
  SmallHouse house;
  house.start({1, 2});
  const ClaimNumber first = house.mark(1, "royal_flush");
  house.must(ConfirmClaim{first}, "sup");
  EXPECT_EQ(slip(house), (std::vector<std::string>{"1 | owed | - | Tax rule not configured"}));
  house.end();
  EXPECT_EQ(slip(house),
            (std::vector<std::string>{"1 | paid | the dealer, with the end of the round | Tax rule not configured"}));
  house.start({1, 2});
  const ClaimNumber second = house.mark(1, "royal_flush");
  house.must(HoldClaim{second, "review"}, "sup");
  house.end();
  house.must(ReleaseClaim{second, Verdict::pay, "verified"}, "sup");
  EXPECT_EQ(slip(house).at(1), "2 | owed | - | Tax rule not configured");
  house.must(AcknowledgePayment{{"T1"}, 2, second, 1}, "sup");
  EXPECT_EQ(slip(house).at(1), "2 | paid | Sam (sup) | Tax rule not configured");
}

}  // namespace
}  // namespace cardroom::ledger::reports
