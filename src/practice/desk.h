// The practice table as a desk: GET games, POST play, POST deal (docs/guide/dealer.md).
#pragma once

#include "base/desk.h"

namespace cardroom::practice {

Desk desk();

}  // namespace cardroom::practice
