// Everything that can be asked of the progressive. A command carries an id that its sender chose, and the staff who
// stand behind it; who they are was proved before it came here.
#pragma once

#include <array>
#include <boost/describe.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "progressive/configuration.h"

namespace cardroom::progressive {

// Staff.
struct EnrolStaff {
  StaffId staff;
  Role role = Role::dealer;
  std::string name;
};
struct ChangeStaff {
  StaffId staff;
  Role role = Role::dealer;
  std::string name;
  bool active = true;
};

// Links. By two people, but for opening and closing; rules change only while the link is closed.
struct CreateLink {
  LinkId link;
  std::string title;
  LinkRules rules;
  std::vector<GameOdds> odds;       // of every game that may be linked
  std::vector<base::Cents> starts;  // per level; what the meter begins at, the house's money
  Judgement judgement;
};
struct ChangeLink {
  LinkId link;
  std::string title;
  LinkRules rules;
  std::vector<GameOdds> odds;
  Judgement judgement;
};
struct OpenLink {
  LinkId link;
};
struct CloseLink {
  LinkId link;
  std::string reason;
};
// Ends a link whose meters are empty: after a transfer, or when the last award was not followed by a seed.
struct RetireLink {
  LinkId link;
};

// Tables; by two people, between rounds.
struct PlaceTable {
  Table table;
};
struct ChangeTable {
  Table table;
};
struct RemoveTable {
  TableId table;
};

// A round.
struct Wager {
  int position = 0;
  LinkId link;
  base::Cents wager{};

