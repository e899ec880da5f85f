// The people of the floor: supervisors and an executive, each with a card, a PIN and a console. They decide claims.
#pragma once

#include <deque>

#include "floor/house.h"
#include "floor/net.h"
#include "floor/state_file.h"
#include "floor/tally.h"

namespace cardroom::floor {

// What all of the floor count together.
struct Counting {
  Tally tally;
  Acknowledged acknowledged;
  std::vector<std::string> problems;  // pays that are not as the rules say, refusals that should not be

  void note_problem(std::string text);
};
inline constexpr size_t problems_max = 50;  // enough to see what is wrong

// A marked hand, as the floor knows it.
struct Case {
  ClaimNumber claim = 0;
  LinkId link;
  int position = 0;
  bool position_told = false;  // to the game manager
  const LinkRules* rules = nullptr;
  const Prize* prize = nullptr;
  Cents amount{};  // when it was marked
  Cents wager{};
  std::vector<Wager> others;  // who bet on the link too
};

enum class Fate : uint8_t { open, confirmed, rejected, held, taken_back, by_others };

class Pit {
 public:
  Pit(Net& net, Counting& counting, const House& house, const Kept& kept, uint64_t prng_key);

  // From a console. Tries until it is decided; `by_others` when somebody else was faster, or the floor ends.
  awaitable<Fate> confirm(const Case& what);
  awaitable<Fate> reject(const Case& what, std::string reason);
  awaitable<Fate> hold(const Case& what);
  // Everything that is held, paid or rejected in the end.
  awaitable<void> release_held();

  // A card for a keypad.
  server::Credentials card(bool executive);
  void note_confirmed(const Case& what, const progressive::Outcome& outcome);

 private:
  Console& console(bool executive);
  // The position of a hand that was marked without one.
  awaitable<void> acknowledge(const Case& what);
  // With a second person's card where two are needed: the other role's.
  awaitable<Console::Posted> ask(bool executive, progressive::CommandBody body, bool two_people = false);
  awaitable<Fate> until_done(const Case& what, progressive::CommandBody body, Fate done);

  Net& net_;
  Counting& counting_;
  base::Prng prng_;
  std::deque<Console> supervisors_;
  std::deque<Console> executives_;
  size_t turn_ = 0;
  std::deque<Case> held_;
};

Cents envy_of(const Case& what);

}  // namespace cardroom::floor
