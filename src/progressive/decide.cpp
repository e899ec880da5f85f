#include "progressive/decide.h"

#include <algorithm>

#include "base/text.h"
#include "progressive/command_text.h"
#include "progressive/decide_parts.h"

namespace cardroom::progressive {

Event refused_event(const Command& command, const Refusal& refusal, int64_t time_ms) {
  Event event{time_ms, command.by, command.second, command.body, {}, {}};
  event.outcome.refused = refusal;
  return event;
}

Command command_of(const Event& event) {
  return {.id = {}, .by = event.by, .second = event.second, .body = event.command};
}

Event event_of(const Asked& asked) {
  return {asked.time_ms, asked.command.by, asked.command.second, asked.command.body, {}, {}};
}

namespace {

Allowed<const StaffMember*> find_active(const State& state, const StaffId& staff, std::string field) {
  const auto found = state.staff.find(staff);
  if (found == state.staff.end())
    return refuse(RefusalCode::staff_unknown, std::move(field),
                  fmt::format("card {} is not enrolled; enroll it first", staff.text));
  if (!found->second.active)
    return refuse(RefusalCode::staff_inactive, std::move(field),
                  fmt::format("card {} is inactive; an administrator can reactivate it", staff.text));
  return &found->second;
}

// The second person is recorded in the journal and printed on win slips, whether or not one is required.
Allowed<void> need_real_second(const State& state, const Command& command) {
  if (command.second.empty()) return {};
  CARDROOM_NEED(need_id(command.second.text, "second"));
  if (command.second == command.by)
    return refuse(RefusalCode::second_person_same, "second", "the second card must belong to a different person");
  CARDROOM_NEED(find_active(state, command.second, "second"));
  return {};
}

std::string_view role_name(Role role) {
  return boost::describe::enum_to_string(role, "?");
}

std::string a_role(Role role) {
  return base::with_article(role_name(role));
}

bool is_one_of(Role role, std::initializer_list<Role> roles) {
  return std::ranges::find(roles, role) != roles.end();
}

std::string roles_text(std::initializer_list<Role> roles) {
  std::string text;
  size_t index = 0;
  for (const Role role : roles) {
    if (index > 0) text += index + 1 == roles.size() ? " or " : ", ";
    text += role_name(role);
    ++index;
  }
  return text;
}

}  // namespace

Allowed<Event> decide(const State& state, const Command& command, int64_t time_ms) {
  CARDROOM_NEED(need_printable(command));
  const Asked asked{state, command, time_ms};
  Allowed<Event> event = std::visit([&](const auto& body) { return decide_body(asked, body); }, command.body);
  if (!event) return event;
  CARDROOM_NEED(need_real_second(state, command));
  CARDROOM_NEED(need_room(state, *event));
  return event;
}

Allowed<void> need_known_or_table(const Asked& asked) {
  if (asked.command.by.empty()) return {};
  const auto member = find_active(asked.state, asked.command.by, "by");
  if (!member) return std::unexpected(member.error());
  if ((*member)->role == Role::auditor)
    return refuse(RefusalCode::role_not_allowed, "by", "an auditor may observe table play but not take part in it");
  return {};
}

Allowed<void> need_role(const Asked& asked, std::initializer_list<Role> roles) {
  if (asked.command.by.empty())
    return refuse(RefusalCode::staff_unknown, "by",
                  "this requires the card of " + base::with_article(roles_text(roles)));
  const auto member = find_active(asked.state, asked.command.by, "by");
  if (!member) return std::unexpected(member.error());
  if (!is_one_of((*member)->role, roles))
    return refuse(RefusalCode::role_not_allowed, "by",
                  fmt::format("card {} belongs to {}; this requires {}", asked.command.by.text, a_role((*member)->role),
                              base::with_article(roles_text(roles))));
  return {};
}

Allowed<void> need_second_person(const Asked& asked) {
  const Command& command = asked.command;
  if (command.second.empty())
    return refuse(RefusalCode::second_person_missing, "second", "this requires a second person's card");
  if (command.second == command.by)
    return refuse(RefusalCode::second_person_same, "second", "the second card must belong to a different person");
  const auto second = find_active(asked.state, command.second, "second");
  if (!second) return std::unexpected(second.error());
  const Role role = (*second)->role;
  if (!is_one_of(role, {Role::supervisor, Role::executive, Role::administrator}))
    return refuse(
        RefusalCode::role_not_allowed, "second",
        fmt::format("card {} belongs to {}; the second person must be a supervisor, executive or administrator",
                    command.second.text, a_role(role)));
  return {};
}

Allowed<void> need_two_people(const Asked& asked) {
  CARDROOM_NEED(need_role(asked, {Role::supervisor, Role::executive, Role::administrator}));
  CARDROOM_NEED(need_second_person(asked));
  const auto& staff = asked.state.staff;
  if (staff.at(asked.command.by).role == Role::supervisor && staff.at(asked.command.second).role == Role::supervisor)
    return refuse(RefusalCode::role_not_allowed, "second",
                  "one of the two people must be an executive or administrator");
  return {};
}

Allowed<void> need_id(std::string_view text, std::string field) {
  if (is_id(text)) return {};
  return refuse(RefusalCode::malformed_id, std::move(field),
                fmt::format("an ID must be 1 to {} letters, digits, '-', '_' or '.'", id_length_max));
}

Allowed<void> need_short_text(std::string_view text, std::string field) {
  if (const size_t count = base::character_count(text); count > text_length_max)
    return refuse(RefusalCode::text_too_long, std::move(field),
                  fmt::format("too long at {} characters; the limit is {}", count, text_length_max));
  return {};
}

Allowed<void> need_text(std::string_view text, std::string field) {
  if (base::is_blank(text))
    return refuse(RefusalCode::text_missing, std::move(field), "required; it is recorded in the journal");
  return need_short_text(text, std::move(field));
}

Allowed<void> need_amount(base::Cents amount, base::Cents least, base::Cents most, std::string field) {
  if (amount >= least && amount <= most) return {};
  return refuse(RefusalCode::amount_out_of_range, std::move(field),
                fmt::format("{} is out of range; enter {} to {}", base::to_text(amount), base::to_text(least),
                            base::to_text(most)));
}

Allowed<const LinkState*> find_link(const State& state, const LinkId& link, std::string field) {
  const auto found = state.links.find(link);
  if (found == state.links.end())
    return refuse(RefusalCode::link_unknown, std::move(field),
                  fmt::format("progressive '{}' does not exist", link.text));
  return &found->second;
}

Allowed<const LinkState*> find_live_link(const State& state, const LinkId& link, std::string field) {
  auto found = find_link(state, link, field);
  if (found && (*found)->retired)
    return refuse(RefusalCode::link_retired, std::move(field), fmt::format("progressive '{}' is retired", link.text));
  return found;
}

Allowed<const TableState*> find_table(const State& state, const TableId& table, std::string field) {
  const auto found = state.tables.find(table);
  if (found == state.tables.end() || found->second.removed)
    return refuse(RefusalCode::table_unknown, std::move(field), fmt::format("table '{}' does not exist", table.text));
  return &found->second;
}

Allowed<const TableState*> find_table_in_round(const State& state, const TableId& table) {
  auto found = find_table(state, table, "table");
  if (found && !(*found)->round)
    return refuse(RefusalCode::round_not_open, "table",
                  fmt::format("no round is open at table {}; lock in the wagers first", table.text));
  return found;
}

Allowed<const Claim*> find_claim(const State& state, ClaimNumber claim) {
  const auto found = state.claims.find(claim);
  if (found != state.claims.end()) return &found->second;
  if (claim >= 1 && claim <= state.last_claim)
    return refuse(RefusalCode::claim_decided, "claim", fmt::format("claim {} has already been decided", claim));
  return refuse(RefusalCode::claim_unknown, "claim", fmt::format("claim {} does not exist", claim));
}

Allowed<const LevelState*> find_level(const LinkState& link, int level, std::string field) {
  if (level >= 0 && level < static_cast<int>(link.levels.size())) return &link.levels[static_cast<size_t>(level)];
  return refuse(RefusalCode::levels_out_of_range, std::move(field),
                fmt::format("level {} does not exist; levels are numbered 0 to {}", level, link.levels.size() - 1));
}

void post(Event& event, Account account, const LinkId& link, int level, base::MeterUnits amount) {
  if (amount == base::MeterUnits()) return;
  event.postings.push_back({account, link, level, amount});
}

void post_funds(Event& event, const LinkId& link, int level, const Funds& before, const Funds& after) {
  post(event, Account::meter, link, level, after.meter - before.meter);
  post(event, Account::overflow, link, level, after.overflow - before.overflow);
  post(event, Account::reserve, link, level, after.reserve - before.reserve);
}

void reprice(Event& event, const State& state, const LinkId& link, int level, const ClaimQueue& after) {
  const LinkState& owner = state.links.at(link);
  const LevelState& now = owner.levels[static_cast<size_t>(level)];
  const LevelRules& rules = owner.rules.levels[static_cast<size_t>(level)];
  const QueuePrices prices = price(after, rules);
  base::MeterUnits pending, seeds, advances;
  const auto change = [&](const Pricing& from, const Pricing& to) {
    pending += base::to_meter_units(to.amount) - base::to_meter_units(from.amount);
    seeds += to.seed - from.seed;
    advances += to.advance - from.advance;
  };
  for (const Pricing& pricing : prices.claims) {
    const auto known = state.claims.find(pricing.claim);
    const Pricing before = known == state.claims.end() ? Pricing{.claim = pricing.claim} : known->second.price;
    if (pricing == before) continue;
    change(before, pricing);
    event.outcome.priced.push_back(pricing);
  }
  for (const Slot& slot : now.queue.slots)
    for (const QueuedClaim& claim : slot.claims)
      if (std::ranges::find(prices.claims, claim.claim, &Pricing::claim) == prices.claims.end())
        change(state.claims.at(claim.claim).price, {});
  post(event, Account::house_seed, link, level, -seeds);
  post(event, Account::house_advances, link, level, -advances);
  post_funds(event, link, level, now.funds, prices.funds);
  post(event, Account::pending, link, level, pending);
}

base::Cents wager_of_mark(const OpenRound& round, const LinkId& link, std::optional<int> position) {
  std::optional<base::Cents> found;
  for (const Wager& wager : round.wagers) {
    if (wager.link != link || (position && wager.position != *position)) continue;
    if (found && *found != wager.wager) return {};
    found = wager.wager;
  }
  return found.value_or(base::Cents());
}

int64_t split_mate(const LinkState& link, const Award& award) {
  for (size_t i = 0; award.split && i < link.awards.size(); ++i) {
    const Award& other = link.awards[i];
    const bool same = other.split && other.level == award.level && other.table == award.table &&
                      other.round == award.round && other.price.claim != award.price.claim;
    if (same) return static_cast<int64_t>(i);
  }
  return -1;
}

bool is_of_same_hand(const Claim& a, const Claim& b) {
  return a.table == b.table && a.round == b.round && a.link == b.link && a.position && a.position == b.position;
}

bool share_a_split(const State& state, const Claim& a, const Claim& b) {
  if (a.number == b.number || a.link != b.link || a.table != b.table || a.round != b.round) return false;
  const LinkRules& rules = state.links.at(a.link).rules;
  const auto takes_all = [&](const Claim& claim) {
    return claim.on_meter && rules.prizes[static_cast<size_t>(claim.prize)].takes_all();
  };
  return rules.same_round == SameRound::equal_split && takes_all(a) && takes_all(b) &&
         level_of(a, rules) == level_of(b, rules);
}

const Prize& prize_of(const State& state, const Claim& claim) {
  return state.links.at(claim.link).rules.prizes.at(static_cast<size_t>(claim.prize));
}

base::Cents fixed_pay(const Prize& prize, base::Cents wager) {
  return wager * prize.pays_for_one;
}

int level_of(const Claim& claim, const LinkRules& rules) {
  const Prize& prize = rules.prizes[static_cast<size_t>(claim.prize)];
  return prize.is_share() ? prize.level : 0;
}

}  // namespace cardroom::progressive
