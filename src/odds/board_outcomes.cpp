#include <tbb/blocked_range.h>
#include <tbb/combinable.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <memory>

#include "odds/board_walker.h"

namespace cardroom::odds {

namespace {

using cards::Card;
using games::ActionKind;
using games::View;

// By rank of the player's hand: deals, and those in which the dealer's hand is below it, and so on. Sums are taken
// modulo 2^64: what is taken away before it comes in does no harm.
struct RankSums {
  uint64_t below = 0;
  uint64_t through = 0;
  uint64_t unqualified = 0;
  uint64_t all = 0;

  void add(const BoardCounts& counts, uint64_t times) {
    below += counts.below * times;
    through += counts.through * times;
    unqualified += counts.unqualified * times;
    all += counts.all * times;
  }
  void add(const RankSums& other) {
    below += other.below;
    through += other.through;
    unqualified += other.unqualified;
    all += other.all;
  }
};

const auto rank_total = static_cast<size_t>(class_count(Ranking::five_card));

// The choices that a round may end with, and for each the sums by rank.
class Endings {
 public:
  explicit Endings(const BoardPays& pays) {
    for (int stage = 0; stage < board_stages; ++stage) {
      for (size_t choice = 0; choice < pays.choices(stage).size(); ++choice) {
        number_[static_cast<size_t>(stage)].push_back(choices_.size());
        if (pays.choices(stage)[choice].kind != ActionKind::check) choices_.push_back(pays.choices(stage)[choice]);
      }
    }
  }

  const std::vector<Choice>& choices() const { return choices_; }
  size_t number(int stage, size_t choice) const { return number_[static_cast<size_t>(stage)][choice]; }
  std::vector<RankSums> no_sums() const { return std::vector<RankSums>(choices_.size() * rank_total); }

 private:
  std::vector<Choice> choices_;
  std::array<std::vector<size_t>, board_stages> number_;
};

std::vector<Cell> cells_of(const Endings& endings, const std::vector<RankSums>& sums, int border) {
  std::vector<Cell> cells;
  const std::vector<int> borders = {border};
  for (size_t ending = 0; ending < endings.choices().size(); ++ending) {
    for (size_t rank = 0; rank < rank_total; ++rank) {
      const RankSums& of_rank = sums[ending * rank_total + rank];
      if (of_rank.all == 0) continue;
      const Cuts cuts = cuts_for(static_cast<int>(rank), borders);
      const auto below = [&](size_t cut) {
        if (cut == cuts.at.size()) return of_rank.all;
        const int which = cuts.count[cut];
        return which < 0 ? 0 : which == 0 ? of_rank.below : which == 1 ? of_rank.through : of_rank.unqualified;
      };
      for (size_t cut = 0; cut < cuts.at.size(); ++cut) {
        const uint64_t deals = below(cut + 1) - below(cut);
        if (deals > 0) cells.push_back({static_cast<int>(rank), cuts.at[cut], endings.choices()[ending], deals});
      }
    }
  }
  return cells;
}

}  // namespace

void BoardWalker::add_cells(BoardPlay& result) {
  const Endings endings(pays_);
  const auto checks = [&](size_t choice) { return pays_.choices(before_flop)[choice].kind == ActionKind::check; };
  struct Part {
    std::vector<RankSums> sums;   // ties to the smaller wager
    std::vector<RankSums> moved;  // what ties to the larger one add and take away
    bool tied = false;
  };
  tbb::combinable<Part> parts([&] { return Part{endings.no_sums(), endings.no_sums()}; });
  begin(progress_, "playing every deal", boards_.size());
  tbb::parallel_for(tbb::blocked_range<size_t>(0, boards_.size(), 256), [&](const auto& range) {
    const auto holdings = std::make_unique<BoardHoldings>();
    std::vector<uint8_t> bets(suit_square);  // on how many of the ten flops PLAY is bet
    Part& part = parts.local();
    for (size_t at = range.begin(); at < range.end(); ++at) {
      advance(progress_);
      const CardSet board = boards_[at].cards;
      const uint64_t times = boards_[at].multiplicity;
      holdings->rank(board, pays_.border());
      std::ranges::fill(bets, 0);
      flops_.for_each_of(board, [&](const Flops::Renamed& flop) {
        const uint8_t* from = &bets_[flop.index * suit_square];
        for (size_t suit = 0; suit < board_suits; ++suit) {
          for (size_t second = suit; second < board_suits; ++second) {
            const uint8_t* renamed = from + block_of(flop.renaming[suit], flop.renaming[second]);
            uint8_t* to = &bets[block_of(suit, second)];
            for (size_t hand = 0; hand < suit_block; ++hand) to[hand] = static_cast<uint8_t>(to[hand] + renamed[hand]);
          }
        }
      });
      View view{.community = board, .decision = on_river, .stakes = &pays_.stakes()};
      for_each_holding(*holdings, [&](size_t hand, Card one, Card other) {
        const BoardCounts counts = counts_of(*holdings, hand);
        const auto add = [&](std::vector<RankSums>& sums, size_t ending, uint64_t deals) {
          sums[ending * rank_total + holdings->rank_of(hand)].add(counts, deals);
        };
        const BothTies<size_t> opening = opening_choices_[opening_of(one, other)];
        if (opening.smaller == opening.larger && !checks(opening.smaller)) {
          add(part.sums, endings.number(before_flop, opening.smaller), times * flops_per_board);
          return;
        }
        // The unseen cards ascend by suit, so that the first card's suit is not the later one.
        const uint64_t both = bets[cell_of(one, other)];
        const BothTies<uint64_t> on_flops{both % equal_bet, both / equal_bet};
        BothTies<size_t> river;
        if (on_flops.smaller < flops_per_board) {
          view.own = {one, other};
          river = river_choices(*holdings, hand, counts, view);
        }
        const auto add_play = [&](std::vector<RankSums>& sums, size_t first, uint64_t flops, size_t last,
                                  uint64_t deals) {
          if (!checks(first)) return add(sums, endings.number(before_flop, first), deals * flops_per_board);
          if (flops > 0) add(sums, endings.number(on_flop, 1), deals * flops);
          if (flops < flops_per_board) add(sums, endings.number(on_river, last), deals * (flops_per_board - flops));
        };
        add_play(part.sums, opening.smaller, on_flops.smaller, river.smaller, times);
        if (opening.smaller == opening.larger && on_flops.smaller == on_flops.larger && river.smaller == river.larger)
          return;
        part.tied = true;
        add_play(part.moved, opening.smaller, on_flops.smaller, river.smaller, -times);
        add_play(part.moved, opening.larger, on_flops.larger, river.larger, times);
      });
    }
  });
  Part all{endings.no_sums(), endings.no_sums()};
  parts.combine_each([&](const Part& part) {
    for (size_t at = 0; at < all.sums.size(); ++at) {
      all.sums[at].add(part.sums[at]);
      all.moved[at].add(part.moved[at]);
    }
    all.tied = all.tied || part.tied;
  });
  result.play.cells = cells_of(endings, all.sums, pays_.border());
  if (!all.tied) return;
  for (size_t at = 0; at < all.sums.size(); ++at) all.sums[at].add(all.moved[at]);
  result.ties_bet = result.play;
  result.ties_bet->cells = cells_of(endings, all.sums, pays_.border());
}

}  // namespace cardroom::odds
