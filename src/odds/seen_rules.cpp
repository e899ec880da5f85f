#include "odds/seen_rules.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/prng.h"
#include "cards/deck.h"
#include "odds/hand_counter.h"

namespace cardroom::odds {

namespace {

// Hands that differ only by names of suits, to which a rule applies with a number of marked cards seen.
struct Stratum {
  CardSet hand;
  CardSet marked;
  int marked_seen = 0;
  Integer weight;  // of all choices of hand and seen cards
};

std::vector<Stratum> strata_of(const SeenRule& rule) {
  std::vector<Stratum> strata;
  const SetClasses& classes = set_classes(rule.hand_cards);
  CHECK(rule.seen_cards <= 7);  // as far as choose() goes
  const int unseen = cards::deck_size - rule.hand_cards;
  for (int index = 0; index < classes.class_count(); ++index) {
    const CardSet hand = classes.representative(index);
    if (!rule.applies(hand)) continue;
    const CardSet marked = rule.marked(hand);
    CHECK(!marked.intersects(hand));
    for (int seen = rule.least; seen <= std::min({rule.most, rule.seen_cards, marked.size()}); ++seen) {
      Integer weight = Integer(choose(marked.size(), seen)) * choose(unseen - marked.size(), rule.seen_cards - seen) *
                       classes.multiplicity(index);
      if (weight > 0) strata.push_back({hand, marked, seen, std::move(weight)});
    }
  }
  return strata;
}

size_t place_of(const std::vector<std::string>& choices, const std::string& choice) {
  const auto found = std::ranges::find(choices, choice);
  CHECK(found != choices.end());
  return static_cast<size_t>(found - choices.begin());
}

// The player's own cards are as many as a player holds; the rest have been turned, in any order.
SeenCards situation_of(CardSet hand, int own_cards, CardSet others) {
  SeenCards cards{.others = others};
  for (const cards::Card card : hand) (cards.own.size() < own_cards ? cards.own : cards.community).add(card);
  return cards;
}

Estimate mean_of(double sum, double squares, double deals) {
  constexpr double scale = 1e12, z = 1.959963984540054;
  const double mean = sum / deals;
  const double variance = std::max(0.0, squares / deals - mean * mean) / deals;
  return {Rational(Integer(std::llround(mean * scale)), Integer(static_cast<int64_t>(scale))),
          Rational(Integer(static_cast<int64_t>(std::ceil(z * std::sqrt(variance) * scale))),
                   Integer(static_cast<int64_t>(scale)))};
}

}  // namespace

JudgedRule judge_rule(const SeenRule& rule, const ExposedAnalyst& analyst, uint64_t prng_key, int deals) {
  const int own_cards = analyst.table().cards_of(games::Holder::player);
  const auto look = [&](CardSet hand, CardSet others) {
    auto situation = analyst.look(situation_of(hand, own_cards, others));
    CHECK(situation);
    return std::move(*situation);
  };
  JudgedRule judged;
  judged.rule = &rule;
  std::vector<double> upto;
  Integer all;
  Integer basic;
  std::vector<Stratum> strata;
  for (Stratum& stratum : strata_of(rule)) {
    const Situation blind = look(stratum.hand, {});
    const bool is_basic = blind.choices[blind.basic] == rule.choice;
    if (is_basic && rule.against_basic) continue;
    all += stratum.weight;
    upto.push_back(all.convert_to<double>());
    if (is_basic) basic += stratum.weight;
    strata.push_back(std::move(stratum));
  }
  CHECK(!strata.empty());
  judged.basic = Rational(basic, all);
  judged.share = Rational(all, Integer(choose(cards::deck_size, rule.hand_cards)) *
                                   choose(cards::deck_size - rule.hand_cards, rule.seen_cards));
  base::Prng prng(prng_key);
  double sum = 0, squares = 0, right = 0;
  for (int deal = 0; deal < deals; ++deal) {
    // Where in the strata, one point in each of as many equal parts as there are deals.
    const double part = (deal + static_cast<double>(prng() >> 11) * 0x1p-53) / deals;
    const auto found = std::ranges::upper_bound(upto, part * upto.back());
    const Stratum& stratum = strata[std::min(static_cast<size_t>(found - upto.begin()), strata.size() - 1)];
    cards::Deck marked(stratum.marked), rest(CardSet::full_deck() - stratum.hand - stratum.marked);
    const CardSet others =
        marked.draw_set(prng, stratum.marked_seen) | rest.draw_set(prng, rule.seen_cards - stratum.marked_seen);
    const Situation situation = look(stratum.hand, others);
    const Rational difference = situation.values[place_of(situation.choices, rule.choice)] -
                                situation.values[place_of(situation.choices, rule.instead)];
    const double value = difference.convert_to<double>();
    sum += value;
    squares += value * value;
    if (difference >= 0) ++right;
  }
  judged.value = mean_of(sum, squares, deals);
  judged.right = mean_of(right, right, deals);
  return judged;
}

Verdict verdict_of_rule(const Estimate& value) {
  if (value.value - value.half_width > 0) return Verdict::agrees;
  return value.value + value.half_width < 0 ? Verdict::differs : Verdict::within_error;
}

}  // namespace cardroom::odds
