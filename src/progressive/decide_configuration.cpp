// Staff, links and tables.
#include <algorithm>
#include <chrono>
#include <numeric>
#include <set>

#include "base/rational.h"
#include "progressive/decide_parts.h"

namespace cardroom::progressive {

namespace {

bool is_administrator(const StaffMember& member) {
  return member.active && member.role == Role::administrator;
}

bool is_date(const std::string& text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  for (const size_t i : {0UL, 1UL, 2UL, 3UL, 5UL, 6UL, 8UL, 9UL})
    if (text[i] < '0' || text[i] > '9') return false;
  const auto number = [&](size_t begin, size_t count) { return std::stoi(text.substr(begin, count)); };
  return std::chrono::year_month_day(std::chrono::year(number(0, 4)),
                                     std::chrono::month(static_cast<unsigned>(number(5, 2))),
                                     std::chrono::day(static_cast<unsigned>(number(8, 2))))
      .ok();
}

Allowed<void> check_level(const LinkRules& rules, size_t index) {
  const LevelRules& level = rules.levels[index];
  const std::string field = fmt::format("rules.levels[{}]", index);
  CARDROOM_NEED(need_text(level.name, field + ".name"));
  CARDROOM_NEED(need_amount(level.seed, {}, jackpot_max, field + ".seed"));
  CARDROOM_NEED(need_amount(level.increment_max, base::Cents(1), jackpot_max, field + ".increment_max"));
  if (level.contribution_ppm < 0 || level.contribution_ppm > 1'000'000 || level.reserve_ppm < 0 ||
      level.reserve_ppm > 1'000'000)
    return refuse(RefusalCode::shares_above_whole, field,
                  "contribution and reserve must each be 0 to 1,000,000 parts per million of a wager");
  if (level.limit) {
    CARDROOM_NEED(need_amount(*level.limit, base::Cents(1), jackpot_max, field + ".limit"));
    if (*level.limit < level.seed)
      return refuse(RefusalCode::limit_below_seed, field + ".limit", "the limit must be at least the seed");
  }
  const bool awarded = std::ranges::any_of(
      rules.prizes, [index](const Prize& prize) { return prize.is_share() && prize.level == static_cast<int>(index); });
  if (!awarded)
    return refuse(RefusalCode::level_without_award, field,
                  "no prize pays a share of this level, so it could never be won");
  return {};
}

Allowed<void> check_prize(const LinkRules& rules, size_t index) {
  const Prize& prize = rules.prizes[index];
  const std::string field = fmt::format("rules.prizes[{}]", index);
  CARDROOM_NEED(need_id(prize.hand, field + ".hand"));
  for (size_t other = 0; other < index; ++other)
    if (rules.prizes[other].hand == prize.hand)
      return refuse(RefusalCode::prize_twice, field + ".hand",
                    fmt::format("'{}' is listed more than once", prize.hand));
  const bool share = prize.share_ppm > 0 && prize.share_ppm <= 1'000'000 && prize.pays_for_one == 0;
  const bool fixed = prize.pays_for_one > 0 && prize.pays_for_one <= pays_max && prize.share_ppm == 0;
  if (!share && !fixed)
    return refuse(
        RefusalCode::prize_needs_one_pay, field,
        fmt::format("a prize must pay either 1 to {} for one or a share of 1 to 1,000,000 parts per million, not both",
                    pays_max));
  if (prize.level < 0 || prize.level >= static_cast<int>(rules.levels.size()))
    return refuse(RefusalCode::prize_level_unknown, field + ".level", "the progressive has no such level");
  return need_amount(prize.envy, {}, envy_max, field + ".envy");
}

Allowed<void> check_link_users(const State& state, const LinkId& link, const std::vector<GameOdds>& odds) {
  for (const auto& [id, table] : state.tables) {
    if (table.removed || std::ranges::find(table.table.links, link) == table.table.links.end()) continue;
    if (std::ranges::find(odds, table.table.game, &GameOdds::game) == odds.end())
      return refuse(
          RefusalCode::odds_missing, "odds",
          fmt::format("table {} plays {} on this progressive; include that game's odds", id.text, table.table.game));
  }
  return {};
}

Allowed<void> check_table(const State& state, const Table& table) {
  CARDROOM_NEED(need_id(table.table.text, "table.table"));
  CARDROOM_NEED(need_id(table.game, "table.game"));
  if (table.positions < 1 || table.positions > positions_max)
    return refuse(RefusalCode::positions_out_of_range, "table.positions",
                  fmt::format("{} is out of range; enter 1 to {}", table.positions, positions_max));
  if (table.links.empty() || table.links.size() > links_of_table_max)
    return refuse(RefusalCode::links_of_table_out_of_range, "table.links",
                  fmt::format("a table must have 1 to {} progressives", links_of_table_max));
  std::set<LinkId> seen;
  for (size_t i = 0; i < table.links.size(); ++i) {
    const std::string field = fmt::format("table.links[{}]", i);
    const auto link = find_live_link(state, table.links[i], field);
    if (!link) return std::unexpected(link.error());
    if (!seen.insert(table.links[i]).second)
      return refuse(RefusalCode::link_twice, field,
                    fmt::format("progressive '{}' is listed more than once", table.links[i].text));
    if (std::ranges::find((*link)->odds, table.game, &GameOdds::game) == (*link)->odds.end())
      return refuse(
          RefusalCode::game_not_linked, field,
          fmt::format(
              "progressive '{}' has no odds for {}; add that game to it, if its winning hands are equally likely",
              table.links[i].text, table.game));
  }
  return {};
}

Allowed<void> need_no_claims(const State& state, const LinkId& link) {
  for (const auto& [number, claim] : state.claims)
    if (claim.link == link && (claim.is_open() || claim.status == ClaimStatus::held))
      return refuse(RefusalCode::claim_open_on_level, "link",
                    fmt::format("claim {} on this progressive is still undecided; decide it first", number));
  return {};
}

Allowed<void> need_no_rounds(const LinkState& link) {
  if (link.open_rounds > 0)
    return refuse(RefusalCode::table_in_round, "link",
                  fmt::format("open rounds with wagers on this progressive: {}; end them first", link.open_rounds));
  return {};
}

Allowed<void> need_free_table(const TableState& table) {
  if (table.round)
    return refuse(RefusalCode::table_in_round, "table",
                  fmt::format("round {} is open at the table; end it first", table.round->number));
  return {};
}

}  // namespace

Allowed<void> check_rules(const LinkRules& rules) {
  CARDROOM_NEED(need_id(rules.paytable, "rules.paytable"));
  if (rules.levels.empty() || rules.levels.size() > levels_max)
    return refuse(
        RefusalCode::levels_out_of_range, "rules.levels",
        fmt::format("a progressive must have 1 to {} levels; this one has {}", levels_max, rules.levels.size()));
  if (rules.prizes.empty() || rules.prizes.size() > prizes_max)
    return refuse(
        RefusalCode::prizes_out_of_range, "rules.prizes",
        fmt::format("a progressive must have 1 to {} prizes; this one has {}", prizes_max, rules.prizes.size()));
  for (size_t i = 0; i < rules.prizes.size(); ++i) CARDROOM_NEED(check_prize(rules, i));
  int64_t shares_ppm = 0;
  for (size_t i = 0; i < rules.levels.size(); ++i) {
    CARDROOM_NEED(check_level(rules, i));
    shares_ppm += rules.levels[i].contribution_ppm + rules.levels[i].reserve_ppm;
  }
  if (shares_ppm > 1'000'000)
    return refuse(RefusalCode::shares_above_whole, "rules.levels",
                  fmt::format("contributions and reserves total {} parts per million of a wager; the most is 1,000,000",
                              shares_ppm));
  const bool sizes_wrong =
      rules.wagers.empty() || rules.wagers.size() > wager_sizes_max ||
      std::ranges::any_of(rules.wagers, [](base::Cents w) { return w < base::Cents(1) || w > wager_max; }) ||
      !std::ranges::is_sorted(rules.wagers, std::ranges::less_equal());
  if (sizes_wrong)
    return refuse(RefusalCode::wager_sizes_wrong, "rules.wagers",
                  fmt::format("list 1 to {} different sizes in ascending order, each above zero and at most {}",
                              wager_sizes_max, base::to_text(wager_max)));
  CARDROOM_NEED(need_amount(rules.confirm_at, {}, jackpot_max, "rules.confirm_at"));
  if (rules.executive_at) CARDROOM_NEED(need_amount(*rules.executive_at, {}, jackpot_max, "rules.executive_at"));
  // An empty band would look like a second signature but never require one.
  if (rules.second_signature_at)
    CARDROOM_NEED(need_amount(*rules.second_signature_at, {},
                              rules.executive_at ? *rules.executive_at - base::Cents(1) : jackpot_max,
                              "rules.second_signature_at"));
  for (size_t i = 0; i < rules.tax.size(); ++i) {
    const std::string field = fmt::format("rules.tax[{}]", i);
    if (!is_date(rules.tax[i].from))
      return refuse(RefusalCode::tax_date_malformed, field + ".from",
                    "enter the date as YYYY-MM-DD, such as 2026-01-31");
    CARDROOM_NEED(need_amount(rules.tax[i].amount, {}, jackpot_max, field + ".amount"));
    if (rules.tax[i].wagers < 0 || rules.tax[i].wagers > pays_max)
      return refuse(RefusalCode::amount_out_of_range, field + ".wagers",
                    fmt::format("the multiple of the wager must be 0 to {}", pays_max));
  }
  return {};
}

Allowed<void> check_odds(const LinkRules& rules, const std::vector<GameOdds>& odds) {
  if (odds.empty())
    return refuse(RefusalCode::odds_missing, "odds",
                  "required; list at least one game with the exact probability of each of its hands");
  std::vector<base::Rational> first;
  std::set<std::string> games;
  for (size_t i = 0; i < odds.size(); ++i) {
    const std::string field = fmt::format("odds[{}]", i);
    CARDROOM_NEED(need_id(odds[i].game, field + ".game"));
    if (!games.insert(odds[i].game).second)
      return refuse(RefusalCode::link_twice, field + ".game",
                    fmt::format("'{}' is listed more than once", odds[i].game));
    if (odds[i].probabilities.size() != rules.prizes.size())
      return refuse(RefusalCode::odds_missing, field + ".probabilities",
                    fmt::format("{} probabilities for {} prizes; enter one per prize", odds[i].probabilities.size(),
                                rules.prizes.size()));
    for (size_t row = 0; row < rules.prizes.size(); ++row) {
      const std::string where = fmt::format("{}.probabilities[{}]", field, row);
      const auto value = base::parse_fraction(odds[i].probabilities[row]);
      if (!value || *value <= 0 || *value > 1)
        return refuse(RefusalCode::probability_malformed, where,
                      "a probability must be a fraction \"a/b\" above 0 and at most 1");
      if (i == 0) {
        first.push_back(*value);
      } else if (*value != first[row]) {
        return refuse(RefusalCode::probabilities_differ, where,
                      fmt::format("{} deals '{}' with probability {}, but {} with {}; games can share a jackpot only "
                                  "if their winning hands are equally likely",
                                  odds[0].game, rules.prizes[row].hand, base::to_text(first[row]), odds[i].game,
                                  base::to_text(*value)));
      }
    }
    // A hand is on at most one row, so these are probabilities of different hands.
    const base::Rational sum = std::accumulate(first.begin(), first.end(), base::Rational(0));
    if (i == 0 && sum > 1)
      return refuse(RefusalCode::probability_malformed, field + ".probabilities",
                    fmt::format("the probabilities total {}; the total may not exceed 1", base::to_text(sum)));
  }
  return {};
}

Allowed<Event> decide_body(const Asked& asked, const EnrolStaff& body) {
  const bool first = asked.state.staff.empty();
  if (!first) CARDROOM_NEED(need_role(asked, {Role::administrator}));
  CARDROOM_NEED(need_id(body.staff.text, "staff"));
  CARDROOM_NEED(need_short_text(body.name, "name"));
  if (asked.state.staff.contains(body.staff))
    return refuse(RefusalCode::staff_exists, "staff", fmt::format("card {} is already enrolled", body.staff.text));
  if (first && body.role != Role::administrator)
    return refuse(RefusalCode::last_administrator, "role", "the first person enrolled must be an administrator");
  return event_of(asked);
}

Allowed<Event> decide_body(const Asked& asked, const ChangeStaff& body) {
  CARDROOM_NEED(need_role(asked, {Role::administrator}));
  CARDROOM_NEED(need_short_text(body.name, "name"));
  const auto found = asked.state.staff.find(body.staff);
  if (found == asked.state.staff.end())
    return refuse(RefusalCode::staff_unknown, "staff", fmt::format("card {} is not enrolled", body.staff.text));
  const bool stays = body.active && body.role == Role::administrator;
  if (is_administrator(found->second) && !stays) {
    const auto count =
        std::ranges::count_if(asked.state.staff, [](const auto& s) { return is_administrator(s.second); });
    if (count == 1)
      return refuse(RefusalCode::last_administrator, "staff",
                    "this is the last administrator; enroll another one first");
  }
  return event_of(asked);
}

Allowed<Event> decide_body(const Asked& asked, const CreateLink& body) {
  CARDROOM_NEED(need_two_people(asked));
  CARDROOM_NEED(need_id(body.link.text, "link"));
  CARDROOM_NEED(need_short_text(body.title, "title"));
  if (asked.state.links.contains(body.link))
    return refuse(RefusalCode::link_exists, "link", fmt::format("progressive '{}' already exists", body.link.text));
  CARDROOM_NEED(check_rules(body.rules));
  CARDROOM_NEED(check_odds(body.rules, body.odds));
  if (body.starts.size() != body.rules.levels.size())
    return refuse(RefusalCode::levels_out_of_range, "starts", "enter one starting amount per level");
  Event event = event_of(asked);
  for (size_t i = 0; i < body.starts.size(); ++i) {
    const LevelRules& level = body.rules.levels[i];
    CARDROOM_NEED(need_amount(body.starts[i], {}, level.limit.value_or(jackpot_max), fmt::format("starts[{}]", i)));
    const base::MeterUnits start = base::to_meter_units(body.starts[i]);
    post(event, Account::house_seed, body.link, static_cast<int>(i), -start);
    post(event, Account::meter, body.link, static_cast<int>(i), start);
  }
  return event;
}

Allowed<Event> decide_body(const Asked& asked, const ChangeLink& body) {
  CARDROOM_NEED(need_two_people(asked));
  CARDROOM_NEED(need_short_text(body.title, "title"));
  const auto link = find_live_link(asked.state, body.link, "link");
  if (!link) return std::unexpected(link.error());
  if ((*link)->open)
    return refuse(RefusalCode::link_open, "link",
                  "rules can be changed only while the progressive is closed; close it first");
  CARDROOM_NEED(check_rules(body.rules));
  CARDROOM_NEED(check_odds(body.rules, body.odds));
  CARDROOM_NEED(need_no_rounds(**link));
  CARDROOM_NEED(need_no_claims(asked.state, body.link));
  if (body.rules.levels.size() != (*link)->levels.size())
    return refuse(
        RefusalCode::levels_out_of_range, "rules.levels",
        fmt::format("the progressive must keep its {} levels, which hold money; create a new progressive instead",
                    (*link)->levels.size()));
  for (size_t i = 0; i < body.rules.levels.size(); ++i) {
    const auto& limit = body.rules.levels[i].limit;
    if (limit && base::to_meter_units(*limit) < (*link)->levels[i].funds.meter)
      return refuse(RefusalCode::limit_below_meter, fmt::format("rules.levels[{}].limit", i),
                    "the limit may not be below the amount on the meter");
  }
  CARDROOM_NEED(check_link_users(asked.state, body.link, body.odds));
  return event_of(asked);
}

Allowed<Event> decide_body(const Asked& asked, const OpenLink& body) {
  CARDROOM_NEED(need_role(asked, {Role::supervisor, Role::executive, Role::administrator}));
  const auto link = find_live_link(asked.state, body.link, "link");
  if (!link) return std::unexpected(link.error());
  if ((*link)->open) return refuse(RefusalCode::link_open, "link", "the progressive is already open");
  return event_of(asked);
}

Allowed<Event> decide_body(const Asked& asked, const CloseLink& body) {
  CARDROOM_NEED(need_role(asked, {Role::supervisor, Role::executive, Role::administrator}));
  CARDROOM_NEED(need_text(body.reason, "reason"));
  const auto link = find_live_link(asked.state, body.link, "link");
  if (!link) return std::unexpected(link.error());
  if (!(*link)->open) return refuse(RefusalCode::link_not_open, "link", "the progressive is already closed");
  return event_of(asked);
}

Allowed<Event> decide_body(const Asked& asked, const RetireLink& body) {
  CARDROOM_NEED(need_two_people(asked));
  const auto link = find_live_link(asked.state, body.link, "link");
  if (!link) return std::unexpected(link.error());
  if ((*link)->open) return refuse(RefusalCode::link_open, "link", "close the progressive first");
  for (const auto& [id, table] : asked.state.tables)
    if (!table.removed && std::ranges::find(table.table.links, body.link) != table.table.links.end())
      return refuse(RefusalCode::link_in_use, "link",
                    fmt::format("table {} plays this progressive; remove it from the table first", id.text));
  CARDROOM_NEED(need_no_rounds(**link));
  CARDROOM_NEED(need_no_claims(asked.state, body.link));
  // A fraction of a cent can be neither paid nor moved; it remains on the books.
  const base::MeterUnits cent(base::meter_units_per_cent);
  for (const LevelState& level : (*link)->levels)
    if (level.funds.meter >= cent || level.funds.overflow >= cent || level.funds.reserve >= cent ||
        level.disputed != base::MeterUnits())
      return refuse(RefusalCode::configuration_has_funds, "link",
                    "the progressive still holds money; transfer the jackpot or wait until it is won, then retire it");
  return event_of(asked);
}

Allowed<Event> decide_body(const Asked& asked, const PlaceTable& body) {
  CARDROOM_NEED(need_two_people(asked));
  CARDROOM_NEED(check_table(asked.state, body.table));
  const auto known = asked.state.tables.find(body.table.table);
  if (known != asked.state.tables.end() && !known->second.removed)
    return refuse(RefusalCode::table_exists, "table.table",
                  fmt::format("table '{}' already exists", body.table.table.text));
  return event_of(asked);
}

Allowed<Event> decide_body(const Asked& asked, const ChangeTable& body) {
  CARDROOM_NEED(need_two_people(asked));
  CARDROOM_NEED(check_table(asked.state, body.table));
  const auto table = find_table(asked.state, body.table.table, "table.table");
  if (!table) return std::unexpected(table.error());
  CARDROOM_NEED(need_free_table(**table));
  return event_of(asked);
}

Allowed<Event> decide_body(const Asked& asked, const RemoveTable& body) {
  CARDROOM_NEED(need_two_people(asked));
  const auto table = find_table(asked.state, body.table, "table");
  if (!table) return std::unexpected(table.error());
  CARDROOM_NEED(need_free_table(**table));
  return event_of(asked);
}

}  // namespace cardroom::progressive
