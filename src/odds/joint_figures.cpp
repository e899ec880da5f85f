#include "odds/joint_figures.h"

#include <algorithm>
#include <array>
#include <map>

#include "base/check.h"

namespace cardroom::odds {

JointFigures make_joint_figures(std::vector<int> wagers, std::vector<Rational> bets,
                                std::vector<JointFigures::Companion> companions, std::string strategy,
                                std::vector<JointRow> rows) {
  JointFigures figures;
  figures.wagers = std::move(wagers);
  figures.bets = std::move(bets);
  figures.companions = std::move(companions);
  figures.strategy = std::move(strategy);
  figures.rows = std::move(rows);
  std::ranges::stable_sort(figures.rows, [](const JointRow& a, const JointRow& b) {
    return a.total != b.total ? a.total > b.total : a.nets > b.nets;
  });
  const size_t count = figures.wagers.size();
  for (const JointRow& row : figures.rows) figures.deals += row.deals;
  CHECK(figures.deals > 0);
  for (const Rational& bet : figures.bets) figures.bet += bet;
  for (const JointFigures::Companion& companion : figures.companions) figures.bet += companion.bet;
  figures.means.assign(count, 0);
  figures.covariances.assign(count, std::vector<Rational>(count));
  Rational squares;
  for (const JointRow& row : figures.rows) {
    const Rational share(row.deals, figures.deals);
    figures.mean += share * row.total;
    figures.average_staked += share * row.staked;
    squares += share * row.total * row.total;
    for (size_t a = 0; a < count; ++a) {
      figures.means[a] += share * row.nets[a];
      for (size_t b = 0; b <= a; ++b) figures.covariances[a][b] += share * row.nets[a] * row.nets[b];
    }
  }
  for (size_t a = 0; a < count; ++a) {
    for (size_t b = 0; b <= a; ++b) {
      figures.covariances[a][b] -= figures.means[a] * figures.means[b];
      figures.covariances[b][a] = figures.covariances[a][b];
    }
  }
  figures.variance = squares - figures.mean * figures.mean;
  figures.house_edge = -figures.mean / figures.bet;
  figures.element_of_risk = -figures.mean / figures.average_staked;
  return figures;
}

std::vector<JointRow> JointFigures::by_total() const {
  std::vector<JointRow> totals;
  for (const JointRow& row : rows) {
    if (totals.empty() || totals.back().total != row.total) {
      totals.push_back({.nets = {}, .total = row.total, .staked = 0, .deals = 0});
    }
    totals.back().deals += row.deals;
  }
  return totals;
}

std::string correlation_text(const JointFigures& figures, size_t a, size_t b, int digits) {
  const Rational product = figures.covariances[a][a] * figures.covariances[b][b];
  if (product == 0) return "0";
  return base::to_significant(figures.covariances[a][b] / square_root(product, digits + 12), digits);
}

std::vector<cards::CardSet> renamings(cards::CardSet cards) {
  std::array<int, cards::suit_count> suits = {0, 1, 2, 3};
  std::vector<uint64_t> found;
  do {
    uint64_t bits = 0;
    for (size_t suit = 0; suit < suits.size(); ++suit) {
      bits |= uint64_t{cards.ranks(static_cast<cards::Suit>(suit))} << (16 * suits[suit]);
    }
    found.push_back(bits);
  } while (std::ranges::next_permutation(suits).found);
  std::ranges::sort(found);
  found.erase(std::ranges::unique(found).begin(), found.end());
  std::vector<cards::CardSet> sets;
  for (const uint64_t bits : found) sets.emplace_back(bits);
  return sets;
}

}  // namespace cardroom::odds
