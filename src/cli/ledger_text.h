// What 'cardroom ledger show' says: links and levels, tables, claims that wait, bank and staff as they stand.
#pragma once

#include <string>

#include "ledger/ledger.h"

namespace cardroom::cli {

std::string ledger_text(const ledger::Replayed& now);

}  // namespace cardroom::cli
