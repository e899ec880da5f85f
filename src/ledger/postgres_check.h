// What a server says of a journal's schema, apart from its entries.
#pragma once

#include <string>
#include <vector>

#include "ledger/postgres.h"
#include "ledger/store.h"

namespace cardroom::ledger {

// The triggers that make entries stay, as the program makes them, enabled, and alone: no further trigger or rule on
// the journal's tables.
StoreResult<std::vector<StoreFault>> check_postgres(PostgresConnection& connection, const std::string& name,
                                                    int version, int answer_ms);

}  // namespace cardroom::ledger
