// For what reads and writes JSON.
#include <boost/describe.hpp>
#include <boost/json.hpp>
#include <boost/mp11.hpp>

#include "exact.h"
