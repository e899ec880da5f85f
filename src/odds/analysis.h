// Every wager of a game at a table, exactly. Counts are made once for a game and kept; pays and strategies are applied
// to them afterwards.
#pragma once

#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "odds/base_game.h"
#include "odds/best_play.h"
#include "odds/figures.h"
#include "odds/highest_hand.h"
#include "odds/joint_figures.h"
#include "odds/progressive_figures.h"

namespace cardroom::odds {

// A rule by which decisions are made, with its name; without a rule the best play is found.
struct NamedRule {
  std::string name = "optimal";
  DecisionRule rule = nullptr;
};

class Analyst {
 public:
  // Long counts tell the progress, where there is one, and end as it says (progress.h).
  explicit Analyst(const games::Game& game, Progress* progress = nullptr) : game_(&game), progress_(progress) {}

  // Every wager that may be bet before the deal, the base game first; a progressive is not among them.
  std::expected<std::vector<Figures>, std::string> all(const Table& table, const NamedRule& rule = {});

  // One of them. COVER ALL is for a number of hands dealt, the dealer's included.
  std::expected<Figures, std::string> wager(const Table& table, int wager, const NamedRule& rule = {}, int hands = 2);

  // The progressive by the paytable in use; nothing where the game has none. Where a fold loses it, the base game is
  // played by the rule, for itself: which hands are folded does not depend on the meters.
  std::optional<ProgressiveFigures> progressive(const Table& table, const NamedRule& rule = {});

  // Several wagers made together (joint_figures.h).
  std::expected<JointFigures, std::string> together(const Table& table, const JointBets& bets,
                                                    const NamedRule& rule = {});

  // The base game by counts that were made: to be played without the analyst, from any thread, for as long as it lives.
  // Of a showdown (not_a_showdown) or a game with a shared board (not_a_shared_board), which has no values by rank.
  using BasePlayer = std::function<Play(const NamedRule& rule, bool keep_values)>;
  BasePlayer base_player(const Table& table, std::vector<std::pair<int, int>> beside = {});

  // The base game with its values by rank kept, for strategies in words; and with other wagers beside it.
  Play base_play(const Table& table, const NamedRule& rule = {}, bool keep_values = false,
                 std::vector<std::pair<int, int>> beside = {});

 private:
  const ShowdownCounts& showdown(const ShowdownShape& shape);
  BestPlay& best_play(const ShowdownShape& shape);
  const std::vector<uint64_t>& reading(Ranking ranking, int card_count);
  const HighestHandCounts& highest(int hands);

  Figures by_reading(const Table& table, int wager);
  const Figures& by_board(const Table& table);
  Figures by_highest(const Table& table, int wager, int hands);
  bool fold_matters(const Table& table, int wager) const;
  void take_out_folds(const Table& table, const NamedRule& rule, ProgressiveFigures& figures);

  const games::Game* game_;
  Progress* progress_;
  std::unique_ptr<HandHistograms> histograms_;  // of the dealer's hands
  std::vector<std::unique_ptr<ShowdownCounts>> showdowns_;
  std::vector<std::unique_ptr<BestPlay>> best_plays_;  // of those showdowns for which they were asked
  std::map<std::pair<Ranking, int>, std::vector<uint64_t>> readings_;
  std::vector<HighestHandCounts> highest_;
  std::map<std::string, Figures> boards_;  // best play of a shared board, by its pays
};

// How many cards a reading is made of at a table.
int cards_in(const Table& table, const games::Reading& reading);

}  // namespace cardroom::odds
