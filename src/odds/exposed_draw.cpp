#include "odds/exposed_draw.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "base/check.h"
#include "base/prng.h"
#include "cards/deck.h"
#include "cards/subsets.h"
#include "odds/suited_hands.h"

namespace cardroom::odds {

namespace {

// How clear basic play's first decision is, in initial wagers: the lower ends of the bins.
constexpr std::array bin_margins = {0.0, 0.02, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6};

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

}  // namespace

ExposedDraw::ExposedDraw(const DrawGame& game, const Rational& base_edge, const Rational& base_staked, int hands_seen)
    : game_(&game), hands_seen_(hands_seen) {
  CHECK(hands_seen >= 0 && hands_seen <= hands_max(game));
  base_edge_ = base_edge;
  base_staked_ = base_staked;
  stake_unit_ = game.unit().value();
  int64_t ways = 1;
  const int left = cards::deck_size - (1 + hands_seen) * game.own_cards();
  for (int card = 0; card < game.decisions(); ++card) ways *= left - card;
  gain_unit_ = stake_unit_ * Integer(ways);
  for (const DrawGame::Leaf& leaf : game.leaves()) {
    int64_t sum = 0;
    for (const Cents stake : leaf.stakes) sum += stake.value();
    staked_.push_back(sum);
  }
  plan_basic();
  name_changes();
}

int ExposedDraw::hands_max(const DrawGame& game) {
  return (cards::deck_size - game.decisions()) / game.own_cards() - 1;
}

void ExposedDraw::plan_basic() {
  const SetClasses& classes = set_classes(game_->own_cards());
  basics_.resize(static_cast<size_t>(classes.class_count()), {255, 0});
  std::array<uint64_t, bin_margins.size()> weights{};
  cards::for_each_subset(CardSet::full_deck(), game_->own_cards(), [&](CardSet own) {
    Basic& basic = basics_[classes.class_of(set_number(own))];
    if (basic.option == 255) {
      const DrawGame::Worth worth = game_->look(DrawGame::first_node, own);
      const int64_t best = worth.net_sums[static_cast<size_t>(worth.best)];
      int64_t margin = INT64_MAX;
      for (int option = 0; option < worth.count; ++option) {
        if (option != worth.best) margin = std::min(margin, best - worth.net_sums[static_cast<size_t>(option)]);
      }
      const double clear = static_cast<double>(margin) /
                           (static_cast<double>(worth.ways) * static_cast<double>(game_->unit().value()));
      const auto above = std::ranges::upper_bound(bin_margins, clear);
      basic = {static_cast<uint8_t>(worth.best), static_cast<uint8_t>(above - bin_margins.begin() - 1)};
    }
    ++weights[basic.bin];
  });
  bin_weights_.assign(weights.begin(), weights.end());
}

size_t ExposedDraw::change_place(int decision, CardSet hand, int from, int to) const {
  constexpr auto choices = static_cast<size_t>(DrawGame::choices_max);
  return ((static_cast<size_t>(decision) * hand_kinds.size() + kind_of(hand)) * choices + static_cast<size_t>(from)) *
             choices +
         static_cast<size_t>(to);
}

std::string ExposedDraw::name_of(const Choice& choice) const {
  return choice_name(game_->table().game(), choice, game_->unit());
}

void ExposedDraw::name_changes() {
  constexpr auto choices = static_cast<size_t>(DrawGame::choices_max);
  change_names_.resize(static_cast<size_t>(game_->decisions()) * hand_kinds.size() * choices * choices);
  // All decisions at one place of the round offer the same; the first that is reached tells their names.
  int node = DrawGame::first_node;
  for (int decision = 0; decision < game_->decisions(); ++decision) {
    const DrawGame::Node& here = game_->node(node);
    CHECK(here.decision == decision);
    for (size_t kind = 0; kind < hand_kinds.size(); ++kind) {
      for (size_t from = 0; from < here.options.size(); ++from) {
        for (size_t to = 0; to < here.options.size(); ++to) {
          const size_t place =
              ((static_cast<size_t>(decision) * hand_kinds.size() + kind) * choices + from) * choices + to;
          change_names_[place] = {
              fmt::format("{} cards, {}", game_->own_cards() + decision, hand_kinds[kind]),
              fmt::format("{} instead of {}", name_of(here.options[to].choice), name_of(here.options[from].choice))};
        }
      }
    }
    for (const DrawGame::Option& option : here.options) {
      if (option.node >= 0) node = option.node;
    }
  }
}

ExposedTally ExposedDraw::play_block(uint64_t prng_key, uint64_t block, const Thinning& every) const {
  const SetClasses& classes = set_classes(game_->own_cards());
  const int64_t all_ways = (gain_unit_ / stake_unit_).convert_to<int64_t>();
  ExposedTally tally;
  tally.blocks = 1;
  tally.weight = deals_per_block;
  tally.bins.resize(bin_weights_.size());
  tally.changes.resize(change_names_.size());
  base::Prng prng(base::prng_key_of_stream(prng_key, block));
  cards::Deck deck;
  for (uint64_t deal = 0; deal < deals_per_block; ++deal) {
    deck.reset();
    CardSet own, dead;
    for (int card = 0; card < game_->own_cards(); ++card) own.add(deck.draw(prng));
    const auto [first, bin] = basics_[classes.class_of(set_number(own))];
    if (every[bin] != 1 && base::uniform_below(prng, every[bin]) != 0) continue;
    for (int card = 0; card < hands_seen_ * game_->own_cards(); ++card) dead.add(deck.draw(prng));
    std::array<cards::Card, 4> community;
    CHECK(static_cast<size_t>(game_->decisions()) <= community.size());
    for (int card = 0; card < game_->decisions(); ++card) community[static_cast<size_t>(card)] = deck.draw(prng);

    Int128 gain = 0;
    bool changed = false;
    // What best play stakes on the same cards; it goes with basic play up to the first other decision.
    int64_t best_staked = -1, basic_staked = 0;
    CardSet hand = own;
    for (int node = DrawGame::first_node; node >= 0;) {
      const DrawGame::Node& here = game_->node(node);
      const DrawGame::Worth worth = game_->look(node, hand, dead);
      const int basic = here.decision == 0 ? first : game_->look(node, hand).best;
      const int64_t given = worth.net_sums[static_cast<size_t>(basic)];
      const int64_t best = worth.net_sums[static_cast<size_t>(worth.best)];
      if (best > given) {
        const Int128 advantage = Int128(best - given) * (all_ways / worth.ways);
        gain += advantage;
        ExposedTally::Change& change = tally.changes[change_place(here.decision, hand, basic, worth.best)];
        change.weight += every[bin];
        change.gain += advantage * every[bin];
        if (!changed) {
          changed = true;
          CardSet seen = hand;
          int at = node, option = worth.best;
          while (true) {
            const DrawGame::Option& taken = game_->node(at).options[static_cast<size_t>(option)];
            if (taken.node < 0) {
              best_staked = staked_[static_cast<size_t>(taken.leaf)];
              break;
            }
            seen.add(community[static_cast<size_t>(game_->node(at).decision)]);
            at = taken.node;
            option = game_->look(at, seen, dead).best;
          }
        }
      }
      const DrawGame::Option& taken = here.options[static_cast<size_t>(basic)];
      if (taken.node < 0) basic_staked = staked_[static_cast<size_t>(taken.leaf)];
      hand.add(community[static_cast<size_t>(here.decision)]);
      node = taken.node;
    }
    BinTally& sum = tally.bins[bin];
    ++sum.deals;
    if (changed) sum.add(gain, best_staked - basic_staked, true);
  }
  return tally;
}

Situation ExposedDraw::look(CardSet own, CardSet community, CardSet seen, int node) const {
  const DrawGame::Worth worth = game_->look(node, own | community, seen);
  const DrawGame::Worth blind = game_->look(node, own | community);
  Situation situation;
  const Integer per_wager = Integer(worth.ways) * stake_unit_;
  for (int option = 0; option < worth.count; ++option) {
    situation.choices.push_back(name_of(game_->node(node).options[static_cast<size_t>(option)].choice));
    situation.values.emplace_back(Integer(worth.net_sums[static_cast<size_t>(option)]), per_wager);
  }
  situation.basic = static_cast<size_t>(blind.best);
  situation.best = situation.basic;
  if (situation.values[static_cast<size_t>(worth.best)] > situation.values[situation.basic]) {
    situation.best = static_cast<size_t>(worth.best);
  }
  situation.ways = static_cast<uint64_t>(worth.ways);
  return situation;
}

}  // namespace cardroom::odds
