#include <fmt/format.h>

#include <algorithm>

#include "ledger/reports/kinds.h"
#include "ledger/reports/level_books.h"

namespace cardroom::ledger::reports {

namespace {

using namespace progressive;
using base::Cents;
using base::MeterUnits;

// Recomputed here from what the commands said: wagers, and the rates of the configuration in force.
struct Level {
  Cents wagers;  // that the rates below applied to; shown, not used
  MeterUnits contributions;
  MeterUnits reserve;
  MeterUnits wins;
  MeterUnits posted;  // to the funds of the level
};
struct Link {
  Cents coin_in;
  MeterUnits house;         // what no level got, by the rates
  MeterUnits house_posted;  // by the postings
};

class Reconciliation final : public Builder {
 public:
  explicit Reconciliation(const Request& request) : request_(request) {}

  void begin(const State& state, Lookback&) override {
    opening_ = books_of(state);
    for (const auto& [id, link] : state.links) rules_[id] = link.rules;
  }

  void before(const Step& step) override {
    const Event& event = step.event;
    if (event.outcome.refused) return;
    // From the commands, not from the state that the postings were made with.
    if (const auto* create = std::get_if<CreateLink>(&event.command)) rules_[create->link] = create->rules;
    if (const auto* change = std::get_if<ChangeLink>(&event.command)) rules_[change->link] = change->rules;
    if (!step.in_period) return;
    if (const auto* start = std::get_if<StartRound>(&event.command)) count_wagers(*start, event);
    for (const Payment& payment : event.outcome.paid) {
      const auto claim = step.state.claims.find(payment.claim);
      if (claim == step.state.claims.end() || !claim->second.on_meter) continue;
      const LinkRules& rules = step.state.links.at(claim->second.link).rules;
      const Prize& prize = rules.prizes.at(static_cast<size_t>(claim->second.prize));
      levels_[{claim->second.link, prize.is_share() ? prize.level : 0}].wins += base::to_meter_units(payment.amount);
    }
    if (const auto* back_out = std::get_if<BackOutAward>(&event.command)) count_back_out(step, *back_out);
    for (const Posting& posting : event.postings) {
      if (posting.account == Account::house) links_[posting.link].house_posted += posting.amount;
      if (!is_fund(posting.account)) continue;
      levels_[{posting.link, posting.level}].posted += posting.amount;
    }
  }

  void finish(const WalkEnd& end, Report& report) override {
    Table levels = level_table();
    for (const auto& [key, now] : books_of(end.state)) {
      if (!request_.wants(key.first)) continue;
      add_level(end.state, key, now, levels, report);
    }
    Table links = link_table();
    for (const auto& [id, link] : end.state.links) {
      if (!request_.wants(id)) continue;
      const Link& sums = links_[id];
      const MeterUnits difference = sums.house - sums.house_posted;
      std::vector<Cell> row = {id.text, sums.coin_in, sums.house, sums.house_posted, difference};
      add_to_totals(links.totals, row);
      links.rows.push_back(std::move(row));
      if (difference != MeterUnits())
        report.alarms.push_back(
            fmt::format("DIFFERENCE of {} on link {}: the house's share of the wagers does not match the amount "
                        "posted to it.",
                        plain_money(difference), id.text));
    }
    if (!levels.totals.empty()) levels.totals[0] = std::string("Total");
    if (!links.totals.empty()) links.totals[0] = std::string("Total");
    report.tables = {std::move(levels), std::move(links)};
    report.notes.push_back(
        "Wagers times rates uses the locked-in wagers and the rates in effect at the time. Growth is the sum of all "
        "postings to display, overflow, pending, disputed and reserve. Growth + wins + overflow taken − house money − "
        "adjustments − transfers must equal wagers times rates exactly.");
    if (report.alarms.empty()) report.notes.push_back("No differences: everything adds up.");
  }

