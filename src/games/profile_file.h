// Jurisdiction profiles as text (TOML): data/profiles.
#pragma once

#include <expected>
#include <string_view>
#include <vector>

#include "games/file_remark.h"
#include "games/profile.h"

namespace cardroom::games {

// Reads the text of a file of that name. Reports every error, not only the first.
std::expected<Profile, std::vector<FileRemark>> parse_profile(std::string_view text, std::string_view file);

}  // namespace cardroom::games
