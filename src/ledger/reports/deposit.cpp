#include <fmt/format.h>

#include "ledger/reports/kinds.h"
#include "ledger/reports/level_books.h"

namespace cardroom::ledger::reports {

namespace {

using namespace progressive;
using base::Cents;
using base::MeterUnits;

constexpr int64_t idle_weeks_max = 60;

// Banks count whole cents: what is due is rounded up, so that the account covers all of it.
Cents cents_up(MeterUnits amount) {
  const base::WholeCents whole = base::whole_cents_down(amount);
  return whole.remainder == MeterUnits() ? whole.cents : whole.cents + Cents(1);
}

class Deposit final : public Builder {
 public:
  explicit Deposit(const Request& request) : request_(request) {
    if (request.since) week_ = week_of(*request.since, request.week_starts);
  }

  // The state has the balance, not its document.
  void begin(const State& state, Lookback& lookback) override {
    if (!state.bank.recorded) return;
    lookback.at(state.bank.time_ms, [&](const Step& step) {
      note_document(step);
      return true;
    });
  }

  void before(const Step& step) override {
    if (!step.in_period) return;
    const Day week = week_of(request_.time.day_of(step.event.time_ms), request_.week_starts);
    if (!week_) week_ = week;
    close_until(week, step.state);
  }

  void after(const Step& step) override { note_document(step); }

  void finish(const WalkEnd& end, Report& report) override {
    const Day last_day = end.goes_on && request_.until ? *request_.until : request_.time.day_of(end.last_ms);
    const Day last = week_of(last_day, request_.week_starts);
    if (week_ && last >= *week_) {
      close_until(last, end.state);
      close_week(end.state, last_day);
    }
    report.tables = {std::move(weeks_), std::move(funds_)};
    report.alarms = std::move(wrong_);
    report.notes.push_back(
        "Held is the amount kept for players at the end of the week: display, overflow, reserve, pending and disputed "
        "on all progressives. Deposit due is the amount held less the last recorded balance, rounded up to the cent.");
    report.notes.push_back("While the recorded balance is short, progressive wagers are not accepted.");
  }

 private:
  void note_document(const Step& step) {
    const auto* recorded = std::get_if<RecordBankBalance>(&step.event.command);
    if (recorded != nullptr && !step.event.outcome.refused) document_ = recorded->document;
  }
  void close_until(Day week, const State& state) {
    if ((week - *week_) / 7 > idle_weeks_max) {
      close_week(state, *week_ + 6);
      week_ = week;
    }
    for (; *week_ < week; *week_ += 7) close_week(state, *week_ + 6);
  }

  void close_week(const State& state, Day last_day) {
    for (const std::string& alarm : alarms_of_laws(state, std::nullopt))
      wrong_.push_back(fmt::format("Week of {}. {}", day_text(*week_), alarm));
    const MeterUnits held = held_for_players(state);
    const BankState& bank = state.bank;
    const MeterUnits balance = base::to_meter_units(bank.balance);
    const MeterUnits due = held > balance ? held - balance : MeterUnits();
    const bool in_week = bank.recorded && bank.time_ms >= request_.time.start_ms(*week_);
    std::string status = !bank.recorded ? "no balance recorded" : due > MeterUnits() ? "deposit due" : "covered";
    if (bank.recorded && !in_week) status += ", balance from an earlier week";
    if (last_day < *week_ + 6) status += ", week in progress";
    weeks_.rows.push_back({day_text(*week_), day_text(*week_ + 6), held, bank.recorded ? Cell(bank.balance) : Cell(),
                           bank.recorded ? Cell(Instant{bank.time_ms}) : Cell(), document_, cents_up(due),
                           std::move(status)});
    for (const auto& [id, link] : state.links) {
      Funds sum;
      MeterUnits pending;
      MeterUnits disputed;
      for (const LevelState& level : link.levels) {
        sum.meter += level.funds.meter;
        sum.overflow += level.funds.overflow;
        sum.reserve += level.funds.reserve;
        pending += level.pending;
        disputed += level.disputed;
      }
      funds_.rows.push_back({day_text(*week_), id.text, sum.meter, sum.overflow, sum.reserve, pending, disputed,
                             sum.meter + sum.overflow + sum.reserve + pending + disputed});
    }
  }

  Request request_;
  std::optional<Day> week_;  // its first day
  std::string document_;
  std::vector<std::string> wrong_;
  Table weeks_{.id = "weeks",
               .title = "Weeks",
               .columns = {{"from", "From", Unit::day},
                           {"to", "To", Unit::day},
                           {"held", "Held for players", Unit::money},
                           {"balance", "Bank balance", Unit::money},
                           {"recorded_at", "Recorded at", Unit::time},
                           {"document", "Document"},
                           {"due", "Deposit due", Unit::money},
                           {"status", "Status"}},
               .rows = {},
               .totals = {}};
  Table funds_{.id = "funds",
               .title = "Held at the end of each week, by progressive",
               .columns = {{"from", "Week of", Unit::day},
                           {"link", "Progressive"},
                           {"display", "Display", Unit::money},
                           {"overflow", "Overflow", Unit::money},
                           {"reserve", "Reserve", Unit::money},
                           {"pending", "Pending", Unit::money},
                           {"disputed", "Disputed", Unit::money},
                           {"held", "Held", Unit::money}},
               .rows = {},
               .totals = {}};
};

}  // namespace

std::unique_ptr<Builder> make_deposit(const Request& request) {
  return std::make_unique<Deposit>(request);
}

}  // namespace cardroom::ledger::reports
