#include "cards/card.h"

#include <gtest/gtest.h>

#include "base/prng.h"
#include "cards/testing.h"

namespace cardroom::cards {
namespace {

TEST(Cards, AreReadInEveryWayPeopleWriteThem) {
  const std::vector<Card> wanted = {Card(ace, Suit::spades), Card(king, Suit::diamonds), Card(ten, Suit::clubs),
                                    Card(deuce, Suit::hearts)};
  for (std::string_view text : {
           "As Kd Tc 2h",
           "as kd tc 2h",
           "AS KD 10C 2H",
           "askd10c2h",
           "As,Kd,Tc,2h",
           " As , Kd\tTc\r\n2h ,",
           "A♠ K♦ T♣ 2♥",
           "A♤K♢10♧2♡",
           "A♠\uFE0F K♦\uFE0F 10♣\uFE0F 2♥\uFE0F",
       }) {
    const auto cards = parse_cards(text);
    ASSERT_TRUE(cards) << text << ": " << cards.error().to_text();
    EXPECT_EQ(*cards, wanted) << text;
  }
}

TEST(Cards, NoneAreReadFromAnEmptyText) {
  EXPECT_EQ(parse_cards("")->size(), 0U);
  EXPECT_EQ(parse_cards(" ,\n")->size(), 0U);
}

TEST(Cards, ABadCardIsNamedWithItsPlace) {
  struct Row {
    std::string_view text;
    CardError::Kind kind;
    size_t offset;
    std::string_view message;
  };
  using enum CardError::Kind;
  for (const Row& row : {
           Row{"As Xd", bad_rank, 3, "card 2 ('Xd', at character 4): 'X' is not a rank (2-9, T or 10, J, Q, K, A)"},
           Row{"A♠ Xd", bad_rank, 5, "card 2 ('Xd', at character 4): 'X' is not a rank (2-9, T or 10, J, Q, K, A)"},
           Row{"1d", bad_rank, 0, "card 1 ('1d', at character 1): '1' is not a rank (2-9, T or 10, J, Q, K, A)"},
           Row{"As 0", bad_rank, 3, "card 2 ('0', at character 4): '0' is not a rank (2-9, T or 10, J, Q, K, A)"},
           Row{"♠A", bad_rank, 0, "card 1 ('♠', at character 1): '♠' is not a rank (2-9, T or 10, J, Q, K, A)"},
           Row{"Kx", bad_suit, 0, "card 1 ('Kx', at character 1): 'x' is not a suit (c, d, h, s or ♣ ♦ ♥ ♠)"},
           Row{"10é", bad_suit, 0, "card 1 ('10é', at character 1): 'é' is not a suit (c, d, h, s or ♣ ♦ ♥ ♠)"},
           Row{"AsKK", bad_suit, 2, "card 2 ('KK', at character 3): 'K' is not a suit (c, d, h, s or ♣ ♦ ♥ ♠)"},
           Row{"As K", missing_suit, 3, "card 2 ('K', at character 4): its suit is missing (c, d, h, s or ♣ ♦ ♥ ♠)"},
           Row{"10 s", missing_suit, 0, "card 1 ('10', at character 1): its suit is missing (c, d, h, s or ♣ ♦ ♥ ♠)"},
           Row{"As Kd a♠", twice, 6, "card 3 ('a♠', at character 7): the same card appears earlier"},
           Row{"\x07s", bad_rank, 0,
               "card 1 ('\\x07s', at character 1): '\\x07' is not a rank (2-9, T or 10, J, Q, K, A)"},
           Row{"K\xe2\x99", bad_suit, 0,
               "card 1 ('K\\xe2\\x99', at character 1): '\\xe2\\x99' is not a suit (c, d, h, s or ♣ ♦ ♥ ♠)"},
           Row{"\xff", bad_rank, 0,
               "card 1 ('\\xff', at character 1): '\\xff' is not a rank (2-9, T or 10, J, Q, K, A)"},
       }) {
    const auto cards = parse_cards(row.text);
    ASSERT_FALSE(cards) << row.text;
    EXPECT_EQ(cards.error().kind, row.kind) << row.text;
    EXPECT_EQ(cards.error().offset, row.offset) << row.text;
    EXPECT_EQ(cards.error().to_text(), row.message);
  }
}

// Texts are copied to storage of exactly their size, so that a sanitizer sees any read beyond their end.
TEST(Cards, AnyBytesAreReadAsCardsOrRefused) {
  base::Prng generator(20'240'229);
  constexpr std::string_view pieces = "23456789TJQKA10cdhs ,\xe2\x99\xa0\xa3\xa5\xa6\xef\xb8\x8f\xff";
  for (int i = 0; i < 200'000; ++i) {
    std::vector<char> text(base::uniform_below(generator, 12));
    for (char& c : text) {
      c = i % 4 == 0 ? static_cast<char>(generator()) : pieces[base::uniform_below(generator, pieces.size())];
    }
    const auto cards = parse_cards(std::string_view(text.data(), text.size()));
    if (cards) {
      EXPECT_EQ(parse_cards(to_text(*cards)), *cards);
    } else {
      EXPECT_LT(cards.error().offset, text.size());
      EXPECT_FALSE(cards.error().to_text().empty());
    }
  }
}

TEST(Cards, AreWrittenAsTheyAreRead) {
  for (int index = 0; index < deck_size; ++index) {
    const Card card = Card::from_index(index);
    EXPECT_EQ(card.index(), index);
    EXPECT_EQ(Card::from_bit(card.bit()), card);
    EXPECT_EQ(card_list(to_text(card)), std::vector{card});
  }
  EXPECT_EQ(to_text(card_list("2c as Td")), "2c As Td");
}

TEST(Cards, OfASetAreWrittenAceFirstAndSpadesFirst) {
  EXPECT_EQ(to_text(hand("2c Ad As Tc Ah Ac")), "As Ah Ad Ac Tc 2c");
  EXPECT_EQ(to_text(CardSet{}), "");
}

TEST(CardSet, GoesThroughEveryCardOfTheDeckOnce) {
  CardSet seen;
  int count = 0;
  for (Card card : CardSet::full_deck()) {
    EXPECT_FALSE(seen.contains(card));
    seen.add(card);
    ++count;
  }
  EXPECT_EQ(count, deck_size);
  EXPECT_EQ(seen, CardSet::full_deck());
}

TEST(Ranks, HaveNamesAndLetters) {
  EXPECT_EQ(rank_letter(deuce), '2');
  EXPECT_EQ(rank_letter(ten), 'T');
  EXPECT_EQ(rank_letter(ace), 'A');
  EXPECT_EQ(rank_name(7), "nine");
  EXPECT_EQ(rank_plural(4), "sixes");
  EXPECT_EQ(rank_plural(jack), "jacks");
}

}  // namespace
}  // namespace cardroom::cards
