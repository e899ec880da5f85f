#include "games/simulation.h"

#include "base/prng.h"

namespace cardroom::games {

namespace {

// The wager that a wager's result counts with.
std::array<size_t, wagers_max> owners(const Game& game) {
  std::array<size_t, wagers_max> owner{};
  for (size_t wager = 0; wager < game.facts.wagers.size(); ++wager) {
    const WagerFact& fact = game.facts.wagers[wager];
    owner[wager] = fact.kind == WagerKind::bonus || fact.base == no_wager ? wager : static_cast<size_t>(fact.base);
  }
  return owner;
}

struct PerOwner {
  int64_t total = 0;
  int64_t net = 0;
};

}  // namespace

void deal_round(const Table& table, Round& round, Strategy strategy, uint64_t prng_key, uint64_t index,
                cards::Deck& deck) {
  for (Position& position : round.positions) position.stakes = stakes_before_deal(table.game(), position);
  base::Prng prng(base::prng_key_of_stream(prng_key, index));
  deck.reset();
  play_round(
      table, round, [&] { return deck.draw(prng); },
      [&](const View& view, const Actions& actions, const Position&) { return strategy(view, table, actions); });
}

void add_rounds(const Table& table, Round& round, Strategy strategy, uint64_t prng_key, uint64_t first, uint64_t count,
                Totals& totals) {
  const auto& wagers = table.game().facts.wagers;
  const auto owner = owners(table.game());
  cards::Deck deck(table.game().facts.deck);
  boost::container::static_vector<Outcomes, positions_max> outcomes;
  boost::container::static_vector<std::array<PerOwner, wagers_max>, positions_max> results;
  for (uint64_t index = first; index < first + count; ++index) {
    deal_round(table, round, strategy, prng_key, index, deck);
    const HandRank highest = highest_at_table(table, round);
    outcomes.assign(round.positions.size(), Outcomes{});
    results.assign(round.positions.size(), {});
    for (size_t seat = 0; seat < round.positions.size(); ++seat) {
      const Position& position = round.positions[seat];
      table.game().settle(read_hand(table, round, position, highest), table, outcomes[seat]);
      for (size_t wager = 0; wager < wagers.size(); ++wager) {
        const Outcome& outcome = outcomes[seat][wager];
        const int64_t stake = position.stakes[wager].value();
        PerOwner& result = results[seat][owner[wager]];
        result.total += stake;
        result.net += outcome.paid.value() - (outcome.stake_returned ? 0 : stake);
        totals.claims[wager] += outcome.result == Result::claimed;
      }
    }
    for (size_t wager = 0; wager < wagers.size(); ++wager) {
      if (wagers[wager].kind != WagerKind::progressive) continue;
      for_each_envy(table, round, outcomes, static_cast<int>(wager),
                    [&](size_t, size_t other, Cents paid) { results[other][wager].net += paid.value(); });
    }
    for (size_t seat = 0; seat < round.positions.size(); ++seat) {
      int64_t net = 0;
      for (size_t wager = 0; wager < wagers.size(); ++wager) {
        const PerOwner& result = results[seat][wager];
        if (result.total == 0) continue;
        Tally& tally = totals.by_wager[wager];
        ++tally.count;
        tally.bet_cents += round.positions[seat].stakes[wager].value();
        tally.total_cents += result.total;
        tally.net_cents += result.net;
        tally.net_squares += static_cast<base::Int128>(result.net) * result.net;
        net += result.net;
      }
      if (Cents(net) > totals.best_net) {
        totals.best_net = Cents(net);
        totals.best_round = index;
      }
    }
    ++totals.rounds;
  }
}

}  // namespace cardroom::games
