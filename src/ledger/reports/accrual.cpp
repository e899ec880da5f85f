#include <fmt/format.h>

#include "ledger/reports/adjustment_rows.h"
#include "ledger/reports/level_books.h"

namespace cardroom::ledger::reports {

namespace {

using namespace progressive;
using base::MeterUnits;

// A clock that was wrong once must not make a page for every day since 1970.
constexpr Day idle_days_max = 400;

class Accrual final : public Builder {
 public:
  explicit Accrual(const Request& request) : request_(request), adjustments_(request), day_(request.since) {}

  void begin(const State& state, Lookback&) override {
    opening_ = books_of(state);
    first_ = opening_;
  }

  void before(const Step& step) override {
    if (!step.in_period) return;
    const Day day = request_.time.day_of(step.event.time_ms);
    if (!day_) day_ = day;
    close_until(day, step.state);
    adjustments_.add(step);
  }

  void finish(const WalkEnd& end, Report& report) override {
    // Days without play are days of the report too, as far as the journal is known to reach.
    const Day last = end.goes_on && request_.until ? *request_.until : request_.time.day_of(end.last_ms);
    if (day_ && last >= *day_) close_until(last + 1, end.state);
    set_ends(funds_, 3, 13, [](const LevelBooks& books) { return books.held; });
    set_ends(reserves_, 3, 7, [](const LevelBooks& books) { return books.reserve; });
    report.tables = {std::move(funds_), std::move(reserves_), adjustments_.table("Changes outside play, itemized")};
    for (std::string& wrong : wrong_) report.alarms.push_back(std::move(wrong));
    // Sums that add up may still hide a meter below zero.
    if (report.alarms.empty()) report.alarms = alarms_of_laws(end.state, request_.link);
    if (skipped_)
      report.notes.push_back(fmt::format("Gaps of more than {} days without an entry are omitted.", idle_days_max));
    report.notes.push_back(
        "Held is the total of display, overflow, pending and disputed. Opening plus changes equals closing. Changes "
        "come from the events and amounts from the postings; the two are compared on every line.");
    report.notes.push_back(
        "Wins are confirmed meter pays, less backed-out awards. Totals open with the first day of the period and close "
        "with the last.");
  }

 private:
  void close_until(Day day, const State& state) {
    if (day - *day_ > idle_days_max) {
      close_day(state);
      day_ = day;
      skipped_ = true;
    }
    for (; *day_ < day; ++*day_) close_day(state);
  }

  void close_day(const State& state) {
    auto closing = books_of(state);
    for (const auto& [key, now] : closing) {
      if (!request_.wants(key.first)) continue;
      add_rows(state, key, opening_[key], now);
    }
    opening_ = std::move(closing);
  }

  void add_rows(const State& state, const LevelKey& key, const LevelBooks& from, const LevelBooks& to) {
    const std::string day = day_text(*day_);
    const std::string level = level_name(state, key.first, key.second);
    const Totals& a = from.totals;
    const Totals& b = to.totals;
    const MeterUnits changes[] = {b.start - a.start,
                                  b.contributions - a.contributions,
                                  b.seeds - a.seeds,
                                  b.reserve_released - a.reserve_released,
                                  b.advances - a.advances,
                                  a.confirmed - b.confirmed,
                                  a.overflow_taken - b.overflow_taken,
                                  b.adjustments - a.adjustments,
                                  b.transfers - a.transfers};
    std::vector<Cell> row = {day, key.first.text, level, from.held};
    MeterUnits sum = from.held;
    for (const MeterUnits change : changes) {
      row.emplace_back(change);
      sum += change;
    }
    row.emplace_back(to.held);
    check(day, key.first.text, level, "held", sum, to.held);
    add_to_totals(funds_.totals, row);
    funds_.rows.push_back(std::move(row));

    const MeterUnits in = b.reserve_contributions - a.reserve_contributions;
    const MeterUnits out = a.reserve_released - b.reserve_released;
    const MeterUnits adjusted = b.reserve_adjustments - a.reserve_adjustments;
    check(day, key.first.text, level, "reserve", from.reserve + in + out + adjusted, to.reserve);
    row = {day, key.first.text, level, from.reserve, in, out, adjusted, to.reserve};
    add_to_totals(reserves_.totals, row);
    reserves_.rows.push_back(std::move(row));
  }

  void check(const std::string& day, const std::string& link, const std::string& level, const char* what,
             MeterUnits computed, MeterUnits found) {
    if (computed == found) return;
    wrong_.push_back(fmt::format("{}, link {}, level {}, {}: opening plus changes is {}, but closing is {}.", day, link,
                                 level, what, plain_money(computed), plain_money(found)));
  }

  // Amounts at an end of the period are not sums over its days.
  template <class Of>
  void set_ends(Table& table, size_t opening, size_t closing, Of of) {
    if (table.rows.empty()) {
      table.totals.clear();
      return;
    }
    MeterUnits before;
    MeterUnits after;
    for (const auto& [key, books] : first_)
      if (request_.wants(key.first)) before += of(books);
    for (const auto& [key, books] : opening_)
      if (request_.wants(key.first)) after += of(books);
    table.totals[0] = std::string("Total");
    table.totals[opening] = before;
    table.totals[closing] = after;
  }

  Request request_;
  AdjustmentRows adjustments_;
  std::optional<Day> day_;  // that is open
  std::map<LevelKey, LevelBooks> opening_;
  std::map<LevelKey, LevelBooks> first_;
  std::vector<std::string> wrong_;
  bool skipped_ = false;
  Table funds_{.id = "held",
               .title = "Funds held by level",
               .columns = {{"day", "Day", Unit::day},
                           {"link", "Progressive"},
                           {"level", "Level"},
                           {"opening", "Opening", Unit::money},
                           {"start", "Start", Unit::money},
                           {"contributions", "Contributions", Unit::money},
                           {"seeds", "Seeds", Unit::money},
                           {"reserve_released", "From reserve", Unit::money},
                           {"advances", "Advances", Unit::money},
                           {"wins", "Wins", Unit::money},
                           {"overflow_taken", "Overflow taken", Unit::money},
                           {"adjustments", "Adjustments", Unit::money},
                           {"transfers", "Transfers", Unit::money},
                           {"closing", "Closing", Unit::money}},
               .rows = {},
               .totals = {}};
  Table reserves_{.id = "reserve",
                  .title = "Reserve held by level",
                  .columns = {{"day", "Day", Unit::day},
                              {"link", "Progressive"},
                              {"level", "Level"},
                              {"opening", "Opening", Unit::money},
                              {"contributions", "Contributions", Unit::money},
                              {"released", "Moved to meter", Unit::money},
                              {"adjustments", "Adjustments", Unit::money},
                              {"closing", "Closing", Unit::money}},
                  .rows = {},
                  .totals = {}};
};

}  // namespace

std::unique_ptr<Builder> make_accrual(const Request& request) {
  return std::make_unique<Accrual>(request);
}

}  // namespace cardroom::ledger::reports
