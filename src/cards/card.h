// A card, a set of cards, and how people write them.
#pragma once

#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"

namespace cardroom::cards {

// Deuce 0 … ace 12. Plain numbers, because ranks are counted, compared and added everywhere.
inline constexpr int rank_count = 13;
inline constexpr int deuce = 0, ten = 8, jack = 9, queen = 10, king = 11, ace = 12;

enum class Suit : uint8_t { clubs, diamonds, hearts, spades };
inline constexpr int suit_count = 4;
inline constexpr int deck_size = rank_count * suit_count;
inline constexpr int deck_size_max = deck_size + 1;  // with the joker

// Its bit is its place in a CardSet: sixteen bits a suit, thirteen of them used. The joker has the bit above the ace of
// spades: it comes after every other card, in a set as in the order of indices. It has no rank and no suit; rank() says
// joker_rank, which is none of the thirteen.
class Card {
 public:
  constexpr Card() = default;
  constexpr Card(int rank, Suit suit) : bit_(static_cast<uint8_t>(static_cast<int>(suit) * 16 + rank)) {
    CHECK(rank >= 0 && rank < rank_count);
  }
  static constexpr int joker_rank = rank_count;
  static constexpr Card joker() {
    Card card;
    card.bit_ = joker_bit;
    return card;
  }
  static constexpr Card from_bit(int bit) {
    CHECK(bit >= 0 && bit < 16 * suit_count && (bit % 16 < rank_count || bit == joker_bit));
    Card card;
    card.bit_ = static_cast<uint8_t>(bit);
    return card;
  }
  // 0 … 51: clubs from the deuce up, then diamonds, hearts, spades; 52: the joker.
  static constexpr Card from_index(int index) {
    CHECK(index >= 0 && index < deck_size_max);
    if (index == deck_size) return joker();
    return Card(index % rank_count, static_cast<Suit>(index / rank_count));
  }

  constexpr bool is_joker() const { return bit_ == joker_bit; }
  constexpr int rank() const { return bit_ & 15; }
  constexpr Suit suit() const { return static_cast<Suit>(bit_ >> 4); }
  constexpr int bit() const { return bit_; }
  constexpr int index() const { return (bit_ >> 4) * rank_count + (bit_ & 15); }
  constexpr auto operator<=>(const Card&) const = default;

 private:
  static constexpr int joker_bit = 16 * (suit_count - 1) + joker_rank;
  uint8_t bit_ = 0;  // the deuce of clubs
};

// A set of cards in 64 bits: the four suits in lanes of sixteen bits, bit 0 of a lane the deuce, bit 12 the ace; the
// joker is bit 13 of the spades' lane, and of no suit.
class CardSet {
 public:
  class Iterator;

  constexpr CardSet() = default;
  constexpr explicit CardSet(uint64_t bits) : bits_(bits) {}
  constexpr CardSet(std::initializer_list<Card> cards) {
    for (Card card : cards) add(card);
  }
  static constexpr CardSet full_deck() { return CardSet(0x1fff'1fff'1fff'1fffULL); }
  static constexpr CardSet deck_with_joker() { return CardSet(0x3fff'1fff'1fff'1fffULL); }

  constexpr uint64_t bits() const { return bits_; }
  constexpr int size() const { return std::popcount(bits_); }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr bool contains(Card card) const { return (bits_ >> card.bit()) & 1; }
  constexpr bool intersects(CardSet other) const { return (bits_ & other.bits_) != 0; }
  constexpr void add(Card card) { bits_ |= uint64_t{1} << card.bit(); }
  constexpr void remove(Card card) { bits_ &= ~(uint64_t{1} << card.bit()); }
  // The ranks held in one suit, thirteen bits.
  constexpr uint32_t ranks(Suit suit) const { return (bits_ >> (16 * static_cast<int>(suit))) & 0x1fff; }

  friend constexpr CardSet operator|(CardSet a, CardSet b) { return CardSet(a.bits_ | b.bits_); }
  friend constexpr CardSet operator&(CardSet a, CardSet b) { return CardSet(a.bits_ & b.bits_); }
  friend constexpr CardSet operator-(CardSet a, CardSet b) { return CardSet(a.bits_ & ~b.bits_); }
  constexpr bool operator==(const CardSet&) const = default;

  constexpr Iterator begin() const;
  constexpr Iterator end() const;

 private:
  uint64_t bits_ = 0;
};

// Goes through a set from its lowest bit up.
class CardSet::Iterator {
 public:
  using value_type = Card;
  using difference_type = std::ptrdiff_t;
  constexpr explicit Iterator(uint64_t left = 0) : left_(left) {}
  constexpr Card operator*() const { return Card::from_bit(std::countr_zero(left_)); }
  constexpr Iterator& operator++() {
    left_ &= left_ - 1;
    return *this;
  }
  constexpr Iterator operator++(int) {
    const Iterator before = *this;
    ++*this;
    return before;
  }
  constexpr bool operator==(const Iterator&) const = default;

 private:
  uint64_t left_;
};

constexpr CardSet::Iterator CardSet::begin() const {
  return Iterator(bits_);
}
constexpr CardSet::Iterator CardSet::end() const {
  return Iterator(0);
}

// What is wrong with a text that should be cards: where (bytes from its start, 0 is the first), and which piece of it.
struct CardError {
  enum class Kind : uint8_t { bad_rank, bad_suit, missing_suit, twice };
  Kind kind;
  size_t offset;
  int number;  // 1 for the first card of the text
  std::string piece;
  size_t character;  // where, as a person counts: 1 is the first, and a suit's sign is one

  // "card 2 ('Xd', at character 4): 'X' is not a rank (2-9, T or 10, J, Q, K, A)".

  std::string to_text() const;
};

// Cards written one after another, with or without blanks or commas between: "As Kd Tc", "askd10c", "A♠ K♦". Ranks
// 2-9, T or 10, J, Q, K, A; suits c, d, h, s or their signs, black or white; the joker is "Jk" or "joker". A card named
// twice is an error; whether a game has the joker is for the game to say.
std::expected<std::vector<Card>, CardError> parse_cards(std::string_view text);

// "As", the joker "Jk". Cards in a set are written ace first, suits spades, hearts, diamonds, clubs within a rank, and
// the joker before them all.
std::string to_text(Card card);
std::string to_text(CardSet cards);
std::string to_text(const std::vector<Card>& cards);

char rank_letter(int rank);              // 2-9 T J Q K A
std::string_view rank_name(int rank);    // "nine"
std::string_view rank_plural(int rank);  // "nines", "sixes"

}  // namespace cardroom::cards
