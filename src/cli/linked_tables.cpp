#include "cli/linked_tables.h"

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/table_options.h"
#include "games/library.h"
#include "planning/link.h"

namespace cardroom::cli {

games::PaytablePtr progressive_paytable_or_stop(const std::string& text) {
  std::string known;
  for (const games::PaytablePtr& paytable : games::shipped_library().paytables) {
    if (paytable->group != "progressive") continue;
    if (paytable->id == text) return paytable;
    known += (known.empty() ? "" : ", ") + paytable->id;
  }
  if (!text.ends_with(".toml") && text.find('/') == std::string::npos) {
    throw Stop(usage,
               fmt::format("unknown progressive paytable '{}'; choose one of {}, or name a .toml file", text, known));
  }
  TableOptions options;
  options.paytables = {text};
  for (const games::PaytablePtr& paytable : chosen_paytables(options, nullptr)) {
    if (paytable->group == "progressive") return paytable;
  }
  throw Stop(refused, fmt::format("{}: none of its paytables is for a progressive", text));
}

std::vector<games::Table> linked_tables_or_stop(const games::PaytablePtr& paytable) {
  auto tables = planning::linked_tables(paytable);
  if (!tables) throw Stop(refused, to_text(tables.error()));
  return std::move(*tables);
}

}  // namespace cardroom::cli
