#include "odds/board_walker.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <memory>
#include <mutex>

#include "base/check.h"
#include "odds/hand_counter.h"

namespace cardroom::odds {

namespace {

using base::Int128;
using cards::Card;
using cards::rank_count;
using games::View;

constexpr size_t suits = board_suits;
constexpr size_t walker_block = suit_block;
constexpr size_t square = suit_square;
constexpr int renamings = 24;

}  // namespace

BoardWalker::BoardWalker(const Play& play, const PlayOptions& options)
    : pays_(play.table, play.stakes),
      rule_(options.strategy),
      progress_(options.progress),
      boards_(list_classes(5)),
      bets_(flops_.count() * square) {
  CHECK(pays_.choices(on_flop).size() == 2 && pays_.choices(on_river).size() == 2);
}

size_t BoardWalker::choose(int stage, const View& view) const {
  const auto& choices = pays_.choices(stage);
  const Choice choice = rule_(view, pays_.table(), pays_.table().game().actions(view, pays_.table()));
  const auto found = std::ranges::find(choices, choice);
  CHECK(found != choices.end());
  return static_cast<size_t>(found - choices.begin());
}

BothTies<size_t> BoardWalker::river_choices(const BoardHoldings& holdings, size_t hand, const BoardCounts& counts,
                                            const View& view) const {
  if (rule_) {
    const size_t choice = choose(on_river, view);
    return {choice, choice};
  }
  const int rank = holdings.rank_of(hand);
  const int64_t gain = pays_.net(on_river, 1, rank, counts) - pays_.net(on_river, 0, rank, counts);
  return {gain > 0 ? 1U : 0U, gain >= 0 ? 1U : 0U};
}

void BoardWalker::sum_boards(std::vector<FlopSums>& flops, OpeningSums& openings) {
  const size_t bets = pays_.choices(before_flop).size();
  std::mutex adding;
  begin(progress_, "ranking every board", boards_.size());
  tbb::parallel_for(tbb::blocked_range<size_t>(0, boards_.size(), 256), [&](const auto& range) {
    const auto holdings = std::make_unique<BoardHoldings>();
    const auto bet = std::make_unique<std::array<int64_t, square>>();
    const auto river = std::make_unique<std::array<int64_t, square>>();
    std::vector<std::array<int64_t, opening_classes>> opening(bets);
    for (size_t at = range.begin(); at < range.end(); ++at) {
      advance(progress_);
      const CardSet board = boards_[at].cards;
      const int64_t times = boards_[at].multiplicity;
      holdings->rank(board, pays_.border());
      bet->fill(0);
      river->fill(0);
      for_each_holding(*holdings, [&](size_t hand, Card one, Card other) {
        const int rank = holdings->rank_of(hand);
        const BoardCounts counts = counts_of(*holdings, hand);
        const size_t cell = cell_of(one, other), mirrored = cell_of(other, one);
        (*bet)[cell] = (*bet)[mirrored] = times * pays_.net(on_flop, 1, rank, counts);
        (*river)[cell] = (*river)[mirrored] =
            times * std::max(pays_.net(on_river, 0, rank, counts), pays_.net(on_river, 1, rank, counts));
        const size_t place = opening_of(one, other);
        for (size_t choice = 1; choice < bets; ++choice) {
          opening[choice][place] += times * pays_.net(before_flop, choice, rank, counts);
        }
      });
      flops_.for_each_of(board, [&](const Flops::Renamed& flop) {
        FlopSums& sums = flops[flop.index];
        const tbb::spin_mutex::scoped_lock lock(sums.adding);
        for (size_t suit = 0; suit < suits; ++suit) {
          for (size_t second = suit; second < suits; ++second) {
            const size_t to = block_of(suit, second);
            const size_t from = block_of(flop.back[suit], flop.back[second]);
            for (size_t hand = 0; hand < walker_block; ++hand) sums.bet[to + hand] += (*bet)[from + hand];
            for (size_t hand = 0; hand < walker_block; ++hand) sums.river[to + hand] += (*river)[from + hand];
          }
        }
      });
    }
    const std::lock_guard lock(adding);
    for (size_t choice = 1; choice < bets; ++choice) {
      for (size_t place = 0; place < opening_classes; ++place) {
        // Each board has ten flops; and the sums of the flops are made for all renamings.
        openings[place][choice] += static_cast<Int128>(opening[choice][place]) * flops_per_board * renamings;
      }
    }
  });
}

// The boards stand for all their renamings, but each was added to the hands of one of them. Summed over the renamings
// that leave the flop as it is, a hand's sum is that of all boards on the flop, twenty-four times.
void BoardWalker::decide_flops(std::vector<FlopSums>& flops, OpeningSums& openings) {
  std::mutex adding;
  tbb::parallel_for(size_t{0}, flops.size(), [&](size_t index) {
    const CardSet flop = flops_.representative(index);
    const int64_t flop_count = flops_.multiplicity(index);
    const auto symmetries = symmetries_of(flop);
    std::array<Int128, opening_classes> checked{};
    const CardSet others = CardSet::full_deck() - flop;
    for (const Card one : others) {
      for (const Card other : others) {
        if (other.index() <= one.index()) continue;
        int64_t bet = 0, river = 0;
        for (const cards::SuitRenaming& renaming : symmetries) {
          auto first = renaming[static_cast<size_t>(one.suit())];
          auto second = renaming[static_cast<size_t>(other.suit())];
          size_t place = static_cast<size_t>(one.rank() * rank_count + other.rank());
          if (first > second) {
            std::swap(first, second);
            place = static_cast<size_t>(other.rank() * rank_count + one.rank());
          }
          // In a block of one suit only half of the places are those of a hand; the mirrored sum is the same.
          bet += flops[index].bet[block_of(first, second) + place];
          river += flops[index].river[block_of(first, second) + place];
        }
        const auto bets = static_cast<uint8_t>((bet > river ? better_bet : 0) | (bet >= river ? equal_bet : 0));
        bets_[index * square + cell_of(one, other)] = bets_[index * square + cell_of(other, one)] = bets;
        checked[opening_of(one, other)] += static_cast<Int128>(flop_count) * std::max(bet, river);
      }
    }
    const std::lock_guard lock(adding);
    for (size_t place = 0; place < opening_classes; ++place) openings[place][0] += checked[place];
  });
}

void BoardWalker::decide_by_rule() {
  tbb::parallel_for(size_t{0}, flops_.count(), [&](size_t index) {
    View view{.community = flops_.representative(index), .decision = on_flop, .stakes = &pays_.stakes()};
    const CardSet others = CardSet::full_deck() - view.community;
    uint8_t* bets = &bets_[index * square];
    for (const Card one : others) {
      for (const Card other : others) {
        if (other.index() <= one.index()) continue;
        view.own = {one, other};
        bets[cell_of(one, other)] = bets[cell_of(other, one)] = choose(on_flop, view) == 1 ? better_bet | equal_bet : 0;
      }
    }
  });
  for (const Card one : CardSet::full_deck()) {
    for (const Card other : CardSet::full_deck()) {
      if (other.index() <= one.index()) continue;
      const View view{.own = {one, other}, .decision = before_flop, .stakes = &pays_.stakes()};
      const size_t choice = choose(before_flop, view);
      opening_choices_[opening_of(one, other)] = {choice, choice};
    }
  }
}

void BoardWalker::decide() {
  if (rule_) return decide_by_rule();
  std::vector<FlopSums> flops(flops_.count());
  for (auto& sums : opening_sums_) sums.assign(pays_.choices(before_flop).size(), 0);
  sum_boards(flops, opening_sums_);
  decide_flops(flops, opening_sums_);
  for (size_t place = 0; place < opening_classes; ++place) {
    const auto& sums = opening_sums_[place];
    const auto best = std::ranges::max_element(sums);
    const auto last = std::ranges::find(sums.rbegin(), sums.rend(), *best);
    opening_choices_[place] = {static_cast<size_t>(best - sums.begin()), static_cast<size_t>(sums.rend() - last) - 1};
  }
}

std::vector<OpeningValue> BoardWalker::openings() const {
  std::vector<OpeningValue> values;
  for (int high = cards::ace; high >= cards::deuce; --high) {
    for (int low = high; low >= cards::deuce; --low) {
      for (const bool suited : {true, false}) {
        if (low == high && suited) continue;
        const auto place =
            static_cast<size_t>(suited || low == high ? high * rank_count + low : low * rank_count + high);
        OpeningValue value{.high = high,
                           .low = low,
                           .suited = suited,
                           .hands = low == high ? 6U
                                    : suited    ? 4U
                                                : 12U,
                           .net_sums = {},
                           .chosen = opening_choices_[place].smaller};
        if (!rule_) {
          for (const Int128 sum : opening_sums_[place]) value.net_sums.push_back(sum / (value.hands * renamings));
        }
        values.push_back(std::move(value));
      }
    }
  }
  return values;
}

}  // namespace cardroom::odds
