#include "odds/board_situation.h"

#include <tbb/blocked_range.h>
#include <tbb/combinable.h>
#include <tbb/parallel_for.h>

#include <boost/container/static_vector.hpp>

#include <algorithm>

#include "base/check.h"
#include "cards/hand_sum.h"
#include "cards/subsets.h"
#include "odds/board_rank_counts.h"
#include "odds/hand_counter.h"

namespace cardroom::odds {

namespace {

using cards::Card;
using cards::CardSet;
using cards::HandSum;
using cards::rank_count;
using cards::Suit;

constexpr int board_cards = 5;

int stage_of(const BoardSituation& situation) {
  switch (situation.community.size()) {
    case 0: return before_flop;
    case 3: return on_flop;
    default: return on_river;
  }
}

// What one board is worth under each choice that may end the round on it.
struct BoardNets {
  boost::container::static_vector<int64_t, 4> now;  // by choice of the decision: bets and folds
  int64_t flop_bet = 0;                             // before the flop: what follows
  int64_t river_best = 0;
};

// The sums over all boards.
class Sums {
 public:
  Sums(const BoardPays& pays, int stage, int unseen) : pays_(&pays), stage_(stage), now_(pays.choices(stage).size()) {
    if (stage == before_flop) flops_.resize(choose(unseen, 3));
  }

  BoardNets nets(int player_rank, const BoardCounts& counts) const {
    BoardNets nets;
    const auto best_of = [&](int stage) {
      int64_t best = pays_->net(stage, 0, player_rank, counts);
      for (size_t choice = 1; choice < pays_->choices(stage).size(); ++choice) {
        best = std::max(best, pays_->net(stage, choice, player_rank, counts));
      }
      return best;
    };
    nets.now.resize(now_.size());
    for (size_t choice = stage_ == on_river ? 0 : 1; choice < now_.size(); ++choice) {
      nets.now[choice] = pays_->net(stage_, choice, player_rank, counts);
    }
    if (stage_ != on_river) nets.river_best = best_of(on_river);
    if (stage_ == before_flop) {
      CHECK(pays_->choices(on_flop).size() == 2);
      nets.flop_bet = pays_->net(on_flop, 1, player_rank, counts);
    }
    return nets;
  }

  // `places` of the board's cards among the unseen, ascending: asked before the flop.
  void add(const BoardNets& nets, const std::array<uint8_t, board_cards>& places) {
    for (size_t choice = 0; choice < now_.size(); ++choice) now_[choice] += nets.now[choice];
    if (stage_ == on_flop) now_[0] += nets.river_best;
    if (stage_ != before_flop) return;
    for (size_t c = 2; c < board_cards; ++c) {
      const size_t of_c = threes[places[c]];
      for (size_t b = 1; b < c; ++b) {
        const size_t of_b = of_c + twos[places[b]];
        for (size_t a = 0; a < b; ++a) {
          Flop& flop = flops_[of_b + places[a]];
          flop.bet += nets.flop_bet;
          flop.river += nets.river_best;
        }
      }
    }
  }

  void add(const Sums& other) {
    for (size_t choice = 0; choice < now_.size(); ++choice) now_[choice] += other.now_[choice];
    for (size_t at = 0; at < flops_.size(); ++at) {
      flops_[at].bet += other.flops_[at].bet;
      flops_[at].river += other.flops_[at].river;
    }
  }

  std::vector<int64_t> by_choice() const {
    std::vector<int64_t> sums = now_;
    if (stage_ != before_flop) return sums;
    // Every board has ten flops.
    for (int64_t& sum : sums) sum *= 10;
    for (const Flop& flop : flops_) sums[0] += std::max(flop.bet, flop.river);
    return sums;
  }

 private:
  struct Flop {
    int64_t bet = 0;
    int64_t river = 0;
  };
  static constexpr auto twos = [] {
    std::array<uint32_t, cards::deck_size> table{};
    for (uint32_t n = 0; n < table.size(); ++n) table[n] = n * (n > 0 ? n - 1 : 0) / 2;
    return table;
  }();
  static constexpr auto threes = [] {
    std::array<uint32_t, cards::deck_size> table{};
    for (uint32_t n = 2; n < table.size(); ++n) table[n] = n * (n - 1) * (n - 2) / 6;
    return table;
  }();

  const BoardPays* pays_;
  int stage_;
  std::vector<int64_t> now_;
  std::vector<Flop> flops_;
};

// Every way to choose the suits of a board whose cards to come have given ranks.
class SuitWalk {
 public:
  SuitWalk(const BoardSituation& situation, CardSet unseen, const BoardPays& pays, Sums& sums)
      : unseen_(unseen), sums_(&sums), counts_(situation.own, situation.community, unseen, pays.border()) {
    for (size_t suit = 0; suit < cards::suit_count; ++suit) {
      suited_[suit] = situation.community.ranks(static_cast<Suit>(suit));
    }
    uint8_t place = 0;
    for (int rank = 0; rank < rank_count; ++rank) {
      for (int suit = 0; suit < cards::suit_count; ++suit) {
        if (!unseen.contains(Card(rank, static_cast<Suit>(suit)))) continue;
        suits_[static_cast<size_t>(rank)] |= 1U << suit;
        places_[static_cast<size_t>(rank)][static_cast<size_t>(suit)] = place++;
      }
    }
  }

  void walk(const RankTaken& taken) {
    counts_.begin(taken);
    plain_ = sums_->nets(counts_.plain_rank(), counts_.plain_counts());
    taken_ = &taken;
    walk_rank(0, 0);
  }

