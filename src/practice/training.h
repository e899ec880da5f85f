// The practice table for a dealer: a question holds the round's key and all answers so far, the answer the next thing
// that is asked and what was wrong before.
#pragma once

#include <expected>

#include "practice/prospects.h"
#include "practice/refused.h"
#include "practice/training_messages.h"

namespace cardroom::practice {

// A round has fifty questions at most; more answers than this are refused.
inline constexpr size_t answers_max = 500;

std::expected<TrainingView, Refused> train(const TrainingRequest& request, Prospects& prospects);

}  // namespace cardroom::practice
