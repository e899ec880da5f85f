// A game manager, whole: ledger, floor, pages, network, wired together. `cardroom serve` runs one; tests run several.
#pragma once

#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "base/desk.h"
#include "base/error.h"
#include "server/demo_view.h"
#include "server/gate.h"
#include "server/listener.h"
#include "server/site_pages.h"

namespace cardroom::server {

struct ServiceOptions {
  std::string ledger;  // its address
  std::string address = "127.0.0.1";
  uint16_t port = 8080;
  std::optional<TlsFiles> tls;
  bool standby = false;
  std::string secret_file;
  std::string anchor_file;      // empty: beside the secret, as its key always is
  bool anchored = true;         // keep an anchor (ledger/anchor.h)
  std::set<std::string> names;  // further names that this server goes by, in small letters
  std::string house;
  std::string sheet_fonts;  // of printed sheets (sheet_fonts.h)
  SitePages pages;
  std::map<std::string, cardroom::Desk> desks;  // open to anyone at /v1/NAME/…
  bool demo = false;
  std::string version;
  std::string configuration;  // what was set, for its digest; the secret and the certificate are added
  std::string program_file = "/proc/self/exe";
  bool recover = false;  // print a code that gives an administrator a new PIN
  ListenerLimits limits;
  GateLimits gate;
  HashCost hash_cost;
  int64_t lease_ms = ledger::lease_ms_default;
  int64_t audit_every_ms = 24LL * 60 * 60'000;  // of the whole journal, in the background
  int64_t prove_every_ms = 10'000;              // of what is new
  uint64_t proved_before_start = 20'000;        // entries at most: some tenths of a second
  std::function<int64_t()> clock_ms;            // UTC
  // How far the proof before the start has come; false stops it.
  std::function<bool(uint64_t done, uint64_t total)> progress;
};

class Service {
 public:
  // Checks itself, opens the ledger, listens. Why it does not start is told with what to do: a ledger that fails its
  // audit, that another process writes, a port in use.
  static std::expected<std::unique_ptr<Service>, base::Error> open(ServiceOptions options);
  virtual ~Service() = default;

  virtual uint16_t port() const = 0;
  virtual bool is_leading() const = 0;
  // It ended because another game manager has taken over.
  virtual bool was_overtaken() const = 0;
  // What a person needs to become the first administrator; empty when there is one.
  virtual std::string first_code() const = 0;

  // Serves until stop() or, with `signals`, until the process is asked to end (SIGINT, SIGTERM).
  virtual void run(bool signals) = 0;
  // From any thread: requests under way are answered, what was taken is recorded, the lease is given back.
  virtual void stop() = 0;

  // What /v1/demo tells, when it is known; from any thread.
  virtual void show_demo(DemoView demo) = 0;

  // For what runs in the same process (a demonstration): on the io thread.
  virtual void post(std::function<void()> work) = 0;
};

}  // namespace cardroom::server
