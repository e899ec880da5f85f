// What is new in a configuration, value by value.
#pragma once

#include <string>

#include "progressive/state.h"

namespace cardroom::ledger::reports {

// "levels[0].contribution_ppm: 200000 → 150000; confirm_at: "300.00" → "500.00"", in the words of the journal; a value
// that the journal leaves out stands as "default". Empty when nothing differs.
std::string differences(const progressive::LinkState& before, const progressive::ChangeLink& after);
std::string differences(const progressive::Table& before, const progressive::Table& after);
std::string differences(const progressive::StaffMember& before, const progressive::StaffMember& after);

}  // namespace cardroom::ledger::reports
