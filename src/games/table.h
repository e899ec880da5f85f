// A game as one house runs it: the game, the house's choices, the paytables in use, the limits. Made once, checked
// once, then only read.
#pragma once

#include <expected>
#include <memory>
#include <span>
#include <vector>

#include "games/game.h"
#include "games/paytable.h"
#include "games/profile.h"

namespace cardroom::games {

// No table's limit and no written wager is above this: far more than any house takes, and small enough that the largest
// pays of a position together stay below the ceiling of money (250,000 to 1 on six wagers is 75 billion).
inline constexpr Cents wager_ceiling{5'000'000};

// What every single wager at the table must keep to.
struct Limits {
  Cents min{500};        // of a regular wager
  Cents bonus_min{100};  // of a bonus or progressive wager
  Cents max{30'000};     // of any wager
};

// The limits of a table that sets none: those above in whole chips, and within the law.
Limits default_limits(Cents chip, const ProfilePeriod* profile);

using PaytablePtr = std::shared_ptr<const Paytable>;

struct TableSetup {
  const Game* game = nullptr;
  HouseRules house = {};                    // start from game->facts.house
  std::vector<PaytablePtr> paytables = {};  // at most one per group; the other groups take their default
  Limits limits = {};
  const ProfilePeriod* profile = nullptr;  // what the law says on the day; none: no limit but the table's
};

class Table {
 public:
  // Refuses limits above the profile's, options that the rules fix, and paytables that are not the game's. The defaults
  // for the groups that `setup` does not name are looked up in `library`.
  static std::expected<Table, Refusal> make(const TableSetup& setup, std::span<const PaytablePtr> library);

  const Game& game() const { return *game_; }
  const HouseRules& house() const { return house_; }
  const Limits& limits() const { return limits_; }
  std::optional<int> games_max() const { return games_max_; }
  const Script& script() const { return script_; }
  const std::vector<int>& reconcile_order() const { return order_; }
  const std::vector<PaytablePtr>& paytables() const { return paytables_; }  // by group of the game

  // The pays of a wager; nullptr where it pays without a table (PLAY at even money).
  const WagerPays* pays(int wager) const { return pays_[static_cast<size_t>(wager)]; }
  // The reading by which the progressive paytable in use classifies a hand; -1 where the game has no progressive.
  int progressive_reading() const { return progressive_reading_; }
  // The readings that the result of a wager depends on at this table, one bit each.
  uint32_t readings_of(int wager) const { return readings_of_[static_cast<size_t>(wager)]; }
  bool envy_times_wager() const { return envy_times_wager_; }

  // How many cards a complete hand of the holder has.
  int cards_of(Holder holder) const { return cards_of_[static_cast<size_t>(holder)]; }
  // The most players that one deck can be dealt to here, and that there are positions for.
  int players_max() const;

 private:
  const Game* game_ = nullptr;
  HouseRules house_;
  Limits limits_;
  std::optional<int> games_max_;
  std::vector<PaytablePtr> paytables_;
  std::array<const WagerPays*, wagers_max> pays_{};
  std::array<uint32_t, wagers_max> readings_of_{};
  int progressive_reading_ = -1;
  bool envy_times_wager_ = false;
  Script script_;
  std::vector<int> order_;
  std::array<int, 3> cards_of_{};
};

}  // namespace cardroom::games
