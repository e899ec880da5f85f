#include "ledger/reports/testing/scripted_house.h"

#include <fmt/format.h>

#include "ledger/testing/house.h"

namespace cardroom::ledger::reports::testing {

namespace {

using namespace progressive;

constexpr int64_t monday_ms = 1'767'571'200'000;  // 2026-01-05
constexpr int64_t minute_ms = 60'000;

base::Cents dollars(int64_t amount) {
  return base::Cents(amount * 100);
}

LinkRules high_rules() {
  LinkRules rules;
  rules.paytable = "HIGH-1";
  rules.levels = {{.name = "Mega",
                   .seed = dollars(1000),
                   .contribution_ppm = 200'000,
                   .reserve_ppm = 50'000,
                   .limit = {},
                   .overflow = OverflowUse::kept,
                   .increment_max = dollars(5),
                   .executive = false},
                  {.name = "Minor",
                   .seed = dollars(100),
                   .contribution_ppm = 100'000,
                   .reserve_ppm = 0,
                   .limit = dollars(102),
                   .overflow = OverflowUse::kept,
                   .increment_max = dollars(5),
                   .executive = false}};
  rules.prizes = {
      {.hand = "royal_flush", .pays_for_one = 0, .share_ppm = 1'000'000, .level = 0, .envy = dollars(50)},
      {.hand = "straight_flush", .pays_for_one = 0, .share_ppm = 1'000'000, .level = 1, .envy = dollars(10)},
      {.hand = "full_house", .pays_for_one = 50, .share_ppm = 0, .level = 0, .envy = {}}};
  rules.wagers = {dollars(1), dollars(5)};
  rules.confirm_at = dollars(200);
  rules.executive_at = dollars(1000);
  rules.tax = {{.from = "2026-01-01", .amount = dollars(600), .wagers = 300, .basis = TaxBasis::gross}};
  return rules;
}

LinkRules low_rules(int64_t contribution_ppm) {
  LinkRules rules;
  rules.paytable = "LOW-1";
  rules.levels = {{.name = "Main",
                   .seed = dollars(500),
                   .contribution_ppm = contribution_ppm,
                   .reserve_ppm = 0,
                   .limit = {},
                   .overflow = OverflowUse::kept,
                   .increment_max = dollars(5),
                   .executive = false}};
  rules.prizes = {{.hand = "four_of_a_kind", .pays_for_one = 0, .share_ppm = 1'000'000, .level = 0, .envy = {}},
                  {.hand = "flush", .pays_for_one = 4, .share_ppm = 0, .level = 0, .envy = {}}};
  rules.wagers = {dollars(1)};
  rules.confirm_at = dollars(200);
  return rules;
}

const std::vector<GameOdds> high_odds = {{"three-card-poker", {"1/649740", "3/216580", "6/4165"}}};
const std::vector<GameOdds> low_odds = {{"three-card-poker", {"1/4165", "1277/649740"}}};

class Script {
 public:
  explicit Script(std::unique_ptr<Store> store) {
    auto opened = Ledger::open(std::move(store), {"a script", [this] { return now_ms_; }});
    CHECK(opened);
    ledger_ = std::move(*opened);
  }
  void close() { CHECK(ledger_->close()); }

  // Days after the first Monday, and the time of day; later commands of the same time follow each other by a second.
  void at(int day, int hour, int minute) { now_ms_ = monday_ms + ((day * 24 + hour) * 60 + minute) * minute_ms; }

  void must(CommandBody body, const char* by = "", const char* second = "") {
    CHECK(send(std::move(body), by, second).kind == Answer::Kind::accepted);
  }
  void must_refuse(RefusalCode code, CommandBody body, const char* by = "", const char* second = "") {
    const Answer answer = send(std::move(body), by, second);
    CHECK(answer.kind == Answer::Kind::refused && answer.refusal.code == code);
  }

 private:
  Answer send(CommandBody body, const char* by, const char* second) {
    const Answer answer = ledger_->decide_one({fmt::format("c-{}", ++commands_), {by}, {second}, std::move(body)});
    now_ms_ += 1000;
    return answer;
  }

