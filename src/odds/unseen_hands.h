// How many of the hands that the dealer may hold rank below given ranks, when any number of cards has been seen.
//
// A hand that is no flush has its rank from the ranks of its cards alone. So the hands are counted by their ranks, of
// which there are few choices, each with the product of the ways to take its cards; and the few hands with enough cards
// of one suit are gone through one by one and put right. Where hardly any cards are left it is less work to go through
// all hands. Longest flushes are counted suit by suit (suit_counts.h). Wild cards are counted as one more rank, of
// which there are five; hands with them may be flushes with fewer cards of a suit.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "cards/card.h"
#include "cards/ranking.h"

namespace cardroom::odds {

class UnseenHands {
 public:
  static constexpr int known_max = 2;  // of the dealer's cards
  static constexpr int hidden_max = 6;

  // The dealer's hands have `dealer_cards` cards, at most six, and are ranked so; seven with a longest flush.
  UnseenHands(cards::Ranking ranking, int dealer_cards);

  enum class Method : uint8_t { cheaper, by_ranks, one_by_one };  // a longest flush has one way for all
  // below[i] becomes the number of hands of `known` cards and others out of `unseen` that rank below cuts[i]. The cuts
  // ascend. `known` are at most two, none of them among the unseen.
  void count(cards::CardSet known, cards::CardSet unseen, std::span<const int> cuts, std::span<uint32_t> below,
             Method method = Method::cheaper) const;

  // How many hands there are.
  uint32_t all(int known_count, int unseen_count) const;

 private:
  // The ranks of the hidden cards: by how many of each rank the cards are taken, as places in a table of ways.
  struct Choice {
    uint16_t rank;  // of a hand of them with the known ones, no flush
    std::array<uint8_t, hidden_max> ways;
  };
  std::vector<Choice> list_choices(std::span<const int> known_ranks) const;
  const std::vector<Choice>& choices_with(cards::CardSet known) const;
  template <int Hidden>
  void count_by_ranks(const std::vector<Choice>& choices, const uint16_t* ways, std::span<const int> cuts,
                      std::span<uint32_t> below) const;
  void correct_flushes(cards::CardSet known, cards::CardSet unseen, int hidden, std::span<const int> cuts,
                       std::span<uint32_t> below) const;
  void correct_wild_flushes(cards::CardSet known, cards::CardSet unseen, int hidden, std::span<const int> cuts,
                            std::span<uint32_t> below) const;
  void count_one_by_one(cards::CardSet known, cards::CardSet unseen, int hidden, std::span<const int> cuts,
                        std::span<uint32_t> below) const;
  uint64_t flush_hands(cards::CardSet known, cards::CardSet unseen, int hidden) const;

  cards::Ranking ranking_;
  int dealer_cards_;
  int lowest_flush_;
  std::vector<std::vector<Choice>> choices_;  // for no known card, for each rank of one, for each two
};

}  // namespace cardroom::odds
