#include "odds/showdown_tree.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <limits>

namespace cardroom::odds {

namespace {

// The slot of an up-card: how many unseen cards come before it.
size_t slot_of(CardSet held, cards::Card up) {
  const CardSet before((uint64_t{1} << up.bit()) - 1);
  return static_cast<size_t>(up.index() - (held & before).size());
}

}  // namespace

ShowdownTree::ShowdownTree(const ShowdownCounts& counts)
    : counts_(&counts),
      columns_(counts.shape().up_cards == 1 ? cards::rank_count : 1),
      stride_(2 + counts.shape().borders.size()) {
  const auto& players = counts.players();
  for (size_t player = 0; player < players.size(); ++player) {
    if (player > 0 && players[player].rank == players[player - 1].rank) continue;
    ranks_.push_back(players[player].rank);
    first_player_.push_back(player);
  }
  first_player_.push_back(players.size());

  size_t node_count = 0;
  for (size_t width = ranks_.size();; width = (width + 1) / 2) {
    level_start_.push_back(node_count);
    node_count += width;
    if (width == 1) break;
  }
  level_start_.push_back(node_count);
  situations_.resize(node_count * columns_);
  sums_.resize(node_count * columns_ * stride_);
  least_.resize(sums_.size(), std::numeric_limits<uint32_t>::max());
  most_.resize(sums_.size());
  tbb::parallel_for(size_t{0}, ranks_.size(), [&](size_t place) {
    for (size_t player = first_player_[place]; player < first_player_[place + 1]; ++player) add_player(place, player);
  });
  for (size_t level = 1; level + 1 < level_start_.size(); ++level) {
    for (size_t index = 0; index < level_start_[level] - level_start_[level - 1]; ++index) {
      for (size_t column = 0; column < columns_; ++column) {
        join(node_at(level, index / 2, column), node_at(level - 1, index, column));
      }
    }
  }
}

void ShowdownTree::add_player(size_t place, size_t player) {
  const PlayerClass& held = counts_->players()[player];
  const uint32_t* counts = counts_->counts(player, 0).all();
  const auto add = [&](size_t column) {
    const size_t node = node_at(0, place, column);
    situations_[node] += held.multiplicity;
    for (size_t at = node * stride_; at < (node + 1) * stride_; ++at, ++counts) {
      sums_[at] += uint64_t{held.multiplicity} * *counts;
      least_[at] = std::min(least_[at], *counts);
      most_[at] = std::max(most_[at], *counts);
    }
  };
  if (columns_ == 1) return add(0);
  for (const cards::Card up : CardSet::full_deck() - held.cards) add(static_cast<size_t>(up.rank()));
}

void ShowdownTree::join(size_t to, size_t from) {
  situations_[to] += situations_[from];
  for (size_t at = 0; at < stride_; ++at) {
    sums_[to * stride_ + at] += sums_[from * stride_ + at];
    least_[to * stride_ + at] = std::min(least_[to * stride_ + at], least_[from * stride_ + at]);
    most_[to * stride_ + at] = std::max(most_[to * stride_ + at], most_[from * stride_ + at]);
  }
}

class ShowdownTree::Query {
 public:
  Query(const ShowdownTree& tree, size_t first, size_t last, std::span<const Worth> choices)
      : tree_(tree), first_(first), last_(last), choices_(choices), taken_(choices.size()) {
    for (Taken& taken : taken_) taken.counts.resize(tree.stride_);
  }

  std::vector<Taken> run() {
    for (size_t column = 0; column < tree_.columns_; ++column) visit(tree_.level_start_.size() - 2, 0, column);
    return std::move(taken_);
  }

 private:
  void visit(size_t level, size_t index, size_t column) {
    const size_t from = index << level;
    const size_t to = std::min((index + 1) << level, tree_.ranks_.size());
    const size_t node = tree_.node_at(level, index, column);
    if (from >= last_ || to <= first_ || tree_.situations_[node] == 0) return;
    if (from >= first_ && to <= last_) {
      const size_t choice = best_everywhere(node);
      if (choice < choices_.size()) {
        taken_[choice].situations += tree_.situations_[node];
        for (size_t at = 0; at < tree_.stride_; ++at)
          taken_[choice].counts[at] += tree_.sums_[node * tree_.stride_ + at];
        return;
      }
    }
    if (level == 0) return decide_each(index, column);
    visit(level - 1, 2 * index, column);
    if (((2 * index + 1) << (level - 1)) < tree_.ranks_.size()) visit(level - 1, 2 * index + 1, column);
  }

  // The choice that is the first of the best for any counts between the node's least and most; or none.
  size_t best_everywhere(size_t node) const {
    const uint32_t* least = &tree_.least_[node * tree_.stride_];
    const uint32_t* most = &tree_.most_[node * tree_.stride_];
    const size_t likely = first_of_best([&](size_t at) { return (int64_t{least[at]} + int64_t{most[at]}) / 2; });
    for (size_t other = 0; other < choices_.size(); ++other) {
      if (other == likely) continue;
      int64_t ahead = choices_[likely].fixed - choices_[other].fixed;
      for (size_t at = 0; at < tree_.stride_; ++at) {
        const int64_t each = choices_[likely].each[at] - choices_[other].each[at];
        ahead += each * int64_t{each > 0 ? least[at] : most[at]};
      }
      if (ahead < 0 || (ahead == 0 && other < likely)) return choices_.size();
    }
    return likely;
  }

  template <class Count>
  size_t first_of_best(Count count) const {
    size_t best = 0;
    int64_t most = std::numeric_limits<int64_t>::min();
    for (size_t choice = 0; choice < choices_.size(); ++choice) {
      int64_t worth = choices_[choice].fixed;
      for (size_t at = 0; at < tree_.stride_; ++at) worth += choices_[choice].each[at] * count(at);
      if (worth > most) {
        most = worth;
        best = choice;
      }
    }
    return best;
  }

  void decide_each(size_t place, size_t column) {
    for (size_t player = tree_.first_player_[place]; player < tree_.first_player_[place + 1]; ++player) {
      const PlayerClass& held = tree_.counts_->players()[player];
      if (tree_.columns_ == 1) {
        decide(held.multiplicity, tree_.counts_->counts(player, 0).all());
        continue;
      }
      for (int suit = 0; suit < cards::suit_count; ++suit) {
        const cards::Card up(static_cast<int>(column), static_cast<cards::Suit>(suit));
        if (held.cards.contains(up)) continue;
        decide(held.multiplicity, tree_.counts_->counts(player, static_cast<int>(slot_of(held.cards, up))).all());
      }
    }
  }

  void decide(uint64_t multiplicity, const uint32_t* counts) {
    Taken& taken = taken_[first_of_best([&](size_t at) { return int64_t{counts[at]}; })];
    taken.situations += multiplicity;
    for (size_t at = 0; at < tree_.stride_; ++at) taken.counts[at] += multiplicity * counts[at];
  }

  const ShowdownTree& tree_;
  size_t first_;
  size_t last_;
  std::span<const Worth> choices_;
  std::vector<Taken> taken_;
};

std::vector<ShowdownTree::Taken> ShowdownTree::take_best(size_t first, size_t last,
                                                         std::span<const Worth> choices) const {
  return Query(*this, first, last, choices).run();
}

}  // namespace cardroom::odds
