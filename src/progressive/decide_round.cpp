// A round at a table: lock, envy, void deal, cancel, end; and what sensors report.
#include <algorithm>
#include <map>

#include "progressive/decide_parts.h"

namespace cardroom::progressive {

namespace {

using base::Cents;
using base::MeterUnits;

// Keeps funds and totals well below the limit of their type, where arithmetic would stop the program.
constexpr MeterUnits fund_max{MeterUnits::max_value / 2};

struct LinkWagers {
  Cents total;
  Cents largest;
};

Allowed<void> check_wager(const Asked& asked, const TableState& table, const StartRound& body, size_t index) {
  const Wager& wager = body.wagers[index];
  const std::string field = fmt::format("wagers[{}]", index);
  if (wager.position < 1 || wager.position > table.table.positions)
    return refuse(RefusalCode::position_out_of_range, field + ".position",
                  fmt::format("table {} has positions 1 to {}", body.table.text, table.table.positions));
  for (size_t other = 0; other < index; ++other)
    if (body.wagers[other].position == wager.position && body.wagers[other].link == wager.link)
      return refuse(RefusalCode::wager_twice, field,
                    fmt::format("position {} already has a wager on '{}'", wager.position, wager.link.text));
  const auto link = find_link(asked.state, wager.link, field + ".link");
  if (!link) return std::unexpected(link.error());
  if (std::ranges::find(table.table.links, wager.link) == table.table.links.end())
    return refuse(RefusalCode::link_not_at_table, field + ".link",
                  fmt::format("table {} does not play progressive '{}'", body.table.text, wager.link.text));
  const std::vector<Cents>& sizes = (*link)->rules.wagers;
  if (std::ranges::find(sizes, wager.wager) == sizes.end()) {
    std::string list;
    for (const Cents size : sizes) list += (list.empty() ? "" : ", ") + base::to_text(size);
    return refuse(RefusalCode::wager_size_not_allowed, field + ".wager",
                  fmt::format("{} at position {} is not an allowed wager; the progressive takes {}",
                              base::to_text(wager.wager), wager.position, list));
  }
  return {};
}

// What the wagers on one link add to its levels and to the house.
Allowed<void> post_wagers(Event& event, const LinkId& id, const LinkState& link, Cents total) {
  MeterUnits house = base::to_meter_units(total);
  post(event, Account::players, id, 0, -house);
  for (size_t i = 0; i < link.levels.size(); ++i) {
    const LevelRules& rules = link.rules.levels[i];
    const LevelState& level = link.levels[i];
    const MeterUnits meter = base::share(total, rules.contribution_ppm);
    const MeterUnits reserve = base::share(total, rules.reserve_ppm);
    if (meter + reserve > base::to_meter_units(rules.increment_max))
      return refuse(
          RefusalCode::contribution_unreasonable, "wagers",
          fmt::format(
              "a contribution of {} to level {} of '{}' in one round exceeds the limit of {}; check the sensors",
              base::to_text(base::whole_cents_down(meter + reserve).cents), rules.name, id.text,
              base::to_text(rules.increment_max)));
    const Totals& so_far = level.totals;
    if (so_far.contributions + meter > fund_max || so_far.reserve_contributions + reserve > fund_max ||
        level.funds.meter > fund_max || level.funds.overflow > fund_max)
      return refuse(RefusalCode::fund_full, "wagers", "this progressive's counters are full; retire it");
    Funds after = level.funds;
    ClaimQueue none;
    contribute(none, after, rules, meter, reserve);
    post_funds(event, id, static_cast<int>(i), level.funds, after);
    house -= meter + reserve;
  }
  post(event, Account::house, id, 0, house);
  return {};
}

void post_envy(Event& event, const State& state, std::vector<Payment> due) {
  std::map<LinkId, MeterUnits> totals;
  for (const Payment& payment : due)
    totals[state.claims.at(payment.claim).link] += base::to_meter_units(payment.amount);
  for (const auto& [link, amount] : totals) {
    post(event, Account::house_envy, link, 0, -amount);
    post(event, Account::players, link, 0, amount);
  }
  event.outcome.envy = std::move(due);
}

// Refuses when something in the round was decided as won: neither a void deal nor a cancellation can undo that.
Allowed<void> need_no_awards(const State& state, const TableId& table, const OpenRound& round) {
  for (const ClaimNumber number : round.claims) {
    const Claim& claim = state.claims.at(number);
    if (claim.is_open() && (claim.on_meter || needs_confirmation(state, claim)))
      return refuse(RefusalCode::claim_undecided, "table",
                    fmt::format("claim {} in this round is still undecided; confirm or reject it first", number));
    if (!claim.is_open() || claim.envy_paid)
      return refuse(
          RefusalCode::award_in_round, "table",
          fmt::format("claim {} in this round has been decided, so the round cannot be voided or canceled", number));
  }
  // A backed-out claim has left the round, but the envy paid for it was not returned.
  for (const auto& [number, claim] : state.claims) {
    const Prize& prize = state.links.at(claim.link).rules.prizes[static_cast<size_t>(claim.prize)];
    if (claim.table == table && claim.round == round.number && claim.envy_paid && prize.envy > Cents())
      return refuse(
          RefusalCode::award_in_round, "table",
          fmt::format("envy was paid for claim {} in this round, so the round cannot be voided or canceled", number));
  }
  return {};
}

}  // namespace

Allowed<Event> decide_body(const Asked& asked, const StartRound& body) {
  CARDROOM_NEED(need_known_or_table(asked));
  const auto table = find_table(asked.state, body.table, "table");
  if (!table) return std::unexpected(table.error());
  if (asked.state.bank.is_short)
    return refuse(RefusalCode::prize_fund_short, "table",
                  "the prize fund account is short, so progressive wagers are not accepted; return the chips");
  if ((*table)->round)
    return refuse(
        RefusalCode::round_open, "table",
        fmt::format("round {} is still open at table {}; end it first", (*table)->round->number, body.table.text));
  if (body.wagers.empty())
    return refuse(RefusalCode::no_wager, "wagers", "no sensor is lit, so no wager was locked in");
  for (size_t i = 0; i < body.wagers.size(); ++i) CARDROOM_NEED(check_wager(asked, **table, body, i));

  Event event = event_of(asked);
  event.outcome.round = (*table)->last_round + 1;
  std::map<LinkId, Cents> totals;
  for (const Wager& wager : body.wagers) {
    if (asked.state.links.at(wager.link).open) {
      totals[wager.link] += wager.wager;
    } else {
      event.outcome.left_out.push_back(
          {wager.position,
           wager.link,
           {RefusalCode::link_not_open, "link",
            fmt::format("'{}' is closed; return the chip at position {}", wager.link.text, wager.position)}});
    }
  }
  if (totals.empty())
    return refuse(RefusalCode::link_not_open, "wagers",
                  fmt::format("'{}' is closed and no wager was locked in; return the chips", body.wagers[0].link.text));
  for (const auto& [id, total] : totals) CARDROOM_NEED(post_wagers(event, id, asked.state.links.at(id), total));
  return event;
}

Allowed<Event> decide_body(const Asked& asked, const PayEnvy& body) {
  CARDROOM_NEED(need_known_or_table(asked));
  const auto table = find_table_in_round(asked.state, body.table);
  if (!table) return std::unexpected(table.error());
  auto due = envy_due(asked.state, body.table, asked.time_ms);
  if (due.empty()) return refuse(RefusalCode::no_envy_due, "table", "no envy bonus is due in this round");
  Event event = event_of(asked);
  event.outcome.round = (*table)->round->number;
  post_envy(event, asked.state, std::move(due));
  return event;
}

Allowed<Event> decide_body(const Asked& asked, const VoidDeal& body) {
  CARDROOM_NEED(need_known_or_table(asked));
  CARDROOM_NEED(need_text(body.reason, "reason"));
  const auto table = find_table_in_round(asked.state, body.table);
  if (!table) return std::unexpected(table.error());
  CARDROOM_NEED(need_no_awards(asked.state, body.table, *(*table)->round));
  Event event = event_of(asked);
  event.outcome.round = (*table)->round->number;
  event.outcome.dropped = (*table)->round->claims;
  return event;
}

Allowed<Event> decide_body(const Asked& asked, const CancelRound& body) {
  CARDROOM_NEED(need_role(asked, {Role::supervisor, Role::executive}));
  CARDROOM_NEED(need_text(body.reason, "reason"));
  const auto table = find_table_in_round(asked.state, body.table);
  if (!table) return std::unexpected(table.error());
  const OpenRound& round = *(*table)->round;
  CARDROOM_NEED(need_no_awards(asked.state, body.table, round));
  if (!round.claims.empty())
    return refuse(RefusalCode::claim_undecided, "table", "a hand is marked in this round; remove the mark first");
  Event event = event_of(asked);
  event.outcome.round = round.number;
  std::map<LinkId, Cents> totals;
  for (const Wager& wager : round.wagers) {
    totals[wager.link] += wager.wager;
    event.outcome.amount += wager.wager;
  }
  for (const auto& [link, total] : totals) {
    post(event, Account::house_refunds, link, 0, -base::to_meter_units(total));
    post(event, Account::players, link, 0, base::to_meter_units(total));
  }
  return event;
}

Allowed<Event> decide_body(const Asked& asked, const EndRound& body) {
  CARDROOM_NEED(need_known_or_table(asked));
  const auto table = find_table_in_round(asked.state, body.table);
  if (!table) return std::unexpected(table.error());
  Event event = event_of(asked);
  event.outcome.round = (*table)->round->number;
  for (const ClaimNumber number : (*table)->round->claims) {
    const Claim& claim = asked.state.claims.at(number);
    if (!claim.is_open()) continue;
    if (needs_confirmation(asked.state, claim))
      return refuse(RefusalCode::claim_undecided, "table",
                    fmt::format("claim {} is waiting for a supervisor; confirm, reject or hold it first", number));
    const LinkRules& rules = asked.state.links.at(claim.link).rules;
    const MeterUnits amount = base::to_meter_units(claim.price.amount);
    post(event, claim.on_meter ? Account::pending : Account::house_tray, claim.link, 0, -amount);
    post(event, Account::players, claim.link, 0, amount);
    event.outcome.paid.push_back({number, claim.position, claim.price.amount,
                                  is_taxable(rules, asked.time_ms, claim.price.amount, claim.wager)});
  }
  post_envy(event, asked.state, envy_due(asked.state, body.table, asked.time_ms));
  return event;
}

Allowed<Event> decide_body(const Asked& asked, const ReportSensor& body) {
  CARDROOM_NEED(need_known_or_table(asked));
  const auto table = find_table_in_round(asked.state, body.table);
  if (!table) return std::unexpected(table.error());
  if (body.position < 1 || body.position > (*table)->table.positions)
    return refuse(RefusalCode::position_out_of_range, "position",
                  fmt::format("table {} has positions 1 to {}", body.table.text, (*table)->table.positions));
  if (std::ranges::find((*table)->table.links, body.link) == (*table)->table.links.end())
    return refuse(RefusalCode::link_not_at_table, "link", "the table does not play this progressive");
  Event event = event_of(asked);
  event.outcome.round = (*table)->round->number;
  return event;
}

Allowed<Event> decide_body(const Asked& asked, const ReportMalfunction& body) {
  CARDROOM_NEED(need_known_or_table(asked));
  if (!body.table.empty()) CARDROOM_NEED(find_table(asked.state, body.table, "table"));
  CARDROOM_NEED(need_text(body.device, "device"));
  CARDROOM_NEED(need_short_text(body.serial, "serial"));
  CARDROOM_NEED(need_text(body.cause, "cause"));
  CARDROOM_NEED(need_short_text(body.remedy, "remedy"));
  constexpr int64_t year_ms = 366LL * 24 * 60 * 60 * 1000;
  if (body.out_of_service_ms < 0 || body.out_of_service_ms > year_ms)
    return refuse(RefusalCode::amount_out_of_range, "out_of_service_ms", "time out of service must be 0 to 366 days");
  return event_of(asked);
}

Allowed<Event> decide_body(const Asked& asked, const AcknowledgeAlarm& body) {
  CARDROOM_NEED(need_role(asked, {Role::supervisor, Role::executive, Role::administrator}));
  // A table that has been removed since may still have alarms.
  if (!body.table.empty() && !asked.state.tables.contains(body.table))
    return refuse(RefusalCode::table_unknown, "table", fmt::format("table '{}' does not exist", body.table.text));
  if (body.raised_ms <= 0)
    return refuse(RefusalCode::amount_out_of_range, "raised_ms",
                  "required; enter the time the alarm was raised, as shown in the alarm");
  return event_of(asked);
}

}  // namespace cardroom::progressive
