#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "ledger/reports/kinds.h"
#include "ledger/reports/level_books.h"

namespace cardroom::ledger::reports {

namespace {

using namespace progressive;

// Parts per million as a decimal of a hundred.
std::string rate(int64_t ppm) {
  return fmt::format("{}.{:04}", ppm / 10'000, ppm % 10'000);
}

class Hits final : public Builder {
 public:
  explicit Hits(const Request& request) : request_(request) {}

  // Levels and people change their names; a hit keeps those that it was confirmed under.
  void after(const Step& step) override {
    if (step.event.outcome.refused || std::holds_alternative<StartRound>(step.event.command)) return;
    for (const Posting& posting : step.event.postings) {
      const auto link = step.state.links.find(posting.link);
      if (link == step.state.links.end()) continue;
      for (size_t i = 0; i < link->second.levels.size(); ++i) remember(step, link->first, link->second, i);
    }
  }

  void finish(const WalkEnd& end, Report& report) override {
    Table levels{.id = "levels",
                 .title = "Levels",
                 .columns = {{"link", "Progressive"},
                             {"level", "Level"},
                             {"value", "Current value", Unit::money},
                             {"overflow", "Overflow", Unit::money},
                             {"reserve", "Reserve", Unit::money},
                             {"pending", "Pending", Unit::money},
                             {"disputed", "Disputed", Unit::money},
                             {"limit", "Limit", Unit::money},
                             {"base", "Base (seed)", Unit::money},
                             {"rate", "Rate %", Unit::percent},
                             {"reserve_rate", "Reserve rate %", Unit::percent},
                             {"increment_max", "Largest increment", Unit::money},
                             {"wagers", "Wagers", Unit::count},
                             {"hits", "Hits", Unit::count},
                             {"wins", "Total wins", Unit::money}},
                 .rows = {},
                 .totals = {}};
    Table hits{.id = "hits",
               .title = fmt::format("Last {} hits on each level, newest first", hits_kept),
               .columns = {{"link", "Progressive"},
                           {"level", "Level"},
                           {"time", "Time", Unit::time},
                           {"page", "Win slip", Unit::count},
                           {"table", "Table"},
                           {"round", "Round", Unit::count},
                           {"position", "Position", Unit::count},
                           {"hand", "Hand"},
                           {"amount", "Amount", Unit::money},
                           {"confirmed_by", "Confirmed by"},
                           {"status", "Status"}},
               .rows = {},
               .totals = {}};
    const int64_t since_ms =
        request_.since ? request_.time.start_ms(*request_.since) : std::numeric_limits<int64_t>::min();
    for (const auto& [id, link] : end.state.links) {
      if (!request_.wants(id)) continue;
      for (size_t i = 0; i < link.levels.size(); ++i) {
        const LevelRules& rules = link.rules.levels[i];
        const LevelState& level = link.levels[i];
        levels.rows.push_back({id.text, rules.name, level.funds.meter, level.funds.overflow, level.funds.reserve,
                               level.pending, level.disputed, rules.limit ? Cell(*rules.limit) : Cell(), rules.seed,
                               rate(rules.contribution_ppm), rate(rules.reserve_ppm), rules.increment_max,
                               static_cast<int64_t>(level.wagers_in), static_cast<int64_t>(level.hits),
                               level.totals.confirmed});
        for (auto hit = level.last_hits.rbegin(); hit != level.last_hits.rend(); ++hit) {
          if (hit->time_ms < since_ms) continue;
          const Names today{rules.name, person(end.state, hit->confirmed_by)};
          const Names& names = names_[{id, static_cast<int>(i)}].try_emplace(hit->claim, today).first->second;
          hits.rows.push_back({id.text, names.level, Instant{hit->time_ms}, static_cast<int64_t>(hit->win_page),
                               hit->table.text, static_cast<int64_t>(hit->round), static_cast<int64_t>(hit->position),
                               in_words(hit->hand), hit->amount, names.confirmed_by,
                               std::string(hit->backed_out ? "backed out" : "")});
        }
      }
    }
    report.tables = {std::move(levels), std::move(hits)};
    report.alarms = alarms_of_laws(end.state, request_.link);
    report.notes.push_back(
        fmt::format("Values as of the last entry read, {}.", time_text(end.last_ms, request_.time.utc_offset_minutes)));
    report.notes.push_back(
        "Hits counts every award from the level, including those backed out. Total wins excludes them.");
  }

 private:
  struct Names {
    std::string level;
    std::string confirmed_by;
  };

  void remember(const Step& step, const LinkId& id, const LinkState& link, size_t level) {
    const std::vector<Hit>& hits = link.levels[level].last_hits;
    if (hits.empty()) return;
    std::map<ClaimNumber, Names>& names = names_[{id, static_cast<int>(level)}];
    const Hit& hit = hits.back();
    if (!names.emplace(hit.claim, Names{link.rules.levels[level].name, person(step.state, hit.confirmed_by)}).second)
      return;
    std::erase_if(names,
                  [&](const auto& kept) { return std::ranges::find(hits, kept.first, &Hit::claim) == hits.end(); });
  }

  Request request_;
  std::map<LevelKey, std::map<ClaimNumber, Names>> names_;  // of the hits that are kept
};

}  // namespace

std::unique_ptr<Builder> make_hits(const Request& request) {
  return std::make_unique<Hits>(request);
}

}  // namespace cardroom::ledger::reports
