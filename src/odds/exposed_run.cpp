#include "odds/exposed_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "odds/board_pays.h"
#include "odds/draw_game.h"

namespace cardroom::odds {

ExposedTally Workers::play(const ExposedGame& game, uint64_t prng_key, uint64_t first, uint64_t last,
                           const ExposedTally* pilot, Progress* progress) {
  return game.play(prng_key, first, last, pilot, progress);
}

std::optional<std::string> ExposedAnalyst::not_possible(const Table& table) {
  if (!not_a_draw(table) || !not_a_shared_board(table)) return {};
  return not_a_showdown(table);
}

namespace {

std::unique_ptr<ExposedFamily> family_of(const Table& table, Progress* progress) {
  if (!not_a_draw(table)) return exposed_draw_family(table);
  if (!not_a_shared_board(table)) return exposed_board_family(table);
  return exposed_showdown_family(table, progress);
}

}  // namespace

ExposedAnalyst::ExposedAnalyst(const Table& table, Progress* progress)
    : table_(table), family_(family_of(table, progress)) {}

ExposedRun ExposedAnalyst::run(const ExposedWish& wish, Workers& workers, Progress* progress) const {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  ExposedRun result;
  if (!wish.sample) {
    if (auto exact = family_->counted(wish.seen, progress)) {
      result.figures = std::move(*exact);
      result.exact = true;
      return result;
    }
  }
  const auto game = family_->game_for(wish.seen, progress);
  // Nothing that is seen can change anything: basic play's edge is exact.
  const bool nothing_seen = wish.seen.hands == 0 && !wish.seen.dealer_hole;
  if (!nothing_seen) game->find_simple_rules(wish.prng_key, progress);
  begin(progress, "dealing", ExposedGame::pilot_blocks);
  const ExposedTally pilot = workers.play(*game, wish.prng_key, 0, ExposedGame::pilot_blocks, nullptr, progress);
  ExposedTally tally = pilot;
  result.figures = game->figures(tally);
  // Each stretch doubles what was dealt, or goes as far as the error seems to ask.
  const auto stretch_next = [&]() -> uint64_t {
    if (nothing_seen) return 0;
    if (wish.blocks > 0) return wish.blocks > tally.blocks ? wish.blocks - tally.blocks : 0;
    if (result.figures.edge.half_width <= wish.half_width) return 0;
    if (wish.budget && workers.agree(Clock::now() - start > *wish.budget)) {
      result.out_of_time = true;
      return 0;
    }
    const double ratio = (result.figures.edge.half_width / wish.half_width).convert_to<double>();
    const double more = std::clamp(1.05 * ratio * ratio - 1, 0.1, 1.0);
    return std::max<uint64_t>(8, static_cast<uint64_t>(more * static_cast<double>(tally.blocks)));
  };
  while (const uint64_t stretch = stretch_next()) {
    begin(progress, fmt::format("dealing, ± {:.4f}%", 100 * result.figures.edge.half_width.convert_to<double>()),
          stretch);
    tally += workers.play(*game, wish.prng_key, tally.blocks, tally.blocks + stretch, &pilot, progress);
    result.figures = game->figures(tally);
  }
  result.blocks = tally.blocks;
  if (nothing_seen) {
    CHECK(result.figures.gain.value == 0);
    result.exact = true;
    result.figures.deals_seen = 0;
    result.blocks = 0;
  }
  return result;
}

}  // namespace cardroom::odds
