// cardroom paytables [GAME] [ID]: lists the paytables, or shows what one pays.
#include <fmt/format.h>

#include <algorithm>

#include <boost/json.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/show_round.h"
#include "cli/table_options.h"
#include "forms/json_text.h"
#include "forms/text_table.h"
#include "games/registry.h"
#include "lab/paytable_json.h"

namespace cardroom::cli {

using namespace forms;
using namespace lab;

namespace {

using games::Paytable;
using games::PaytablePtr;
using games::WagerPays;

std::string wager_names(const games::Game& game, const Paytable& paytable) {
  std::string names;
  for (const auto& wager : paytable.wagers) {
    names += (names.empty() ? "" : ", ") + std::string(game.wager(game.wager_index(wager.wager)).name);
  }
  return names;
}

// "40/30/6/4/1": enough to distinguish two paytables at a glance.
std::string short_pays(const Paytable& paytable) {
  std::string text;
  for (const auto& wager : paytable.wagers) {
    if (!text.empty()) text += " | ";
    std::string pays;
    for (const games::PayRow& row : wager.pays.rows()) {
      const games::Pay& pay = row.pays.front();
      if (!pays.empty()) pays += "/";
      pays += pay.kind == games::Pay::Kind::push       ? "push"
              : pay.kind == games::Pay::Kind::of_meter ? fmt::format("{}%", pay.numerator)
              : pay.denominator == 1                   ? fmt::format("{}", pay.numerator)
                                                       : fmt::format("{}:{}", pay.numerator, pay.denominator);
    }
    text += pays;
    if (!wager.pays.hand_counts().empty()) text += fmt::format(" ({} hands)", wager.pays.hand_counts().front());
  }
  return text;
}

void print_list(const std::vector<const games::Game*>& chosen_games) {
  for (const games::Game* game : chosen_games) {
    fmt::print("{} ({})\n", game->facts.name, game->facts.id);
    TextTable table({{"id"}, {"wagers"}, {"pays"}, {"date"}, {"document"}});
    for (const auto& group : game->facts.groups) {
      for (const PaytablePtr& paytable : games::shipped_library().paytables) {
        if (paytable->group != group.id || !paytable->belongs_to(game->facts.id)) continue;
        table.add({paytable->id + (is_default(*game, *paytable) ? " *" : ""), wager_names(*game, *paytable),
                   short_pays(*paytable), paytable->date, paytable->document});
      }
    }
    fmt::print("{}\n", table.to_text(2));
  }
  fmt::print("* The default of its group. 'cardroom paytables GAME ID' shows a paytable in full.\n");
}

void print_one(const games::Game& game, const Paytable& paytable) {
  fmt::print("{} for {}\n{}, {}\n", paytable.id, game.facts.name, paytable.document, paytable.date);
  if (!paytable.note.empty()) fmt::print("{}\n", paytable.note);
  for (const auto& wager : paytable.wagers) {
    const WagerPays& pays = wager.pays;
    fmt::print("\n{}\n", game.wager(game.wager_index(wager.wager)).name);
    std::vector<TextTable::Column> columns = {{"hand"}};
    if (pays.hand_counts().empty()) {
      columns.push_back({"pays", Align::right});
    } else {
      for (int count : pays.hand_counts()) columns.push_back({fmt::format("{} hands", count), Align::right});
    }
    bool envy = false;
    for (const games::PayRow& row : pays.rows()) envy = envy || row.envy > base::Cents(0);
    if (envy) columns.push_back({paytable.envy_times_wager ? "envy (x wager)" : "envy", Align::right});
    TextTable table(columns);
    for (const games::PayRow& row : pays.rows()) {
      std::vector<std::string> cells = {row.hand};
      for (const games::Pay& pay : row.pays) cells.push_back(to_text(pay));
      if (envy) cells.push_back(row.envy > base::Cents(0) ? base::to_text(row.envy) : "");
      table.add(std::move(cells));
    }
    fmt::print("{}", table.to_text(2));
  }
}

// Whether a file would be accepted, and what it holds.
void print_file(const std::string& path) {
  TableOptions options;
  options.paytables = {path};
  for (const PaytablePtr& paytable : chosen_paytables(options, nullptr)) {
    for (const std::string& game : paytable->games) {
      print_one(*games::find_game(game), *paytable);
      fmt::print("\n");
    }
  }
  fmt::print("{}: valid\n", path);
}

struct PaytablesOptions {
  std::string game;
  std::string id;
  std::string check;
  bool json = false;
};

void run_paytables(const PaytablesOptions& options) {
  if (!options.check.empty()) {
    if (!options.game.empty()) throw Stop(usage, "--check reads only its file; leave out the game");
    print_file(options.check);
    return;
  }
  std::vector<const games::Game*> chosen;
  if (options.game.empty()) {
    chosen.assign(games::all_games().begin(), games::all_games().end());
  } else {
    for (const games::Game* game : games::all_games()) {
      if (games::shipped_library().find_paytable(game->facts.id, options.game))
        throw Stop(usage, fmt::format("{0} is a paytable; name its game first: 'cardroom paytables {1} {0}'",
                                      options.game, game->facts.id));
    }
    chosen.push_back(&game_or_stop(options.game));
  }
  if (!options.id.empty()) {
    TableOptions wanted;
    wanted.paytables = {options.id};
    const PaytablePtr paytable = chosen_paytables(wanted, chosen.front()).front();
    if (options.json) {
      fmt::print("{}", pretty(paytable_json(*chosen.front(), *paytable)));
    } else {
      print_one(*chosen.front(), *paytable);
    }
    return;
  }
  if (!options.json) {
    print_list(chosen);
    return;
  }
  boost::json::array all;
  for (const games::Game* game : chosen) {
    for (const PaytablePtr& paytable : games::shipped_library().paytables) {
      if (paytable->belongs_to(game->facts.id)) all.emplace_back(paytable_json(*game, *paytable));
    }
  }
  fmt::print("{}", pretty(all));
}

}  // namespace

void add_paytables_command(Command app) {
  auto options = std::make_shared<PaytablesOptions>();
  Command command = app.add_subcommand("paytables", "List paytables, show one, or check your own file");
  command.add_option("GAME", options->game, "Only this game's paytables");
  command.add_option("ID", options->id, "Show this paytable in full: an id, such as TCP-01, or a TOML file");
  command.add_option("--check", options->check, "Check a paytable file and show its contents").type_name("FILE");
  command.add_flag("--json", options->json, "Print JSON");
  command.footer(
      "Examples:\n"
      "  cardroom paytables three-card-poker\n"
      "  cardroom paytables caribbean-stud COVER-ALL\n"
      "  cardroom paytables --check house.toml");
  command.callback([options] { run_paytables(*options); });
}

}  // namespace cardroom::cli
