#include "cli/meter_options.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/command.h"
#include "cli/table_options.h"
#include "planning/link.h"

namespace cardroom::cli {

odds::ProgressiveFigures figures_of(const games::PaytablePtr& paytable, const std::string& game_id) {
  auto figures = planning::figures_of(paytable, game_or_stop(game_id.empty() ? paytable->games.front() : game_id));
  if (!figures) throw Stop(refused, to_text(figures.error()));
  return std::move(*figures);
}

void need_game_of(const games::Paytable& paytable, const std::string& game_id) {
  if (game_id.empty() || paytable.belongs_to(game_id)) return;
  std::string names;
  for (const std::string& id : paytable.games)
    names += (names.empty() ? "" : ", ") + std::string(game_or_stop(id).facts.name);
  throw Stop(usage, fmt::format("--game {}: {} belongs to {}", game_id, paytable.id, names));
}

void need_no_thousands(const std::vector<std::string>& pieces, std::string_view option) {
  for (size_t at = 1; at < pieces.size(); ++at) {
    if (pieces[at].size() == 3 && pieces[at].starts_with('0'))
      throw Stop(usage, fmt::format("{} {},{}: with several levels a comma separates them; write {}{}", option,
                                    pieces[at - 1], pieces[at], pieces[at - 1], pieces[at]));
  }
}

std::vector<std::string> one_per_level(const std::vector<std::string>& given, size_t levels, std::string_view option) {
  std::vector<std::string> pieces;
  for (const std::string& text : given) {
    size_t from = 0;
    for (size_t comma; levels > 1 && (comma = text.find(',', from)) != std::string::npos; from = comma + 1)
      pieces.push_back(text.substr(from, comma - from));
    pieces.push_back(text.substr(from));
  }
  if (!pieces.empty() && pieces.size() != levels)
    throw Stop(usage,
               fmt::format("{}: got {} value{} for {} level{}{}", option, pieces.size(), pieces.size() == 1 ? "" : "s",
                           levels, levels == 1 ? "" : "s", levels == 1 ? "" : "; separate the levels by commas"));
  need_no_thousands(pieces, option);
  return pieces;
}

base::Cents amount_or_stop(const std::string& text, std::string_view option) {
  const auto amount = base::parse_cents(text);
  if (!amount) throw Stop(usage, fmt::format("{} {}: {}", option, text, amount.error()));
  return *amount;
}

namespace {

void put_amounts(const std::vector<std::string>& given, std::string_view option, odds::Preset& preset, auto put) {
  const std::vector<std::string> pieces = one_per_level(given, preset.levels.size(), option);
  for (size_t at = 0; at < pieces.size(); ++at) put(preset.levels[at], amount_or_stop(pieces[at], option));
}

void put_rates(const std::vector<std::string>& given, std::string_view option, odds::Preset& preset,
               int64_t odds::PresetLevel::* rate) {
  const std::vector<std::string> pieces = one_per_level(given, preset.levels.size(), option);
  for (size_t at = 0; at < pieces.size(); ++at) {
    const auto ppm = odds::parse_percent_ppm(pieces[at]);
    if (!ppm)
      throw Stop(usage, fmt::format("{} {}: expected a percentage from 0 to 100 with up to four decimals, such as 12.5",
                                    option, pieces[at]));
    preset.levels[at].*rate = *ppm;
  }
}

}  // namespace

void put_choices(const MeterOptions& options, odds::Preset& choices) {
  using Level = odds::PresetLevel;
  put_amounts(options.seeds, "--seed", choices, [](Level& level, base::Cents amount) { level.seed = amount; });
  put_amounts(options.limits, "--limit", choices, [](Level& level, base::Cents amount) { level.limit = amount; });
  put_rates(options.contributions, "--contribution", choices, &Level::contribution_ppm);
  put_rates(options.reserves, "--reserve", choices, &Level::reserve_ppm);
  if (options.second_signature == "none")
    choices.second_signature_at.reset();
  else if (!options.second_signature.empty())
    choices.second_signature_at = amount_or_stop(options.second_signature, "--second-signature");
}

base::Cents put_wager(const MeterOptions& options, odds::Preset& choices) {
  const base::Cents wager = options.wager.empty() ? choices.wagers.front() : amount_or_stop(options.wager, "--wager");
  if (std::ranges::find(choices.wagers, wager) == choices.wagers.end()) {
    choices.wagers.push_back(wager);
    std::ranges::sort(choices.wagers);
  }
  return wager;
}

}  // namespace cardroom::cli
