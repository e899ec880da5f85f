#include "lab/exposed_tables.h"

#include <algorithm>

#include "odds/settling.h"

namespace cardroom::lab {

namespace {

std::string game_key(const games::Game& game) {
  return std::string(game.facts.id) + "\n";
}

// All that the base game depends on: its own pays and the house's choices. A bonus wager's pays change nothing.
std::string base_game_key(const games::Table& table) {
  const games::Game& game = table.game();
  std::string key = game_key(game);
  for (const games::PaytablePtr& paytable : table.paytables()) {
    for (const auto& wager : paytable->wagers) {
      const auto index = static_cast<size_t>(game.wager_index(wager.wager));
      if (odds::owner_of(game, index) != 0) continue;
      key += wager.wager + ":";
      for (const games::PayRow& row : wager.pays.rows()) {
        key += row.hand;
        for (const games::Pay& pay : row.pays) key += "=" + to_text(pay);
        key += ";";
      }
      key += "\n";
    }
  }
  for (const games::HouseOption option : game.facts.house_options)
    key += std::string(games::option_value(game, table.house(), option)) + "\n";
  return key;
}

}  // namespace

std::shared_ptr<const odds::ExposedAnalyst> ExposedTables::find(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find(recent_, key, &Entry::first);
  if (found == recent_.end()) return nullptr;
  recent_.splice(recent_.begin(), recent_, found);
  return found->second;
}

void ExposedTables::forget(const std::string& game) {
  const std::lock_guard lock(mutex_);
  std::erase_if(recent_, [&](const Entry& entry) { return entry.first.starts_with(game); });
}

void ExposedTables::keep(const std::string& key, std::shared_ptr<const odds::ExposedAnalyst> analyst) {
  const std::lock_guard lock(mutex_);
  recent_.emplace_front(key, std::move(analyst));
  if (recent_.size() > kept_max) recent_.pop_back();
}

std::expected<ExposedTables::Looker, Fault> ExposedTables::looker(const games::Table& table, GameCounts& counts) {
  const std::string key = base_game_key(table);
  if (auto kept = find(key)) return Looker{std::move(kept), {}};
  auto turn = counts.long_work();
  if (!turn) return std::unexpected(turn.error());
  // Another may have made it while this one waited.
  auto analyst = find(key);
  if (!analyst) {
    forget(game_key(table.game()));
    analyst = std::make_shared<const odds::ExposedAnalyst>(table);
    keep(key, analyst);
  }
  return Looker{std::move(analyst), std::move(*turn)};
}

}  // namespace cardroom::lab
