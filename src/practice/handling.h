// One wager settled by a trainee, judged.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "practice/course.h"

namespace cardroom::practice {

// "Position 3: PAIR PLUS pays $60.00".
std::string handled_words(const TrainingRound& round, size_t line);
// Why that is so, with the arithmetic of the amount.
std::string handled_reason(const TrainingRound& round, size_t line);

// Judges an answer where `due` is the line to be handled now and `before` are those that were handled already; nothing
// where it is right.
std::optional<std::string> judge(const TrainingRound& round, size_t due, std::span<const size_t> before,
                                 const Handled& handled);

}  // namespace cardroom::practice
