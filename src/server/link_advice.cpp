#include "server/link_advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "base/check.h"
#include "games/embedded.h"
#include "games/hand_key.h"
#include "games/library.h"
#include "games/registry.h"
#include "odds/link_proof.h"
#include "odds/meter_advice.h"
#include "odds/preset.h"
#include "planning/link.h"
#include "progressive/decide.h"

namespace cardroom::server {

namespace {

games::PaytablePtr find_paytable(const std::string& id) {
  const auto& all = games::shipped_library().paytables;
  const auto found =
      std::ranges::find_if(all, [&](const auto& table) { return table->group == "progressive" && table->id == id; });
  return found == all.end() ? nullptr : *found;
}

struct Counted {
  std::vector<std::string> hands;
  std::vector<GameOdds> odds;
};

const Counted& count(const games::PaytablePtr& paytable) {
  static std::mutex mutex;
  static std::map<std::string, Counted> all;
  const std::lock_guard lock(mutex);
  const auto [found, fresh] = all.try_emplace(paytable->id);
  if (!fresh) return found->second;
  const auto tables = planning::linked_tables(paytable);
  CHECK(tables);  // what ships fits together
  const odds::LinkProof proof = odds::prove_link(*tables);
  for (const odds::LinkRow& row : proof.rows) found->second.hands.push_back(games::hand_key(row.hand));
  auto odds = planning::odds_of(*paytable, proof);
  CHECK(odds);
  found->second.odds = std::move(*odds);
  return found->second;
}

// How a ledger with nobody but two people would take the rules.
Allowed<void> try_rules(const LinkRules& rules, std::vector<GameOdds> odds) {
  State state;
  state.staff[{"a"}] = {{"a"}, Role::administrator, "a", true};
  state.staff[{"b"}] = {{"b"}, Role::executive, "b", true};
  CreateLink create{{"link"}, "title", rules, std::move(odds), {}, {}};
  for (const LevelRules& level : rules.levels) create.starts.push_back(level.seed);
  if (auto decided = decide(state, {"id", {"a"}, {"b"}, std::move(create)}, 0); !decided)
    return std::unexpected(decided.error());
  return {};
}

// The plan that the preset of the same paytable makes at this wager, where it has as many levels.
std::optional<odds::MeterPlan> preset_plan(const odds::MeterPlan& plan, const LinkRules& rules) {
  const odds::Preset* preset = odds::find_preset(rules.paytable);
  if (!preset || preset->levels.size() != plan.levels.size()) return std::nullopt;
  odds::MeterPlan usual = plan;
  for (size_t i = 0; i < usual.levels.size(); ++i) {
    const odds::PresetLevel& level = preset->levels[i];
    usual.levels[i].seed = level.seed;
    usual.levels[i].contribution = base::Rational(level.contribution_ppm, 1'000'000);
    usual.levels[i].reserve = base::Rational(level.reserve_ppm, 1'000'000);
    usual.levels[i].limit = level.limit;
  }
  return usual;
}

Judgement judgement_of(const LinkRules& rules, const GameOdds& odds) {
  Judgement judgement;
  const odds::MeterPlan plan = plan_of_rules(rules, odds, rules.wagers.front());
  if (const auto checked = odds::check_plan(plan); !checked) {
    judgement.advice.push_back("No figures: " + odds::to_text(checked.error()) + ".");
    return judgement;
  }
  std::optional<odds::RunDry> dry;
  if (plan.all_deducted) dry = odds::run_dry(plan);
  const odds::RunDry* its_dry = dry ? &*dry : nullptr;
  const auto usual = preset_plan(plan, rules);
  return planning::judgement_of(plan, its_dry,
                                odds::advise(plan, {.preset = usual ? &*usual : nullptr, .dry = its_dry}));
}

// The remark that a preset's file begins with.
std::string reasons_of(const std::string& paytable) {
  const std::string name = "presets/" + paytable + ".toml";
  const auto files = games::embedded_files();
  const auto file = std::ranges::find(files, name, &games::EmbeddedFile::name);
  std::string reasons;
  if (file == files.end()) return reasons;
  std::string_view text = file->text;
  while (text.starts_with('#')) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(1, end - 1);
    while (line.starts_with(' ')) line.remove_prefix(1);
    reasons += (reasons.empty() ? "" : " ") + std::string(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return reasons;
}

}  // namespace

odds::MeterPlan plan_of_rules(const LinkRules& rules, const GameOdds& odds, base::Cents wager) {
  return planning::plan_of(rules, odds, wager, others_betting);
}

Allowed<std::vector<GameOdds>> odds_of(const LinkRules& rules) {
  const games::PaytablePtr paytable = find_paytable(rules.paytable);
  if (!paytable)
    return refuse(
        RefusalCode::odds_missing, "rules.paytable",
        fmt::format("no progressive paytable is named '{}', so its probabilities cannot be computed", rules.paytable));
  const Counted& counted = count(paytable);
  std::vector<GameOdds> odds;
  for (const GameOdds& game : counted.odds) odds.push_back({game.game, {}});
  for (size_t i = 0; i < rules.prizes.size(); ++i) {
    const auto row = std::ranges::find(counted.hands, rules.prizes[i].hand);
    if (row == counted.hands.end())
      return refuse(RefusalCode::odds_missing, fmt::format("rules.prizes[{}].hand", i),
                    fmt::format("paytable {} has no hand '{}'", paytable->id, rules.prizes[i].hand));
    for (size_t game = 0; game < odds.size(); ++game)
      odds[game].probabilities.push_back(
          counted.odds[game].probabilities[static_cast<size_t>(row - counted.hands.begin())]);
  }
  return odds;
}

Allowed<AdviceView> judge(const LinkRules& rules) {
  // What is wrong with the rules themselves is told before anything is counted.
  GameOdds any{"any", std::vector<std::string>(rules.prizes.size(), "1/1000000")};
  if (auto tried = try_rules(rules, {std::move(any)}); !tried) return std::unexpected(tried.error());
  auto odds = odds_of(rules);
  if (!odds) return std::unexpected(odds.error());
  if (auto tried = try_rules(rules, *odds); !tried) return std::unexpected(tried.error());
  Judgement judgement = judgement_of(rules, odds->front());
  return AdviceView{std::move(*odds), std::move(judgement)};
}

CreateLink link_of_preset(const std::string& id) {
  const odds::Preset* preset = odds::find_preset(id);
  const games::PaytablePtr paytable = find_paytable(id);
  CHECK(preset != nullptr && paytable != nullptr);
  const auto figures = planning::figures_of(paytable, *games::find_game(paytable->games.front()));
  CHECK(figures);
  const auto plan = odds::plan_of(*figures, *preset, preset->wagers.front(), others_betting);
  CHECK(plan);
  auto rules = planning::rules_of(*plan, *preset);
  CHECK(rules);
  CreateLink create;
  create.rules = std::move(*rules);
  for (const odds::PresetLevel& level : preset->levels) create.starts.push_back(level.seed);
  auto judged = judge(create.rules);
  CHECK(judged);
  create.odds = std::move(judged->odds);
  create.judgement = std::move(judged->judgement);
  return create;
}

const std::vector<PresetView>& preset_views() {
  static const std::vector<PresetView> all = [] {
    std::vector<PresetView> views;
    for (const odds::Preset& preset : odds::shipped_presets()) {
      const games::PaytablePtr paytable = find_paytable(preset.paytable);
      CreateLink link = link_of_preset(preset.paytable);
      views.push_back({preset.paytable, paytable->document + ", " + paytable->date, paytable->games,
                       reasons_of(preset.paytable), std::move(link.rules), std::move(link.starts), std::move(link.odds),
                       std::move(link.judgement)});
    }
    return views;
  }();
  return all;
}

}  // namespace cardroom::server
