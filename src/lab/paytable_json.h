// A paytable as JSON: 'cardroom paytables --json', and beside the figures that were computed with it.
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "games/game.h"
#include "games/paytable.h"

namespace cardroom::lab {

// Whether a table of the game has this paytable unless another is chosen.
bool is_default(const games::Game& game, const games::Paytable& paytable);

boost::json::object paytable_json(const games::Game& game, const games::Paytable& paytable);

// BLAKE2b, 256 bits, in hexadecimal, of that JSON without spaces and without `default`: the same pays under the same
// id, document and date have the same digest.
std::string paytable_digest(const games::Game& game, const games::Paytable& paytable);

}  // namespace cardroom::lab
