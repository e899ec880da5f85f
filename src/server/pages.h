// What signed-in people read over HTTP, besides what the live channel tells too: docs/reference/protocol.md in types.
#pragma once

#include "server/console_views.h"

namespace cardroom::server {

// Whether the browser's session is open, and whether the one-time code of the first start is awaited.
struct DoorView {
  bool signed_in = false;
  bool first_start = false;
};
BOOST_DESCRIBE_STRUCT(DoorView, (), (signed_in, first_start))

struct PersonName {
  StaffId staff;
  std::string name;
};
BOOST_DESCRIBE_STRUCT(PersonName, (), (staff, name))

struct FloorView {
  std::string house;
  std::string version;
  bool leading = false;
  uint64_t sequence = 0;
  int64_t time_ms = 0;
  uint64_t rounds = 0;
  bool prize_fund_short = false;
  Meters meters;
  Tables tables;
  Claims claims;
  Alarms alarms;
  std::vector<PersonName> people;  // nobody for a dealer
};
BOOST_DESCRIBE_STRUCT(FloorView, (),
                      (house, version, leading, sequence, time_ms, rounds, prize_fund_short, meters, tables, claims,
                       alarms, people))

// A link with all that was set and counted.
struct LinkDetails {
  LinkView view;
  LinkRules rules;
  std::vector<GameOdds> odds;
  Judgement judgement;
  std::vector<std::vector<Hit>> hits;  // by level, newest last
  std::vector<Totals> totals;
  LinkNow now;
};
BOOST_DESCRIBE_STRUCT(LinkDetails, (), (view, rules, odds, judgement, hits, totals, now))

struct StaffView {
  StaffId staff;
  std::string name;
  Role role = Role::dealer;
  bool active = false;
  bool has_pin = false;
  int failures = 0;
  int64_t locked_until_ms = 0;
};
BOOST_DESCRIBE_STRUCT(StaffView, (), (staff, name, role, active, has_pin, failures, locked_until_ms))

struct DeviceView {
  DeviceId device;
  DeviceKind kind = DeviceKind::controller;
  TableId table;
};
BOOST_DESCRIBE_STRUCT(DeviceView, (), (device, kind, table))

struct KindView {
  std::string id;
  std::string title;
  std::string summary;
  bool by_link = false;
  bool by_table = false;
  bool by_page = false;
};
BOOST_DESCRIBE_STRUCT(KindView, (), (id, title, summary, by_link, by_table, by_page))

struct JournalPage {
  uint64_t sequence = 0;  // where the journal ends
  std::vector<EventView> events;
};
BOOST_DESCRIBE_STRUCT(JournalPage, (), (sequence, events))

}  // namespace cardroom::server
