// For tests.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "json.h"
