// cardroom verify: the figures that documents print, derived again and judged.
#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <map>
#include <memory>

#include "cli/command.h"
#include "cli/progress.h"
#include "cli/show_round.h"
#include "cli/table_options.h"
#include "forms/json_text.h"
#include "forms/text_table.h"
#include "lab/faceup_verdicts.h"
#include "lab/judged_json.h"
#include "odds/published.h"

namespace cardroom::cli {

using namespace forms;
using namespace lab;

namespace {

struct VerifyOptions {
  TableOptions table;
  bool exposed = false;
  bool json = false;
};

std::string computed_text(const odds::Judged& judged) {
  const auto point = judged.figure->printed.find('.');
  const size_t places = point == std::string::npos ? 0 : judged.figure->printed.size() - point - 1;
  return base::to_decimal(judged.computed * 100, static_cast<int>(places) + 3);
}

void print_table(const std::vector<odds::Judged>& all) {
  std::string last;
  TextTable rows(
      {{"figure"}, {"printed", Align::right}, {"computed", Align::right}, {"verdict"}, {"by the definition"}});
  for (const odds::Judged& judged : all) {
    if (judged.figure->document != last) {
      if (!last.empty()) rows.add({"", "", "", "", ""});
      last = judged.figure->document;
      rows.add({last + ":", "", "", "", ""});
    }
    const bool unexpected = judged.verdict != judged.figure->expected;
    rows.add({"  " + judged.figure->what, judged.figure->printed + " %", computed_text(judged) + " %",
              std::string(verdict_name(judged.verdict)) +
                  (unexpected ? fmt::format(" (on record: {})", verdict_name(judged.figure->expected)) : ""),
              judged.by->words});
  }
  fmt::print("{}\n", rows.to_text(0, terminal_width()));
}

void print_verdicts(const std::vector<FaceUpVerdict>& verdicts) {
  TextTable rows({{"games dealt face up"}, {"says", Align::right}, {"here", Align::right}, {"verdict"}});
  for (const FaceUpVerdict& verdict : verdicts) {
    rows.add({"  " + verdict.what, verdict.printed, verdict.computed,
              verdict.verdict + (verdict.is_expected() ? "" : fmt::format(" (on record: {})", verdict.expected))});
  }
  const FaceUpRow& row = stored_results().rows.back();
  fmt::print("\n{}", rows.to_text(0, terminal_width()));
  fmt::print("By stored results of version {}, key {}; --exposed computes them again.\n", row.version, row.key);
}

void run_verify(const VerifyOptions& options) {
  // A house's own file may stand in for printed paytables: the same designators, its pays.
  games::Library library = games::shipped_library();
  for (const std::string& path : options.table.paytables) {
    auto parsed = games::parse_paytables(read_file(path), path);
    if (!parsed) throw Stop(refused, parsed.error().front().to_text());
    for (games::PaytablePtr& paytable : parsed->paytables) {
      const auto replaced = std::erase_if(library.paytables, [&](const games::PaytablePtr& other) {
        return other->id == paytable->id && other->games == paytable->games;
      });
      if (replaced == 0)
        throw Stop(refused,
                   fmt::format("{}: paytable {} stands in for no printed one, so no figure is of it; 'cardroom "
                               "analyze --paytable' tells its figures [paytable_not_printed]",
                               path, paytable->id));
      library.paytables.push_back(std::move(paytable));
    }
  }
  const auto& figures = odds::shipped_figures();
  Progress progress;
  const auto all = odds::judge(figures, library, &progress);
  progress.finish();
  if (!all) throw Stop(refused, all.error());
  // What is said of seen cards is about the shipped paytables.
  std::vector<FaceUpVerdict> verdicts;
  if (options.table.paytables.empty()) verdicts = face_up_verdicts(stored_results());
  std::map<odds::Verdict, int> counts;
  int unexpected = 0;
  for (const odds::Judged& judged : *all) {
    ++counts[judged.verdict];
    unexpected += judged.verdict != judged.figure->expected;
  }
  unexpected += static_cast<int>(std::ranges::count(verdicts, false, &FaceUpVerdict::is_expected));
  if (options.json) {
    boost::json::array rows;
    for (const odds::Judged& judged : *all) {
      rows.emplace_back(judged_json(judged));
    }
    for (const FaceUpVerdict& verdict : verdicts) rows.emplace_back(face_up_verdict_json(verdict));
    fmt::print("{}", pretty(rows));
  } else {
    print_table(*all);
    for (const odds::Judged& judged : *all) {
      if (const std::string remark = remark_on(judged); !remark.empty())
        fmt::print("{}: {}\n", judged.figure->what, remark);
    }
    fmt::print("\n{} figures:", all->size());
    const char* separator = " ";
    for (const auto& [verdict, count] : counts) {
      fmt::print("{}{} {}", separator, count, verdict_name(verdict));
      separator = ", ";
    }
    fmt::print(".\n");
    if (!verdicts.empty()) print_verdicts(verdicts);
  }
  if (options.exposed) {
    odds::Workers workers;
    Progress again;
    const auto differences = recompute(stored_results(), workers, &again);
    again.finish();
    for (const std::string& difference : differences) complain(fmt::format("{}\n", difference));
    if (!differences.empty()) {
      throw Stop(refused,
                 fmt::format("{} stored results are not what is computed [results_differ]", differences.size()));
    }
    if (!options.json) fmt::print("Computed again: every stored result on which a verdict rests is the same.\n");
  }
  if (unexpected > 0) {
    throw Stop(refused, unexpected == 1 ? "a verdict is not the one on record"
                                        : fmt::format("{} verdicts are not the ones on record", unexpected));
  }
}

}  // namespace

void add_verify_command(Command app) {
  auto options = std::make_shared<VerifyOptions>();
  Command command = app.add_subcommand("verify", "Put every figure that the documents print to the test");
  command
      .add_option("--paytable", options->table.paytables,
                  "A file whose paytables stand in for printed ones of the same id")
      .type_name("FILE")
      .one_value();
  command.add_flag("--exposed", options->exposed, "Compute the stored results on seen cards again: some minutes");
  command.add_flag("--json", options->json, "As JSON, with every definition that was tried");
  command.footer(
      "Verdicts: agrees; agrees_with_definition (not the obvious one); padded (more digits printed than were "
      "rounded);\n"
      "differs; no_definition (nothing it may mean gives it); impossible (nothing can).\n"
      "Of games dealt face up also: exceeds_estimate (perfect play gives more than a person's method), within_error,\n"
      "cautious (the house could have more spots).\n"
      "Ends with 0 only when every verdict is the one on record.\n\n"
      "Example:\n  cardroom verify --json");
  command.callback([options] { run_verify(*options); });
}

}  // namespace cardroom::cli
