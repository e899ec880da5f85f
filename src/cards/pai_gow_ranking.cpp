#include "cards/pai_gow_ranking.h"

#include <fmt/format.h>

#include <array>
#include <vector>

namespace cardroom::cards {

namespace {

constexpr int five_aces = tables::five_class_count;

struct Scale {
  std::array<uint16_t, tables::five_class_count> places{};  // by the rank of the usual scale
  std::array<uint16_t, pai_gow_five_count> usual{};         // and back
  std::array<uint8_t, pai_gow_five_count> front_max{};
  // With a joker, by the four ranks beside it: the best straight, the best flush or straight flush; 0 where there is
  // none.
  std::vector<uint16_t> straight = std::vector<uint16_t>(tables::rank_sets);
  std::vector<uint16_t> suited = std::vector<uint16_t>(tables::rank_sets);

  Scale() {
    for (size_t rank = 0; rank < places.size(); ++rank) places[rank] = static_cast<uint16_t>(rank);
    // Ace to five is the lowest of its category on the usual scale; here only the ace-high straight is above it.
    const auto move_up = [&](Category category, HandRank to) {
      const int from = lowest_of(Ranking::five_card, category).value();
      for (int rank = from + 1; rank <= to.value(); ++rank) {
        places[static_cast<size_t>(rank)] = static_cast<uint16_t>(rank - 1);
      }
      places[static_cast<size_t>(from)] = static_cast<uint16_t>(to.value());
    };
    move_up(Category::straight, HandRank(highest_of(Ranking::five_card, Category::straight).value() - 1));
    move_up(Category::straight_flush, highest_of(Ranking::five_card, Category::straight_flush));
    for (size_t rank = 0; rank < places.size(); ++rank) usual[places[rank]] = static_cast<uint16_t>(rank);

    front_max.fill(pai_gow_two_count - 1);
    for (size_t five = 0; five < places.size(); ++five) {
      const HandRank rank(usual[five]);
      const Category category = category_of(Ranking::five_card, rank);
      if (category > Category::pair) continue;
      const uint32_t packed = tables::five_classes[rank.value()];
      const auto first = static_cast<int>(packed >> 16 & 15), second = static_cast<int>(packed >> 12 & 15);
      const HandRank most = category == Category::pair ? pai_gow_pair(first) : pai_gow_high(first, second);
      front_max[five] = static_cast<uint8_t>(most.value());
    }

    const HandRank lowest_straight = lowest_of(Ranking::five_card, Category::straight);
    const HandRank highest_straight = highest_of(Ranking::five_card, Category::straight);
    for (uint32_t ranks = 0; ranks < tables::rank_sets; ++ranks) {
      if (std::popcount(ranks) != 4) continue;
      for (int joker = deuce; joker <= ace; ++joker) {
        const uint32_t all = ranks | 1U << joker;
        if (all == ranks) continue;
        suited[ranks] = std::max(suited[ranks], places[tables::five_suited[all]]);
        // Five ranks lie over two suits: no flush.
        const HandRank mixed(
            tables::five_by_place[tables::place_of(tables::suit_sums[ranks] + tables::suit_sums[1U << joker])]);
        if (mixed < lowest_straight || mixed > highest_straight) continue;
        straight[ranks] = std::max(straight[ranks], places[static_cast<size_t>(mixed.value())]);
      }
    }
  }
};

const Scale& scale() {
  static const Scale made;
  return made;
}

}  // namespace

HandRank rank_pai_gow_five(CardSet cards) {
  CHECK(cards.size() == 5);
  const Scale& known = scale();
  if (!cards.contains(Card::joker())) return HandRank(known.places[static_cast<size_t>(rank_five(cards).value())]);
  const uint32_t clubs = cards.ranks(Suit::clubs), diamonds = cards.ranks(Suit::diamonds);
  const uint32_t hearts = cards.ranks(Suit::hearts), spades = cards.ranks(Suit::spades);
  const uint32_t ranks = clubs | diamonds | hearts | spades;
  if (ranks == 1U << ace) return HandRank(five_aces);
  const uint32_t as_ace = detail::sum_of_suits(cards) + tables::suit_sums[1U << ace];
  uint16_t best = known.places[tables::five_by_place[tables::place_of(as_ace)]];
  best = std::max(best, known.straight[ranks]);
  if (clubs == ranks || diamonds == ranks || hearts == ranks || spades == ranks) {
    best = std::max(best, known.suited[ranks]);
  }
  return HandRank(best);
}

Category pai_gow_category(HandRank five) {
  if (five.value() == five_aces) return Category::five_of_a_kind;
  return category_of(Ranking::five_card, HandRank(scale().usual[static_cast<size_t>(five.value())]));
}

std::string pai_gow_name(HandRank five) {
  if (five.value() == five_aces) return "five aces";
  return name_of(Ranking::five_card, HandRank(scale().usual[static_cast<size_t>(five.value())]));
}

HandRank rank_pai_gow_two(CardSet cards) {
  CHECK(cards.size() == 2);
  std::array<int, 2> ranks{};
  size_t at = 0;
  for (const Card card : cards) ranks[at++] = card.is_joker() ? ace : card.rank();
  if (ranks[0] == ranks[1]) return pai_gow_pair(ranks[0]);
  return pai_gow_high(std::max(ranks[0], ranks[1]), std::min(ranks[0], ranks[1]));
}

std::string pai_gow_two_name(HandRank two) {
  if (is_pai_gow_pair(two)) return fmt::format("pair of {}", rank_plural(two.value() - pai_gow_pair(deuce).value()));
  return fmt::format("{}-{}", rank_name(two.value() / rank_count), rank_name(two.value() % rank_count));
}

HandRank pai_gow_front_max(HandRank five) {
  return HandRank(scale().front_max[static_cast<size_t>(five.value())]);
}

}  // namespace cardroom::cards
