#include "server/hub.h"

#include <fmt/format.h>

#include <algorithm>

namespace cardroom::server {

namespace {

// The table that a command names, if it does.
template <class Body>
const TableId* table_in(const Body& body) {
  if constexpr (requires { body.table.table; })
    return &body.table.table;
  else if constexpr (requires {
                       { body.table } -> std::convertible_to<TableId>;
                     })
    return &body.table;
  else
    return nullptr;
}

template <class Body>
const LinkId* link_in(const Body& body) {
  if constexpr (requires {
                  { body.link } -> std::convertible_to<LinkId>;
                })
    return &body.link;
  else
    return nullptr;
}

template <class Body>
ClaimNumber claim_in(const Body& body) {
  if constexpr (requires {
                  { body.claim } -> std::convertible_to<ClaimNumber>;
                })
    return body.claim;
  else
    return 0;
}

}  // namespace

Hub::Hub(Manager& manager, Options options) : manager_(manager), options_(std::move(options)) {
  touch_everything();
}

std::vector<LinkId> Hub::links_of(const TableId& table) const {
  const auto found = manager_.state().tables.find(table);
  return found == manager_.state().tables.end() ? std::vector<LinkId>() : found->second.table.links;
}

void Hub::subscribe(uint64_t key, Subscriber subscriber, uint64_t after) {
  const State& state = manager_.state();
  listeners_.reset();
  Subscriber& kept = subscribers_[key] = std::move(subscriber);
  kept.key = key;
  kept.meters_ms = options_.steady_ms();
  Channel& channel = *kept.channel;
  if (kept.topics.contains(Topic::meters)) send_meters(kept, after);
  if (kept.topics.contains(Topic::tables)) {
    Tables message;
    message.sequence = manager_.sequence();
    if (kept.all)
      message = tables(after);
    else if (state.tables.contains(kept.table) && !state.tables.at(kept.table).removed)
      message.tables.push_back(table(kept.table));
    message.whole = message.whole || !kept.all;
    channel.send(text(message_text("tables", message)));
  }
  if (kept.topics.contains(Topic::claims)) channel.send(text(message_text("claims", claims())));
  if (kept.topics.contains(Topic::alarms)) channel.send(text(message_text("alarms", Alarms{alarms()})));
}

void Hub::send_meters(const Subscriber& subscriber, uint64_t after) {
  Meters message = meters(subscriber.audience, after);
  if (!subscriber.all) {
    const std::vector<LinkId> links = links_of(subscriber.table);
    std::erase_if(message.links, [&](const LinkView& v) { return std::ranges::find(links, v.link) == links.end(); });
  }
  subscriber.channel->send(text(message_text("meters", message)));
}

void Hub::unsubscribe(uint64_t key) {
  listeners_.reset();
  subscribers_.erase(key);
}

void Hub::touch_link(const LinkId& link) {
  link_changed_[link] = manager_.sequence();
  changes(Pace::display).links.insert(link);
  changes(Pace::others).links.insert(link);
  schedule();
}

void Hub::touch_table(const TableId& table) {
  table_changed_[table] = manager_.sequence();
  changes(Pace::table).tables.insert(table);
  changes(Pace::others).tables.insert(table);
  schedule();
}

void Hub::touch_everything() {
  listeners_.reset();
  for (const auto& [id, link] : manager_.state().links) touch_link(id);
  for (const auto& [id, table] : manager_.state().tables) touch_table(id);
  changes(Pace::others).claims = changes(Pace::others).alarms = true;
  schedule();
}

// Alarms of the previous round have been seen, or their cause is over.
void Hub::start_afresh(const TableId& table) {
  settle(AlarmKind::sensor_changed, table);
  settle(AlarmKind::wrong_count, table);
}

// What is owed stands on the keypads and beside the claims.
void Hub::note_owed() {
  const std::vector<Debt>& now = manager_.state().owed;
  if (now == owed_told_) return;
  for (const auto& debts : {owed_told_, now})
    for (const Debt& debt : debts) touch_table(debt.table);
  owed_told_ = now;
  changes(Pace::others).claims = true;
  schedule();
}

void Hub::note_event(uint64_t, const Event& event) {
  note_owed();
  for (const Posting& posting : event.postings)
    if (is_fund(posting.account)) touch_link(posting.link);
  std::visit(
      [&](const auto& body) {
        using Body = std::remove_cvref_t<decltype(body)>;
        if (const TableId* table = table_in(body); table && !table->empty()) {
          touch_table(*table);
          // The steps that a keypad remembers are those of one round.
          if constexpr (std::same_as<Body, StartRound> || std::same_as<Body, EndRound> ||
                        std::same_as<Body, CancelRound> || std::same_as<Body, RemoveTable>)
            desks_[*table].steps = {};
        }
        if constexpr (std::same_as<Body, StartRound>) start_afresh(body.table);
        if (const LinkId* link = link_in(body)) touch_link(*link);
        if constexpr (std::same_as<Body, PlaceTable> || std::same_as<Body, ChangeTable> ||
                      std::same_as<Body, RemoveTable> || std::same_as<Body, CreateLink>)
          listeners_.reset();
        // A link that the table no longer plays on is not told of any more: whole is the only way to say so.
        if constexpr (std::same_as<Body, ChangeTable>)
          for (const auto& [key, subscriber] : subscribers_)
            if (!subscriber.all && subscriber.table == body.table.table && subscriber.topics.contains(Topic::meters))
              send_meters(subscriber, 0);
        if (std::same_as<Body, MarkHand> || claim_in(body) > 0) {
          changes(Pace::others).claims = true;
          if (!event.outcome.table.empty()) touch_table(event.outcome.table);
        }
        if constexpr (std::same_as<Body, ReportSensor>)
          raise(AlarmKind::sensor_changed, body.table,
                fmt::format("position {}: a chip was {} after the wagers were locked in", body.position,
                            body.lit ? "placed" : "removed"),
                event.time_ms);
        if constexpr (std::same_as<Body, ReportMalfunction>)
          raise(AlarmKind::malfunction, body.table, fmt::format("{}: {}", body.device, body.cause), event.time_ms);
        if constexpr (std::same_as<Body, AcknowledgeAlarm>) acknowledge(body, event.by, event.time_ms);
        if constexpr (std::same_as<Body, RecordBankBalance>) {
          settle(AlarmKind::prize_fund_short, {});
          if (event.outcome.short_of_funds)
            raise(AlarmKind::prize_fund_short, {},
                  "the prize fund account is below the amount held for players; progressive wagers are not accepted",
                  event.time_ms);
        }
      },
      event.command);
  // A price that changed is another table's concern too.
  for (const Pricing& pricing : event.outcome.priced)
    if (const auto at = manager_.state().claims.find(pricing.claim); at != manager_.state().claims.end())
      touch_table(at->second.table);
}

Hub::Pace Hub::pace_of(const Subscriber& subscriber, Topic topic) {
  if (!subscriber.is_device) return Pace::others;
  if (topic == Topic::tables) return Pace::table;
  return subscriber.is_display ? Pace::display : Pace::others;
}

void Hub::schedule() {
  const std::array<int64_t, 3> every_ms = {options_.table_ms, options_.display_ms, options_.others_ms};
  for (const Pace pace : {Pace::table, Pace::display, Pace::others}) {
    Changes& waiting = changes(pace);
    if (waiting.scheduled || !waiting.any()) continue;
    waiting.scheduled = true;
    const int64_t due_ms = waiting.flushed_ms + every_ms[static_cast<size_t>(pace)] - options_.steady_ms();
    options_.after(std::max(options_.first_ms, due_ms), [this, pace] { flush(pace); });
  }
}

const Hub::Listeners& Hub::listeners(Pace pace) {
  if (!listeners_) {
    listeners_.emplace();
    const State& state = manager_.state();
    for (auto& [key, subscriber] : subscribers_) {
      if (subscriber.topics.contains(Topic::meters)) {
        auto& links = (*listeners_)[static_cast<size_t>(pace_of(subscriber, Topic::meters))].links;
        if (subscriber.all)
          for (const auto& [id, link] : state.links) links[id].push_back(&subscriber);
        else
          for (const LinkId& id : links_of(subscriber.table)) links[id].push_back(&subscriber);
      }
      if (subscriber.topics.contains(Topic::tables)) {
        auto& tables = (*listeners_)[static_cast<size_t>(pace_of(subscriber, Topic::tables))].tables;
        if (subscriber.all)
          for (const auto& [id, table] : state.tables) tables[id].push_back(&subscriber);
        else
          tables[subscriber.table].push_back(&subscriber);
      }
    }
  }
  return (*listeners_)[static_cast<size_t>(pace)];
}

void Hub::flush(Pace pace) {
  Changes now = std::exchange(changes(pace), Changes{});
  changes(pace).flushed_ms = options_.steady_ms();
  // Who is cut off in the middle of this comes back with what was told whole before it.
  telling_ = std::exchange(now.told, manager_.sequence());
  changes(pace).told = now.told;
  for (const LinkId& link : now.links) send_link(link, pace);
  for (const TableId& table : now.tables) send_table(table, pace);
  const auto tell = [&](Topic topic, bool changed, auto make) {
    if (!changed) return;
    Text message;
    for (const auto& [key, subscriber] : subscribers_) {
      if (!subscriber.topics.contains(topic)) continue;
      if (!message) message = make();
      subscriber.channel->send(message);
    }
  };
  tell(Topic::claims, now.claims, [&] { return text(message_text("claims", claims())); });
  tell(Topic::alarms, now.alarms, [&] { return text(message_text("alarms", Alarms{alarms()})); });
  schedule();  // of those that are told next time
}

void Hub::send_link(const LinkId& id, Pace pace) {
  if (!manager_.state().links.contains(id)) return;
  if (hides_claim(manager_.state(), id, manager_.now_ms())) hiding_links_.insert(id);
  const Listeners& all = listeners(pace);
  const auto found = all.links.find(id);
  if (found == all.links.end()) return;
  Text messages[2];
  Fan fan;
  const int64_t recent_ms = options_.steady_ms() - options_.others_ms;
  for (Subscriber* subscriber : found->second) {
    const bool along = subscriber->is_device && !subscriber->is_display;
    if (along && subscriber->meters_ms > recent_ms) {
      changes(pace).links.insert(id);  // heard of it with its table a moment ago; again next time
      continue;
    }
    Text& message = messages[static_cast<size_t>(subscriber->audience)];
    if (!message) message = meters_text(id, subscriber->audience);
    // Pages are few, and come back after the last that they heard: nothing of a flush may overtake another.
    if (!subscriber->is_device) {
      subscriber->channel->send(message);
      continue;
    }
    subscriber->meters_ms = options_.steady_ms();
    fan.message = message;
    fan.keys.push_back(subscriber->key);
  }
  if (!fan.keys.empty()) fans_.push_back(std::move(fan));
  if (!fanning_) fan_out();
}

Text Hub::meters_text(const LinkId& id, Audience audience) const {
  return text(message_text("meters", Meters{telling_, false, {link(id, audience)}}));
}

void Hub::fan_out() {
  fanning_ = false;
  for (size_t sent = 0; !fans_.empty(); fans_.pop_front()) {
    Fan& fan = fans_.front();
    for (; fan.next < fan.keys.size(); ++fan.next) {
      if (sent++ == fan_step) {
        fanning_ = true;
        return options_.after(0, [this] { fan_out(); });
      }
      if (const auto found = subscribers_.find(fan.keys[fan.next]); found != subscribers_.end())
        found->second.channel->send(fan.message);
    }
  }
}

void Hub::tell_tables() {
  Changes& waiting = changes(Pace::table);
  if (waiting.tables.empty()) return;
  const std::set<TableId> tables = std::exchange(waiting.tables, {});
  telling_ = std::exchange(waiting.told, manager_.sequence());
  const int64_t recent_ms = options_.steady_ms() - options_.others_ms;
  for (const TableId& id : tables) {
    send_table(id, Pace::table);
    const auto heard = listeners(Pace::table).tables.find(id);
    if (heard == listeners(Pace::table).tables.end()) continue;
    for (Subscriber* subscriber : heard->second)
      if (subscriber->topics.contains(Topic::meters) && subscriber->meters_ms <= recent_ms)
        send_meters_along(*subscriber);
  }
}

void Hub::send_meters_along(Subscriber& subscriber) {
  for (const LinkId& id : links_of(subscriber.table))
    if (changes(Pace::others).links.contains(id)) subscriber.channel->send(meters_text(id, subscriber.audience));
  subscriber.meters_ms = options_.steady_ms();
}

void Hub::send_table(const TableId& id, Pace pace) {
  const Listeners& all = listeners(pace);
  const auto heard = all.tables.find(id);
  if (heard == all.tables.end()) return;
  Tables tables{telling_, false, {}, {}};
  const auto found = manager_.state().tables.find(id);
  if (found == manager_.state().tables.end() || found->second.removed)
    tables.removed.push_back(id);
  else
    tables.tables.push_back(table(id));
  const Text message = text(message_text("tables", tables));
  for (const Subscriber* subscriber : heard->second) subscriber->channel->send(message);
}

void Hub::tick() {
  for (auto link = hiding_links_.begin(); link != hiding_links_.end();) {
    if (hides_claim(manager_.state(), *link, manager_.now_ms())) {
      ++link;
      continue;
    }
    changes(Pace::display).links.insert(*link);
    changes(Pace::others).links.insert(*link);
    link = hiding_links_.erase(link);
  }
  end_old_alarms();
  schedule();
}

LinkView Hub::link(const LinkId& id, Audience audience) const {
  const auto changed = link_changed_.find(id);
  return view_of_link(manager_.state(), id, changed == link_changed_.end() ? 0 : changed->second, audience,
                      manager_.now_ms());
}

TableView Hub::table(const TableId& id) {
  const Desk& at = desks_[id];
  const auto changed = table_changed_.find(id);
  return view_of_table(manager_.state(), id, {at.controllers > 0, at.keypads, at.lit, at.steps},
                       changed == table_changed_.end() ? 0 : changed->second, manager_.now_ms());
}

Meters Hub::meters(Audience audience, uint64_t after) const {
  Meters message{manager_.sequence(), after == 0, {}};
  for (const auto& [id, state] : manager_.state().links) {
    const auto changed = link_changed_.find(id);
    if (after > 0 && changed != link_changed_.end() && changed->second < after) continue;
    message.links.push_back(link(id, audience));
  }
  return message;
}

Tables Hub::tables(uint64_t after) {
  Tables message{manager_.sequence(), after == 0, {}, {}};
  for (const auto& [id, state] : manager_.state().tables) {
    const auto changed = table_changed_.find(id);
    if (after > 0 && changed != table_changed_.end() && changed->second < after) continue;
    if (state.removed)
      message.removed.push_back(id);
    else
      message.tables.push_back(table(id));
  }
  return message;
}

Claims Hub::claims() const {
  return {manager_.sequence(), claims_waiting(manager_.state()), owed_views(manager_.state())};
}

}  // namespace cardroom::server
