#include "odds/shared_board.h"

#include <tbb/blocked_range.h>
#include <tbb/combinable.h>
#include <tbb/parallel_for.h>
#include <tbb/spin_mutex.h>

#include <algorithm>
#include <memory>
#include <mutex>

#include "base/check.h"
#include "odds/board_flops.h"
#include "odds/board_holdings.h"
#include "odds/hand_counter.h"

namespace cardroom::odds {

namespace {

using base::Int128;
using cards::Card;
using cards::rank_count;
using games::ActionKind;
using games::View;

constexpr size_t suits = board_suits;
constexpr size_t block = suit_block;
constexpr size_t square = suit_square;
constexpr int renamings = 24;

class Walker {
 public:
  Walker(const Play& play, const PlayOptions& options)
      : pays_(play.table, play.stakes),
        rule_(options.strategy),
        progress_(options.progress),
        boards_(list_classes(5)),
        bets_(flops_.count() * square) {
    CHECK(pays_.choices(on_flop).size() == 2 && pays_.choices(on_river).size() == 2);
  }

  void decide();
  std::vector<OpeningValue> openings() const;
  void add_cells(Play& play);
  const BoardPays& pays() const { return pays_; }

 private:
  // What the flop's bet and the river's best choice are worth on a flop, for every hand: sums over the boards.
  struct FlopSums {
    tbb::spin_mutex adding;
    std::array<int64_t, square> bet{};
    std::array<int64_t, square> river{};
  };
  using OpeningSums = std::array<std::vector<Int128>, opening_classes>;  // by choice

  size_t river_choice(const BoardHoldings& holdings, size_t hand, const BoardCounts& counts, const View& view) const;
  void sum_boards(std::vector<FlopSums>& flops, OpeningSums& openings);
  void decide_flops(std::vector<FlopSums>& flops, OpeningSums& openings);
  void decide_by_rule();
  size_t choose(int stage, const View& view) const;

  BoardPays pays_;
  DecisionRule rule_;
  Progress* progress_;
  Flops flops_;
  std::vector<SetClass> boards_;
  std::vector<uint8_t> bets_;  // [flop][hand]: whether PLAY is bet on the flop
  OpeningSums opening_sums_;   // for best play
  std::array<size_t, opening_classes> opening_choice_{};
};

BoardCounts counts_of(const BoardHoldings& holdings, size_t hand) {
  return {holdings.below(hand), holdings.through(hand), holdings.unqualified(hand), BoardHoldings::dealer_hands};
}

template <class Visit>
void for_each_holding(const BoardHoldings& holdings, Visit&& visit) {
  for (size_t i = 0, hand = 0; i < BoardHoldings::unseen; ++i) {
    for (size_t j = i + 1; j < BoardHoldings::unseen; ++j, ++hand) {
      visit(hand, holdings.cards()[i], holdings.cards()[j]);
    }
  }
}

size_t Walker::choose(int stage, const View& view) const {
  const auto& choices = pays_.choices(stage);
  const Choice choice = rule_(view, pays_.table(), pays_.table().game().actions(view, pays_.table()));
  const auto found = std::ranges::find(choices, choice);
  CHECK(found != choices.end());
  return static_cast<size_t>(found - choices.begin());
}

size_t Walker::river_choice(const BoardHoldings& holdings, size_t hand, const BoardCounts& counts,
                            const View& view) const {
  if (rule_) return choose(on_river, view);
  // The first of the best: a tie goes to the fold.
  const int rank = holdings.rank_of(hand);
  return pays_.net(on_river, 1, rank, counts) > pays_.net(on_river, 0, rank, counts) ? 1 : 0;
}

void Walker::sum_boards(std::vector<FlopSums>& flops, OpeningSums& openings) {
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
            for (size_t hand = 0; hand < block; ++hand) sums.bet[to + hand] += (*bet)[from + hand];
            for (size_t hand = 0; hand < block; ++hand) sums.river[to + hand] += (*river)[from + hand];
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
void Walker::decide_flops(std::vector<FlopSums>& flops, OpeningSums& openings) {
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
        const bool bets = bet > river;
        bets_[index * square + cell_of(one, other)] = bets_[index * square + cell_of(other, one)] = bets;
        checked[opening_of(one, other)] += static_cast<Int128>(flop_count) * std::max(bet, river);
      }
    }
    const std::lock_guard lock(adding);
    for (size_t place = 0; place < opening_classes; ++place) openings[place][0] += checked[place];
  });
}

