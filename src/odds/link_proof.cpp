#include "odds/link_proof.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <mutex>

#include "base/check.h"
#include "cards/subsets.h"

namespace cardroom::odds {

namespace {

using cards::CardSet;
using games::Holder;
using games::Table;

const games::WagerPays& pays_of(const Table& table) {
  const auto& wagers = table.game().facts.wagers;
  const auto found = std::ranges::find(wagers, games::WagerKind::progressive, &games::WagerFact::kind);
  CHECK(found != wagers.end() && table.progressive_reading() >= 0);
  return *table.pays(static_cast<int>(found - wagers.begin()));
}

LinkedGame count(const Table& table, Progress* progress) {
  const games::WagerPays& pays = pays_of(table);
  const games::Reading& read = table.game().facts.readings[static_cast<size_t>(table.progressive_reading())];
  LinkedGame linked{.game = &table.game(), .dealt = {}, .deals = 0, .by_row = {}};
  const auto add = [&](bool reads, Holder holder) {
    if (reads) linked.dealt.emplace_back(holder, table.cards_of(holder));
  };
  add(read.player, Holder::player);
  add(read.dealer, Holder::dealer);
  add(read.community, Holder::community);
  CHECK(!linked.dealt.empty() && linked.dealt.size() <= 2);
  const int first_count = linked.dealt.front().second;
  const int second_count = linked.dealt.size() == 2 ? linked.dealt.back().second : 0;

  // By the lowest card of the first holder's, so that the work can be shared out.
  std::mutex adding;
  std::vector<uint64_t> by_row(pays.rows().size());
  uint64_t deals = 0;
  begin(progress, "dealing " + std::string(table.game().facts.name), cards::deck_size);
  tbb::parallel_for(0, cards::deck_size, [&](int lowest) {
    std::vector<uint64_t> rows(by_row.size());
    uint64_t dealt = 0;
    const CardSet lowest_card{cards::Card::from_index(lowest)};
    CardSet above;
    for (int index = lowest + 1; index < cards::deck_size; ++index) above.add(cards::Card::from_index(index));
    cards::for_each_subset(above, first_count - 1, [&](CardSet others) {
      const CardSet first = others | lowest_card;
      cards::for_each_subset(CardSet::full_deck() - first, second_count, [&](CardSet second) {
        ++dealt;
        const int row = pays.row_of(rank_hand(read.ranking, first | second));
        if (row >= 0) ++rows[static_cast<size_t>(row)];
      });
    });
    advance(progress);
    const std::lock_guard lock(adding);
    deals += dealt;
    for (size_t row = 0; row < rows.size(); ++row) by_row[row] += rows[row];
  });
  linked.deals = deals;
  linked.by_row.assign(by_row.begin(), by_row.end());
  return linked;
}

}  // namespace

LinkProof prove_link(const std::vector<Table>& tables, Progress* progress) {
  LinkProof proof;
  for (const Table& table : tables) proof.games.push_back(count(table, progress));
  for (size_t at = 0; at < tables.size(); ++at) {
    const auto& rows = pays_of(tables[at]).rows();
    for (size_t index = 0; index < rows.size(); ++index) {
      auto row = std::ranges::find(proof.rows, rows[index].hand, &LinkRow::hand);
      if (row == proof.rows.end()) {
        row = proof.rows.insert(row, {rows[index].hand, std::vector<Rational>(tables.size()), false});
      }
      row->probabilities[at] = Rational(proof.games[at].by_row[index], proof.games[at].deals);
    }
  }
  for (LinkRow& row : proof.rows) {
    row.same =
        std::ranges::all_of(row.probabilities, [&](const Rational& p) { return p == row.probabilities.front(); });
  }
  proof.same = std::ranges::all_of(proof.rows, &LinkRow::same);
  return proof;
}

}  // namespace cardroom::odds
