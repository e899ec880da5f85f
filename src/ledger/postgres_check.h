// What a server says of a journal's schema, apart from its entries.
#pragma once

#include <string>
#include <vector>

#include "ledger/postgres.h"
#include "ledger/store.h"

namespace cardroom::ledger {

inline constexpr std::string_view postgres_writer_is_missing =
    "table 'writer' has lost its row, so no writer can be assigned";

// The triggers and the constraint that make entries stay, as the program makes them for this version, enabled, and
// alone: no further trigger or rule on the journal's tables. Rows numbered below 1, a version that the journal itself
// gives the lie, and a lost or impossible row of the writer.
StoreResult<std::vector<StoreFault>> check_postgres(PostgresConnection& connection, const std::string& name,
                                                    int version, int answer_ms);

}  // namespace cardroom::ledger