void Walker::decide_by_rule() {
  tbb::parallel_for(size_t{0}, flops_.count(), [&](size_t index) {
    View view{.community = flops_.representative(index), .decision = on_flop, .stakes = &pays_.stakes()};
    const CardSet others = CardSet::full_deck() - view.community;
    uint8_t* bets = &bets_[index * square];
    for (const Card one : others) {
      for (const Card other : others) {
        if (other.index() <= one.index()) continue;
        view.own = {one, other};
        bets[cell_of(one, other)] = bets[cell_of(other, one)] = choose(on_flop, view) == 1;
      }
    }
  });
  for (const Card one : CardSet::full_deck()) {
    for (const Card other : CardSet::full_deck()) {
      if (other.index() <= one.index()) continue;
      const View view{.own = {one, other}, .decision = before_flop, .stakes = &pays_.stakes()};
      opening_choice_[opening_of(one, other)] = choose(before_flop, view);
    }
  }
}

void Walker::decide() {
  if (rule_) return decide_by_rule();
  std::vector<FlopSums> flops(flops_.count());
  for (auto& sums : opening_sums_) sums.assign(pays_.choices(before_flop).size(), 0);
  sum_boards(flops, opening_sums_);
  decide_flops(flops, opening_sums_);
  for (size_t place = 0; place < opening_classes; ++place) {
    opening_choice_[place] =
        static_cast<size_t>(std::ranges::max_element(opening_sums_[place]) - opening_sums_[place].begin());
  }
}

std::vector<OpeningValue> Walker::openings() const {
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
                           .chosen = opening_choice_[place]};
        if (!rule_) {
          for (const Int128 sum : opening_sums_[place]) value.net_sums.push_back(sum / value.hands);
        }
        values.push_back(std::move(value));
      }
    }
  }
  return values;
}

// Which choice of which stage a round may end with.
struct Ending {
  int stage;
  size_t choice;
};

// By rank of the player's hand: deals, and those in which the dealer's hand is below it, and so on.
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
};

