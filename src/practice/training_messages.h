// What travels between the practice page and the dealer's course. See messages.h.
#pragma once

#include "practice/messages.h"

namespace cardroom::practice {

enum class Handling : uint8_t {
  take,   // the wager is lost
  pay,    // so much beside it, or for it
  push,   // it stays
  claim,  // a share of a meter: marked on the keypad, confirmed by a supervisor
};
struct Handled {
  int position = 0;
  std::string wager;
  Handling how = Handling::take;
  Cents paid;
  bool operator==(const Handled&) const = default;
};
// An answer to the question of the moment: one of the first three, by the question's kind; or the answer is asked for.
struct Answer {
  std::string choice;
  std::optional<std::vector<int>> positions;
  std::optional<Handled> handled;
  bool show = false;
  bool operator==(const Answer&) const = default;
};
struct TrainingTally {
  uint64_t rounds = 0;
  uint64_t questions = 0;
  uint64_t right = 0;
  uint64_t mistakes = 0;
  bool operator==(const TrainingTally&) const = default;
};
struct TrainingRequest {
  std::string game;
  std::vector<std::string> paytables;
  std::vector<HouseChoice> house;
  std::vector<MeterNow> meters;
  std::string key;
  uint64_t round = 1;
  int level = 1;    // 1 base wagers, 2 bonuses too, 3 everything that may happen
  int players = 0;  // 0: as many as suit the level
  std::vector<Answer> answers;
  TrainingTally tally;
};

enum class QuestionKind : uint8_t { choice, positions, handled };
struct QuestionOption {
  std::string id;
  std::string text;
};
struct Question {
  QuestionKind kind = QuestionKind::choice;
  std::string text;
  std::vector<QuestionOption> options;  // choice: one of them
  std::vector<int> positions;           // positions: any of them, or none
};
struct Verdict {
  std::string state;  // right, wrong, shown
  std::string text;
};
struct CheckRow {
  std::string phase;
  std::string text;   // what was done
  std::string state;  // right, corrected, shown
};
struct PhaseRow {
  std::string id;
  std::string name;
  std::string state;  // done, now, later
};
struct Correction {
  std::string asked;
  std::string answered;
  std::string text;
};
struct Score {
  uint64_t questions = 0;  // answered rightly so far, sooner or later
  uint64_t right = 0;      // of them right the first time
  uint64_t mistakes = 0;
  std::string text;  // "27 of 30 right the first time"
};
struct TrainingView {
  Identity of;
  int level = 0;
  int players = 0;
  bool done = false;
  Dealer dealer;
  std::vector<std::string> community;
  std::vector<Seat> seats;
  std::vector<MeterNow> meters;
  std::vector<PhaseRow> phases;
  std::vector<CheckRow> checklist;
  std::optional<Question> question;
  std::optional<Verdict> verdict;  // on the last answer
  std::vector<Correction> corrections;
  std::vector<Line> lines;  // when it is done
  Score score;
  TrainingTally tally;
};

BOOST_DESCRIBE_ENUM(Handling, take, pay, push, claim)
BOOST_DESCRIBE_STRUCT(Handled, (), (position, wager, how, paid))
BOOST_DESCRIBE_STRUCT(Answer, (), (choice, positions, handled, show))
BOOST_DESCRIBE_STRUCT(TrainingTally, (), (rounds, questions, right, mistakes))
BOOST_DESCRIBE_STRUCT(TrainingRequest, (), (game, paytables, house, meters, key, round, level, players, answers, tally))
BOOST_DESCRIBE_ENUM(QuestionKind, choice, positions, handled)
BOOST_DESCRIBE_STRUCT(QuestionOption, (), (id, text))
BOOST_DESCRIBE_STRUCT(Question, (), (kind, text, options, positions))
BOOST_DESCRIBE_STRUCT(Verdict, (), (state, text))
BOOST_DESCRIBE_STRUCT(CheckRow, (), (phase, text, state))
BOOST_DESCRIBE_STRUCT(PhaseRow, (), (id, name, state))
BOOST_DESCRIBE_STRUCT(Correction, (), (asked, answered, text))
BOOST_DESCRIBE_STRUCT(Score, (), (questions, right, mistakes, text))
BOOST_DESCRIBE_STRUCT(TrainingView, (),
                      (of, level, players, done, dealer, community, seats, meters, phases, checklist, question, verdict,
                       corrections, lines, score, tally))

}  // namespace cardroom::practice
