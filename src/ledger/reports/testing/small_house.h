// A house for one case: one link "mega" (seed 1,000, start 5,000, 15 %), one table, commands in turn.
#pragma once

#include "ledger/reports/testing/reading.h"

namespace cardroom::ledger::reports::testing {

class SmallHouse {
 public:
  std::shared_ptr<MemoryJournal> journal = std::make_shared<MemoryJournal>();
  progressive::LinkRules rules;
  std::vector<progressive::GameOdds> odds{{"three-card-poker", {"1/1000", "1/100"}},
                                          {"four-card-poker", {"1/1000", "1/100"}}};

  explicit SmallHouse(uint64_t snapshot_every = 10'000) {
    using namespace progressive;
    ledger_ = std::move(*Ledger::open(
        make_memory_store(journal, OpenMode::create, lease_ms_default),
        {.holder = "test", .clock_ms = [this] { return time_ms_ += 1000; }, .snapshot_every = snapshot_every}));
    must(EnrolStaff{{"adm"}, Role::administrator, "Ada"});
    must(EnrolStaff{{"exe"}, Role::executive, "Eva"}, "adm");
    must(EnrolStaff{{"sup"}, Role::supervisor, "Sam"}, "adm");
    rules.paytable = "TEST";
    rules.levels = {{.name = "Mega",
                     .seed = base::Cents(100'000),
                     .contribution_ppm = 150'000,
                     .reserve_ppm = 0,
                     .limit = {},
                     .overflow = OverflowUse::kept,
                     .increment_max = base::Cents(100'000),
                     .executive = false}};
    rules.prizes = {{.hand = "royal_flush", .pays_for_one = 0, .share_ppm = 1'000'000, .level = 0, .envy = {}},
                    {.hand = "flush", .pays_for_one = 4, .share_ppm = 0, .level = 0, .envy = {}}};
    rules.wagers = {base::Cents(100)};
    rules.confirm_at = base::Cents(10'000);
    must(CreateLink{{"mega"}, "Mega", rules, odds, {base::Cents(500'000)}, {}}, "exe", "sup");
    must(OpenLink{{"mega"}}, "sup");
    must(PlaceTable{{{"T1"}, "three-card-poker", 6, Keypad::second_generation, {{"mega"}}}}, "exe", "sup");
  }

  Answer ask(progressive::CommandBody body, const std::string& by = "", const std::string& second = "") {
    return ledger_->decide_one({std::to_string(++count_), {by}, {second}, std::move(body)});
  }
  progressive::Event must(progressive::CommandBody body, const std::string& by = "", const std::string& second = "") {
    const Answer answer = ask(std::move(body), by, second);
    if (answer.kind != Answer::Kind::accepted) throw std::runtime_error(answer.refusal.text + answer.failure);
    return answer.event;
  }
  void start(const std::vector<int>& positions) {
    progressive::StartRound body{{"T1"}, {}};
    for (const int position : positions) body.wagers.push_back({position, {"mega"}, base::Cents(100)});
    must(std::move(body));
  }
  progressive::ClaimNumber mark(int position, const std::string& hand) {
    return must(progressive::MarkHand{{"T1"}, position, {"mega"}, hand, false}).outcome.claim;
  }
  void end() { must(progressive::EndRound{{"T1"}}); }
  void wait_until(int64_t time_ms) { time_ms_ = time_ms - 1000; }  // of the next command
  void wait_a_day() { time_ms_ += 86'400'000; }

  Report report(std::string_view kind) const { return report_of(kind, {}, journal); }

 private:
  int64_t time_ms_ = 1'767'225'600'000;
  int count_ = 0;
  std::unique_ptr<Ledger> ledger_;
};

}  // namespace cardroom::ledger::reports::testing
