#include "server/site.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/text.h"
#include "server/pages.h"
#include "server/request.h"
#include "server/site_parts.h"

namespace cardroom::server {

namespace {

constexpr std::string_view live_path = "/v1/live";
constexpr std::string_view session_cookie = "cardroom_session";
constexpr std::string_view device_cookie = "cardroom_device.";  // and its name: a browser may hold several

std::string_view without_port(std::string_view host) {
  if (host.starts_with('[')) return host.substr(0, host.find(']') + 1);
  return host.substr(0, host.find(':'));
}

std::string cookie_text(std::string_view name, std::string_view value, std::string_view path, bool secure,
                        int64_t seconds) {
  return fmt::format("{}={}; Path={}; HttpOnly; SameSite=Strict; Max-Age={}{}", name, value, path, seconds,
                     secure ? "; Secure" : "");
}

bool fits(std::string_view path, std::string_view route) {
  return route.ends_with('/') && route.size() > 1 ? path.starts_with(route) && path.size() > route.size()
                                                  : path == route;
}

const std::set<Role> everybody = {Role::dealer, Role::supervisor, Role::executive, Role::auditor, Role::administrator};
const std::set<Role> pit = {Role::supervisor, Role::executive, Role::auditor, Role::administrator};
const std::set<Role> office = {Role::executive, Role::auditor, Role::administrator};
const std::set<Role> lists = {Role::auditor, Role::administrator};

}  // namespace

Response json_response(std::string body) {
  return {200, "application/json", std::move(body), {}};
}

Response error_response(unsigned status, const ErrorBody& error) {
  return {status, "application/json", message_text("error", error), {}};
}

unsigned status_of(const ErrorBody& error) {
  ServerRefusal code{};
  if (!boost::describe::enum_from_string(error.code.c_str(), code)) return 409;  // a rule of the house
  switch (code) {
    case ServerRefusal::malformed:
    case ServerRefusal::pin_weak: return 400;
    case ServerRefusal::not_found:
    case ServerRefusal::report_unknown: return 404;
    case ServerRefusal::method_not_allowed: return 405;
    case ServerRefusal::upgrade_needed: return 426;
    case ServerRefusal::not_signed_in:
    case ServerRefusal::wrong_card_or_pin:
    case ServerRefusal::token_not_valid:
    case ServerRefusal::code_wrong: return 401;
    case ServerRefusal::card_locked_out:
    case ServerRefusal::role_not_allowed:
    case ServerRefusal::cross_site:
    case ServerRefusal::wrong_table:
    case ServerRefusal::table_only:
    case ServerRefusal::not_for_this_device: return 403;
    case ServerRefusal::host_unknown: return 421;
    case ServerRefusal::too_many_attempts: return 429;
    case ServerRefusal::first_start_over: return 410;
    case ServerRefusal::table_not_connected:
    case ServerRefusal::chips_moved:
    case ServerRefusal::table_busy:
    case ServerRefusal::alarm_over: return 409;
    case ServerRefusal::standby:
    case ServerRefusal::recording_failed:
    case ServerRefusal::busy: return 503;
  }
  return 400;
}

std::optional<Response> unknown_parameter(const Request& request, std::initializer_list<std::string_view> taken) {
  for (const auto& [name, value] : request.query)
    if (std::ranges::find(taken, name) == taken.end())
      return error_response(
          400, error_of(ServerRefusal::malformed,
                        fmt::format("unknown parameter; this address takes {}", fmt::join(taken, ", ")), name));
  return std::nullopt;
}

FloorSite::FloorSite(Manager& manager, Hub& hub, Gate& gate, LiveDesk& live, PinDesk& pins, Workers& clerk,
                     SiteOptions options)
    : manager_(manager),
      hub_(hub),
      gate_(gate),
      live_(live),
      pins_(pins),
      clerk_(clerk),
      options_(std::move(options)) {}

const std::vector<FloorSite::Allowed>& FloorSite::routes() {
  static const std::vector<Allowed> all = {
      {"POST", "/v1/sign-out", everybody, &FloorSite::sign_out},
      {"GET", "/v1/me", everybody, &FloorSite::me},
      {"POST", "/v1/commands", everybody, &FloorSite::command},
      {"POST", "/v1/pin", everybody, &FloorSite::set_pin},
      {"POST", "/v1/devices", {Role::administrator}, &FloorSite::enrol_device},
      {"GET", "/v1/devices", lists, &FloorSite::devices},
      {"GET", "/v1/staff", lists, &FloorSite::staff},
      {"GET", "/v1/floor", everybody, &FloorSite::floor},
      {"GET", "/v1/links/", pit, &FloorSite::link},
      {"GET", "/v1/wins", pit, &FloorSite::wins},
      {"GET", "/v1/presets", pit, &FloorSite::presets},
      {"POST", "/v1/preview", {Role::supervisor, Role::executive, Role::administrator}, &FloorSite::preview},
      {"POST", "/v1/advice", {Role::supervisor, Role::executive, Role::administrator}, &FloorSite::advice},
      {"GET", "/v1/tables/", everybody, &FloorSite::table},
      {"GET", "/v1/claims", pit, &FloorSite::claims},
      {"GET", "/v1/journal", office, &FloorSite::journal},
      {"GET", "/v1/reports", pit, &FloorSite::report_kinds},
      {"GET", "/v1/reports/", pit, &FloorSite::report},
      {"GET", "/v1/audit", office, &FloorSite::show_audit},
      {"POST", "/v1/audit", office, &FloorSite::prove},
  };
  return all;
}

// Pages of other sites may not act in a signed-in person's name, nor reach this server under a name of theirs.
std::optional<Response> FloorSite::wrong_origin(const Request& request) const {
  const std::string_view host = request.header("host");
  if (!options_.hosts.empty() && !options_.hosts.contains(lower_case(without_port(host))))
    return error_response(421, error_of(ServerRefusal::host_unknown,
                                        "this server does not accept that host name; see the 'names' setting", "host"));
  const std::string_view origin = request.header("origin");
  // Browsers write names in small letters there.
  const std::string own = fmt::format("{}://{}", request.secure ? "https" : "http", lower_case(host));
  const std::string_view site = request.header("sec-fetch-site");
  const bool foreign = (!origin.empty() && origin != own) ||
                       (!site.empty() && site != "same-origin" && site != "none" && request.method != "GET");
  if (foreign)
    return error_response(403,
                          error_of(ServerRefusal::cross_site, "requests from pages of other sites are not allowed"));
  return std::nullopt;
}

void FloorSite::answer(Request request, Done done) {
  if (request.method == "HEAD") request.method = "GET";  // the listener leaves the body out
  if (request.path == "/health" && request.method == "GET") return done(health());
  if (request.path == "/ready" && request.method == "GET") return done(readiness());
  if (const auto wrong = wrong_origin(request)) return done(*wrong);
  if (auto page = options_.pages.answer(request)) return done(std::move(*page));
  if (request.path == "/v1/demo" && options_.demo) return demo(request, std::move(done));
  if (options_.desks != nullptr && options_.desks->has(request))
    return options_.desks->answer(request, std::move(done));
  if (request.method == "POST" && request.path == "/v1/sign-in") return sign_in(request, std::move(done));
  if (request.method == "POST" && request.path == "/v1/device-sign-in") return sign_in_device(request, std::move(done));
  if (request.method == "POST" && request.path == "/v1/first-start") return first_start(request, std::move(done));

  if (request.method == "GET" && request.path == "/v1/door") return done(door(request));
  if (request.path == "/metrics" && request.method == "GET") return done(metrics_for(request));
  if (request.path == live_path && request.method == "GET") {
    Response response = error_response(
        426, error_of(ServerRefusal::upgrade_needed,
                      "this address is a WebSocket; request an upgrade with the subprotocol cardroom.v1"));
    response.headers.emplace_back("Upgrade", "websocket");
    return done(std::move(response));
  }

  for (const Allowed& allowed : routes()) {
    const std::string_view path = allowed.path;
    if (!fits(request.path, path) || request.method != allowed.method) continue;
    // A standby records nothing and has no sessions; a request that needs recording is sent to the leader.
    if (request.method == "POST" && !manager_.is_leading()) {
      const ErrorBody error = standby_error();
      return done(error_response(status_of(error), error));
    }
    auto session = gate_.session(request.cookie(session_cookie));
    // A back office may fetch reports by a monitor's token, from a standby too, where nobody can sign in.
    if (!session && path.starts_with("/v1/reports"))
      if (const auto device = device_of(request); device && device->kind == DeviceKind::monitor)
        session = Gate::Session{0, {{device->device.text}, Role::auditor, {}}, 0};
    if (!session)
      return done(error_response(401, error_of(ServerRefusal::not_signed_in, "not signed in; sign in with your card")));
    if (!allowed.roles.contains(session->person.role))
      return done(error_response(
          403, error_of(ServerRefusal::role_not_allowed, base::with_article(boost::describe::enum_to_string(
                                                             session->person.role, "holder of this card")) +
                                                             " is not allowed to do this")));
    return (this->*allowed.route)(request, *session, std::move(done));
  }
  if (const std::string methods = methods_at(request.path); !methods.empty()) {
    Response response = error_response(
        405, error_of(ServerRefusal::method_not_allowed, "method not allowed; this address takes " + methods));
    response.headers.emplace_back("Allow", methods);
    return done(std::move(response));
  }
  if (auto page = options_.pages.missing(request)) return done(std::move(*page));
  done(error_response(404, error_of(ServerRefusal::not_found, "not found")));
}

std::string FloorSite::methods_at(std::string_view path) {
  constexpr std::pair<std::string_view, std::string_view> without_session[] = {
      {"GET", "/"},
      {"GET", "/health"},
      {"GET", "/ready"},
      {"GET", "/metrics"},
      {"GET", "/v1/live"},
      {"POST", "/v1/sign-in"},
      {"POST", "/v1/device-sign-in"},
      {"POST", "/v1/first-start"},
      {"GET", "/v1/door"},
  };
  std::set<std::string_view> methods;
  for (const auto& [method, at] : without_session)
    if (path == at) methods.insert(method);
  for (const Allowed& allowed : routes())
    if (fits(path, allowed.path)) methods.insert(allowed.method);
  if (methods.contains("GET")) methods.insert("HEAD");
  return fmt::format("{}", fmt::join(methods, ", "));
}

// The program's metrics, for a monitor or an administrator.
Response FloorSite::metrics_for(const Request& request) {
  const auto refuse = [](ErrorBody error) { return error_response(status_of(error), error); };
  const auto session = gate_.session(request.cookie(session_cookie));
  if (!session || session->person.role != Role::administrator) {
    const auto device = device_of(request);
    if (session && !device)
      return refuse(error_of(ServerRefusal::role_not_allowed, "metrics require an administrator or a monitor's token"));
    if (!device) return refuse(device.error());
    if (device->kind != DeviceKind::monitor)
      return refuse(
          error_of(ServerRefusal::not_for_this_device, "metrics require a monitor's token or an administrator"));
  }
  return {200, "text/plain; version=0.0.4; charset=utf-8", metrics(), {}};
}

std::expected<Device, ErrorBody> FloorSite::device_of(const Request& request) {
  constexpr std::string_view bearer = "Bearer ";
  const std::string_view authorization = request.header("authorization");
  if (authorization.starts_with(bearer)) return gate_.device(authorization.substr(bearer.size()), request.peer);
  const std::string_view name = request.parameter("device");
  const std::string_view cookie = name.empty() ? "" : request.cookie(std::string(device_cookie) + std::string(name));
  if (cookie.empty())
    return std::unexpected(
        error_of(ServerRefusal::not_signed_in, "not signed in; sign in with a card or send a device token"));
  auto device = gate_.device(cookie, request.peer);
  if (device && device->device.text != name)
    return std::unexpected(error_of(ServerRefusal::token_not_valid, "the cookie belongs to another device", "device"));
  return device;
}

std::variant<Opening, Response> FloorSite::open_channel(const Request& request) {
  if (const auto wrong = wrong_origin(request)) return *wrong;
  if (request.path != live_path)
    return error_response(404, error_of(ServerRefusal::not_found, "not found; live channels are at /v1/live"));
  // A browser may hold cookies of a person and of several devices; a device's page says which one it is.
  const bool as_device = !request.parameter("device").empty() || !request.header("authorization").empty();
  if (!as_device)
    if (const auto session = gate_.session(request.cookie(session_cookie)))
      return live_.staff_opening(*session, request.peer);
  const auto device = device_of(request);
  if (!device) return error_response(status_of(device.error()), device.error());
  return live_.device_opening(*device, request.peer);
}

Gate::Proof<Person> FloorSite::signs_in(const Request& request, Done done) {
  return [this, where = where_text(request), secure = request.secure,
          done = std::move(done)](const std::expected<Person, ErrorBody>& person) {
    if (!person) return done(error_response(status_of(person.error()), person.error()));
    const Gate::NewSession session = gate_.open_session(*person, where);
    Response response =
        json_response(ledger::to_full_json(Me{person->staff, person->name, person->role, session.expires_ms}));
    response.headers.emplace_back("Set-Cookie", cookie_text(session_cookie, session.token, "/", secure, 12 * 60 * 60));
    done(std::move(response));
  };
}

void FloorSite::sign_in(const Request& request, Done done) {
  const auto body = read_body<Credentials>(request);
  if (!body) return done(body.error());
  gate_.prove(*body, where_text(request), request.peer, signs_in(request, std::move(done)));
}

// What a page asks before it knows whether anybody is signed in.
Response FloorSite::door(const Request& request) {
  return json_response(
      ledger::to_full_json(DoorView{gate_.session(request.cookie(session_cookie)).has_value(), gate_.awaits_first()}));
}

void FloorSite::first_start(const Request& request, Done done) {
  const auto body = read_body<FirstStart>(request);
  if (!body) return done(body.error());
  gate_.enrol_first(*body, request.peer, signs_in(request, std::move(done)));
}

void FloorSite::sign_in_device(const Request& request, Done done) {
  const auto body = read_body<TokenBody>(request);
  if (!body) return done(body.error());
  auto device = gate_.device(body->token, request.peer);
  if (!device) return done(error_response(status_of(device.error()), device.error()));
  device->token_digest.clear();
  Response response = json_response(ledger::to_full_json(*device));
  constexpr int64_t year_seconds = 365LL * 24 * 60 * 60;  // until it is revoked
  const std::string name = std::string(device_cookie) + device->device.text;
  response.headers.emplace_back("Set-Cookie", cookie_text(name, body->token, live_path, request.secure, year_seconds));
  done(std::move(response));
}

void FloorSite::sign_out(const Request& request, const Gate::Session&, Done done) {
  gate_.close_session(request.cookie(session_cookie));
  Response response = json_response("{}");
  response.headers.emplace_back("Set-Cookie", cookie_text(session_cookie, "", "/", request.secure, 0));
  done(std::move(response));
}

void FloorSite::me(const Request&, const Gate::Session& session, Done done) {
  const Person& person = session.person;
  done(json_response(ledger::to_full_json(Me{person.staff, person.name, person.role, session.expires_ms})));
}

}  // namespace cardroom::server
