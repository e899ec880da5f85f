// What a game is. A game is facts (data), and three pure functions: which actions a player has at a decision, how basic
// play chooses among them, and how every wager is settled. Nothing here draws a card, reads a clock or prints: the
// mathematics, the table, the practice table and the tests all walk the same definition.
//
// A round is a script of steps: the dealer announces, deals, asks for a decision, reveals. A generic algorithm walks
// the script, deals any cards it likes at each deal, asks view_at() what a player sees at a decision, actions() what he
// may do, and at the end settle() what it came to. Payment looks at hands only through readings, "this player's cards
// on the three-card scale", so that an analysis can also ask for the payoff of ranks without naming cards.
#pragma once

#include <array>
#include <boost/container/static_vector.hpp>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/money.h"
#include "cards/card.h"
#include "cards/ranking.h"
#include "games/house.h"
#include "games/refusal.h"

namespace cardroom::games {

using base::Cents;
using cards::CardSet;
using cards::HandRank;
using cards::Ranking;

class Table;

// Limits that let a round live without allocation; the largest game of today and one to spare.
inline constexpr int wagers_max = 8;
inline constexpr int readings_max = 6;
inline constexpr int hand_cards_max = 7;
inline constexpr int decisions_max = 3;
inline constexpr int positions_max = 17;  // seventeen three-card hands are a deck; no table is larger

// ---- Wagers -------------------------------------------------------------------------------------------------------

enum class WagerKind : uint8_t {
  regular,      // may be a position's only wager (ANTE, PAIR PLUS)
  companion,    // bet with its base wager and in the same amount (SUPER BONUS, the other bets of LET IT RIDE)
  raise,        // bet at a decision (PLAY, RAISE)
  award,        // has no chips: a bonus paid on its base wager (ANTE BONUS, AUTOMATIC BONUS)
  bonus,        // optional, beside its base wager, or beside any regular wager where it names none
  progressive,  // on a jackpot; settled by the progressive paytable, meter pays by the game manager
};

inline constexpr int no_wager = -1;
inline constexpr int no_reading = -1;

struct WagerFact {
  std::string_view id;    // as typed: "pair-plus"
  std::string_view name;  // as printed on the layout: "PAIR PLUS"
  WagerKind kind;
  int base = no_wager;           // the wager that it goes with
  std::vector<int> reads = {};   // the readings that its result depends on; a progressive: one per kind of paytable
  bool after_all_hands = false;  // settled when every position has been reconciled (COVER ALL)
  int pays_like = no_wager;      // uses the pays of that wager instead of its own
  RefusalCode unequal = RefusalCode::bets_not_equal;  // of a companion: what refuses another amount than its base's
};

// Paytables are chosen by group: one designator covers all the wagers of a group (TCP-01 has ANTE BONUS and PAIR PLUS).
struct PaytableGroup {
  std::string_view id;  // "base"
  std::vector<int> wagers;
  std::string_view default_table;  // its designator
};

// ---- Hands --------------------------------------------------------------------------------------------------------

enum class Holder : uint8_t { player, dealer, community };

// Whose cards together make a hand, and on which scale it is ranked.
struct Reading {
  std::string_view name;  // "the player's hand"
  bool player = false;
  bool dealer = false;
  bool community = false;
  bool highest_at_table =
      false;  // the best of every hand dealt, the dealer's too (COVER ALL); the flags above are unused
  Ranking ranking = Ranking::three_card;
};

// ---- The round as a script ----------------------------------------------------------------------------------------

enum class Face : uint8_t { down, up };  // down: seen by the player who holds it, and by nobody if it is another's

struct Step {
  enum class Kind : uint8_t { announce, deal, decide, reveal };
  Kind kind;
  Holder holder = Holder::player;  // deal: to each position in turn, to the dealer, or to the middle; reveal: whose
  int card_count = 0;              // deal, reveal
  Face face = Face::down;          // deal
  std::string_view text = {};      // announce: what the dealer says; decide: what is asked
};
using Script = std::vector<Step>;

// ---- Decisions ----------------------------------------------------------------------------------------------------

// take_back: the whole stake of a wager goes back to the player, and is zero afterwards.
enum class ActionKind : uint8_t { none, fold, bet, check, take_back };

// What a position did at a decision. `wager` and `amount` say what it placed where, or took back from where; none and
// zero otherwise.
struct Choice {
  ActionKind kind = ActionKind::none;
  int wager = no_wager;
  Cents amount = {};
  auto operator<=>(const Choice&) const = default;
};

// One thing that a position may do. A bet may be any amount from min to max that is a whole number of chips, or only
// every `step` from min on; a stake is taken back whole, min and max are what it is. An amount outside is refused by
// the rule named in `refusal`. The actions of a decision stand in the order of what they leave at stake, the least
// first.
struct Action {
  ActionKind kind = ActionKind::none;
  int wager = no_wager;
  Cents min = {};
  Cents max = {};
  RefusalCode refusal = RefusalCode::action_not_offered;
  Cents step = {};  // zero: any whole number of chips
};
using Actions = boost::container::static_vector<Action, 4>;

using Stakes = std::array<Cents, wagers_max>;  // by wager; zero where none was made

// All that a position knows at a decision.
struct View {
  CardSet own = {};
  CardSet dealer = {};     // those of the dealer's cards that are face up
  CardSet community = {};  // those in the middle that are face up
  int decision = 0;        // 0 for the first of the script
  const Stakes* stakes = nullptr;
};

// ---- Payment ------------------------------------------------------------------------------------------------------

// One position at the end of a round: all that payment depends on. A reading that no wager of this position needs is 0.
struct Hand {
  Stakes stakes{};
  bool folded = false;
  std::array<HandRank, readings_max> rank{};
  int hands_dealt = 0;  // at the table, the dealer's included

