// All that is true now, rebuilt by applying the journal's events in order. Bounded: what is decided and ended lives on
// in the journal only.
#pragma once

#include <boost/describe.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "progressive/claim_queue.h"
#include "progressive/configuration.h"
#include "progressive/event.h"

namespace cardroom::progressive {

enum class ClaimStatus : uint8_t { marked, acknowledged, confirmed, held, rejected };

// A marked hand. A fixed pay from the tray is one too: it is counted, and may need confirmation.
struct Claim {
  ClaimNumber number = 0;
  TableId table;
  RoundNumber round = 0;
  std::optional<int> position;
  LinkId link;
  int prize = 0;
  base::Cents wager{};  // 0: not known, wagers differ and the position is not known either
  ClaimStatus status = ClaimStatus::marked;
  bool on_meter = false;  // its amount is set apart from a level's meter
  Pricing price;          // of a tray pay: the amount alone
  bool envy_paid = false;
  StaffId marked_by;
  StaffId acknowledged_by;
  int64_t marked_ms = 0;
  std::vector<Wager> others;  // when held: who is owed envy if it is paid after all
  StaffId held_by;            // while it is held
  std::string held_reason;

  bool operator==(const Claim&) const = default;
  bool is_open() const { return status == ClaimStatus::marked || status == ClaimStatus::acknowledged; }
};

// What has gone into and out of a level since it began, by the facts of the events, not by their postings: the level's
// identity compares the two.
struct Totals {
  base::MeterUnits start{};
  base::MeterUnits contributions{};
  base::MeterUnits seeds{};
  base::MeterUnits reserve_released{};
  base::MeterUnits advances{};
  base::MeterUnits confirmed{};  // meter pays, less those backed out
  base::MeterUnits overflow_taken{};
  base::MeterUnits adjustments{};  // signed
  base::MeterUnits transfers{};    // signed
  base::MeterUnits reserve_contributions{};
  base::MeterUnits reserve_adjustments{};  // signed: documented removals and returns
  base::MeterUnits seed_unrecovered{};     // the house's own money that went to the meter, less what it took back
  base::MeterUnits house_gifts{};          // that went to reserve or overflow: it does not come back as seed

  bool operator==(const Totals&) const = default;
};

struct Hit {
  int64_t time_ms = 0;
  ClaimNumber claim = 0;
  PageNumber win_page = 0;
  TableId table;
  RoundNumber round = 0;
  int position = 0;
  std::string hand;
  base::Cents amount{};
  StaffId confirmed_by;
  bool backed_out = false;

  bool operator==(const Hit&) const = default;
};
inline constexpr size_t hits_kept = 25;  // what must be shown on demand

struct LevelState {
  Funds funds;
  base::MeterUnits pending{};
  base::MeterUnits disputed{};
  // Part of the overflow: what awards that were backed out brought above the limit. The next back-out counts it to the
  // meter again; a decided claim, an adjustment or a transfer ends that.
  base::MeterUnits spilled{};
  Totals totals;
  ClaimQueue queue;
  uint64_t wagers_in = 0;
  uint64_t hits = 0;
  std::vector<Hit> last_hits;  // newest last

  bool operator==(const LevelState&) const = default;
};

// A confirmed pay, which has a win slip, that can still be backed out.
struct Award {
  int level = 0;
  PageNumber win_page = 0;
  Pricing price;
  bool on_meter = true;  // false: it was paid from the tray
  bool split = false;    // an equal split of the whole level, whose winners share one reseed
  TableId table;
  RoundNumber round = 0;

  bool operator==(const Award&) const = default;
};
inline constexpr size_t awards_kept = 1000;  // of a link: years of play; older ones are corrected by an adjustment

// Why a player is owed money.
enum class DebtKind : uint8_t { award, envy, refund };
// An amount that the journal has posted to a player and nobody has acknowledged as paid.
struct Debt {
  DebtKind kind = DebtKind::award;
  TableId table;
  RoundNumber round = 0;
  ClaimNumber claim = 0;  // of a refund: 0
  std::optional<int> position;
  LinkId link;
  std::string hand;
  base::Cents amount{};
  bool from_meter = false;  // a hand pay; else the dealer pays it from the tray
  PageNumber win_page = 0;
  bool tax = false;
  bool tax_ruled = false;  // a tax rule of the link decided `tax`
  int64_t since_ms = 0;

  bool operator==(const Debt&) const = default;
};

struct LinkState {
  std::string title;
  LinkRules rules;
  std::vector<GameOdds> odds;
  Judgement judgement;
  bool open = false;
  bool retired = false;
  std::vector<LevelState> levels;
  std::map<Account, base::MeterUnits> outside;  // balances of the accounts outside the jackpot
  std::vector<Award> awards;                    // oldest first
  uint64_t open_rounds = 0;
  // By the facts of the events, not by their postings: the law of what is owed compares them.
  base::MeterUnits wagered{};  // locked in
  base::MeterUnits paid{};     // posted to players and acknowledged as paid, less what was backed out after that

