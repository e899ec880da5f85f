#include "odds/draw_play.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/check.h"
#include "cards/hand_sum.h"
#include "cards/isomorphism.h"
#include "cards/subsets.h"

namespace cardroom::odds {

namespace {

using cards::Card;

class Player {
 public:
  explicit Player(const DrawGame& game) : game_(game) {
    play_.intervals = game.rank_starts().size();
    play_.counts.resize(game.leaves().size() * play_.intervals);
  }

  // Up to the names of suits. walk(node, own cards, how many deals of them there are).
  template <class Walk>
  DrawPlay of_all_hands(Walk walk) {
    cards::for_each_subset(CardSet::full_deck(), game_.own_cards(), [&](CardSet own) {
      if (canonical(own) == own) walk(DrawGame::first_node, own, static_cast<uint64_t>(class_size(own)));
    });
    for (const uint64_t count : play_.counts) play_.deals += count;
    return std::move(play_);
  }

  void by_best(int node, CardSet hand, uint64_t weight, Ties ties) {
    const DrawGame::Worth worth = game_.look(node, hand);
    play_.ties |= worth.tied();
    const int chosen = ties == Ties::smaller_wager ? worth.best : worth.boldest;
    const DrawGame::Option& option = game_.node(node).options[static_cast<size_t>(chosen)];
    if (option.node < 0) return end(option.leaf, hand, weight);
    // Cards of a rank that leave the hand of one suit, or of several, are worth the same.
    const CardSet left = CardSet::full_deck() - hand;
    const cards::Suit suit = (*hand.begin()).suit();
    const bool suited = std::popcount(hand.ranks(suit)) == hand.size();
    for (int rank = 0; rank < cards::rank_count; ++rank) {
      std::optional<Card> other;
      uint64_t others = 0;
      for (int of = 0; of < cards::suit_count; ++of) {
        const Card card(rank, static_cast<cards::Suit>(of));
        if (!left.contains(card)) continue;
        if (suited && card.suit() == suit) {
          by_best(option.node, hand | CardSet{card}, weight, ties);
        } else {
          other = card;
          ++others;
        }
      }
      if (other) by_best(option.node, hand | CardSet{*other}, weight * others, ties);
    }
  }

  void by_rule(int node, CardSet own, CardSet turned, uint64_t weight, const DecisionRule& rule) {
    const DrawGame::Node& at = game_.node(node);
    const games::View view{.own = own, .community = turned, .decision = at.decision, .stakes = &at.stakes};
    const Choice choice = rule(view, game_.table(), game_.table().game().actions(view, game_.table()));
    const auto option = std::ranges::find(at.options, choice, &DrawGame::Option::choice);
    CHECK(option != at.options.end());
    if (option->node < 0) return end(option->leaf, own | turned, weight);
    for (const Card card : CardSet::full_deck() - own - turned)
      by_rule(option->node, own, turned | CardSet{card}, weight, rule);
  }

 private:
  // All cards that were to come count, of a folded hand without being looked at.
  void end(int leaf, CardSet hand, uint64_t weight) {
    uint64_t* row = &play_.counts[static_cast<size_t>(leaf) * play_.intervals];
    const CardSet left = CardSet::full_deck() - hand;
    if (game_.leaves()[static_cast<size_t>(leaf)].folded) {
      for (int size = hand.size(); size < 5; ++size) weight *= static_cast<uint64_t>(cards::deck_size - size);
      row[0] += weight;
      return;
    }
    const cards::HandSum sum(hand);
    for (const Card card : left) {
      const auto interval = game_.interval_of(rank_five(sum + cards::HandSum(card)));
      row[static_cast<size_t>(interval)] += weight;
    }
  }

  const DrawGame& game_;
  DrawPlay play_;
};

// "flush, 6x in all"; "folds, 2x in all".
std::string label_of(const DrawGame& game, const DrawGame::Leaf& leaf, int rank, const Rational& staked) {
  std::string label = "folds";
  if (!leaf.folded) {
    const games::WagerPays& pays = *game.table().pays(0);
    const int row = pays.row_of(cards::HandRank(rank));
    label = row < 0 ? "nothing" : pays.row(row).hand;
  }
  return fmt::format("{}, {}x in all", label, base::to_text(staked));
}

}  // namespace

DrawPlay play_draw(const DrawGame& game, Ties ties) {
  Player player(game);
  return player.of_all_hands([&](int node, CardSet own, uint64_t weight) { player.by_best(node, own, weight, ties); });
}

DrawPlay play_draw(const DrawGame& game, const DecisionRule& rule) {
  Player player(game);
  return player.of_all_hands(
      [&](int node, CardSet own, uint64_t weight) { player.by_rule(node, own, {}, weight, rule); });
}

Figures draw_figures(const DrawGame& game, const DrawPlay& play, const std::string& strategy) {
  const games::Facts& facts = game.table().game().facts;
  std::string parts;
  for (size_t wager = 1; wager < facts.wagers.size(); ++wager) {
    if (owner_of(game.table().game(), wager) == 0)
      parts += fmt::format("{} {}", parts.empty() ? " with" : ",", facts.wagers[wager].name);
  }
  const int64_t unit = game.unit().value();
  std::vector<OutcomeRow> rows;
  for (size_t leaf = 0; leaf < game.leaves().size(); ++leaf) {
    Cents staked;
    for (const Cents stake : game.leaves()[leaf].stakes) staked += stake;
    for (size_t interval = 0; interval < play.intervals; ++interval) {
      const uint64_t deals = play.count(leaf, interval);
      if (deals == 0) continue;
      const int64_t net = game.net_of_leaf(static_cast<int>(leaf), static_cast<int>(interval));
      const Rational wagered(staked.value(), unit);
      rows.push_back({label_of(game, game.leaves()[leaf], game.rank_starts()[interval], wagered), deals,
                      Rational(net, unit), wagered, net > 0});
    }
  }
  return make_figures(std::string(facts.wagers.front().id), std::string(facts.wagers.front().name) + parts, strategy,
                      std::move(rows));
}

Figures best_draw_figures(const DrawGame& game) {
  const DrawPlay play = play_draw(game);
  Figures figures = draw_figures(game, play, play.ties ? "optimal, ties to the smaller wager" : "optimal");
  if (!play.ties) return figures;
  const Figures larger = draw_figures(game, play_draw(game, Ties::larger_wager), "");
  figures.ties_bet = TiesBet{larger.average_staked, larger.element_of_risk, larger.hit_frequency, larger.variance};
  return figures;
}

std::vector<DrawShare> draw_shares(const DrawGame& game, const DrawPlay& play) {
  // In the order of the leaves: from the least at stake to the most.
  std::map<std::pair<size_t, Choice>, Integer> by_choice;
  for (size_t leaf = 0; leaf < game.leaves().size(); ++leaf) {
    Integer deals;
    for (size_t interval = 0; interval < play.intervals; ++interval) deals += play.count(leaf, interval);
    const auto& choices = game.leaves()[leaf].choices;
    for (size_t decision = 0; decision < choices.size(); ++decision) by_choice[{decision, choices[decision]}] += deals;
  }
  std::vector<DrawShare> shares;
  for (const auto& [made, deals] : by_choice) {
    if (deals > 0) shares.push_back({static_cast<int>(made.first), made.second, Rational(deals, Integer(play.deals))});
  }
  return shares;
}

}  // namespace cardroom::odds
