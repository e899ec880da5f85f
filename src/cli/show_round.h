// A settled round, for people and for machines.
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "games/settlement.h"

namespace cardroom::cli {

// Hands, decisions, and the settlement line by line with its reasons.
std::string round_text(const games::Table& table, const games::Round& round, const games::Settlement& settlement);

// The same as JSON; its fields are described in docs/command-line.md.
boost::json::object round_json(const games::Table& table, const games::Round& round,
                               const games::Settlement& settlement);

// "TCP-01, TCP-6B1, PROG-3C-1"
std::string paytable_ids(const games::Table& table);

// A text that begins with this is the digits of a whole number too large for the JSON library.
inline const std::string integer_mark = "\x01";

// JSON over several lines, two blanks deeper at each level, fields in their own order.
std::string pretty(const boost::json::value& value);

}  // namespace cardroom::cli
