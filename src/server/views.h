// What is shown of the state, to whom.
#pragma once

#include "server/console_views.h"

namespace cardroom::server {

// A display shows what players may see; staff see the funds behind it too.
enum class Audience : uint8_t { display, staff };

// How long a marked hand is kept from the displays of the floor unless a supervisor has acknowledged it: a slip of the
// finger is taken back in that time.
inline constexpr int64_t claim_shown_after_ms = 5'000;

// Until a claim is shown, a display's meter stands as if it had not been made.
LinkView view_of_link(const State& state, const LinkId& link, uint64_t sequence, Audience audience, int64_t time_ms);
// Whether the link has a claim that displays do not show yet.
bool hides_claim(const State& state, const LinkId& link, int64_t time_ms);

// Everything that waits: open claims that need a supervisor, and held ones; oldest first.
std::vector<ClaimView> claims_waiting(const State& state);

// What of a win the state still owes: the award, envy that was posted and envy that END GAME will post.
void show_owed(WinRow& row, const State& state, int64_t time_ms);

// What the table has at hand besides the state.
struct DeskNow {
  bool connected = false;
  int keypads = 0;
  const std::vector<Wager>& lit;
  const KeypadState& steps;
};
TableView view_of_table(const State& state, const TableId& table, const DeskNow& desk, uint64_t sequence,
                        int64_t time_ms);

}  // namespace cardroom::server
