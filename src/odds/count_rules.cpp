#include "odds/count_rules.h"

#include <algorithm>
#include <optional>

#include "base/check.h"

namespace cardroom::odds {

namespace {

constexpr size_t counts = Clue::count_max + 1;
constexpr uint64_t deals_min = 30;

}  // namespace

CountRules::CountRules(size_t way, std::vector<CountRule> rules, uint32_t groups)
    : way_(way), rules_(std::move(rules)), place_(size_t{groups} * Clue::options_max, -1) {
  std::ranges::stable_sort(rules_, std::ranges::greater{}, &CountRule::gain);
  for (size_t rule = 0; rule < rules_.size(); ++rule) {
    place_[rules_[rule].group * Clue::options_max + rules_[rule].basic] = static_cast<int16_t>(rule);
  }
}

uint8_t CountRules::decide(const Clue& clue) const {
  if (rules_.empty()) return clue.basic;
  const int16_t place = place_[clue.group * Clue::options_max + clue.basic];
  if (place < 0) return clue.basic;
  const CountRule& rule = rules_[static_cast<size_t>(place)];
  const uint8_t count = clue.counts[way_];
  return (rule.or_more ? count >= rule.count : count <= rule.count) ? rule.instead : clue.basic;
}

CountLearner::CountLearner(size_t ways, uint32_t groups)
    : ways_(ways), groups_(groups), cells_(ways * groups * Clue::options_max * counts) {
  CHECK(ways <= Clue::ways_max);
}

size_t CountLearner::place(size_t way, uint32_t group, size_t basic) const {
  return ((way * groups_ + group) * Clue::options_max + basic) * counts;
}

void CountLearner::add(const Clue& clue) {
  CHECK(clue.group < groups_ && clue.options <= Clue::options_max);
  for (size_t way = 0; way < ways_; ++way) {
    CHECK(clue.counts[way] <= Clue::count_max);
    Cell& cell = cells_[place(way, clue.group, clue.basic) + clue.counts[way]];
    ++cell.deals;
    for (size_t option = 0; option < clue.options; ++option) {
      cell.gains[option] += clue.worths[option] - clue.worths[clue.basic];
    }
  }
}

CountLearner& CountLearner::operator+=(const CountLearner& other) {
  CHECK(cells_.size() == other.cells_.size());
  for (size_t at = 0; at < cells_.size(); ++at) {
    cells_[at].deals += other.cells_[at].deals;
    for (size_t option = 0; option < Clue::options_max; ++option)
      cells_[at].gains[option] += other.cells_[at].gains[option];
  }
  return *this;
}

CountRules CountLearner::learn(int64_t gain_min) const {
  CountRules best;
  int64_t best_gain = 0;
  for (size_t way = 0; way < ways_; ++way) {
    std::vector<CountRule> rules;
    int64_t gain = 0;
    for (uint32_t group = 0; group < groups_; ++group) {
      for (size_t basic = 0; basic < Clue::options_max; ++basic) {
        const Cell* cells = &cells_[place(way, group, basic)];
        std::optional<CountRule> found;
        // From either end of the counts towards the other.
        for (const bool or_more : {true, false}) {
          Cell sum;
          for (size_t step = 0; step < counts; ++step) {
            const size_t count = or_more ? counts - 1 - step : step;
            sum.deals += cells[count].deals;
            for (size_t option = 0; option < Clue::options_max; ++option) {
              sum.gains[option] += cells[count].gains[option];
              if (cells[count].deals == 0 || sum.deals < deals_min || sum.gains[option] < gain_min) continue;
              if (found && sum.gains[option] <= found->gain) continue;
              found = {.group = group,
                       .basic = static_cast<uint8_t>(basic),
                       .instead = static_cast<uint8_t>(option),
                       .count = static_cast<uint8_t>(count),
                       .or_more = or_more,
                       .gain = sum.gains[option],
                       .deals = sum.deals};
            }
          }
        }
        if (!found) continue;
        gain += found->gain;
        rules.push_back(*found);
      }
    }
    if (gain > best_gain) {
      best_gain = gain;
      best = CountRules(way, std::move(rules), groups_);
    }
  }
  return best;
}

}  // namespace cardroom::odds
