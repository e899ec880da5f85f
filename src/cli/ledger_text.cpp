#include "cli/ledger_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <boost/describe.hpp>
#include <boost/mp11.hpp>

#include "forms/report_render.h"
#include "forms/text_table.h"
#include "ledger/reports/house_time.h"

namespace cardroom::cli {

using namespace forms;

namespace {

using namespace progressive;

std::string amount_text(base::MeterUnits amount) {
  return shown_cell(amount, 0);
}

std::string instant_text(int64_t time_ms) {
  return ledger::reports::time_text(time_ms, 0) + " UTC";
}

std::string counted(size_t count, std::string_view one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

std::string staff_text(const State& state) {
  std::string text;
  size_t off = 0;
  for (const auto& [card, member] : state.staff) off += member.active ? 0 : 1;
  boost::mp11::mp_for_each<boost::describe::describe_enumerators<Role>>([&](auto role) {
    size_t count = 0;
    for (const auto& [card, member] : state.staff) count += member.active && member.role == role.value ? 1 : 0;
    if (count > 0) text += fmt::format("{}{} {}{}", text.empty() ? "" : ", ", count, role.name, count == 1 ? "" : "s");
  });
  if (off > 0) text += fmt::format("{}{} inactive", text.empty() ? "" : ", ", off);
  return text.empty() ? "No staff enrolled." : "Staff: " + text;
}

std::string bank_text(const State& state) {
  const std::string held = "Held for players: " + amount_text(held_for_players(state));
  if (!state.bank.recorded) return held + "; no bank balance recorded";
  return fmt::format(
      "{}; bank balance {} as of {}, {}", held, base::to_text(state.bank.balance), instant_text(state.bank.time_ms),
      state.bank.is_short ? fmt::format("short of the {} then held: progressive wagers are not accepted",
                                        amount_text(state.bank.required))
                          : fmt::format("enough for the {} then held", amount_text(state.bank.required)));
}

std::string links_text(const State& state) {
  if (state.links.empty()) return "No links.\n";
  TextTable levels({{"link"},
                    {"state"},
                    {"paytable"},
                    {"level"},
                    {"meter", Align::right},
                    {"reserve", Align::right},
                    {"overflow", Align::right},
                    {"pending", Align::right},
                    {"disputed", Align::right},
                    {"hits", Align::right}});
  for (const auto& [id, link] : state.links)
    for (size_t i = 0; i < link.levels.size(); ++i) {
      const LevelState& level = link.levels[i];
      const bool first = i == 0;
      levels.add({first ? id.text : "",
                  !first         ? ""
                  : link.retired ? "retired"
                  : link.open    ? "open"
                                 : "closed",
                  first ? link.rules.paytable : "", link.rules.levels[i].name, amount_text(level.funds.meter),
                  amount_text(level.funds.reserve), amount_text(level.funds.overflow), amount_text(level.pending),
                  amount_text(level.disputed), std::to_string(level.hits)});
    }
  return levels.to_text();
}

std::string round_text(const TableState& table) {
  if (!table.round)
    return table.last_round == 0 ? "none yet" : fmt::format("none open; the last was {}", table.last_round);
  const OpenRound& round = *table.round;
  std::string text = fmt::format("{} open since {}, {}", round.number, instant_text(round.started_ms),
                                 counted(round.wagers.size(), "wager"));
  if (!round.claims.empty()) text += ", " + counted(round.claims.size(), "marked hand");
  if (round.voided) text += ", dealt again";
  if (round.alarms > 0) text += ", " + counted(static_cast<size_t>(round.alarms), "alarm");
  return text;
}

std::string tables_text(const State& state) {
  TextTable tables({{"table"}, {"game"}, {"positions", Align::right}, {"keypad"}, {"links"}, {"round"}});
  bool any = false;
  for (const auto& [id, table] : state.tables) {
    if (table.removed) continue;
    any = true;
    std::vector<std::string> links;
    for (const LinkId& link : table.table.links) links.push_back(link.text);
    tables.add({id.text, table.table.game, std::to_string(table.table.positions),
                ledger::reports::in_words(boost::describe::enum_to_string(table.table.keypad, "?")),
                fmt::format("{}", fmt::join(links, ", ")), round_text(table)});
  }
  return any ? tables.to_text() : "No tables.\n";
}

std::string claims_text(const State& state) {
  TextTable claims({{"claim", Align::right},
                    {"link"},
                    {"level"},
                    {"table"},
                    {"round", Align::right},
                    {"position", Align::right},
                    {"hand"},
                    {"amount", Align::right},
                    {"state"}});
  bool any = false;
  for (const auto& [number, claim] : state.claims) {
    if (!claim.is_open() && claim.status != ClaimStatus::held) continue;
    any = true;
    const LinkRules& rules = state.links.at(claim.link).rules;
    const Prize& prize = rules.prizes[static_cast<size_t>(claim.prize)];
    claims.add({std::to_string(number), claim.link.text,
                prize.is_share() ? rules.levels[static_cast<size_t>(prize.level)].name : "fixed pay", claim.table.text,
                std::to_string(claim.round), claim.position ? std::to_string(*claim.position) : "?",
                ledger::reports::in_words(prize.hand), base::to_text(claim.price.amount),
                boost::describe::enum_to_string(claim.status, "?")});
  }
  return any ? claims.to_text() : "No open or held claims.\n";
}

}  // namespace

std::string ledger_text(const ledger::Replayed& now) {
  const State& state = now.state;
  return fmt::format("{}, {} at all tables\n{}\n{}\n\n{}\n{}\n{}",
                     now.head.sequence == 1 ? "1 entry" : fmt::format("{} entries", now.head.sequence),
                     counted(state.rounds, "round"), staff_text(state), bank_text(state), links_text(state),
                     tables_text(state), claims_text(state));
}

}  // namespace cardroom::cli
