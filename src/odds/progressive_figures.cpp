#include "odds/progressive_figures.h"

#include <algorithm>
#include <bit>

#include "base/check.h"
#include "cards/subsets.h"
#include "odds/analysis.h"

namespace cardroom::odds {

namespace {

using games::Holder;
using games::Pay;

const games::WagerPays& progressive_pays(const Table& table) {
  const auto& wagers = table.game().facts.wagers;
  const auto found = std::ranges::find(wagers, games::WagerKind::progressive, &games::WagerFact::kind);
  return *table.pays(static_cast<int>(found - wagers.begin()));
}

}  // namespace

void sum_rows(ProgressiveFigures& figures) {
  figures.fixed_return = 0;
  figures.envy_each = 0;
  figures.levels.clear();
  for (const ProgressiveRow& row : figures.rows) {
    if (row.pay.kind == Pay::Kind::of_meter) {
      auto level = std::ranges::find(figures.levels, row.pay.level, &MeterLevel::name);
      if (level == figures.levels.end()) level = figures.levels.insert(level, {row.pay.level, 0});
      level->share += row.wins() * Rational(row.pay.numerator, 100);
    } else {
      // "To 1" returns the wager besides.
      const int64_t back = row.pay.kind == Pay::Kind::to_one ? row.pay.denominator : 0;
      figures.fixed_return += row.wins() * Rational(row.pay.numerator + back, row.pay.denominator);
    }
    figures.envy_each += row.wins() * Rational(row.envy.value(), 100);
  }
}

std::optional<ProgressiveFigures> Analyst::progressive(const Table& table, const NamedRule& rule) {
  const int index = table.progressive_reading();
  if (index < 0) return std::nullopt;
  const games::WagerPays& pays = progressive_pays(table);
  const games::Reading& read = table.game().facts.readings[static_cast<size_t>(index)];
  const auto& counts = reading(read.ranking, cards_in(table, read));
  ProgressiveFigures figures;
  figures.envy_times_wager = table.envy_times_wager();
  for (const games::PayRow& row : pays.rows()) {
    figures.rows.push_back({.hand = row.hand, .deals = 0, .pay = row.pays.front(), .envy = row.envy, .dealt = 0});
  }
  for (size_t rank = 0; rank < counts.size(); ++rank) {
    figures.deals += counts[rank];
    const int row = pays.row_of(HandRank(static_cast<int>(rank)));
    if (row >= 0) figures.rows[static_cast<size_t>(row)].deals += counts[rank];
  }
  for (ProgressiveRow& row : figures.rows) row.dealt = Rational(row.deals, figures.deals);
  if (table.house().folded_progressive == games::FoldedProgressive::loses && !not_a_showdown(table)) {
    take_out_folds(table, rule, figures);
  }
  sum_rows(figures);
  return figures;
}

// A folded hand that would win: by class of the player's cards and up-card at which it is folded, with every choice of
// the community cards where the reading has some. The dealer's hidden cards are any of the rest and count alike.
void Analyst::take_out_folds(const Table& table, const NamedRule& rule, ProgressiveFigures& figures) {
  const games::WagerPays& pays = progressive_pays(table);
  const games::Reading& read = table.game().facts.readings[static_cast<size_t>(table.progressive_reading())];
  const int community = read.community ? table.cards_of(Holder::community) : 0;
  const bool suits_matter = read.ranking == Ranking::three_card_spades;
  CHECK(community == 0 || !suits_matter);
  const Play play = base_play(table, rule);
  const ShowdownCounts& counts = showdown(shape_of(table));
  std::vector<uint64_t> folded(figures.rows.size());
  uint64_t deals = 0;
  for (size_t player = 0; player < counts.players().size(); ++player) {
    const PlayerClass& held = counts.players()[player];
    for (int slot = 0; slot < counts.slots(); ++slot) {
      CardSet unseen = CardSet::full_deck() - held.cards;
      if (counts.shape().up_cards == 1) unseen.remove(ShowdownCounts::up_card(held.cards, slot));
      deals += held.multiplicity * choose(unseen.size(), community);
      if (((play.folded_slots[player] >> slot) & 1) == 0) continue;
      const auto add = [&](CardSet cards, uint32_t weight) {
        const int row = pays.row_of(rank_hand(read.ranking, cards));
        if (row >= 0) folded[static_cast<size_t>(row)] += weight;
      };
      if (suits_matter) {
        for (const CardSet member : renamings(held.cards)) add(member, 1);
      } else {
        cards::for_each_subset(unseen, community, [&](CardSet drawn) { add(held.cards | drawn, held.multiplicity); });
      }
    }
  }
  figures.folded_by = rule.name;
  for (size_t row = 0; row < folded.size(); ++row)
    figures.rows[row].folded = Rational(Integer(folded[row]), Integer(deals));
}

ProgressiveReturn progressive_return(const ProgressiveFigures& figures, const ProgressiveTerms& terms) {
  CHECK(terms.wager > games::Cents(0) && terms.others >= 0);
  CHECK(terms.meters.empty() || terms.meters.size() == figures.levels.size());
  const Rational wager(terms.wager.value(), 100);
  ProgressiveReturn result;
  result.envy = figures.envy_each * terms.others;
  if (figures.envy_times_wager) result.envy *= wager;
  result.constant = figures.fixed_return + result.envy / wager;
  result.even_sum = wager * (1 - result.constant);
  for (const MeterLevel& level : figures.levels) {
    result.slopes.push_back(level.share / wager);
    result.intercepts.push_back(result.even_sum / level.share);
  }
  if (terms.meters.empty()) return result;
  Rational won;  // of the meters, a round
  for (size_t at = 0; at < figures.levels.size(); ++at) {
    won += figures.levels[at].share * Rational(terms.meters[at].value(), 100);
  }
  result.total = result.constant + won / wager;
  for (size_t at = 0; at < figures.levels.size(); ++at) {
    const Rational& share = figures.levels[at].share;
    const Rational others = won - share * Rational(terms.meters[at].value(), 100);
    result.even_given.push_back((result.even_sum - others) / share);
  }
  return result;
}

}  // namespace cardroom::odds
