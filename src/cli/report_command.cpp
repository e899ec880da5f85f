// cardroom report KIND LEDGER: the reports a house files, built from the journal alone.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "cli/command.h"
#include "cli/output_file.h"
#include "cli/progress.h"
#include "cli/report_options.h"
#include "forms/report_render.h"
#include "forms/text_table.h"
#include "server/embedded_site.h"
#include "server/sheet_fonts.h"

namespace cardroom::cli {

using namespace forms;

namespace {

using namespace ledger::reports;

struct ReportOptions {
  std::string kind;
  std::string ledger;
  PeriodOptions period;
  std::string link;
  std::string table;
  std::string pages;
  std::string week_starts = "monday";
  std::string section;
  std::string html;
  bool json = false;
  bool csv = false;
  bool checklist = false;
};

std::string kind_list() {
  TextTable table({{"report"}, {"contents"}});
  for (const Kind& kind : kinds()) table.add({std::string(kind.id), std::string(kind.summary)});
  return table.to_text(2);
}

const Kind& kind_or_stop(const ReportOptions& options) {
  const Kind* kind = kind_named(options.kind);
  if (kind == nullptr)
    throw Stop(usage, fmt::format("unknown report '{}'; 'cardroom report' lists them", options.kind));
  if (options.ledger.empty())
    throw Stop(usage, fmt::format("LEDGER is missing; for example: cardroom report {} house.ledger", options.kind));
  const auto only = [&](bool allowed, const char* option, const std::string& value, const char* reason) {
    if (!allowed && !value.empty()) throw Stop(usage, fmt::format("{}: the report {} {}", option, kind->id, reason));
  };
  only(kind->by_link, "--link", options.link, "covers the whole house");
  only(kind->by_table, "--table", options.table, "is not divided by table");
  only(kind->by_page, "--page", options.pages, "has no pages; only win-page does");
  if (options.checklist && !kind->by_page)
    throw Stop(usage, fmt::format("--checklist: the report {} has no pages; only win-page does", kind->id));
  return *kind;
}

Request request_of(const ReportOptions& options) {
  Request request;
  read_period(options.period, request);
  read_pages(options.pages, request);
  request.week_starts = read_weekday(options.week_starts);
  const auto name = [](const char* option, const std::string& text) {
    if (!progressive::is_id(text))
      throw Stop(usage, fmt::format("{} {}: an id has 1 to {} letters, digits, '-', '_' or '.'", option, text,
                                    progressive::id_length_max));
    return text;
  };
  if (!options.link.empty()) request.link = progressive::LinkId{name("--link", options.link)};
  if (!options.table.empty()) request.table = progressive::TableId{name("--table", options.table)};
  return request;
}

Report report_or_stop(const ReportOptions& options, const Kind& kind, const Request& request) {
  const auto store = open_ledger(options.ledger);
  Progress progress;
  auto report =
      make_report(*store, kind, request, [&, reported = uint64_t{0}](uint64_t finished, uint64_t total) mutable {
        if (reported == 0) progress.begin("reading the journal", total);
        progress.advance(finished - reported);
        reported = finished;
      });
  progress.finish();
  if (report) return std::move(*report);
  switch (report.error().cause) {
    case ReportError::Cause::request: throw Stop(usage, report.error().text);
    case ReportError::Cause::damaged:
      throw Stop(refused, fmt::format("{}: {}. No report is made from an altered journal; run 'cardroom audit {}' for "
                                      "details",
                                      options.ledger, report.error().text, options.ledger));
    case ReportError::Cause::failed: break;
  }
  throw Stop(failed, report.error().text);
}

// Keeps only the requested table.
void choose_section(const std::string& section, Report& report) {
  if (section.empty()) return;
  std::string names;
  for (const Table& table : report.tables) names += (names.empty() ? "" : ", ") + table.id;
  std::erase_if(report.tables, [&](const Table& table) { return table.id != section; });
  if (report.tables.empty())
    throw Stop(usage, fmt::format("--section {}: the sections of the report {} are {}", section, report.id, names));
}

void run_report(const ReportOptions& options) {
  if (options.kind.empty()) {
    fmt::print("'cardroom report KIND LEDGER' builds one of these reports from a ledger's journal:\n\n{}", kind_list());
    return;
  }
  const Kind& kind = kind_or_stop(options);
  if (options.checklist && options.html.empty())
    throw Stop(usage, "--checklist: needs --html FILE; the boxes are printed on its pages");
  const Request request = request_of(options);
  need_no_ledger_at(options.html, options.ledger);
  Report report = report_or_stop(options, kind, request);
  choose_section(options.section, report);
  if (!options.html.empty()) {
    OutputFile file(options.html);
    file.write(report_html(
        report, {.checklist = options.checklist, .font_faces = server::sheet_fonts(server::embedded_site())}));
    file.commit();
    if (options.html != "-") fmt::print("{}: {}\n", harmless(options.html), report.title);
  } else if (options.json) {
    fmt::print("{}", report_json(report));
  } else if (options.csv) {
    fmt::print("{}", report_csv(report, report.tables.front()));
    if (report.is_empty()) complain("cardroom: nothing in this period\n");
  } else {
    fmt::print("{}", report_text(report));
  }
  if (!report.alarms.empty())
    throw Stop(refused, fmt::format("the report {} does not add up: {}", report.id, harmless(report.alarms.front())));
}

}  // namespace

void add_report_command(Command app) {
  auto options = std::make_shared<ReportOptions>();
  Command command = app.add_subcommand("report", "Build a progressive report from a ledger's journal");
  command.add_option("KIND", options->kind, "Report to build (see 'cardroom report')");
  command.add_option("LEDGER", options->ledger, "Ledger: FILE, sqlite:FILE or postgresql://HOST/NAME");
  add_period_options(command, options->period);
  command.add_option("--link", options->link, "Only this link").type_name("LINK");
  command.add_option("--table", options->table, "Only this table").type_name("TABLE");
  command.add_option("--page", options->pages, "Only this win slip, or this range of slips").type_name("N|N-M");
  command.add_option("--week-starts", options->week_starts, "First day of the week (default: monday)")
      .type_name("WEEKDAY");
  command.add_option("--section", options->section, "Only this section of the report").type_name("SECTION");
  Option json = command.add_flag("--json", options->json, "Print JSON");
  Option csv =
      command.add_flag("--csv", options->csv, "Print the first section, or the one chosen with --section, as CSV");
  Option html = command.add_option("--html", options->html, "Write a printable HTML page").type_name("FILE");
  json.excludes(csv).excludes(html);
  csv.excludes(html);
  command.add_flag("--checklist", options->checklist, "Add check boxes to win slips: cards, deck, seal");
  command.footer(
      "Exit codes: 0 success; 1 the report does not add up (it is still printed), or the journal was altered; 2 usage\n"
      "error; 3 the ledger cannot be opened or read, or the page cannot be written.\n\n"
      "Examples:\n"
      "  cardroom report accrual house.ledger --since 2026-01-01 --day-starts 06:00 --utc-offset -08:00\n"
      "  cardroom report win-page house.ledger --page 12 --html win-12.html --checklist\n"
      "  cardroom report activity house.ledger --csv --section prizes");
  command.callback([options] { run_report(*options); });
}

}  // namespace cardroom::cli
