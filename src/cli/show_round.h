// A settled round as text and as JSON.
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "games/settlement.h"

namespace cardroom::cli {

// The hands, the decisions, and every line of the settlement with its reason.
std::string round_text(const games::Table& table, const games::Round& round, const games::Settlement& settlement);

// The same as JSON; its fields are described in docs/reference/json.md.
boost::json::object round_json(const games::Table& table, const games::Round& round,
                               const games::Settlement& settlement);

// "TCP-01, TCP-6B1, PROG-3C-1"
std::string paytable_ids(const games::Table& table);

}  // namespace cardroom::cli
