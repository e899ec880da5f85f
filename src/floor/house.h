// A house to play in: cards, links, tables. What of it a server lacks is made there, through the protocol.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "progressive/command.h"

namespace cardroom::floor {

using progressive::Keypad;
using progressive::LinkId;
using progressive::Role;
using progressive::StaffId;
using progressive::TableId;

struct StaffPlan {
  StaffId staff;
  Role role = Role::dealer;
  std::string name;
  std::string pin;  // empty: one is drawn, and kept in the floor's file
};

struct LinkPlan {
  LinkId link;
  std::string title;
  std::string paytable;  // one that has a preset
  std::optional<base::Cents> second_signature_at = {};
};

// How a table's dealer speaks: by the keys of the keypad, or a controller that says commands itself.
enum class Manner : uint8_t { presses, commands };

struct TablePlan {
  TableId table;
  std::string game;
  int positions = 6;
  Keypad keypad = Keypad::second_generation;
  Manner manner = Manner::presses;
  LinkId link;
};

struct House {
  std::vector<StaffPlan> staff;  // one administrator first
  std::vector<LinkPlan> links;
  std::vector<TablePlan> tables;
  bool pages = false;  // a keypad, a display and a shuffler more for each table, for people's browsers
};

// So many tables of four games on three links, both keypads, both manners; ids begin with F, cards with "floor".
House floor_house(int tables);
// The demonstration's: six tables, cards and PINs that everybody may know.
House demo_house();

// The command that makes a link from its paytable's preset; chances are counted here.
progressive::CreateLink link_from_preset(const LinkPlan& plan);

}  // namespace cardroom::floor
