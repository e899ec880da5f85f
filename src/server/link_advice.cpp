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
#include "odds/meter_figures.h"
#include "odds/preset.h"
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
  std::vector<games::Table> tables;
  for (const std::string& id : paytable->games) {
    const games::Game* game = games::find_game(id);
    auto table = games::Table::make({.game = game, .house = game->facts.house, .paytables = {paytable}},
                                    games::shipped_library().paytables);
    CHECK(table);  // what ships fits together
    tables.push_back(std::move(*table));
  }
  const odds::LinkProof proof = odds::prove_link(tables);
  for (const odds::LinkRow& row : proof.rows) found->second.hands.push_back(games::hand_key(row.hand));
  for (size_t at = 0; at < proof.games.size(); ++at) {
    found->second.odds.push_back({std::string(proof.games[at].game->facts.id), {}});
    for (const odds::LinkRow& row : proof.rows)
      found->second.odds.back().probabilities.push_back(base::to_text(row.probabilities[at]));
  }
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
  for (odds::NamedFigure& figure : odds::meter_figures(plan, its_dry))
    judgement.figures.push_back({std::move(figure.name), std::move(figure.exact), std::move(figure.decimal)});
  const auto usual = preset_plan(plan, rules);
  for (odds::Advice& advice : odds::advise(plan, {.preset = usual ? &*usual : nullptr, .dry = its_dry}))
    judgement.advice.push_back(std::move(advice.text));
  return judgement;
}

// A row of the paytable as the progressive keeps it.
Prize prize_of(const games::PayRow& row, const odds::Preset& preset) {
  Prize prize{.hand = games::hand_key(row.hand), .envy = row.envy};
  const games::Pay& pay = row.pays.front();
  if (pay.kind == games::Pay::Kind::of_meter) {
    prize.share_ppm = pay.numerator * 10'000 / pay.denominator;
    const auto level = std::ranges::find(preset.levels, pay.level, &odds::PresetLevel::name);
    prize.level = level == preset.levels.end() ? 0 : static_cast<int>(level - preset.levels.begin());
  } else {
    CHECK(pay.kind == games::Pay::Kind::for_one && pay.denominator == 1);
    prize.pays_for_one = pay.numerator;
  }
  return prize;
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
  odds::MeterPlan plan;
  plan.wager = wager;
  plan.wager_largest = std::max(wager, rules.wagers.back());
  plan.others = others_betting;
  plan.envy_times_wager = rules.envy_scale == EnvyScale::times_wager;
  plan.all_deducted = rules.deduction == Deduction::all_pays;
  for (const LevelRules& level : rules.levels)
    plan.levels.push_back({.name = level.name,
                           .seed = level.seed,
                           .contribution = base::Rational(level.contribution_ppm, 1'000'000),
                           .reserve = base::Rational(level.reserve_ppm, 1'000'000),
                           .limit = level.limit});
  for (size_t row = 0; row < rules.prizes.size(); ++row) {
    const Prize& prize = rules.prizes[row];
    plan.prizes.push_back({.hand = prize.hand,
                           .probability = *base::parse_fraction(odds.probabilities[row]),
                           .pays_for_one = base::Rational(prize.pays_for_one),
                           .share = base::Rational(prize.share_ppm, 1'000'000),
                           .level = prize.level,
                           .envy = prize.envy});
  }
  return plan;
}

Allowed<std::vector<GameOdds>> odds_of(const LinkRules& rules) {
  const games::PaytablePtr paytable = find_paytable(rules.paytable);
  if (!paytable)
    return refuse(RefusalCode::odds_missing, "rules.paytable",
                  fmt::format("the program has no progressive paytable '{}', so that it cannot count its chances",
                              rules.paytable));
  const Counted& counted = count(paytable);
  std::vector<GameOdds> odds;
  for (const GameOdds& game : counted.odds) odds.push_back({game.game, {}});
  for (size_t i = 0; i < rules.prizes.size(); ++i) {
    const auto row = std::ranges::find(counted.hands, rules.prizes[i].hand);
    if (row == counted.hands.end())
      return refuse(RefusalCode::odds_missing, fmt::format("rules.prizes[{}].hand", i),
                    fmt::format("the paytable {} has no hand '{}'", paytable->id, rules.prizes[i].hand));
    for (size_t game = 0; game < odds.size(); ++game)
      odds[game].probabilities.push_back(
          counted.odds[game].probabilities[static_cast<size_t>(row - counted.hands.begin())]);
  }
  return odds;
}

Allowed<AdviceView> judge(const LinkRules& rules) {
  // What is wrong with the rules themselves is told before anything is counted.
  GameOdds any{"any", std::vector<std::string>(rules.prizes.size(), "1/2")};
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
  CreateLink create;
  LinkRules& rules = create.rules;
  rules.paytable = id;
  rules.wagers = preset->wagers;
  rules.confirm_at = preset->confirm_at;
  rules.executive_at = preset->executive_at;
  rules.envy_scale = paytable->envy_times_wager ? EnvyScale::times_wager : EnvyScale::flat;
  for (const odds::PresetLevel& level : preset->levels) {
    rules.levels.push_back({.name = level.name,
                            .seed = level.seed,
                            .contribution_ppm = level.contribution_ppm,
                            .reserve_ppm = level.reserve_ppm,
                            .limit = level.limit,
                            .increment_max = level.increment_max,
                            .executive = level.executive});
    create.starts.push_back(level.seed);
  }
  for (const games::PayRow& row : paytable->pays("progressive")->rows()) rules.prizes.push_back(prize_of(row, *preset));
  auto judged = judge(rules);
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
