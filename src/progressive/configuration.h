// What a house sets: links with their levels and prizes, tables, staff. Values only; what is allowed is in
// check_rules and in the commands that change them.
#pragma once

#include <boost/describe.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/money.h"
#include "progressive/identifiers.h"

namespace cardroom::progressive {

enum class Role : uint8_t { dealer, supervisor, executive, auditor, administrator };
enum class Keypad : uint8_t { first_generation, second_generation };
enum class SameRound : uint8_t { seat_order, equal_split };
enum class FoldedHand : uint8_t { wins, loses };
enum class Deduction : uint8_t { shares_only, all_pays };  // all_pays: fixed pays come off the first level's meter
enum class EnvyScale : uint8_t { flat, times_wager };
enum class OverflowUse : uint8_t { kept, pooled };  // pooled: it joins the meter at the reseed
enum class TaxBasis : uint8_t { gross, net_of_wager };

// One row of a prize table. Exactly one of pays_for_one and share_ppm is above zero.
struct Prize {
  std::string hand;          // "royal_flush", the key that a game maps cards to
  int64_t pays_for_one = 0;  // N for 1: the wager is not returned
  int64_t share_ppm = 0;     // of the level's meter; 1,000,000 is all of it
  int level = 0;             // whose meter a share is of
  base::Cents envy{};        // to every other position; times the wager where the link says so

  bool operator==(const Prize&) const = default;
  bool is_share() const { return share_ppm > 0; }
  bool takes_all() const { return share_ppm == 1'000'000; }
};

struct LevelRules {
  std::string name;                  // "Mega"
  base::Cents seed{};                // the house's, at every reseed
  int64_t contribution_ppm = 0;      // of every wager, to the meter
  int64_t reserve_ppm = 0;           // of every wager, to the reserve
  std::optional<base::Cents> limit;  // what is over goes to overflow
  OverflowUse overflow = OverflowUse::kept;
  base::Cents increment_max{};  // a contribution of one message above this is unreasonable
  bool executive = false;       // every award of the level needs an executive

  bool operator==(const LevelRules&) const = default;
};

// When a pay is flagged for the tax form. Of several the last that has begun applies.
struct TaxRule {
  std::string from;      // "2026-01-01", UTC
  base::Cents amount{};  // at least so much
  int64_t wagers = 0;    // and at least so many times the wager; 0: no such condition
  TaxBasis basis = TaxBasis::gross;

  bool operator==(const TaxRule&) const = default;
};

struct LinkRules {
  std::string paytable;  // its designator: "ML03"
  std::vector<LevelRules> levels;
  std::vector<Prize> prizes;
  std::vector<base::Cents> wagers;  // the sizes allowed
  Deduction deduction = Deduction::shares_only;
  SameRound same_round = SameRound::seat_order;
  FoldedHand folded_hand = FoldedHand::wins;
  EnvyScale envy_scale = EnvyScale::flat;
  base::Cents confirm_at{};                 // a fixed pay of at least this needs a supervisor
  std::optional<base::Cents> executive_at;  // an award of at least this needs an executive
  std::vector<TaxRule> tax;
  std::optional<base::Cents> second_signature_at;  // of at least this, where no executive is needed: two people

  bool operator==(const LinkRules&) const = default;
};

// The exact chance that a game deals each prize of the table, row by row: "1/649740". Computed elsewhere, kept here.
struct GameOdds {
  std::string game;
  std::vector<std::string> probabilities;

  bool operator==(const GameOdds&) const = default;
};

// What was computed of a configuration when it was set; kept with it.
struct Figure {
  std::string name;     // "house_advantage"
  std::string exact;    // "1/4", or empty where only an interval is known
  std::string decimal;  // "0.25", "0.0312 ± 0.0001"

  bool operator==(const Figure&) const = default;
};
struct Judgement {
  std::vector<Figure> figures;
  std::vector<std::string> advice;

  bool operator==(const Judgement&) const = default;
};

struct Table {
  TableId table;
  std::string game;
  int positions = 0;  // 1 to 9
  Keypad keypad = Keypad::second_generation;
  std::vector<LinkId> links;  // one progressive wager a position on each; at most three

  bool operator==(const Table&) const = default;
};

struct StaffMember {
  StaffId staff;  // the card's number
  Role role = Role::dealer;
  std::string name;
  bool active = true;

