#include "odds/exposed_draw.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "base/check.h"
#include "odds/hand_counter.h"

namespace cardroom::odds {

namespace {

// How clear basic play's first decision is, in initial wagers: the lower ends of the bins. Each option has bins of its
// own.
constexpr std::array draw_bin_margins = {0.0, 0.02, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6};
constexpr size_t draw_bin_count = draw_bin_margins.size() * DrawGame::choices_max;

// What a person sees in a hand that is not complete.
constexpr std::array hand_kinds = {"a pair or better", "one suit", "within five ranks", "nothing"};

size_t kind_of(CardSet hand) {
  uint32_t ranks = 0;
  int suits = 0;
  for (const auto suit : {cards::Suit::clubs, cards::Suit::diamonds, cards::Suit::hearts, cards::Suit::spades}) {
    ranks |= hand.ranks(suit);
    if (hand.ranks(suit) != 0) ++suits;
  }
  if (std::popcount(ranks) < hand.size()) return 0;
  if (suits == 1) return 1;
  const int span = static_cast<int>(std::bit_width(ranks)) - std::countr_zero(ranks);
  return span <= 5 ? 2 : 3;
}

size_t draw_change_place(size_t decision, size_t kind, size_t from, size_t to) {
  constexpr size_t choices = DrawGame::choices_max;
  return ((decision * hand_kinds.size() + kind) * choices + from) * choices + to;
}

uint32_t class_of(CardSet hand) {
  return set_classes(hand.size()).class_of(set_number(hand));
}

}  // namespace

// A sampled deal.
struct ExposedDraw::Dealt {
  CardSet own, dead;
  std::array<cards::Card, 4> community;  // in the order in which they are turned
};

ExposedDraw::ExposedDraw(const DrawGame& game, const Rational& base_edge, const Rational& base_staked, int hands_seen)
    : game_(&game), hands_seen_(hands_seen) {
  CHECK(hands_seen >= 0 && hands_seen < game.table().players_max());
  CHECK(static_cast<size_t>(game.decisions()) <= Dealt{}.community.size());
  base_edge_ = base_edge;
  base_staked_ = base_staked;
  stake_unit_ = game.unit().value();
  const int left = cards::deck_size - (1 + hands_seen) * game.own_cards();
  for (int card = 0; card < game.decisions(); ++card) ways_ *= left - card;
  gain_unit_ = stake_unit_ * ways_;
  for (const DrawGame::Leaf& leaf : game.leaves()) {
    int64_t sum = 0;
    for (const Cents stake : leaf.stakes) sum += stake.value();
    staked_.push_back(sum);
  }
  sort_ranks();
  plan_basic();
  name_changes();
}

void ExposedDraw::sort_ranks() {
  const auto leaves = game_->leaves();
  const auto played = std::ranges::find(leaves, false, &DrawGame::Leaf::folded);
  CHECK(played != leaves.end());
  const games::Facts& facts = game_->table().game().facts;
  const cards::Ranking ranking = facts.readings[static_cast<size_t>(facts.player_reading)].ranking;
  for (int rank = 0; rank < cards::rank_count; ++rank) {
    // A pair with three other ranks that make neither a straight nor two pair.
    CardSet hand{cards::Card(rank, cards::Suit::clubs), cards::Card(rank, cards::Suit::diamonds)};
    for (int other = 0, added = 0; added < 3; other += 3) {
      if (other == rank) continue;
      hand.add(cards::Card(other, cards::Suit::hearts));
      ++added;
    }
    const int64_t net = game_->net_of_leaf(static_cast<int>(played - leaves.begin()),
                                           game_->interval_of(cards::rank_hand(ranking, hand)));
    pair_pays_[static_cast<size_t>(rank)] = net > 0 ? 2 : net == 0 ? 1 : 0;
  }
}

void ExposedDraw::plan_basic() {
  basic_.resize(static_cast<size_t>(game_->node_count()));
  for (size_t node = 0; node < basic_.size(); ++node) {
    const SetClasses& classes = set_classes(game_->own_cards() + game_->node(static_cast<int>(node)).decision);
    for (int index = 0; index < classes.class_count(); ++index) {
      basic_[node].push_back(
          static_cast<uint8_t>(game_->look(static_cast<int>(node), classes.representative(index)).best));
    }
  }
  const SetClasses& classes = set_classes(game_->own_cards());
  std::array<uint64_t, draw_bin_count> weights{};
  for (int index = 0; index < classes.class_count(); ++index) {
    const DrawGame::Worth worth = game_->look(DrawGame::first_node, classes.representative(index));
    const int64_t best = worth.net_sums[static_cast<size_t>(worth.best)];
    int64_t margin = INT64_MAX;
    for (int option = 0; option < worth.count; ++option) {
      if (option != worth.best) margin = std::min(margin, best - worth.net_sums[static_cast<size_t>(option)]);
    }
    const double clear =
        static_cast<double>(margin) / (static_cast<double>(worth.ways) * static_cast<double>(game_->unit().value()));
    const auto above = std::ranges::upper_bound(draw_bin_margins, clear);
    const auto bin = static_cast<size_t>(above - draw_bin_margins.begin() - 1) +
                     static_cast<size_t>(worth.best) * draw_bin_margins.size();
    bins_.push_back(static_cast<uint8_t>(bin));
    weights[bin] += classes.multiplicity(index);
  }
  bin_weights_.assign(weights.begin(), weights.end());
}

int ExposedDraw::basic_option(int node, CardSet hand) const {
  return basic_[static_cast<size_t>(node)][class_of(hand)];
}

void ExposedDraw::name_changes() {
  change_names_.resize(draw_change_place(static_cast<size_t>(game_->decisions()), 0, 0, 0));
  const games::Game& rules = game_->table().game();
  for (int index = 0; index < game_->node_count(); ++index) {
    const DrawGame::Node& node = game_->node(index);
    const auto name_of = [&](size_t option) { return choice_name(rules, node.options[option].choice, game_->unit()); };
    for (size_t kind = 0; kind < hand_kinds.size(); ++kind) {
      for (size_t from = 0; from < node.options.size(); ++from) {
        for (size_t to = 0; to < node.options.size(); ++to) {
          ChangeName& name = change_names_[draw_change_place(static_cast<size_t>(node.decision), kind, from, to)];
          const ChangeName here{fmt::format("{} cards, {}", game_->own_cards() + node.decision, hand_kinds[kind]),
                                fmt::format("{} instead of {}", name_of(to), name_of(from))};
          CHECK(name.hands.empty() || name.instead == here.instead);  // all nodes of a decision offer the same
          name = here;
        }
      }
    }
  }
}

// What best play stakes on these cards from a decision on, at which it takes an option.
int64_t ExposedDraw::staked_by_best(const Dealt& dealt, int node, CardSet hand, int option) const {
  while (true) {
    const DrawGame::Node& here = game_->node(node);
    const DrawGame::Option& taken = here.options[static_cast<size_t>(option)];
    if (taken.node < 0) return staked_[static_cast<size_t>(taken.leaf)];
    hand.add(dealt.community[static_cast<size_t>(here.decision)]);
    node = taken.node;
    option = game_->look(node, hand, dealt.dead).best;
  }
}

// Whether basic play decides otherwise than best play anywhere; then with what it gives away in all, and how much more
// best play stakes, which goes with it up to the first other decision.
bool ExposedDraw::follow_basic(const Dealt& dealt, uint32_t weight, ExposedTally& tally, Int128& gain,
                               int64_t& stake) const {
  bool changed = false;
  int64_t best_staked = 0, basic_staked = 0;
  CardSet hand = dealt.own;
  for (int node = DrawGame::first_node; node >= 0;) {
    const DrawGame::Node& here = game_->node(node);
    const int basic = basic_option(node, hand);
    const DrawGame::Worth worth = game_->look(node, hand, dealt.dead);
    const int64_t given = worth.net_sums[static_cast<size_t>(basic)];
    const int64_t best = worth.net_sums[static_cast<size_t>(worth.best)];
    if (best > given) {
      const Int128 advantage = Int128(best - given) * (ways_ / worth.ways);
      gain += advantage;
      ExposedTally::Change& change =
          tally.changes[draw_change_place(static_cast<size_t>(here.decision), kind_of(hand), static_cast<size_t>(basic),
                                          static_cast<size_t>(worth.best))];
      change.weight += weight;
      change.gain += advantage * weight;
      if (!changed) best_staked = staked_by_best(dealt, node, hand, worth.best);
      changed = true;
    }
    const DrawGame::Option& taken = here.options[static_cast<size_t>(basic)];
    if (taken.node < 0) basic_staked = staked_[static_cast<size_t>(taken.leaf)];
    hand.add(dealt.community[static_cast<size_t>(here.decision)]);
    node = taken.node;
  }
  if (changed) stake = best_staked - basic_staked;
  return changed;
}

// What playing by the simple rules gives away against best play, decision by decision along its own way.
Int128 ExposedDraw::lost_by_simple(const Dealt& dealt) const {
  Int128 lost = 0;
  CardSet hand = dealt.own;
  for (int node = DrawGame::first_node; node >= 0;) {
    const DrawGame::Node& here = game_->node(node);
    const DrawGame::Worth worth = game_->look(node, hand, dealt.dead);
    const size_t option = rules_.decide(clue_of(node, hand, dealt.dead, worth));
    lost += Int128(worth.net_sums[static_cast<size_t>(worth.best)] - worth.net_sums[option]) * (ways_ / worth.ways);
    hand.add(dealt.community[static_cast<size_t>(here.decision)]);
    node = here.options[option].node;
  }
  return lost;
}

ExposedDraw::Dealt ExposedDraw::deal(base::Prng& prng, cards::Deck& deck) const {
  deck.reset();
  Dealt dealt{};
  dealt.own = deck.draw_set(prng, game_->own_cards());
  return dealt;
}

void ExposedDraw::deal_rest(base::Prng& prng, cards::Deck& deck, Dealt& dealt) const {
  dealt.dead = deck.draw_set(prng, hands_seen_ * game_->own_cards());
  for (int card = 0; card < game_->decisions(); ++card) dealt.community[static_cast<size_t>(card)] = deck.draw(prng);
}

ExposedTally ExposedDraw::play_block(uint64_t prng_key, uint64_t block, const Thinning& every) const {
  ExposedTally tally = empty_block();
  base::Prng prng(base::prng_key_of_stream(prng_key, block));
  cards::Deck deck;
  for (uint64_t number = 0; number < deals_per_block; ++number) {
    Dealt dealt = deal(prng, deck);
    const size_t bin = bins_[class_of(dealt.own)];
    if (every[bin] != 1 && base::uniform_below(prng, every[bin]) != 0) continue;
    deal_rest(prng, deck, dealt);
    BinTally& sum = tally.bins[bin];
    ++sum.deals;
    Int128 gain = 0;
    int64_t stake = 0;
    const bool changed = follow_basic(dealt, every[bin], tally, gain, stake);
    if (changed) sum.add(gain, stake, 1);
    if (!rules_.empty()) sum.add_simple(gain - lost_by_simple(dealt));
  }
  return tally;
}

void ExposedDraw::learn_block(uint64_t prng_key, uint64_t block, CountLearner& learner) const {
  base::Prng prng(base::prng_key_of_stream(prng_key, block));
  cards::Deck deck;
  for (uint64_t number = 0; number < deals_per_block; ++number) {
    Dealt dealt = deal(prng, deck);
    deal_rest(prng, deck, dealt);
    CardSet hand = dealt.own;
    for (int node = DrawGame::first_node; node >= 0;) {
      const DrawGame::Node& here = game_->node(node);
      const Clue clue = clue_of(node, hand, dealt.dead, game_->look(node, hand, dealt.dead));
      learner.add(clue);
      hand.add(dealt.community[static_cast<size_t>(here.decision)]);
      node = here.options[clue.basic].node;
    }
  }
}

// Ways of counting: seen cards of the ranks that are held, one each or more where a pair of them pays; of the suit that
// is held; and both.
namespace {

constexpr size_t pair_weights = 3;  // 1 to 3
constexpr size_t ways_of_counting = pair_weights + 2;
constexpr uint32_t ranks_most = 5;  // 0 to 4 cards of a kind of rank

}  // namespace

size_t ExposedDraw::counting_ways() const {
  return ways_of_counting;
}

std::string ExposedDraw::counting_words(size_t way) const {
  if (way == pair_weights) return "1 for every seen card of the suit of a hand of one suit";
  if (way == pair_weights + 1)
    return "1 for every seen card of the suit of a hand of one suit, else of a rank in the hand";
  const std::string words = "1 for every seen card of a rank in the hand";
  return way == 0 ? words : fmt::format("{}, {} where a pair of it pays", words, way + 1);
}

uint32_t ExposedDraw::group_count() const {
  return static_cast<uint32_t>(game_->decisions()) * static_cast<uint32_t>(hand_kinds.size()) * ranks_most * ranks_most;
}

std::string ExposedDraw::group_words(uint32_t group) const {
  const uint32_t pushing = group % ranks_most, paying = group / ranks_most % ranks_most;
  const uint32_t kind = group / (ranks_most * ranks_most);
  std::string words = fmt::format("{} cards, {}", static_cast<size_t>(game_->own_cards()) + kind / hand_kinds.size(),
                                  hand_kinds[kind % hand_kinds.size()]);
  words +=
      paying == 0 ? ", none that pays paired" : fmt::format(", {} that pay{} paired", paying, paying == 1 ? "s" : "");
  if (pushing > 0) words += fmt::format(", {} that push{}", pushing, pushing == 1 ? "es" : "");
  return words;
}

std::string ExposedDraw::option_words(uint32_t group, size_t option) const {
  const int decision = static_cast<int>(group / (ranks_most * ranks_most * static_cast<uint32_t>(hand_kinds.size())));
  for (int node = 0; node < game_->node_count(); ++node) {
    const DrawGame::Node& here = game_->node(node);
    if (here.decision == decision) {
      return choice_name(game_->table().game(), here.options[option].choice, game_->unit());
    }
  }
  CHECK(false);
}

Clue ExposedDraw::clue_of(int node, CardSet hand, CardSet dead, const DrawGame::Worth& worth) const {
  constexpr uint64_t lanes = 0x0001'0001'0001'0001ULL;
  uint64_t ranks = 0;
  std::array<uint32_t, 3> held{};  // cards by the result of a pair of their rank
  bool suited = true;
  const cards::Suit suit = (*hand.begin()).suit();
  for (const cards::Card card : hand) {
    ranks |= lanes << card.rank();
    ++held[pair_pays_[static_cast<size_t>(card.rank())]];
    suited = suited && card.suit() == suit;
  }
  Clue clue{.group = ((static_cast<uint32_t>(game_->node(node).decision) * static_cast<uint32_t>(hand_kinds.size()) +
                       static_cast<uint32_t>(kind_of(hand))) *
                          ranks_most +
                      held[2]) *
                         ranks_most +
                     held[1],
            .basic = static_cast<uint8_t>(basic_option(node, hand)),
            .options = static_cast<uint8_t>(worth.count),
            .counts = {},
            .worths = {}};
  for (size_t option = 0; option < static_cast<size_t>(worth.count); ++option) {
    clue.worths[option] = worth.net_sums[option] * (ways_ / worth.ways);
  }
  uint32_t of_ranks = 0, of_paying = 0;
  for (const cards::Card card : dead& CardSet(ranks)) {
    ++of_ranks;
    if (pair_pays_[static_cast<size_t>(card.rank())] == 2) ++of_paying;
  }
  const auto of_suit = static_cast<uint32_t>(suited ? std::popcount(dead.ranks(suit)) : 0);
  for (uint32_t weight = 0; weight < pair_weights; ++weight) {
    clue.counts[weight] = static_cast<uint8_t>(of_ranks + weight * of_paying);
  }
  clue.counts[pair_weights] = static_cast<uint8_t>(of_suit);
  clue.counts[pair_weights + 1] = static_cast<uint8_t>(suited ? of_suit : of_ranks);
  return clue;
}

Situation ExposedDraw::look(int node, CardSet own, CardSet community, CardSet seen) const {
  const CardSet hand = own | community;
  const DrawGame::Worth worth = game_->look(node, hand, seen);
  Situation situation;
  const Integer per_wager = Integer(worth.ways) * stake_unit_;
  for (int option = 0; option < worth.count; ++option) {
    situation.choices.push_back(choice_name(
        game_->table().game(), game_->node(node).options[static_cast<size_t>(option)].choice, game_->unit()));
    situation.values.emplace_back(Integer(worth.net_sums[static_cast<size_t>(option)]), per_wager);
  }
  situation.basic = static_cast<size_t>(basic_option(node, hand));
  situation.best = situation.basic;
  if (situation.values[static_cast<size_t>(worth.best)] > situation.values[situation.basic]) {
    situation.best = static_cast<size_t>(worth.best);
  }
  situation.ways = static_cast<uint64_t>(worth.ways);
  return situation;
}

}  // namespace cardroom::odds
