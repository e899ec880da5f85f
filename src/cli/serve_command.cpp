// cardroom serve: runs the game manager.
#include <fmt/format.h>

#include <toml++/toml.h>
#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <fstream>

#include "cli/command.h"
#include "cli/demo.h"
#include "cli/ledger_anchor.h"
#include "cli/progress.h"
#include "cli/table_options.h"
#include "lab/desk.h"
#include "practice/desk.h"
#include "server/embedded_site.h"
#include "server/log.h"
#include "server/request.h"
#include "server/service.h"
#include "server/sheet_fonts.h"
#include "server/web_client.h"

namespace cardroom::cli {

namespace {

struct ServeOptions {
  std::string config;
  std::string ledger = "sqlite:cardroom.ledger";
  std::string listen = "127.0.0.1:8080";
  std::string tls_certificate;
  std::string tls_key;
  std::string secret;
  std::string anchor;
  std::vector<std::string> names;
  std::string house = "Cardroom";
  std::string site;
  bool standby = false;
  bool recover = false;
  bool demo = false;
  int64_t session_minutes = 15;
};

// Takes from the settings file what the command line does not give.
void read_config(ServeOptions& options, const Command& command) {
  if (options.config.empty()) return;
  toml::table table;
  try {
    table = toml::parse(read_file(options.config), options.config);
  } catch (const toml::parse_error& error) {
    throw Stop(usage,
               fmt::format("--config {}, line {}: {}", options.config, error.source().begin.line, error.description()));
  }
  const auto wrong = [&](std::string_view key, const char* rule) {
    throw Stop(usage, fmt::format("--config {}: {}: {}", options.config, key, rule));
  };
  const auto text = [&](std::string_view key, const toml::node& node, const char* option, std::string& to) {
    const auto value = node.value<std::string>();
    if (!value || !node.is_string()) wrong(key, "must be a quoted string");
    if (!command.given(option)) to = *value;
  };
  for (const auto& [key, node] : table) {
    if (key == "ledger") {
      text(key, node, "--ledger", options.ledger);
    } else if (key == "listen") {
      text(key, node, "--listen", options.listen);
    } else if (key == "tls_cert") {
      text(key, node, "--tls-cert", options.tls_certificate);
    } else if (key == "tls_key") {
      text(key, node, "--tls-key", options.tls_key);
    } else if (key == "secret") {
      text(key, node, "--secret", options.secret);
    } else if (key == "anchor") {
      text(key, node, "--anchor", options.anchor);
    } else if (key == "house") {
      text(key, node, "--house", options.house);
    } else if (key == "names") {
      const toml::array* names = node.as_array();
      if (!names || !names->is_homogeneous<std::string>()) wrong(key, "must be a list of quoted strings");
      for (const auto& name : *names) options.names.push_back(*name.value<std::string>());
    } else if (key == "standby") {
      if (!node.is_boolean()) wrong(key, "must be true or false");
      options.standby = options.standby || *node.value<bool>();
    } else if (key == "session_minutes") {
      const auto minutes = node.value<int64_t>();
      if (!minutes || !node.is_integer() || *minutes < 1 || *minutes > 720) wrong(key, "must be 1 to 720");
      if (!command.given("--session-minutes")) options.session_minutes = *minutes;
    } else {
      wrong(
          key,
          "is not a setting; the settings are ledger, listen, tls_cert, tls_key, secret, anchor, house, names, standby "
          "and session_minutes");
    }
  }
}

std::pair<std::string, uint16_t> parse_listen(const std::string& text) {
  const size_t colon = text.rfind(':');
  uint16_t port = 0;
  bool right = colon != std::string::npos && colon > 0;
  if (right) {
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data() + colon + 1, end, port);
    right = read.ec == std::errc() && read.ptr == end;
  }
  if (!right)
    throw Stop(usage, fmt::format("--listen {}: expected an address and a port, such as 127.0.0.1:8080", text));
  std::string address = text.substr(0, colon);
  if (address.starts_with('[') && address.ends_with(']')) address = address.substr(1, address.size() - 2);
  return {address, port};
}

// A host name as it appears in an address, without a port.
std::string checked_name(const std::string& name) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
           c == '_';
  };
  const bool address = name.size() > 2 && name.starts_with('[') && name.ends_with(']') &&
                       name.find_first_not_of("0123456789abcdefABCDEF:.", 1) == name.size() - 1;
  if (!address && (name.empty() || !std::ranges::all_of(name, plain)))
    throw Stop(
        usage,
        fmt::format("--name {}: expected a name or address without a port, such as floor.example or [fd00::7]", name));
  return server::lower_case(name);
}

