// For the mathematics: exact numbers too.
#include "base/rational.h"
#include "core.h"
