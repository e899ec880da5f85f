#include "games/settlement.h"

namespace cardroom::games {

namespace {

constexpr bool has(uint32_t mask, size_t bit) {
  return (mask >> bit) & 1;
}

// The readings that the wagers of a position need, one bit each.
uint32_t readings_needed(const Table& table, const Stakes& stakes) {
  const auto& wagers = table.game().facts.wagers;
  uint32_t needed = 0;
  for (size_t wager = 0; wager < wagers.size(); ++wager) {
    const size_t staked = wagers[wager].kind == WagerKind::award ? static_cast<size_t>(wagers[wager].base) : wager;
    if (stakes[staked] > Cents(0)) needed |= table.readings_of(static_cast<int>(wager));
  }
  return needed;
}

void add_envy(const Table& table, const Round& round, const std::vector<Outcomes>& outcomes, int wager,
              std::vector<SettlementLine>& lines) {
  for_each_envy(table, round, outcomes, wager, [&](size_t winner, size_t other, Cents paid) {
    lines.push_back({.kind = SettlementLine::Kind::envy,
                     .position = round.positions[other].number,
                     .wager = wager,
                     .outcome = {.result = Result::won,
                                 .reason = Reason::envy,
                                 .row = outcomes[winner][static_cast<size_t>(wager)].row,
                                 .paid = paid},
                     .from_position = round.positions[winner].number});
  });
}

Settlement settle_void(const Table& table, const Round& round, std::vector<Miscount> wrong) {
  Settlement settlement;
  settlement.miscounts = std::move(wrong);
  for (size_t index = round.positions.size(); index-- > 0;) {
    const Position& position = round.positions[index];
    for (int wager : table.reconcile_order()) {
      const Cents stake = position.stakes[static_cast<size_t>(wager)];
      if (stake == Cents(0)) continue;
      settlement.lines.push_back(
          {.kind = SettlementLine::Kind::returned,
           .position = position.number,
           .wager = wager,
           .stake = stake,
           .outcome = {.result = Result::pushed, .reason = Reason::deal_void, .stake_returned = true}});
    }
  }
  return settlement;
}

}  // namespace

Cents Settlement::net(int position) const {
  Cents sum;
  for (const SettlementLine& line : lines) {
    if (line.position == position) sum += line.net();
  }
  return sum;
}

HandRank highest_at_table(const Table& table, const Round& round) {
  for (const Reading& reading : table.game().facts.readings) {
    if (!reading.highest_at_table) continue;
    HandRank highest = rank_hand(reading.ranking, to_set(round.dealer));
    for (const Position& position : round.positions) {
      highest = std::max(highest, rank_hand(reading.ranking, to_set(position.cards)));
    }
    return highest;
  }
  return {};
}

Hand read_hand(const Table& table, const Round& round, const Position& position, HandRank highest) {
  Hand hand{.stakes = position.stakes,
            .folded = position.folded(),
            .rank = {},
            .hands_dealt = static_cast<int>(round.positions.size()) + 1};
  const auto& readings = table.game().facts.readings;
  const uint32_t needed = readings_needed(table, position.stakes);
  const CardSet own = to_set(position.cards);
  const CardSet dealer = to_set(round.dealer);
  for (size_t index = 0; index < readings.size(); ++index) {
    if (!has(needed, index)) continue;
    const Reading& reading = readings[index];
    if (reading.highest_at_table) {
      hand.rank[index] = highest;
      continue;
    }
    CardSet cards;
    if (reading.player) cards = cards | own;
    if (reading.dealer) cards = cards | dealer;
    if (reading.community) cards = cards | to_set(round.community);
    hand.rank[index] = rank_hand(reading.ranking, cards);
  }
  return hand;
}

int classify_progressive(const Table& table, const Round& round, const Position& position) {
  const int index = table.progressive_reading();
  if (index < 0) return -1;
  const Reading& reading = table.game().facts.readings[static_cast<size_t>(index)];
  CardSet cards = to_set(position.cards);
  if (reading.community) cards = cards | to_set(round.community);
  const auto& wagers = table.game().facts.wagers;
  for (size_t wager = 0; wager < wagers.size(); ++wager) {
    if (wagers[wager].kind == WagerKind::progressive) {
      return table.pays(static_cast<int>(wager))->row_of(rank_hand(reading.ranking, cards));
    }
  }
  return -1;
}

Settlement settle(const Table& table, const Round& round) {
  if (auto wrong = miscounts(table, round); !wrong.empty()) return settle_void(table, round, std::move(wrong));

  const auto& wagers = table.game().facts.wagers;
  const size_t count = round.positions.size();
  const HandRank highest = highest_at_table(table, round);
  Settlement settlement;
  settlement.hands.resize(count);
  std::vector<Outcomes> outcomes(count);
  for (size_t index = 0; index < count; ++index) {
    settlement.hands[index] = read_hand(table, round, round.positions[index], highest);
    table.game().settle(settlement.hands[index], table, outcomes[index]);
  }
  // From the dealer's right; first what is reconciled hand by hand, then what waits for all of them, envy last.
  for (const bool after_all_hands : {false, true}) {
    for (size_t index = count; index-- > 0;) {
      const Position& position = round.positions[index];
      for (int wager : table.reconcile_order()) {
        const auto at = static_cast<size_t>(wager);
        if (wagers[at].after_all_hands != after_all_hands) continue;
        if (outcomes[index][at].result == Result::none) continue;
        settlement.lines.push_back({.position = position.number,
                                    .wager = wager,
                                    .stake = position.stakes[at],
                                    .outcome = outcomes[index][at]});
      }
    }
  }
  for (size_t wager = 0; wager < wagers.size(); ++wager) {
    if (wagers[wager].kind == WagerKind::progressive) {
      add_envy(table, round, outcomes, static_cast<int>(wager), settlement.lines);
    }
  }
  return settlement;
}

}  // namespace cardroom::games
