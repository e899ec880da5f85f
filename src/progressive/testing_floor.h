// A small floor for tests: staff, a link, tables; commands are decided, checked against every law, and applied.
#pragma once

#include <gtest/gtest.h>

#include "progressive/decide.h"
#include "progressive/laws.h"

namespace cardroom::progressive::testing {

inline base::Cents dollars(int64_t amount) {
  return base::Cents(amount * 100);
}
inline base::Cents cents(int64_t amount) {
  return base::Cents(amount);
}
inline base::MeterUnits meter_dollars(int64_t amount) {
  return base::to_meter_units(dollars(amount));
}
inline base::MeterUnits meter_cents(int64_t amount) {
  return base::to_meter_units(base::Cents(amount));
}

// One level, all of it for a royal flush, 10 % of it for a straight flush, 300 for 1 for four of a kind with envy.
inline LinkRules simple_rules() {
  LinkRules rules;
  rules.paytable = "TEST";
  rules.levels = {{.name = "Mega",
                   .seed = dollars(2000),
                   .contribution_ppm = 200'000,
                   .reserve_ppm = 0,
                   .limit = {},
                   .overflow = OverflowUse::kept,
                   .increment_max = dollars(1000),
                   .executive = false}};
  rules.prizes = {{.hand = "royal_flush", .pays_for_one = 0, .share_ppm = 1'000'000, .level = 0, .envy = dollars(1000)},
                  {.hand = "straight_flush", .pays_for_one = 0, .share_ppm = 100'000, .level = 0, .envy = dollars(300)},
                  {.hand = "four_of_a_kind", .pays_for_one = 300, .share_ppm = 0, .level = 0, .envy = dollars(10)},
                  {.hand = "full_house", .pays_for_one = 50, .share_ppm = 0, .level = 0, .envy = {}}};
  rules.wagers = {dollars(1), dollars(5)};
  rules.confirm_at = dollars(300);
  return rules;
}

inline std::vector<GameOdds> simple_odds() {
  return {{"three-card-poker", {"1/649740", "3/216580", "1/4165", "6/4165"}},
          {"four-card-poker", {"4/2598960", "3/216580", "1/4165", "6/4165"}}};
}

class Floor {
 public:
  State state;
  std::vector<Event> events;            // all that were allowed
  int64_t time_ms = 1'767'225'600'000;  // 2026-01-01

  // Enrols adm (administrator), exe (executive), sup and sup2 (supervisors), aud (auditor) and dlr (dealer).
  Floor() {
    enrol("adm", Role::administrator);
    enrol("exe", Role::executive);
    enrol("sup", Role::supervisor);
    enrol("sup2", Role::supervisor);
    enrol("aud", Role::auditor);
    enrol("dlr", Role::dealer);
  }

  Allowed<Event> ask(CommandBody body, const std::string& by = "", const std::string& second = "") {
    const Command command{"test", {by}, {second}, std::move(body)};
    time_ms += 1000;
    const State before = state;
    auto event = decide(state, command, time_ms);
    if (!event) {
      EXPECT_EQ(state, before);
      return event;
    }
    if (const auto broken = find_broken_law(state, *event))
      ADD_FAILURE() << law_name(broken->law) << ": " << broken->text;
    const auto applied = apply(state, *event);
    EXPECT_TRUE(applied) << applied.error();
    events.push_back(*event);
    if (const auto broken = find_broken_law_after(state, nullptr))
      ADD_FAILURE() << command_name(command.body) << " broke " << law_name(broken->law) << ": " << broken->text;
    return event;
  }

  // One that must be allowed.
  Event must(CommandBody body, const std::string& by = "", const std::string& second = "") {
    auto event = ask(std::move(body), by, second);
    EXPECT_TRUE(event) << code_name(event.error().code) << ": " << event.error().text;
    return event ? *event : Event{};
  }
  // The name of the refusal, or "allowed".
  std::string refusal(CommandBody body, const std::string& by = "", const std::string& second = "") {
    const auto event = ask(std::move(body), by, second);
    return event ? "allowed" : std::string(code_name(event.error().code));
  }

  void create_link(const std::string& id, const LinkRules& rules, std::vector<base::Cents> starts) {
    must(CreateLink{{id}, id, rules, odds_for(rules), std::move(starts), {}}, "exe", "sup");
    must(OpenLink{{id}}, "sup");
  }
  void place_table(const std::string& id, std::vector<LinkId> links, Keypad keypad = Keypad::second_generation) {
    must(PlaceTable{{{id}, "three-card-poker", 6, keypad, std::move(links)}}, "exe", "sup");
  }
  // Each of the positions bets a dollar on the link.
  Event start(const std::string& table, const std::string& link, const std::vector<int>& positions,
              base::Cents wager = dollars(1)) {
    StartRound body{{table}, {}};
    for (const int position : positions) body.wagers.push_back({position, {link}, wager});
    return must(std::move(body));
  }
  ClaimNumber mark(const std::string& table, const std::string& link, int position, const std::string& hand) {
    return must(MarkHand{{table}, position, {link}, hand, false}, "dlr").outcome.claim;
  }

  const LevelState& level(const std::string& link, size_t index = 0) const {
    return state.links.at({link}).levels.at(index);
  }
  base::MeterUnits meter(const std::string& link, size_t index = 0) const { return level(link, index).funds.meter; }
  base::MeterUnits outside(const std::string& link, Account account) const {
    const auto& balances = state.links.at({link}).outside;
    const auto found = balances.find(account);
    return found == balances.end() ? base::MeterUnits() : found->second;
  }
  base::Cents amount(ClaimNumber claim) const { return state.claims.at(claim).price.amount; }

 private:
  void enrol(const std::string& card, Role role) {
    must(EnrolStaff{{card}, role, ""}, state.staff.empty() ? "" : "adm");
  }
  // One chance for every prize: enough for the rules that look at them.
  static std::vector<GameOdds> odds_for(const LinkRules& rules) {
    std::vector<GameOdds> odds = simple_odds();
    for (GameOdds& game : odds) game.probabilities.resize(rules.prizes.size(), "1/1000");
    return odds;
  }
};

}  // namespace cardroom::progressive::testing
