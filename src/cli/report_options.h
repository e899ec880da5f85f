// Days, times and pages as they are written on a command line.
#pragma once

#include <string>

#include "cli/command_line.h"
#include "ledger/reports/kinds.h"

namespace cardroom::cli {

struct PeriodOptions {
  std::string since;
  std::string until;
  std::string day_starts = "00:00";
  std::string utc_offset = "+00:00";
};

void add_period_options(Command command, PeriodOptions& options);
// Stops with exit code 2 and the option's name when a value is malformed.
void read_period(const PeriodOptions& options, ledger::reports::Request& request);
// "7", "3-9"; likewise.
void read_pages(const std::string& text, ledger::reports::Request& request);
// "monday"; likewise.
int read_weekday(const std::string& text);

// Opens a ledger that exists, for reading; stops with exit code 3.
std::unique_ptr<ledger::Store> open_ledger(const std::string& address);

}  // namespace cardroom::cli
