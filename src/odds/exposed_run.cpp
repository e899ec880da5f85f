#include "odds/exposed_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "odds/base_game.h"
#include "odds/exposed_showdown.h"
#include "odds/exposed_three_card.h"

namespace cardroom::odds {

namespace {

ExposedTally on_this_machine(const ExposedGame& game, uint64_t prng_key, uint64_t first, uint64_t last,
                             const ExposedTally* pilot, Progress* progress) {
  return game.play(prng_key, first, last, pilot, progress);
}

}  // namespace

std::optional<std::string> ExposedAnalyst::not_possible(const Table& table) {
  return not_a_showdown(table);
}

int ExposedAnalyst::hands_max(const Table& table) {
  return ExposedShowdown::hands_max(table);
}

ExposedAnalyst::ExposedAnalyst(const Table& table, Progress* progress)
    : table_(table), counts_(std::make_unique<ShowdownCounts>(shape_of(table), progress)), divide_(on_this_machine) {}

ExposedAnalyst::~ExposedAnalyst() = default;

std::unique_ptr<ExposedGame> ExposedAnalyst::game_for(const Seen& seen) const {
  return std::make_unique<ExposedShowdown>(table_, *counts_, seen);
}

ExposedRun ExposedAnalyst::run(const ExposedWish& wish, Progress* progress) const {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  ExposedRun result;
  if (!wish.sample && !wish.seen.dealer_hole) {
    const int seen_cards = wish.seen.hands * table_.cards_of(games::Holder::player);
    if (auto exact = exposed_three_card(table_, *counts_, seen_cards, progress)) {
      result.figures = std::move(*exact);
      result.exact = true;
      return result;
    }
  }
  const auto game = game_for(wish.seen);
  begin(progress, "dealing", ExposedGame::pilot_blocks);
  const ExposedTally pilot = divide_(*game, wish.prng_key, 0, ExposedGame::pilot_blocks, nullptr, progress);
  ExposedTally tally = pilot;
  result.figures = game->figures(tally);
  // Nothing that is seen can change anything: basic play's edge is exact.
  const bool nothing_seen = wish.seen.hands == 0 && !wish.seen.dealer_hole;
  // Each stretch doubles what was dealt, or goes as far as the error seems to ask.
  while (!nothing_seen && result.figures.edge.half_width > wish.half_width) {
    if (wish.budget && Clock::now() - start > *wish.budget) {
      result.out_of_time = true;
      break;
    }
    const double ratio = (result.figures.edge.half_width / wish.half_width).convert_to<double>();
    const double more = std::clamp(1.05 * ratio * ratio - 1, 0.1, 1.0);
    const uint64_t stretch = std::max<uint64_t>(8, static_cast<uint64_t>(more * static_cast<double>(tally.blocks)));
    begin(progress, fmt::format("dealing, ± {:.4f} %", 100 * result.figures.edge.half_width.convert_to<double>()),
          stretch);
    tally += divide_(*game, wish.prng_key, tally.blocks, tally.blocks + stretch, &pilot, progress);
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

std::expected<Situation, ExposedAnalyst::Wrong> ExposedAnalyst::look(const SeenCards& cards) const {
  const ShowdownShape& shape = counts_->shape();
  const auto wrong = [](std::string_view which, std::string why) {
    return std::unexpected(Wrong{which, std::move(why)});
  };
  if (cards.own.size() != shape.player_cards) {
    return wrong("own", fmt::format("{} cards; a player of {} holds {}", cards.own.size(), table_.game().facts.name,
                                    shape.player_cards));
  }
  if (cards.up.size() != shape.up_cards) {
    return wrong("up", fmt::format("{} cards; the rules show {} of the dealer's", cards.up.size(), shape.up_cards));
  }
  const int hole_max = std::min(UnseenHands::known_max, shape.dealer_cards - 1) - shape.up_cards;
  if (cards.hole.size() > hole_max) {
    return wrong("hole", fmt::format("{} cards; at most {} of the dealer's hidden cards may be seen", cards.hole.size(),
                                     hole_max));
  }
  CardSet named = cards.own;
  for (const auto& [which, set] : {std::pair{"up", cards.up}, {"hole", cards.hole}, {"others", cards.others}}) {
    if (named.intersects(set)) return wrong(which, fmt::format("{} is named twice", cards::to_text(named & set)));
    named = named | set;
  }
  const int left = cards::deck_size - named.size();
  const int hidden = shape.dealer_cards - cards.up.size() - cards.hole.size();
  if (left < hidden) {
    return wrong("others", fmt::format("{} cards are left, too few for the dealer's hand", left));
  }
  return ExposedShowdown(table_, *counts_, {}).look(cards.own, cards.up, cards.hole, cards.others);
}

}  // namespace cardroom::odds
