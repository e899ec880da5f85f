// A simulated floor: tables that play real deals over the real protocol, people who decide their claims, and a count of
// all of it that does not believe the server. `cardroom floor` runs one; `cardroom serve --demo` does in a thread.
#pragma once

#include <functional>

#include "floor/controller.h"
#include "floor/prepare.h"

namespace cardroom::floor {

enum class Wish : uint8_t {
  go_on,
  end,   // after the rounds under way
  drop,  // at once, as they are
};

struct FloorOptions {
  NetOptions net;
  House house;
  Entrance entrance;
  std::string state_file;
  uint64_t prng_key = 0;
  uint64_t rounds = 0;   // of every table; 0: until it is told to end
  int64_t lasts_ms = 0;  // 0: as long as the rounds take
  Timing timing;
  Chances chances;
  bool compare = true;  // with the journal, at the end
  // Once, when the house is furnished and its devices have their tokens.
  std::function<void(const Kept&)> prepared;
  // Some times a second: what is to be done.
  std::function<Wish(const Tally&)> progress;
};

struct FloorReport {
  Tally floor;
  Tally journal;
  std::vector<std::string> differences;  // everything that is not as it should be; empty: all is
  uint64_t reconnections = 0;
  int64_t lasted_ms = 0;
};
BOOST_DESCRIBE_STRUCT(FloorReport, (), (floor, journal, differences, reconnections, lasted_ms))

// Returns when it has ended. Fails where the server cannot be reached or will not have it.
std::expected<FloorReport, base::Error> run_floor(const FloorOptions& options);

}  // namespace cardroom::floor
