#include "floor/house.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace cardroom::floor {
namespace {

// Each link of a house as a person would have planned it: with what its preset leaves the house. 'cardroom meter' lists
// 24.92, 25.61 and 22.04 % for the smallest wager; the first is 5,507 of 22,100 by hand.
TEST(House, LinksCarryWhatWasComputedOfThem) {
  for (const House& house : {demo_house(), floor_house(6)}) {
    ASSERT_EQ(house.links.size(), 3U);
    const double expected[] = {0.2492, 0.2561, 0.2204};
    for (size_t at = 0; at < house.links.size(); ++at) {
      const progressive::CreateLink create = link_from_preset(house.links[at]);
      const auto& figures = create.judgement.figures;
      const auto found = std::ranges::find(figures, "house_advantage", &progressive::Figure::name);
      ASSERT_NE(found, figures.end()) << create.link.text;
      EXPECT_NEAR(std::stod(found->decimal), expected[at], 0.00005) << create.link.text;
      if (at == 0) {
        EXPECT_EQ(found->exact, "5507/22100");
      }
      EXPECT_EQ(create.title, house.links[at].title);
      EXPECT_EQ(create.rules.second_signature_at, house.links[at].second_signature_at);
      EXPECT_EQ(create.starts.size(), create.rules.levels.size());
    }
  }
}

}  // namespace
}  // namespace cardroom::floor