  bool operator==(const Wager&) const = default;
};
struct StartRound {
  TableId table;
  std::vector<Wager> wagers;  // the lit sensors
};
struct MarkHand {
  TableId table;
  std::optional<int> position;  // the first generation's keypad does not know it
  LinkId link;
  std::string hand;
  bool folded = false;
};
struct UnmarkHand {
  ClaimNumber claim = 0;
};
// J-POT: a supervisor has seen it. On the first generation it brings the position.
struct AcknowledgeClaim {
  ClaimNumber claim = 0;
  std::optional<int> position;
};
struct ConfirmClaim {
  ClaimNumber claim = 0;
};
struct RejectClaim {
  ClaimNumber claim = 0;
  std::string reason;
};
struct HoldClaim {
  ClaimNumber claim = 0;
  std::string reason;
};
enum class Verdict : uint8_t { pay, reject };
struct ReleaseClaim {
  ClaimNumber claim = 0;
  Verdict verdict = Verdict::pay;
  std::string reason;
};
struct PayEnvy {
  TableId table;
};
// A wrong number of cards: the wagers stand, the hand is dealt again.
struct VoidDeal {
  TableId table;
  std::string reason;
};
struct CancelRound {
  TableId table;
  std::string reason;
};
struct EndRound {
  TableId table;
};

// Money outside the rounds.
enum class Fund : uint8_t { meter, reserve, overflow };
enum class AdjustmentReason : uint8_t {
  // What an amount may fall for.
  display_malfunction,  // the meter was wrong; it may rise for it as well
  above_maximum,        // the meter stood above its limit
  taken_as_receipts,    // reserve or overflow, which are not displayed
  seed_recovered,       // the house takes its seed back
  // What it may rise for.
  house_addition,  // the house adds its own money
};
struct AdjustFund {
  LinkId link;
  int level = 0;
  Fund fund = Fund::meter;
  base::Cents change{};  // signed
  AdjustmentReason reason = AdjustmentReason::display_malfunction;
  std::string document;
};
struct BackOutAward {
  ClaimNumber claim = 0;
  std::string document;
};
struct RecordBankBalance {
  base::Cents balance{};
  std::string document;
};
// A removed jackpot moves, less its seed, which the house takes back.
struct TransferJackpot {
  LinkId from;
  int from_level = 0;
  LinkId to;
  int to_level = 0;
  std::string document;
};

// Devices.
struct ReportMalfunction {
  TableId table;  // empty: not at a table
  std::string device;
  std::string serial;
  std::string cause;
  std::string remedy;
  int64_t out_of_service_ms = 0;
};
// A sensor that changed after the lock: an alarm.
struct ReportSensor {
  TableId table;
  LinkId link;
  int position = 0;
  bool lit = false;
};

// What the pit must see. The game manager raises and ends alarms; the journal has what caused them, and who saw them.
enum class AlarmKind : uint8_t {
  table_lost,
  sensor_changed,
  wrong_count,
  prize_fund_short,
  card_locked_out,
  device_refused,
  malfunction,
  journal_failed,
  audit_failed,
  token_shared,
  state_diverged,       // what was shown was not the journal's; it was read again
  journal_rolled_back,  // the journal went back in time; nothing more is recorded
  anchor_failed,        // the last acknowledged entry cannot be noted outside the database
};
// A supervisor has seen the alarm. Kind, table and time name it for as long as the journal is read.
struct AcknowledgeAlarm {
  AlarmKind kind = AlarmKind::table_lost;
  TableId table;  // empty: of no table
  int64_t raised_ms = 0;
};

// The ledger's own, and nobody else's: what the snapshot is that it took of the state after an entry.
struct TakeSnapshot {
  uint64_t after = 0;  // the entry; this one is the next
  std::string digest;  // of the snapshot's bytes, BLAKE2b-256, hexadecimal
  int format = 0;      // how they are written
};

// The shuffler has dealt. With a wrong count the hand is void: that is a command of its own.
struct ReportDeal {
  TableId table;
  int hands = 0;
  bool wrong_count = false;
};

// Who gets in. The server proves people and devices and records it here; see is_system_command.
struct SetPin {
  StaffId staff;
  std::string verifier;
};
struct EnrolDevice {
  Device device;
};
struct RevokeDevice {
  DeviceId device;
  std::string reason;
};
enum class SignIn : uint8_t {
  signed_in,
  signed_out,
  expired,
  refused,     // a wrong PIN, an unknown card, a token that is not valid
  locked_out,  // too many failures; the PIN was not looked at
};
struct RecordSignIn {
  StaffId staff;  // one of the two, as it was said; the other is empty
  DeviceId device;
  SignIn what = SignIn::signed_in;
  std::string where;  // "console at 10.0.0.5", "table T1"
  std::string detail;
};
// The program's check of itself when it starts.
struct RecordStart {
  std::string version;
  std::string program_digest;
  std::string configuration_digest;
  uint64_t audited_entries = 0;
  std::string holder;
};
struct RecordStop {
  std::string reason;
};
// Two people accept a journal that does not hold the last acknowledged entry, as it was noted outside the database.
struct ReplaceAnchor {
  uint64_t anchor_sequence = 0;  // that entry; 0: the note is lost
  std::string anchor_hash;
  uint64_t sequence = 0;  // where the journal ended when they accepted it: the entry before this one
  std::string hash;
  std::string reason;
};

// Two people move entries out of the live database into a file, a segment of the archive, that holds exactly these.
struct ArchiveSegment {
  uint64_t first = 0;
  uint64_t last = 0;
  std::string hash;    // of entry `last`
  std::string digest;  // of the file
  std::string reason;
};

// What the table's round owes was paid: all of it, or only of one claim or to one position. END GAME says the same of
// everything in its own round.
struct AcknowledgePayment {
  TableId table;
  RoundNumber round = 0;
  ClaimNumber claim = 0;  // 0: of every claim, and refunds
  std::optional<int> position;
};

using CommandBody =
    std::variant<EnrolStaff, ChangeStaff, CreateLink, ChangeLink, OpenLink, CloseLink, RetireLink, PlaceTable,
                 ChangeTable, RemoveTable, StartRound, MarkHand, UnmarkHand, AcknowledgeClaim, ConfirmClaim,
                 RejectClaim, HoldClaim, ReleaseClaim, PayEnvy, VoidDeal, CancelRound, EndRound, AdjustFund,
                 BackOutAward, RecordBankBalance, TransferJackpot, ReportMalfunction, ReportSensor, AcknowledgeAlarm,
                 TakeSnapshot, ReportDeal, SetPin, EnrolDevice, RevokeDevice, RecordSignIn, RecordStart, RecordStop,
                 AcknowledgePayment, ReplaceAnchor, ArchiveSegment>;

struct Command {
  std::string id;
  StaffId by;      // empty: the table itself, which may play rounds and nothing else
  StaffId second;  // the other of two people
  CommandBody body;
};

// In the order of the variant; also the names under which commands travel and are kept.
inline constexpr std::array<std::string_view, std::variant_size_v<CommandBody>> command_names = {
    "enrol_staff",         "change_staff",        "create_link",        "change_link",
    "open_link",           "close_link",          "retire_link",        "place_table",
    "change_table",        "remove_table",        "start_round",        "mark_hand",
    "unmark_hand",         "acknowledge_claim",   "confirm_claim",      "reject_claim",
    "hold_claim",          "release_claim",       "pay_envy",           "void_deal",
    "cancel_round",        "end_round",           "adjust_fund",        "back_out_award",
    "record_bank_balance", "transfer_jackpot",    "report_malfunction", "report_sensor",
    "acknowledge_alarm",   "take_snapshot",       "report_deal",        "set_pin",
    "enrol_device",        "revoke_device",       "record_sign_in",     "record_start",
    "record_stop",         "acknowledge_payment", "replace_anchor",     "archive_segment"};

// "start_round"
std::string_view command_name(const CommandBody& body);

// What the program records of itself; neither a person nor a device may send it.
constexpr bool is_system_command(const CommandBody& body) {
  return std::holds_alternative<TakeSnapshot>(body) || std::holds_alternative<RecordSignIn>(body) ||
         std::holds_alternative<RecordStart>(body) || std::holds_alternative<RecordStop>(body) ||
         std::holds_alternative<ReplaceAnchor>(body) || std::holds_alternative<ArchiveSegment>(body);
}

BOOST_DESCRIBE_STRUCT(EnrolStaff, (), (staff, role, name))
BOOST_DESCRIBE_STRUCT(ChangeStaff, (), (staff, role, name, active))
BOOST_DESCRIBE_STRUCT(CreateLink, (), (link, title, rules, odds, starts, judgement))
BOOST_DESCRIBE_STRUCT(ChangeLink, (), (link, title, rules, odds, judgement))
BOOST_DESCRIBE_STRUCT(OpenLink, (), (link))
BOOST_DESCRIBE_STRUCT(CloseLink, (), (link, reason))
BOOST_DESCRIBE_STRUCT(RetireLink, (), (link))
BOOST_DESCRIBE_STRUCT(PlaceTable, (), (table))
BOOST_DESCRIBE_STRUCT(ChangeTable, (), (table))
BOOST_DESCRIBE_STRUCT(RemoveTable, (), (table))
BOOST_DESCRIBE_STRUCT(Wager, (), (position, link, wager))
BOOST_DESCRIBE_STRUCT(StartRound, (), (table, wagers))
BOOST_DESCRIBE_STRUCT(MarkHand, (), (table, position, link, hand, folded))
BOOST_DESCRIBE_STRUCT(UnmarkHand, (), (claim))
BOOST_DESCRIBE_STRUCT(AcknowledgeClaim, (), (claim, position))
BOOST_DESCRIBE_STRUCT(ConfirmClaim, (), (claim))
BOOST_DESCRIBE_STRUCT(RejectClaim, (), (claim, reason))
BOOST_DESCRIBE_STRUCT(HoldClaim, (), (claim, reason))
BOOST_DESCRIBE_ENUM(Verdict, pay, reject)
BOOST_DESCRIBE_STRUCT(ReleaseClaim, (), (claim, verdict, reason))
BOOST_DESCRIBE_STRUCT(PayEnvy, (), (table))
BOOST_DESCRIBE_STRUCT(VoidDeal, (), (table, reason))
BOOST_DESCRIBE_STRUCT(CancelRound, (), (table, reason))
BOOST_DESCRIBE_STRUCT(EndRound, (), (table))
BOOST_DESCRIBE_ENUM(Fund, meter, reserve, overflow)
BOOST_DESCRIBE_ENUM(AdjustmentReason, display_malfunction, above_maximum, taken_as_receipts, seed_recovered,
                    house_addition)
BOOST_DESCRIBE_STRUCT(AdjustFund, (), (link, level, fund, change, reason, document))
BOOST_DESCRIBE_STRUCT(BackOutAward, (), (claim, document))
BOOST_DESCRIBE_STRUCT(RecordBankBalance, (), (balance, document))
BOOST_DESCRIBE_STRUCT(TransferJackpot, (), (from, from_level, to, to_level, document))
BOOST_DESCRIBE_STRUCT(ReportMalfunction, (), (table, device, serial, cause, remedy, out_of_service_ms))
BOOST_DESCRIBE_STRUCT(ReportSensor, (), (table, link, position, lit))
BOOST_DESCRIBE_ENUM(AlarmKind, table_lost, sensor_changed, wrong_count, prize_fund_short, card_locked_out,
                    device_refused, malfunction, journal_failed, audit_failed, token_shared, state_diverged,
                    journal_rolled_back, anchor_failed)
BOOST_DESCRIBE_STRUCT(AcknowledgeAlarm, (), (kind, table, raised_ms))
BOOST_DESCRIBE_STRUCT(TakeSnapshot, (), (after, digest, format))
BOOST_DESCRIBE_STRUCT(ReportDeal, (), (table, hands, wrong_count))
BOOST_DESCRIBE_STRUCT(SetPin, (), (staff, verifier))
BOOST_DESCRIBE_STRUCT(EnrolDevice, (), (device))
BOOST_DESCRIBE_STRUCT(RevokeDevice, (), (device, reason))
BOOST_DESCRIBE_ENUM(SignIn, signed_in, signed_out, expired, refused, locked_out)
BOOST_DESCRIBE_STRUCT(RecordSignIn, (), (staff, device, what, where, detail))
BOOST_DESCRIBE_STRUCT(RecordStart, (), (version, program_digest, configuration_digest, audited_entries, holder))
BOOST_DESCRIBE_STRUCT(RecordStop, (), (reason))
BOOST_DESCRIBE_STRUCT(AcknowledgePayment, (), (table, round, claim, position))
BOOST_DESCRIBE_STRUCT(ReplaceAnchor, (), (anchor_sequence, anchor_hash, sequence, hash, reason))
BOOST_DESCRIBE_STRUCT(ArchiveSegment, (), (first, last, hash, digest, reason))

}  // namespace cardroom::progressive
