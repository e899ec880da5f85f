#include "practice/training_deal.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "base/check.h"
#include "base/prng.h"
#include "games/settlement.h"
#include "games/strategy.h"
#include "odds/preset.h"
#include "practice/shown.h"
#include "practice/values.h"
#include "practice/walk.h"

namespace cardroom::practice {

namespace {

using base::Prng;
using cards::Card;
using cards::CardSet;
using games::Actions;
using games::Choice;
using games::Position;
using games::Round;
using games::Table;
using games::View;
using games::WagerKind;

constexpr int seats_at_table = 7;
using DeckOrder = std::vector<Card>;

bool chance(Prng& prng, uint32_t in, uint32_t of) {
  return base::uniform_below(prng, of) < in;
}

// So many times the least amount, with room for the least raise under the limit.
Cents amount_of(const Table& table, Prng& prng, Cents least, uint32_t units_max) {
  const Cents units = least * static_cast<int64_t>(1 + base::uniform_below(prng, units_max));
  const Cents most =
      scale(table.limits().max, 1, table.game().facts.raise_min_multiple, table.house().chip, base::Rounding::down);
  return std::max(least, std::min(units, most));
}

// Sizes that the preset of the progressive paytable allows; $1 where there is none.
Cents progressive_wager(const Table& table, Prng& prng) {
  for (const games::PaytablePtr& paytable : table.paytables()) {
    const odds::Preset* preset = odds::find_preset(paytable->id);
    if (!preset || preset->wagers.empty()) continue;
    const Cents wager = preset->wagers[base::uniform_below(prng, static_cast<uint32_t>(preset->wagers.size()))];
    if (wager.value() % table.house().chip.value() == 0) return wager;
  }
  return table.limits().bonus_min;
}

games::Stakes wagers_of(const Table& table, const TrainingSetting& setting, Prng& prng) {
  const auto& wagers = table.game().facts.wagers;
  const Cents least = table.limits().min;
  const uint32_t units = setting.level == 1 ? 5 : setting.level == 2 ? 10 : 20;
  games::Stakes stakes{};
  stakes[0] = amount_of(table, prng, least, units);
  for (size_t wager = 1; wager < wagers.size(); ++wager) {
    switch (wagers[wager].kind) {
      case WagerKind::regular:
        if (chance(prng, 3, 4)) stakes[wager] = amount_of(table, prng, least, units);
        // Now and then a player bets only this one.
        if (setting.level > 1 && stakes[wager] > Cents(0) && table.house().ante == games::AnteRule::optional &&
            chance(prng, 1, 8))
          stakes[0] = Cents(0);
        break;
      case WagerKind::companion: stakes[wager] = stakes[static_cast<size_t>(wagers[wager].base)]; break;
      case WagerKind::bonus:
        if (setting.level > 1 && chance(prng, 1, 2))
          stakes[wager] = amount_of(table, prng, table.limits().bonus_min, 10);
        break;
      case WagerKind::progressive:
        if (setting.level == 3 ? chance(prng, 3, 4) : setting.level == 2 && chance(prng, 1, 3))
          stakes[wager] = progressive_wager(table, prng);
        break;
      case WagerKind::raise:
      case WagerKind::award: break;
    }
  }
  for (size_t wager = 0; wager < wagers.size(); ++wager) {
    const bool needs_base = wagers[wager].kind == WagerKind::companion || wagers[wager].kind == WagerKind::bonus;
    if (needs_base && wagers[wager].base != games::no_wager &&
        stakes[static_cast<size_t>(wagers[wager].base)] == Cents(0))
      stakes[wager] = Cents(0);
  }
  return stakes;
}

Round seat_players(const Table& table, const TrainingSetting& setting, Prng& prng) {
  std::vector<int> numbers(seats_at_table);
  std::iota(numbers.begin(), numbers.end(), 1);
  for (uint32_t at = 0; at < numbers.size(); ++at)
    std::swap(numbers[at], numbers[at + base::uniform_below(prng, static_cast<uint32_t>(numbers.size()) - at)]);
  numbers.resize(static_cast<size_t>(setting.players));
  std::ranges::sort(numbers);
  Round round;
  for (int at = 0; at < setting.players; ++at) {
    round.positions.push_back({.number = numbers[static_cast<size_t>(at)],
                               .player = {},
                               .stakes = wagers_of(table, setting, prng),
                               .cards = {},
                               .choices = {}});
  }
  return round;
}

DeckOrder in_order(const Table& table) {
  const CardSet deck = table.game().facts.deck;
  return {deck.begin(), deck.end()};
}

DeckOrder shuffled(const Table& table, Prng& prng) {
  DeckOrder order = in_order(table);
  const auto size = static_cast<uint32_t>(order.size());
  for (uint32_t at = 0; at < size; ++at) std::swap(order[at], order[at + base::uniform_below(prng, size - at)]);
  return order;
}

Draw from(const DeckOrder& order) {
  return [&order, next = size_t{0}]() mutable { return order[next++]; };
}

int progressive_of(const Table& table) {
  const auto& wagers = table.game().facts.wagers;
  const auto found = std::ranges::find(wagers, WagerKind::progressive, &games::WagerFact::kind);
  return found == wagers.end() ? games::no_wager : static_cast<int>(found - wagers.begin());
}

// Cards that make a row of the progressive paytable; empty where none turned up in time.
CardSet cards_of_row(const Table& table, int wager, int row, int count, Prng& prng) {
  const games::WagerPays& pays = *table.pays(wager);
  const DeckOrder deck = in_order(table);
  for (int tries = 0; tries < 200'000; ++tries) {
    CardSet hand;
    while (hand.size() < count) hand.add(deck[base::uniform_below(prng, static_cast<uint32_t>(deck.size()))]);
    if (pays.row_of(rank_hand(pays.ranking(), hand)) == row) return hand;
  }
  return {};
}

// Puts a winning hand before one of those who bet the progressive: such hands are too rare to wait for.
void stack_progressive(const Table& table, const Round& seated, DeckOrder& order, Prng& prng) {
  const int wager = progressive_of(table);
  if (wager == games::no_wager) return;
  std::vector<size_t> bettors;
  for (size_t at = 0; at < seated.positions.size(); ++at) {
    if (seated.positions[at].stakes[static_cast<size_t>(wager)] > Cents(0)) bettors.push_back(at);
  }
  if (bettors.empty()) return;
  const size_t winner = bettors[base::uniform_below(prng, static_cast<uint32_t>(bettors.size()))];

  // Which places of the deck go where: the cards of a deck in order are its places.
  const DeckOrder places = in_order(table);
  Round dealt = seated;
  walk(table, dealt, from(places),
       [](const View&, const Actions& actions, const Position&) { return std::optional(games::stake_least(actions)); });
  std::vector<size_t> slots;
  for (const Card place : dealt.positions[winner].cards) slots.push_back(static_cast<size_t>(place.index()));
  if (table.game().facts.readings[static_cast<size_t>(table.progressive_reading())].community) {
    for (const Card place : dealt.community) slots.push_back(static_cast<size_t>(place.index()));
  }
  const auto& rows = table.pays(wager)->rows();
  std::vector<int> wanted;
  for (size_t row = 0; row < rows.size(); ++row) {
    for (int times = rows[row].envy > Cents(0) ? 3 : 1; times > 0; --times) wanted.push_back(static_cast<int>(row));
  }
  const int row = wanted[base::uniform_below(prng, static_cast<uint32_t>(wanted.size()))];
  const CardSet hand = cards_of_row(table, wager, row, static_cast<int>(slots.size()), prng);
  size_t slot = 0;
  for (const Card card : hand) {
    std::iter_swap(&order[slots[slot++]], std::ranges::find(order, card));
  }
}

// How much there is to learn from a round.
int interest(const Table& table, const games::Settlement& settlement) {
  std::set<std::pair<int, games::Result>> results;
  std::set<games::Reason> reasons;
  int points = 0;
  for (const games::SettlementLine& line : settlement.lines) {
    results.insert({line.wager, line.outcome.result});
    reasons.insert(line.outcome.reason);
    const WagerKind kind = table.game().wager(line.wager).kind;
    const bool paid = line.outcome.result == games::Result::won || line.outcome.result == games::Result::claimed;
    if (paid && kind != WagerKind::raise && line.outcome.row >= 0) points += 2;
    if (line.outcome.result == games::Result::pushed) points += 1;
  }
  return points + 2 * static_cast<int>(results.size()) + 2 * static_cast<int>(reasons.size());
}

// A card too many or too few before one of the players.
void miscount(const Table& table, Round& round, const DeckOrder& order, Prng& prng) {
  Position& position = round.positions[base::uniform_below(prng, static_cast<uint32_t>(round.positions.size()))];
  if (chance(prng, 1, 2))
    position.cards.pop_back();
  else
    position.cards.push_back(order.back());
  for (Position& other : round.positions) other = position_after(table, other, 0);
}

}  // namespace

int usual_players(int level) {
  return level == 1 ? 2 : level == 2 ? 3 : 5;
}

std::expected<Round, games::Refusal> deal_training(const Table& table, const TrainingSetting& setting,
                                                   const Meters& meters, Prospects& prospects) {
  const uint64_t key = base::prng_key_of_stream(setting.prng_key, setting.round);
  Prng prng(base::prng_key_of_stream(key, 0));
  const Round seated = seat_players(table, setting, prng);
  if (auto fine = validate_wagers(table, seated); !fine) return std::unexpected(fine.error());
  const bool stacked = setting.level == 3 && chance(prng, 3, 4);
  const bool miscounted = setting.level == 3 && chance(prng, 1, 12);
  const int candidates = setting.level == 1 ? 3 : 12;

  DeckOrder best_order = shuffled(table, prng);
  int best_interest = -1;
  for (int candidate = 0; candidate < candidates; ++candidate) {
    DeckOrder order = shuffled(table, prng);
    Round round = seated;
    walk(table, round, from(order), [&](const View& view, const Actions& actions, const Position&) {
      return std::optional(table.game().basic(view, table, actions));
    });
    const int points = interest(table, settle(table, round));
    if (points <= best_interest) continue;
    best_interest = points;
    best_order = order;
  }
  if (stacked) stack_progressive(table, seated, best_order, prng);

  Round round = seated;
  walk(table, round, from(best_order), [&](const View& view, const Actions& actions, const Position&) {
    if (miscounted) return std::optional(games::stake_least(actions));
    const auto values = values_at(table, view, setting.players + 1, meters, choices_of(table, actions), prospects);
    return std::optional(values ? values->choices[values->best] : table.game().basic(view, table, actions));
  });
  if (miscounted) miscount(table, round, best_order, prng);
  return round;
}

}  // namespace cardroom::practice
