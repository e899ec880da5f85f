// Games in which cards are turned in the middle between decisions: what the dealer does for each of them.
#pragma once

#include "games/table.h"
#include "practice/procedure.h"

namespace cardroom::practice {

// Whether the players decide more than once, with cards turned in between.
bool has_streets(const games::Table& table);

// The steps of the procedure for this game. Those of the decisions that say `when = "streets"` are there once for each
// decision of the script, in turn, each with a number at the end of its id: {question} is what is asked, {cards} which
// cards are turned. One that would turn nothing is left out.
std::vector<ProcedureStep> steps_for(const games::Table& table, const Procedure& procedure);

}  // namespace cardroom::practice
