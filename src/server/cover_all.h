// What a shuffler shows in Cover All mode.
#pragma once

#include "server/protocol.h"

namespace cardroom::server {

// What the game's COVER ALL wager pays with so many hands dealt; nothing where the game has no such wager or the count
// has no column. `hands` 0: no deal yet, and no pays.
std::optional<CoverAll> cover_all_of(const std::string& game, int hands);

}  // namespace cardroom::server
