#include "odds/pai_gow_looking.h"

#include <algorithm>

#include "base/check.h"
#include "odds/pai_gow_table.h"

namespace cardroom::odds {

using games::pai_gow::Setting;

EvaluatedHand::EvaluatedHand(cards::CardSet seven) : settings(games::pai_gow::undominated_settings(seven)) {
  const Setting by_house = games::pai_gow::house_way(seven);
  const auto found = std::ranges::find_if(
      settings, [&](const Setting& one) { return one.two == by_house.two && one.five == by_house.five; });
  house = static_cast<size_t>(found - settings.begin());
  if (found == settings.end()) settings.push_back(by_house);
  wins.resize(settings.size());
  losses.resize(settings.size());
}

size_t EvaluatedHand::best(int win_pays) const {
  size_t best = house;
  for (size_t setting = 0; setting < settings.size(); ++setting) {
    if (worth(setting, win_pays) > worth(best, win_pays)) best = setting;
  }
  return best;
}

uint64_t evaluate_all(std::vector<EvaluatedHand>& hands, cards::CardSet left) {
  uint64_t ways = 0;
  HouseWays::table().for_each(left, [&](std::span<const uint16_t> fives, std::span<const uint16_t> twos) {
    ways += fives.size();
    for (EvaluatedHand& hand : hands) {
      for (size_t setting = 0; setting < hand.settings.size(); ++setting) {
        const auto five = static_cast<uint16_t>(hand.settings[setting].five.value());
        const auto two = static_cast<uint16_t>(hand.settings[setting].two.value());
        uint16_t wins = 0, losses = 0;  // of one stretch
        static_assert(HouseWays::stretch_max < 1U << 16);
        for (size_t at = 0; at < fives.size(); ++at) {
          wins = static_cast<uint16_t>(wins + ((fives[at] < five) & (twos[at] < two)));
          losses = static_cast<uint16_t>(losses + ((fives[at] >= five) & (twos[at] >= two)));
        }
        hand.wins[setting] += wins;
        hand.losses[setting] += losses;
      }
    }
  });
  return ways;
}

}  // namespace cardroom::odds
