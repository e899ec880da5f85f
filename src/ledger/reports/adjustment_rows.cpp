#include "ledger/reports/adjustment_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/describe.hpp>

namespace cardroom::ledger::reports {

using namespace progressive;
using base::MeterUnits;

void AdjustmentRows::add(const Step& step) {
  if (!step.in_period || step.event.outcome.refused) return;
  std::visit([&](const auto& body) { add_body(step, body); }, step.event.command);
}

Table AdjustmentRows::table(std::string title) {
  return {.id = "adjustments",
          .title = std::move(title),
          .layout = Layout::rows,
          .columns = {{"time", "Time", Unit::time},
                      {"entry", "Entry", Unit::count},
                      {"what", "Type"},
                      {"link", "Progressive"},
                      {"level", "Level"},
                      {"fund", "Fund"},
                      {"before", "Before", Unit::money},
                      {"change", "Change", Unit::money},
                      {"after", "After", Unit::money},
                      {"reason", "Reason"},
                      {"document", "Document"},
                      {"by", "By"},
                      {"second", "Second person"}},
          .rows = std::move(rows_),
          .totals = {}};
}

void AdjustmentRows::add_change(const Step& step, const Change& change, const std::string& level) {
  if (!request_.wants(change.link)) return;
  rows_.push_back({Instant{step.event.time_ms}, static_cast<int64_t>(step.entry.sequence), change.what,
                   change.link.text, level, change.fund, change.before, change.after - change.before, change.after,
                   change.reason, change.document, person(step.state, step.event.by),
                   person(step.state, step.event.second)});
}

void AdjustmentRows::add_body(const Step& step, const CreateLink& body) {
  for (size_t i = 0; i < body.starts.size() && i < body.rules.levels.size(); ++i)
    add_change(step,
               {.what = "start",
                .link = body.link,
                .level = static_cast<int>(i),
                .fund = "meter",
                .before = {},
                .after = base::to_meter_units(body.starts[i]),
                .reason = "starting amount of the jackpot",
                .document = {}},
               body.rules.levels[i].name);
}

void AdjustmentRows::add_body(const Step& step, const AdjustFund& body) {
  add_change(step,
             {.what = "adjustment",
              .link = body.link,
              .level = body.level,
              .fund = boost::describe::enum_to_string(body.fund, "?"),
              .before = step.event.outcome.before.value_or(MeterUnits()),
              .after = step.event.outcome.after.value_or(MeterUnits()),
              .reason = in_words(boost::describe::enum_to_string(body.reason, "?")),
              .document = body.document},
             level_name(step.state, body.link, body.level));
}

void AdjustmentRows::add_body(const Step& step, const BackOutAward& body) {
  for (const auto& [id, link] : step.state.links) {
    const auto award = std::ranges::find_if(link.awards, [&](const Award& a) { return a.price.claim == body.claim; });
    if (award == link.awards.end()) continue;
    const Outcome& outcome = step.event.outcome;
    add_change(step,
               {.what = "award backed out",
                .link = id,
                .level = award->level,
                .fund = outcome.before ? "meter" : "tray",
                .before = outcome.before.value_or(MeterUnits()),
                .after = outcome.after.value_or(MeterUnits()),
                .reason = fmt::format("win slip {}, {}", outcome.win_page, base::to_text(outcome.amount)),
                .document = body.document},
               level_name(step.state, id, award->level));
    return;
  }
}

void AdjustmentRows::add_body(const Step& step, const TransferJackpot& body) {
  const auto from = step.state.links.find(body.from);
  if (from == step.state.links.end() || static_cast<size_t>(body.from_level) >= from->second.levels.size()) return;
  const MeterUnits meter = from->second.levels[static_cast<size_t>(body.from_level)].funds.meter;
  add_change(step,
             {.what = "transfer out",
              .link = body.from,
              .level = body.from_level,
              .fund = "meter",
              .before = meter,
              .after = {},
              .reason = fmt::format("moved to {}; seed returned to the house", body.to.text),
              .document = body.document},
             level_name(step.state, body.from, body.from_level));
  add_change(step,
             {.what = "transfer in",
              .link = body.to,
              .level = body.to_level,
              .fund = "meter",
              .before = step.event.outcome.before.value_or(MeterUnits()),
              .after = step.event.outcome.after.value_or(MeterUnits()),
              .reason = fmt::format("moved from {}", body.from.text),
              .document = body.document},
             level_name(step.state, body.to, body.to_level));
}

}  // namespace cardroom::ledger::reports
