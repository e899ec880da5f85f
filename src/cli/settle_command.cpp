// cardroom settle FILE: settles a round written as text, with reasons.
#include <fmt/format.h>

#include <memory>

#include "cli/command.h"
#include "cli/show_round.h"
#include "cli/table_options.h"
#include "forms/json_text.h"
#include "games/round_text.h"

namespace cardroom::cli {

using namespace forms;

namespace {

struct SettleOptions {
  std::string path;
  TableOptions table;
  bool json = false;
};

void run_settle(const SettleOptions& options) {
  const std::string text = read_file(options.path);
  const auto own = chosen_paytables(options.table, nullptr);
  const auto loaded = games::parse_round(text, games::shipped_library(), own);
  if (!loaded) {
    throw Stop(refused,
               fmt::format("{}: {}", options.path == "-" ? "standard input" : options.path, loaded.error().to_text()));
  }
  const games::Settlement settlement = settle(loaded->table, loaded->round);
  if (options.json) {
    fmt::print("{}", pretty(round_json(loaded->table, loaded->round, settlement)));
  } else {
    fmt::print("{}, paytables {}\n\n{}", loaded->table.game().facts.name, paytable_ids(loaded->table),
               round_text(loaded->table, loaded->round, settlement));
  }
}

}  // namespace

void add_settle_command(Command app) {
  auto options = std::make_shared<SettleOptions>();
  Command command = app.add_subcommand("settle", "Settle a round written as text and explain every line");
  command.add_option("FILE", options->path, "File with the round; - reads standard input").required();
  command.add_option("--paytable", options->table.paytables, "House paytables that the round may name")
      .type_name("FILE")
      .one_value();
  command.add_flag("--json", options->json, "Print JSON");
  command.footer(R"(A round as text:

  game three-card-poker
  paytable TCP-01              # optional; so are house, limits and profile
  position 1                   # position 1 is at the dealer's left
    ante 10
    pair-plus 5
    cards As Ks Qs
    play 10                    # or: fold
  position 2; ante 10; cards 9h 7d 2c; fold
  dealer Qh Jd 4c              # an up-card is written last

A hand with the wrong number of cards is refused as a typing error. Add a line 'misdeal' if it was dealt that way: then
the deal is void. docs/reference/round-files.md describes every line.

Examples:
  cardroom settle dispute.round
  cardroom deal four-card-poker --key 7 --as-round | cardroom settle -)");
  command.callback([options] { run_settle(*options); });
}

}  // namespace cardroom::cli
