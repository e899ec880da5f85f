// Paytables as text (TOML), shipped ones and a house's own; the form is described in docs/paytables.md.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "games/table.h"

namespace cardroom::games {

// One thing that is wrong, or worth a look, in a file.
struct FileRemark {
  std::string file;
  int line = 0;  // 0 where it concerns the file as a whole
  std::string text;

  std::string to_text() const;  // "house.toml:12: unknown hand 'flsh' …"
};

struct PaytableFile {
  std::vector<PaytablePtr> paytables;
  std::vector<FileRemark> warnings;
};

// Reads the text of a file of that name. Everything that is wrong is told, not only the first.
std::expected<PaytableFile, std::vector<FileRemark>> parse_paytables(std::string_view text, std::string_view file);

std::expected<Profile, std::vector<FileRemark>> parse_profile(std::string_view text, std::string_view file);

}  // namespace cardroom::games
