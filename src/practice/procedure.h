// The dealer's procedure, step by step, as data/procedures/dealer.toml has it.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "games/file_remark.h"

namespace cardroom::practice {

enum class When : uint8_t {
  always,
  progressive,
  without,
  folds,
  qualifies,
  community,
  after_all,
  supervisor,
  envy,
  misdeal,
  one_decision,
  streets
};
enum class Ask : uint8_t {
  nothing,
  without,
  first,
  miscount,
  hands,
  folds,
  dealer_hand,
  qualifies,
  lines,
  lines_after,
  supervisor,
  envy
};

struct ProcedureStep {
  std::string id;
  std::string phase;
  std::string action;  // what is done: 'Announce "No more bets"'
  std::string why;
  When when = When::always;
  Ask ask = Ask::nothing;
  std::string wager;               // that `when` and `ask` are about
  std::string group;               // may be done in any order with others of the group
  std::vector<std::string> games;  // empty: all
  int turned = 0;                  // cards in the middle that are up after the step, where it turns one (streets.h)

  bool belongs_to(std::string_view game) const;
};

struct Procedure {
  struct Phase {
    std::string id;
    std::string name;
  };
  std::vector<Phase> phases;
  std::vector<ProcedureStep> steps;  // in the order in which they are done
};

// Reports every error, with its line.
std::expected<Procedure, std::vector<games::FileRemark>> parse_procedure(std::string_view text, std::string_view file);

// The one that ships with Cardroom.
const Procedure& shipped_procedure();

}  // namespace cardroom::practice
