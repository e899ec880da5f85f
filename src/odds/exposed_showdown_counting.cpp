// What somebody can count of the seen cards in a showdown game (count_rules.h).
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/check.h"
#include "cards/suit_ranking.h"
#include "cards/wild_ranking.h"
#include "odds/exposed_showdown.h"

namespace cardroom::odds {

// Ways of counting: seen cards from a rank up count one each, those of the up-card's rank so much more. Where flushes
// are all that counts, one way more: how many cards of a suit are gone, one's own among them, of the suit of which
// fewest are; the more they are, the more evenly the rest is divided, and the shorter are the dealer's flushes.
namespace {

constexpr std::array lowest_counted = {cards::ace, cards::king, cards::queen, cards::ten};
constexpr std::array up_weights = {0, 1, 2, 3, 4, 6};

// With wild cards: how much each of them counts, and the lowest of the natural cards that count one.
struct WildWeight {
  int wild;
  int lowest;
};
constexpr std::array wild_weights = {WildWeight{1, cards::ace + 1}, WildWeight{2, cards::ace},
                                     WildWeight{3, cards::king}, WildWeight{4, cards::queen},
                                     WildWeight{3, cards::ten}};

// How a hand lies to the dealer's up-card, where there is one.
constexpr std::array up_relations = {"", ", the dealer's rank in it", ", the dealer's card higher",
                                     ", the dealer's card lower"};

uint8_t fewest_of_a_suit(CardSet cards) {
  int fewest = cards::rank_count;
  for (int suit = 0; suit < cards::suit_count; ++suit) {
    fewest = std::min(fewest, std::popcount(cards.ranks(static_cast<cards::Suit>(suit))));
  }
  return static_cast<uint8_t>(fewest);
}

}  // namespace

uint32_t ExposedShowdown::group_count() const {
  return static_cast<uint32_t>(groups_.size() * up_relations.size());
}

std::string ExposedShowdown::group_words(uint32_t group) const {
  return groups_[group / up_relations.size()] + up_relations[group % up_relations.size()];
}

size_t ExposedShowdown::counting_ways() const {
  if (cards::ranked_by_suit(counts_->shape().player_ranking)) return lowest_counted.size() + 1;
  if (with_wilds()) return wild_weights.size();
  return lowest_counted.size() * (counts_->shape().up_cards == 1 ? up_weights.size() : 1);
}

std::string ExposedShowdown::counting_words(size_t way) const {
  constexpr std::array names = {"ace", "ace and king", "ace, king and queen", "ace, king, queen, jack and ten"};
  if (cards::ranked_by_suit(counts_->shape().player_ranking) && way == lowest_counted.size()) {
    return "1 for every card of the suit of which fewest are seen, your own included";
  }
  if (with_wilds()) {
    const WildWeight& wild = wild_weights[way];
    std::string words = fmt::format("{} for every seen deuce and for the joker", wild.wild);
    const auto lowest = std::ranges::find(lowest_counted, wild.lowest);
    if (lowest != lowest_counted.end()) {
      words += fmt::format(", 1 for every seen {}", names[static_cast<size_t>(lowest - lowest_counted.begin())]);
    }
    return words;
  }
  const int weight = up_weights[way / lowest_counted.size()];
  std::string words = fmt::format("1 for every seen {}", names[way % lowest_counted.size()]);
  if (weight > 0) words += fmt::format(", {} for every seen card of the dealer's rank", weight);
  return words;
}

std::string ExposedShowdown::option_words(uint32_t group, size_t option) const {
  for (const RankPlan& plan : plans_) {
    if (plan.group == group / up_relations.size() && option < plan.choices.size()) {
      return choice_name(table().game(), plan.choices[option], unit());
    }
  }
  CHECK(false);
}

Clue ExposedShowdown::clue_of(const Dealt& dealt, const std::array<int64_t, choices_max>& sums, size_t first,
                              size_t last) const {
  constexpr uint64_t lanes = 0x0001'0001'0001'0001ULL;
  size_t relation = 0;
  if (dealt.up_rank >= 0) {
    const bool held = (dealt.own & CardSet(lanes << dealt.up_rank)).size() > 0;
    relation = held ? 1 : dealt.up_rank > dealt.plan->first_rank ? 2 : 3;
  }
  Clue clue{.group = static_cast<uint32_t>(dealt.plan->group * up_relations.size() + relation),
            .basic = dealt.basic,
            .options = static_cast<uint8_t>(dealt.plan->choices.size()),
            .counts = {},
            .worths = {}};
  std::ranges::copy(sums, clue.worths.begin());
  const int of_up_rank = dealt.up_rank < 0 ? 0 : (dealt.seen & CardSet(lanes << dealt.up_rank)).size();
  const bool by_suit = cards::ranked_by_suit(counts_->shape().player_ranking);
  const int wilds = (dealt.seen & cards::wild_cards).size();
  for (size_t way = first; way < last; ++way) {
    if (with_wilds()) {
      const uint64_t naturals = 0x1fffU >> wild_weights[way].lowest << wild_weights[way].lowest;
      const int high = (dealt.seen & CardSet(lanes * naturals)).size();
      clue.counts[way] = static_cast<uint8_t>(high + wild_weights[way].wild * wilds);
      continue;
    }
    if (by_suit && way == lowest_counted.size()) {
      clue.counts[way] = fewest_of_a_suit(dealt.own | dealt.seen);
      continue;
    }
    const int lowest = lowest_counted[way % lowest_counted.size()];
    const uint64_t ranks = 0x1fffU >> lowest << lowest;
    const int high = (dealt.seen & CardSet(lanes * ranks)).size();
    const int weight = up_weights[way / lowest_counted.size()];
    clue.counts[way] = static_cast<uint8_t>(high + weight * of_up_rank);
  }
  return clue;
}

}  // namespace cardroom::odds
