// The messages between the practice page and the practice table: docs/reference/practice-api.md in types. Reading is
// strict (an unknown member is refused by name), writing is complete. Money is text ("12.50"), exact figures are
// fractions in text.
#pragma once

#include <boost/describe.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/money.h"

namespace cardroom::practice {

using base::Cents;

// ---- The table
// -------------------------------------------------------------------------------------------------------

struct HouseChoice {
  std::string option;
  std::string value;
  bool operator==(const HouseChoice&) const = default;
};
struct MeterNow {
  std::string level;  // as the paytable names it; empty where there is one level
  Cents amount;
  bool operator==(const MeterNow&) const = default;
};
struct WagerAmount {
  std::string wager;
  Cents amount;
  bool operator==(const WagerAmount&) const = default;
};

// ---- Playing
// ---------------------------------------------------------------------------------------------------------

enum class ActKind : uint8_t { fold, bet, check, take_back };
struct Act {
  ActKind kind = ActKind::fold;
  std::string wager;  // of a bet or of what is taken back; may be left out where there is only one
  Cents amount;
  bool operator==(const Act&) const = default;
};
struct SeatRequest {
  int position = 0;
  bool automatic = false;  // plays by itself, as well as can be
  std::vector<WagerAmount> wagers;
  std::vector<Act> actions;
  bool operator==(const SeatRequest&) const = default;
};
// What earlier rounds came to, handed back as it was received.
struct PlayTally {
  uint64_t rounds = 0;
  uint64_t decisions = 0;
  uint64_t mistakes = 0;
  Cents staked;
  Cents net;
  std::string price = "0";          // of all mistakes, in currency units, exact
  std::string price_text = "0.00";  // the same with two places
  bool operator==(const PlayTally&) const = default;
};
struct PlayRequest {
  std::string game;
  std::vector<std::string> paytables;
  std::vector<HouseChoice> house;
  std::vector<MeterNow> meters;
  std::string key;
  uint64_t round = 1;
  std::vector<SeatRequest> seats;
  PlayTally tally;
};

// A wager's place on the layout before one position.
struct Circle {
  std::string wager;
  std::string name;
  std::string kind;  // regular, companion, raise, award, bonus, progressive
  Cents stake;
  std::string result;  // once it is settled: wins, loses, pushes, claims
  Cents paid;          // beside the stake
};
struct Seat {
  int position = 0;
  bool automatic = false;
  std::vector<std::string> cards;  // "Qs"; empty: face down
  std::string words;               // what the hand is; empty while it is not seen
  std::vector<Circle> circles;
  bool folded = false;
  std::string choice;  // "PLAY $10.00", "folds"; empty: not yet
  std::optional<Cents> staked;
  std::optional<Cents> net;  // both when the round is settled
};
struct Dealer {
  std::vector<std::string> cards;
  std::string words;
  std::string needs;  // "queen high"; empty: always qualifies
  std::optional<bool> qualifies;
};

// One thing that may be done, and what it is worth: the expectation of all wagers that the choice bears on.
struct ActionView {
  ActKind kind = ActKind::fold;
  std::string wager;
  std::string name;
  Cents amount;            // what it costs now, or what comes back
  std::string label;       // "Fold", "PLAY 2x", "Take BET 1 back"
  std::string value;       // in units of the first wager (the ANTE), exact; empty where it is not known
  std::string value_text;  // with four places
  std::string price;       // its cost against the best choice, in currency units, exact
  std::string price_text;  // with two places
  bool best = false;
};
// How the position stands against the hands that the dealer may hold.
struct Standing {
  uint64_t hands = 0;
  uint64_t beaten = 0;
  uint64_t tied = 0;
  uint64_t better = 0;
  std::optional<uint64_t> not_qualified;
};
struct Turn {
  int position = 0;
  std::string question;
  std::vector<ActionView> actions;
  Cents bet_min;
  Cents bet_max;
  Cents chip;
  std::vector<std::string> counted;  // the wagers that the values are of
  std::string advice;
  std::string rule;  // the game's simple rule, in words
  std::optional<Standing> standing;
};
// A decision of the player that has been made.
struct Decision {
  int position = 0;
  std::string chosen;
  std::string best;
  bool mistake = false;
  std::string price;
  std::string price_text;
  std::string text;
};
struct Line {
  std::string kind;  // wager, envy, returned
  int position = 0;
  std::string wager;
  std::string name;
  Cents stake;
  std::string result;  // wins, loses, pushes, claims, paid, returned, stays
  Cents paid;
  Cents net;
  std::string reason;
  std::string arithmetic;  // how the amount comes about; empty where nothing is paid
  int from_position = 0;   // envy: whose hand
};
struct Identity {
  std::string game;
  std::string name;
  std::vector<std::string> paytables;
  std::string key;
  uint64_t round = 0;
};
enum class Stage : uint8_t { decide, settled };
struct PlayView {
  Identity of;
  Stage stage = Stage::decide;
  std::string says;  // what the dealer says now
  Dealer dealer;
  std::vector<std::string> community;
  std::vector<Seat> seats;
  std::vector<MeterNow> meters;
  std::optional<Turn> turn;
  std::vector<Decision> decisions;
  std::vector<Line> lines;
  std::optional<Cents> staked;
  std::optional<Cents> net;
  PlayTally tally;
};

BOOST_DESCRIBE_STRUCT(HouseChoice, (), (option, value))
BOOST_DESCRIBE_STRUCT(MeterNow, (), (level, amount))
BOOST_DESCRIBE_STRUCT(WagerAmount, (), (wager, amount))
BOOST_DESCRIBE_ENUM(ActKind, fold, bet, check, take_back)
BOOST_DESCRIBE_STRUCT(Act, (), (kind, wager, amount))
BOOST_DESCRIBE_STRUCT(SeatRequest, (), (position, automatic, wagers, actions))
BOOST_DESCRIBE_STRUCT(PlayTally, (), (rounds, decisions, mistakes, staked, net, price, price_text))
BOOST_DESCRIBE_STRUCT(PlayRequest, (), (game, paytables, house, meters, key, round, seats, tally))
BOOST_DESCRIBE_STRUCT(Circle, (), (wager, name, kind, stake, result, paid))
BOOST_DESCRIBE_STRUCT(Seat, (), (position, automatic, cards, words, circles, folded, choice, staked, net))
BOOST_DESCRIBE_STRUCT(Dealer, (), (cards, words, needs, qualifies))
BOOST_DESCRIBE_STRUCT(ActionView, (), (kind, wager, name, amount, label, value, value_text, price, price_text, best))
BOOST_DESCRIBE_STRUCT(Standing, (), (hands, beaten, tied, better, not_qualified))
BOOST_DESCRIBE_STRUCT(Turn, (), (position, question, actions, bet_min, bet_max, chip, counted, advice, rule, standing))
BOOST_DESCRIBE_STRUCT(Decision, (), (position, chosen, best, mistake, price, price_text, text))
BOOST_DESCRIBE_STRUCT(Line, (),
                      (kind, position, wager, name, stake, result, paid, net, reason, arithmetic, from_position))
BOOST_DESCRIBE_STRUCT(Identity, (), (game, name, paytables, key, round))
BOOST_DESCRIBE_ENUM(Stage, decide, settled)
BOOST_DESCRIBE_STRUCT(PlayView, (),
                      (of, stage, says, dealer, community, seats, meters, turn, decisions, lines, staked, net, tally))

}  // namespace cardroom::practice
