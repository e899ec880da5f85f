#include "odds/board_rank_counts.h"

#include <algorithm>

#include "base/check.h"

namespace cardroom::odds {

namespace {

using cards::Card;
using cards::CardSet;
using cards::rank_count;
using cards::Suit;

int rank_of_sum(uint64_t sum) {
  return cards::tables::five_by_place[cards::tables::place_of(sum)];
}

constexpr uint32_t pairs_of(uint32_t cards) {
  return cards * (cards - 1) / 2;
}

int flush_rank(uint32_t suited) {
  return cards::tables::five_suited[suited];
}

template <class Visit>
void for_each_bit(uint32_t bits, Visit&& visit) {
  for (; bits != 0; bits &= bits - 1) visit(bits & (~bits + 1));
}

size_t rank_of_bit(uint32_t bit) {
  return static_cast<size_t>(std::countr_zero(bit));
}

}  // namespace

std::vector<RankTaken> ranks_to_come(CardSet unseen, int count) {
  std::array<int, rank_count> most{};
  for (const Card card : unseen) ++most[static_cast<size_t>(card.rank())];
  std::vector<RankTaken> all;
  RankTaken taken{};
  const auto take = [&](auto&& self, size_t rank, int left) -> void {
    if (left == 0) {
      all.push_back(taken);
      return;
    }
    if (rank == taken.size()) return;
    for (int number = 0; number <= std::min(left, most[rank]); ++number) {
      taken[rank] = static_cast<uint8_t>(number);
      self(self, rank + 1, left - number);
    }
    taken[rank] = 0;
  };
  take(take, 0, count);
  return all;
}

BoardRankCounts::BoardRankCounts(CardSet own, CardSet community, CardSet unseen, int border)
    : own_(own), community_(community), unseen_(unseen), border_(border) {
  for (const Card card : unseen) ++unseen_of_rank_[static_cast<size_t>(card.rank())];
  // The suits that a sum counts do not matter to the place of its ranks.
  for (int rank = 0; rank < rank_count; ++rank) {
    rank_sum_[static_cast<size_t>(rank)] = cards::tables::card_sums[Card(rank, Suit::clubs).bit()];
  }
  for (const Card card : community) community_sum_ += rank_sum_[static_cast<size_t>(card.rank())];
  for (const Card card : own) own_sum_ += rank_sum_[static_cast<size_t>(card.rank())];
}

void BoardRankCounts::add(int dealer_rank, uint32_t times, int player_rank, BoardCounts& counts) const {
  counts.below += dealer_rank < player_rank ? times : 0;
  counts.through += dealer_rank <= player_rank ? times : 0;
  counts.unqualified += dealer_rank < border_ ? times : 0;
}

template <class Left>
void BoardRankCounts::count_mixed(const Left& left, int player_rank, BoardCounts& counts) const {
  for (size_t high = 0; high < rank_count; ++high) {
    const uint32_t of_high = left(high);
    if (of_high == 0) continue;
    for (size_t low = 0; low < high; ++low) add(dealer_rank_[high][low], of_high * left(low), player_rank, counts);
    if (of_high > 1) add(dealer_rank_[high][high], pairs_of(of_high), player_rank, counts);
  }
}

void BoardRankCounts::begin(const RankTaken& taken) {
  uint64_t board_sum = community_sum_;
  left_cards_ = 0;
  for (size_t rank = 0; rank < rank_count; ++rank) {
    board_sum += taken[rank] * rank_sum_[rank];
    left_[rank] = static_cast<uint8_t>(unseen_of_rank_[rank] - taken[rank]);
    left_cards_ += left_[rank];
  }
  plain_rank_ = rank_of_sum(board_sum + own_sum_);
  for (size_t high = 0; high < rank_count; ++high) {
    if (left_[high] == 0) continue;
    const uint64_t with = board_sum + rank_sum_[high];
    for (size_t low = 0; low <= high; ++low) {
      // A sum of cards that the deck does not have is no place of the table.
      if (left_[low] == 0 || (low == high && left_[high] < 2)) continue;
      dealer_rank_[high][low] = static_cast<uint16_t>(rank_of_sum(with + rank_sum_[low]));
    }
  }
  plain_ = {};
  plain_.all = pairs_of(left_cards_);
  count_mixed([&](size_t rank) { return uint32_t{left_[rank]}; }, plain_rank_, plain_);
}

int BoardRankCounts::suited_rank(Suit suit, uint32_t suited) const {
  const uint32_t with_own = suited | own_.ranks(suit);
  return std::popcount(with_own) >= 5 ? flush_rank(with_own) : plain_rank_;
}

BoardCounts BoardRankCounts::suited_counts(Suit suit, uint32_t suited, int player_rank) const {
  const uint32_t free = unseen_.ranks(suit) & ~suited;
  BoardCounts counts;
  counts.all = plain_.all;
  const uint32_t others = left_cards_ - static_cast<uint32_t>(std::popcount(free));
  const auto add_flush = [&](uint32_t of_suit, uint32_t times) {
    add(flush_rank(suited | of_suit), times, player_rank, counts);
  };
  const auto for_each_pair = [&](auto&& visit) {
    for_each_bit(free,
                 [&](uint32_t high) { for_each_bit(free & (high - 1), [&](uint32_t low) { visit(high, low); }); });
  };
  switch (std::popcount(suited)) {
    case 3:
      // Two cards of the suit make a flush: they are taken out of the hands that were counted by ranks.
      if (player_rank == plain_rank_) {
        counts = plain_;
      } else {
        count_mixed([&](size_t rank) { return uint32_t{left_[rank]}; }, player_rank, counts);
      }
      for_each_pair([&](uint32_t high, uint32_t low) {
        const int mixed = dealer_rank_[rank_of_bit(high)][rank_of_bit(low)];
        counts.below -= mixed < player_rank ? 1 : 0;
        counts.through -= mixed <= player_rank ? 1 : 0;
        counts.unqualified -= mixed < border_ ? 1 : 0;
        add_flush(high | low, 1);
      });
      break;
    case 4:
      count_mixed([&](size_t rank) { return left_[rank] - ((free >> rank) & 1); }, player_rank, counts);
      for_each_bit(free, [&](uint32_t card) { add_flush(card, others); });
      for_each_pair([&](uint32_t high, uint32_t low) { add_flush(high | low, 1); });
      break;
    default:
      add_flush(0, pairs_of(others));
      for_each_bit(free, [&](uint32_t card) { add_flush(card, others); });
      for_each_pair([&](uint32_t high, uint32_t low) { add_flush(high | low, 1); });
      break;
  }
  return counts;
}

}  // namespace cardroom::odds