 private:
  void walk_rank(size_t rank, size_t dealt) {
    while (rank < rank_count && (*taken_)[rank] == 0) ++rank;
    if (rank == rank_count) return add_board();
    // The suits of this rank's cards, in ascending order of the places.
    for (uint32_t chosen = 1; chosen < 16; ++chosen) {
      if (std::popcount(chosen) != (*taken_)[rank] || (chosen & ~suits_[rank]) != 0) continue;
      size_t next = dealt;
      for (uint32_t left = chosen; left != 0; left &= left - 1) {
        const auto suit = static_cast<size_t>(std::countr_zero(left));
        suited_[suit] |= 1U << rank;
        board_[next++] = places_[rank][suit];
      }
      walk_rank(rank + 1, next);
      for (uint32_t left = chosen; left != 0; left &= left - 1) {
        suited_[static_cast<size_t>(std::countr_zero(left))] &= ~(1U << rank);
      }
    }
  }

  void add_board() {
    for (size_t suit = 0; suit < cards::suit_count; ++suit) {
      if (std::popcount(suited_[suit]) < 3) continue;
      const int rank = counts_.suited_rank(static_cast<Suit>(suit), suited_[suit]);
      sums_->add(sums_->nets(rank, counts_.suited_counts(static_cast<Suit>(suit), suited_[suit], rank)), board_);
      return;
    }
    sums_->add(plain_, board_);
  }

  CardSet unseen_;
  Sums* sums_;
  BoardRankCounts counts_;
  std::array<uint32_t, rank_count> suits_{};  // by rank, those that are unseen
  std::array<std::array<uint8_t, cards::suit_count>, rank_count> places_{};
  const RankTaken* taken_ = nullptr;
  BoardNets plain_;
  std::array<uint32_t, cards::suit_count> suited_{};  // on the board
  std::array<uint8_t, board_cards> board_{};
};

Sums sum_by_ranks(const BoardPays& pays, const BoardSituation& situation, CardSet unseen, int stage) {
  const Sums none(pays, stage, unseen.size());
  const std::vector<RankTaken> ranks = ranks_to_come(unseen, board_cards - situation.community.size());
  tbb::combinable<Sums> parts(none);
  tbb::parallel_for(tbb::blocked_range<size_t>(0, ranks.size(), 64), [&](const auto& range) {
    SuitWalk walk(situation, unseen, pays, parts.local());
    for (size_t at = range.begin(); at < range.end(); ++at) walk.walk(ranks[at]);
  });
  Sums all = none;
  parts.combine_each([&](const Sums& part) { all.add(part); });
  return all;
}

Sums sum_one_by_one(const BoardPays& pays, const BoardSituation& situation, CardSet unseen, int stage) {
  const Sums none(pays, stage, unseen.size());
  std::vector<CardSet> boards;
  cards::for_each_subset(unseen, board_cards - situation.community.size(),
                         [&](CardSet to_come) { boards.push_back(to_come); });
  std::vector<Card> list;
  for (const Card card : unseen) list.push_back(card);
  tbb::combinable<Sums> parts(none);
  tbb::parallel_for(tbb::blocked_range<size_t>(0, boards.size(), 256), [&](const auto& range) {
    Sums& sums = parts.local();
    for (size_t at = range.begin(); at < range.end(); ++at) {
      const HandSum board(situation.community | boards[at]);
      const int rank = rank_five(board + HandSum(situation.own)).value();
      BoardCounts counts;
      cards::for_each_subset(unseen - boards[at], 2 - situation.dealer.size(), [&](CardSet hidden) {
        const int dealer = rank_five(board + HandSum(situation.dealer | hidden)).value();
        ++counts.all;
        counts.below += dealer < rank;
        counts.through += dealer <= rank;
        counts.unqualified += dealer < pays.border();
      });
      std::array<uint8_t, board_cards> places{};
      size_t next = 0;
      for (size_t place = 0; place < list.size() && next < board_cards; ++place) {
        if (boards[at].contains(list[place])) places[next++] = static_cast<uint8_t>(place);
      }
      sums.add(sums.nets(rank, counts), places);
    }
  });
  Sums all = none;
  parts.combine_each([&](const Sums& part) { all.add(part); });
  return all;
}

}  // namespace

BoardWorth board_worth(const BoardPays& pays, const BoardSituation& situation, BoardMethod method) {
  const auto& [own, community, dead, dealer] = situation;
  const CardSet seen = own | community | dead | dealer;
  CHECK(own.size() == 2 && dealer.size() <= 1);
  CHECK(community.empty() || community.size() == 3 || community.size() == board_cards);
  CHECK(seen.size() == own.size() + community.size() + dead.size() + dealer.size());
  const CardSet unseen = CardSet::full_deck() - seen;
  const int to_come = board_cards - community.size();
  const int hidden = 2 - dealer.size();
  CHECK(unseen.size() >= to_come + hidden);
  const int stage = stage_of(situation);

  BoardWorth worth;
  worth.choices = pays.choices(stage);
  worth.ways = choose(unseen.size() - to_come, hidden);
  if (stage == before_flop) worth.ways *= choose(unseen.size(), 3) * choose(unseen.size() - 3, 2);
  if (stage == on_flop) worth.ways *= choose(unseen.size(), 2);
  // With one card known the dealer has few hands: it is no work to go through them.
  if (method == BoardMethod::cheaper) method = dealer.empty() ? BoardMethod::by_ranks : BoardMethod::one_by_one;
  CHECK(method == BoardMethod::one_by_one || dealer.empty());
  worth.net_sums = (method == BoardMethod::by_ranks ? sum_by_ranks(pays, situation, unseen, stage)
                                                    : sum_one_by_one(pays, situation, unseen, stage))
                       .by_choice();
  worth.best = static_cast<size_t>(std::ranges::max_element(worth.net_sums) - worth.net_sums.begin());
  return worth;
}

}  // namespace cardroom::odds
