// Simple rules for a player who sees other cards: he counts some of them, and with some hands does something else than
// basic play when the count is high or low. The rules are found on deals of their own; what they bring is then measured
// on others, so that it is not flattered.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace cardroom::odds {

// A decision as somebody sees it who only counts.
struct Clue {
  static constexpr size_t ways_max = 24;
  static constexpr size_t options_max = 6;
  static constexpr int count_max = 39;

  uint32_t group = 0;  // which decision, with which kind of hand
  uint8_t basic = 0;   // basic play's option
  uint8_t options = 0;
  std::array<uint8_t, ways_max> counts{};     // by way of counting
  std::array<int64_t, options_max> worths{};  // of each option, as the game scales them
};

// "With this kind of hand, where basic play does one thing, do another when the count is so much or more (or less)."
struct CountRule {
  uint32_t group = 0;
  uint8_t basic = 0;
  uint8_t instead = 0;
  uint8_t count = 0;
  bool or_more = true;
  int64_t gain = 0;    // on the deals on which it was found, as the game scales it
  uint64_t deals = 0;  // of them, those to which it applied
};

class CountRules {
 public:
  CountRules() = default;
  CountRules(size_t way, std::vector<CountRule> rules, uint32_t groups);

  bool empty() const { return rules_.empty(); }
  size_t way() const { return way_; }
  const std::vector<CountRule>& rules() const { return rules_; }  // the largest gain first
  uint8_t decide(const Clue& clue) const;

 private:
  size_t way_ = 0;
  std::vector<CountRule> rules_;
  std::vector<int16_t> place_;  // [group][basic]: which rule, −1 for none
};

class CountLearner {
 public:
  CountLearner(size_t ways, uint32_t groups);

  void add(const Clue& clue);
  CountLearner& operator+=(const CountLearner& other);
  // The way of counting whose rules bring most. A rule must bring at least `gain_min` on all deals together, and apply
  // to thirty of them.
  CountRules learn(int64_t gain_min) const;

 private:
  struct Cell {
    uint64_t deals = 0;
    std::array<int64_t, Clue::options_max> gains{};  // of each option over basic play's
  };
  size_t place(size_t way, uint32_t group, size_t basic) const;

  size_t ways_;
  uint32_t groups_;
  std::vector<Cell> cells_;  // [way][group][basic][count]
};

}  // namespace cardroom::odds
