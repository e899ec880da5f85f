// What the console reads besides the floor: how meters went, wins, what a link is worth now, what rules would come to,
// presets. docs/reference/protocol.md in types.
#pragma once

#include "server/protocol.h"

namespace cardroom::server {

struct HistoryPoint {
  int64_t time_ms = 0;
  uint64_t sequence = 0;                 // the entry after which the meters were so
  std::vector<base::MeterUnits> meters;  // by level
};
struct HistoryView {
  LinkId link;
  bool whole = false;  // false: what is older is still being read from the journal
  std::vector<HistoryPoint> points;
};

// What another position gets for the hand of a win slip.
struct WinEnvy {
  int position = 0;
  base::Cents amount{};
  bool tax = false;
  bool owed = false;  // not acknowledged as paid

  bool operator==(const WinEnvy&) const = default;
};
// A pay that has a win slip. A void one keeps its number.
struct WinRow {
  PageNumber page = 0;
  uint64_t sequence = 0;  // the entry that confirmed it
  int64_t time_ms = 0;
  LinkId link;
  std::optional<int> level;  // whose meter paid it; nothing: the tray did
  TableId table;
  RoundNumber round = 0;
  std::optional<int> position;
  std::string hand;
  base::Cents amount{};
  base::Cents wager{};
  bool tax = false;
  ClaimNumber claim = 0;
  StaffId confirmed_by;
  StaffId second;
  bool voided = false;
  int64_t voided_ms = 0;
  StaffId voided_by;
  std::string void_document;
  bool owed = false;      // the award is not acknowledged as paid
  bool tax_rule = false;  // a tax rule of the link decided `tax` and those of the envy
  std::vector<WinEnvy> envy;
};
struct WinsPage {
  bool whole = false;  // as in HistoryView
  PageNumber last_page = 0;
  std::vector<WinRow> wins;  // newest first
};

// A wager at the meters of now. Figures are of one currency unit wagered, four decimals rounded down, and exact.
struct EdgeNow {
  std::string game;
  base::Cents wager{};
  std::string edge;
  std::string edge_exact;
  std::string judged;  // in the long run
  std::string judged_exact;
  std::vector<std::string> break_even;  // by level, in currency units: the meter at which the edge is 0, others as now
};
struct LevelNow {
  std::string name;
  std::string hit;            // the chance of one wager to win all of it, exact
  std::string wagers_to_hit;  // the mean
  std::string rounds_to_hit;  // at the pace of late; empty: none is known
  std::string hours_to_hit;
};
struct LinkNow {
  int others = 0;  // who are taken to bet at the same table, for envy
  std::string wagers_per_hour;
  std::string rounds_per_hour;
  std::vector<EdgeNow> edges;
  std::vector<LevelNow> levels;
};

// What create_link and change_link would keep of such rules.
struct AdviceView {
  std::vector<GameOdds> odds;
  Judgement judgement;
};

struct PresetView {
  std::string paytable;
  std::string source;
  std::vector<std::string> games;
  std::string reasons;
  LinkRules rules;
  std::vector<base::Cents> starts;
  std::vector<GameOdds> odds;
  Judgement judgement;
};

BOOST_DESCRIBE_STRUCT(HistoryPoint, (), (time_ms, sequence, meters))
BOOST_DESCRIBE_STRUCT(HistoryView, (), (link, whole, points))
BOOST_DESCRIBE_STRUCT(WinEnvy, (), (position, amount, tax, owed))
BOOST_DESCRIBE_STRUCT(WinRow, (),
                      (page, sequence, time_ms, link, level, table, round, position, hand, amount, wager, tax, claim,
                       confirmed_by, second, voided, voided_ms, voided_by, void_document, owed, tax_rule, envy))
BOOST_DESCRIBE_STRUCT(WinsPage, (), (whole, last_page, wins))
BOOST_DESCRIBE_STRUCT(EdgeNow, (), (game, wager, edge, edge_exact, judged, judged_exact, break_even))
BOOST_DESCRIBE_STRUCT(LevelNow, (), (name, hit, wagers_to_hit, rounds_to_hit, hours_to_hit))
BOOST_DESCRIBE_STRUCT(LinkNow, (), (others, wagers_per_hour, rounds_per_hour, edges, levels))
BOOST_DESCRIBE_STRUCT(AdviceView, (), (odds, judgement))
BOOST_DESCRIBE_STRUCT(PresetView, (), (paytable, source, games, reasons, rules, starts, odds, judgement))

}  // namespace cardroom::server
