// What a demonstration tells everybody, who may then try every page: cards with their PINs, tokens of each table's
// pages.
#pragma once

#include "server/protocol.h"

namespace cardroom::server {

struct DemoCard {
  StaffId staff;
  std::string pin;
  Role role = Role::dealer;
  std::string name;
};
struct DemoTable {
  TableId table;
  std::string game;
  std::string keypad_token;
  std::string display_token;
  std::string shuffler_token;
};
struct DemoView {
  std::string house;
  std::vector<DemoCard> cards;
  std::vector<DemoTable> tables;
  Meters meters;  // as a display shows them
};
BOOST_DESCRIBE_STRUCT(DemoCard, (), (staff, pin, role, name))
BOOST_DESCRIBE_STRUCT(DemoTable, (), (table, game, keypad_token, display_token, shuffler_token))
BOOST_DESCRIBE_STRUCT(DemoView, (), (house, cards, tables, meters))

}  // namespace cardroom::server
