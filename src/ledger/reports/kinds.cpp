#include "ledger/reports/kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace cardroom::ledger::reports {

namespace {

constexpr std::array<Kind, 9> all = {{
    {.id = "win-page",
     .title = "Win slips",
     .summary = "one slip per confirmed award, numbered in sequence; voids are kept",
     .by_link = true,
     .by_table = true,
     .by_page = true,
     .to_end = true,
     .make = make_win_pages},
    {.id = "hits",
     .title = "Levels and last hits",
     .summary = "current value, settings and last 25 hits of every level",
     .by_link = true,
     .make = make_hits},
    {.id = "accrual",
     .title = "Daily accrual",
     .summary = "amounts added to and taken from every level, by day, for the master games report",
     .by_link = true,
     .make = make_accrual},
    {.id = "deposit",
     .title = "Weekly deposit",
     .summary = "player funds at the end of each week, compared with the recorded bank balance",
     .make = make_deposit},
    {.id = "reconciliation",
     .title = "Reconciliation",
     .summary = "wagers times rates, compared with the growth in funds; any difference returns exit code 1",
     .by_link = true,
     .make = make_reconciliation},
    {.id = "adjustments",
     .title = "Adjustments",
     .summary = "starting amounts, adjustments, backed-out awards and transfers, with reason, people and document",
     .by_link = true,
     .make = make_adjustments},
    {.id = "activity",
     .title = "Table activity",
     .summary = "rounds, coin-in, pays and hold by table; hits compared with the exact odds",
     .by_link = true,
     .by_table = true,
     .make = make_activity},
    {.id = "malfunctions",
     .title = "Malfunctions",
     .summary = "device faults, sensor alarms after lock-in, unreasonable contributions",
     .by_table = true,
     .make = make_malfunctions},
    {.id = "exceptions",
     .title = "Exceptions",
     .summary = "refusals, voids, canceled rounds and configuration changes, and who made them",
     .make = make_exceptions},
}};

template <class Map>
std::string names_in(const Map& map) {
  std::string names;
  for (const auto& [id, ignored] : map) names += (names.empty() ? "" : ", ") + id.text;
  return names.empty() ? "none" : names;
}

void describe(const Request& request, Report& report) {
  const auto add = [&](std::string name, std::string value) {
    report.parameters.push_back({std::move(name), std::move(value)});
  };
  add("since", request.since ? day_text(*request.since) : "the beginning");
  add("until", request.until ? day_text(*request.until) : "the last entry");
  if (request.link) add("link", request.link->text);
  if (request.table) add("table", request.table->text);
  if (request.first_page != 0 || request.last_page != 0)
    add("page", request.first_page == request.last_page ? fmt::format("{}", request.first_page)
                                                        : fmt::format("{}-{}", request.first_page, request.last_page));
  add("utc_offset", offset_text(request.time.utc_offset_minutes));
  add("day_starts",
      fmt::format("{:02}:{:02}", request.time.day_starts_minutes / 60, request.time.day_starts_minutes % 60));
}

}  // namespace

std::span<const Kind> kinds() {
  return all;
}

const Kind* kind_named(std::string_view id) {
  const auto found = std::ranges::find(all, id, &Kind::id);
  return found == all.end() ? nullptr : &*found;
}

std::expected<Report, ReportError> make_report(Store& store, const Kind& kind, const Request& request,
                                               const std::function<void(uint64_t, uint64_t)>& progress) {
  using Cause = ReportError::Cause;
  const std::unique_ptr<Builder> builder = kind.make(request);
  WalkOptions options{.period = {}, .to_end = kind.to_end, .first_slip = {}, .last_slip = {}, .progress = progress};
  if (request.since) options.period.since_ms = request.time.start_ms(*request.since);
  if (request.until) options.period.until_ms = request.time.start_ms(*request.until + 1);
  if (kind.by_page) options.first_slip = request.first_page;
  if (kind.by_page) options.last_slip = request.last_page;
  const auto end = for_each_event(store, options, *builder);
  if (!end) return std::unexpected(ReportError{end.error().damaged ? Cause::damaged : Cause::failed, end.error().text});
  if (request.link && !end->state.links.contains(*request.link))
    return std::unexpected(ReportError{
        Cause::request, fmt::format("--link {}: the ledger has no such link by the end of the period; its links: {}",
                                    request.link->text, names_in(end->state.links))});
  if (request.table && !end->state.tables.contains(*request.table))
    return std::unexpected(ReportError{
        Cause::request, fmt::format("--table {}: the ledger has no such table by the end of the period; its tables: {}",
                                    request.table->text, names_in(end->state.tables))});
  Report report{.id = std::string(kind.id),
                .title = std::string(kind.title),
                .parameters = {},
                .tables = {},
                .notes = {},
                .alarms = {},
                .utc_offset_minutes = request.time.utc_offset_minutes};
  describe(request, report);
  builder->finish(*end, report);
  return report;
}

}  // namespace cardroom::ledger::reports
