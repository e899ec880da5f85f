// The math lab as a desk: exact figures of any game under any pays, asked over HTTP. It keeps counts and answers, and
// nothing of who asked. docs/reference/math-lab.md lists questions and answers.
#pragma once

#include "base/desk.h"

namespace cardroom::lab {

// May be asked from several threads; one game is counted by one of them at a time, the others are told to retry.
Desk desk();

}  // namespace cardroom::lab
