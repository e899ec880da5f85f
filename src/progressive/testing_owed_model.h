// What players are owed, counted slowly from the list of events alone: no state, no claim, no pricing.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "progressive/event.h"

namespace cardroom::progressive::testing {

// One amount: why, at which table, in which round, for which claim, to which position (0: not known), how many cents.
struct OwedLine {
  std::string why;
  std::string table;
  uint64_t round = 0;
  uint64_t claim = 0;
  int position = 0;
  int64_t cents = 0;

  auto operator<=>(const OwedLine&) const = default;
};

// Sorted. What is acknowledged is found by the command, not by the outcome's own list.
inline std::vector<OwedLine> owed_after(const std::vector<Event>& events) {
  std::vector<OwedLine> owed;
  std::map<std::string, std::pair<uint64_t, std::vector<Wager>>> rounds;  // the last of each table
  const auto add = [&](const Event& event, const char* why, const std::vector<Payment>& payments) {
    for (const Payment& payment : payments)
      owed.push_back({why, event.outcome.table.text, event.outcome.round, payment.claim, payment.position.value_or(0),
                      payment.amount.value()});
  };
  for (const Event& event : events) {
    if (event.outcome.refused) continue;
    if (const auto* start = std::get_if<StartRound>(&event.command)) {
      auto& [number, wagers] = rounds[start->table.text];
      number = event.outcome.round;
      wagers.clear();
      for (const Wager& wager : start->wagers) {
        const bool out = std::ranges::any_of(event.outcome.left_out, [&](const LeftOut& left) {
          return left.position == wager.position && left.link == wager.link;
        });
        if (!out) wagers.push_back(wager);
      }
    } else if (std::holds_alternative<ConfirmClaim>(event.command) ||
               std::holds_alternative<ReleaseClaim>(event.command)) {
      add(event, "award", event.outcome.paid);
      add(event, "envy", event.outcome.envy);
    } else if (const auto* cancel = std::get_if<CancelRound>(&event.command)) {
      for (const Wager& wager : rounds.at(cancel->table.text).second)
        owed.push_back({"refund", cancel->table.text, event.outcome.round, 0, wager.position, wager.wager.value()});
    } else if (const auto* end = std::get_if<EndRound>(&event.command)) {
      std::erase_if(owed, [&](const OwedLine& line) {
        return line.table == end->table.text && line.round == event.outcome.round;
      });
    } else if (const auto* back = std::get_if<BackOutAward>(&event.command)) {
      std::erase_if(owed, [&](const OwedLine& line) { return line.why == "award" && line.claim == back->claim; });
    } else if (const auto* paid = std::get_if<AcknowledgePayment>(&event.command)) {
      std::erase_if(owed, [&](const OwedLine& line) {
        return line.table == paid->table.text && line.round == paid->round &&
               (paid->claim == 0 || paid->claim == line.claim) && (!paid->position || *paid->position == line.position);
      });
    }
  }
  std::erase_if(owed, [](const OwedLine& line) { return line.cents == 0; });
  std::ranges::sort(owed);
  return owed;
}

}  // namespace cardroom::progressive::testing
