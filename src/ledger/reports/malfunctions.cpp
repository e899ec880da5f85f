#include <fmt/format.h>

#include "ledger/reports/kinds.h"

namespace cardroom::ledger::reports {

namespace {

using namespace progressive;

std::string duration(int64_t ms) {
  const int64_t seconds = ms / 1000;
  return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

class Malfunctions final : public Builder {
 public:
  explicit Malfunctions(const Request& request) : request_(request) {}

  void after(const Step& step) override {
    if (!step.in_period) return;
    const Event& event = step.event;
    const Instant time{event.time_ms};
    const auto entry = static_cast<int64_t>(step.entry.sequence);
    if (const auto* start = std::get_if<StartRound>(&event.command)) {
      if (event.outcome.refused && event.outcome.refused->code == RefusalCode::contribution_unreasonable &&
          request_.wants(start->table))
        contributions_.rows.push_back({time, entry, start->table.text, static_cast<int64_t>(start->wagers.size()),
                                       wagered(*start), event.outcome.refused->text});
      return;
    }
    if (event.outcome.refused) return;
    if (const auto* fault = std::get_if<ReportMalfunction>(&event.command)) {
      if (request_.wants(fault->table))
        faults_.rows.push_back({time, entry, fault->table.text, fault->device, fault->serial,
                                duration(fault->out_of_service_ms), fault->cause, fault->remedy,
                                person(step.state, event.by),
                                event.second.empty() ? "" : person(step.state, event.second)});
    } else if (const auto* sensor = std::get_if<ReportSensor>(&event.command)) {
      if (request_.wants(sensor->table))
        alarms_.rows.push_back({time, entry, sensor->table.text, static_cast<int64_t>(event.outcome.round),
                                static_cast<int64_t>(sensor->position), sensor->link.text,
                                std::string(sensor->lit ? "lit" : "went out")});
    }
  }

  void finish(const WalkEnd&, Report& report) override {
    report.tables = {std::move(faults_), std::move(alarms_), std::move(contributions_)};
    report.notes.push_back("Time out of service is in hours, minutes and seconds.");
  }

 private:
  static base::Cents wagered(const StartRound& start) {
    base::Cents sum;
    for (const Wager& wager : start.wagers) sum += wager.wager;
    return sum;
  }

  Request request_;
  Table faults_{.id = "malfunctions",
                .title = "Malfunctions",
                .columns = {{"time", "Time", Unit::time},
                            {"entry", "Entry", Unit::count},
                            {"table", "Table"},
                            {"device", "Device"},
                            {"serial", "Serial number"},
                            {"out_of_service", "Out of service"},
                            {"cause", "Cause"},
                            {"remedy", "Remedy"},
                            {"by", "By"},
                            {"second", "Second person"}},
                .rows = {},
                .totals = {}};
  Table alarms_{.id = "sensor_alarms",
                .title = "Sensor changes after lock-in",
                .columns = {{"time", "Time", Unit::time},
                            {"entry", "Entry", Unit::count},
                            {"table", "Table"},
                            {"round", "Round", Unit::count},
                            {"position", "Position", Unit::count},
                            {"link", "Progressive"},
                            {"sensor", "Sensor"}},
                .rows = {},
                .totals = {}};
  Table contributions_{.id = "unreasonable",
                       .title = "Contributions refused as unreasonable",
                       .columns = {{"time", "Time", Unit::time},
                                   {"entry", "Entry", Unit::count},
                                   {"table", "Table"},
                                   {"wagers", "Wagers", Unit::count},
                                   {"amount", "Wagered", Unit::money},
                                   {"refusal", "Refusal"}},
                       .rows = {},
                       .totals = {}};
};

}  // namespace

std::unique_ptr<Builder> make_malfunctions(const Request& request) {
  return std::make_unique<Malfunctions>(request);
}

}  // namespace cardroom::ledger::reports
