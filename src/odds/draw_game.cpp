#include "odds/draw_game.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <set>

#include "base/check.h"
#include "odds/base_game.h"
#include "odds/rank_multisets.h"

namespace cardroom::odds {

namespace {

using cards::rank_count;
using games::ActionKind;
using games::Step;

// Every wager that goes with the first.
bool is_base(const games::Game& game, size_t wager) {
  return wager < game.facts.wagers.size() && owner_of(game, wager) == 0;
}

Stakes base_stakes(const games::Game& game, Stakes stakes) {
  for (size_t wager = 0; wager < stakes.size(); ++wager) {
    if (!is_base(game, wager)) stakes[wager] = Cents(0);
  }
  return stakes;
}

Stakes exact_stakes(const Table& table) {
  Stakes stakes{};
  for (const auto& [wager, count] : base_units(table.game()))
    stakes[static_cast<size_t>(wager)] = exact_unit(table) * count;
  return stakes;
}

}  // namespace

std::optional<std::string> not_a_draw(const Table& table) {
  const games::Facts& facts = table.game().facts;
  const games::Reading& reading = facts.readings[static_cast<size_t>(facts.player_reading)];
  const int own = table.cards_of(games::Holder::player);
  const int community = table.cards_of(games::Holder::community);
  if (table.cards_of(games::Holder::dealer) > 0 || facts.dealer_reading >= 0) return "there is a dealer's hand to beat";
  if (!reading.player || !reading.community || reading.ranking != Ranking::five_card || own + community != 5 || own < 2)
    return "it is not paid by five cards, the player's and those in the middle";
  int decisions = 0;
  int turned = 0;
  for (const Step& step : table.script()) {
    if (step.kind == Step::Kind::decide && decisions++ != turned) return "two decisions are made on the same cards";
    if (step.kind != Step::Kind::reveal) continue;
    if (step.card_count != 1 || ++turned != decisions)
      return "its cards are not turned one by one, each after a decision";
  }
  if (decisions != community || turned != community) return "it has not one decision for each card that is turned";
  for (size_t wager = 0; wager < facts.wagers.size(); ++wager) {
    if (is_base(table.game(), wager) && facts.wagers[wager].reads != std::vector{facts.player_reading})
      return "its wagers are not all paid by the same hand";
  }
  return std::nullopt;
}

DrawGame::DrawGame(const Table& table) : DrawGame(exact_table(table), exact_stakes(exact_table(table))) {}

DrawGame::DrawGame(const Table& table, const Stakes& stakes)
    : table_(table), stakes_(base_stakes(table.game(), stakes)), unit_(stakes.front()) {
  CHECK(!not_a_draw(table_));
  const games::Facts& facts = table_.game().facts;
  own_cards_ = table_.cards_of(games::Holder::player);
  decisions_ = table_.cards_of(games::Holder::community);
  reading_ = static_cast<size_t>(facts.player_reading);

  std::set<int> starts = {0};
  for (const games::PayRow& row : table_.pays(0)->rows()) {
    starts.insert(row.covers.low.value());
    starts.insert(row.covers.high.value() + 1);
  }
  starts.erase(class_count(Ranking::five_card));
  rank_starts_.assign(starts.begin(), starts.end());
  for (int rank = 0, interval = -1; rank < class_count(Ranking::five_card); ++rank) {
    interval += starts.contains(rank);
    interval_of_rank_.push_back(static_cast<int16_t>(interval));
  }

  nodes_.push_back({.decision = 0, .stakes = stakes_, .before = {}, .options = {}});
  leaves_.reserve(leaves_max);
  grow(first_node);
  price_leaves();
  merge_states();
}

// ---- The decisions --------------------------------------------------------------------------------------------------

// What is offered does not depend on the cards; any will do.
void DrawGame::grow(int index) {
  const int decision = node(index).decision;
  games::View view{.decision = decision, .stakes = nullptr};
  for (int card = 0; card < own_cards_ + decision; ++card)
    (card < own_cards_ ? view.own : view.community).add(cards::Card::from_index(card));
  const Stakes stakes = node(index).stakes;
  view.stakes = &stakes;
  for (const Choice& choice : choices_among(table_.game().actions(view, table_), unit_)) {
    Option option{.choice = choice};
    std::vector<Choice> choices = node(index).before;
    choices.push_back(choice);
    const Stakes after = games::stakes_after(stakes, choice);
    const bool folded = choice.kind == ActionKind::fold;
    if (folded || decision + 1 == decisions_) {
      option.leaf = static_cast<int>(leaves_.size());
      leaves_.push_back({after, std::move(choices), folded});
      CHECK(leaves_.size() <= leaves_max);
    } else {
      option.node = static_cast<int>(nodes_.size());
      nodes_.push_back({.decision = decision + 1, .stakes = after, .before = std::move(choices), .options = {}});
    }
    nodes_[static_cast<size_t>(index)].options.push_back(option);
    if (option.node >= 0) grow(option.node);
  }
  CHECK(node(index).options.size() <= choices_max);
}

std::optional<int> DrawGame::find_node(int decision, const Stakes& stakes) const {
  const Stakes wanted = base_stakes(table_.game(), stakes);
  const auto found =
      std::ranges::find_if(nodes_, [&](const Node& one) { return one.decision == decision && one.stakes == wanted; });
  if (found == nodes_.end()) return std::nullopt;
  return static_cast<int>(found - nodes_.begin());
}

// ---- What they come to ----------------------------------------------------------------------------------------------

void DrawGame::price_leaves() {
  for (const Leaf& leaf : leaves_) {
    std::vector<int64_t>& nets = leaf_nets_.emplace_back();
    for (const int start : rank_starts_) {
      games::Hand hand;
      hand.stakes = leaf.stakes;
      hand.folded = leaf.folded;
      hand.hands_dealt = 2;
      hand.rank[reading_] = cards::HandRank(start);
      Outcomes outcomes{};
      table_.game().settle(hand, table_, outcomes);
      int64_t net = 0;
      for (size_t wager = 0; wager < outcomes.size(); ++wager) net += odds::net_of(outcomes[wager], leaf.stakes[wager]);
      nets.push_back(net);
    }
    CHECK(!leaf.folded || std::ranges::adjacent_find(nets, std::not_equal_to()) == nets.end());
  }
}

int64_t DrawGame::net_of_leaf(int leaf, int interval) const {
  return leaf_nets_[static_cast<size_t>(leaf)][static_cast<size_t>(interval)];
}

// Wagers paid alike differ only by how much they are: one table of pays serves all ends. Rounding to chips may need
// several.
int DrawGame::add_pays(const std::vector<int64_t>& nets, int64_t& factor) {
  factor = 0;
  for (const int64_t net : nets) factor = std::gcd(factor, net);
  factor = std::max<int64_t>(factor, 1);
  std::vector<int64_t> smallest = nets;
  for (int64_t& net : smallest) net /= factor;
  const auto same = std::ranges::find(pays_, smallest, &PayTable::net);
  if (same != pays_.end()) return static_cast<int>(same - pays_.begin());
  const RankMultisets& sets = rank_multisets();
  PayTable& table = pays_.emplace_back();
  table.net = std::move(smallest);
  table.mixed.resize(sets.mixed.size());
  table.suited.resize(sets.mixed.size());
  const auto net_at = [&](uint16_t rank) { return table.net[static_cast<size_t>(interval_of_rank_[rank])]; };
  for (size_t four = 0; four < sets.mixed.size(); ++four) {
    for (size_t rank = 0; rank < rank_count; ++rank) {
      table.mixed[four][rank] = net_at(sets.mixed[four][rank]);
      if (sets.suited[four][rank] > 0)
        table.suited[four][rank] = net_at(sets.suited[four][rank]) - table.mixed[four][rank];
    }
  }
  return static_cast<int>(pays_.size()) - 1;
}

int DrawGame::state_of(int index) {
  State state;
  for (const Option& option : node(index).options) {
    StateOption& one = state.emplace_back();
    if (option.node >= 0) {
      one.next = state_of(option.node);
    } else if (leaves_[static_cast<size_t>(option.leaf)].folded) {
      one.fold_net = net_of_leaf(option.leaf, 0);
    } else {
      one.pays = add_pays(leaf_nets_[static_cast<size_t>(option.leaf)], one.factor);
    }
  }
  auto& states = states_[static_cast<size_t>(node(index).decision)];
  const auto same = std::ranges::find(states, state);
  nodes_[static_cast<size_t>(index)].state = static_cast<int>(same - states.begin());
  if (same == states.end()) states.push_back(std::move(state));
  CHECK(states.size() <= states_max);
  return nodes_[static_cast<size_t>(index)].state;
}

void DrawGame::merge_states() {
  states_.resize(static_cast<size_t>(decisions_));
  state_of(first_node);
}

// ---- Looking at a decision ------------------------------------------------------------------------------------------
//
// Sums of nets stay below 2^60: at most 17,600 to 117,600 ways, stakes of four wagers under the ceiling of $50,000, and
// pays of at most 250,000 to 1.

// The nets of a table of pays added up over the last card, four being known; `a` and `b` are ranks that have been
// turned out of `unseen`, −1 for none.
int64_t DrawGame::sum_of_last(size_t pays, size_t four, bool suited, const Unseen& unseen, int a, int b) const {
  const auto& mixed = pays_[pays].mixed[four];
  int64_t sum = 0;
  for (size_t rank = 0; rank < rank_count; ++rank) sum += unseen.count[rank] * mixed[rank];
  if (a >= 0) sum -= mixed[static_cast<size_t>(a)];
  if (b >= 0) sum -= mixed[static_cast<size_t>(b)];
  if (!suited) return sum;
  uint32_t left = unseen.suited;
  if (a >= 0) left &= ~(1U << a);
  if (b >= 0) left &= ~(1U << b);
  for (; left != 0; left &= left - 1) sum += pays_[pays].suited[four][static_cast<size_t>(std::countr_zero(left))];
  return sum;
}

// The best option of every state of the last decision.
void DrawGame::last_values(size_t four, bool suited, const Unseen& unseen, int a, int b, Values& out) const {
  const int64_t ways = unseen.total - (a >= 0) - (b >= 0);
  std::array<int64_t, leaves_max> sums;  // by table of pays, at most one for each end
  for (size_t at = 0; at < pays_.size(); ++at) sums[at] = sum_of_last(at, four, suited, unseen, a, b);
  const auto& states = states_.back();
  for (size_t state = 0; state < states.size(); ++state) {
    int64_t best = std::numeric_limits<int64_t>::min();
    for (const StateOption& option : states[state]) {
      const int64_t net =
          option.pays < 0 ? option.fold_net * ways : option.factor * sums[static_cast<size_t>(option.pays)];
      best = std::max(best, net);
    }
    out[state] = best;
  }
}

// The same for an earlier decision, `sums` being those of the states that follow it.
void DrawGame::best_of(int decision, const Values& sums, int64_t ways, Values& out) const {
  const auto& states = states_[static_cast<size_t>(decision)];
  for (size_t state = 0; state < states.size(); ++state) {
    int64_t best = std::numeric_limits<int64_t>::min();
    for (const StateOption& option : states[state]) {
      best = std::max(best, option.next < 0 ? option.fold_net * ways : sums[static_cast<size_t>(option.next)]);
    }
    out[state] = best;
  }
}

// Three cards are known: the last decision's values added up over the next card.
void DrawGame::sum_of_one(size_t three, bool suited, const Unseen& unseen, Values& sums) const {
  const size_t states = states_.back().size();
  const auto& four_from_three = rank_multisets().four_from_three[three];
  sums.fill(0);
  Values values;
  for (int rank = 0; rank < rank_count; ++rank) {
    const auto at = static_cast<size_t>(rank);
    const bool one_suited = suited && ((unseen.suited >> rank) & 1);
    const int64_t others = unseen.count[at] - one_suited;
    if (others > 0) {
      last_values(four_from_three[at], false, unseen, rank, -1, values);
      for (size_t state = 0; state < states; ++state) sums[state] += others * values[state];
    }
    if (one_suited) {
      last_values(four_from_three[at], true, unseen, rank, -1, values);
      for (size_t state = 0; state < states; ++state) sums[state] += values[state];
    }
  }
}

// Two cards are known: the second decision's values added up over the next card. In which order two cards came does not
// matter to the last decision, so that it is looked at once for each pair of ranks.
void DrawGame::sum_of_two(size_t two, bool suited, const Unseen& unseen, Values& sums) const {
  const RankMultisets& sets = rank_multisets();
  const size_t last_states = states_.back().size();
  const size_t next_states = states_[1].size();
  using ByPair = std::array<std::array<Values, rank_count>, rank_count>;
  ByPair mixed, flush;
  for (int a = 0; a < rank_count; ++a) {
    const auto row = static_cast<size_t>(a);
    if (unseen.count[row] == 0) continue;
    const size_t three = sets.three_from_two[two][row];
    for (int b = a; b < rank_count; ++b) {
      const auto column = static_cast<size_t>(b);
      if (unseen.count[column] < 1 + (a == b)) continue;
      const size_t four = sets.four_from_three[three][column];
      last_values(four, false, unseen, a, b, mixed[row][column]);
      const bool both = suited && a != b && ((unseen.suited >> a) & (unseen.suited >> b) & 1);
      if (both) last_values(four, true, unseen, a, b, flush[row][column]);
    }
  }
  const int64_t ways_after = (unseen.total - 1) * (unseen.total - 2);
  sums.fill(0);
  Values values;
  for (int a = 0; a < rank_count; ++a) {
    const auto row = static_cast<size_t>(a);
    const bool one_suited = suited && ((unseen.suited >> a) & 1);
    for (const bool in_suit : {false, true}) {
      const int64_t cards = in_suit ? one_suited : unseen.count[row] - one_suited;
      if (cards == 0) continue;
      Values next{};
      for (int b = 0; b < rank_count; ++b) {
        const auto column = static_cast<size_t>(b);
        const bool both = in_suit && a != b && ((unseen.suited >> b) & 1);
        const int64_t others = unseen.count[column] - (a == b) - both;
        const Values& of_mixed = a <= b ? mixed[row][column] : mixed[column][row];
        const Values& of_flush = a <= b ? flush[row][column] : flush[column][row];
        if (others > 0) {
          for (size_t state = 0; state < last_states; ++state) next[state] += others * of_mixed[state];
        }
        if (both) {
          for (size_t state = 0; state < last_states; ++state) next[state] += of_flush[state];
        }
      }
      best_of(1, next, ways_after, values);
      for (size_t state = 0; state < next_states; ++state) sums[state] += cards * values[state];
    }
  }
}

DrawGame::Unseen DrawGame::unseen_of(CardSet left, CardSet hand) {
  Unseen unseen;
  for (const cards::Suit suit : {cards::Suit::clubs, cards::Suit::diamonds, cards::Suit::hearts, cards::Suit::spades}) {
    const uint32_t ranks = left.ranks(suit);
    for (int rank = 0; rank < rank_count; ++rank) unseen.count[static_cast<size_t>(rank)] += (ranks >> rank) & 1;
  }
  unseen.total = left.size();
  const cards::Suit suit = (*hand.begin()).suit();
  unseen.hand_suited = std::popcount(hand.ranks(suit)) == hand.size();
  if (unseen.hand_suited) unseen.suited = left.ranks(suit);
  return unseen;
}

DrawGame::Worth DrawGame::look(int index, CardSet hand, CardSet dead) const {
  const Node& at = node(index);
  CHECK(hand.size() == own_cards_ + at.decision && !hand.intersects(dead));
  const int to_come = decisions_ - at.decision;
  const Unseen unseen = unseen_of(CardSet::full_deck() - hand - dead, hand);
  CHECK(unseen.total >= to_come);
  const bool suited = unseen.hand_suited;
  const size_t number = rank_multisets().number_of(hand);

  Worth worth;
  worth.ways = 1;
  for (int card = 0; card < to_come; ++card) worth.ways *= unseen.total - card;
  worth.count = static_cast<int>(at.options.size());
  Values sums{};
  if (to_come == 2) sum_of_one(number, suited, unseen, sums);
  if (to_come == 3) sum_of_two(number, suited, unseen, sums);
  const State& state = states_[static_cast<size_t>(at.decision)][static_cast<size_t>(at.state)];
  for (size_t option = 0; option < state.size(); ++option) {
    const StateOption& one = state[option];
    if (one.next >= 0) {
      worth.net_sums[option] = sums[static_cast<size_t>(one.next)];
    } else {
      worth.net_sums[option] = one.pays < 0
                                   ? one.fold_net * worth.ways
                                   : one.factor * sum_of_last(static_cast<size_t>(one.pays), number, suited, unseen);
    }
    const auto net = worth.net_sums[option];
    if (net > worth.net_sums[static_cast<size_t>(worth.best)]) worth.best = static_cast<int>(option);
    if (net >= worth.net_sums[static_cast<size_t>(worth.boldest)]) worth.boldest = static_cast<int>(option);
  }
  return worth;
}

}  // namespace cardroom::odds
