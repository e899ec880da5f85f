#include "games/library.h"

#include <fmt/format.h>

#include <algorithm>

#include "games/embedded.h"
#include "games/paytable_file.h"
#include "games/profile_file.h"

namespace cardroom::games {

namespace {

// The shipped files are part of the program: a fault in one is our bug, reported in full before stopping.
template <class Parsed>
Parsed fine_or_stop(std::expected<Parsed, std::vector<FileRemark>> parsed) {
  if (!parsed) {
    for (const FileRemark& remark : parsed.error()) fmt::print(stderr, "{}\n", remark.to_text());
  }
  CHECK(parsed);
  return std::move(*parsed);
}

Library load() {
  Library library;
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.name.starts_with("paytables/")) {
      for (PaytablePtr& table : fine_or_stop(parse_paytables(file.text, file.name)).paytables) {
        for (const std::string& game : table->games) CHECK(!library.find_paytable(game, table->id));
        library.paytables.push_back(std::move(table));
      }
    } else if (file.name.starts_with("profiles/")) {
      library.profiles.push_back(fine_or_stop(parse_profile(file.text, file.name)));
    }
  }
  return library;
}

}  // namespace

PaytablePtr Library::find_paytable(std::string_view game, std::string_view id) const {
  const auto found = std::ranges::find_if(
      paytables, [&](const PaytablePtr& table) { return table->id == id && table->belongs_to(game); });
  return found == paytables.end() ? nullptr : *found;
}

const Profile* Library::find_profile(std::string_view id) const {
  const auto found = std::ranges::find(profiles, id, &Profile::id);
  return found == profiles.end() ? nullptr : &*found;
}

const Library& shipped_library() {
  static const Library library = load();
  return library;
}

}  // namespace cardroom::games
