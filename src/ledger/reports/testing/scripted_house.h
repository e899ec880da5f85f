// A small house over eight days, whose reports can be worked out by hand. All times UTC.
//
// high, two levels: Mega (seed 1,000, 20 %, reserve 5 %, an executive from 1,000 on) for a royal flush with envy 50,
//   Minor (seed 100, 10 %, limit 102) for a straight flush with envy 10; full house 50 for 1. Wagers 1 and 5.
// low, one level: Main (seed 500, 30 %) for four of a kind; flush 4 for 1. Wagers 1.
// T1 plays on both, T2 on high.
//
//   Mon 5 Jan   10:00 set up, bank 2,000 | 10:10 T1: 4 × 1 on high, 2 × 1 on low; position 2 full house, 50
//               10:20 T2: 3 × 5 on high, cancelled
//   Tue 6 Jan   11:00 T1: 3 × 1 on high; position 3 royal flush, 1,004.40, page 1 (a supervisor is refused first)
//               11:10 T2: 2 × 1 on high; a sensor lights up late; position 1 straight flush, 102, page 2
//   Wed 7 Jan   09:00 page 2 backed out | 09:10 the house adds 25 to low | 09:20 a sensor is replaced
//               09:30 T2: 5 × 5 on high, refused as unreasonable
//   Mon 12 Jan  12:00 low goes from 30 % to 25 % | 12:10 T1: 1 on high, 1 on low | 12:20 bank 1,600: short
//               12:21 T1 is refused
#pragma once

#include <memory>

#include "ledger/ledger.h"

namespace cardroom::ledger::reports::testing {

// Plays it on an empty journal; stops the program when a command is not answered as the script says.
void play_scripted_house(std::unique_ptr<Store> store);

// A house with one link and table, and so many rounds of six wagers a minute from 2026-01-05 on; for measuring.
void play_many_rounds(std::unique_ptr<Store> store, uint64_t rounds);

}  // namespace cardroom::ledger::reports::testing
