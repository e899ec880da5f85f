#include "odds/exposed_three_card.h"

#include <fmt/format.h>

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include <algorithm>
#include <array>
#include <bit>

#include "base/check.h"
#include "odds/base_game.h"

namespace cardroom::odds {

namespace {

using cards::Category;
using cards::queen;
using games::ActionKind;
using games::View;

constexpr int low_ranks = queen;                          // deuce to jack
constexpr uint32_t low_masks = 1U << low_ranks;           // of one suit
constexpr uint32_t masks_to_queen = 1U << (queen + 1);    // of one suit
constexpr uint64_t four_of_each_low = 0x44'4444'4444ULL;  // a nibble a rank
constexpr uint64_t four_of_each = 0x444'4444'4444ULL;
constexpr int cards_max = 3 + exact_seen_cards_max;

int64_t choose(int64_t n, int64_t k) {
  if (k < 0 || k > n) return 0;
  int64_t result = 1;
  for (int64_t i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
  return result;
}

// How many cards of each rank a set of ranks in one suit holds.
uint64_t spread_ranks(uint32_t ranks) {
  uint64_t result = 0;
  for (; ranks != 0; ranks &= ranks - 1) result |= uint64_t{1} << (4 * std::countr_zero(ranks));
  return result;
}

int nibble(uint64_t counts, int rank) {
  return static_cast<int>(counts >> (4 * rank) & 15);
}

// Hands of three low cards of one suit that are no straight.
int suited_triples(uint32_t ranks) {
  ranks &= low_masks - 1;
  return static_cast<int>(choose(std::popcount(ranks), 3)) - std::popcount(ranks & ranks >> 1 & ranks >> 2);
}

// Hands of three low cards of different ranks that are no straight, whatever their suits.
int mixed_triples(uint64_t counts) {
  int ones = 0, twos = 0, threes = 0, straights = 0, before = 0, before_that = 0;
  for (int rank = 0; rank < low_ranks; ++rank) {
    const int count = nibble(counts, rank);
    threes += twos * count;
    twos += ones * count;
    ones += count;
    straights += before_that * before * count;
    before_that = before;
    before = count;
  }
  return threes - straights;
}

// ---- The value of a hand ------------------------------------------------------------------------------------------

struct Nets {
  int64_t below = 0;  // the dealer does not qualify
  int64_t beats = 0;
  int64_t ties = 0;
  int64_t loses = 0;
  int64_t folds = 0;
  int64_t staked_more = 0;  // by playing
  bool operator==(const Nets&) const = default;
};

std::optional<Nets> nets_of(const Play& basic, const PlayerClass& held, int qualifies) {
  const Table& table = basic.table;
  const View view{.own = held.cards, .stakes = &basic.stakes};
  const auto choices = choices_among(table.game().actions(view, table), basic.stakes.front());
  if (choices.size() != 2 || choices[0].kind != ActionKind::fold || choices[1].kind != ActionKind::bet) return {};
  const auto net = [&](int dealer, const Choice& choice) {
    return total_net(table, basic.stakes, held.rank, dealer, choice);
  };
  const int top = class_count(cards::Ranking::three_card) - 1;
  Nets nets;
  nets.below = net(qualifies - 1, choices[1]);
  nets.loses = net(top, choices[1]);
  if (held.rank > qualifies) nets.beats = net(qualifies, choices[1]);
  if (held.rank >= qualifies) nets.ties = net(held.rank, choices[1]);
  nets.folds = net(qualifies, choices[0]);
  if (nets.folds != net(qualifies - 1, choices[0])) return {};
  nets.staked_more = choices[1].amount.value();
  return nets;
}

int high_rank(const PlayerClass& held) {
  int high = 0;
  for (const cards::Card card : held.cards) high = std::max(high, card.rank());
  return high;
}

bool is_high_card(const PlayerClass& held) {
  return category_of(cards::Ranking::three_card, HandRank(held.rank)) == Category::high_card;
}

// True if no hand from king high up can gain by folding, whichever `cards` cards, its own among them, are gone. At
// least the dealer's hands of jack high or less do not qualify, and those of queen high (against a pair or better those
// of king high too) are beaten; a card that is gone takes no more of them away than hands that hold it.
bool never_folds_from_king_high(const Nets& nets, int cards) {
  const int64_t hands = choose(52 - cards, 3);
  int64_t low_total = 0, low_with_card = 0;  // hands of jack high or less; those that hold a given card, at most
  {
    std::array<int64_t, low_ranks> with{};
    for (int a = 2; a < low_ranks; ++a) {
      for (int b = 1; b < a; ++b) {
        for (int c = 0; c < b; ++c) {
          if (a - c == 2) continue;
          low_total += 60;
          for (const int rank : {a, b, c}) with[static_cast<size_t>(rank)] += 15;
        }
      }
    }
    low_with_card = *std::ranges::max_element(with);
  }
  // Hands under one given high card: two of the `ranks` ranks below it, not suited with it, no straight.
  const auto under = [](int ranks) { return (choose(ranks, 2) - 1) * 15; };
  const auto under_with_card = [](int ranks) { return static_cast<int64_t>(ranks - 1) * 4; };
  const auto gains = [&](int low, int queens, int kings, bool kings_beaten) {
    const int64_t below = std::max<int64_t>(0, low_total - low * low_with_card);
    int64_t beaten = (4 - queens) * std::max<int64_t>(0, under(low_ranks) - low * under_with_card(low_ranks));
    if (kings_beaten) {
      beaten +=
          (4 - kings) * std::max<int64_t>(0, under(low_ranks + 1) - (low + queens) * under_with_card(low_ranks + 1));
    }
    return below * nets.below + beaten * nets.beats + (hands - below - beaten) * nets.loses >= hands * nets.folds;
  };
  for (int queens = 0; queens <= 4; ++queens) {
    // A hand of king or ace high has one card above the queen.
    if (!gains(cards - 1 - queens, queens, 0, false)) return false;
    for (int kings = 0; kings <= 4; ++kings) {
      if (cards >= queens + kings && !gains(cards - queens - kings, queens, kings, true)) return false;
    }
  }
  return true;
}

// ---- PlayedSums
// ---------------------------------------------------------------------------------------------------------

struct PlayedSums {
  Int128 more_gain = 0, more_deals = 0;  // plays where basic play folds
  Int128 less_gain = 0, less_deals = 0;  // folds where basic play plays
  // By how many of the cards seen are above the jack: deals, and what playing is worth there over folding.
  std::array<Int128, exact_seen_cards_max + 1> count_deals{}, count_values{};

  PlayedSums& operator+=(const PlayedSums& other) {
    more_gain += other.more_gain, more_deals += other.more_deals;
    less_gain += other.less_gain, less_deals += other.less_deals;
    for (size_t count = 0; count < count_deals.size(); ++count) {
      count_deals[count] += other.count_deals[count];
      count_values[count] += other.count_values[count];
    }
    return *this;
  }
};

// Sets of ranks in one suit by how many they are, ascending.
using MasksBySize = std::array<std::vector<uint16_t>, low_ranks + 1>;

MasksBySize low_masks_by_size() {
  MasksBySize masks;
  for (uint32_t mask = 0; mask < low_masks; ++mask) {
    masks[static_cast<size_t>(std::popcount(mask))].push_back(static_cast<uint16_t>(mask));
  }
  return masks;
}

// Hands of jack high or less. The cards that are gone up to the jack are four sets of ranks, one a suit, each order of
// suits counted by its number; any hand of jack high or less among them may be the player's own.
PlayedSums low_hands(const Nets& nets, int cards_gone, Progress* progress) {
  static const MasksBySize by_size = low_masks_by_size();
  static const auto spreads = [] {
    std::array<uint64_t, low_masks> table;
    for (uint32_t mask = 0; mask < low_masks; ++mask) table[mask] = spread_ranks(mask);
    return table;
  }();
  static const auto triples = [] {
    std::array<int16_t, low_masks> table;
    for (uint32_t mask = 0; mask < low_masks; ++mask) table[mask] = static_cast<int16_t>(suited_triples(mask));
    return table;
  }();
  const int64_t hands = choose(52 - cards_gone, 3);
  const auto settle = [&](const std::array<uint32_t, 4>& gone, int size, PlayedSums& sums) {
    uint64_t counts = 0;
    int suited_gone = 0, suited_left = 0;
    for (const uint32_t mask : gone) {
      counts += spreads[mask];
      suited_gone += triples[mask];
      suited_left += triples[~mask & (low_masks - 1)];
    }
    const int64_t own_hands = mixed_triples(counts) - suited_gone;
    if (own_hands == 0) return;
    const int64_t below = mixed_triples(four_of_each_low - counts) - suited_left;
    const int64_t value = below * nets.below + (hands - below) * nets.loses - hands * nets.folds;
    int64_t orders = 24;
    for (size_t first = 0; first < 4;) {
      size_t last = first + 1;
      while (last < 4 && gone[last] == gone[first]) ++last;
      for (size_t same = 2; same <= last - first; ++same) orders /= static_cast<int64_t>(same);
      first = last;
    }
    const int above = cards_gone - size;
    const Int128 deals = Int128(own_hands) * orders * choose(12, above);
    sums.count_deals[static_cast<size_t>(above)] += deals;
    sums.count_values[static_cast<size_t>(above)] += deals * value;
    if (value > 0) {
      sums.more_deals += deals;
      sums.more_gain += deals * value;
    }
  };
  const auto from = [](const std::vector<uint16_t>& masks, uint32_t least) {
    return std::span(masks).subspan(static_cast<size_t>(std::ranges::lower_bound(masks, least) - masks.begin()));
  };
  begin(progress, "jack high or less", low_masks);
  return tbb::parallel_reduce(
      tbb::blocked_range<uint32_t>(0, low_masks, 1), PlayedSums{},
      [&](const auto& range, PlayedSums sums) {
        for (uint32_t a = range.begin(); a < range.end(); ++a) {
          const int room_b = cards_gone - std::popcount(a);
          for (int size_b = 0; size_b <= std::min(room_b, low_ranks); ++size_b) {
            for (const uint32_t b : from(by_size[static_cast<size_t>(size_b)], a)) {
              const int room_c = room_b - size_b;
              for (int size_c = 0; size_c <= std::min(room_c, low_ranks); ++size_c) {
                for (const uint32_t c : from(by_size[static_cast<size_t>(size_c)], b)) {
                  const int room_d = room_c - size_c;
                  for (int size_d = 0; size_d <= std::min(room_d, low_ranks); ++size_d) {
                    const int size = cards_gone - room_d + size_d;
                    if (size < 3) continue;
                    for (const uint32_t d : from(by_size[static_cast<size_t>(size_d)], c)) {
                      settle({a, b, c, d}, size, sums);
                    }
                  }
                }
              }
            }
          }
          advance(progress);
        }
        return sums;
      },
      [](PlayedSums a, const PlayedSums& b) { return a += b; });
}

// One class of hands of queen high: all sets of seen cards up to the queen, suit by suit.
PlayedSums queen_high(const PlayerClass& held, const Nets& nets, bool folds, int seen_cards) {
  std::array<int, 3> ranks{};
  std::array<uint32_t, 4> own{};
  for (size_t at = 0; const cards::Card card : held.cards) {
    ranks[at++] = card.rank();
    own[static_cast<size_t>(card.suit())] |= 1U << card.rank();
  }
  std::ranges::sort(ranks);
  const int second = ranks[1], third = ranks[0];

  // What a suit's cards that are gone say about those that are left.
  struct Suit {
    uint64_t counts;
    int16_t suited_low;    // hands of three low cards of the suit, no straight
    int16_t suited_below;  // hands of the suit with its queen, by their ranks below the player's
    int16_t suited_tied;
  };
  std::array<std::array<std::vector<Suit>, exact_seen_cards_max + 1>, 4> suits;
  for (size_t suit = 0; suit < 4; ++suit) {
    for (uint32_t gone = 0; gone < masks_to_queen; ++gone) {
      if ((gone & own[suit]) != 0 || std::popcount(gone) > seen_cards) continue;
      const uint32_t left = (masks_to_queen - 1) & ~gone & ~own[suit];
      Suit entry{spread_ranks(gone), static_cast<int16_t>(suited_triples(left)), 0, 0};
      if (left >> queen & 1) {
        const auto holds = [&](int rank) { return static_cast<int>(left >> rank & 1); };
        int below = 0;
        for (int high = 1; high <= second; ++high) {
          const int under = high == second ? third : high;
          below += holds(high) * std::popcount(left & ((1U << under) - 1));
        }
        entry.suited_below = static_cast<int16_t>(below);
        entry.suited_tied = static_cast<int16_t>(holds(second) * holds(third));
      }
      suits[suit][static_cast<size_t>(std::popcount(gone))].push_back(entry);
    }
  }
  uint64_t all = four_of_each;
  for (const uint32_t mask : own) all -= spread_ranks(mask);

  const int64_t hands = choose(52 - 3 - seen_cards, 3);
  PlayedSums sums;
  const auto settle = [&](const Suit& gone, Int128 deals) {
    const uint64_t left = all - gone.counts;
    const int queens = nibble(left, queen);
    int ones = 0, pairs = 0, tied = 0;
    for (int rank = 0; rank <= second; ++rank) {
      const int count = nibble(left, rank);
      if (rank == third) tied = count;
      if (rank == second) {
        int under = 0;
        for (int lower = 0; lower < third; ++lower) under += nibble(left, lower);
        pairs += under * count;
        tied *= count;
        break;
      }
      pairs += ones * count;
      ones += count;
    }
    const int64_t below = mixed_triples(left) - gone.suited_low;
    const int64_t beaten = queens * pairs - gone.suited_below;
    const int64_t ties = queens * tied - gone.suited_tied;
    const int64_t value = below * nets.below + beaten * nets.beats + ties * nets.ties +
                          (hands - below - beaten - ties) * nets.loses - hands * nets.folds;
    if (folds && value > 0) {
      sums.more_deals += deals;
      sums.more_gain += deals * value;
    } else if (!folds && value < 0) {
      sums.less_deals += deals;
      sums.less_gain -= deals * value;
    }
  };
  const auto add = [](const Suit& a, const Suit& b) {
    return Suit{a.counts + b.counts, static_cast<int16_t>(a.suited_low + b.suited_low),
                static_cast<int16_t>(a.suited_below + b.suited_below),
                static_cast<int16_t>(a.suited_tied + b.suited_tied)};
  };
  const auto room = [&](int taken) { return seen_cards - taken; };
  for (int a = 0; a <= seen_cards; ++a) {
    for (const Suit& first : suits[0][static_cast<size_t>(a)]) {
      for (int b = 0; b <= room(a); ++b) {
        for (const Suit& other : suits[1][static_cast<size_t>(b)]) {
          const Suit two = add(first, other);
          for (int c = 0; c <= room(a + b); ++c) {
            for (const Suit& another : suits[2][static_cast<size_t>(c)]) {
              const Suit three = add(two, another);
              for (int d = 0; d <= room(a + b + c); ++d) {
                // The other seen cards are kings and aces.
                const Int128 deals = choose(8, room(a + b + c + d)) * static_cast<int64_t>(held.multiplicity);
                for (const Suit& last : suits[3][static_cast<size_t>(d)]) settle(add(three, last), deals);
              }
            }
          }
        }
      }
    }
  }
  return sums;
}

// The simple rule "play from this count on", where it gains the most.
SimplePlay best_count(const ExposedFigures& figures) {
  SimplePlay simple;
  Rational gain, share;
  for (auto row = figures.counted.rbegin(); row != figures.counted.rend(); ++row) {
    gain += row->share_of_deals * row->value;
    share += row->share_of_deals;
    if (gain <= simple.gain.value) continue;
    simple.counting = "1 for every seen ace, king and queen";
    simple.gain.value = gain;
    simple.rules = {{.hands = row->hands,
                     .instead = "PLAY 1x instead of fold",
                     .when = fmt::format("at {} or more", row->count),
                     .share_of_deals = share.convert_to<double>(),
                     .gain = gain.convert_to<double>()}};
  }
  simple.edge.value = figures.base_edge - simple.gain.value;
  return simple;
}

}  // namespace

std::optional<ExposedFigures> exposed_three_card(const Table& table, const ShowdownCounts& counts, int seen_cards,
                                                 Progress* progress) {
  const ShowdownShape& shape = counts.shape();
  const games::Facts& facts = table.game().facts;
  if (shape.player_cards != 3 || shape.dealer_cards != 3 || shape.up_cards != 0 || seen_cards < 0 ||
      seen_cards > exact_seen_cards_max || shape.player_ranking != cards::Ranking::three_card ||
      facts.dealer_qualifies != rank_of(cards::Ranking::three_card, Category::high_card, "Q32")) {
    return {};
  }
  const int qualifies = facts.dealer_qualifies->value();
  const Play basic = play_all(table, counts, base_units(table.game()));
  const Figures base = base_figures(basic, 0, "optimal");

  // The nets of all hands up to queen high must be the same, better hands come to no less, and below queen high basic
  // play folds.
  std::optional<Nets> low, high;
  std::vector<size_t> queens;
  const auto& players = counts.players();
  for (size_t player = 0; player < players.size(); ++player) {
    const auto nets = nets_of(basic, players[player], qualifies);
    if (!nets) return {};
    const bool folds = (basic.folded_slots[player] & 1) != 0;
    if (is_high_card(players[player]) && high_rank(players[player]) < queen) {
      if (!folds || (low && *low != *nets)) return {};
      low = nets;
    } else if (is_high_card(players[player]) && high_rank(players[player]) == queen) {
      queens.push_back(player);
      // The lowest of them beats nobody who qualifies.
      if (players[player].rank == qualifies) continue;
      if (high && *high != *nets) return {};
      high = nets;
    } else if (folds || !high || nets->below < high->below || nets->beats < high->beats || nets->ties < high->loses ||
               nets->loses < high->loses || nets->folds != high->folds) {
      return {};
    }
  }
  const int cards_gone = 3 + seen_cards;
  if (!low || !high || !never_folds_from_king_high(*high, cards_gone)) return {};

  const PlayedSums low_sums = low_hands(*low, cards_gone, progress);
  begin(progress, "queen high", queens.size());
  const PlayedSums queen_sums = tbb::parallel_reduce(
      tbb::blocked_range<size_t>(0, queens.size(), 1), PlayedSums{},
      [&](const auto& range, PlayedSums sums) {
        for (size_t at = range.begin(); at < range.end(); ++at) {
          const size_t player = queens[at];
          sums += queen_high(players[player], *high, (basic.folded_slots[player] & 1) != 0, seen_cards);
          advance(progress);
        }
        return sums;
      },
      [](PlayedSums a, const PlayedSums& b) { return a += b; });

  const Integer deals = Integer(choose(52, 3)) * Integer(choose(49, seen_cards));
  const Integer unit = basic.stakes.front().value();
  const Integer per_wager = unit * Integer(choose(52 - cards_gone, 3));
  const auto of_deals = [&](Int128 count) { return Rational(Integer(count), deals); };
  const auto of_wager = [&](Int128 sum) { return Rational(Integer(sum), deals * per_wager); };

  ExposedFigures result;
  result.base_edge = base.house_edge;
  result.base_staked = base.average_staked;
  const Int128 gain = low_sums.more_gain + queen_sums.more_gain + queen_sums.less_gain;
  const Int128 more = low_sums.more_deals + queen_sums.more_deals - queen_sums.less_deals;
  result.gain.value = of_wager(gain);
  result.edge.value = base.house_edge - result.gain.value;
  const Rational staked = base.average_staked + of_deals(more) * Rational(Integer(low->staked_more), unit);
  result.edge_per_total.value = result.edge.value / staked;
  result.changed.value = of_deals(low_sums.more_deals + queen_sums.more_deals + queen_sums.less_deals);
  const auto change = [&](const char* hands, const char* instead, Int128 count, Int128 sum) {
    if (count == 0) return;
    result.changes.push_back(
        {hands, instead, of_deals(count).convert_to<double>(), of_wager(sum).convert_to<double>()});
  };
  change("jack high or less", "PLAY 1x instead of fold", low_sums.more_deals, low_sums.more_gain);
  change("queen high", "PLAY 1x instead of fold", queen_sums.more_deals, queen_sums.more_gain);
  change("queen high", "fold instead of PLAY 1x", queen_sums.less_deals, queen_sums.less_gain);
  std::ranges::stable_sort(result.changes, std::ranges::greater{}, &ExposedChange::gain);
  for (int count = 0; count <= seen_cards; ++count) {
    const auto at = static_cast<size_t>(count);
    if (low_sums.count_deals[at] == 0) continue;
    result.counted.push_back(
        {"jack high or less", "queens, kings and aces seen", count, of_deals(low_sums.count_deals[at]),
         Rational(Integer(low_sums.count_values[at]), Integer(low_sums.count_deals[at]) * per_wager)});
  }
  result.simple = best_count(result);
  return result;
}

}  // namespace cardroom::odds
