// The practice table for a player: a question holds the whole round so far, the answer all that can be seen of it.
#pragma once

#include <expected>

#include "practice/messages.h"
#include "practice/prospects.h"
#include "practice/refused.h"

namespace cardroom::practice {

inline constexpr size_t seats_max = 7;

std::expected<PlayView, Refused> play(const PlayRequest& request, Prospects& prospects);

}  // namespace cardroom::practice
