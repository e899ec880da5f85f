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
#include "lab/judged_json.h"
#include "odds/published.h"

namespace cardroom::cli {

using namespace forms;
using namespace lab;

namespace {

struct Options {
  TableOptions table;
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

void run(const Options& options) {
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
  std::map<odds::Verdict, int> counts;
  int unexpected = 0;
  for (const odds::Judged& judged : *all) {
    ++counts[judged.verdict];
    unexpected += judged.verdict != judged.figure->expected;
  }
  if (options.json) {
    boost::json::array rows;
    for (const odds::Judged& judged : *all) {
      rows.emplace_back(judged_json(judged));
    }
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
  }
  if (unexpected > 0) throw Stop(refused, fmt::format("{} verdicts are not the ones on record", unexpected));
}

}  // namespace

void add_verify_command(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("verify", "Put every figure that the documents print to the test");
  command
      ->add_option("--paytable", options->table.paytables,
                   "A file whose paytables stand in for printed ones of the same id")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command->add_flag("--json", options->json, "As JSON, with every definition that was tried");
  command->footer(
      "Verdicts: agrees; agrees_with_definition (not the obvious one); padded (more digits printed than were "
      "rounded);\n"
      "differs; no_definition (nothing it may mean gives it); impossible (nothing can).\n"
      "Ends with 0 only when every verdict is the one on record.\n\n"
      "Example:\n  cardroom verify --json");
  command->callback([options] { run(*options); });
}

}  // namespace cardroom::cli
