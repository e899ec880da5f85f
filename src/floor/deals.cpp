#include "floor/deals.h"

#include <algorithm>

#include "cards/deck.h"
#include "games/hand_key.h"
#include "games/library.h"
#include "games/registry.h"
#include "games/settlement.h"

namespace cardroom::floor {

namespace {

constexpr size_t hands_of_row_kept = 8;

games::Table table_for(const std::string& game_id, const std::string& paytable) {
  const games::Game* game = games::find_game(game_id);
  CHECK(game != nullptr);
  const auto& library = games::shipped_library();
  auto table = games::Table::make(
      {.game = game, .house = game->facts.house, .paytables = {library.find_paytable(game_id, paytable)}},
      library.paytables);
  CHECK(table);
  return std::move(*table);
}

}  // namespace

Deals::Deals(const std::string& game, const std::string& paytable, uint64_t prng_key)
    : table_(table_for(game, paytable)), prng_(prng_key) {
  const auto& wagers = table_.game().facts.wagers;
  const auto found = std::ranges::find(wagers, games::WagerKind::progressive, &games::WagerFact::kind);
  wager_ = static_cast<int>(found - wagers.begin());
  const auto& reading = table_.game().facts.readings[static_cast<size_t>(table_.progressive_reading())];
  community_used_ = reading.community ? table_.cards_of(games::Holder::community) : 0;
}

// Looked for among random hands; the rarest takes some hundredths of a second, so that those found are used again.
const std::vector<cards::Card>& Deals::cards_for_row(size_t row) {
  auto& found = paying_[row];
  if (found.size() < hands_of_row_kept) {
    const auto& reading = table_.game().facts.readings[static_cast<size_t>(table_.progressive_reading())];
    const int count = table_.cards_of(games::Holder::player) + community_used_;
    cards::Deck deck(table_.game().facts.deck);
    for (;;) {
      deck.reset();
      std::vector<cards::Card> hand;
      cards::CardSet set;
      for (int card = 0; card < count; ++card) {
        hand.push_back(deck.draw(prng_));
        set.add(hand.back());
      }
      if (table_.pays(wager_)->row_of(cards::rank_hand(reading.ranking, set)) != static_cast<int>(row)) continue;
      found.push_back(std::move(hand));
      return found.back();
    }
  }
  return found[base::uniform_below(prng_, static_cast<uint32_t>(found.size()))];
}

// The cards of a whole deal in the order in which they are drawn, one seat's chosen, the others' from what is left.
std::vector<cards::Card> Deals::stack(const games::Round& round, size_t lucky_seat) {
  // The lower a row stands, the likelier: row i of n with weight (i + 1) squared.
  const size_t rows = table_.pays(wager_)->rows().size();
  uint32_t total = 0;
  for (uint32_t row = 1; row <= rows; ++row) total += row * row;
  uint32_t left = base::uniform_below(prng_, total);
  size_t row = 0;
  while (left >= (row + 1) * (row + 1)) {
    left -= static_cast<uint32_t>((row + 1) * (row + 1));
    ++row;
  }
  const std::vector<cards::Card>& chosen = cards_for_row(row);
  cards::CardSet rest = table_.game().facts.deck;
  for (const cards::Card card : chosen) rest.remove(card);
  cards::Deck deck(rest);
  size_t given = 0;
  std::vector<cards::Card> order;
  const auto next = [&](bool lucky) {
    order.push_back(lucky && given < chosen.size() ? chosen[given++] : deck.draw(prng_));
  };
  for (const games::Step& step : table_.script()) {
    if (step.kind != games::Step::Kind::deal) continue;
    if (step.holder == games::Holder::player) {
      for (size_t seat = 0; seat < round.positions.size(); ++seat)
        for (int card = 0; card < step.card_count; ++card) next(seat == lucky_seat);
    } else {
      for (int card = 0; card < step.card_count; ++card)
        next(step.holder == games::Holder::community && community_used_ > 0);
    }
  }
  return order;
}

std::vector<Winner> Deals::deal(const std::vector<int>& positions, const std::vector<progressive::Wager>& wagers,
                                int64_t lucky_ppm) {
  const auto bet = [&](int position) { return std::ranges::find(wagers, position, &progressive::Wager::position); };
  games::Round round;
  std::vector<size_t> bettors;
  for (const int number : positions) {
    games::Position position{.number = number};
    const int ante = table_.game().wager_index("ante");
    position.stakes[static_cast<size_t>(ante)] = table_.limits().min * 2;
    for (size_t wager = 0; wager < table_.game().facts.wagers.size(); ++wager) {
      const games::WagerFact& fact = table_.game().facts.wagers[wager];
      if (fact.kind == games::WagerKind::companion && fact.base == ante)
        position.stakes[wager] = position.stakes[static_cast<size_t>(ante)];
    }
    if (const auto wager = bet(number); wager != wagers.end()) {
      position.stakes[static_cast<size_t>(wager_)] = wager->wager;
      bettors.push_back(round.positions.size());
    }
    round.positions.push_back(std::move(position));
  }
  const auto choose = [&](const games::View& view, const games::Actions& actions, const games::Position&) {
    return table_.game().basic(view, table_, actions);
  };
  const bool lucky = !bettors.empty() && base::uniform_below(prng_, 1'000'000) < lucky_ppm;
  if (lucky) {
    const size_t seat = bettors[base::uniform_below(prng_, static_cast<uint32_t>(bettors.size()))];
    const std::vector<cards::Card> order = stack(round, seat);
    size_t drawn = 0;
    games::play_round(table_, round, [&] { return order[drawn++]; }, choose);
  } else {
    cards::Deck deck(table_.game().facts.deck);
    games::play_round(table_, round, [&] { return deck.draw(prng_); }, choose);
  }
  std::vector<Winner> winners;
  for (const size_t seat : bettors) {
    const games::Position& position = round.positions[seat];
    const int row = games::classify_progressive(table_, round, position);
    if (row >= 0)
      winners.push_back({position.number, games::hand_key(table_.pays(wager_)->row(row).hand), position.folded()});
  }
  std::ranges::reverse(winners);
  return winners;
}

}  // namespace cardroom::floor
