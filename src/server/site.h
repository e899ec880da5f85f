// What the game manager serves over HTTP, and who may open a live channel. docs/reference/protocol.md lists the
// addresses.
#pragma once

#include <set>

#include "ledger/audit.h"
#include "server/demo_view.h"
#include "server/link_advice.h"
#include "server/listener.h"
#include "server/live.h"
#include "server/open_desks.h"
#include "server/past.h"
#include "server/prover.h"
#include "server/site_pages.h"

namespace cardroom::server {

struct SiteOptions {
  std::string version;
  std::string ledger;           // its address, for reports and proofs
  std::set<std::string> hosts;  // names that this server goes by, small, without port; others are somebody's trick
  std::string house;            // for people
  std::string sheet_fonts;
  SitePages pages;
  OpenDesks* desks = nullptr;
  Past* past = nullptr;
  Prover* prover = nullptr;
  bool demo = false;  // what everybody may know of a demonstration is told at /v1/demo
};

// The journal's proof.
struct AuditView {
  bool running = false;
  uint64_t proved = 0;  // entries from the first on, as far as the proof under way has come
  uint64_t total = 0;
  int64_t time_ms = 0;  // when it ended; 0: none yet
  uint64_t entries = 0;
  uint64_t head_sequence = 0;
  std::string head_hash;
  bool clean = false;
  std::vector<std::string> findings;
};
BOOST_DESCRIBE_STRUCT(AuditView, (),
                      (running, proved, total, time_ms, entries, head_sequence, head_hash, clean, findings))

class FloorSite : public Site {
 public:
  FloorSite(Manager& manager, Hub& hub, Gate& gate, LiveDesk& live, PinDesk& pins, Workers& clerk, SiteOptions options);

  void answer(Request request, Done done) override;
  std::variant<Opening, Response> open_channel(const Request& request) override;

  void set_counts(std::function<ListenerCounts()> counts) { counts_ = std::move(counts); }
  void set_demo(DemoView demo) { demo_ = std::move(demo); }

  // Entries of the journal after a sequence, at most a page of them, read by the clerk.
  void read_events(uint64_t after, size_t count_max, std::function<void(const EventPage&)> done);

 private:
  using Route = void (FloorSite::*)(const Request&, const Gate::Session&, Done);
  struct Allowed {
    const char* method;
    const char* path;  // ends with '/': a name follows
    std::set<Role> roles;
    Route route;
  };
  static const std::vector<Allowed>& routes();
  // What the address takes, as in the header Allow; empty: there is nothing.
  static std::string methods_at(std::string_view path);

  std::optional<Response> wrong_origin(const Request& request) const;
  // Who is proved gets a session and its cookie.
  Gate::Proof<Person> signs_in(const Request& request, Done done);
  void sign_in(const Request& request, Done done);
  void sign_in_device(const Request& request, Done done);
  void first_start(const Request& request, Done done);
  Response door(const Request& request);
  std::expected<Device, ErrorBody> device_of(const Request& request);

  void sign_out(const Request&, const Gate::Session&, Done);
  void me(const Request&, const Gate::Session&, Done);
  void command(const Request&, const Gate::Session&, Done);
  void set_pin(const Request&, const Gate::Session&, Done);
  void enrol_device(const Request&, const Gate::Session&, Done);
  void floor(const Request&, const Gate::Session&, Done);
  void link(const Request&, const Gate::Session&, Done);
  void table(const Request&, const Gate::Session&, Done);
  void claims(const Request&, const Gate::Session&, Done);
  void staff(const Request&, const Gate::Session&, Done);
  void preview(const Request&, const Gate::Session&, Done);
  void devices(const Request&, const Gate::Session&, Done);
  void journal(const Request&, const Gate::Session&, Done);
  void report_kinds(const Request&, const Gate::Session&, Done);
  void report(const Request&, const Gate::Session&, Done);
  void history(const Request&, const LinkId&, Done);
  void wins(const Request&, const Gate::Session&, Done);
  void advice(const Request&, const Gate::Session&, Done);
  void presets(const Request&, const Gate::Session&, Done);
  void show_audit(const Request&, const Gate::Session&, Done);
  void prove(const Request&, const Gate::Session&, Done);
  void demo(const Request& request, Done done) const;
  Response metrics_for(const Request& request);
  std::string metrics() const;
  Response health() const;
  Response readiness() const;

  void submit(Command command, Done done);
  // As submit(): one that takes an administrator away waits for nobody, and lets no other one come between.
  void submit_change(Command command, Done done);
  // As submit(): an alarm that does not last is refused, unless the command came before.
  void submit_acknowledgement(Command command, Role role, Done done);
  // A command that cannot be now may have been recorded when it could: then it is answered as it was.
  void refuse_if_new(Command command, ErrorBody why, Done done);

  Manager& manager_;
  Hub& hub_;
  Gate& gate_;
  LiveDesk& live_;
  PinDesk& pins_;
  Workers& clerk_;
  SiteOptions options_;
  std::function<ListenerCounts()> counts_;
  std::optional<DemoView> demo_;
  LinkFigures figures_;
  bool revoking_admin_ = false;  // a change to an administrator's card is being recorded
};

// Why a question with a parameter that the address does not take is refused.
std::optional<Response> unknown_parameter(const Request& request, std::initializer_list<std::string_view> taken);

Response error_response(unsigned status, const ErrorBody& error);
Response json_response(std::string body);
// {"error": …}: how a refusal is worded on the wire, and under which status.
unsigned status_of(const ErrorBody& error);

}  // namespace cardroom::server
