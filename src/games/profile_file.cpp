#include "games/profile_file.h"

#include <fmt/format.h>

#include "games/game.h"
#include "games/toml_reader.h"

namespace cardroom::games {

std::expected<Profile, std::vector<FileRemark>> parse_profile(std::string_view text, std::string_view file) {
  const auto root = parse_toml(text, file);
  if (!root) return std::unexpected(root.error());
  TomlReader reader(file);
  reader.allow_only(*root, {"id", "name", "period"});
  Profile profile{reader.text(*root, "id", true), reader.text(*root, "name", true), {}};
  const toml::array* list = (*root)["period"].as_array();
  if (!list || list->empty()) reader.error_at(0, "no [[period]]: the profile has no limits");
  for (size_t index = 0; list && index < list->size(); ++index) {
    const toml::table* table = list->get(index)->as_table();
    if (!table) {
      reader.error(*list->get(index), "'period' must be tables: [[period]]");
      continue;
    }
    reader.allow_only(*table, {"from", "wager_max", "games_max", "source"});
    ProfilePeriod period;
    period.source = reader.text(*table, "source", true);
    if (const auto from = parse_date(reader.text(*table, "from", true))) {
      period.from = *from;
    } else {
      reader.error(*table, fmt::format("'from': {}", from.error()));
    }
    if (const auto wager_max = base::parse_cents(reader.text(*table, "wager_max", true))) {
      period.wager_max = *wager_max;
    } else {
      reader.error(*table, fmt::format("'wager_max': {}", wager_max.error()));
    }
    if (const toml::node* games_max = table->get("games_max")) {
      const auto value = games_max->value_exact<int64_t>().value_or(0);
      if (value < 1 || value > wagers_max) reader.error(*games_max, "'games_max' must be a small whole number");
      period.games_max = static_cast<int>(value);
    }
    if (!profile.periods.empty() && !(profile.periods.back().from < period.from)) {
      reader.error(*table, "periods must be in date order");
    }
    profile.periods.push_back(std::move(period));
  }
  if (!reader.errors().empty()) return std::unexpected(std::move(reader.errors()));
  return profile;
}

}  // namespace cardroom::games