  int64_t now_ms_ = monday_ms;
  int commands_ = 0;
  std::unique_ptr<Ledger> ledger_;
};

StartRound start(const char* table, const char* link, const std::vector<int>& positions, int64_t wager = 1) {
  StartRound body{{table}, {}};
  for (const int position : positions) body.wagers.push_back({position, {link}, dollars(wager)});
  return body;
}

void set_up(Script& script) {
  script.at(0, 10, 0);
  script.must(EnrolStaff{{"adm"}, Role::administrator, "Ada Min"});
  script.must(EnrolStaff{{"exe"}, Role::executive, "Eve Xu"}, "adm");
  script.must(EnrolStaff{{"sup"}, Role::supervisor, "Sam Upton"}, "adm");
  script.must(EnrolStaff{{"dlr"}, Role::dealer, "Dan Lee"}, "adm");
  script.must(CreateLink{{"high"}, "High link", high_rules(), high_odds, {dollars(1000), dollars(100)}, {}}, "exe",
              "sup");
  script.must(OpenLink{{"high"}}, "sup");
  script.must(CreateLink{{"low"}, "Low link", low_rules(300'000), low_odds, {dollars(500)}, {}}, "exe", "sup");
  script.must(OpenLink{{"low"}}, "sup");
  script.must(PlaceTable{{{"T1"}, "three-card-poker", 6, Keypad::second_generation, {{"high"}, {"low"}}}}, "exe",
              "sup");
  script.must(PlaceTable{{{"T2"}, "three-card-poker", 6, Keypad::second_generation, {{"high"}}}}, "exe", "sup");
  script.must(RecordBankBalance{dollars(2000), "BANK-1"}, "exe");
}

void first_monday(Script& script) {
  script.at(0, 10, 10);
  StartRound both = start("T1", "high", {1, 2, 3, 4});
  for (const int position : {1, 2}) both.wagers.push_back({position, {"low"}, dollars(1)});
  script.must(std::move(both));
  script.must(MarkHand{{"T1"}, 2, {"high"}, "full_house", false}, "dlr");
  script.must(EndRound{{"T1"}});
  script.at(0, 10, 20);
  script.must(start("T2", "high", {1, 2, 3}, 5));
  script.must(CancelRound{{"T2"}, "wrong shoe"}, "sup");
}

void tuesday(Script& script) {
  script.at(1, 11, 0);
  script.must(start("T1", "high", {1, 2, 3}));
  script.must(MarkHand{{"T1"}, 3, {"high"}, "royal_flush", false}, "dlr");
  script.must(AcknowledgeClaim{2, {}}, "sup");
  script.must_refuse(RefusalCode::executive_needed, ConfirmClaim{2}, "sup");
  script.must(ConfirmClaim{2}, "exe");
  script.must(EndRound{{"T1"}});
  script.at(1, 11, 10);
  script.must(start("T2", "high", {1, 2}));
  script.must(ReportSensor{{"T2"}, {"high"}, 4, true});
  script.must(MarkHand{{"T2"}, 1, {"high"}, "straight_flush", false}, "dlr");
  script.must(ConfirmClaim{3}, "sup");
  script.must(EndRound{{"T2"}});
}

void wednesday(Script& script) {
  script.at(2, 9, 0);
  script.must(BackOutAward{3, "INC-7"}, "exe", "sup");
  script.at(2, 9, 10);
  script.must(AdjustFund{{"low"}, 0, Fund::meter, dollars(25), AdjustmentReason::house_addition, "MEMO-3"}, "exe",
              "sup");
  script.at(2, 9, 20);
  script.must(ReportMalfunction{{"T1"}, "bet sensor", "CS-104", "no light at position 5", "replaced", 45 * minute_ms},
              "sup");
  script.at(2, 9, 30);
  script.must_refuse(RefusalCode::contribution_unreasonable, start("T2", "high", {1, 2, 3, 4, 5}, 5));
}

void second_monday(Script& script) {
  script.at(7, 12, 0);
  script.must(CloseLink{{"low"}, "rate change"}, "sup");
  script.must(ChangeLink{{"low"}, "Low link", low_rules(250'000), low_odds, {}}, "exe", "sup");
  script.must(OpenLink{{"low"}}, "sup");
  script.at(7, 12, 10);
  StartRound both = start("T1", "high", {1});
  both.wagers.push_back({1, {"low"}, dollars(1)});
  script.must(std::move(both));
  script.must(EndRound{{"T1"}});
  script.at(7, 12, 20);
  script.must(RecordBankBalance{dollars(1600), "BANK-2"}, "exe");
  script.at(7, 12, 21);
  script.must_refuse(RefusalCode::prize_fund_short, start("T1", "high", {1}));
}

}  // namespace

void play_scripted_house(std::unique_ptr<Store> store) {
  Script script(std::move(store));
  set_up(script);
  first_monday(script);
  tuesday(script);
  wednesday(script);
  second_monday(script);
  script.close();
}

void play_many_rounds(std::unique_ptr<Store> store, uint64_t rounds) {
  namespace house = ledger::testing;
  int64_t now_ms = monday_ms;
  auto ledger = Ledger::open(std::move(store), {"a script", [&] { return now_ms; }});
  CHECK(ledger);
  for (const Answer& answer : (*ledger)->decide_group(house::opening(1, 1)))
    CHECK(answer.kind == Answer::Kind::accepted);
  std::vector<Command> group;
  for (uint64_t round = 1; round <= rounds; ++round) {
    group.push_back(house::start_round(fmt::format("s{}", round), 1, 1));
    if (round % 700 == 0) group.push_back(house::mark(fmt::format("m{}", round), 1, 1, 3, "full_house"));
    group.push_back(house::end_round(fmt::format("e{}", round), 1));
    if (group.size() < 2000 && round < rounds) continue;
    for (const Answer& answer : (*ledger)->decide_group(group)) CHECK(answer.kind == Answer::Kind::accepted);
    group.clear();
    now_ms += 1000 * minute_ms;
  }
  CHECK((*ledger)->close());
}

}  // namespace cardroom::ledger::reports::testing
