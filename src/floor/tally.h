// What the floor counts of its own doings, by its own arithmetic, when the server acknowledged them; and the same read
// from the journal. The two must be equal.
#pragma once

#include <boost/describe.hpp>
#include <map>
#include <set>

#include "server/protocol.h"

namespace cardroom::floor {

using base::Cents;
using base::MeterUnits;
using progressive::ClaimNumber;
using progressive::LinkId;
using progressive::LinkRules;
using progressive::Prize;
using progressive::Wager;

struct LevelTally {
  MeterUnits contributions{};  // to meter or overflow
  MeterUnits reserve{};

  bool operator==(const LevelTally&) const = default;
};

struct Tally {
  uint64_t rounds = 0;
  uint64_t rounds_ended = 0;
  uint64_t wagers = 0;
  Cents wagered{};
  uint64_t deals = 0;
  uint64_t void_deals = 0;
  uint64_t claims = 0;
  uint64_t claims_taken_back = 0;
  uint64_t claims_confirmed = 0;
  uint64_t claims_rejected = 0;
  uint64_t claims_held = 0;
  uint64_t claims_released = 0;
  Cents confirmed{};   // paid by a supervisor's or executive's word
  Cents fixed_pays{};  // paid at the end of a round
  Cents envy{};
  uint64_t refusals = 0;  // that the journal keeps
  std::map<LinkId, std::vector<LevelTally>> links;

  bool operator==(const Tally&) const = default;
  // A wager's parts of each level: its cents times parts per million, exactly.
  void add_wagers(const LinkId& link, const LinkRules& rules, const std::vector<Wager>& locked);
};
BOOST_DESCRIBE_STRUCT(LevelTally, (), (contributions, reserve))
BOOST_DESCRIBE_STRUCT(Tally, (),
                      (rounds, rounds_ended, wagers, wagered, deals, void_deals, claims, claims_taken_back,
                       claims_confirmed, claims_rejected, claims_held, claims_released, confirmed, fixed_pays, envy,
                       refusals, links))

// Commands that the server acknowledged: the journal's id and entry.
struct Acknowledged {
  std::map<std::string, uint64_t> entries;
  std::set<std::string> somewhere;  // recorded under this id, the entry was not told
  bool keep = true;                 // false: nobody will compare

  void add(const std::string& id, uint64_t sequence);
  void add_somewhere(const std::string& id);
};

// Reads the journal, event by event, counting what came under ids of this run.
class JournalTally {
 public:
  // `tag`: what the ids of this run's messages begin with, after "device:" or "card:".
  JournalTally(std::string tag, const Acknowledged& acknowledged) : tag_(std::move(tag)), known_(acknowledged) {}

  void add(const server::EventView& event);
  // What the server acknowledged and the journal lacks is told too.
  std::vector<std::string> finish();

  const Tally& tally() const { return tally_; }
  uint64_t rounds_of_others() const { return rounds_of_others_; }

 private:
  std::string tag_;
  const Acknowledged& known_;
  Tally tally_;
  uint64_t rounds_of_others_ = 0;
  std::set<std::string> seen_;
  std::vector<std::string> findings_;
};

// ---- The rules of pays, from docs/internals/progressive.md, without the server's code.

const Prize* prize_named(const LinkRules& rules, const std::string& hand);
// N for 1, of the wager.
Cents fixed_pay(const Prize& prize, Cents wager);
// To one other position that bet so much: flat, or a currency unit's worth times the wager, in whole cents downwards.
Cents envy_pay(const LinkRules& rules, const Prize& prize, Cents wager);
bool needs_supervisor(const LinkRules& rules, const Prize& prize, Cents amount, bool position_known);
bool needs_executive(const LinkRules& rules, const Prize& prize, Cents amount);
// From the link's amount on, below an executive's.
bool needs_two_people(const LinkRules& rules, const Prize& prize, Cents amount);

// Each difference in words: "wagers: the floor counted 12, the journal 11".
std::vector<std::string> differences(const Tally& floor, const Tally& journal);

}  // namespace cardroom::floor
