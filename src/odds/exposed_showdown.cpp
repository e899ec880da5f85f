#include "odds/exposed_showdown.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/check.h"
#include "cards/wild_ranking.h"
#include "odds/wild_showdown.h"

namespace cardroom::odds {

namespace {

using games::ActionKind;
using games::View;

// How clear a decision of basic play is, in initial wagers: the lower ends of the bins. Basic play that folds and basic
// play that bets have bins of their own.
constexpr std::array bin_margins = {0.0, 0.01, 0.02, 0.04, 0.07, 0.1, 0.15, 0.2, 0.3, 0.45, 0.7, 1.2};
constexpr size_t bin_count = 2 * bin_margins.size();

size_t bin_of(double margin, bool folds) {
  const auto above = std::ranges::upper_bound(bin_margins, margin);
  return static_cast<size_t>(above - bin_margins.begin()) - 1 + (folds ? bin_margins.size() : 0);
}

// Groups of hands that a person tells apart: the high card, the pair, else the category.
std::string group_of(Ranking ranking, HandRank rank) {
  const auto category = category_of(ranking, rank);
  const std::string letters = rank_letters_of(ranking, rank);
  const auto rank_of_letter = [](char letter) {
    return static_cast<int>(std::string_view("23456789TJQKA").find(letter));
  };
  if (category == cards::Category::high_card)
    return fmt::format("{} high", cards::rank_name(rank_of_letter(letters[0])));
  if (category == cards::Category::pair)
    return fmt::format("pair of {}", cards::rank_plural(rank_of_letter(letters[0])));
  if (category == cards::Category::three_card_flush)
    return fmt::format("three-card flush, {} high", cards::rank_name(rank_of_letter(letters[0])));
  return std::string(cards::category_name(category));
}

size_t showdown_change_place(size_t group, size_t from, size_t to) {
  return (group * ExposedShowdown::choices_max + from) * ExposedShowdown::choices_max + to;
}

}  // namespace

ExposedShowdown::ExposedShowdown(const Table& table, const ShowdownCounts& counts, Seen seen)
    : counts_(&counts),
      seen_(seen),
      basic_(play_all(table, counts, base_units(table.game()))),
      hands_(counts.shape().dealer_ranking, counts.shape().dealer_cards) {
  const ShowdownShape& shape = counts.shape();
  CHECK(seen.hands >= 0 && seen.hands < table.players_max());
  const int known = shape.up_cards + (seen.dealer_hole ? 1 : 0);
  CHECK(known <= UnseenHands::known_max);
  const Figures base = base_figures(basic_, 0, "optimal");
  base_edge_ = base.house_edge;
  base_staked_ = base.average_staked;
  stake_unit_ = unit().value();
  gain_unit_ = stake_unit_ * hands_.all(known, shape.deck.size() - (1 + seen.hands) * shape.player_cards - known);
  plan_ranks();
  plan_basic();
  name_changes();
}

void ExposedShowdown::plan_ranks() {
  const ShowdownShape& shape = counts_->shape();
  plans_.resize(static_cast<size_t>(class_count(shape.player_ranking)));
  const int scale_end = class_count(shape.dealer_ranking);
  std::map<std::string, uint16_t> groups;
  for (const PlayerClass& held : counts_->players()) {
    RankPlan& plan = plans_[static_cast<size_t>(held.rank)];
    if (!plan.choices.empty()) continue;
    const View view{.own = held.cards, .stakes = &basic_.stakes};
    plan.cuts = cuts_for(held.rank, shape.borders);
    plan.choices = choices_among(table().game().actions(view, table()), unit());
    CHECK(plan.choices.size() <= choices_max);
    const size_t intervals = plan.cuts.at.size();
    plan.payoffs.resize(plan.choices.size() * intervals);
    for (size_t choice = 0; choice < plan.choices.size(); ++choice) {
      for (size_t cut = 0; cut < intervals; ++cut) {
        if (plan.cuts.at[cut] >= scale_end) continue;
        plan.payoffs[choice * intervals + cut] =
            total_net(table(), basic_.stakes, held.rank, plan.cuts.at[cut], plan.choices[choice]);
      }
      int64_t staked = 0;
      for (size_t wager = 0; wager < table().game().facts.wagers.size(); ++wager) {
        staked += stake_of(basic_.stakes, plan.choices[choice], wager).value();
      }
      plan.stakes.push_back(staked);
    }
    const auto [found, added] =
        groups.try_emplace(group_of(shape.player_ranking, HandRank(held.rank)), static_cast<uint16_t>(groups_.size()));
    if (added) groups_.push_back(found->first);
    plan.group = found->second;
    plan.first_rank = static_cast<int>(
        std::string_view("23456789TJQKA").find(rank_letters_of(shape.player_ranking, HandRank(held.rank)).front()));
  }
}

void ExposedShowdown::plan_basic() {
  const ShowdownShape& shape = counts_->shape();
  const auto& players = counts_->players();
  if (by_class()) {
    player_of_class_.resize(with_wilds() ? wild_class_count()
                                         : static_cast<size_t>(set_classes(shape.player_cards).class_count()));
  }
  const auto slots = static_cast<size_t>(counts_->slots());
  basics_.resize(players.size() * slots);
  const auto all = static_cast<int64_t>(counts_->hands_per_slot());
  std::array<int64_t, choices_max> sums{};
  std::array<uint64_t, bin_count> weights{};
  for (size_t player = 0; player < players.size(); ++player) {
    if (by_class()) player_of_class_[class_of(players[player].cards)] = static_cast<uint32_t>(player);
    const RankPlan& plan = plans_[static_cast<size_t>(players[player].rank)];
    const size_t intervals = plan.cuts.at.size();
    for (size_t slot = 0; slot < slots; ++slot) {
      const auto counts = counts_->counts(player, static_cast<int>(slot));
      const auto below = [&](size_t cut) -> int64_t {
        if (cut == intervals) return all;
        const int which = plan.cuts.count[cut];
        return which < 0 ? 0 : counts.all()[which];
      };
      sums.fill(0);
      for (size_t cut = 0; cut < intervals; ++cut) {
        const int64_t hands = below(cut + 1) - below(cut);
        for (size_t choice = 0; choice < plan.choices.size(); ++choice)
          sums[choice] += hands * plan.payoffs[choice * intervals + cut];
      }
      const Basic basic = basic_of(plan, sums);
      basics_[player * slots + slot] = basic;
      weights[basic.bin] += players[player].multiplicity;
    }
  }
  bin_weights_.assign(weights.begin(), weights.end());
}

ExposedShowdown::Basic ExposedShowdown::basic_of(const RankPlan& plan,
                                                 const std::array<int64_t, choices_max>& sums) const {
  const auto all = static_cast<double>(counts_->hands_per_slot());
  const double scale = 1.0 / (all * static_cast<double>(unit().value()));
  const auto known = std::span(sums).first(plan.choices.size());
  const auto best = std::ranges::max_element(known);
  const auto chosen = static_cast<size_t>(best - known.begin());
  int64_t margin = INT64_MAX;
  for (size_t choice = 0; choice < known.size(); ++choice) {
    if (choice != chosen) margin = std::min(margin, *best - known[choice]);
  }
  const bool folds = plan.choices[chosen].kind == ActionKind::fold;
  const size_t bin = bin_of(known.size() == 1 ? bin_margins.back() : static_cast<double>(margin) * scale, folds);
  return {static_cast<uint8_t>(chosen), static_cast<uint8_t>(bin)};
}

bool ExposedShowdown::with_wilds() const {
  return cards::ranked_with_wilds(counts_->shape().player_ranking);
}

uint32_t ExposedShowdown::class_of(CardSet own) const {
  return with_wilds() ? wild_class_of(own) : set_classes(own.size()).class_of(set_number(own));
}

void ExposedShowdown::name_changes() {
  change_names_.resize(groups_.size() * choices_max * choices_max);
  for (const PlayerClass& held : counts_->players()) {
    const RankPlan& plan = plans_[static_cast<size_t>(held.rank)];
    for (size_t from = 0; from < plan.choices.size(); ++from) {
      for (size_t to = 0; to < plan.choices.size(); ++to) {
        change_names_[showdown_change_place(plan.group, from, to)] = {
            groups_[plan.group], fmt::format("{} instead of {}", choice_name(table().game(), plan.choices[to], unit()),
                                             choice_name(table().game(), plan.choices[from], unit()))};
      }
    }
  }
}

void ExposedShowdown::expect(const RankPlan& plan, CardSet known, CardSet unseen,
                             std::array<int64_t, choices_max>& sums) const {
  const size_t intervals = plan.cuts.at.size();
  std::array<uint32_t, 8> below{};
  CHECK(intervals <= below.size());
  // The first cut is the bottom of the scale.
  hands_.count(known, unseen, std::span(plan.cuts.at).subspan(1), std::span(below).first(intervals - 1));
  const uint32_t all = hands_.all(known.size(), unseen.size());
  sums.fill(0);
  uint32_t before = 0;
  for (size_t cut = 0; cut < intervals; ++cut) {
    const uint32_t upto = cut + 1 < intervals ? below[cut] : all;
    const auto hands = static_cast<int64_t>(upto - before);
    before = upto;
    for (size_t choice = 0; choice < plan.choices.size(); ++choice) {
      sums[choice] += hands * plan.payoffs[choice * intervals + cut];
    }
  }
}

ExposedShowdown::Basic ExposedShowdown::basic_now(const RankPlan& plan, CardSet known, CardSet unseen) const {
  std::array<int64_t, choices_max> sums;
  expect(plan, known, unseen, sums);
  return basic_of(plan, sums);
}

std::optional<ExposedShowdown::Dealt> ExposedShowdown::deal(base::Prng& prng, cards::Deck& full,
                                                            const Thinning& every) const {
  const ShowdownShape& shape = counts_->shape();
  full.reset();
  const CardSet drawn = full.draw_set(prng, shape.player_cards);
  // Suits have no rank, and wild cards are alike: the representative of the class stands for the hand.
  const size_t player = by_class() ? player_of_class_[class_of(drawn)] : 0;
  const CardSet own = by_class() ? counts_->players()[player].cards : drawn;
  cards::Deck deck(shape.deck - own);
  Dealt dealt;
  dealt.own = own;
  size_t slot = 0;
  if (shape.up_cards == 1) {
    const cards::Card up = deck.draw(prng);
    const CardSet lower((uint64_t{1} << up.bit()) - 1);
    slot = static_cast<size_t>(((shape.deck - own) & lower).size());
    dealt.known.add(up);
    dealt.up_rank = up.rank();
  }
  const int rank = by_class() ? counts_->players()[player].rank : rank_hand(shape.player_ranking, own).value();
  dealt.plan = &plans_[static_cast<size_t>(rank)];
  const Basic basic = by_class() ? basics_[player * static_cast<size_t>(counts_->slots()) + slot]
                                 : basic_now(*dealt.plan, dealt.known, shape.deck - own - dealt.known);
  dealt.basic = basic.choice;
  dealt.bin = basic.bin;
  if (every[basic.bin] != 1 && base::uniform_below(prng, every[basic.bin]) != 0) return {};
  if (seen_.dealer_hole) dealt.known.add(deck.draw(prng));
  dealt.seen = deck.draw_set(prng, seen_.hands * shape.player_cards);
  dealt.unseen = shape.deck - own - dealt.known - dealt.seen;
  return dealt;
}

ExposedTally ExposedShowdown::play_block(uint64_t prng_key, uint64_t block, const Thinning& every) const {
  ExposedTally tally = empty_block();
  base::Prng prng(base::prng_key_of_stream(prng_key, block));
  cards::Deck full(counts_->shape().deck);
  std::array<int64_t, choices_max> sums;
  for (uint64_t number = 0; number < deals_per_block; ++number) {
    const auto dealt = deal(prng, full, every);
    if (!dealt) continue;
    const RankPlan& plan = *dealt->plan;
    const size_t basic = dealt->basic;
    BinTally& sum = tally.bins[dealt->bin];
    ++sum.deals;
    if (plan.choices.size() == 1) continue;
    expect(plan, dealt->known, dealt->unseen, sums);
    if (!rules_.empty()) {
      const uint8_t simple = rules_.decide(clue_of(*dealt, sums, rules_.way(), rules_.way() + 1));
      if (simple != basic) sum.add_simple(sums[simple] - sums[basic]);
    }
    size_t best = basic;
    for (size_t choice = 0; choice < plan.choices.size(); ++choice) {
      if (sums[choice] > sums[best]) best = choice;
    }
    if (best == basic) continue;
    const Int128 gain = sums[best] - sums[basic];
    const Int128 stake = plan.stakes[best] - plan.stakes[basic];
    sum.add(gain, stake, 1);
    ExposedTally::Change& change = tally.changes[showdown_change_place(plan.group, basic, best)];
    change.weight += every[dealt->bin];
    change.gain += gain * every[dealt->bin];
  }
  return tally;
}

void ExposedShowdown::learn_block(uint64_t prng_key, uint64_t block, CountLearner& learner) const {
  base::Prng prng(base::prng_key_of_stream(prng_key, block));
  const Thinning every(bin_count, 1);
  cards::Deck full(counts_->shape().deck);
  std::array<int64_t, choices_max> sums;
  for (uint64_t number = 0; number < deals_per_block; ++number) {
    const auto dealt = deal(prng, full, every);
    if (dealt->plan->choices.size() == 1) continue;
    expect(*dealt->plan, dealt->known, dealt->unseen, sums);
    learner.add(clue_of(*dealt, sums, 0, counting_ways()));
  }
}

ExposedShowdown::Sums ExposedShowdown::sums(CardSet own, CardSet up, CardSet hole, CardSet seen) const {
  const ShowdownShape& shape = counts_->shape();
  Sums situation;
  const RankPlan& plan = plans_[static_cast<size_t>(rank_hand(shape.player_ranking, own).value())];
  const CardSet known = up | hole;
  const CardSet unseen = shape.deck - own - known - seen;
  std::array<int64_t, choices_max> sums{};
  expect(plan, known, unseen, sums);
  situation.choices = plan.choices;
  situation.net_sums.assign(sums.begin(), sums.begin() + static_cast<std::ptrdiff_t>(plan.choices.size()));
  situation.hands = hands_.all(known.size(), unseen.size());
  // Basic play sees its own cards and what the rules show.
  std::array<int64_t, choices_max> blind{};
  expect(plan, up, shape.deck - own - up, blind);
  const auto first = blind.begin();
  const auto last = first + static_cast<std::ptrdiff_t>(plan.choices.size());
  situation.basic = static_cast<size_t>(std::max_element(first, last) - first);
  situation.best = situation.basic;
  for (size_t choice = 0; choice < plan.choices.size(); ++choice) {
    if (sums[choice] > sums[situation.best]) situation.best = choice;
  }
  return situation;
}

std::vector<int64_t> ExposedShowdown::worths(CardSet own, CardSet up, CardSet seen) const {
  const ShowdownShape& shape = counts_->shape();
  const RankPlan& plan = plans_[static_cast<size_t>(rank_hand(shape.player_ranking, own).value())];
  std::array<int64_t, choices_max> sums{};
  expect(plan, up, shape.deck - own - up - seen, sums);
  return {sums.begin(), sums.begin() + static_cast<std::ptrdiff_t>(plan.choices.size())};
}

Situation ExposedShowdown::look(CardSet own, CardSet up, CardSet hole, CardSet seen) const {
  const Sums found = sums(own, up, hole, seen);
  Situation situation;
  situation.basic = found.basic;
  situation.best = found.best;
  situation.ways = found.hands;
  const Integer per_wager = Integer(found.hands) * Integer(unit().value());
  for (size_t choice = 0; choice < found.choices.size(); ++choice) {
    situation.choices.push_back(choice_name(table().game(), found.choices[choice], unit()));
    situation.values.emplace_back(Integer(found.net_sums[choice]), per_wager);
  }
  return situation;
}

}  // namespace cardroom::odds
