// Writes the tables of ranking_tables.h as a source file to standard output. Run by the build.
#include <algorithm>
#include <cstdio>
#include <map>
#include <span>

#include "cards/ranking_tables.h"
#include "cards/tables/classes.h"
#include "cards/tables/displacement.h"
#include "cards/tables/rank_keys.h"

namespace cardroom::cards::tables {
namespace {

using RankKeys = std::array<uint32_t, rank_count>;

template <class T>
void write(const char* declaration, std::span<const T> values) {
  std::printf("\nextern const %s = {", declaration);
  for (size_t i = 0; i < values.size(); ++i) {
    std::printf("%s%lluU,", i % 16 == 0 ? "\n" : "", static_cast<unsigned long long>(values[i]));
  }
  std::printf("\n};\n");
}

template <class T>
void write(const char* declaration, const std::vector<T>& values) {
  write(declaration, std::span<const T>(values));
}

// The keys that were found lie in clumps; multiplied by 2^23 over the golden ratio, made odd, modulo 2^23, they are
// spread evenly, and their sums stay as different as they were.
constexpr uint32_t spread = 5'184'391;

// What one card of a rank adds to a sum of cards.
template <class Sum>
Sum card_sum(uint32_t key) {
  return static_cast<Sum>(key * spread) << (std::numeric_limits<Sum>::digits - key_bits) | 1;
}

uint32_t sum_of(const RankKeys& keys, const RankCounts& counts) {
  uint32_t sum = 0;
  for (size_t rank = 0; rank < rank_count; ++rank) sum += counts[rank] * card_sum<uint32_t>(keys[rank]);
  return sum;
}

// Ranks of hands of mixed suits, from hands of exactly hand_size cards up to size_max: the best of a hand that is
// larger by a card is the best of the hands without one of its cards.
std::map<RankCounts, uint16_t> mixed_ranks(const Scale& scale, int hand_size, int size_max) {
  std::map<RankCounts, uint16_t> ranks;
  for (const RankCounts& counts : all_rank_counts(hand_size)) ranks[counts] = scale.rank(counts, false);
  for (int size = hand_size + 1; size <= size_max; ++size) {
    for (RankCounts counts : all_rank_counts(size)) {
      uint16_t best = 0;
      for (uint8_t& held : counts) {
        if (held == 0) continue;
        --held;
        best = std::max(best, ranks.at(counts));
        ++held;
      }
      ranks[counts] = best;
    }
  }
  return ranks;
}

RankCounts counts_of(uint32_t rank_set) {
  RankCounts counts{};
  for (size_t rank = 0; rank < rank_count; ++rank) counts[rank] = (rank_set >> rank) & 1;
  return counts;
}

// By a set of ranks, its best hand of cards of different ranks.
std::vector<uint16_t> unpaired_ranks(const Scale& scale, int hand_size, bool suited) {
  std::vector<uint16_t> ranks(rank_sets);
  for (uint32_t set = 0; set < rank_sets; ++set) {
    if (std::popcount(set) == hand_size) ranks[set] = scale.rank(counts_of(set), suited);
    if (std::popcount(set) <= hand_size) continue;
    for (uint32_t left = set; left != 0; left &= left - 1) {
      ranks[set] = std::max(ranks[set], ranks[set & ~(left & -left)]);
    }
  }
  return ranks;
}

void write_classes(const char* classes, const char* categories, const Scale& scale) {
  std::vector<uint32_t> packed;
  std::array<CategoryRange, category_count> ranges{};
  for (const HandClass& hand_class : scale.classes()) {
    CategoryRange& range = ranges.at(static_cast<size_t>(hand_class.category));
    if (range.end == 0) range.begin = static_cast<uint16_t>(packed.size());
    packed.push_back(static_cast<uint32_t>(hand_class.category) << category_bit | hand_class.ranks);
    range.end = static_cast<uint16_t>(packed.size());
  }
  write(classes, packed);
  std::printf("\nextern const CategoryRange %s[category_count] = {", categories);
  for (CategoryRange range : ranges) std::printf("{%d, %d},", range.begin, range.end);
  std::printf("};\n");
}

void write_mixed_ranks(const RankKeys& keys, const Scale& three_card, const Scale& four_card, const Scale& five_card) {
  Displacement displacement;
  for (int size = hand_min; size <= hand_max; ++size) {
    Displacement::Rows rows;
    for (const RankCounts& counts : all_rank_counts(size)) {
      const uint32_t sum = sum_of(keys, counts);
      rows[row_of(sum)].push_back(key_of(sum));
    }
    displacement.place(rows);
  }
  std::vector<uint32_t> by_row(row_count);
  for (size_t row = 0; row < row_count; ++row) by_row[row] = displacement.of_row(row);
  write("uint32_t displacements[row_count]", by_row);

  const auto write_ranks = [&](const char* declaration, const std::map<RankCounts, uint16_t>& ranks) {
    std::vector<uint16_t> by_place;
    for (const auto& [counts, rank] : ranks) {
      const uint32_t sum = sum_of(keys, counts);
      const uint32_t place = key_of(sum) + displacement.of_row(row_of(sum));
      by_place.resize(std::max<size_t>(by_place.size(), place + 1));
      by_place[place] = rank;
    }
    write(declaration, by_place);
  };
  write_ranks("uint16_t three_by_place[]", mixed_ranks(three_card, 3, 3));
  write_ranks("uint16_t four_by_place[]", mixed_ranks(four_card, 4, 6));
  write_ranks("uint16_t five_by_place[]", mixed_ranks(five_card, 5, 7));
}

void write_sums(const RankKeys& keys) {
  std::vector<uint32_t> by_suit;
  for (uint32_t set = 0; set < rank_sets; ++set) {
    const int size = std::popcount(set);
    const uint32_t signal = size == 3 ? three_of_suit : size == 4 ? four_of_suit : size >= 5 ? five_of_suit : 0;
    by_suit.push_back(size <= hand_max ? sum_of(keys, counts_of(set)) + signal : 0);
  }
  write("uint32_t suit_sums[rank_sets]", by_suit);

  std::vector<uint64_t> by_card(64);
  for (Card card : CardSet::full_deck()) {
    const int counter = count_bits + static_cast<int>(card.suit()) * counter_bits;
    by_card[static_cast<size_t>(card.bit())] =
        card_sum<uint64_t>(keys[static_cast<size_t>(card.rank())]) + (counter_step << counter);
  }
  write("uint64_t card_sums[64]", by_card);
}

void write_all() {
  const Scale three_card(Ranking::three_card), four_card(Ranking::four_card), five_card(Ranking::five_card);
  CHECK(three_card.classes().size() == three_class_count && four_card.classes().size() == four_class_count &&
        five_card.classes().size() == five_class_count);
  const RankKeys keys = find_rank_keys();
  // Four of the highest rank and three of the next are the largest hand.
  CHECK(4 * keys[ace] + 3 * keys[king] < 1U << key_bits);

  std::printf("// Made by tables/make_tables.cpp.\n#include \"cards/ranking_tables.h\"\n\n");
  std::printf("namespace cardroom::cards::tables {\n");
  write_mixed_ranks(keys, three_card, four_card, five_card);
  write_sums(keys);
  write("uint16_t three_suited[rank_sets]", unpaired_ranks(three_card, 3, true));
  write("uint16_t four_suited[rank_sets]", unpaired_ranks(four_card, 4, true));
  write("uint16_t five_suited[rank_sets]", unpaired_ranks(five_card, 5, true));
  write("uint16_t three_unpaired[rank_sets]", unpaired_ranks(three_card, 3, false));
  write_classes("uint32_t three_classes[three_class_count]", "three_categories", three_card);
  write_classes("uint32_t four_classes[four_class_count]", "four_categories", four_card);
  write_classes("uint32_t five_classes[five_class_count]", "five_categories", five_card);
  std::printf("\n}  // namespace cardroom::cards::tables\n");
}

}  // namespace
}  // namespace cardroom::cards::tables

int main() {
  cardroom::cards::tables::write_all();
  return std::fflush(stdout) == 0 && std::ferror(stdout) == 0 ? 0 : 1;
}
