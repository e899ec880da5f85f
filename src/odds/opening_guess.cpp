#include "odds/opening_guess.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <bit>

#include "base/check.h"
#include "odds/board_rank_counts.h"
#include "odds/hand_counter.h"

namespace cardroom::odds {

namespace {

using base::Int128;
using cards::Card;
using cards::CardSet;
using cards::rank_count;
using Values = OpeningGuess::Values;

constexpr size_t ranks_of_a_flop = size_t{rank_count} * rank_count * rank_count;

// What the largest bet loses against a check, in millionths of the initial wager, by one more seen card than expected
// of a suited hand's suit, of one of an unsuited hand's, and by one more pair of seen cards of one rank and of one
// suit: averages over looked-at deals.
constexpr int64_t of_only_suit = 54'000, of_either_suit = 14'000;
constexpr int64_t pair_of_rank = 20'000, pair_of_suit = 2'600;

// The value of every choice before the flop if nobody ever had a flush, with best play afterwards.
Values values_by_ranks(const BoardPays& pays, CardSet own, CardSet unseen, int64_t unit) {
  struct Flop {
    int64_t bet = 0;
    int64_t river = 0;
  };
  std::vector<Flop> flops(ranks_of_a_flop);
  std::array<uint32_t, rank_count> left{};
  for (const Card card : unseen) ++left[static_cast<size_t>(card.rank())];
  const size_t choices = pays.choices(before_flop).size();
  std::vector<int64_t> sums(choices);
  BoardRankCounts counts(own, {}, unseen, pays.border());
  uint64_t boards = 0;
  for (const RankTaken& taken : ranks_to_come(unseen, 5)) {
    counts.begin(taken);
    int64_t times = 1;
    std::array<size_t, 5> ranks{};
    size_t next = 0;
    for (size_t rank = 0; rank < rank_count; ++rank) {
      times *= static_cast<int64_t>(choose(static_cast<int>(left[rank]), taken[rank]));
      for (int card = 0; card < taken[rank]; ++card) ranks[next++] = rank;
    }
    boards += static_cast<uint64_t>(times);
    const auto net = [&](int stage, size_t choice) {
      return times * pays.net(stage, choice, counts.plain_rank(), counts.plain_counts());
    };
    for (size_t choice = 1; choice < choices; ++choice) sums[choice] += 10 * net(before_flop, choice);
    const int64_t bet = net(on_flop, 1);
    int64_t river = net(on_river, 0);
    for (size_t choice = 1; choice < pays.choices(on_river).size(); ++choice) {
      river = std::max(river, net(on_river, choice));
    }
    // The board's ten flops.
    for (size_t c = 2; c < ranks.size(); ++c) {
      for (size_t b = 1; b < c; ++b) {
        for (size_t a = 0; a < b; ++a) {
          Flop& flop = flops[(ranks[c] * rank_count + ranks[b]) * rank_count + ranks[a]];
          flop.bet += bet;
          flop.river += river;
        }
      }
    }
  }
  for (const Flop& flop : flops) sums[0] += std::max(flop.bet, flop.river);
  const Int128 ways = Int128(boards) * 10 * static_cast<int64_t>(choose(unseen.size() - 5, 2));
  Values values;
  for (const int64_t sum : sums) {
    values.push_back(static_cast<int64_t>(Int128(sum) * OpeningGuess::per_wager / (ways * unit)));
  }
  return values;
}

}  // namespace

OpeningGuess::OpeningGuess(const BoardPlay& play, const BoardPays& pays, Progress* progress) {
  const SetClasses& classes = set_classes(2);
  openings_.resize(static_cast<size_t>(classes.class_count()));
  CHECK(pays.choices(before_flop).size() <= choices_max && pays.choices(on_flop).size() == 2);
  const int64_t unit = play.play.stakes.front().value();
  const int64_t most = pays.choices(before_flop).back().amount.value();
  for (const Choice& choice : pays.choices(before_flop)) shares_.push_back(choice.amount.value() * per_wager / most);
  const Int128 ways = Int128(choose(50, 3)) * static_cast<int64_t>(choose(47, 2) * choose(45, 2));
  begin(progress, "guessing openings", play.openings.size());
  tbb::parallel_for(size_t{0}, play.openings.size(), [&](size_t at) {
    const OpeningValue& value = play.openings[at];
    const CardSet own = hand_of(value);
    Opening& opening = openings_[classes.class_of(set_number(own))];
    for (const Int128 sum : value.net_sums) {
      opening.unseen.push_back(static_cast<int64_t>(sum * per_wager / (ways * unit)));
    }
    const CardSet others = CardSet::full_deck() - own;
    const Values all = values_by_ranks(pays, own, others, unit);
    for (int rank = 0; rank < rank_count; ++rank) {
      const Card away = *std::ranges::find_if(others, [&](Card card) { return card.rank() == rank; });
      Values& less = opening.away[static_cast<size_t>(rank)];
      less = values_by_ranks(pays, own, others - CardSet{away}, unit);
      for (size_t choice = 0; choice < less.size(); ++choice) less[choice] -= all[choice];
    }
    advance(progress);
  });
}

int64_t OpeningGuess::by_suits_and_pairs(CardSet own, CardSet seen) const {
  const CardSet left = CardSet::full_deck() - own;
  const int64_t others = left.size(), count = seen.size();
  int64_t lost = 0;
  const bool suited = std::popcount(own.ranks((*own.begin()).suit())) == own.size();
  for (size_t at = 0; at < cards::suit_count; ++at) {
    const auto suit = static_cast<cards::Suit>(at);
    if (own.ranks(suit) == 0) continue;
    const int64_t more = std::popcount(seen.ranks(suit)) * others - count * std::popcount(left.ranks(suit));
    lost += (suited ? of_only_suit : of_either_suit) * more / others;
  }
  const auto pairs = [](int64_t cards) { return cards * (cards - 1) / 2; };
  int64_t rank_pairs = 0, suit_pairs = 0, rank_pairs_left = 0, suit_pairs_left = 0;
  const auto of_rank = [](CardSet set, int rank) {
    int64_t cards = 0;
    for (int suit = 0; suit < cards::suit_count; ++suit)
      cards += set.contains(Card(rank, static_cast<cards::Suit>(suit)));
    return cards;
  };
  for (int rank = 0; rank < rank_count; ++rank) {
    rank_pairs += pairs(of_rank(seen, rank));
    rank_pairs_left += pairs(of_rank(left, rank));
  }
  for (int suit = 0; suit < cards::suit_count; ++suit) {
    suit_pairs += pairs(std::popcount(seen.ranks(static_cast<cards::Suit>(suit))));
    suit_pairs_left += pairs(std::popcount(left.ranks(static_cast<cards::Suit>(suit))));
  }
  lost += pair_of_rank * (rank_pairs * pairs(others) - pairs(count) * rank_pairs_left) / pairs(others);
  lost += pair_of_suit * (suit_pairs * pairs(others) - pairs(count) * suit_pairs_left) / pairs(others);
  return lost;
}

OpeningGuess::Values OpeningGuess::values(CardSet own, CardSet seen) const {
  const Opening& opening = openings_[set_classes(2).class_of(set_number(own))];
  Values values(opening.unseen.size(), 0);
  for (const Card card : seen) {
    const Values& away = opening.away[static_cast<size_t>(card.rank())];
    for (size_t choice = 0; choice < values.size(); ++choice) values[choice] += away[choice];
  }
  const int64_t lost = by_suits_and_pairs(own, seen);
  for (size_t choice = 0; choice < values.size(); ++choice) values[choice] -= lost * shares_[choice] / per_wager;
  // The fewer cards are left, the more one of them matters.
  const int left = cards::deck_size - own.size() - seen.size();
  for (size_t choice = 0; choice < values.size(); ++choice) {
    values[choice] = opening.unseen[choice] + values[choice] * (cards::deck_size - own.size() - 1) / left;
  }
  return values;
}

}  // namespace cardroom::odds
