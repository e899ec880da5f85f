// Reads days, times and pages from the command line.
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
// Throws a Stop with exit code 2 that names the option if a value is malformed; so do the next two.
void read_period(const PeriodOptions& options, ledger::reports::Request& request);
// "7", "3-9"
void read_pages(const std::string& text, ledger::reports::Request& request);
// "monday"
int read_weekday(const std::string& text);

// Opens an existing ledger for reading; throws a Stop with exit code 3 if that fails.
std::unique_ptr<ledger::Store> open_ledger(const std::string& address);

}  // namespace cardroom::cli
