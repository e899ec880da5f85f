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

}  // namespace
}  // namespace cardroom::progressive
