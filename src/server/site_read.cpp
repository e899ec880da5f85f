// What signed-in people read: the floor, the journal, reports, proofs; and what machines ask of the program's health.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "forms/report_render.h"
#include "games/registry.h"
#include "ledger/reports/kinds.h"
#include "server/pages.h"
#include "server/site.h"

namespace cardroom::server {

namespace {

using ledger::reports::Request;

constexpr int64_t pace_of_ms = 3 * 3'600'000;  // long enough to be steady, short enough to be of this shift

template <class T>
std::string list_text(std::string_view name, const std::vector<T>& items) {
  return message_text(name, items);
}

std::string_view name_after(const server::Request& request, std::string_view prefix) {
  return std::string_view(request.path).substr(prefix.size());
}

AuditView audit_view(const ProofView& proof) {
  return {.running = proof.running,
          .proved = proof.proved,
          .total = proof.total,
          .time_ms = proof.time_ms,
          .entries = proof.entries,
          .head_sequence = proof.head.sequence,
          .head_hash = proof.entries > 0 ? ledger::to_hex(proof.head.hash) : "",
          .clean = proof.is_clean(),
          .findings = proof.findings};
}

Response not_found(const char* what) {
  return error_response(404, error_of(ServerRefusal::not_found, fmt::format("not found: no such {}", what)));
}

std::optional<uint64_t> number(std::string_view text) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::unexpected<ErrorBody> malformed(std::string field, std::string text) {
  return std::unexpected(error_of(ServerRefusal::malformed, std::move(text), std::move(field)));
}

// The parameters of a report, as a query of an address.
std::expected<Request, ErrorBody> report_request(const server::Request& from, const ledger::reports::Kind& kind) {
  using namespace ledger::reports;
  Request request;
  for (const auto& [name, value] : from.query) {
    if (name == "since" || name == "until") {
      const auto day = parse_day(value);
      if (!day) return malformed(name, "must be a date such as 2026-01-31, 1970 or later");
      (name == "since" ? request.since : request.until) = day;
    } else if (name == "day-starts") {
      const auto minutes = parse_clock(value);
      if (!minutes) return malformed(name, "must be a time of day such as 06:00, from 00:00 to 23:59");
      request.time.day_starts_minutes = *minutes;
    } else if (name == "utc-offset") {
      const auto minutes = parse_offset(value);
      if (!minutes) return malformed(name, "must be an offset such as +02:00 or -08:00, at most 14 hours");
      request.time.utc_offset_minutes = *minutes;
    } else if (name == "link" && kind.by_link) {
      if (!is_id(value)) return malformed(name, "an ID must be 1 to 32 letters, digits, '-', '_' or '.'");
      request.link = LinkId{value};
    } else if (name == "table" && kind.by_table) {
      if (!is_id(value)) return malformed(name, "an ID must be 1 to 32 letters, digits, '-', '_' or '.'");
      request.table = TableId{value};
    } else if (name == "page" && kind.by_page) {
      const size_t dash = value.find('-');
      const auto first = number(std::string_view(value).substr(0, dash));
      const auto last = dash == std::string::npos ? first : number(std::string_view(value).substr(dash + 1));
      if (!first || !last || *first == 0 || *last < *first)
        return malformed(name, "must be a page such as 7, or a range such as 3-9");
      request.first_page = *first;
      request.last_page = *last;
    } else if (name == "week-starts") {
      constexpr std::string_view weekdays[] = {"monday", "tuesday",  "wednesday", "thursday",
                                               "friday", "saturday", "sunday"};
      const auto day = std::ranges::find(weekdays, value);
      if (day == std::end(weekdays)) return malformed(name, "must be a day of the week, monday to sunday");
      request.week_starts = static_cast<int>(day - std::begin(weekdays));
    } else if (name == "checklist") {
      if (value != "yes" && value != "no") return malformed(name, "must be yes or no");
    } else if (name != "format" && name != "section") {
      return malformed(name, fmt::format("unknown parameter for report {}", kind.id));
    }
  }
  if (request.since && request.until && *request.since > *request.until)
    return malformed("until", "must not be before the first day");
  return request;
}

std::map<std::string, std::string> game_names() {
  std::map<std::string, std::string> names;
  for (const games::Game* game : games::all_games()) names[std::string(game->facts.id)] = std::string(game->facts.name);
  return names;
}

// Leaves only the table that was asked for.
std::expected<void, ErrorBody> choose_section(ledger::reports::Report& report, const std::string& section) {
  if (section.empty()) return {};
  std::string names;
  for (const auto& table : report.tables) names += (names.empty() ? "" : ", ") + table.id;
  std::erase_if(report.tables, [&](const auto& table) { return table.id != section; });
  if (report.tables.empty())
    return malformed("section",
                     names.empty() ? "the report has no tables" : "must be one of the report's tables: " + names);
  return {};
}

std::expected<Response, ErrorBody> render(const ledger::reports::Report& report, const std::string& format,
                                          const forms::HtmlOptions& options) {
  if (format.empty() || format == "json") return json_response(forms::report_json(report));
  if (format == "html")
    return Response{
        200,
        "text/html; charset=utf-8",
        forms::report_html(report, options),
        // Its styles and fonts stand in the page.
        {{"Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:"}}};
  if (format == "text") return Response{200, "text/plain; charset=utf-8", forms::report_text(report), {}};
  if (format != "csv") return malformed("format", "must be json, html, csv or text");
  if (report.tables.empty()) return malformed("section", "the report has no tables");
  const auto& table = report.tables.front();
  return Response{200,
                  "text/csv; charset=utf-8",
                  forms::report_csv(report, table),
                  {{"Content-Disposition", fmt::format("attachment; filename=\"{}-{}.csv\"", report.id, table.id)}}};
}

}  // namespace

void FloorSite::floor(const server::Request&, const Gate::Session& session, Done done) {
  const State& state = manager_.state();
  FloorView view;
  view.house = options_.house;
  view.version = options_.version;
  view.leading = manager_.is_leading();
  view.sequence = manager_.sequence();
  view.time_ms = manager_.now_ms();
  view.rounds = state.rounds;
  view.prize_fund_short = state.bank.is_short;
  const bool dealer = session.person.role == Role::dealer;
  view.meters = hub_.meters(dealer ? Audience::display : Audience::staff, 0);
  view.tables = hub_.tables(0);
  if (!dealer) {
    view.claims = hub_.claims();
    view.alarms = {hub_.alarms()};
    for (const auto& [id, member] : state.staff) view.people.push_back({id, member.name});
  }
  done(json_response(ledger::to_full_json(view)));
}

void FloorSite::link(const server::Request& request, const Gate::Session&, Done done) {
  std::string_view name = name_after(request, "/v1/links/");
  constexpr std::string_view history_of = "/history";
  const bool asks_history = name.ends_with(history_of);
  if (asks_history) name.remove_suffix(history_of.size());
  const LinkId id{std::string(name)};
  const auto found = manager_.state().links.find(id);
  if (found == manager_.state().links.end()) return done(not_found("link"));
  if (asks_history) return history(request, id, std::move(done));
  LinkDetails details{
      hub_.link(id, Audience::staff), found->second.rules, found->second.odds, found->second.judgement, {}, {}, {}};
  for (const LevelState& level : found->second.levels) {
    details.hits.push_back(level.last_hits);
    details.totals.push_back(level.totals);
  }
  const auto pace = options_.past->chronicle().pace(id, manager_.now_ms() - pace_of_ms, manager_.now_ms());
  details.now = figures_.now(id, found->second, {pace.wagers, pace.rounds, pace.lasted_ms});
  done(json_response(ledger::to_full_json(details)));
}

void FloorSite::table(const server::Request& request, const Gate::Session&, Done done) {
  const TableId id{std::string(name_after(request, "/v1/tables/"))};
  const auto found = manager_.state().tables.find(id);
  if (found == manager_.state().tables.end() || found->second.removed) return done(not_found("table"));
  done(json_response(ledger::to_full_json(hub_.table(id))));
}

void FloorSite::claims(const server::Request&, const Gate::Session&, Done done) {
  done(json_response(ledger::to_full_json(hub_.claims())));
}

void FloorSite::staff(const server::Request&, const Gate::Session&, Done done) {
  const State& state = manager_.state();
  std::vector<StaffView> views;
  for (const auto& [id, member] : state.staff) {
    const auto access = state.access.find(id);
    const bool known = access != state.access.end();
    views.push_back({id, member.name, member.role, member.active, known && !access->second.verifier.empty(),
                     known ? access->second.failures : 0, locked_out_until_ms(state, id, manager_.now_ms())});
  }
  done(json_response(list_text("staff", views)));
}

void FloorSite::devices(const server::Request&, const Gate::Session&, Done done) {
  std::vector<DeviceView> views;
  for (const auto& [id, device] : manager_.state().devices) views.push_back({id, device.kind, device.table});
  done(json_response(list_text("devices", views)));
}

void FloorSite::read_events(uint64_t after, size_t count_max, std::function<void(const EventPage&)> done) {
  // There is nothing past the end, however far; counting on from there would wrap around.
  if (after >= manager_.sequence()) return done(EventPage{});
  const bool taken = clerk_.run([address = options_.ledger, after, count_max, done]() -> std::function<void()> {
    const auto fail = [&done](const std::string& why) -> std::function<void()> {
      return [done, why] {
        done(std::unexpected(error_of(ServerRefusal::recording_failed, "the journal can't be read: " + why)));
      };
    };
    auto store = ledger::open_store(address, ledger::OpenMode::read_only);
    if (!store) return fail(store.error().to_text());
    std::vector<EventView> events;
    std::string unread;
    const auto read = (*store)->read(after + 1, [&](const ledger::Entry& entry) {
      auto event = ledger::from_json_text<Event>(entry.body, ledger::body_bytes_max);
      if (!event) {
        unread = fmt::format("entry {}: {}", entry.sequence, event.error().text);
        return false;
      }
      // Of a PIN that was set everybody may know that, not what verifies it.
      if (auto* pin = std::get_if<SetPin>(&event->command)) pin->verifier.clear();
      events.push_back({entry.sequence, entry.command_id, std::move(*event)});
      return events.size() < count_max;
    });
    if (!read) return fail(read.error().to_text());
    // Entries before a broken one are returned first.
    if (!unread.empty() && events.empty()) return fail(unread);
    return [done, events = std::move(events)] { done(events); };
  });
  if (!taken)
    done(std::unexpected(
        error_of(ServerRefusal::busy, "too many report and journal requests at once; try again in a moment")));
}

void FloorSite::journal(const server::Request& request, const Gate::Session&, Done done) {
  if (const auto unknown = unknown_parameter(request, {"after", "limit"})) return done(*unknown);
  const auto after = request.parameter("after").empty() ? 0 : number(request.parameter("after"));
  const auto limit = request.parameter("limit").empty() ? 100 : number(request.parameter("limit"));
  constexpr uint64_t page_max = 1'000;
  if (!after) return done(error_response(400, error_of(ServerRefusal::malformed, "must be a number", "after")));
  if (!limit || *limit == 0 || *limit > page_max)
    return done(error_response(400, error_of(ServerRefusal::malformed, "must be 1 to 1000", "limit")));
  read_events(*after, *limit, [this, done](const EventPage& events) {
    if (!events) return done(error_response(status_of(events.error()), events.error()));
    done(json_response(ledger::to_full_json(JournalPage{manager_.sequence(), *events})));
  });
}

void FloorSite::report_kinds(const server::Request&, const Gate::Session&, Done done) {
  std::vector<KindView> views;
  for (const auto& kind : ledger::reports::kinds())
    views.push_back({std::string(kind.id), std::string(kind.title), std::string(kind.summary), kind.by_link,
                     kind.by_table, kind.by_page});
  done(json_response(list_text("reports", views)));
}

void FloorSite::report(const server::Request& request, const Gate::Session&, Done done) {
  const auto* kind = ledger::reports::kind_named(name_after(request, "/v1/reports/"));
  if (!kind)
    return done(
        error_response(404, error_of(ServerRefusal::report_unknown, "unknown report; GET /v1/reports lists them")));
  const auto asked = report_request(request, *kind);
  if (!asked) return done(error_response(status_of(asked.error()), asked.error()));
  const auto unknown = [&](const char* what, const std::string& name) {
    done(error_response(400,
                        error_of(ServerRefusal::malformed, fmt::format("{} '{}' does not exist", what, name), what)));
  };
  if (asked->link && !manager_.state().links.contains(*asked->link)) return unknown("link", asked->link->text);
  if (asked->table && !manager_.state().tables.contains(*asked->table)) return unknown("table", asked->table->text);
  const std::string format(request.parameter("format"));
  const std::string section(request.parameter("section"));
  forms::HtmlOptions page{.checklist = request.parameter("checklist") == "yes",
                          .house = options_.house,
                          .names = game_names(),
                          .font_faces = options_.sheet_fonts};
  for (const auto& [id, link] : manager_.state().links)
    if (!link.title.empty()) page.names[id.text] = link.title;
  const auto work = [address = options_.ledger, kind, asked = *asked, format, section, page = std::move(page),
                     done]() -> std::function<void()> {
    const auto fail = [&](ErrorBody error) { return [done, error] { done(error_response(status_of(error), error)); }; };
    auto store = ledger::open_store(address, ledger::OpenMode::read_only);
    if (!store) return fail(error_of(ServerRefusal::recording_failed, store.error().to_text()));
    auto report = ledger::reports::make_report(**store, *kind, asked);
    if (!report) {
      const bool theirs = report.error().cause == ledger::reports::ReportError::Cause::request;
      return fail(error_of(theirs ? ServerRefusal::malformed : ServerRefusal::recording_failed, report.error().text));
    }
    if (const auto chosen = choose_section(*report, section); !chosen) return fail(chosen.error());
    auto rendered = render(*report, format, page);
    if (!rendered) return fail(rendered.error());
    return [done, response = std::move(*rendered)] { done(response); };
  };
  if (!clerk_.run(work))
    done(error_response(503, error_of(ServerRefusal::busy, "too many report requests at once; try again in a moment")));
}

void FloorSite::show_audit(const server::Request&, const Gate::Session&, Done done) {
  done(json_response(ledger::to_full_json(audit_view(options_.prover->view()))));
}

void FloorSite::prove(const server::Request&, const Gate::Session&, Done done) {
  options_.prover->prove_all();
  Response response = json_response(ledger::to_full_json(audit_view(options_.prover->view())));
  response.status = 202;
  done(std::move(response));
}

Response FloorSite::health() const {
  return json_response("{\"alive\":true}");
}

Response FloorSite::readiness() const {
  // A leader that cannot record takes no wagers either.
  const std::string why_not = manager_.why_not_ready();
  const ProofView& proof = options_.prover->view();
  Response response = json_response(
      fmt::format("{{\"ready\":{},\"role\":\"{}\",\"sequence\":{},\"verifying\":{},\"proved\":{},\"reason\":{}}}",
                  why_not.empty(), manager_.is_leading() ? "leading" : "standby", manager_.sequence(), proof.running,
                  proof.proved, ledger::to_json(why_not)));
  response.status = why_not.empty() ? 200 : 503;
  return response;
}

std::string FloorSite::metrics() const {
  std::string out;
  const auto add = [&](const char* name, const char* kind, const char* help, uint64_t value) {
    out += fmt::format("# HELP cardroom_{} {}\n# TYPE cardroom_{} {}\ncardroom_{} {}\n", name, help, name, kind, name,
                       value);
  };
  const State& state = manager_.state();
  add("leading", "gauge", "1 if this game manager is leading, 0 if it is on standby.", manager_.is_leading() ? 1 : 0);
  add("journal_failing", "gauge", "1 if the journal cannot be written, else 0.", manager_.is_failing() ? 1 : 0);
  add("journal_sequence", "counter", "Sequence number of the last journal entry.", manager_.journal_head().sequence);
  add("state_sequence", "counter", "Sequence number of the last entry in the state that is shown.",
      manager_.sequence());
  add("state_diverged", "gauge", "1 while the state shown differs from the journal, else 0.",
      manager_.is_diverged() ? 1 : 0);
  add("anchor_failing", "gauge", "1 while the anchor cannot be written, else 0.", manager_.is_anchor_failing() ? 1 : 0);
  add("outcome_unknown_total", "counter", "Commits that the database did not answer, since startup.",
      manager_.unknown_outcomes());
  const ProofView& proof = options_.prover->view();
  add("proof_running", "gauge", "1 while the journal is being verified, else 0.", proof.running ? 1 : 0);
  add("proof_failed", "gauge", "1 if the journal failed its verification, else 0.", proof.findings.empty() ? 0 : 1);
  add("proved_entries", "gauge", "Journal entries verified so far, from the first.", proof.proved);
  add("proof_entries", "gauge", "Journal entries to verify, when last counted.", proof.total);
  add("proof_complete_timestamp_seconds", "gauge",
      "When the journal was last verified from its first entry, in seconds since 1970; 0: not yet.",
      static_cast<uint64_t>(proof.complete_ms / 1000));
  add("rounds_total", "counter", "Rounds started.", state.rounds);
  add("groups_total", "counter", "Command groups recorded since startup.", manager_.groups());
  add("commands_waiting", "gauge", "Commands waiting to be recorded.", manager_.waiting());
  add("claims_open", "gauge", "Claims waiting for a decision.", claims_waiting(state).size());
  add("alarms", "gauge", "Active alarms.", hub_.alarms().size());
  add("sessions", "gauge", "People signed in.", gate_.sessions());
  add("subscribers", "gauge", "Channels subscribed to changes.", hub_.subscribers());
  out += "# HELP cardroom_devices Connected devices.\n# TYPE cardroom_devices gauge\n";
  for (const DeviceKind kind :
       {DeviceKind::controller, DeviceKind::keypad, DeviceKind::display, DeviceKind::shuffler, DeviceKind::monitor})
    out += fmt::format("cardroom_devices{{kind=\"{}\"}} {}\n", boost::describe::enum_to_string(kind, ""),
                       live_.count(kind));
  out += "# HELP cardroom_meter Meter of a level, in currency units.\n# TYPE cardroom_meter gauge\n";
  for (const auto& [id, link] : state.links)
    for (size_t i = 0; i < link.levels.size(); ++i)
      out += fmt::format("cardroom_meter{{link=\"{}\",level=\"{}\"}} {}\n", id.text, i,
                         ledger::reports::plain_money(link.levels[i].funds.meter));
  if (counts_) {
    const ListenerCounts counts = counts_();
    add("connections", "gauge", "Open connections.", counts.connections);
    add("channels", "gauge", "Open live channels.", counts.channels);
    add("connections_refused_total", "counter", "Connections refused because a limit was reached.", counts.refused);
    add("requests_total", "counter", "Requests answered.", counts.requests);
    add("messages_in_total", "counter", "Messages received from devices and pages.", counts.messages_in);
    add("messages_out_total", "counter", "Messages sent to devices and pages.", counts.messages_out);
    add("dropped_slow_total", "counter", "Channels closed because the reader did not keep up.", counts.dropped_slow);
    add("dropped_fast_total", "counter", "Channels closed because they sent too many messages.", counts.dropped_fast);
    add("dropped_silent_total", "counter", "Channels closed because they were silent.", counts.dropped_silent);
  }
  return out;
}

}  // namespace cardroom::server
