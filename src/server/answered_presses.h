// Answers to presses of which the journal knows nothing: those that only moved the keypad, and those refused before
// they became a command. They are kept while the program runs, so that the same id gets the same answer.
#pragma once

#include <deque>
#include <string>
#include <unordered_map>

#include "server/protocol.h"

namespace cardroom::server {

class AnsweredPresses {
 public:
  // The oldest are forgotten. At a table, more than a week of keys that are not recorded.
  static constexpr size_t kept_max = 1'000;

  struct Known {
    Key key;
    Answered answer;  // with `repeated`
  };
  const Known* find(const std::string& command_id) const;
  void keep(const std::string& command_id, Key key, Answered answer);

 private:
  std::unordered_map<std::string, Known> known_;
  std::deque<std::string> oldest_first_;
};

}  // namespace cardroom::server
