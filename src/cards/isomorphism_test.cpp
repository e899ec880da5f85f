#include "cards/isomorphism.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>

#include "cards/subsets.h"
#include "cards/testing.h"
#include "cards/testing/all_hands.h"

namespace cardroom::cards {
namespace {

using Renaming = std::array<int, suit_count>;

std::vector<Renaming> all_renamings() {
  std::vector<Renaming> found;
  Renaming renaming = {0, 1, 2, 3};
  do found.push_back(renaming);
  while (std::ranges::next_permutation(renaming).found);
  return found;
}

CardSet renamed(CardSet cards, const Renaming& renaming) {
  uint64_t bits = 0;
  for (int suit = 0; suit < suit_count; ++suit) {
    bits |= uint64_t{cards.ranks(static_cast<Suit>(suit))} << (16 * renaming[static_cast<size_t>(suit)]);
  }
  return CardSet(bits);
}

struct Row {
  int size;
  size_t classes;
  int64_t hands;
};
class Isomorphism : public testing::TestWithParam<Row> {};

TEST_P(Isomorphism, ClassesAreRightOverAllHands) {
  const auto renamings = all_renamings();
  ASSERT_EQ(renamings.size(), 24U);
  std::unordered_map<uint64_t, int> members;  // by representative
  int64_t hands = 0;
  Contradictions found;
  for_each_subset(CardSet::full_deck(), GetParam().size, [&](CardSet cards) {
    const CardSet representative = canonical(cards);
    ++members[representative.bits()];
    ++hands;
    bool is_member = false;
    for (const Renaming& renaming : renamings) {
      const CardSet other = renamed(cards, renaming);
      is_member = is_member || other == representative;
      if (canonical(other) != representative) found.note(other);
    }
    if (!is_member) found.note(cards);
    const SuitRenaming to = renaming_to_canonical(cards);
    if (renamed(cards, {to[0], to[1], to[2], to[3]}) != representative) found.note(cards);
  });
  EXPECT_EQ(found, no_contradictions);
  EXPECT_EQ(hands, GetParam().hands);
  EXPECT_EQ(members.size(), GetParam().classes);
  int64_t sizes = 0;
  for (const auto& [bits, count] : members) {
    EXPECT_EQ(class_size(CardSet(bits)), count) << to_text(CardSet(bits));
    sizes += class_size(CardSet(bits));
  }
  EXPECT_EQ(sizes, hands);
}

INSTANTIATE_TEST_SUITE_P(OfHands, Isomorphism,
                         testing::Values(Row{2, 169, 1'326}, Row{3, 1'755, 22'100}, Row{4, 16'432, 270'725},
                                         Row{5, 134'459, 2'598'960}),
                         [](const auto& row) { return std::to_string(row.param.size) + "Cards"; });

// The classes are counted a second time by the smallest of all renamings.
TEST(IsomorphismOfPairs, RenamesBothSetsAlike) {
  const auto renamings = all_renamings();
  std::set<std::pair<uint64_t, uint64_t>> by_canonical, by_smallest;
  Contradictions found;
  for_each_subset(CardSet::full_deck(), 2, [&](CardSet first) {
    for_each_subset(CardSet::full_deck() - first, 2, [&](CardSet second) {
      const CanonicalPair representative = canonical(first, second);
      by_canonical.insert({representative.first.bits(), representative.second.bits()});
      std::pair smallest(first.bits(), second.bits());
      bool is_member = false;
      for (const Renaming& renaming : renamings) {
        const CanonicalPair other = {renamed(first, renaming), renamed(second, renaming)};
        smallest = std::min(smallest, std::pair(other.first.bits(), other.second.bits()));
        is_member = is_member || other == representative;
      }
      if (!is_member) found.note(first | second);
      by_smallest.insert(smallest);
    });
  });
  EXPECT_EQ(found, no_contradictions);
  EXPECT_EQ(by_canonical.size(), by_smallest.size());
}

TEST(IsomorphismOfPairs, KeepsTheCardsOfTheTwoSetsApart) {
  EXPECT_EQ(canonical(hand("As Ks"), hand("Qs")), canonical(hand("Ad Kd"), hand("Qd")));
  EXPECT_NE(canonical(hand("As Ks"), hand("Qs")), canonical(hand("As Ks"), hand("Qd")));
  EXPECT_NE(canonical(hand("As"), hand("Ks")), canonical(hand("Ks"), hand("As")));
}

}  // namespace
}  // namespace cardroom::cards
