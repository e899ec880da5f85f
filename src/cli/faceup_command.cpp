// cardroom faceup-report: what seeing the other hands gains in every game, for every number of players.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <sstream>

#include "base/error.h"
#include "base/prng.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/exposed_pai_gow.h"
#include "cli/output_file.h"
#include "cli/pdf_file.h"
#include "cli/progress.h"
#include "cli/table_options.h"
#include "cluster/cluster.h"
#include "games/registry.h"
#include "lab/faceup_games.h"

namespace cardroom::cli {

namespace {

using lab::FaceUpRow;

struct FaceupOptions {
  std::vector<std::string> games;
  int players_max = 7;
  double error_percent = 0.05;
  std::string key = "1";
  std::string checkpoint;
  std::vector<std::string> out;
};

constexpr std::array endings = {".html", ".pdf", ".csv", ".json"};

std::string text_of_file(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  if (file) text << file.rdbuf();
  return text.str();
}

// Whether a row from an earlier run is what this run would compute.
bool is_of(const FaceUpRow& row, const games::Table& table, int players, const FaceupOptions& options,
           const base::Rational& wanted) {
  std::vector<std::string> paytables;
  for (const games::PaytablePtr& paytable : table.paytables()) paytables.push_back(paytable->id);
  return row.game == table.game().facts.id && row.players == players && row.paytables == paytables &&
         row.version == CARDROOM_VERSION && (row.exact || (row.key == options.key && row.edge.half_width <= wanted));
}

// Fortune and Face Up Pai Gow, two to six players.
void add_pai_gow(const FaceupOptions& options, const std::vector<games::pai_gow::Variant>& chosen,
                 const lab::FaceUpResults& kept, const base::Rational& wanted, odds::Workers& workers,
                 lab::FaceUpReport& report, Progress& progress, const std::function<void(const std::string&)>& keep) {
  for (const games::pai_gow::Variant variant : chosen) {
    const std::string_view id = facts_of(variant).id;
    std::optional<odds::PaiGowRun> open;  // the same for every number of players
    for (int players = 2; players <= std::min(options.players_max, games::pai_gow::players_max); ++players) {
      const auto earlier = std::ranges::find_if(kept.rows, [&](const FaceUpRow& row) {
        return row.game == id && row.players == players && row.version == CARDROOM_VERSION && row.key == options.key &&
               (row.edge.half_width <= wanted || 2 * row.gain.half_width <= wanted);
      });
      if (earlier != kept.rows.end()) {
        report.results.rows.push_back(*earlier);
        continue;
      }
      progress.entitle(fmt::format("{} {}: ", id, players));
      odds::SampleRequest wish{.variant = variant, .hands_seen = players - 1};
      wish.prng_key = base::prng_key_of(options.key);
      wish.half_width = wanted;
      const odds::PaiGowRun run = open ? *open : odds::run_pai_gow(wish, workers, &progress);
      if (variant == games::pai_gow::Variant::face_up) open = run;
      report.results.rows.push_back(lab::pai_gow_row(variant, players, run, options.key));
      keep(lab::to_line(report.results.rows.back()));
    }
  }
}

struct Job {
  const games::Game* game;
  int players;
};

// The printed rules of thumb of the chosen games.
void judge_rules(const FaceupOptions& options, const std::vector<const games::Game*>& chosen,
                 const lab::FaceUpResults& kept, lab::FaceUpReport& report, Progress& progress,
                 const std::function<void(const std::string&)>& keep) {
  constexpr int deals = 20'000;
  std::unique_ptr<odds::ExposedAnalyst> analyst;
  for (const odds::SeenRule& rule : odds::printed_rules()) {
    const auto game = std::ranges::find(chosen, rule.game, [](const games::Game* one) { return one->facts.id; });
    if (game == chosen.end()) continue;
    const auto earlier = std::ranges::find_if(kept.rules, [&](const lab::FaceUpRule& one) {
      return one.rule == rule.id && one.version == CARDROOM_VERSION && one.key == options.key && one.deals == deals;
    });
    if (earlier != kept.rules.end()) {
      report.results.rules.push_back(*earlier);
      continue;
    }
    if (!analyst || analyst->table().game().facts.id != rule.game) {
      analyst = std::make_unique<odds::ExposedAnalyst>(make_table(**game, {}), &progress);
    }
    const auto judged = odds::judge_rule(rule, *analyst, base::prng_key_of(options.key), deals);
    report.results.rules.push_back(lab::face_up_rule(judged, deals, options.key));
    keep(lab::to_line(report.results.rules.back()));
  }
}

void run_faceup(const FaceupOptions& options) {
  for (const std::string& path : options.out) {
    if (std::ranges::none_of(endings, [&](const char* ending) { return path.ends_with(ending); })) {
      throw Stop(usage, fmt::format("--out {}: the name must end in .html, .pdf, .csv or .json", path));
    }
    if (std::ranges::count_if(options.out, [&](const std::string& other) { return same_file(path, other); }) > 1)
      throw Stop(usage, fmt::format("--out {}: the file is named twice", path));
    // The report takes minutes.
    if (const auto folder = std::filesystem::path(path).parent_path();
        !folder.empty() && !std::filesystem::is_directory(folder))
      throw Stop(failed, fmt::format("cannot write {}: the folder {} does not exist", path, folder.string()));
  }
  std::vector<const games::Game*> chosen;
  std::vector<games::pai_gow::Variant> pai_gow;
  if (options.games.empty()) {
    for (const games::Game* game : games::all_games()) chosen.push_back(game);
    for (const auto& facts : games::pai_gow::variants()) pai_gow.push_back(facts.variant);
  }
  for (size_t at = 0; at < options.games.size(); ++at) {
    const std::string& id = options.games[at];
    if (std::ranges::find(options.games, id) - options.games.begin() < static_cast<ptrdiff_t>(at)) {
      throw Stop(usage, fmt::format("--game {}: given twice", id));
    }
    const auto* facts = games::pai_gow::find_variant(id);
    facts ? pai_gow.push_back(facts->variant) : chosen.push_back(&game_or_stop(id, pai_gow_ids()));
  }
  std::vector<Job> jobs;
  std::vector<std::string> left_out;
  for (const games::Game* game : chosen) {
    const games::Table table = make_table(*game, {});
    if (const auto why = odds::ExposedAnalyst::not_possible(table)) {
      if (!options.games.empty()) {
        throw Stop(refused,
                   fmt::format("{}: seen cards cannot be analyzed: {} [not_analysed]", game->facts.name, *why));
      }
      left_out.push_back(fmt::format("{} is left out: {}", game->facts.name, *why));
      continue;
    }
    const int players_max = std::min(options.players_max, table.players_max());
    for (int players = 2; players <= players_max; ++players) jobs.push_back({game, players});
  }
  const base::Rational wanted(base::Integer(std::llround(options.error_percent * 1e6)), base::Integer(100'000'000));
  if (const std::string why = cluster::not_joined(); !why.empty()) throw Stop(failed, why);
  cluster::Cluster cluster;
  lab::FaceUpResults kept;
  if (!options.checkpoint.empty()) {
    auto read =
        lab::parse_results(cluster.share(cluster.is_first() ? text_of_file(options.checkpoint) : std::string()));
    if (!read) throw Stop(failed, fmt::format("--checkpoint {}, {}", options.checkpoint, read.error()));
    kept = std::move(*read);
  }
  const auto keep = [&](const std::string& line) {
    if (options.checkpoint.empty() || !cluster.is_first()) return;
    std::ofstream file(options.checkpoint, std::ios::app);
    file << line << '\n' << std::flush;
    if (!file) {
      throw Stop(failed, base::Error{"write --checkpoint " + options.checkpoint, std::strerror(errno)}.to_text());
    }
  };

  lab::FaceUpReport report{.results = {}, .half_width = wanted};
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  size_t made = 0;
  Progress progress;
  // A game is counted once for all numbers of players.
  std::unique_ptr<odds::ExposedAnalyst> analyst;
  const games::Game* counted = nullptr;
  for (size_t at = 0; at < jobs.size(); ++at) {
    const auto& [game, players] = jobs[at];
    const games::Table table = make_table(*game, {});
    const auto earlier = std::ranges::find_if(
        kept.rows, [&](const FaceUpRow& row) { return is_of(row, table, players, options, wanted); });
    if (earlier != kept.rows.end()) {
      report.results.rows.push_back(*earlier);
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
    report.results.rows.push_back(
        lab::face_up_row(table, players, analyst->run(wish, cluster, &progress), options.key));
    ++made;
    keep(lab::to_line(report.results.rows.back()));
  }
  add_pai_gow(options, pai_gow, kept, wanted, cluster, report, progress, keep);
  progress.entitle("");
  judge_rules(options, chosen, kept, report, progress, keep);
  InterruptGuard::stop_if_interrupted();
  progress.finish();
  if (!cluster.is_first()) return;
  for (const std::string& path : options.out) {
    if (path.ends_with(".pdf")) {
      write_pdf(path, lab::face_up_html(report));
    } else {
      write_whole_file(path, path.ends_with(".html")  ? lab::face_up_html(report)
                             : path.ends_with(".csv") ? lab::face_up_csv(report)
                                                      : lab::face_up_json(report));
    }
  }
  fmt::print("{}", lab::face_up_text(report));
  for (const std::string& words : left_out) fmt::print("{}\n", words);
}

}  // namespace

void add_faceup_command(Command app) {
  auto options = std::make_shared<FaceupOptions>();
  Command command = app.add_subcommand("faceup-report", "Report what players gain when games are dealt face up");
  command.add_option("--game", options->games, "Only this game; repeatable (default: all games)").type_name("GAME");
  command
      .add_option("--players", options->players_max, "Largest number of players (default: 7, or what the deck allows)")
      .type_name("N")
      .between(2, 9);
  command
      .add_option("--error", options->error_percent,
                  "Half-width of the 95% interval of each row, in percent (default: 0.05)")
      .type_name("PERCENT")
      .number_between(0.001, 10);
  command
      .add_option("--key", options->key, "Selects the sampled deals; the same key gives the same report (default: 1)")
      .type_name("KEY");
  command.add_option("--checkpoint", options->checkpoint, "Save finished rows to this file and resume from it")
      .type_name("FILE");
  command.add_option("--out", options->out, "Also write report.html, .pdf, .csv or .json; repeatable")
      .type_name("FILE");
  command.footer(
      "This is the table a regulator needs before games are dealt face up: the house edge for two to seven players\n"
      "who see each other's cards, the number of spots at which the house keeps its edge, and a verdict on\n"
      "published estimates. Ctrl-C stops the run; with --checkpoint, the next run resumes at the row where it\n"
      "stopped.\n\n"
      "Examples:\n"
      "  cardroom faceup-report --checkpoint rows.jsonl --out report.html --out report.pdf\n"
      "  cardroom faceup-report --game caribbean-stud --error 0.01");
  command.callback([options] { run_faceup(*options); });
}

}  // namespace cardroom::cli
