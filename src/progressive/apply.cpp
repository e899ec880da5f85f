#include "progressive/apply_parts.h"
#include "progressive/decide_parts.h"

namespace cardroom::progressive {

namespace {

using base::Cents;
using base::MeterUnits;

// Rules that no command could have set would stop the arithmetic later.
void need_rules(const LinkRules& rules, const std::vector<GameOdds>& odds) {
  if (!check_rules(rules) || !check_odds(rules, odds)) throw Misfit{"it sets rules that are not valid"};
}

void apply_posting(State& state, const Posting& posting) {
  LinkState& link = at(state.links, posting.link, "link");
  if (!is_fund(posting.account)) {
    add(link.outside[posting.account], posting.amount);
    return;
  }
  LevelState& level = level_at(link, posting.level);
  switch (posting.account) {
    case Account::meter: add(level.funds.meter, posting.amount); break;
    case Account::overflow: add(level.funds.overflow, posting.amount); break;
    case Account::reserve: add(level.funds.reserve, posting.amount); break;
    case Account::pending: add(level.pending, posting.amount); break;
    case Account::disputed: add(level.disputed, posting.amount); break;
    default: CHECK(false);
  }
}

}  // namespace

void apply_body(State& state, const Event&, const EnrolStaff& body) {
  state.staff[body.staff] = {body.staff, body.role, body.name, true};
}

void apply_body(State& state, const Event&, const ChangeStaff& body) {
  at(state.staff, body.staff, "card") = {body.staff, body.role, body.name, body.active};
}

void apply_body(State& state, const Event&, const CreateLink& body) {
  if (body.starts.size() != body.rules.levels.size()) throw Misfit{"its starting amounts do not match its levels"};
  if (state.links.contains(body.link)) throw Misfit{"it creates a link that already exists"};
  need_rules(body.rules, body.odds);
  LinkState& link = state.links[body.link];
  link.title = body.title;
  link.rules = body.rules;
  link.odds = body.odds;
  link.judgement = body.judgement;
  link.levels.resize(body.rules.levels.size());
  for (size_t i = 0; i < body.starts.size(); ++i) {
    link.levels[i].totals.start = units(body.starts[i]);
    link.levels[i].totals.seed_unrecovered = units(body.starts[i]);
  }
}

void apply_body(State& state, const Event&, const ChangeLink& body) {
  LinkState& link = at(state.links, body.link, "link");
  if (body.rules.levels.size() != link.levels.size()) throw Misfit{"it changes the number of levels"};
  need_rules(body.rules, body.odds);
  if (link.open_rounds > 0) throw Misfit{"it changes the rules while rounds are open"};
  link.title = body.title;
  link.rules = body.rules;
  link.odds = body.odds;
  link.judgement = body.judgement;
}

void apply_body(State& state, const Event&, const OpenLink& body) {
  at(state.links, body.link, "link").open = true;
}

void apply_body(State& state, const Event&, const CloseLink& body) {
  at(state.links, body.link, "link").open = false;
}

void apply_body(State& state, const Event&, const RetireLink& body) {
  at(state.links, body.link, "link").retired = true;
}

void apply_body(State& state, const Event&, const PlaceTable& body) {
  TableState& table = state.tables[body.table.table];
  table.table = body.table;
  table.removed = false;
}

void apply_body(State& state, const Event&, const ChangeTable& body) {
  at(state.tables, body.table.table, "table").table = body.table;
}

void apply_body(State& state, const Event&, const RemoveTable& body) {
  at(state.tables, body.table, "table").removed = true;
}

std::expected<void, std::string> apply(State& state, const Event& event) {
  if (event.outcome.refused) return {};
  try {
    std::visit([&](const auto& body) { apply_body(state, event, body); }, event.command);
    for (const Posting& posting : event.postings) apply_posting(state, posting);
  } catch (const Misfit& misfit) {
    return std::unexpected(misfit.text);
  }
  return {};
}

int prize_named(const LinkRules& rules, std::string_view hand) {
  for (size_t i = 0; i < rules.prizes.size(); ++i)
    if (rules.prizes[i].hand == hand) return static_cast<int>(i);
  return -1;
}

MeterUnits held_for_players(const State& state) {
  MeterUnits held;
  for (const auto& [id, link] : state.links)
    for (const LevelState& level : link.levels)
      held += level.funds.meter + level.funds.overflow + level.funds.reserve + level.pending + level.disputed;
  return held;
}

}  // namespace cardroom::progressive
