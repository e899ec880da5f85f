// A command as 'cardroom ledger run' reads it, one a line.
#pragma once

#include <boost/describe.hpp>
#include <string>

#include "progressive/command.h"

namespace cardroom::cli {

struct CommandLine {
  std::string id;
  progressive::StaffId by;
  progressive::StaffId second;
  progressive::CommandBody command;
};
BOOST_DESCRIBE_STRUCT(CommandLine, (), (id, by, second, command))

}  // namespace cardroom::cli
