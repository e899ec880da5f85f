#include "lab/counts.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "games/registry.h"

namespace cardroom::lab {

namespace {

// An edit takes a millisecond of the counts, counting a game some seconds: whoever meets that is told to ask again, so
// that no thread of the server is lost to waiting.
constexpr std::chrono::milliseconds wait_max{400};
// Some counts depend on which hands have rows. Beyond this many different lists all are dropped and rebuilt: each may
// hold some megabytes.
constexpr size_t row_lists_max = 24;
constexpr size_t progressives_max = 64;

class CountingProgress final : public odds::Progress {
 public:
  void begin(std::string_view what, uint64_t steps) override {
    const std::lock_guard lock(mutex_);
    what_ = what;
    steps_ = steps;
    done_ = 0;
  }
  void advance(uint64_t steps) override { done_ += steps; }

  Counting told() {
    const std::lock_guard lock(mutex_);
    return {.busy = false, .what = what_, .done = std::min(done_.load(), steps_), .steps = steps_};
  }

 private:
  std::mutex mutex_;
  std::string what_;
  uint64_t steps_ = 0;
  std::atomic<uint64_t> done_ = 0;
};

std::string progressive_key(const games::Table& table) {
  std::string key;
  for (const games::PaytablePtr& paytable : table.paytables()) {
    for (const auto& wager : paytable->wagers) {
      const auto& fact = table.game().wager(table.game().wager_index(wager.wager));
      const bool progressive = fact.kind == games::WagerKind::progressive;
      key += wager.wager + ":";
      for (const games::PayRow& row : wager.pays.rows()) {
        key += row.hand;
        // Which hands are folded depends on the base game's pays, never on the progressive's.
        for (const games::Pay& pay : row.pays) key += progressive ? "" : "=" + to_text(pay);
        key += ";";
      }
    }
  }
  return key + games::option_value(table.game(), table.house(), games::HouseOption::folded_progressive);
}

}  // namespace

struct GameCounts::Kept {
  explicit Kept(const games::Game& of) : game(&of) {}

  const games::Game* game;
  std::timed_mutex mutex;  // guards what follows
  std::shared_ptr<odds::Analyst> analyst;
  std::set<std::string> row_lists;
  std::map<std::string, odds::ProgressiveFigures> progressives;
  CountingProgress progress;  // guards itself
};

GameCounts::GameCounts() {
  for (const games::Game* game : games::all_games()) by_game_[game->facts.id] = std::make_unique<Kept>(*game);
}

GameCounts::~GameCounts() = default;

GameCounts::Kept& GameCounts::kept(const games::Game& game) {
  return *by_game_.at(game.facts.id);
}

std::expected<GameCounts::Lease, Fault> GameCounts::lease(const games::Game& game, const std::string& rows) {
  Kept& kept = this->kept(game);
  std::unique_lock lock(kept.mutex, wait_max);
  if (!lock.owns_lock()) {
    return std::unexpected(
        Fault{"busy", "", fmt::format("{} is being computed; try again in a moment", game.facts.name), 503});
  }
  if (!kept.row_lists.contains(rows) && kept.row_lists.size() >= row_lists_max) {
    kept.analyst.reset();
    kept.row_lists.clear();
  }
  kept.row_lists.insert(rows);
  if (!kept.analyst) kept.analyst = std::make_shared<odds::Analyst>(game, &kept.progress);
  return Lease(kept, std::move(lock));
}

std::expected<GameCounts::LongWork, Fault> GameCounts::long_work() {
  LongWork lock(long_work_, wait_max);
  if (!lock.owns_lock())
    return std::unexpected(Fault{"busy", "", "other requests are ahead of this one; try again in a moment", 503});
  return lock;
}

Counting GameCounts::counting(const games::Game& game) {
  Kept& kept = this->kept(game);
  Counting told = kept.progress.told();
  const std::unique_lock lock(kept.mutex, std::try_to_lock);
  told.busy = !lock.owns_lock();
  return told;
}

odds::Analyst& GameCounts::Lease::analyst() const {
  return *kept_->analyst;
}

std::shared_ptr<const odds::Analyst> GameCounts::Lease::shared() const {
  return kept_->analyst;
}

std::expected<odds::ProgressiveFigures, Fault> GameCounts::Lease::progressive(const games::Table& table) const {
  const auto& wagers = table.game().facts.wagers;
  const auto fact = std::ranges::find(wagers, games::WagerKind::progressive, &games::WagerFact::kind);
  const std::string key = progressive_key(table);
  auto found = kept_->progressives.find(key);
  if (found == kept_->progressives.end()) {
    auto counted = kept_->analyst->progressive(table);
    if (!counted) {
      return std::unexpected(
          Fault{"no_progressive", "wager", fmt::format("{} has no progressive", table.game().facts.name)});
    }
    if (kept_->progressives.size() >= progressives_max) kept_->progressives.clear();
    found = kept_->progressives.emplace(key, std::move(*counted)).first;
  }
  odds::ProgressiveFigures figures = found->second;
  const games::WagerPays& pays = *table.pays(static_cast<int>(fact - wagers.begin()));
  CHECK(pays.rows().size() == figures.rows.size());
  for (size_t row = 0; row < figures.rows.size(); ++row) {
    figures.rows[row].pay = pays.rows()[row].pays.front();
    figures.rows[row].envy = pays.rows()[row].envy;
  }
  figures.envy_times_wager = table.envy_times_wager();
  sum_rows(figures);
  for (const odds::MeterLevel& level : figures.levels) {
    if (level.share == 0) {
      return std::unexpected(
          Fault{"meter_never_won", "edits", "every hand that wins a meter is folded, so the meter is never won"});
    }
  }
  return figures;
}

Fault fault_of(const std::string& refusal, std::string field) {
  const size_t open = refusal.rfind(" [");
  if (open == std::string::npos || !refusal.ends_with(']')) return {"not_counted", std::move(field), refusal};
  return {refusal.substr(open + 2, refusal.size() - open - 3), std::move(field), refusal.substr(0, open)};
}

}  // namespace cardroom::lab
