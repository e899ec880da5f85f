#include "odds/analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/check.h"
#include "cards/suit_ranking.h"
#include "cards/wild_ranking.h"
#include "odds/draw_play.h"
#include "odds/reading_counts.h"
#include "odds/shared_board.h"

namespace cardroom::odds {

namespace {

using games::Cents;
using games::Hand;
using games::Holder;
using games::Outcome;
using games::Outcomes;
using games::WagerFact;
using games::WagerKind;

bool same_shape(const ShowdownShape& a, const ShowdownShape& b) {
  return a.player_cards == b.player_cards && a.dealer_cards == b.dealer_cards && a.up_cards == b.up_cards &&
         a.player_ranking == b.player_ranking && a.dealer_ranking == b.dealer_ranking && a.borders == b.borders;
}

// A wager settled by itself on one unit, with one of its readings at a rank.
Outcome settle_one(const Table& table, int wager, int reading, int rank, int hands, bool folded = false) {
  Hand hand;
  hand.stakes[static_cast<size_t>(wager)] = exact_unit(table);
  const int base = table.game().wager(wager).base;
  if (base != games::no_wager) hand.stakes[static_cast<size_t>(base)] = exact_unit(table);
  hand.folded = folded;
  hand.hands_dealt = hands;
  hand.rank[static_cast<size_t>(reading)] = HandRank(rank);
  Outcomes outcomes{};
  table.game().settle(hand, table, outcomes);
  return outcomes[static_cast<size_t>(wager)];
}

OutcomeRow row_of(const Table& table, int wager, const Outcome& outcome, Integer deals) {
  const int64_t unit = exact_unit(table).value();
  const int64_t net = outcome.paid.value() - (outcome.stake_returned ? 0 : unit);
  const bool hit = outcome.row >= 0 && outcome.result != games::Result::pushed;
  return {.name = outcome.row >= 0 ? table.pays(wager)->row(outcome.row).hand : "nothing",
          .deals = std::move(deals),
          .net = Rational(net, unit),
          .staked = 1,
          .hit = hit};
}

}  // namespace

int cards_in(const Table& table, const games::Reading& reading) {
  return (reading.player ? table.cards_of(Holder::player) : 0) + (reading.dealer ? table.cards_of(Holder::dealer) : 0) +
         (reading.community ? table.cards_of(Holder::community) : 0);
}

const ShowdownCounts& Analyst::showdown(const ShowdownShape& shape) {
  for (const auto& counts : showdowns_) {
    if (same_shape(counts->shape(), shape)) return *counts;
  }
  if (cards::ranked_by_suit(shape.dealer_ranking) || cards::ranked_with_wilds(shape.dealer_ranking)) {
    return *showdowns_.emplace_back(std::make_unique<ShowdownCounts>(shape, progress_));
  }
  const bool fitting =
      histograms_ && histograms_->ranking() == shape.dealer_ranking && histograms_->hand_size() == shape.dealer_cards;
  if (!fitting) histograms_ = std::make_unique<HandHistograms>(shape.dealer_ranking, shape.dealer_cards, progress_);
  return *showdowns_.emplace_back(std::make_unique<ShowdownCounts>(shape, *histograms_, progress_));
}

BestPlay& Analyst::best_play(const ShowdownShape& shape) {
  const ShowdownCounts& counts = showdown(shape);
  for (const auto& best : best_plays_) {
    if (&best->counts() == &counts) return *best;
  }
  return *best_plays_.emplace_back(std::make_unique<BestPlay>(counts));
}

const std::vector<uint64_t>& Analyst::reading(Ranking ranking, int card_count) {
  auto& counts = readings_[{ranking, card_count}];
  if (counts.empty()) counts = reading_counts(ranking, card_count, game_->facts.deck);
  return counts;
}

const HighestHandCounts& Analyst::highest(int hands) {
  // Up to the most that any paytable has: more cost little once the first are counted.
  constexpr int hands_max = 8;
  if (static_cast<int>(highest_.size()) < hands) {
    highest_ = highest_hand_counts_up_to(std::max(hands, hands_max), {}, progress_);
  }
  return highest_[static_cast<size_t>(hands) - 1];
}

bool Analyst::fold_matters(const Table& table, int wager) const {
  const int reading = table.game().wager(wager).reads.front();
  const Ranking ranking = table.game().facts.readings[static_cast<size_t>(reading)].ranking;
  for (const int rank : {0, class_count(ranking) / 2, class_count(ranking) - 1}) {
    if (settle_one(table, wager, reading, rank, 2, true) != settle_one(table, wager, reading, rank, 2, false))
      return true;
  }
  return false;
}

Analyst::BasePlayer Analyst::base_player(const Table& table, std::vector<std::pair<int, int>> beside) {
  std::vector<std::pair<int, int>> units = base_units(table.game());
  units.insert(units.end(), beside.begin(), beside.end());
  if (!not_a_shared_board(table)) {
    return [table, units = std::move(units), progress = progress_](const NamedRule& rule, bool) {
      return play_shared_board(table, units, {.strategy = rule.rule, .keep_values = false, .progress = progress}).play;
    };
  }
  return [table, units = std::move(units), counts = &showdown(shape_of(table)), progress = progress_](
             const NamedRule& rule, bool keep_values) {
    return play_all(table, *counts, units, {.strategy = rule.rule, .keep_values = keep_values, .progress = progress});
  };
}

Play Analyst::base_play(const Table& table, const NamedRule& rule, bool keep_values,
                        std::vector<std::pair<int, int>> beside) {
  return base_player(table, std::move(beside))(rule, keep_values);
}

Figures Analyst::by_reading(const Table& given, int wager) {
  const Table table = exact_table(given);
  const int index = table.game().wager(wager).reads.front();
  const games::Reading& read = table.game().facts.readings[static_cast<size_t>(index)];
  const auto& counts = reading(read.ranking, cards_in(table, read));
  // Ranks between two borders of the rows have the same outcome.
  std::set<int> starts = {0, class_count(read.ranking)};
  for (const games::PayRow& row : table.pays(wager)->rows()) {
    starts.insert(row.covers.low.value());
    starts.insert(row.covers.high.value() + 1);
  }
  std::vector<OutcomeRow> rows;
  for (auto start = starts.begin(); std::next(start) != starts.end(); ++start) {
    uint64_t deals = 0;
    for (int rank = *start; rank < *std::next(start); ++rank) deals += counts[static_cast<size_t>(rank)];
    if (deals > 0) rows.push_back(row_of(table, wager, settle_one(table, wager, index, *start, 2), deals));
  }
  const WagerFact& fact = table.game().wager(wager);
  return make_figures(std::string(fact.id), std::string(fact.name), "", std::move(rows));
}

// Every walk over the boards takes seconds: the figures of some pays are kept.
const Figures& Analyst::by_board(const Table& table) {
  constexpr size_t kept_max = 32;
  std::string pays;
  for (size_t wager = 0; wager < table.game().facts.wagers.size(); ++wager) {
    const games::WagerPays* of_wager = table.pays(static_cast<int>(wager));
    if (!of_wager || owner_of(table.game(), wager) != 0) continue;
    for (const games::PayRow& row : of_wager->rows()) pays += row.hand + "=" + to_text(row.pays.front()) + ";";
  }
  if (boards_.size() >= kept_max && !boards_.contains(pays)) boards_.clear();
  const auto found = boards_.find(pays);
  if (found != boards_.end()) return found->second;
  const BoardPlay play = play_shared_board(table, base_units(table.game()),
                                           {.strategy = nullptr, .keep_values = false, .progress = progress_});
  return boards_.emplace(pays, best_board_figures(play)).first->second;
}

Figures Analyst::by_highest(const Table& given, int wager, int hands) {
  const Table table = exact_table(given);
  const int index = table.game().wager(wager).reads.front();
  const Ranking ranking = table.game().facts.readings[static_cast<size_t>(index)].ranking;
  const HighestHandCounts& counts = highest(hands);
  std::vector<OutcomeRow> rows;
  for (size_t at = 0; at < counts.by_category.size(); ++at) {
    const auto category = static_cast<cards::Category>(at);
    if (!has_category(ranking, category)) continue;
    const int rank = highest_of(ranking, category).value();
    rows.push_back(row_of(table, wager, settle_one(table, wager, index, rank, hands), counts.by_category[at]));
  }
  const WagerFact& fact = table.game().wager(wager);
  return make_figures(std::string(fact.id), fmt::format("{}, {} hands", fact.name, hands), "", std::move(rows));
}

std::expected<Figures, std::string> Analyst::wager(const Table& table, int wager, const NamedRule& rule, int hands) {
  const games::Facts& facts = table.game().facts;
  const WagerFact& fact = table.game().wager(wager);
  if (fact.kind != WagerKind::regular && fact.kind != WagerKind::bonus) {
    return std::unexpected(
        fmt::format("{} is not a separate wager: it counts with the {} [wager_not_of_its_own]", fact.name,
                    fact.base == games::no_wager ? "jackpot" : facts.wagers[static_cast<size_t>(fact.base)].name));
  }
  if (wager == 0 && !not_a_draw(table)) {
    const DrawGame game(table);
    return rule.rule ? draw_figures(game, play_draw(game, rule.rule), rule.name) : best_draw_figures(game);
  }
  if (wager == 0 && !not_a_shared_board(table)) {
    return rule.rule ? base_figures(base_play(table, rule), 0, rule.name) : by_board(table);
  }
  if (wager == 0) {
    if (const auto why = not_a_showdown(table))
      return std::unexpected(fmt::format("{}: {} [not_a_showdown]", facts.name, *why));
    if (rule.rule) return base_figures(base_play(table, rule), 0, rule.name);
    return base_figures(best_play(shape_of(table)).play(table, base_units(table.game())), 0, rule.name);
  }
  const games::Reading& read = facts.readings[static_cast<size_t>(fact.reads.front())];
  if (read.highest_at_table) {
    const auto& counts = table.pays(wager)->hand_counts();
    if (std::ranges::find(counts, hands) == counts.end()) {
      return std::unexpected(fmt::format("{} has no pays for {} hands [hands_not_in_paytable]", fact.name, hands));
    }
    for (const games::PayRow& row : table.pays(wager)->rows()) {
      const auto category = category_of(read.ranking, row.covers.low);
      if (row.covers.low != lowest_of(read.ranking, category)) {
        return std::unexpected(fmt::format(
            "'{}' is not a whole category, which the exact count of the highest hand needs [row_not_a_category]",
            row.hand));
      }
    }
    return by_highest(table, wager, hands);
  }
  if (fact.reads.size() == 1) {
    if (fact.kind == WagerKind::regular || !fold_matters(exact_table(table), wager)) return by_reading(table, wager);
    // A fold loses it: what it is worth depends on how the base game is played.
    const std::vector<std::pair<int, int>> both = {{0, 1}, {wager, 1}};
    const Play play = rule.rule ? play_all(table, showdown(shape_of(table)), both,
                                           {.strategy = rule.rule, .keep_values = false, .progress = progress_})
                                : best_play(shape_of(table)).play(table, both);
    return wager_figures(play, wager, rule.name + ", for both wagers together");
  }
  // It depends on both hands, and a fold loses it: its own best play is never to fold.
  const ShowdownShape shape = shape_of(table, wager);
  if (!rule.rule) {
    const Play play = best_play(shape).play(table, {{0, 1}, {wager, 1}}, BestPlay::Decisions::never_fold);
    return wager_figures(play, wager, "never folds");
  }
  if (shape_of(table).up_cards > 0) {
    return std::unexpected(
        fmt::format("{} cannot be counted under a rule that uses the up-card [rule_sees_up_card]", fact.name));
  }
  const Play play = play_all(table, showdown(shape), {{0, 1}, {wager, 1}},
                             {.strategy = rule.rule, .keep_values = false, .progress = progress_});
  return wager_figures(play, wager, rule.name);
}

std::expected<std::vector<Figures>, std::string> Analyst::all(const Table& table, const NamedRule& rule) {
  std::vector<Figures> all;
  const auto& wagers = table.game().facts.wagers;
  for (size_t index = 0; index < wagers.size(); ++index) {
    const WagerFact& fact = wagers[index];
    if (fact.kind != WagerKind::regular && fact.kind != WagerKind::bonus) continue;
    std::vector<int> hand_counts = {2};
    const auto* pays = table.pays(static_cast<int>(index));
    if (pays && !pays->hand_counts().empty()) hand_counts = pays->hand_counts();
    std::ranges::sort(hand_counts);
    for (const int hands : hand_counts) {
      // Only the base game is played by the rule that was asked for.
      auto figures = wager(table, static_cast<int>(index), index == 0 ? rule : NamedRule{}, hands);
      if (!figures) return std::unexpected(figures.error());
      all.push_back(std::move(*figures));
    }
  }
  return all;
}

}  // namespace cardroom::odds