  bool bet(int wager) const { return stakes[static_cast<size_t>(wager)] > Cents(0); }
  Cents stake(int wager) const { return stakes[static_cast<size_t>(wager)]; }
  HandRank reading(int index) const { return rank[static_cast<size_t>(index)]; }
};

enum class Result : uint8_t {
  none,
  won,
  lost,
  pushed,
  claimed /* a share of a meter: the game manager sets the amount */
};

// Why a wager came to what it did; words.h says it in a sentence.
enum class Reason : uint8_t {
  none,
  folded,                   // the position folded
  forfeited_by_fold,        // this wager falls with the fold
  dealer_does_not_qualify,  // below the hand that the dealer needs
  player_beats_dealer,
  dealer_beats_player,
  tie,  // pushes
  tie_won_by_player,
  hand_pays,    // a row of the paytable
  hand_pushes,  // a row of the paytable that gives the stake back
  hand_below_paytable,
  bonus_not_beaten,    // SUPER BONUS: no paying hand, but not beaten
  bonus_beaten,        // SUPER BONUS: no paying hand, and beaten
  win_below_paytable,  // BLIND: the hand wins, but is none that pays
  player_hand_beaten,  // BAD BEAT: the player's good hand lost
  dealer_hand_beaten,  // BAD BEAT: the dealer's good hand lost
  no_good_hand_beaten,
  tie_beats_nobody,
  highest_hand_pays,  // COVER ALL
  highest_hand_below_paytable,
  envy,       // another position's hand
  deal_void,  // a wrong number of cards
};

// What one wager came to. The stake goes back to the player or to the house; `paid` comes from the dealer's tray, in
// whole chips. Exact work settles at a table whose chip is one cent, with stakes that every pay divides.
struct Outcome {
  Result result = Result::none;
  Reason reason = Reason::none;
  bool stake_returned = false;
  int8_t row = -1;  // of the wager's pays, where a row decided
  Cents paid = {};

  auto operator<=>(const Outcome&) const = default;
};
using Outcomes = std::array<Outcome, wagers_max>;

// ---- The game -----------------------------------------------------------------------------------------------------

struct Facts {
  std::string_view id;                  // "three-card-poker"
  std::string_view name;                // "Three Card Poker"
  std::string_view summary;             // one sentence
  CardSet deck = CardSet::full_deck();  // the cards that it is played with
  std::vector<WagerFact> wagers;
  std::vector<Reading> readings;
  std::vector<PaytableGroup> groups;
  std::vector<int> reconcile_order;               // of wagers at one position, unless the house sets another
  std::optional<HandRank> dealer_qualifies = {};  // on the scale of the dealer's reading; none: always
  std::string_view dealer_needs = {};             // the same in words: "queen high"
  int player_reading = 0;                         // the hand that is compared with the dealer's
  int dealer_reading = no_reading;                // no_reading where there is no showdown
  int raise_min_multiple = 1;            // of the ANTE: an ANTE that leaves no room for it under the limit is refused
  bool folds_collected_at_once = false;  // else when all have decided
  HouseRules house = {};                 // what holds unless the house chooses otherwise
  std::vector<HouseOption> house_options = {};  // what it may choose
  std::string_view basic_strategy;              // in words
  std::string_view check_label = "Check";       // what the action of doing nothing is called here,
  std::string_view check_words = "checks";      // and of a position that did it
};

struct Game {
  Facts facts;

  // The steps of a round at this table.
  Script (*script)(const Table&);

  // What a position may do at a decision; nothing where it has no decision to make (PAIR PLUS alone).
  Actions (*actions)(const View&, const Table&);

  // Basic play: one of the actions, by the rule that facts.basic_strategy states. Called only when there are actions.
  Choice (*basic)(const View&, const Table&, const Actions&);

  // The outcome of every wager of one position. Pure; stakes of any size are settled, limits were checked before.
  void (*settle)(const Hand&, const Table&, Outcomes&);

  int wager_index(std::string_view id) const;  // no_wager where the game has none of that id
  const WagerFact& wager(int index) const { return facts.wagers[static_cast<size_t>(index)]; }
};

}  // namespace cardroom::games
