// The house way of Pai Gow, looked up: a hand that holds no flush is set by its ranks alone, so that one table of some
// seventy thousand entries answers nearly all of the 154 million hands of seven.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "cards/ranking_tables.h"
#include "games/pai_gow.h"

namespace cardroom::odds {

// The same numbers as in games::pai_gow::house_way, of both hands.
struct SetHand {
  uint16_t five = 0;
  uint16_t two = 0;
  bool operator==(const SetHand&) const = default;
};

class HouseWays {
 public:
  // Made when first asked for, which takes a moment; then shared.
  static const HouseWays& table();

  SetHand of(cards::CardSet seven) const;

  // Every hand of seven of these cards, as the house sets it, in stretches: visit(fives, twos), two spans of the same
  // length of at most stretch_max hands.
  static constexpr size_t stretch_max = 4096;
  template <class Visit>
  void for_each(cards::CardSet cards, Visit&& visit) const {
    Walk<Visit> walk(*this, cards, visit);
    walk.run();
  }

 private:
  HouseWays();

  // A joker makes a flush of four: each suit's counter starts one card ahead.
  static constexpr uint64_t joker_sum = (cards::tables::counter_step * 0x0101'0101ULL) << cards::tables::count_bits;

  template <class Visit>
  class Walk {
   public:
    Walk(const HouseWays& ways, cards::CardSet cards, Visit& visit)
        : ways_(ways), visit_(visit), joker_(cards.contains(cards::Card::joker())) {
      for (const cards::Card card : cards) {
        if (card.is_joker()) continue;
        sums_[count_] = cards::tables::card_sums[card.bit()];
        bits_[count_++] = uint64_t{1} << card.bit();
      }
    }
    void run() {
      choose<games::pai_gow::hand_cards>(0, 0, 0);
      if (joker_) choose<games::pai_gow::hand_cards - 1>(0, joker_sum, cards::CardSet{cards::Card::joker()}.bits());
      if (size_ > 0) hand_over();
    }

   private:
    template <size_t left>
    void choose(size_t from, uint64_t sum, uint64_t bits) {
      for (size_t at = from; at + left <= count_; ++at) {
        if constexpr (left > 1) {
          choose<left - 1>(at + 1, sum + sums_[at], bits | bits_[at]);
        } else {
          add(sum + sums_[at], bits | bits_[at]);
        }
      }
    }
    void add(uint64_t sum, uint64_t bits) {
      if (size_ == stretch_max) [[unlikely]]
        hand_over();
      const uint64_t flush = sum & cards::tables::counter_signals;
      // A counter is half as wide as a suit in a CardSet.
      const SetHand set =
          flush != 0 ? ways_.suited_[suited_place(bits, 2 * (std::countr_zero(flush) - cards::tables::counter_signal))]
                     : ways_.by_place_[cards::tables::place_of(sum)];
      fives_[size_] = set.five;
      twos_[size_++] = set.two;
    }
    void hand_over() {
      visit_(std::span<const uint16_t>(fives_.data(), size_), std::span<const uint16_t>(twos_.data(), size_));
      size_ = 0;
    }

    const HouseWays& ways_;
    Visit& visit_;
    bool joker_;
    size_t count_ = 0, size_ = 0;
    std::array<uint64_t, cards::deck_size> sums_{};
    std::array<uint64_t, cards::deck_size> bits_{};
    alignas(32) std::array<uint16_t, stretch_max> fives_;
    alignas(32) std::array<uint16_t, stretch_max> twos_;
  };

  // Of hands with enough cards of one suit: the place by that suit's ranks, the ranks of the others (at most two), and
  // whether there is a joker. Other suits are too short for a flush, so which they are does not matter.
  static constexpr size_t off_suit_ranks = cards::rank_count + 1;  // or none
  static constexpr size_t suited_size = 2 * cards::tables::rank_sets * off_suit_ranks * off_suit_ranks;
  static size_t suited_place(uint64_t bits, int lane) {
    constexpr uint64_t joker = cards::CardSet{cards::Card::joker()}.bits();
    const size_t ranks = bits >> lane & (cards::tables::rank_sets - 1);
    uint64_t others = bits & ~(uint64_t{cards::tables::rank_sets - 1} << lane) & ~joker;
    size_t place = ranks << 1 | static_cast<size_t>((bits & joker) != 0);
    for (int other = 0; other < 2; ++other) {
      const size_t rank = others == 0 ? cards::rank_count : static_cast<size_t>(std::countr_zero(others) % 16);
      place = place * off_suit_ranks + rank;
      others &= others - 1;
    }
    return place;
  }

  std::vector<SetHand> by_place_;  // of seven cards without a joker, and of the six beside it
  std::vector<SetHand> suited_;    // by suited_place
};

}  // namespace cardroom::odds
