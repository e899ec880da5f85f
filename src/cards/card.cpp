#include "cards/card.h"

#include <algorithm>
#include <array>
#include <optional>

namespace cardroom::cards {
namespace {

constexpr std::string_view rank_letters = "23456789TJQKA";
constexpr std::string_view suit_letters = "cdhs";
constexpr std::array<std::string_view, rank_count> rank_names = {
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"};
constexpr std::array<std::string_view, rank_count> rank_plurals = {"deuces", "threes", "fours", "fives", "sixes",
                                                                   "sevens", "eights", "nines", "tens",  "jacks",
                                                                   "queens", "kings",  "aces"};

// In the order of Suit.
constexpr std::array<std::string_view, suit_count> black_signs = {"♣", "♦", "♥", "♠"};
constexpr std::array<std::string_view, suit_count> white_signs = {"♧", "♢", "♡", "♤"};
// U+FE0F asks for a picture instead of a letter; browsers and telephones put it after a suit's sign.
constexpr std::string_view picture_selector = "\uFE0F";

constexpr bool is_separator(char c) {
  return c == ' ' || c == ',' || c == '\t' || c == '\n' || c == '\r';
}

constexpr char upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

constexpr bool continues_character(char c) {
  return (static_cast<uint8_t>(c) & 0xc0) == 0x80;
}

// The first character of a text in UTF-8, as bytes. In a text that is not UTF-8, whatever comes before the next byte
// that can start a character, four bytes at most.
constexpr std::string_view first_character(std::string_view text) {
  size_t size = 1;
  while (size < 4 && size < text.size() && continues_character(text[size])) ++size;
  return text.substr(0, size);
}

struct Rank {
  int rank;
  size_t size;  // bytes read
};
std::optional<Rank> read_rank(std::string_view text) {
  if (text.starts_with("10")) return Rank{ten, 2};
  const size_t rank = text.empty() ? std::string_view::npos : rank_letters.find(upper(text[0]));
  if (rank == std::string_view::npos) return std::nullopt;
  return Rank{static_cast<int>(rank), 1};
}

// How many bytes name the joker at the beginning of a text; 0 where another card is.
size_t joker_size(std::string_view text) {
  for (const std::string_view name : {std::string_view("joker"), std::string_view("jk")}) {
    if (text.size() >= name.size() && std::ranges::equal(text.substr(0, name.size()), name, {}, lower)) {
      return name.size();
    }
  }
  return 0;
}

struct SuitRead {
  Suit suit;
  size_t size;
};
std::optional<SuitRead> read_suit(std::string_view text) {
  if (text.empty()) return std::nullopt;
  const size_t letter = suit_letters.find(lower(text[0]));
  if (letter != std::string_view::npos) return SuitRead{static_cast<Suit>(letter), 1};
  for (size_t suit = 0; suit < suit_count; ++suit) {
    for (std::string_view sign : {black_signs[suit], white_signs[suit]}) {
      if (!text.starts_with(sign)) continue;
      const bool picture = text.substr(sign.size()).starts_with(picture_selector);
      return SuitRead{static_cast<Suit>(suit), sign.size() + (picture ? picture_selector.size() : 0)};
    }
  }
  return std::nullopt;
}

// Bytes that a terminal would not show as themselves are written as \x07; the rest is left alone.
std::string in_quotes(std::string_view piece) {
  constexpr std::string_view hex = "0123456789abcdef";
  std::string result = "'";
  while (!piece.empty()) {
    const std::string_view character = first_character(piece);
    const auto lead = static_cast<uint8_t>(character[0]);
    const size_t size_expected = lead < 0x80   ? 1
                                 : lead < 0xc2 ? 0
                                 : lead < 0xe0 ? 2
                                 : lead < 0xf0 ? 3
                                 : lead < 0xf5 ? 4
                                               : 0;
    if (character.size() == size_expected && lead >= 0x20 && lead != 0x7f) {
      result += character;
    } else {
      for (char c : character) {
        const auto byte = static_cast<uint8_t>(c);
        result += {'\\', 'x', hex[byte >> 4], hex[byte & 15]};
      }
    }
    piece.remove_prefix(character.size());
  }
  return result + "'";
}

}  // namespace

std::string CardError::to_text() const {
  std::string result = "card " + std::to_string(number) + " (" + in_quotes(piece) + ", at character " +
                       std::to_string(character) + "): ";
  switch (kind) {
    case Kind::bad_rank:
      return result + in_quotes(first_character(piece)) + " is not a rank (2-9, T or 10, J, Q, K, A)";
    case Kind::bad_suit: {
      const size_t rank_size = piece.starts_with("10") ? 2 : 1;
      return result + in_quotes(std::string_view(piece).substr(std::min(rank_size, piece.size()))) +
             " is not a suit (c, d, h, s or ♣ ♦ ♥ ♠)";
    }
    case Kind::missing_suit: return result + "its suit is missing (c, d, h, s or ♣ ♦ ♥ ♠)";
    case Kind::twice: return result + "the same card appears earlier";
  }
  return result;
}

std::expected<std::vector<Card>, CardError> parse_cards(std::string_view text) {
  std::vector<Card> cards;
  CardSet seen;
  size_t offset = 0;
  const auto fail = [&](CardError::Kind kind, size_t size) {
    const auto before = text.substr(0, offset);
    const auto character =
        1 + std::count_if(before.begin(), before.end(), [](char c) { return !continues_character(c); });
    return std::unexpected(CardError{.kind = kind,
                                     .offset = offset,
                                     .number = static_cast<int>(cards.size()) + 1,
                                     .piece = std::string(text.substr(offset, size)),
                                     .character = static_cast<size_t>(character)});
  };

  while (true) {
    while (offset < text.size() && is_separator(text[offset])) ++offset;
    if (offset == text.size()) return cards;

    const std::string_view rest = text.substr(offset);
    if (const size_t size = joker_size(rest); size > 0) {
      if (seen.contains(Card::joker())) return fail(CardError::Kind::twice, size);
      seen.add(Card::joker());
      cards.push_back(Card::joker());
      offset += size;
      continue;
    }
    const std::optional<Rank> rank = read_rank(rest);
    if (!rank) {
      const size_t size = first_character(rest).size();
      const std::optional<SuitRead> suit = read_suit(rest.substr(size));
      return fail(CardError::Kind::bad_rank, size + (suit ? suit->size : 0));
    }
    const std::string_view after_rank = rest.substr(rank->size);
    if (after_rank.empty() || is_separator(after_rank[0])) return fail(CardError::Kind::missing_suit, rank->size);
    const std::optional<SuitRead> suit = read_suit(after_rank);
    if (!suit) return fail(CardError::Kind::bad_suit, rank->size + first_character(after_rank).size());

    const Card card(rank->rank, suit->suit);
    if (seen.contains(card)) return fail(CardError::Kind::twice, rank->size + suit->size);
    seen.add(card);
    cards.push_back(card);
    offset += rank->size + suit->size;
  }
}

std::string to_text(Card card) {
  if (card.is_joker()) return "Jk";
  return {rank_letter(card.rank()), suit_letters[static_cast<size_t>(card.suit())]};
}

std::string to_text(const std::vector<Card>& cards) {
  std::string result;
  for (Card card : cards) {
    if (!result.empty()) result += ' ';
    result += to_text(card);
  }
  return result;
}

std::string to_text(CardSet cards) {
  std::vector<Card> sorted(cards.begin(), cards.end());
  std::ranges::sort(sorted, std::greater{}, [](Card card) { return std::pair(card.rank(), card.suit()); });
  return to_text(sorted);
}

char rank_letter(int rank) {
  CHECK(rank >= 0 && rank < rank_count);
  return rank_letters[static_cast<size_t>(rank)];
}

std::string_view rank_name(int rank) {
  CHECK(rank >= 0 && rank < rank_count);
  return rank_names[static_cast<size_t>(rank)];
}

std::string_view rank_plural(int rank) {
  CHECK(rank >= 0 && rank < rank_count);
  return rank_plurals[static_cast<size_t>(rank)];
}

}  // namespace cardroom::cards
