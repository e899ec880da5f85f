// cardroom verify: recomputes every published figure and compares.
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
  TextTable rows({{"figure"}, {"published", Align::right}, {"computed", Align::right}, {"verdict"}, {"definition"}});
  for (const odds::Judged& judged : all) {
    if (judged.figure->document != last) {
      if (!last.empty()) rows.add({"", "", "", "", ""});
      last = judged.figure->document;
      rows.add({last + ":", "", "", "", ""});
    }
    const bool unexpected = judged.verdict != judged.figure->expected;
    rows.add({"  " + judged.figure->what, judged.figure->printed + "%", computed_text(judged) + "%",
              std::string(verdict_name(judged.verdict)) +
                  (unexpected ? fmt::format(" (on record: {})", verdict_name(judged.figure->expected)) : ""),
              judged.by->words});
  }
  fmt::print("{}\n", rows.to_text());
}

void print_verdicts(const std::vector<FaceUpVerdict>& verdicts) {
  TextTable rows({{"games dealt face up"}, {"published", Align::right}, {"computed", Align::right}, {"verdict"}});
  for (const FaceUpVerdict& verdict : verdicts) {
    rows.add({"  " + verdict.what, verdict.printed, verdict.computed,
              verdict.verdict + (verdict.is_expected() ? "" : fmt::format(" (on record: {})", verdict.expected))});
  }
  const FaceUpRow& row = stored_results().rows.back();
  fmt::print("\n{}", rows.to_text());
  fmt::print("From the stored results of version {}, key {}; --exposed recomputes them.\n", row.version, row.key);
}

void run_verify(const VerifyOptions& options) {
  // A house's own file may replace published paytables: same ids, its pays.
  games::Library library = games::shipped_library();
  for (const std::string& path : options.table.paytables) {
    auto parsed = games::parse_paytables(read_file(path), path);
    if (!parsed) throw Stop(refused, parsed.error().front().to_text());
    for (games::PaytablePtr& paytable : parsed->paytables) {
      const auto replaced = std::erase_if(library.paytables, [&](const games::PaytablePtr& other) {
        return other->id == paytable->id && other->games == paytable->games;
      });
      if (replaced == 0)
        throw Stop(
            refused,
            fmt::format("{}: paytable {} does not replace a published one, so no published figure applies to it; "
                        "use 'cardroom analyze --paytable' for its figures [paytable_not_printed]",
                        path, paytable->id));
      library.paytables.push_back(std::move(paytable));
    }
  }
  const auto& figures = odds::shipped_figures();
  Progress progress;
  const auto all = odds::judge(figures, library, &progress);
  progress.finish();
  if (!all) throw Stop(refused, all.error());
  // Published figures on seen cards are for the built-in paytables.
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
                 fmt::format("{} stored results differ from the recomputed ones [results_differ]", differences.size()));
    }
    if (!options.json) fmt::print("Recomputed: every stored result behind a verdict is unchanged.\n");
  }
  if (unexpected > 0) {
    throw Stop(refused, unexpected == 1 ? "1 verdict differs from the one on record"
                                        : fmt::format("{} verdicts differ from the ones on record", unexpected));
  }
}

}  // namespace

void add_verify_command(Command app) {
  auto options = std::make_shared<VerifyOptions>();
  Command command = app.add_subcommand("verify", "Recompute every published figure and compare");
  command
      .add_option("--paytable", options->table.paytables,
                  "File whose paytables replace published ones with the same id")
      .type_name("FILE")
      .one_value();
  command.add_flag("--exposed", options->exposed,
                   "Also recompute the stored results on seen cards (takes some minutes)");
  command.add_flag("--json", options->json, "Print JSON, with every definition that was tried");
  command.footer(
      "Verdicts: agrees; agrees_with_definition (but not under the obvious definition); padded (a zero\n"
      "beyond the rounding, such as 2.30 for 2.3); differs; no_definition (no plausible definition yields\n"
      "it); impossible (nothing can yield it). For games dealt face up also: exceeds_estimate (perfect play\n"
      "gains more than a person's method), within_error, cautious (the house could allow more spots).\n\n"
      "Exits with 0 only if every verdict is the one on record.\n\n"
      "Example:\n  cardroom verify --json");
  command.callback([options] { run_verify(*options); });
}

}  // namespace cardroom::cli
