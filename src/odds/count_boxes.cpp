#include "odds/count_boxes.h"

namespace cardroom::odds {

bool CountBoxes::take_whole(size_t box, std::span<const Worth> choices, std::vector<Taken>& taken) const {
  if (empty(box)) return true;
  const uint32_t* low = least(box);
  const uint32_t* high = most(box);
  const size_t likely = first_of_best(choices, [&](size_t at) { return (int64_t{low[at]} + int64_t{high[at]}) / 2; });
  for (size_t other = 0; other < choices.size(); ++other) {
    if (other == likely) continue;
    int64_t ahead = choices[likely].fixed - choices[other].fixed;
    for (size_t at = 0; at < stride_; ++at) {
      const int64_t each = choices[likely].each[at] - choices[other].each[at];
      ahead += each * int64_t{each > 0 ? low[at] : high[at]};
    }
    if (ahead < 0 || (ahead == 0 && other < likely)) return false;
  }
  taken[likely].situations += situations_[box];
  for (size_t at = 0; at < stride_; ++at) taken[likely].counts[at] += sums_[box * stride_ + at];
  return true;
}

}  // namespace cardroom::odds
