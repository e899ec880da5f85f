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
  if (table.cards_of(games::Holder::dealer) > 0 || facts.dealer_reading >= 0) return "it has a dealer hand to beat";
  if (!reading.player || !reading.community || reading.ranking != Ranking::five_card || own + community != 5 || own < 2)
    return "it is not paid by five cards, the player's and the community cards";
  int decisions = 0;
  int turned = 0;
  for (const Step& step : table.script()) {
    if (step.kind == Step::Kind::decide && decisions++ != turned) return "two decisions are made on the same cards";
    if (step.kind != Step::Kind::reveal) continue;
    if (step.card_count != 1 || ++turned != decisions)
      return "its cards are not turned one at a time, each after a decision";
  }
  if (decisions != community || turned != community) return "it does not have one decision for each card turned";
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
  constexpr int64_t small_max = std::numeric_limits<int32_t>::max() / cards::deck_size;
  if (std::ranges::all_of(table.net, [](int64_t net) { return std::abs(net) <= small_max; })) {
    table.small.resize(table.mixed.size());
    for (size_t four = 0; four < table.mixed.size(); ++four)
      std::ranges::transform(table.mixed[four], table.small[four].begin(),
                             [](int64_t net) { return static_cast<int32_t>(net); });
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
  const auto ends = [](const StateOption& option) { return option.pays == 0 && option.factor > 0; };
  last_.folds = states_.back().front().front().pays < 0;
  last_.plain = pays_.size() == 1;
  for (size_t at = 0; at < states_.back().size(); ++at) {
    const State& state = states_.back()[at];
    const bool folds = state.front().pays < 0;
    const auto first = state.begin() + folds;
    last_.plain &= folds == last_.folds && first != state.end() && std::all_of(first, state.end(), ends) &&
                   std::ranges::is_sorted(first, state.end(), {}, &StateOption::factor);
    last_.fold[at] = state.front().fold_net;
    if (first == state.end()) continue;
    last_.fewest[at] = first->factor;
    last_.most[at] = state.back().factor;
  }
}

}  // namespace cardroom::odds