server::SitePages pages_in(const std::string& folder) {
  if (!std::filesystem::exists(std::filesystem::path(folder) / "index.html"))
    throw Stop(usage, fmt::format("--site {}: the folder has no index.html", folder));
  return server::SitePages::in_folder(folder);
}

server::ServiceOptions service_options(const ServeOptions& options) {
  if (options.ledger == "memory:")
    throw Stop(usage, "--ledger memory: would lose every wager; name a file, such as sqlite:floor.ledger");
  if (options.ledger.empty() || options.ledger == "sqlite:")
    throw Stop(usage, "--ledger: name a file, such as sqlite:floor.ledger");
  server::ServiceOptions service;
  service.desks["practice"] = practice::desk();
  service.desks["math"] = lab::desk();
  service.ledger = options.ledger;
  std::tie(service.address, service.port) = parse_listen(options.listen);
  if (options.tls_certificate.empty() != options.tls_key.empty())
    throw Stop(usage, "--tls-cert and --tls-key must be given together");
  if (!options.tls_certificate.empty()) service.tls = server::TlsFiles{options.tls_certificate, options.tls_key};
  service.standby = options.standby;
  service.secret_file = secret_file_of(options.ledger, options.secret);
  service.anchor_file = options.anchor;
  service.anchored = !options.demo;  // its PINs are public: there is nothing to protect, and its file may be deleted
  std::string names;
  for (const std::string& name : options.names) service.names.insert(checked_name(name));
  for (const std::string& name : service.names) names += " " + name;
  service.house = options.house;
  service.sheet_fonts = server::sheet_fonts(server::embedded_site());
  service.pages = options.site.empty() ? server::SitePages(server::embedded_site()) : pages_in(options.site);
  service.version = CARDROOM_VERSION;
  service.recover = options.recover;
  service.gate.session_idle_ms = options.session_minutes * 60'000;
  service.configuration =
      fmt::format("ledger {}\nlisten {}\ntls {} {}\nstandby {}\nhouse {}\nsession {}\nnames{}\nsite {}\n",
                  options.ledger, options.listen, options.tls_certificate, options.tls_key, options.standby,
                  options.house, options.session_minutes, names, options.site);
  service.clock_ms = [] {
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
  };
  return service;
}