void Walker::add_cells(Play& play) {
  std::vector<Ending> endings;
  for (int stage = 0; stage < board_stages; ++stage) {
    for (size_t choice = 0; choice < pays_.choices(stage).size(); ++choice) {
      if (pays_.choices(stage)[choice].kind != ActionKind::check) endings.push_back({stage, choice});
    }
  }
  const auto ending_of = [&](int stage, size_t choice) {
    return static_cast<size_t>(
        std::ranges::find_if(endings,
                             [&](const Ending& ending) { return ending.stage == stage && ending.choice == choice; }) -
        endings.begin());
  };
  const auto ranks = static_cast<size_t>(class_count(Ranking::five_card));
  const auto checked = [&](size_t choice) { return pays_.choices(before_flop)[choice].kind == ActionKind::check; };
  std::array<size_t, opening_classes> opening_ending{};  // where it does not check
  for (size_t place = 0; place < opening_classes; ++place) {
    opening_ending[place] = checked(opening_choice_[place]) ? 0 : ending_of(before_flop, opening_choice_[place]);
  }
  const size_t flop_bet = ending_of(on_flop, 1);
  const std::array<size_t, 2> river = {ending_of(on_river, 0), ending_of(on_river, 1)};

  tbb::combinable<std::vector<RankSums>> parts([&] { return std::vector<RankSums>(endings.size() * ranks); });
  begin(progress_, "playing every deal", boards_.size());
  tbb::parallel_for(tbb::blocked_range<size_t>(0, boards_.size(), 256), [&](const auto& range) {
    const auto holdings = std::make_unique<BoardHoldings>();
    std::vector<uint8_t> bets(square);  // on how many of the ten flops PLAY is bet
    std::vector<RankSums>& sums = parts.local();
    for (size_t at = range.begin(); at < range.end(); ++at) {
      advance(progress_);
      const CardSet board = boards_[at].cards;
      const uint64_t times = boards_[at].multiplicity;
      holdings->rank(board, pays_.border());
      std::ranges::fill(bets, 0);
      flops_.for_each_of(board, [&](const Flops::Renamed& flop) {
        const uint8_t* from = &bets_[flop.index * square];
        for (size_t suit = 0; suit < suits; ++suit) {
          for (size_t second = suit; second < suits; ++second) {
            const uint8_t* renamed = from + block_of(flop.renaming[suit], flop.renaming[second]);
            uint8_t* to = &bets[block_of(suit, second)];
            for (size_t hand = 0; hand < block; ++hand) to[hand] = static_cast<uint8_t>(to[hand] + renamed[hand]);
          }
        }
      });
      View view{.community = board, .decision = on_river, .stakes = &pays_.stakes()};
      for_each_holding(*holdings, [&](size_t hand, Card one, Card other) {
        const BoardCounts counts = counts_of(*holdings, hand);
        const auto sums_of = [&](size_t ending) -> RankSums& { return sums[ending * ranks + holdings->rank_of(hand)]; };
        const size_t place = opening_of(one, other);
        if (!checked(opening_choice_[place])) {
          sums_of(opening_ending[place]).add(counts, times * flops_per_board);
          return;
        }
        // The unseen cards ascend by suit, so that the first card's suit is not the later one.
        const uint64_t on_flops = bets[cell_of(one, other)];
        if (on_flops > 0) sums_of(flop_bet).add(counts, times * on_flops);
        if (on_flops == flops_per_board) return;
        view.own = {one, other};
        sums_of(river[river_choice(*holdings, hand, counts, view)]).add(counts, times * (flops_per_board - on_flops));
      });
    }
  });
  std::vector<RankSums> sums(endings.size() * ranks);
  parts.combine_each([&](const std::vector<RankSums>& part) {
    for (size_t at = 0; at < sums.size(); ++at) {
      sums[at].below += part[at].below;
      sums[at].through += part[at].through;
      sums[at].unqualified += part[at].unqualified;
      sums[at].all += part[at].all;
    }
  });
  const std::vector<int> borders = {pays_.border()};
  for (size_t ending = 0; ending < endings.size(); ++ending) {
    const Choice& choice = pays_.choices(endings[ending].stage)[endings[ending].choice];
    for (size_t rank = 0; rank < ranks; ++rank) {
      const RankSums& of_rank = sums[ending * ranks + rank];
      if (of_rank.all == 0) continue;
      const Cuts cuts = cuts_for(static_cast<int>(rank), borders);
      const auto below = [&](size_t cut) {
        if (cut == cuts.at.size()) return of_rank.all;
        const int which = cuts.count[cut];
        return which < 0 ? 0 : which == 0 ? of_rank.below : which == 1 ? of_rank.through : of_rank.unqualified;
      };
      for (size_t cut = 0; cut < cuts.at.size(); ++cut) {
        const uint64_t deals = below(cut + 1) - below(cut);
        if (deals > 0) play.cells.push_back({static_cast<int>(rank), cuts.at[cut], choice, deals});
      }
    }
  }
}

}  // namespace

BoardPlay play_shared_board(const Table& exact, const Stakes& stakes, const PlayOptions& options) {
  BoardPlay result{.play = {.table = exact,
                            .stakes = stakes,
                            .deals = choose(52, 2) * choose(50, 3) * choose(47, 2) * choose(45, 2),
                            .cells = {},
                            .folded_slots = {},
                            .values = {}},
                   .opening_choices = {},
                   .openings = {}};
  Walker walker(result.play, options);
  walker.decide();
  walker.add_cells(result.play);
  result.opening_choices = walker.pays().choices(before_flop);
  result.openings = walker.openings();
  return result;
}

BoardPlay play_shared_board(const Table& table, const std::vector<std::pair<int, int>>& units,
                            const PlayOptions& options) {
  const Table exact = exact_table(table);
  Stakes stakes{};
  for (const auto& [wager, count] : units) stakes[static_cast<size_t>(wager)] = exact_unit(exact) * count;
  return play_shared_board(exact, stakes, options);
}

}  // namespace cardroom::odds
