#include "ledger/testing/house.h"

#include <fmt/format.h>

namespace cardroom::ledger::testing {

using namespace progressive;

namespace {

LinkRules rules() {
  LinkRules rules;
  rules.paytable = "TEST";
  rules.levels = {{.name = "Mega",
                   .seed = base::Cents(1'000'000),
                   .contribution_ppm = 150'000,
                   .reserve_ppm = 10'000,
                   .limit = {},
                   .overflow = OverflowUse::kept,
                   .increment_max = base::Cents(10'000),
                   .executive = false}};
  rules.prizes = {{.hand = "royal_flush", .pays_for_one = 0, .share_ppm = 1'000'000, .level = 0, .envy = {}},
                  {.hand = "straight_flush", .pays_for_one = 0, .share_ppm = 100'000, .level = 0, .envy = {}},
                  {.hand = "full_house", .pays_for_one = 50, .share_ppm = 0, .level = 0, .envy = {}}};
  rules.wagers = {base::Cents(100)};
  rules.confirm_at = base::Cents(30'000);
  return rules;
}

std::string link_of(int table, int links) {
  return fmt::format("link-{}", (table - 1) % links + 1);
}

}  // namespace

std::vector<Command> opening(int links, int tables) {
  std::vector<Command> commands;
  const auto add = [&](CommandBody body, const char* by, const char* second) {
    commands.push_back({fmt::format("opening-{}", commands.size()), {by}, {second}, std::move(body)});
  };
  add(EnrolStaff{{"adm"}, Role::administrator, "Administrator"}, "", "");
  add(EnrolStaff{{"exe"}, Role::executive, "Executive"}, "adm", "");
  add(EnrolStaff{{"sup"}, Role::supervisor, "Supervisor"}, "adm", "");
  for (int link = 1; link <= links; ++link) {
    const LinkId id{fmt::format("link-{}", link)};
    add(CreateLink{id,
                   id.text,
                   rules(),
                   {{"three-card-poker", {"1/649740", "3/216580", "6/4165"}}},
                   {base::Cents(1'000'000)},
                   {}},
        "exe", "sup");
    add(OpenLink{id}, "sup", "");
  }
  for (int table = 1; table <= tables; ++table)
    add(
        PlaceTable{
            {{fmt::format("T{}", table)}, "three-card-poker", 6, Keypad::second_generation, {{link_of(table, links)}}}},
        "exe", "sup");
  return commands;
}

Command start_round(const std::string& id, int table, int links) {
  StartRound body{{fmt::format("T{}", table)}, {}};
  for (int position = 1; position <= 6; ++position)
    body.wagers.push_back({position, {link_of(table, links)}, base::Cents(100)});
  return {id, {}, {}, std::move(body)};
}

Command end_round(const std::string& id, int table) {
  return {id, {}, {}, EndRound{{fmt::format("T{}", table)}}};
}

Command mark(const std::string& id, int table, int links, int position, const std::string& hand) {
  return {id, {}, {}, MarkHand{{fmt::format("T{}", table)}, position, {link_of(table, links)}, hand, false}};
}

std::function<int64_t()> ticking_clock() {
  return [now = int64_t{1'767'225'600'000}]() mutable { return now++; };
}

std::unique_ptr<Ledger> open_house(std::unique_ptr<Store> store, int links, int tables) {
  auto ledger = Ledger::open(std::move(store), {this_process(), ticking_clock()});
  CHECK(ledger);
  for (const Answer& answer : (*ledger)->decide_group(opening(links, tables)))
    CHECK(answer.kind == Answer::Kind::accepted);
  return std::move(*ledger);
}

}  // namespace cardroom::ledger::testing
