// The dealer's course over one round: every question in its order, with what is right and why. It is made of the
// procedure (procedure.h) and of the settlement; it asks nothing that these two do not decide.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "games/settlement.h"
#include "practice/meters.h"
#include "practice/procedure.h"
#include "practice/training_messages.h"

namespace cardroom::practice {

// How much of the table can be seen while a question is asked.
struct Seen {
  bool players = false;     // their cards lie before them, face down
  bool dealer = false;      // and the dealer's, with an up-card if there is one
  bool decided = false;     // raises are in the circles
  size_t decisions = 0;     // or as many decisions have been made, where there are several
  bool collected = false;   // folded hands without a live wager are gone
  bool revealed = false;    // the dealer's hand
  bool community = false;   // all cards in the middle are turned
  bool middle = false;      // they lie there, face down,
  size_t turned = 0;        // but for so many
  bool exposed = false;     // the players' hands
  bool everything = false;  // the round is over
  size_t settled = 0;       // lines of the settlement that have been handled
};

struct Item {
  std::string phase;
  std::string done;  // of the checklist: what was done
  Question question;
  Seen seen;
  std::string right;  // what is said to a right answer
  // Nothing where the answer is right; else the reason why it is not.
  std::function<std::optional<std::string>(const Answer&)> wrong;
};

// All that the course is about; it is referred to, and must outlive the items.
struct TrainingRound {
  games::Table table;
  games::Round round;
  games::Settlement settlement;
  std::vector<std::optional<Cents>> awards;  // of claims, by line
  std::vector<Line> lines;                   // the settlement in words
  uint64_t prng_key = 0;                     // for the order of options
};

std::vector<Item> make_course(const TrainingRound& round, const Procedure& procedure);

// Whether a line fell with a fold: its wager is collected with the cards.
bool falls_with_fold(const games::SettlementLine& line);

// The lines that a dealer handles while settling, as indexes, in order: not what fell with a fold (collected before),
// nor a progressive that does not win (its chips were taken at START GAME).
std::vector<size_t> lines_to_handle(const TrainingRound& round);

}  // namespace cardroom::practice
