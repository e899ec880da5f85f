// What the journal keeps of a command: what was asked, what it came to, and the postings that balance. An event is all
// that `apply` needs; it computes no price again.
#pragma once

#include <boost/describe.hpp>
#include <optional>
#include <string>
#include <vector>

#include "progressive/command.h"
#include "progressive/refusal.h"

namespace cardroom::progressive {

// The first seven are outside the jackpot: the players' pockets and what the house earns or spends. The others are
// funds of a level.
enum class Account : uint8_t {
  players,         // wagers come from here, pays go here
  house,           // its part of the wagers
  house_seed,      // starts, seeds and its own additions
  house_tray,      // fixed pays
  house_envy,      // envy pays
  house_advances,  // what a meter lacked for a deducted pay
  house_refunds,   // wagers given back
  house_receipts,  // reserve and overflow taken as gross receipts, corrections
  meter,
  overflow,
  pending,   // claimed, not decided
  disputed,  // held
  reserve,
};
constexpr bool is_fund(Account account) {
  return account >= Account::meter;
}

struct Posting {
  Account account = Account::players;
  LinkId link;
  int level = 0;
  base::MeterUnits amount{};

  bool operator==(const Posting&) const = default;
};

// What a claim takes, and what its reseed brings to the meter.
struct Pricing {
  ClaimNumber claim = 0;
  base::Cents amount{};
  base::MeterUnits seed{};
  base::MeterUnits reserve{};
  base::MeterUnits overflow{};
  base::MeterUnits advance{};  // what the house adds when the meter lacks a deducted pay

  bool operator==(const Pricing&) const = default;
};

// A pay from the tray to a position: for its own hand, or envy for another's.
struct Payment {
  ClaimNumber claim = 0;
  std::optional<int> position;
  base::Cents amount{};
  bool tax = false;

  bool operator==(const Payment&) const = default;
};

// A lit sensor that was not locked in, and why.
struct LeftOut {
  int position = 0;
  LinkId link;
  Refusal refusal;

  bool operator==(const LeftOut&) const = default;
};

// What the command came to. Fields that a kind of command does not use stay empty and are not written.
struct Outcome {
  RoundNumber round = 0;
  ClaimNumber claim = 0;
  PageNumber win_page = 0;
  TableId table;
  std::vector<LeftOut> left_out;
  std::vector<Pricing> priced;  // claims whose price is new
  std::vector<Payment> paid;    // pays that needed no confirmation, and the confirmed one
  std::vector<Payment> envy;
  std::vector<ClaimNumber> dropped;  // marks that a void deal takes away
  base::Cents amount{};              // refunded; of a fund's adjustment see before and after
  std::optional<base::MeterUnits> before;
  std::optional<base::MeterUnits> after;
  bool short_of_funds = false;
  std::optional<Refusal> refused;     // the command changed nothing
  std::vector<Payment> acknowledged;  // owed until now, and paid

  bool operator==(const Outcome&) const = default;
};

struct Event {
  int64_t time_ms = 0;
  StaffId by;
  StaffId second;
  CommandBody command;
  Outcome outcome;
  std::vector<Posting> postings;
};

BOOST_DESCRIBE_ENUM(Account, players, house, house_seed, house_tray, house_envy, house_advances, house_refunds,
                    house_receipts, meter, overflow, pending, disputed, reserve)
BOOST_DESCRIBE_STRUCT(Posting, (), (account, link, level, amount))
BOOST_DESCRIBE_STRUCT(Pricing, (), (claim, amount, seed, reserve, overflow, advance))
BOOST_DESCRIBE_STRUCT(Payment, (), (claim, position, amount, tax))
BOOST_DESCRIBE_STRUCT(LeftOut, (), (position, link, refusal))
BOOST_DESCRIBE_STRUCT(Outcome, (),
                      (round, claim, win_page, table, left_out, priced, paid, envy, dropped, amount, before, after,
                       short_of_funds, refused, acknowledged))
BOOST_DESCRIBE_STRUCT(Event, (), (time_ms, by, second, command, outcome, postings))

}  // namespace cardroom::progressive
