#include "lab/wager_study.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "odds/settling.h"

namespace cardroom::lab {

using games::Game;
using games::WagerFact;
using games::WagerKind;

std::expected<int, Fault> asked_wager(const Game& game, const WagerAsk& ask) {
  if (ask.wager.empty()) return 0;
  const int wager = game.wager_index(ask.wager);
  if (wager == games::no_wager) {
    return std::unexpected(
        Fault{"unknown_wager", "wager", fmt::format("{} has no wager '{}'", game.facts.name, ask.wager)});
  }
  const size_t owner = odds::owner_of(game, static_cast<size_t>(wager));
  if (owner != static_cast<size_t>(wager)) {
    return std::unexpected(
        Fault{"wager_not_of_its_own", "wager",
              fmt::format("{} counts with {}", game.wager(wager).name, game.wager(static_cast<int>(owner)).name)});
  }
  return wager;
}

std::string_view group_of(const Game& game, int wager) {
  for (const games::PaytableGroup& group : game.facts.groups) {
    for (const int member : group.wagers) {
      if (odds::owner_of(game, static_cast<size_t>(member)) == static_cast<size_t>(wager)) return group.id;
    }
  }
  return game.facts.groups.front().id;
}

bool is_progressive(const Game& game, int wager) {
  return game.wager(wager).kind == WagerKind::progressive;
}

bool has_strategy(const Game&, int wager) {
  return wager == 0;
}

std::expected<odds::Figures, Fault> count_wager(const GameCounts::Lease& lease, const games::Table& table, int wager,
                                                const WagerAsk& ask) {
  odds::NamedRule rule;
  if (ask.strategy == "basic" && has_strategy(table.game(), wager)) {
    rule = {"basic", [](const games::View& view, const games::Table& at, const games::Actions& actions) {
              return at.game().basic(view, at, actions);
            }};
  }
  auto figures = lease.analyst().wager(table, wager, rule, ask.hands);
  if (!figures) return std::unexpected(fault_of(figures.error(), "wager"));
  return std::move(*figures);
}

std::string level_id(const odds::MeterLevel& level) {
  return level.name.empty() ? "meter" : level.name;
}

std::expected<ProgressiveStudy, Fault> count_progressive(const GameCounts::Lease& lease, const games::Table& table,
                                                         const std::string& printed, const WagerAsk& ask) {
  auto figures = lease.progressive(table);
  if (!figures) return std::unexpected(figures.error());
  ProgressiveStudy study{.figures = std::move(*figures), .terms = {}, .at = {}};
  study.terms.wager = base::Cents(ask.bet_cents);
  study.terms.others = ask.players - 1;
  const size_t levels = study.figures.levels.size();
  const odds::Preset* preset = odds::find_preset(printed);
  if (!ask.meters_cents.empty()) {
    if (ask.meters_cents.size() != levels) {
      return std::unexpected(
          Fault{"meters_not_one_a_level", "meters_cents",
                fmt::format("{} given for {} level{}", ask.meters_cents.size(), levels, levels == 1 ? "" : "s")});
    }
    for (const int64_t meter : ask.meters_cents) study.terms.meters.emplace_back(meter);
    study.meters_from = ProgressiveStudy::MetersFrom::question;
  } else if (preset && preset->levels.size() == levels) {
    for (const odds::PresetLevel& level : preset->levels) study.terms.meters.push_back(level.seed);
    study.meters_from = ProgressiveStudy::MetersFrom::preset;
  } else {
    study.terms.meters.assign(levels, base::Cents(0));
    study.meters_from = ProgressiveStudy::MetersFrom::nothing;
  }
  study.at = odds::progressive_return(study.figures, study.terms);
  if (!study.at.total) study.at.total = study.at.constant;  // no level, no meter
  return study;
}

}  // namespace cardroom::lab
