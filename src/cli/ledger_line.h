// What 'cardroom ledger run' reads and writes, one per line: docs/reference/commands.md.
#pragma once

#include <boost/describe.hpp>
#include <optional>
#include <string>
#include <vector>

#include "progressive/event.h"

namespace cardroom::cli {

struct CommandLine {
  std::string id;
  progressive::StaffId by;
  progressive::StaffId second;
  progressive::CommandBody command;
};
BOOST_DESCRIBE_STRUCT(CommandLine, (), (id, by, second, command))

// The answer to a line. Unused fields are not written.
struct AnswerLine {
  uint64_t line = 0;   // of the input, from 1
  std::string id;      // the command's; empty if it cannot be read from the line
  std::string answer;  // accepted, refused, failed, malformed
  uint64_t sequence = 0;
  bool repeated = false;
  progressive::Outcome outcome;
  std::vector<progressive::Posting> postings;
  std::optional<progressive::Refusal> refusal;
  std::string failure;
  std::string field;  // malformed: the field that is wrong; text says why
  std::string text;
};
BOOST_DESCRIBE_STRUCT(AnswerLine, (),
                      (line, id, answer, sequence, repeated, outcome, postings, refusal, failure, field, text))

}  // namespace cardroom::cli