  bool operator==(const StaffMember&) const = default;
};

// What may speak with the game manager without a person. A monitor reads figures of the program's health.
enum class DeviceKind : uint8_t { controller, keypad, display, shuffler, monitor };

struct Device {
  DeviceId device;
  DeviceKind kind = DeviceKind::controller;
  TableId table;             // empty for a monitor
  std::string token_digest;  // BLAKE2b-256 of its token, 64 hexadecimal digits; nobody keeps the token

  bool operator==(const Device&) const = default;
};

// How a card's holder proves himself, and how often somebody failed to since it last went well.
struct Access {
  std::string verifier;  // a slow hash of the PIN, keyed by a secret that is not in the journal; empty: no PIN yet
  int failures = 0;
  int64_t last_failure_ms = 0;

  bool operator==(const Access&) const = default;
};

// Limits, with their reasons.
inline constexpr int levels_max = 4;                        // Mega, Major, Minor, Mini: what displays have room for
inline constexpr int positions_max = 9;                     // the longest layout in use
inline constexpr int links_of_table_max = 3;                // sensors at a position
inline constexpr int prizes_max = 32;                       // buttons of a keypad
inline constexpr int wager_sizes_max = 10;                  // chips that a sensor tells apart
inline constexpr base::Cents wager_max{10'000};             // $100: ten times the largest progressive wager offered
inline constexpr base::Cents jackpot_max{100'000'000'000};  // $1 billion, far above any jackpot, far below the ceiling
inline constexpr int64_t pays_max = 250'000;                // the highest printed pay of any wager is 50,000 for 1
inline constexpr base::Cents envy_max{1'000'000};           // $10,000: twice the highest printed
inline constexpr size_t devices_max = 20'000;               // ten a table of the largest floor, twice
inline constexpr size_t verifier_length_max = 128;          // what libsodium writes
inline constexpr int sign_in_failures_max = 5;              // guesses at a PIN before the card is locked out
inline constexpr int64_t lock_out_ms = 5 * 60'000;  // 1,440 guesses a day at most: a PIN of 6 digits holds years
inline constexpr int hands_max = 10;                // nine players and the dealer
inline constexpr size_t text_length_max = 200;      // characters of a name or reason: a line of a report

BOOST_DESCRIBE_ENUM(Role, dealer, supervisor, executive, auditor, administrator)
BOOST_DESCRIBE_ENUM(Keypad, first_generation, second_generation)
BOOST_DESCRIBE_ENUM(SameRound, seat_order, equal_split)
BOOST_DESCRIBE_ENUM(FoldedHand, wins, loses)
BOOST_DESCRIBE_ENUM(Deduction, shares_only, all_pays)
BOOST_DESCRIBE_ENUM(EnvyScale, flat, times_wager)
BOOST_DESCRIBE_ENUM(OverflowUse, kept, pooled)
BOOST_DESCRIBE_ENUM(TaxBasis, gross, net_of_wager)
BOOST_DESCRIBE_STRUCT(Prize, (), (hand, pays_for_one, share_ppm, level, envy))
BOOST_DESCRIBE_STRUCT(LevelRules, (),
                      (name, seed, contribution_ppm, reserve_ppm, limit, overflow, increment_max, executive))
BOOST_DESCRIBE_STRUCT(TaxRule, (), (from, amount, wagers, basis))
BOOST_DESCRIBE_STRUCT(LinkRules, (),
                      (paytable, levels, prizes, wagers, deduction, same_round, folded_hand, envy_scale, confirm_at,
                       executive_at, tax, second_signature_at))
BOOST_DESCRIBE_STRUCT(GameOdds, (), (game, probabilities))
BOOST_DESCRIBE_STRUCT(Figure, (), (name, exact, decimal))
BOOST_DESCRIBE_STRUCT(Judgement, (), (figures, advice))
BOOST_DESCRIBE_STRUCT(Table, (), (table, game, positions, keypad, links))
BOOST_DESCRIBE_ENUM(DeviceKind, controller, keypad, display, shuffler, monitor)
BOOST_DESCRIBE_STRUCT(Device, (), (device, kind, table, token_digest))
BOOST_DESCRIBE_STRUCT(Access, (), (verifier, failures, last_failure_ms))
BOOST_DESCRIBE_STRUCT(StaffMember, (), (staff, role, name, active))

}  // namespace cardroom::progressive
