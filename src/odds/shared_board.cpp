#include "odds/shared_board.h"

#include "odds/board_walker.h"
#include "odds/hand_counter.h"

namespace cardroom::odds {

BoardPlay play_shared_board(const Table& exact, const Stakes& stakes, const PlayOptions& options) {
  BoardPlay result{.play = {.table = exact,
                            .stakes = stakes,
                            .deals = choose(52, 2) * choose(50, 3) * choose(47, 2) * choose(45, 2),
                            .cells = {},
                            .folded_slots = {},
                            .values = {}},
                   .ties_bet = {},
                   .opening_choices = {},
                   .openings = {}};
  BoardWalker walker(result.play, options);
  walker.decide();
  walker.add_cells(result);
  result.opening_choices = walker.pays().choices(before_flop);
  result.openings = walker.openings();
  return result;
}

BoardPlay play_shared_board(const Table& table, const std::vector<std::pair<int, int>>& units,
                            const PlayOptions& options) {
  const BoardPays pays = exact_pays(table, units);
  return play_shared_board(pays.table(), pays.stakes(), options);
}

BoardPays exact_pays(const Table& table, const std::vector<std::pair<int, int>>& units) {
  const Table exact = exact_table(table);
  Stakes stakes{};
  for (const auto& [wager, count] : units) stakes[static_cast<size_t>(wager)] = exact_unit(exact) * count;
  return {exact, stakes};
}

Figures best_board_figures(const BoardPlay& play) {
  Figures figures = base_figures(play.play, 0, play.ties_bet ? "optimal, ties to the smaller wager" : "optimal");
  if (!play.ties_bet) return figures;
  const Figures larger = base_figures(*play.ties_bet, 0, "");
  figures.ties_bet = TiesBet{larger.average_staked, larger.element_of_risk, larger.hit_frequency, larger.variance};
  return figures;
}

}  // namespace cardroom::odds
