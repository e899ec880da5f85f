// cardroom link PAYTABLE: proves that the games of a link are equally likely to win it.
#include <fmt/format.h>

#include <boost/json.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/linked_tables.h"
#include "cli/progress.h"
#include "cli/show_round.h"
#include "cli/table_options.h"
#include "forms/json_text.h"
#include "forms/text_table.h"
#include "games/registry.h"
#include "lab/exact_json.h"
#include "lab/figures_text.h"
#include "odds/link_proof.h"

namespace cardroom::cli {

using namespace forms;
using namespace lab;

namespace {

using base::Rational;

struct LinkOptions {
  std::string paytable;
  bool json = false;
};

// "3 of the player's, 2 community cards"
std::string dealt_words(const odds::LinkedGame& linked) {
  std::string words;
  for (const auto& [holder, count] : linked.dealt) {
    words += fmt::format("{}{} {}", words.empty() ? "" : ", ", count,
                         holder == games::Holder::player   ? "of the player's"
                         : holder == games::Holder::dealer ? "of the dealer's"
                                                           : "community cards");
  }
  return words;
}

boost::json::object proof_json(const games::Paytable& paytable, const odds::LinkProof& proof) {
  boost::json::object root;
  root["paytable"] = paytable.id;
  boost::json::array games;
  for (const odds::LinkedGame& linked : proof.games) {
    boost::json::object game;
    game["game"] = linked.game->facts.id;
    game["dealt"] = dealt_words(linked);
    game["deals"] = integer_json(linked.deals);
    games.emplace_back(std::move(game));
  }
  root["games"] = std::move(games);
  boost::json::array rows;
  for (const odds::LinkRow& row : proof.rows) {
    boost::json::object fields;
    fields["hand"] = row.hand;
    boost::json::array by_game;
    for (size_t at = 0; at < proof.games.size(); ++at) {
      const base::Rational ways = row.probabilities[at] * Rational(proof.games[at].deals);
      by_game.emplace_back(boost::json::object{{"game", proof.games[at].game->facts.id},
                                               {"deals", integer_json(boost::multiprecision::numerator(ways))},
                                               {"probability", exact_json(row.probabilities[at])}});
    }
    fields["by_game"] = std::move(by_game);
    fields["same"] = row.same;
    rows.emplace_back(std::move(fields));
  }
  root["outcomes"] = std::move(rows);
  root["same"] = proof.same;
  return root;
}

void print_proof(const games::Paytable& paytable, const odds::LinkProof& proof) {
  fmt::print("{}: {}, {}\n\n", paytable.id, paytable.document, paytable.date);
  TextTable games({{"game"}, {"cards dealt"}, {"deals", Align::right}});
  for (const odds::LinkedGame& linked : proof.games) {
    games.add({std::string(linked.game->facts.name), dealt_words(linked), linked.deals.str()});
  }
  fmt::print("{}\n", games.to_text(2));
  TextTable rows(
      {{"hand"}, {"game"}, {"deals", Align::right}, {"probability", Align::right}, {"in lowest terms"}, {""}});
  for (const odds::LinkRow& row : proof.rows) {
    for (size_t at = 0; at < proof.games.size(); ++at) {
      const base::Rational ways = row.probabilities[at] * Rational(proof.games[at].deals);
      rows.add({at == 0 ? row.hand : "", std::string(proof.games[at].game->facts.name), base::to_text(ways),
                percent(row.probabilities[at], 8), base::to_text(row.probabilities[at]),
                at == 0 ? (row.same ? "same" : "DIFFERS") : ""});
    }
  }
  fmt::print("{}\n", rows.to_text(2));
  if (proof.same) fmt::print("Every hand is equally likely in every linked game.\n");
}

void run_link(const LinkOptions& options) {
  const games::PaytablePtr paytable = progressive_paytable_or_stop(options.paytable);
  Progress progress;
  const odds::LinkProof proof = odds::prove_link(linked_tables_or_stop(paytable), &progress);
  progress.finish();
  if (options.json) {
    fmt::print("{}", pretty(proof_json(*paytable, proof)));
  } else {
    print_proof(*paytable, proof);
  }
  if (proof.same) return;
  std::string hands;
  for (const odds::LinkRow& row : proof.rows) {
    if (!row.same) hands += fmt::format("{}'{}'", hands.empty() ? "" : ", ", row.hand);
  }
  throw Stop(refused, fmt::format("{}: {} not equally likely in the linked games [linked_hands_differ]", paytable->id,
                                  hands + (hands.find(',') == std::string::npos ? " is" : " are")));
}

}  // namespace

void add_link_command(Command app) {
  auto options = std::make_shared<LinkOptions>();
  Command command = app.add_subcommand("link", "Prove that linked games are equally likely to win one jackpot");
  command.add_option("PAYTABLE", options->paytable, "Progressive paytable id, such as ML03, or a TOML file").required();
  command.add_flag("--json", options->json, "Print JSON");
  command.footer(
      "Each game's hand is dealt as that game deals it, every deal is counted, and the fractions are compared: five\n"
      "of the player's cards, or three of them and two community cards from the other forty-nine. Exits with 0 only\n"
      "if every hand is equally likely in every game.\n\n"
      "Examples:\n  cardroom link ML03\n  cardroom link our-link.toml --json");
  command.callback([options] { run_link(*options); });
}

}  // namespace cardroom::cli
