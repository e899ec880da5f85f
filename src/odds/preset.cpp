#include "odds/preset.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>

#include "base/check.h"
#include "games/embedded.h"

namespace cardroom::odds {

namespace {

class Reader {
 public:
  explicit Reader(std::string_view file) : file_(file) {}

  void error(const toml::node& at, std::string text) {
    errors_.push_back({std::string(file_), static_cast<int>(at.source().begin.line), std::move(text)});
  }
  std::vector<games::FileRemark>& errors() { return errors_; }

  void allow_only(const toml::table& table, std::initializer_list<std::string_view> keys) {
    for (const auto& [key, node] : table) {
      if (std::ranges::find(keys, key.str()) == keys.end()) {
        error(node, fmt::format("unknown key '{}' (known here: {})", key.str(), fmt::join(keys, ", ")));
      }
    }
  }

  std::string text(const toml::table& table, std::string_view key) {
    const toml::node* node = table.get(key);
    const auto value = node ? node->value_exact<std::string>() : std::nullopt;
    if (!node) {
      error(table, fmt::format("'{}' is missing", key));
    } else if (!value || value->empty()) {
      error(*node, fmt::format("'{}' must be a string in quotes", key));
    }
    return value.value_or("");
  }

  base::Cents amount_of(const toml::node& node, std::string_view key) {
    const auto text = node.value_exact<std::string>();
    const auto amount = base::parse_cents(text.value_or("?"));
    if (amount) return *amount;
    error(node, fmt::format("'{}' must be an amount in quotes such as \"$100\": {}", key, amount.error()));
    return {};
  }
  base::Cents amount(const toml::table& table, std::string_view key) {
    if (const toml::node* node = table.get(key)) return amount_of(*node, key);
    error(table, fmt::format("'{}' is missing", key));
    return {};
  }
  std::optional<base::Cents> optional_amount(const toml::table& table, std::string_view key) {
    if (const toml::node* node = table.get(key)) return amount_of(*node, key);
    return std::nullopt;
  }

  int64_t rate_ppm(const toml::table& table, std::string_view key) {
    const toml::node* node = table.get(key);
    if (!node) {
      error(table, fmt::format("'{}' is missing", key));
      return 0;
    }
    const auto text = node->value_exact<std::string>();
    const auto rate = text && text->ends_with('%') ? parse_percent_ppm(*text) : std::nullopt;
    if (!rate) error(*node, fmt::format("'{}' must be a percentage in quotes such as \"12.5%\", 0 to 100", key));
    return rate.value_or(0);
  }

