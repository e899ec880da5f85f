// cardroom ledger archive, cardroom ledger segments.
#pragma once

#include "cli/command_line.h"

namespace cardroom::cli {

void add_ledger_archive(Command ledger);
void add_ledger_segments(Command ledger);

}  // namespace cardroom::cli
