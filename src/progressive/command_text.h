// The texts of a command: names, titles, reasons, documents, and whatever else somebody wrote.
#pragma once

#include "progressive/command.h"
#include "progressive/refusal.h"

namespace cardroom::progressive {

// Every text of the command, names of links and cards included, can be printed (base/text.h): they are quoted in
// answers and stand in reports. The refusal names the first field that cannot: "rules.levels[1].name".
Allowed<void> need_printable(const Command& command);

}  // namespace cardroom::progressive
