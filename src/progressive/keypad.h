// The dealer's keypads, both generations, as step machines over one and the same round: presses in, commands out, each
// with whom it is from. A key that is out of order is refused with what to press instead. What a keypad remembers is
// only what has not become a command yet; everything else is read from the state, so that a keypad that was replaced in
// the middle of a round goes on.
#pragma once

#include "progressive/decide.h"

namespace cardroom::progressive {

enum class KeyKind : uint8_t {
  hand,  // the button of a winning hand; pressed again before confirmation it takes the mark back
  card,  // a card is swiped
  // First generation.
  coin_in,
  key_to_jph,
  position,  // with the key at JPH; at RUN only where wagers of different sizes lie, before the hand button
  j_pot,
  key_to_run,
  game_over,
  // Second generation.
  start_game,
  spot,
  confirm,
  end_game,
  // Both.
  paid,  // what an earlier round owes was paid
};

struct Key {
  KeyKind kind = KeyKind::hand;
  std::vector<Wager> lit = {};  // coin_in, start_game: the lit sensors
  LinkId link = {};             // hand
  std::string hand = {};
  bool folded = false;
  int position = 0;       // position, spot; paid: to whom, 0 for everyone
  StaffId staff = {};     // key_to_jph: whose key it is; card: whose card
  RoundNumber round = 0;  // paid
  ClaimNumber claim = 0;  // paid: for which claim, 0 for all of the round

  bool operator==(const Key&) const = default;
};

struct KeypadState {
  // First generation.
  bool key_at_jph = false;
  StaffId key_holder = {};
  StaffId card = {};                   // swiped since the key was turned; second generation: since CONFIRM
  std::optional<int> position = {};    // entered, not used yet
  std::vector<ClaimNumber> seen = {};  // J-POT was pressed for these since the key was turned
  // Second generation.
  std::optional<int> spot = {};
  ClaimNumber confirming = 0;  // CONFIRM was pressed; the card is awaited

  bool operator==(const KeypadState&) const = default;
};

struct KeypadCommand {
  CommandBody body;
  StaffId by;           // empty: the table itself
  StaffId second = {};  // the other of two people
};
struct Pressed {
  std::vector<KeypadCommand> commands;  // to be asked in this order, up to the first that is refused
  KeypadState keypad;                   // from now on, if all were allowed; else the keypad stays as it was
};

// `table` must be placed.
Allowed<Pressed> press(const State& state, const TableId& table, const KeypadState& keypad, const Key& key);

// What the keypad shows.
struct SeatView {
  int position = 0;
  std::vector<LinkId> lights;  // links with a wager locked in
  base::Cents fixed_pay{};     // owed from the tray for its own hand
  base::Cents envy{};          // owed for others' hands of this round

  bool operator==(const SeatView&) const = default;
};
struct EnvyPay {
  int position = 0;
  base::Cents amount{};

  bool operator==(const EnvyPay&) const = default;
};
struct PendingView {
  ClaimNumber claim = 0;
  std::string hand;
  std::optional<int> position;
  base::Cents amount{};
  bool executive = false;      // an executive's card is needed
  bool two_people = false;     // a second person's card is needed
  bool waits = false;          // an earlier claim on the level comes first
  base::Cents envy{};          // to each other position, where the hand has it
  int others = 0;              // how many lit sensors that would be
  std::string envy_text = {};  // "$10.00 x 3" while the position is not known; else empty
  // What each of the others gets, their wagers looked at; while the position is not known, each lit sensor if it is
  // one of the others.
  std::vector<EnvyPay> envy_pays = {};
  bool lacks_card = false;  // first generation, at JPH: a card besides the key has still to be swiped

  bool operator==(const PendingView&) const = default;
};
// An amount that the journal owes a player at the table.
struct OwedView {
  DebtKind kind = DebtKind::award;
  TableId table;
  RoundNumber round = 0;
  ClaimNumber claim = 0;  // of a refund: 0
  std::optional<int> position;
  LinkId link;
  std::string hand;
  base::Cents amount{};
  bool from_meter = false;  // a hand pay; else the dealer pays it from the tray
  bool earlier = false;     // its round has ended: END GAME does not acknowledge it
  PageNumber win_page = 0;
  std::optional<bool> tax;  // nothing: the link has no tax rule
  int64_t since_ms = 0;

  bool operator==(const OwedView&) const = default;
};
struct KeypadView {
  std::vector<SeatView> seats;        // by position
  base::Cents fixed_pay_somewhere{};  // owed to positions that are not known
  std::vector<PendingView> pending;   // what waits for a supervisor, in the order of marking
  std::string next;                   // what to do, in words
  // Posted and not acknowledged as paid, oldest first, of this round and of earlier ones. The seats count what this
  // round owes from the tray; a hand pay and what an earlier round owes stand only here.
  std::vector<OwedView> owed = {};

  bool operator==(const KeypadView&) const = default;
};
KeypadView view_of(const State& state, const TableId& table, const KeypadState& keypad, int64_t time_ms);

// All that is owed at one table, or at every table, oldest first.
std::vector<OwedView> owed_views(const State& state, const std::optional<TableId>& table = {});
// What the other positions get when the claim is paid: of one that waits or is held. Nothing while its position is not
// known.
std::vector<EnvyPay> envy_pays(const State& state, const Claim& claim);

// Claims of the table's open round that wait for a supervisor or for their position, in the order of marking.
std::vector<ClaimNumber> waiting_claims(const State& state, const TableId& table);
// A hand with a meter pay or envy whose position has still to be entered.
bool lacks_position(const State& state, const Claim& claim);
// First generation: whether it takes a card besides the key, and whether that card has still to be swiped. An
// executive's key needs no executive's card.
bool needs_card(const State& state, const Claim& claim, const KeypadState& keypad);
bool lacks_card(const State& state, const Claim& claim, const KeypadState& keypad);

BOOST_DESCRIBE_ENUM(KeyKind, hand, card, coin_in, key_to_jph, position, j_pot, key_to_run, game_over, start_game, spot,
                    confirm, end_game, paid)
BOOST_DESCRIBE_STRUCT(Key, (), (kind, lit, link, hand, folded, position, staff, round, claim))
BOOST_DESCRIBE_STRUCT(KeypadState, (), (key_at_jph, key_holder, card, position, seen, spot, confirming))
BOOST_DESCRIBE_STRUCT(SeatView, (), (position, lights, fixed_pay, envy))
BOOST_DESCRIBE_STRUCT(EnvyPay, (), (position, amount))
BOOST_DESCRIBE_STRUCT(PendingView, (),
                      (claim, hand, position, amount, executive, two_people, waits, envy, others, envy_text, envy_pays,
                       lacks_card))
BOOST_DESCRIBE_STRUCT(OwedView, (),
                      (kind, table, round, claim, position, link, hand, amount, from_meter, earlier, win_page, tax,
                       since_ms))
BOOST_DESCRIBE_STRUCT(KeypadView, (), (seats, fixed_pay_somewhere, pending, next, owed))

}  // namespace cardroom::progressive