void serve(ServeOptions options, const Command& command) {
  read_config(options, command);
  if (options.demo) {
    if (options.standby || options.recover || !options.tls_certificate.empty())
      throw Stop(usage, "--demo cannot be combined with --standby, --recover or TLS");
    if (!command.given("--ledger") && options.config.empty()) options.ledger = demo_ledger;
    need_demo_ledger(options.ledger, options.secret);
  }
  server::ServiceOptions service_of = service_options(options);
  service_of.demo = options.demo;
  std::unique_ptr<server::Service> service;
  {
    Progress bar;
    uint64_t reported = 0;
    service_of.progress = [&](uint64_t finished, uint64_t total) {
      if (reported == 0) bar.begin("verifying the journal", total);
      bar.advance(finished - reported);
      reported = finished;
      return !InterruptGuard::interrupted();
    };
    auto opened = server::Service::open(std::move(service_of));
    bar.finish();
    if (!opened) throw Stop(failed, opened.error().to_text());
    service = std::move(*opened);
  }
  const std::string address = parse_listen(options.listen).first;
  const server::ServerUrl url{!options.tls_certificate.empty(), address, service->port()};
  fmt::print("Cardroom {} is {} at {}\n", CARDROOM_VERSION,
             !options.standby        ? "running"
             : service->is_leading() ? "leading"
                                     : "on standby",
             url.to_text());
  if ((address == "0.0.0.0" || address == "::") && options.names.empty() && !options.demo)
    fmt::print("It answers only to localhost. Add the name that other devices use, such as --name floor.example\n");
  fmt::print("Ledger {}\n", options.ledger);
  const std::string code = service->first_code();
  if (!code.empty() && !options.demo)
    fmt::print(
        "{} with this one-time code: {}\n",
        options.recover ? "Give an administrator's card a new PIN" : "No administrator can sign in yet. Enroll one",
        code);
  if (options.demo) print_demo(service->port());
  std::fflush(stdout);
  {
    std::optional<DemoFloor> demo;
    if (options.demo) demo.emplace(*service, parse_listen(options.listen).first, code, options.ledger);
    service->run(true);
  }
  if (service->was_overtaken())
    throw Stop(refused, "another game manager has taken over this ledger; start this one again as its standby");
  fmt::print("Stopped. Everything that was accepted is recorded.\n");
}

}  // namespace

void add_serve_command(Command app) {
  auto options = std::make_shared<ServeOptions>();
  Command command = app.add_subcommand("serve", "Run the game manager for tables, displays and staff pages");
  command.add_option("--ledger", options->ledger, "Ledger: FILE, sqlite:FILE or postgresql://HOST/NAME").show_default();
  command.add_option("--listen", options->listen, "Address and port; port 0 picks a free port").show_default();
  command.add_option("--tls-cert", options->tls_certificate, "Certificate chain (PEM); serves HTTPS").type_name("FILE");
  command.add_option("--tls-key", options->tls_key, "Private key of the certificate (PEM)").type_name("FILE");
  command.add_option("--config", options->config, "Settings file (TOML); the command line overrides it")
      .type_name("FILE");
  command
      .add_option("--secret", options->secret,
                  "File that keys the PINs (default: FILE.secret next to an SQLite ledger)")
      .type_name("FILE");
  command
      .add_option("--anchor", options->anchor,
                  "File that notes the last acknowledged entry (default: next to the secret)")
      .type_name("FILE");
  command.add_option("--name", options->names, "Another name that clients use for this server; repeatable")
      .type_name("NAME");
  command.add_option("--house", options->house, "Name of the house, shown on pages").show_default();
  command.add_option("--site", options->site, "Serve the pages from this folder (for page development)")
      .type_name("FOLDER");
  command.add_option("--session-minutes", options->session_minutes, "Minutes an idle page stays signed in, 1 to 720")
      .between(1, 720)
      .show_default();
  command.add_flag("--standby", options->standby,
                   "Wait while another manager leads, serving displays and reports; take over if it fails");
  command.add_flag("--recover", options->recover, "Print a one-time code to give an administrator a new PIN");
  command.add_flag("--demo", options->demo,
                   "Run a demo casino with public PINs and self-playing tables (default ledger: demo.ledger)");
  command.footer(R"(Journal entries that are new since the last verification are verified: up to 20,000 before the
server starts, the rest while it runs. A ledger that fails its audit is not served.

Examples:
  cardroom serve --demo
  cardroom serve --ledger sqlite:/var/lib/cardroom/floor.ledger --listen 0.0.0.0:8443 \
    --tls-cert floor.pem --tls-key floor.key --name floor.example
  cardroom serve --ledger postgresql://gm@db1,db2/floor --secret /etc/cardroom/secret --standby

docs/guide/operator.md explains how to install it and what to do when something fails.

Exit codes: 0 ended by Ctrl-C or SIGTERM, with everything accepted recorded; 1 another game manager has taken over;
2 usage error; 3 it cannot start: port in use, another process on the ledger, a journal that fails its audit.)");
  command.callback([options, command] { serve(*options, command); });
}

}  // namespace cardroom::cli
