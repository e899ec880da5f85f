// What travels between the game manager and the floor: docs/reference/protocol.md in types. Read strictly (a member
// that is not known is refused, by name), written whole. Money is text, times are milliseconds since 1970, UTC.
#pragma once

#include <boost/describe.hpp>
#include <optional>
#include <string>
#include <vector>

#include "ledger/codec.h"
#include "ledger/ledger.h"
#include "progressive/keypad.h"

namespace cardroom::server {

using namespace progressive;  // NOLINT(google-build-using-namespace): the protocol speaks of the domain throughout

inline constexpr int protocol_version = 1;
inline constexpr size_t message_id_length_max = 24;  // with the device's name before it, a command's id

// Refusals of the server itself; those of the rules keep their own names.
// clang-format off
#define CARDROOM_SERVER_REFUSALS \
  malformed, not_found, method_not_allowed, upgrade_needed, not_signed_in, wrong_card_or_pin, card_locked_out, \
  role_not_allowed, cross_site, host_unknown, token_not_valid, wrong_table, not_for_this_device, too_many_attempts, \
  pin_weak, code_wrong, first_start_over, standby, table_not_connected, table_only, chips_moved, table_busy, \
  recording_failed, busy, report_unknown, alarm_over
// clang-format on
enum class ServerRefusal : uint8_t { CARDROOM_SERVER_REFUSALS };

struct ErrorBody {
  std::string code;
  std::string field;
  std::string text;  // a sentence: what is wrong, what to do
};
ErrorBody error_of(ServerRefusal code, std::string text, std::string field = {});
ErrorBody error_of(const Refusal& refusal);
// What a game manager that stands by answers whatever would have to be recorded.
ErrorBody standby_error();

// ---- From devices and pages, on a live channel: an object with one of these, and an id where an answer is due.
enum class Topic : uint8_t { meters, tables, claims, alarms, events };
struct Subscribe {
  std::vector<Topic> topics;
  uint64_t after = 0;  // only what changed after this entry; 0, or beyond the journal's end: all
};
// A key of the table's keypad. The game manager keeps the keypad's steps.
struct Press {
  Key key;
  std::string pin;     // with a card or a supervisor's key
  bool again = false;  // sent before, not answered
};
// Which sensors are lit now; a controller tells whenever one changes.
struct Sensors {
  std::vector<Wager> lit;
};
struct Deal {
  int hands = 0;
  bool wrong_count = false;
};
struct Fault {
  std::string serial;
  std::string cause;
};
struct Incoming {
  std::string id;
  std::optional<Subscribe> subscribe;
  std::optional<CommandBody> command;
  std::optional<Press> press;
  std::optional<Sensors> sensors;
  std::optional<Deal> deal;
  std::optional<Fault> fault;
};

// ---- To them.
struct Hello {
  int protocol = protocol_version;
  std::string version;
  bool leading = false;
  uint64_t sequence = 0;
  int64_t time_ms = 0;
  std::string who;  // the device's name or the card
  std::optional<Device> device;
};
struct Answered {
  std::string id;
  uint64_t sequence = 0;  // of the entry; 0: nothing was recorded
  bool repeated = false;
  // Of the last command that it made; payments, prices and dropped marks of all of them. With `refused` or `failed`
  // beside it: the first ones were recorded, the rest was not.
  std::optional<Outcome> accepted;
  std::optional<ErrorBody> refused;
  std::optional<ErrorBody> failed;  // not recorded, or not known: send it again under the same id
};

// A link as everybody may see it.
struct PrizeView {
  std::string hand;
  int64_t pays_for_one = 0;
  int64_t share_ppm = 0;
  int level = 0;
  base::Cents envy{};
};
struct WinView {
  int64_t time_ms = 0;
  TableId table;
  std::string hand;
  int level = 0;
  base::Cents amount{};
};
struct LevelView {
  std::string name;
  base::Cents meter{};  // whole cents, as it may be shown
  std::optional<base::Cents> limit;
  base::Cents pending{};  // being verified
  // For staff only; nothing for a display.
  std::optional<base::MeterUnits> exact;
  std::optional<base::MeterUnits> reserve;
  std::optional<base::MeterUnits> overflow;
  std::optional<base::MeterUnits> disputed;
};
struct LinkView {
  LinkId link;
  std::string title;
  std::string paytable;
  bool open = false;
  bool retired = false;
  uint64_t sequence = 0;  // of its last change
  bool envy_times_wager = false;
  std::vector<base::Cents> wagers;
  std::vector<LevelView> levels;
  std::vector<PrizeView> prizes;
  std::optional<WinView> last_win;
};
struct RoundView {
  RoundNumber number = 0;
  int64_t started_ms = 0;
  std::vector<Wager> wagers;
  int hands_dealt = 0;
  bool voided = false;
  int alarms = 0;
};
// A hand that a supervisor rejected or holds: told while its round is open.
struct SetAside {
  ClaimNumber claim = 0;
  ClaimStatus status = ClaimStatus::rejected;
  std::string reason;
  StaffId by;
};
struct TableView {
  TableId table;
  std::string game;
  int positions = 0;
  Keypad keypad = Keypad::second_generation;
  std::vector<LinkId> links;
  uint64_t sequence = 0;
  bool connected = false;  // its controller
  int keypads = 0;         // keypads of their own that are connected: somebody holds the table's keys
  std::vector<Wager> lit;  // as the sensors say
  std::optional<RoundView> round;
  KeypadView view;
  KeypadState steps;
  std::vector<SetAside> set_aside;
};
struct ClaimView {
  ClaimNumber claim = 0;
  TableId table;
  RoundNumber round = 0;
  std::optional<int> position;
  LinkId link;
  std::string hand;
  base::Cents amount{};
  base::Cents wager{};
  ClaimStatus status = ClaimStatus::marked;
  int64_t marked_ms = 0;
  bool from_meter = false;
  bool needs_confirmation = false;
  bool executive = false;
  std::string held_reason;  // empty, as the card, unless it is held
  StaffId held_by;
  std::vector<EnvyPay> envy_pays;  // to the others, when it is paid; empty while the position is not known
};
struct AlarmView {
  uint64_t number = 0;
  int64_t time_ms = 0;
  AlarmKind kind = AlarmKind::table_lost;
  TableId table;
  std::string text;
  StaffId acknowledged_by;  // empty, as the time is 0, until somebody has seen it; the first who did
  int64_t acknowledged_ms = 0;
};
struct EventView {
  uint64_t sequence = 0;
  std::string id;
  Event event;
};
// `whole`: everything there is; else only what changed.
struct Meters {
  uint64_t sequence = 0;
  bool whole = false;
  std::vector<LinkView> links;
};
struct Tables {
  uint64_t sequence = 0;
  bool whole = false;
  std::vector<TableView> tables;
  std::vector<TableId> removed;
};
struct Claims {
  uint64_t sequence = 0;
  std::vector<ClaimView> claims;  // all that wait, oldest first
  std::vector<OwedView> owed;     // to players of any table, not acknowledged as paid, oldest first
};
struct Alarms {
  std::vector<AlarmView> alarms;  // all that last
};
// In Cover All mode, to the shuffler: what the table pays with so many hands.
struct CoverAllPay {
  std::string hand;
  std::string pays;  // "50 to 1"
};
struct CoverAll {
  int hands = 0;
  std::vector<CoverAllPay> pays;
};

// A message whole: {"hello":{…}}.
template <class T>
std::string message_text(std::string_view name, const T& value) {
  std::string out = "{\"";
  out += name;
  out += "\":";
  ledger::codec::write<ledger::codec::Form::full>(out, value);
  out += '}';
  return out;
}

// A live message, or what is wrong with it. Exactly one kind, and an id of 1 to 24 letters, digits, '-', '_' or '.'
// where one is due. The id is given back as far as it could be read.
struct BadMessage {
  std::string id;
  ErrorBody error;
};
std::expected<Incoming, BadMessage> read_message(std::string_view text);

// ---- Over HTTP.
struct Credentials {
  StaffId staff;
  std::string pin;
};
struct FirstStart {
  std::string code;
  StaffId staff;
  std::string name;
  std::string pin;
};
struct TokenBody {
  std::string token;
};
struct PostedCommand {
  std::string id;
  std::optional<Credentials> second;
  CommandBody command;
};
struct PinBody {
  std::string id;
  StaffId staff;
  std::string pin;
};
struct DeviceBody {
  std::string id;
  DeviceId device;
  DeviceKind kind = DeviceKind::controller;
  TableId table;
};
struct Me {
  StaffId staff;
  std::string name;
  Role role = Role::dealer;
  int64_t expires_ms = 0;
};
struct Recorded {
  uint64_t sequence = 0;
  bool repeated = false;
  Outcome outcome;
};
struct NewDevice {
  uint64_t sequence = 0;
  DeviceId device;
  std::string token;  // shown this once
};

BOOST_DESCRIBE_ENUM(ServerRefusal, CARDROOM_SERVER_REFUSALS)
BOOST_DESCRIBE_STRUCT(ErrorBody, (), (code, field, text))
BOOST_DESCRIBE_ENUM(Topic, meters, tables, claims, alarms, events)
BOOST_DESCRIBE_STRUCT(Subscribe, (), (topics, after))
BOOST_DESCRIBE_STRUCT(Press, (), (key, pin, again))
BOOST_DESCRIBE_STRUCT(Sensors, (), (lit))
BOOST_DESCRIBE_STRUCT(Deal, (), (hands, wrong_count))
BOOST_DESCRIBE_STRUCT(Fault, (), (serial, cause))
BOOST_DESCRIBE_STRUCT(Incoming, (), (id, subscribe, command, press, sensors, deal, fault))
BOOST_DESCRIBE_STRUCT(Hello, (), (protocol, version, leading, sequence, time_ms, who, device))
BOOST_DESCRIBE_STRUCT(Answered, (), (id, sequence, repeated, accepted, refused, failed))
BOOST_DESCRIBE_STRUCT(PrizeView, (), (hand, pays_for_one, share_ppm, level, envy))
BOOST_DESCRIBE_STRUCT(WinView, (), (time_ms, table, hand, level, amount))
BOOST_DESCRIBE_STRUCT(LevelView, (), (name, meter, limit, pending, exact, reserve, overflow, disputed))
BOOST_DESCRIBE_STRUCT(LinkView, (),
                      (link, title, paytable, open, retired, sequence, envy_times_wager, wagers, levels, prizes,
                       last_win))
BOOST_DESCRIBE_STRUCT(RoundView, (), (number, started_ms, wagers, hands_dealt, voided, alarms))
BOOST_DESCRIBE_STRUCT(SetAside, (), (claim, status, reason, by))
BOOST_DESCRIBE_STRUCT(TableView, (),
                      (table, game, positions, keypad, links, sequence, connected, keypads, lit, round, view, steps,
                       set_aside))
BOOST_DESCRIBE_STRUCT(ClaimView, (),
                      (claim, table, round, position, link, hand, amount, wager, status, marked_ms, from_meter,
                       needs_confirmation, executive, held_reason, held_by, envy_pays))
BOOST_DESCRIBE_STRUCT(AlarmView, (), (number, time_ms, kind, table, text, acknowledged_by, acknowledged_ms))
BOOST_DESCRIBE_STRUCT(EventView, (), (sequence, id, event))
BOOST_DESCRIBE_STRUCT(Meters, (), (sequence, whole, links))
BOOST_DESCRIBE_STRUCT(Tables, (), (sequence, whole, tables, removed))
BOOST_DESCRIBE_STRUCT(Claims, (), (sequence, claims, owed))
BOOST_DESCRIBE_STRUCT(Alarms, (), (alarms))
BOOST_DESCRIBE_STRUCT(CoverAllPay, (), (hand, pays))
BOOST_DESCRIBE_STRUCT(CoverAll, (), (hands, pays))
BOOST_DESCRIBE_STRUCT(Credentials, (), (staff, pin))
BOOST_DESCRIBE_STRUCT(FirstStart, (), (code, staff, name, pin))
BOOST_DESCRIBE_STRUCT(TokenBody, (), (token))
BOOST_DESCRIBE_STRUCT(PostedCommand, (), (id, second, command))
BOOST_DESCRIBE_STRUCT(PinBody, (), (id, staff, pin))
BOOST_DESCRIBE_STRUCT(DeviceBody, (), (id, device, kind, table))
BOOST_DESCRIBE_STRUCT(Me, (), (staff, name, role, expires_ms))
BOOST_DESCRIBE_STRUCT(Recorded, (), (sequence, repeated, outcome))
BOOST_DESCRIBE_STRUCT(NewDevice, (), (sequence, device, token))

}  // namespace cardroom::server
