// cardroom faceup-report: what seeing the other hands brings in every game, for every number of players.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <fstream>
#include <memory>

#include "base/prng.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/output_file.h"
#include "cli/pdf_file.h"
#include "cli/progress.h"
#include "cli/table_options.h"
#include "games/registry.h"
#include "lab/faceup.h"

namespace cardroom::cli {

namespace {

using lab::FaceUpRow;

struct Options {
  std::vector<std::string> games;
  int players_max = 7;
  double error_percent = 0.05;
  std::string key = "1";
  std::string checkpoint;
  std::vector<std::string> out;
};

constexpr std::array endings = {".html", ".pdf", ".csv", ".json"};

// The rows that an earlier run left. Of a line that was cut off when it was stopped nothing is taken.
std::vector<FaceUpRow> read_checkpoint(const std::string& path) {
  std::vector<FaceUpRow> rows;
  std::ifstream file(path);
  if (!file) return rows;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (file.eof()) break;
    auto row = lab::row_of_line(line);
    if (!row) throw Stop(failed, fmt::format("--checkpoint {}, line {}: {}", path, number, row.error()));
    rows.push_back(std::move(*row));
  }
  return rows;
}

// Whether a row of an earlier run is what this one would make.
bool is_of(const FaceUpRow& row, const games::Table& table, int players, const Options& options,
           const base::Rational& wanted) {
  std::vector<std::string> paytables;
  for (const games::PaytablePtr& paytable : table.paytables()) paytables.push_back(paytable->id);
  return row.game == table.game().facts.id && row.players == players && row.paytables == paytables &&
         row.version == CARDROOM_VERSION && (row.exact || (row.key == options.key && row.edge.half_width <= wanted));
}

struct Job {
  const games::Game* game;
  int players;
};

void run(const Options& options) {
  for (const std::string& path : options.out) {
    if (std::ranges::none_of(endings, [&](const char* ending) { return path.ends_with(ending); })) {
      throw Stop(usage, fmt::format("--out {}: the name must end in .html, .pdf, .csv or .json", path));
    }
  }
  std::vector<const games::Game*> chosen;
  if (options.games.empty()) {
    for (const games::Game* game : games::all_games()) chosen.push_back(game);
  } else {
    for (const std::string& id : options.games) chosen.push_back(&game_or_stop(id));
  }
  std::vector<Job> jobs;
  std::vector<std::string> left_out;
  for (const games::Game* game : chosen) {
    const games::Table table = make_table(*game, {});
    if (const auto why = odds::ExposedAnalyst::not_possible(table)) {
      if (!options.games.empty()) {
        throw Stop(refused,
                   fmt::format("{}: seen cards cannot be analysed: {} [not_analysed]", game->facts.name, *why));
      }
      left_out.push_back(fmt::format("{} is left out: {}", game->facts.name, *why));
      continue;
    }
    const int players_max = std::min(options.players_max, odds::ExposedAnalyst::hands_max(table) + 1);
    for (int players = 2; players <= players_max; ++players) jobs.push_back({game, players});
  }
  const base::Rational wanted(base::Integer(std::llround(options.error_percent * 1e6)), base::Integer(100'000'000));
  std::vector<FaceUpRow> kept;
  if (!options.checkpoint.empty()) kept = read_checkpoint(options.checkpoint);

  lab::FaceUpReport report{.rows = {}, .half_width = wanted};
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  size_t made = 0;
  Progress progress;
  // Counts of a game are made once for all numbers of players.
  std::unique_ptr<odds::ExposedAnalyst> analyst;
  const games::Game* counted = nullptr;
  for (size_t at = 0; at < jobs.size(); ++at) {
    const auto& [game, players] = jobs[at];
    const games::Table table = make_table(*game, {});
    const auto earlier =
        std::ranges::find_if(kept, [&](const FaceUpRow& row) { return is_of(row, table, players, options, wanted); });
    if (earlier != kept.end()) {
      report.rows.push_back(*earlier);
      continue;
    }
    std::string left;
    if (made > 0) {
      const double each = std::chrono::duration<double>(Clock::now() - start).count() / static_cast<double>(made);
      left = fmt::format(", {} min left", std::ceil(each * static_cast<double>(jobs.size() - at) / 60));
    }
    progress.entitle(fmt::format("{}/{} {} {}{}: ", at + 1, jobs.size(), game->facts.id, players, left));
    if (counted != game) {
      analyst = std::make_unique<odds::ExposedAnalyst>(table, &progress);
      counted = game;
    }
    odds::ExposedWish wish;
    wish.seen = {.hands = players - 1};
    wish.prng_key = base::prng_key_of(options.key);
    wish.half_width = wanted;
    report.rows.push_back(lab::face_up_row(table, players, analyst->run(wish, &progress), options.key));
    ++made;
    if (!options.checkpoint.empty()) {
      std::ofstream file(options.checkpoint, std::ios::app);
      file << lab::to_line(report.rows.back()) << '\n' << std::flush;
      if (!file) throw Stop(failed, fmt::format("cannot write {}", options.checkpoint));
    }
  }
  InterruptGuard::stop_if_interrupted();
  for (const std::string& path : options.out) {
    if (path.ends_with(".pdf")) {
      write_pdf(path, lab::face_up_html(report));
    } else {
      write_whole_file(path, path.ends_with(".html")  ? lab::face_up_html(report)
                             : path.ends_with(".csv") ? lab::face_up_csv(report)
                                                      : lab::face_up_json(report));
    }
  }
  progress.finish();
  fmt::print("{}", lab::face_up_text(report));
  for (const std::string& words : left_out) fmt::print("{}\n", words);
}

}  // namespace

void add_faceup_command(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("faceup-report", "Every game dealt face up: what seeing the others brings");
  command->add_option("--game", options->games, "Only this game (may be given again)")->type_name("GAME");
  command->add_option("--players", options->players_max, "Up to so many players (7, or as the deck allows)")
      ->type_name("N")
      ->check(CLI::Range(2, 9).description(""));
  command->add_option("--error", options->error_percent, "Half width of the 95 % interval of a row, in percent (0.05)")
      ->type_name("PERCENT")
      ->check(CLI::Range(0.001, 10.0).description(""));
  command->add_option("--key", options->key, "Which deals are sampled: the same key, the same report (1)")
      ->type_name("KEY");
  command->add_option("--checkpoint", options->checkpoint, "Keep finished rows here, and go on from them")
      ->type_name("FILE");
  command->add_option("--out", options->out, "Also write report.html, .pdf, .csv or .json (may be given again)")
      ->type_name("FILE");
  command->footer(
      "The table that a regulator needs before games are dealt face up: the house edge for two to seven players who\n"
      "see each other's cards, the number of spots at which the house keeps its edge, and what documents estimate,\n"
      "judged. Ctrl-C stops it; with --checkpoint the next run goes on with the row at which it stopped.\n\n"
      "Examples:\n"
      "  cardroom faceup-report --checkpoint rows.jsonl --out report.html --out report.pdf\n"
      "  cardroom faceup-report --game caribbean-stud --error 0.01");
  command->callback([options] { run(*options); });
}

}  // namespace cardroom::cli
