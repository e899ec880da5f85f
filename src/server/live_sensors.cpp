// Reports from controllers and shufflers about their table: lit sensors, deals, faults.
#include <fmt/format.h>

#include <algorithm>

#include "server/live.h"

namespace cardroom::server {

using ledger::Answer;

namespace {

constexpr const char* miscounted = "the shuffler counted the wrong number of cards";

}  // namespace

std::optional<ErrorBody> wrong_sensor(const State& state, const TableId& table, const std::vector<Wager>& lit) {
  const auto found = state.tables.find(table);
  if (found == state.tables.end()) return std::nullopt;  // its channel is about to end
  const Table& its = found->second.table;
  const auto wrong = [](size_t index, const char* member, std::string text) {
    return error_of(ServerRefusal::malformed, std::move(text), fmt::format("sensors.lit[{}].{}", index, member));
  };
  for (size_t i = 0; i < lit.size(); ++i) {
    const Wager& wager = lit[i];
    if (wager.position < 1 || wager.position > its.positions)
      return wrong(i, "position", fmt::format("the table has positions 1 to {}", its.positions));
    if (std::ranges::find(its.links, wager.link) == its.links.end())
      return wrong(i, "link", "the table does not play this progressive");
    const std::vector<base::Cents>& sizes = state.links.at(wager.link).rules.wagers;
    if (std::ranges::find(sizes, wager.wager) == sizes.end())
      return wrong(i, "wager",
                   fmt::format("{} is not an allowed wager on this progressive", base::to_text(wager.wager)));
    const auto same = [&](const Wager& w) { return w.position == wager.position && w.link == wager.link; };
    if (std::any_of(lit.begin(), lit.begin() + static_cast<std::ptrdiff_t>(i), same))
      return wrong(i, "position", "a position has only one sensor per progressive");
  }
  return std::nullopt;
}

void LiveDesk::take_sensors(const Asked& asked, Sensors sensors) {
  Desk& desk = hub_.desk(asked.table);
  if (const auto wrong = wrong_sensor(manager_.state(), asked.table, sensors.lit)) {
    // It is not known what is lit now, so nothing may be locked in from an earlier report.
    if (desk.told)
      hub_.raise(AlarmKind::malfunction, asked.table,
                 fmt::format("the controller reported sensors that the table does not have: {}", wrong->text));
    desk.told = false;
    desk.lit.clear();
    hub_.touch_table(asked.table);
    return send(asked.visitor, refused_answer(asked.id, *wrong));
  }
  const auto table = manager_.state().tables.find(asked.table);
  if (table != manager_.state().tables.end() && table->second.round) {
    // The dealer collects the chips after lock-in; a chip placed after that is late.
    for (const Wager& wager : sensors.lit) {
      const auto same = [&](const Wager& w) { return w.position == wager.position && w.link == wager.link; };
      const bool before = std::ranges::any_of(desk.lit, same);
      const bool locked = std::ranges::any_of(table->second.round->wagers, same);
      // After a reconnection it is not known whether a locked wager's chip was collected in the meantime.
      if (!before && (!locked || desk.told)) gate_.record(ReportSensor{asked.table, wager.link, wager.position, true});
    }
  }
  desk.lit = std::move(sensors.lit);
  desk.told = true;
  hub_.touch_table(asked.table);
}

void LiveDesk::take_deal(const Asked& asked, const Deal& deal) {
  manager_.submit({asked.command_id, {}, {}, ReportDeal{asked.table, deal.hands, deal.wrong_count}},
                  [this, asked, deal](const Answer& answer) {
                    if (answer.kind != Answer::Kind::accepted || !deal.wrong_count) {
                      if (answer.kind == Answer::Kind::accepted) send_cover_all(asked.table, deal.hands);
                      return send(asked.visitor, answer_of(asked.id, answer));
                    }
                    if (!answer.repeated) hub_.raise(AlarmKind::wrong_count, asked.table, miscounted);
                    // Senders cannot use a slash.
                    manager_.submit({asked.command_id + "/void", {}, {}, VoidDeal{asked.table, miscounted}},
                                    [this, asked, recorded = answer](const Answer& voided) {
                                      Answered message = answer_of(asked.id, voided);
                                      if (voided.kind != Answer::Kind::accepted) {
                                        message.accepted = recorded.event.outcome;
                                        if (message.sequence == 0) message.sequence = recorded.sequence;
                                        std::string& why = (message.refused ? message.refused : message.failed)->text;
                                        why = "the deal is recorded, but not voided: " + why;
                                      }
                                      send(asked.visitor, message);
                                    });
                  });
}

void LiveDesk::take_fault(const Asked& asked, const Device& device, const Fault& fault) {
  manager_.submit(
      {asked.command_id, {}, {}, ReportMalfunction{device.table, device.device.text, fault.serial, fault.cause, "", 0}},
      [this, asked](const Answer& answer) { send(asked.visitor, answer_of(asked.id, answer)); });
}

}  // namespace cardroom::server
