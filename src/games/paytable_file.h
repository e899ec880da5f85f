// Paytables as text (TOML), shipped ones and a house's own; the form is described in docs/reference/paytables.md.
#pragma once

#include <expected>
#include <string_view>
#include <vector>

#include "games/file_remark.h"
#include "games/table.h"

namespace cardroom::games {

struct PaytableFile {
  std::vector<PaytablePtr> paytables;
  std::vector<FileRemark> warnings;
};

// Reads the text of a file of that name. Reports every error, not only the first.
std::expected<PaytableFile, std::vector<FileRemark>> parse_paytables(std::string_view text, std::string_view file);

}  // namespace cardroom::games
