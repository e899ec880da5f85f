// Makes on the server what the house lacks: staff cards, links, tables, devices.
#pragma once

#include "floor/house.h"
#include "floor/net.h"
#include "floor/state_file.h"

namespace cardroom::floor {

struct Entrance {
  std::optional<server::Credentials> admin;  // an administrator of the server
  std::string first_code;                    // or the code that the first start printed
};

struct Prepared {
  uint64_t sequence = 0;  // of the journal, after it
  uint64_t rounds = 0;    // of the whole house until then
  std::map<LinkId, progressive::LinkRules> rules;
  std::map<LinkId, std::vector<progressive::Totals>> totals;  // by level
};

// `kept` gains PINs and tokens, and is written to `file` as they come. The tag of the run's ids is set first.
awaitable<std::expected<Prepared, base::Error>> prepare(Net& net, const House& house, const Entrance& entrance,
                                                        Kept& kept, const std::string& file);

progressive::DeviceId controller_of(const TableId& table);
progressive::DeviceId shuffler_of(const TableId& table);
// The devices of pages in people's browsers.
progressive::DeviceId keypad_page_of(const TableId& table);
progressive::DeviceId display_page_of(const TableId& table);
progressive::DeviceId shuffler_page_of(const TableId& table);
// "204816" by chance; not one that everybody tries first.
std::string draw_pin();

}  // namespace cardroom::floor