 private:
  void count_wagers(const StartRound& start, const Event& event) {
    for (const Wager& wager : start.wagers) {
      const bool out = std::ranges::any_of(event.outcome.left_out, [&](const LeftOut& left) {
        return left.position == wager.position && left.link == wager.link;
      });
      if (out) continue;
      Link& link = links_[wager.link];
      link.coin_in += wager.wager;
      MeterUnits house = base::to_meter_units(wager.wager);
      const std::vector<LevelRules>& rules = rules_[wager.link].levels;
      for (size_t i = 0; i < rules.size(); ++i) {
        Level& level = levels_[{wager.link, static_cast<int>(i)}];
        const MeterUnits meter = base::share(wager.wager, rules[i].contribution_ppm);
        const MeterUnits reserve = base::share(wager.wager, rules[i].reserve_ppm);
        level.wagers += wager.wager;
        level.contributions += meter;
        level.reserve += reserve;
        house -= meter + reserve;
      }
      link.house += house;
    }
  }

  // By the award and not by the postings: when the amount is just what its reseed brought, nothing is posted to a fund.
  void count_back_out(const Step& step, const BackOutAward& back_out) {
    for (const auto& [id, link] : step.state.links)
      for (const Award& award : link.awards)
        if (award.price.claim == back_out.claim && award.on_meter)
          levels_[{id, award.level}].wins -= base::to_meter_units(step.event.outcome.amount);
  }

  void add_level(const State& state, const LevelKey& key, const LevelBooks& now, Table& table, Report& report) {
    const Level& sums = levels_[key];
    const Totals& a = opening_[key].totals;
    const Totals& b = now.totals;
    const MeterUnits rated = sums.contributions + sums.reserve;
    const MeterUnits house = b.start - a.start + b.seeds - a.seeds + b.advances - a.advances;
    const MeterUnits receipts = b.overflow_taken - a.overflow_taken;
    const MeterUnits adjustments = b.adjustments - a.adjustments + b.reserve_adjustments - a.reserve_adjustments;
    const MeterUnits transfers = b.transfers - a.transfers;
    const MeterUnits found = sums.posted + sums.wins + receipts - house - adjustments - transfers;
    const MeterUnits difference = rated - found;
    std::vector<Cell> row = {key.first.text, level_name(state, key.first, key.second),
                             sums.wagers,    sums.contributions,
                             sums.reserve,   sums.posted,
                             sums.wins,      receipts,
                             house,          adjustments,
                             transfers,      difference};
    add_to_totals(table.totals, row);
    table.totals[2] = {};  // the same wagers count for every level
    table.rows.push_back(std::move(row));
    if (difference != MeterUnits())
      report.alarms.push_back(
          fmt::format("DIFFERENCE of {} on link {}, level {}: wagers times rates is {}, but the funds account for {}.",
                      plain_money(difference), key.first.text, level_name(state, key.first, key.second),
                      plain_money(rated), plain_money(found)));
  }

  static Table level_table() {
    return {.id = "levels",
            .title = "Levels",
            .columns = {{"link", "Progressive"},
                        {"level", "Level"},
                        {"wagers", "Wagers", Unit::money},
                        {"contributions", "× rate", Unit::money},
                        {"reserve", "× reserve rate", Unit::money},
                        {"growth", "Growth in funds", Unit::money},
                        {"wins", "Wins", Unit::money},
                        {"receipts", "Overflow taken", Unit::money},
                        {"house", "House money", Unit::money},
                        {"adjustments", "Adjustments", Unit::money},
                        {"transfers", "Transfers", Unit::money},
                        {"difference", "Difference", Unit::money}},
            .rows = {},
            .totals = {}};
  }
  static Table link_table() {
    return {.id = "house",
            .title = "House share",
            .columns = {{"link", "Progressive"},
                        {"coin_in", "Coin-in", Unit::money},
                        {"expected", "Not contributed (expected)", Unit::money},
                        {"posted", "Posted to house", Unit::money},
                        {"difference", "Difference", Unit::money}},
            .rows = {},
            .totals = {}};
  }

  Request request_;
  std::map<LinkId, LinkRules> rules_;
  std::map<LevelKey, LevelBooks> opening_;
  std::map<LevelKey, Level> levels_;
  std::map<LinkId, Link> links_;
};

}  // namespace

std::unique_ptr<Builder> make_reconciliation(const Request& request) {
  return std::make_unique<Reconciliation>(request);
}

}  // namespace cardroom::ledger::reports
