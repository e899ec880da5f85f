#include "odds/unseen_hands.h"

#include <algorithm>

#include "base/check.h"
#include "cards/subsets.h"
#include "cards/suit_ranking.h"
#include "cards/wild_ranking.h"
#include "odds/hand_counter.h"
#include "odds/suit_counts.h"

namespace cardroom::odds {

using cards::Card;
using cards::CardSet;
using cards::HandRank;
using cards::Ranking;
using cards::Suit;
namespace tables = cards::tables;

namespace {

constexpr int ways_per_rank = 6;  // none to four of a rank, or five wild cards
constexpr uint8_t one_way = cards::rank_count * ways_per_rank;
constexpr size_t one_known = 1;  // where the lists for one known card begin
constexpr size_t two_known = one_known + cards::rank_count;
constexpr size_t lists = two_known + size_t{cards::rank_count} * cards::rank_count;

// Wild cards are all of one rank here, that of the deuces.
constexpr int wild_rank = cards::deuce;
int rank_counted(Ranking ranking, Card card) {
  return ranked_with_wilds(ranking) && cards::wild_cards.contains(card) ? wild_rank : card.rank();
}
int cards_of_rank(Ranking ranking, int rank) {
  return ranked_with_wilds(ranking) && rank == wild_rank ? cards::wild_count : cards::suit_count;
}

// The rank that the cards would have in mixed suits.
int rank_of_ranks(Ranking ranking, CardSet held) {
  const uint32_t place = tables::place_of(cards::detail::sum_of_suits(held));
  switch (ranking) {
    case Ranking::three_card: return tables::three_by_place[place];
    case Ranking::four_card: return tables::four_by_place[place];
    case Ranking::five_card_wild: return rank_five_wild_mixed(held).value();
    default: return tables::five_by_place[place];
  }
}

// Cards of these ranks; the suits do not matter to rank_of_ranks.
CardSet any_cards(std::span<const int> counts) {
  CardSet held;
  for (int rank = 0; rank < cards::rank_count; ++rank) {
    for (int suit = 0; suit < counts[static_cast<size_t>(rank)]; ++suit) {
      held.add(suit < cards::suit_count ? Card(rank, static_cast<Suit>(suit)) : Card::joker());
    }
  }
  return held;
}

void add_below(int rank, std::span<const int> cuts, uint32_t count, std::span<uint32_t> below) {
  for (size_t cut = 0; cut < cuts.size(); ++cut) below[cut] += rank < cuts[cut] ? count : 0;
}

}  // namespace

UnseenHands::UnseenHands(Ranking ranking, int dealer_cards)
    : ranking_(ranking),
      dealer_cards_(dealer_cards),
      lowest_flush_(cards::ranked_by_suit(ranking) ? 0 : lowest_of(ranking, cards::Category::flush).value()) {
  if (ranking == Ranking::longest_flush) {
    CHECK(dealer_cards == hand_size(ranking));
    return;
  }
  CHECK(ranking != Ranking::three_card_spades && ranking != Ranking::longest_straight_flush &&
        ranking != Ranking::natural_or_wild);
  // With six cards no second suit can make a flush; three of six could.
  CHECK(dealer_cards >= hand_size(ranking) && dealer_cards <= hidden_max && 2 * hand_size(ranking) > dealer_cards);
  choices_.resize(lists);
  choices_[0] = list_choices({});
  for (int first = 0; first < cards::rank_count; ++first) {
    const std::array one{first};
    choices_[one_known + static_cast<size_t>(first)] = list_choices(one);
    for (int second = first; second < cards::rank_count; ++second) {
      const std::array both{first, second};
      choices_[two_known + static_cast<size_t>(first) * cards::rank_count + static_cast<size_t>(second)] =
          list_choices(both);
    }
  }
}

std::vector<UnseenHands::Choice> UnseenHands::list_choices(std::span<const int> known_ranks) const {
  std::vector<Choice> list;
  std::array<int, cards::rank_count> known{};
  for (const int rank : known_ranks) ++known[static_cast<size_t>(rank)];
  std::array<int, cards::rank_count> taken{};
  const auto take = [&](auto&& self, int rank, int left) -> void {
    if (rank == cards::rank_count) {
      if (left > 0) return;
      std::array<int, cards::rank_count> all{};
      Choice choice{};
      choice.ways.fill(one_way);
      size_t place = 0;
      for (size_t each = 0; each < all.size(); ++each) {
        all[each] = known[each] + taken[each];
        if (taken[each] > 0) {
          choice.ways[place++] = static_cast<uint8_t>(each * ways_per_rank + static_cast<size_t>(taken[each]));
        }
      }
      choice.rank = static_cast<uint16_t>(rank_of_ranks(ranking_, any_cards(all)));
      return list.push_back(choice);
    }
    const auto at = static_cast<size_t>(rank);
    for (int count = 0; count <= std::min(left, cards_of_rank(ranking_, rank) - known[at]); ++count) {
      taken[at] = count;
      self(self, rank + 1, left - count);
    }
    taken[at] = 0;
  };
  take(take, 0, dealer_cards_ - static_cast<int>(known_ranks.size()));
  std::ranges::sort(list, {}, &Choice::rank);
  return list;
}

const std::vector<UnseenHands::Choice>& UnseenHands::choices_with(CardSet known) const {
  std::array<int, known_max> ranks{};
  size_t count = 0;
  for (const Card card : known) ranks[count++] = rank_counted(ranking_, card);
  if (count == 0) return choices_[0];
  if (count == 1) return choices_[one_known + static_cast<size_t>(ranks[0])];
  const auto [low, high] = std::minmax(ranks[0], ranks[1]);
  return choices_[two_known + static_cast<size_t>(low) * cards::rank_count + static_cast<size_t>(high)];
}

uint32_t UnseenHands::all(int known_count, int unseen_count) const {
  return static_cast<uint32_t>(choose(unseen_count, dealer_cards_ - known_count));
}

uint64_t UnseenHands::flush_hands(CardSet known, CardSet unseen, int hidden) const {
  uint64_t hands = 0;
  if (ranked_with_wilds(ranking_)) {
    for (int suit = 0; suit < cards::suit_count; ++suit) {
      const int in_suit = std::popcount((unseen - cards::wild_cards).ranks(static_cast<Suit>(suit)));
      for (int taken = 0; taken <= hidden; ++taken) hands += choose(in_suit, taken);
    }
    return hands;
  }
  for (int suit = 0; suit < cards::suit_count; ++suit) {
    const int in_suit = std::popcount(unseen.ranks(static_cast<Suit>(suit)));
    const int needed = hand_size(ranking_) - std::popcount(known.ranks(static_cast<Suit>(suit)));
    for (int taken = std::max(needed, 0); taken <= std::min(hidden, in_suit); ++taken) {
      hands += choose(in_suit, taken) * choose(unseen.size() - in_suit, hidden - taken);
    }
  }
  return hands;
}

template <int Hidden>
void UnseenHands::count_by_ranks(const std::vector<Choice>& choices, const uint16_t* ways, std::span<const int> cuts,
                                 std::span<uint32_t> below) const {
  uint32_t sum = 0;
  size_t cut = 0;
  const auto take_cuts = [&](int rank) {
    while (cut < cuts.size() && cuts[cut] <= rank) below[cut++] = sum;
  };
  for (const Choice& choice : choices) {
    if (cuts[cut] <= choice.rank) {
      take_cuts(choice.rank);
      if (cut == cuts.size()) return;
    }
    uint32_t product = ways[choice.ways[0]];
    for (size_t at = 1; at < Hidden; ++at) product *= ways[choice.ways[at]];
    sum += product;
  }
  while (cut < cuts.size()) below[cut++] = sum;
}

void UnseenHands::correct_flushes(CardSet known, CardSet unseen, int hidden, std::span<const int> cuts,
                                  std::span<uint32_t> below) const {
  const bool below_flushes = cuts.back() <= lowest_flush_;
  for (int each = 0; each < cards::suit_count; ++each) {
    const auto suit = static_cast<Suit>(each);
    const CardSet in_suit(unseen.bits() & (uint64_t{0x1fff} << (16 * each)));
    const CardSet others = unseen - in_suit;
    const int needed = hand_size(ranking_) - std::popcount(known.ranks(suit));
    for (int taken = std::max(needed, 0); taken <= std::min(hidden, in_suit.size()); ++taken) {
      cards::for_each_subset(in_suit, taken, [&](CardSet suited) {
        cards::for_each_subset(others, hidden - taken, [&](CardSet rest) {
          const CardSet hand = known | suited | rest;
          // The sum of suits says at once what the ranks alone would be; the hand is more than that.
          add_below(rank_of_ranks(ranking_, hand), cuts, ~uint32_t{0}, below);
          if (!below_flushes) add_below(rank_hand(ranking_, hand).value(), cuts, 1, below);
        });
      });
    }
  }
}

// Hands with their natural cards in one suit, which wild cards make a flush at least. It does not matter which of the
// wild cards they are.
void UnseenHands::correct_wild_flushes(CardSet known, CardSet unseen, int hidden, std::span<const int> cuts,
                                       std::span<uint32_t> below) const {
  const bool below_flushes = cuts.back() <= lowest_flush_;
  const CardSet wilds = unseen & cards::wild_cards;
  const CardSet known_naturals = known - cards::wild_cards;
  for (int each = 0; each < cards::suit_count; ++each) {
    const CardSet suit(uint64_t{0x1fff} << (16 * each));
    if (!(known_naturals - suit).empty()) continue;
    const CardSet in_suit = (unseen & suit) - cards::wild_cards;
    CardSet taken_wilds;
    auto next_wild = wilds.begin();
    for (int wild = 0; wild <= std::min(hidden, wilds.size()); ++wild) {
      if (wild > 0) taken_wilds.add(*next_wild++);
      const int taken = hidden - wild;
      if (taken + known_naturals.size() == 0) continue;  // of no suit
      const auto ways = static_cast<uint32_t>(choose(wilds.size(), wild));
      cards::for_each_subset(in_suit, taken, [&](CardSet suited) {
        const CardSet hand = known | taken_wilds | suited;
        add_below(rank_of_ranks(ranking_, hand), cuts, ~ways + 1, below);
        if (!below_flushes) add_below(rank_five_wild(hand).value(), cuts, ways, below);
      });
    }
  }
}

void UnseenHands::count_one_by_one(CardSet known, CardSet unseen, int hidden, std::span<const int> cuts,
                                   std::span<uint32_t> below) const {
  std::ranges::fill(below, 0);
  const auto count = [&](auto rank) {
    cards::for_each_subset(unseen, hidden,
                           [&](CardSet held) { add_below(rank(known | held).value(), cuts, 1, below); });
  };
  switch (ranking_) {
    case Ranking::three_card: return count([](CardSet held) { return cards::rank_three(held); });
    case Ranking::four_card: return count([](CardSet held) { return cards::rank_four(held); });
    case Ranking::five_card_wild: return count([](CardSet held) { return cards::rank_five_wild(held); });
    default: return count([](CardSet held) { return cards::rank_five(held); });
  }
}

void UnseenHands::count(CardSet known, CardSet unseen, std::span<const int> cuts, std::span<uint32_t> below,
                        Method method) const {
  CHECK(known.size() <= known_max && !known.intersects(unseen) && !cuts.empty());
  if (ranking_ == Ranking::longest_flush) return flushes_below(known, unseen, cuts, below);
  const int hidden = dealer_cards_ - known.size();
  const std::vector<Choice>& choices = choices_with(known);
  if (method == Method::cheaper) {
    // A choice of ranks costs about half of what a hand does.
    const uint64_t by_ranks = choices.size() / 2 + flush_hands(known, unseen, hidden);
    method = by_ranks < choose(unseen.size(), hidden) ? Method::by_ranks : Method::one_by_one;
  }
  if (method == Method::one_by_one) return count_one_by_one(known, unseen, hidden, cuts, below);

  std::array<uint16_t, one_way + 1> ways{};
  for (int rank = 0; rank < cards::rank_count; ++rank) {
    const bool wild = ranked_with_wilds(ranking_) && rank == wild_rank;
    const int left =
        wild ? (unseen & cards::wild_cards).size() : std::popcount(unseen.bits() & (0x0001'0001'0001'0001ULL << rank));
    for (int taken = 0; taken < ways_per_rank; ++taken) {
      ways[static_cast<size_t>(rank * ways_per_rank + taken)] = static_cast<uint16_t>(choose(left, taken));
    }
  }
  ways[one_way] = 1;
  switch (hidden) {
    case 1: count_by_ranks<1>(choices, ways.data(), cuts, below); break;
    case 2: count_by_ranks<2>(choices, ways.data(), cuts, below); break;
    case 3: count_by_ranks<3>(choices, ways.data(), cuts, below); break;
    case 4: count_by_ranks<4>(choices, ways.data(), cuts, below); break;
    case 5: count_by_ranks<5>(choices, ways.data(), cuts, below); break;
    default: count_by_ranks<6>(choices, ways.data(), cuts, below); break;
  }
  if (ranked_with_wilds(ranking_)) return correct_wild_flushes(known, unseen, hidden, cuts, below);
  correct_flushes(known, unseen, hidden, cuts, below);
}

}  // namespace cardroom::odds