  bool operator==(const LinkState&) const = default;
};

// A hand that was marked in the round and rejected: the claim itself is gone.
struct Rejection {
  ClaimNumber claim = 0;
  StaffId by;
  std::string reason;

  bool operator==(const Rejection&) const = default;
};
inline constexpr size_t rejections_kept = 20;  // of a round, the newest: more than its positions

struct OpenRound {
  RoundNumber number = 0;
  std::vector<Wager> wagers;        // locked in
  std::vector<ClaimNumber> claims;  // in the order of marking; withdrawn ones leave
  int64_t started_ms = 0;
  bool voided = false;  // dealt again at least once
  int alarms = 0;
  int hands_dealt = 0;  // as the shuffler counted; 0: not told, or the deal was void
  std::vector<Rejection> rejected = {};

  bool operator==(const OpenRound&) const = default;
};

struct TableState {
  Table table;
  RoundNumber last_round = 0;  // goes on if a table of this name is placed again
  std::optional<OpenRound> round;
  bool removed = false;

  bool operator==(const TableState&) const = default;
};

struct BankState {
  bool recorded = false;
  int64_t time_ms = 0;
  base::Cents balance{};
  base::MeterUnits required{};  // what the house held for players at that moment
  bool is_short = false;

  bool operator==(const BankState&) const = default;
};

struct State {
  std::map<StaffId, StaffMember> staff;
  std::map<LinkId, LinkState> links;
  std::map<TableId, TableState> tables;
  // Open, held, of a round that is still open, or a held one's predecessor whose envy was paid.
  std::map<ClaimNumber, Claim> claims;
  ClaimNumber last_claim = 0;
  PageNumber last_page = 0;
  uint64_t rounds = 0;
  BankState bank;
  std::map<StaffId, Access> access;
  std::map<DeviceId, Device> devices;  // those that were not revoked
  std::vector<Debt> owed;              // oldest first
  // The journal is being read where version 0.1 wrote it, which could not acknowledge a payment: what it posted after
  // the end of a round counts as paid.
  bool pays_unacknowledged = false;

  bool operator==(const State&) const = default;
};

// Brings the state to what it is after the event. An event that `decide` made for this very state always fits. One that
// does not (a journal that was tampered with) is told, and leaves the state without meaning.
std::expected<void, std::string> apply(State& state, const Event& event);

// Whether the round is the one that is open at the table.
bool is_open_round(const State& state, const TableId& table, RoundNumber round);

// The row of a link's prize table, or -1.
int prize_named(const LinkRules& rules, std::string_view hand);
// All that the house holds for players: meters, overflow, pending, disputed, reserve of every link.
base::MeterUnits held_for_players(const State& state);

BOOST_DESCRIBE_ENUM(ClaimStatus, marked, acknowledged, confirmed, held, rejected)
BOOST_DESCRIBE_STRUCT(Claim, (),
                      (number, table, round, position, link, prize, wager, status, on_meter, price, envy_paid,
                       marked_by, acknowledged_by, marked_ms, others, held_by, held_reason))
BOOST_DESCRIBE_STRUCT(Rejection, (), (claim, by, reason))
BOOST_DESCRIBE_STRUCT(Totals, (),
                      (start, contributions, seeds, reserve_released, advances, confirmed, overflow_taken, adjustments,
                       transfers, reserve_contributions, reserve_adjustments, seed_unrecovered, house_gifts))
BOOST_DESCRIBE_STRUCT(Hit, (),
                      (time_ms, claim, win_page, table, round, position, hand, amount, confirmed_by, backed_out))
BOOST_DESCRIBE_STRUCT(LevelState, (), (funds, pending, disputed, spilled, totals, queue, wagers_in, hits, last_hits))
BOOST_DESCRIBE_STRUCT(Award, (), (level, win_page, price, on_meter, split, table, round))
BOOST_DESCRIBE_ENUM(DebtKind, award, envy, refund)
BOOST_DESCRIBE_STRUCT(Debt, (),
                      (kind, table, round, claim, position, link, hand, amount, from_meter, win_page, tax, tax_ruled,
                       since_ms))
BOOST_DESCRIBE_STRUCT(LinkState, (),
                      (title, rules, odds, judgement, open, retired, levels, outside, awards, open_rounds, wagered,
                       paid))
BOOST_DESCRIBE_STRUCT(OpenRound, (), (number, wagers, claims, started_ms, voided, alarms, hands_dealt, rejected))
BOOST_DESCRIBE_STRUCT(TableState, (), (table, last_round, round, removed))
BOOST_DESCRIBE_STRUCT(BankState, (), (recorded, time_ms, balance, required, is_short))
BOOST_DESCRIBE_STRUCT(State, (),
                      (staff, links, tables, claims, last_claim, last_page, rounds, bank, access, devices, owed,
                       pays_unacknowledged))

}  // namespace cardroom::progressive
