#include <gtest/gtest.h>

#include "progressive/testing_simulation.h"

namespace cardroom::progressive {
namespace {

using testing::Simulation;

// Every step keeps every law (the floor checks them) and gives each level the funds and prices that its whole history
// gives when the claims that were taken back are passed over.
TEST(Simulation, EveryLevelIsWhatItsHistoryWithoutTheTakenBackClaimsGives) {
  constexpr int runs = 50;
  constexpr int steps = 1000;
  std::map<std::string, int> allowed;
  for (uint64_t key = 1; key <= runs; ++key) {
    Simulation simulation(key);
    for (int step = 1; step <= steps; ++step) {
      const std::string what = simulation.step();
      const std::string difference = simulation.difference();
      ASSERT_TRUE(difference.empty() && !HasFailure()) << "key " << key << ", step " << step << ", " << what << "\n"
                                                       << difference;
    }
    for (const auto& [name, count] : simulation.allowed) allowed[name] += count;
  }
  // A simulation in which nothing happens proves nothing.
  const std::pair<const char*, int> least[] = {
      {"start_round", 1000},  {"mark_hand", 2000},    {"unmark_hand", 200}, {"acknowledge_claim", 100},
      {"confirm_claim", 400}, {"reject_claim", 200},  {"hold_claim", 100},  {"release_claim", 50},
      {"end_round", 500},     {"cancel_round", 10},   {"void_deal", 10},    {"pay_envy", 10},
      {"adjust_fund", 20},    {"back_out_award", 20}, {"close_link", 20},   {"transfer_jackpot", 1}};
  for (const auto& [name, count] : least) EXPECT_GE(allowed[name], count) << name;
}

// A journal that was tampered with: whatever stands in an event, apply tells of it or takes it, and never stops the
// program. What it takes, a law or the journal's own seal finds.
TEST(Simulation, ForgedEventsNeverStopTheProgram) {
  int told = 0;
  for (uint64_t key = 101; key <= 106; ++key) {
    Simulation simulation(key);
    base::Prng generator(key + 1000);
    const auto below = [&](uint32_t bound) { return base::uniform_below(generator, bound); };
    for (int step = 1; step <= 600; ++step) {
      simulation.step();
      Event forged = simulation.last_event;
      const int64_t amounts[] = {0, 1, -1, 12'345'678, base::MeterUnits::max_value, -base::MeterUnits::max_value};
      const auto units = [&] { return base::MeterUnits(amounts[below(6)]); };
      if (below(3) == 0) forged.outcome.claim = below(60);
      if (below(3) == 0 && !forged.postings.empty())
        forged.postings[below(static_cast<uint32_t>(forged.postings.size()))].amount = units();
      if (below(3) == 0 && !forged.postings.empty()) forged.postings[0].level = static_cast<int>(below(5)) - 1;
      if (below(3) == 0)
        forged.outcome.priced.push_back({below(60), base::Cents(below(1000)), units(), units(), units(), units()});
      if (below(3) == 0) forged.outcome.paid.push_back({below(60), 1, base::Cents(5), false});
      if (below(3) == 0) forged.outcome.dropped.push_back(below(60));
      if (below(3) == 0) forged.outcome.round = below(60);
      if (auto* confirm = std::get_if<ConfirmClaim>(&forged.command); confirm && below(2) == 0)
        confirm->claim = below(60);
      if (auto* seen = std::get_if<AcknowledgeClaim>(&forged.command); seen && below(2) == 0) seen->claim = below(60);
      if (auto* hold = std::get_if<HoldClaim>(&forged.command); hold && below(2) == 0) hold->claim = below(60);
      if (auto* mark = std::get_if<MarkHand>(&forged.command); mark && below(2) == 0) mark->position = 9;
      if (auto* end = std::get_if<EndRound>(&forged.command); end && below(2) == 0) end->table = {"T1"};
      State state = simulation.last_before;
      (void)find_broken_law(state, forged);
      if (!apply(state, forged)) ++told;
    }
  }
  EXPECT_GT(told, 500);
}

}  // namespace
}  // namespace cardroom::progressive
