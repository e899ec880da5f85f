// The reports that there are, and how one is asked for.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "ledger/reports/house_time.h"
#include "ledger/reports/report.h"
#include "ledger/reports/walk.h"

namespace cardroom::ledger::reports {

struct Request {
  std::optional<Day> since;  // gaming days, both included
  std::optional<Day> until;
  std::optional<progressive::LinkId> link;
  std::optional<progressive::TableId> table;
  progressive::PageNumber first_page = 0;  // 0: from the first
  progressive::PageNumber last_page = 0;   // 0: to the last
  HouseTime time;
  int week_starts = 0;  // weekday, 0 is Monday

  bool wants(const progressive::LinkId& id) const { return !link || *link == id; }
  bool wants(const progressive::TableId& id) const { return !table || *table == id; }
};

// Sees the journal go by and then writes the tables.
class Builder : public Visitor {
 public:
  // Fills tables, notes and alarms.
  virtual void finish(const WalkEnd& end, Report& report) = 0;
};

struct Kind {
  std::string_view id;
  std::string_view title;
  std::string_view summary;  // a line for the list of kinds
  bool by_link = false;      // what the request may name
  bool by_table = false;
  bool by_page = false;
  bool to_end = false;  // later entries change what it says of the period: a void of a page
  std::unique_ptr<Builder> (*make)(const Request&) = nullptr;
};

std::span<const Kind> kinds();
const Kind* kind_named(std::string_view id);

// Why there is no report: a name that the ledger does not know (of which option, and the rule), or the walk's error.
struct ReportError {
  enum class Cause : uint8_t { request, damaged, failed };
  Cause cause = Cause::failed;
  std::string text;
};

std::expected<Report, ReportError> make_report(Store& store, const Kind& kind, const Request& request,
                                               const std::function<void(uint64_t, uint64_t)>& progress = {});

// One a kind, each in the file of its name.
std::unique_ptr<Builder> make_win_pages(const Request& request);
std::unique_ptr<Builder> make_hits(const Request& request);
std::unique_ptr<Builder> make_accrual(const Request& request);
std::unique_ptr<Builder> make_deposit(const Request& request);
std::unique_ptr<Builder> make_reconciliation(const Request& request);
std::unique_ptr<Builder> make_adjustments(const Request& request);
std::unique_ptr<Builder> make_activity(const Request& request);
std::unique_ptr<Builder> make_malfunctions(const Request& request);
std::unique_ptr<Builder> make_exceptions(const Request& request);

}  // namespace cardroom::ledger::reports
