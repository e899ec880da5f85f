#include "practice/board_worths.h"

#include <algorithm>

#include "cards/isomorphism.h"

namespace cardroom::practice {

namespace {

std::string table_key(const games::Table& table) {
  const games::Game& game = table.game();
  std::string key(game.facts.id);
  for (const games::PaytablePtr& paytable : table.paytables()) key += " " + paytable->id;
  for (const games::HouseOption option : {games::HouseOption::rounding, games::HouseOption::chip}) {
    key += " " + games::option_value(game, table.house(), option);
  }
  return key;
}

}  // namespace

std::shared_ptr<const odds::BoardWorth> BoardWorths::at(const games::Table& table, const games::View& view) {
  Kept wanted{.table = table_key(table), .stakes = *view.stakes, .own = {}, .community = {}, .worth = nullptr};
  for (size_t wager = 0; wager < table.game().facts.wagers.size(); ++wager) {
    if (odds::owner_of(table.game(), wager) != 0) wanted.stakes[wager] = games::Cents(0);
  }
  const cards::CanonicalPair seen = cards::canonical(view.own, view.community);
  wanted.own = seen.first;
  wanted.community = seen.second;
  {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find_if(kept_, [&](const Kept& kept) {
      return kept.own == wanted.own && kept.community == wanted.community && kept.stakes == wanted.stakes &&
             kept.table == wanted.table;
    });
    if (found != kept_.end()) {
      kept_.splice(kept_.begin(), kept_, found);
      return found->worth;
    }
  }
  const odds::BoardPays pays(table, wanted.stakes);
  wanted.worth = std::make_shared<const odds::BoardWorth>(
      odds::board_worth(pays, {.own = wanted.own, .community = wanted.community}));
  const std::lock_guard lock(mutex_);
  kept_.push_front(wanted);
  if (kept_.size() > kept_max) kept_.pop_back();
  return wanted.worth;
}

}  // namespace cardroom::practice
