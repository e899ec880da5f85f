#include "cards/testing/slow_ranking.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace cardroom::cards {
namespace {

// What makes a category: how often its values occur, whether they follow each other, and whether the suit is one.
struct Row {
  std::string_view shape;
  bool straight;
  bool suited;
  int top;  // the highest card must be this one; 0 for any
};

// Of each ranking the best hand first.
const std::vector<Row>& rows_of(Ranking ranking) {
  static const std::vector<Row> three = {{"111", true, true, 0},  {"3", false, false, 0},  {"111", true, false, 0},
                                         {"111", false, true, 0}, {"21", false, false, 0}, {"111", false, false, 0}};
  static const std::vector<Row> four = {{"4", false, false, 0},   {"1111", true, true, 0},  {"31", false, false, 0},
                                        {"1111", false, true, 0}, {"1111", true, false, 0}, {"22", false, false, 0},
                                        {"211", false, false, 0}, {"1111", false, false, 0}};
  static const std::vector<Row> five = {{"11111", true, true, 14}, {"11111", true, true, 0},  {"41", false, false, 0},
                                        {"32", false, false, 0},   {"11111", false, true, 0}, {"11111", true, false, 0},
                                        {"311", false, false, 0},  {"221", false, false, 0},  {"2111", false, false, 0},
                                        {"11111", false, false, 0}};
  return ranking == Ranking::five_card ? five : ranking == Ranking::four_card ? four : three;
}

// Chooses from cards[next] on, and keeps the best.
void try_all(Ranking ranking, const std::vector<Card>& cards, size_t next, CardSet chosen, SlowRank& best) {
  if (chosen.size() == hand_size(ranking)) {
    best = std::max(best, slow_rank_of_hand(ranking, chosen));
    return;
  }
  for (size_t i = next; i < cards.size(); ++i) try_all(ranking, cards, i + 1, chosen | CardSet{cards[i]}, best);
}

}  // namespace

SlowRank slow_rank_of_hand(Ranking ranking, CardSet hand) {
  std::array<int, 5> values{};
  size_t size = 0;
  bool suited = true;
  for (Card card : hand) {
    values[size++] = card.rank() + 2;
    suited = suited && card.suit() == (*hand.begin()).suit();
  }
  const std::array<int, 5> unsorted = values;
  const auto times = [&](int value) { return value == 0 ? 0 : std::ranges::count(unsorted, value); };
  std::ranges::sort(values, [&](int a, int b) { return times(a) != times(b) ? times(a) > times(b) : a > b; });

  std::array<char, 5> shape_letters{};
  size_t shape_size = 0;
  for (size_t i = 0; i < size; i += static_cast<size_t>(times(values[i]))) {
    shape_letters[shape_size++] = static_cast<char>('0' + times(values[i]));
  }
  const std::string_view shape(shape_letters.data(), shape_size);

  // Ace, five, four, three, two: the ace goes last, as a one.
  if (shape_size == size && values[0] == 14 && values[1] == static_cast<int>(size)) {
    std::shift_left(values.begin(), values.end(), 1);
    values[size - 1] = 1;
  }
  bool straight = shape_size == size;
  for (size_t i = 1; i < size; ++i) straight = straight && values[i] == values[i - 1] - 1;

  const auto& rows = rows_of(ranking);
  size_t row = 0;
  while (rows[row].shape != shape || rows[row].straight != straight || rows[row].suited != suited ||
         (rows[row].top != 0 && rows[row].top != values[0])) {
    ++row;
  }
  const bool spade_royals = ranking == Ranking::three_card_spades && straight && suited && values[0] == 14 &&
                            (*hand.begin()).suit() == Suit::spades;
  SlowRank result{};
  result[0] = static_cast<int>(rows.size() - row) + (spade_royals ? 1 : 0);
  std::ranges::copy(values, result.begin() + 1);
  return result;
}

SlowRank slow_rank(Ranking ranking, CardSet cards) {
  const std::vector<Card> list(cards.begin(), cards.end());
  SlowRank best{};
  try_all(ranking, list, 0, CardSet{}, best);
  return best;
}

}  // namespace cardroom::cards
