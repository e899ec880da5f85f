#include "odds/showdown_tree.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <bit>

namespace cardroom::odds {

namespace {

// Enough chunks that one which a range divides is little work, and few enough that going through them is none.
constexpr size_t chunk_total = 24;
// Points in a small box.
constexpr size_t box_size = 4;

// An odd number that spreads hashes (2^64 over the golden ratio).
constexpr uint64_t mix = 0x9e37'79b9'7f4a'7c15;

// A number's bits with a gap before each.
uint64_t spread_bits(uint64_t bits) {
  bits = (bits | bits << 16) & 0x0000'ffff'0000'ffff;
  bits = (bits | bits << 8) & 0x00ff'00ff'00ff'00ff;
  bits = (bits | bits << 4) & 0x0f0f'0f0f'0f0f'0f0f;
  bits = (bits | bits << 2) & 0x3333'3333'3333'3333;
  return (bits | bits << 1) & 0x5555'5555'5555'5555;
}

// The slot of an up-card: how many unseen cards come before it.
size_t slot_of(CardSet held, cards::Card up) {
  const CardSet before((uint64_t{1} << up.bit()) - 1);
  return static_cast<size_t>(up.index() - (held & before).size());
}

}  // namespace

ShowdownTree::ShowdownTree(const ShowdownCounts& counts)
    : counts_(&counts),
      slots_(static_cast<size_t>(counts.slots())),
      columns_(counts.shape().up_cards == 1 ? cards::rank_count : 1),
      stride_(2 + counts.shape().borders.size()) {
  const auto& players = counts.players();
  for (size_t player = 0; player < players.size(); ++player) {
    if (player > 0 && players[player].rank == players[player - 1].rank) continue;
    ranks_.push_back(players[player].rank);
    first_player_.push_back(player);
  }
  first_player_.push_back(players.size());

  // A range that divides a chunk is slow: chunks end where ranges mostly do, at the borders and between categories.
  const ShowdownShape& shape = counts.shape();
  const auto parted = [&](int rank, int next) {
    return category_of(shape.player_ranking, HandRank(rank)) != category_of(shape.player_ranking, HandRank(next)) ||
           std::ranges::any_of(shape.borders, [&](int border) { return rank < border && border <= next; });
  };
  for (size_t first = 0, last = 1; last <= ranks_.size(); ++last) {
    const size_t held = first_player_[last] - first_player_[first];
    if (last < ranks_.size() && !parted(ranks_[last - 1], ranks_[last]) && held < players.size() / chunk_total &&
        last - first < ranks_.size() / chunk_total + 1) {
      continue;
    }
    chunks_.push_back({.first = first, .last = last, .points = {}, .levels = {}});
    first = last;
  }

  by_rank_ = CountBoxes(ranks_.size() * columns_, stride_);
  tbb::parallel_for(size_t{0}, chunks_.size(), [&](size_t chunk) { fill(chunks_[chunk]); });
}

void ShowdownTree::fill(Chunk& chunk) {
  struct Point {
    uint64_t order;
    size_t situation;
    uint32_t multiplicity;
  };
  // By the rank of the up-card; then so that neighbours are near in two counts at once, the hands that are not above
  // the player's and those below the first border: the bits of both in turn.
  const auto order_of = [&](size_t column, const uint32_t* counts) {
    return uint64_t{column} << 48 | (stride_ > 2 ? spread_bits(counts[1]) << 1 | spread_bits(counts[2]) : counts[1]);
  };
  // Situations with the same counts are one point. Found by a table of open addresses.
  std::vector<Point> points;
  const size_t situation_total = (first_player_[chunk.last] - first_player_[chunk.first]) * slots_;
  std::vector<uint32_t> table(std::bit_ceil(2 * situation_total), 0);  // one more than the point's place; 0 for none
  for (size_t place = chunk.first; place < chunk.last; ++place) {
    for (size_t player = first_player_[place]; player < first_player_[place + 1]; ++player) {
      const PlayerClass& held = counts_->players()[player];
      size_t situation = player * slots_;
      const auto add = [&](size_t column) {
        const uint32_t* counts = counts_of(situation);
        by_rank_.add(place * columns_ + column, held.multiplicity, counts);
        const uint64_t order = order_of(column, counts);
        size_t entry = (order * mix ^ counts[0]) * mix >> 32 & (table.size() - 1);
        const auto same = [&](const Point& point) {
          return point.order == order && std::equal(counts, counts + stride_, counts_of(point.situation));
        };
        while (table[entry] != 0 && !same(points[table[entry] - 1])) entry = (entry + 1) & (table.size() - 1);
        if (table[entry] == 0) {
          points.push_back({order, situation, 0});
          table[entry] = static_cast<uint32_t>(points.size());
        }
        points[table[entry] - 1].multiplicity += held.multiplicity;
        ++situation;
      };
      if (columns_ == 1) {
        add(0);
      } else {
        for (const cards::Card up : CardSet::full_deck() - held.cards) add(static_cast<size_t>(up.rank()));
      }
    }
  }
  std::ranges::sort(points, {}, &Point::order);
  size_t box_total = std::bit_ceil((points.size() + box_size - 1) / box_size);
  chunk.levels.emplace_back(box_total, stride_);
  chunk.points.reserve(points.size() * (1 + stride_));
  for (size_t at = 0; at < points.size(); ++at) {
    const uint32_t* counts = counts_of(points[at].situation);
    chunk.levels[0].add(at / box_size, points[at].multiplicity, counts);
    chunk.points.push_back(points[at].multiplicity);
    chunk.points.insert(chunk.points.end(), counts, counts + stride_);
  }
  for (; box_total > 1; box_total /= 2) {
    CountBoxes joined(box_total / 2, stride_);
    for (size_t box = 0; box < box_total; ++box) joined.join(box / 2, chunk.levels.back(), box);
    chunk.levels.push_back(std::move(joined));
  }
}

std::vector<Taken> ShowdownTree::take_best(size_t first, size_t last, std::span<const Worth> choices) const {
  std::vector<Taken> taken(choices.size());
  for (Taken& one : taken) one.counts.resize(stride_);
  for (const Chunk& chunk : chunks_) {
    if (first <= chunk.first && chunk.last <= last) {
      take_chunk(chunk, chunk.levels.size() - 1, 0, choices, taken);
      continue;
    }
    for (size_t place = std::max(first, chunk.first); place < std::min(last, chunk.last); ++place) {
      take_place(place, choices, taken);
    }
  }
  return taken;
}

void ShowdownTree::take_chunk(const Chunk& chunk, size_t level, size_t box, std::span<const Worth> choices,
                              std::vector<Taken>& taken) const {
  if (chunk.levels[level].take_whole(box, choices, taken)) return;
  if (level > 0) {
    take_chunk(chunk, level - 1, 2 * box, choices, taken);
    take_chunk(chunk, level - 1, 2 * box + 1, choices, taken);
    return;
  }
  const size_t width = 1 + stride_;
  const size_t end = std::min((box + 1) * box_size * width, chunk.points.size());
  for (size_t at = box * box_size * width; at < end; at += width) {
    take_one(chunk.points[at], &chunk.points[at + 1], choices, taken);
  }
}

void ShowdownTree::take_place(size_t place, std::span<const Worth> choices, std::vector<Taken>& taken) const {
  for (size_t column = 0; column < columns_; ++column) {
    if (by_rank_.take_whole(place * columns_ + column, choices, taken)) continue;
    for (size_t player = first_player_[place]; player < first_player_[place + 1]; ++player) {
      const auto& [held, multiplicity, rank] = counts_->players()[player];
      if (columns_ == 1) {
        take_one(multiplicity, counts_of(player), choices, taken);
        continue;
      }
      for (int suit = 0; suit < cards::suit_count; ++suit) {
        const cards::Card up(static_cast<int>(column), static_cast<cards::Suit>(suit));
        if (held.contains(up)) continue;
        take_one(multiplicity, counts_of(player * slots_ + slot_of(held, up)), choices, taken);
      }
    }
  }
}

void ShowdownTree::take_one(uint32_t multiplicity, const uint32_t* counts, std::span<const Worth> choices,
                            std::vector<Taken>& taken) const {
  Taken& to = taken[first_of_best(choices, [&](size_t at) { return counts[at]; })];
  to.situations += multiplicity;
  for (size_t at = 0; at < stride_; ++at) to.counts[at] += uint64_t{multiplicity} * counts[at];
}

}  // namespace cardroom::odds