 private:
  std::string_view file_;
  std::vector<games::FileRemark> errors_;
};

PresetLevel read_level(Reader& reader, const toml::table& table) {
  reader.allow_only(table, {"name", "seed", "contribution", "reserve", "limit", "increment_max", "executive"});
  PresetLevel level;
  level.name = reader.text(table, "name");
  level.seed = reader.amount(table, "seed");
  level.contribution_ppm = reader.rate_ppm(table, "contribution");
  level.reserve_ppm = reader.rate_ppm(table, "reserve");
  level.limit = reader.optional_amount(table, "limit");
  level.increment_max = reader.amount(table, "increment_max");
  if (const toml::node* node = table.get("executive")) {
    const auto value = node->value_exact<bool>();
    if (!value) reader.error(*node, "'executive' must be true or false");
    level.executive = value.value_or(false);
  }
  if (level.limit && *level.limit < level.seed) reader.error(table, "'limit' is below 'seed'");
  return level;
}

}  // namespace

std::optional<int64_t> parse_percent_ppm(std::string_view text) {
  if (text.ends_with('%')) text.remove_suffix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  int64_t ppm = 0;
  int places = -1;
  if (text.empty() || text.size() > 8 || text.front() == '.' || text.back() == '.') return std::nullopt;
  for (const char c : text) {
    if (c == '.' && places < 0) {
      places = 0;
      continue;
    }
    if (c < '0' || c > '9' || places == 4) return std::nullopt;
    ppm = ppm * 10 + (c - '0');
    if (places >= 0) ++places;
  }
  for (int at = std::max(places, 0); at < 4; ++at) ppm *= 10;
  if (ppm > 1'000'000) return std::nullopt;
  return ppm;
}

std::expected<Preset, std::vector<games::FileRemark>> parse_preset(std::string_view text, std::string_view file) {
  toml::table root;
  try {
    root = toml::parse(text, file);
  } catch (const toml::parse_error& fault) {
    return std::unexpected(std::vector<games::FileRemark>{
        {std::string(file), static_cast<int>(fault.source().begin.line), std::string(fault.description())}});
  }
  Reader reader(file);
  reader.allow_only(root, {"paytable", "wagers", "confirm_at", "executive_at", "second_signature_at", "level"});
  Preset preset;
  preset.paytable = reader.text(root, "paytable");
  preset.confirm_at = reader.amount(root, "confirm_at");
  preset.executive_at = reader.optional_amount(root, "executive_at");
  preset.second_signature_at = reader.optional_amount(root, "second_signature_at");
  if (preset.second_signature_at && preset.executive_at && *preset.second_signature_at >= *preset.executive_at)
    reader.error(root,
                 "'second_signature_at' must be below 'executive_at': from there on an executive confirms anyway");
  const toml::array* wagers = root["wagers"].as_array();
  if (!wagers || wagers->empty()) {
    reader.error(root, "'wagers' must be a list of amounts");
  } else {
    for (const toml::node& node : *wagers) {
      const base::Cents wager = reader.amount_of(node, "wagers");
      const base::Cents before = preset.wagers.empty() ? base::Cents(0) : preset.wagers.back();
      if (wager <= before) reader.error(node, "'wagers' must be above 0 and in ascending order");
      preset.wagers.push_back(wager);
    }
  }
  const toml::array* levels = root["level"].as_array();
  if (!levels || levels->empty()) {
    reader.error(root, "no [[level]]: a progressive needs a meter");
  } else {
    int64_t rates_ppm = 0;
    for (const toml::node& node : *levels) {
      const toml::table* table = node.as_table();
      if (!table) {
        reader.error(node, "'level' must be tables: [[level]]");
        continue;
      }
      preset.levels.push_back(read_level(reader, *table));
      rates_ppm += preset.levels.back().contribution_ppm + preset.levels.back().reserve_ppm;
    }
    if (rates_ppm > 1'000'000) reader.error(*levels, "contributions and reserves together exceed the wager");
  }
  if (!reader.errors().empty()) return std::unexpected(std::move(reader.errors()));
  return preset;
}

const std::vector<Preset>& shipped_presets() {
  static const std::vector<Preset> presets = [] {
    std::vector<Preset> all;
    for (const games::EmbeddedFile& file : games::embedded_files()) {
      if (!file.name.starts_with("presets/")) continue;
      auto parsed = parse_preset(file.text, file.name);
      if (!parsed) {
        for (const games::FileRemark& remark : parsed.error()) fmt::print(stderr, "{}\n", remark.to_text());
      }
      CHECK(parsed);
      all.push_back(std::move(*parsed));
    }
    std::ranges::sort(all, {}, &Preset::paytable);
    return all;
  }();
  return presets;
}

const Preset* find_preset(std::string_view paytable) {
  const auto& presets = shipped_presets();
  const auto found = std::ranges::find(presets, paytable, &Preset::paytable);
  return found == presets.end() ? nullptr : &*found;
}

std::optional<MeterPlan> plan_of(const ProgressiveFigures& figures, const Preset& preset, base::Cents wager,
                                 int others) {
  if (figures.levels.size() != preset.levels.size()) return std::nullopt;
  MeterPlan plan;
  plan.wager = wager;
  plan.wager_largest = std::max(wager, preset.wagers.back());
  plan.others = others;
  plan.envy_times_wager = figures.envy_times_wager;
  for (const PresetLevel& level : preset.levels) {
    plan.levels.push_back({.name = level.name,
                           .seed = level.seed,
                           .contribution = Rational(level.contribution_ppm, 1'000'000),
                           .reserve = Rational(level.reserve_ppm, 1'000'000),
                           .limit = level.limit});
  }
  for (const ProgressiveRow& row : figures.rows) {
    PlanPrize prize{.hand = row.hand, .probability = row.wins(), .envy = row.envy};
    if (row.pay.kind == games::Pay::Kind::of_meter) {
      prize.share = Rational(row.pay.numerator, 100);
      const auto level = std::ranges::find(figures.levels, row.pay.level, &MeterLevel::name);
      prize.level = static_cast<int>(level - figures.levels.begin());
    } else {
      const int64_t back = row.pay.kind == games::Pay::Kind::to_one ? row.pay.denominator : 0;
      prize.pays_for_one = Rational(row.pay.numerator + back, row.pay.denominator);
    }
    plan.prizes.push_back(std::move(prize));
  }
  return plan;
}

}  // namespace cardroom::odds
