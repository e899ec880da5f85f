// A pay as it is written in a paytable file.
#pragma once

#include <toml++/toml.h>

#include <expected>
#include <string>

#include "games/paytable.h"

namespace cardroom::games {

// "30 to 1", "3 to 2", "300 for 1", "100%", "100 % of Mega" (with or without the space), "push"; a bare whole
// number is "to 1".
std::expected<Pay, std::string> parse_pay(const toml::node& node);

}  // namespace cardroom::games
