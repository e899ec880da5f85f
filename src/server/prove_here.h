// People who prove themselves by card and PIN at the command line, while no game manager runs on the ledger.
#pragma once

#include <expected>
#include <string>

#include "progressive/state.h"
#include "server/protocol.h"
#include "server/secrets.h"

namespace cardroom::server {

// Why not, for people.
std::expected<void, std::string> prove_here(const progressive::State& state, const Secret& secret,
                                            const Credentials& person, int64_t now_ms);

}  // namespace cardroom::server
