// Fields of a CSV file.
#pragma once

#include <string>
#include <string_view>

namespace cardroom::forms {

// The text, between quotes where it would not be one field without them.
std::string csv_cell(std::string_view text);

}  // namespace cardroom::forms
