// What 'cardroom ledger show' prints: links and levels, tables, waiting claims, bank balance and staff.
#pragma once

#include <string>

#include "ledger/ledger.h"

namespace cardroom::cli {

std::string ledger_text(const ledger::Replayed& now);

}  // namespace cardroom::cli
