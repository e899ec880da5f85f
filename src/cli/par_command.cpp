// cardroom par GAME PAYTABLE: writes a PAR sheet as a laboratory would file it.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "cli/command.h"
#include "cli/output_file.h"
#include "cli/pdf_file.h"
#include "cli/progress.h"
#include "cli/table_options.h"
#include "lab/par_sheet.h"

namespace cardroom::cli {

using namespace lab;

namespace {

struct ParOptions {
  std::string game;
  std::string paytable;
  std::string id;
  std::string out;
};

// The paytable named by its id, or taken from a file.
games::PaytablePtr paytable_or_stop(const games::Game& game, const ParOptions& options) {
  TableOptions named;
  named.paytables = {options.paytable};
  std::vector<games::PaytablePtr> paytables = chosen_paytables(named, &game);
  std::erase_if(paytables, [&](const games::PaytablePtr& paytable) {
    return !paytable->belongs_to(game.facts.id) || (!options.id.empty() && paytable->id != options.id);
  });
  if (paytables.empty()) {
    throw Stop(refused, fmt::format("{} has no paytable {}for {} [paytable_not_of_game]", options.paytable,
                                    options.id.empty() ? "" : options.id + " ", game.facts.name));
  }
  if (paytables.size() > 1) {
    std::string ids;
    for (const games::PaytablePtr& paytable : paytables) ids += (ids.empty() ? "" : ", ") + paytable->id;
    throw Stop(usage, fmt::format("{} has several paytables: choose one with --id ({})", options.paytable, ids));
  }
  return paytables.front();
}

void run_par(const ParOptions& options) {
  const auto ends = [&](std::string_view ending) { return options.out.ends_with(ending); };
  if (!ends(".html") && !ends(".csv") && !ends(".json") && !ends(".pdf")) {
    throw Stop(usage, fmt::format("--out {}: the name must end in .html, .csv, .json or .pdf", options.out));
  }
  const games::Game& game = game_or_stop(options.game);
  const games::PaytablePtr paytable = paytable_or_stop(game, options);
  const auto table = games::Table::make({.game = &game, .house = game.facts.house, .paytables = {paytable}},
                                        games::shipped_library().paytables);
  if (!table) throw Stop(refused, to_text(table.error()));
  Progress progress;
  odds::Analyst analyst(game, &progress);
  const auto made = make_sheet(analyst, *table, paytable);
  if (!made) throw Stop(refused, made.error());
  const Sheet& sheet = *made;
  const std::string text = ends(".csv")    ? sheet_csv(sheet)
                           : ends(".json") ? sheet_json(sheet)
                                           : sheet_html(sheet, &progress);
  InterruptGuard::stop_if_interrupted();
  if (ends(".pdf")) {
    write_pdf(options.out, text);
  } else {
    write_whole_file(options.out, text);
  }
  progress.finish();
  fmt::print("{}: {} {}, BLAKE2b of the figures {}\n", options.out, game.facts.name, paytable->id, sheet.hash);
}

}  // namespace

void add_par_command(Command app) {
  auto options = std::make_shared<ParOptions>();
  Command command = app.add_subcommand("par", "Write a PAR sheet with pays, exact figures, plots, method and hash");
  command.add_option("GAME", options->game, "Game id (see 'cardroom games')").required();
  command.add_option("PAYTABLE", options->paytable, "Paytable id, such as TCP-01, or your own TOML file").required();
  command.add_option("--id", options->id, "Which paytable to use from a file with several").type_name("ID");
  command.add_option("--out", options->out, "File to write, ending in .html, .csv, .json or .pdf (PDF needs chromium)")
      .required()
      .type_name("FILE");
  command.footer(
      "The file is written completely or not at all. docs/reference/paytables.md explains how to write your own\n"
      "paytable.\n\n"
      "Examples:\n"
      "  cardroom par three-card-poker TCP-01 --out tcp-01.html\n"
      "  cardroom par caribbean-stud COVER-ALL --out cover-all.pdf\n"
      "  cardroom par three-card-poker our-pays.toml --out our-pays.html");
  command.callback([options] { run_par(*options); });
}

}  // namespace cardroom::cli
