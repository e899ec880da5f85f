// Answers the practice table's questions: GET games, POST play, POST deal (docs/reference/practice-api.md).
#pragma once

#include "base/desk.h"

namespace cardroom::practice {

Desk desk();

}  // namespace cardroom::practice
