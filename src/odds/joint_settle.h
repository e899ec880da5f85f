// The results of wagers made together, in whole numbers: the payoffs behind joint_figures.h.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "odds/base_game.h"
#include "odds/joint_figures.h"

namespace cardroom::odds {

// The nets of all bets in one deal, and all that was wagered, in whole steps.
struct JointNets {
  std::vector<int64_t> nets;
  int64_t staked = 0;
  auto operator<=>(const JointNets&) const = default;
};

class JointTable {
 public:
  // Refuses, in words, bets that cannot be made together or counted.
  static std::expected<JointTable, std::string> make(const Table& table, const JointBets& bets);

  const Table& table() const { return table_; }  // exact
  const Stakes& stakes() const { return stakes_; }
  // By wager of the game: which of the bets it counts with, or −1.
  int owner(size_t wager) const { return owners_[wager]; }
  size_t bet_count() const { return bets_.bets.size(); }
  const JointBets& bets() const { return bets_; }
  bool uses(int reading) const { return ((readings_ >> reading) & 1) != 0; }

  JointNets settle(games::Hand hand, const games::Choice& choice) const;
  static int64_t total(const JointNets& nets);
  Rational in_currency(int64_t steps) const { return Rational(steps) * step_; }

  // The choices that can be best, the smallest wager first; one of kind none where there is nothing to decide.
  std::vector<games::Choice> choices(const games::View& view) const;

 private:
  explicit JointTable(Table table) : table_(std::move(table)) {}

  Table table_;
  JointBets bets_;
  Stakes stakes_{};
  std::vector<int> owners_;
  uint32_t readings_ = 0;
  int progressive_ = games::no_wager;
  std::vector<std::pair<std::string, int64_t>> meters_;  // by level, in hundredths of a step
  Rational step_;                                        // in currency units
};

}  // namespace cardroom::odds
