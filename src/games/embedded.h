// The files of data/ that the library carries, by their name below data/.
#pragma once

#include <span>
#include <string_view>

namespace cardroom::games {

struct EmbeddedFile {
  std::string_view name;  // "paytables/three-card-poker.toml"
  std::string_view text;
};

std::span<const EmbeddedFile> embedded_files();

}  // namespace cardroom::games
