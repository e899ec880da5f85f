// Every way in which a player's hand can meet a dealer's: for each class of the player's cards, and each up-card of the
// dealer's, how many of the dealer's hands rank below, equal to and above the player's, and below given borders.
// Counted once; pays and decisions are applied to the counts afterwards.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "odds/hand_counter.h"

namespace cardroom::odds {

struct ShowdownShape {
  int player_cards = 0;
  int dealer_cards = 0;
  int up_cards = 0;  // of the dealer's, seen before the decision: 0 or 1
  Ranking player_ranking{};
  Ranking dealer_ranking{};  // the same scale as the player's
  CardSet deck = CardSet::full_deck();
  std::vector<int> borders;  // further ranks x for which "below x" is counted, ascending
};

// A class of the player's cards under renaming of suits; of a longest flush a wider one (flush_showdown.h), and with
// wild cards too (wild_showdown.h).
struct PlayerClass {
  CardSet cards;  // a representative
  uint32_t multiplicity = 0;
  int rank = 0;
};

class ShowdownCounts {
 public:
  explicit ShowdownCounts(const ShowdownShape& shape, Progress* progress = nullptr);
  // With the histograms of the dealer's hands, which several shapes can share.
  ShowdownCounts(const ShowdownShape& shape, const HandHistograms& histograms, Progress* progress = nullptr);
  // Counted in another way: the players by rank, and for each as many counts as the shape asks for.
  struct Made {
    std::vector<PlayerClass> players;
    std::vector<uint32_t> counts;
  };
  ShowdownCounts(const ShowdownShape& shape, Made made);

  const ShowdownShape& shape() const { return shape_; }
  const std::vector<PlayerClass>& players() const { return players_; }  // by rank, lowest first

  // The up-cards that a player may meet are the unseen cards in ascending order; one slot where there is none.
  int slots() const { return slots_; }
  // The up-card of a slot, given the player's cards.
  static cards::Card up_card(CardSet player, int slot);
  // How many hands the dealer may hold for given player's cards and up-card.
  uint64_t hands_per_slot() const { return hands_per_slot_; }
  // All deals: of player's cards, up-card, and the dealer's hidden cards.
  uint64_t deals() const { return deals_; }

  struct Counts {
    uint32_t below;    // the dealer's hand ranks below the player's
    uint32_t through;  // below or equal
    const uint32_t* below_border;
    const uint32_t* all() const { return below_border - 2; }  // the three of them in a row
  };
  Counts counts(size_t player, int slot) const {
    const uint32_t* at = &counts_[(player * static_cast<size_t>(slots_) + static_cast<size_t>(slot)) * stride_];
    return {at[0], at[1], at + 2};
  }

 private:
  struct Extensions;
  template <size_t Width>
  void count_range(const HandHistograms& histograms, const Extensions& extensions, size_t first, size_t last,
                   Progress* progress);

  ShowdownShape shape_;
  std::vector<PlayerClass> players_;
  int slots_ = 1;
  size_t stride_ = 2;
  uint64_t hands_per_slot_ = 0;
  uint64_t deals_ = 0;
  std::unique_ptr<uint32_t[]> counts_;
};

}  // namespace cardroom::odds
