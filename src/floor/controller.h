// One table: its controller with sensors and keypad, its shuffler, its dealer's hands. While a person holds a keypad of
// the table, the keys and the claims are theirs; the players and the shuffler go on.
#pragma once

#include "floor/deals.h"
#include "floor/line.h"
#include "floor/pit.h"

namespace cardroom::floor {

// How long things take, at least and at most; all 0: as fast as it goes.
struct Timing {
  struct Span {
    int64_t least_ms = 0;
    int64_t most_ms = 0;
  };
  Span bets, play, pays, supervisor;
};
Timing human_timing();  // a round in 30 to 60 seconds
Timing brisk_timing();  // a third of it
Timing demo_timing();   // some seconds, so that pays turn up without stacking a deck
Timing no_timing();

struct Chances {
  int64_t lucky_ppm = 0;  // rounds with a stacked deck
  int64_t wrong_count_ppm = 3'000;
  int64_t take_back_ppm = 30'000;  // of marks: the dealer pressed the wrong button, and again
  int64_t reject_ppm = 40'000;     // of claims that a supervisor decides
  int64_t dispute_ppm = 40'000;
};

struct ControllerOptions {
  TablePlan plan;
  const LinkRules* rules = nullptr;
  std::string controller_token;
  std::string shuffler_token;
  Timing timing;
  Chances chances;
  uint64_t prng_key = 0;
};

class Controller {
 public:
  Controller(Net& net, Pit& pit, Counting& counting, ControllerOptions options);

  // Plays so many rounds, fewer where the floor is hurried; a round that is open is ended first. The first rounds of
  // many tables do not begin together.
  awaitable<void> run(uint64_t rounds);
  uint64_t reconnections() const { return line_.reconnections() + shuffler_.reconnections(); }

 private:
  struct Mark {
    Case what;
    Fate fate = Fate::open;
  };
  using Answer = std::optional<server::Answered>;

  awaitable<void> play_round();
  // Whether somebody holds the table's keypad, or did a moment ago: a page that is loaded again comes back.
  bool held();
  bool goes_on() { return !net_.failure() && !held(); }
  // Plays the players until the keypad was left; ends what the person left open.
  awaitable<void> leave_keys();
  awaitable<void> deal_by_hand(int hands);
  awaitable<void> end_what_is_open();
  // Who plays, and which of them bet the progressive: at least one.
  std::vector<Wager> place_bets();
  awaitable<bool> lock(std::vector<Wager>& wagers);
  awaitable<void> deal(int hands);
  awaitable<bool> mark(const Winner& winner);
  awaitable<bool> press_hand(const Winner& winner, bool position_key);
  awaitable<void> decide(size_t index);
  awaitable<Fate> by_card(Mark& mark);
  awaitable<Fate> by_key(Mark& mark);
  bool is_marked(int position) const;
  // First generation: whatever was half done with the key ends.
  awaitable<bool> turn_back();
  awaitable<void> end();
  void check_end(const progressive::Outcome& outcome);

  awaitable<Answer> say(progressive::CommandBody body);
  awaitable<Answer> press(progressive::Key key, std::string pin = {});
  void note(const Line& line, const Answer& answer);
  void note_problem(const std::string& what, const ErrorBody& error);
  bool first_generation() const { return options_.plan.keypad == Keypad::first_generation; }
  bool happens(int64_t ppm) { return base::uniform_below(deals_.prng(), 1'000'000) < ppm; }
  awaitable<void> take(Timing::Span span);

  Net& net_;
  Pit& pit_;
  Counting& counting_;
  ControllerOptions options_;
  Line line_;
  Line shuffler_;
  Deals deals_;
  std::vector<int> positions_;  // that play
  std::vector<Wager> locked_;
  std::vector<Mark> marks_;
  bool unsure_ = false;   // somebody else acted on this round: its pays are not expected
  int64_t held_ms_ = -1;  // when a person was last seen at the keypad
};

}  // namespace cardroom::floor
