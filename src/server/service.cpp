#include "server/service.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "server/log.h"
#include "server/prover.h"
#include "server/site.h"

namespace cardroom::server {

namespace {

namespace asio = boost::asio;

constexpr size_t clerk_waiting_max = 64;  // reports and pages of the journal
constexpr size_t events_page = 500;
constexpr int64_t stop_patience_ms = 3'000;
constexpr std::chrono::seconds standby_wait(1);
constexpr int standby_waits_max = 60;

std::expected<std::string, base::Error> digest_of_file(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::unexpected(base::Error{"read the program " + file, "it cannot be opened"});
  std::error_code failure;
  const auto size = std::filesystem::file_size(file, failure);
  std::string bytes(failure ? 0 : size, '\0');
  in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!in) return std::unexpected(base::Error{"read the program " + file, "it cannot be read to the end"});
  if (bytes.empty()) return std::unexpected(base::Error{"read the program " + file, "it is empty"});
  return digest_text(bytes);
}

bool has_pins(const State& state) {
  return std::ranges::any_of(state.access, [](const auto& entry) { return !entry.second.verifier.empty(); });
}

// A standby may start while its database does.
ledger::StoreResult<std::unique_ptr<Manager>> open_manager(const ManagerOptions& options) {
  auto opened = Manager::open(options);
  for (int waited = 0; options.standby && waited < standby_waits_max; ++waited) {
    if (opened || opened.error().failure != ledger::StoreFailure::unavailable) break;
    note(LogLevel::warning, "the ledger cannot be opened; trying again", {{"why", opened.error().to_text()}});
    std::this_thread::sleep_for(standby_wait);
    opened = Manager::open(options);
  }
  return opened;
}

class ServiceOnAsio : public Service {
 public:
  explicit ServiceOnAsio(ServiceOptions options)
      : options_(std::move(options)), signals_(io_), tick_(io_), work_(io_.get_executor()) {}

  ~ServiceOnAsio() override {
    listener_.reset();  // visitors leave while everything they use is there
    site_.reset();
    desks_.reset();
    past_.reset();
    live_.reset();
    gate_.reset();
    clerk_.reset();
    pins_.reset();
    hub_.reset();
    prover_.reset();
    manager_.reset();
  }

  std::expected<void, base::Error> open();

  uint16_t port() const override { return listener_->port(); }
  bool is_leading() const override { return manager_->is_leading(); }
  bool was_overtaken() const override { return overtaken_; }
  std::string first_code() const override { return gate_->first_code(); }
  void run(bool signals) override;
  void stop() override {
    asio::post(io_, [this] { begin_stop("stop requested"); });
  }
  void show_demo(DemoView demo) override {
    asio::post(io_, [this, demo = std::move(demo)] { site_->set_demo(demo); });
  }
  void post(std::function<void()> work) override { asio::post(io_, std::move(work)); }

 private:
  void record_start();
  void note_proof();
  void begin_stop(const std::string& reason);
  void tick();
  void after(int64_t ms, std::function<void()> work);

  ServiceOptions options_;
  std::string program_digest_;
  std::string configuration_;  // what was set, and what the files hold that were named
  asio::io_context io_{1};
  asio::signal_set signals_;
  asio::steady_timer tick_;
  asio::executor_work_guard<asio::io_context::executor_type> work_;
  std::unique_ptr<Prover> prover_;
  std::unique_ptr<Manager> manager_;
  std::unique_ptr<Hub> hub_;
  std::unique_ptr<PinDesk> pins_;
  std::unique_ptr<Workers> clerk_;
  std::unique_ptr<Gate> gate_;
  std::unique_ptr<LiveDesk> live_;
  std::unique_ptr<OpenDesks> desks_;
  std::unique_ptr<Past> past_;
  std::unique_ptr<FloorSite> site_;
  std::unique_ptr<Listener> listener_;
  bool stopping_ = false;
  bool overtaken_ = false;
  bool is_unproved_ = false;  // the journal failed its proof
};

std::expected<void, base::Error> ServiceOnAsio::open() {
  const auto digest = digest_of_file(options_.program_file);
  if (!digest) return std::unexpected(digest.error());
  program_digest_ = *digest;
  const auto kept_secret = read_secret(options_.secret_file);
  if (!kept_secret) return std::unexpected(kept_secret.error());
  ListenerOptions listen;
  listen.address = options_.address;
  listen.port = options_.port;
  if (options_.tls) listen.tls = std::make_unique<TlsFiles>(*options_.tls);
  listen.limits = options_.limits;
  // A start that fails for the certificate or the port leaves no new ledger behind.
  if (const auto able = Listener::check(listen); !able) return std::unexpected(able.error());
  const auto post = [this](std::function<void()> work) { asio::post(io_, std::move(work)); };
  ProverOptions prover;
  prover.ledger = options_.ledger;
  prover.clock_ms = options_.clock_ms;
  prover.post = post;
  if (options_.anchored) prover.key_file = ledger::anchor_files(options_.secret_file).key;
  prover.every_ms = options_.audit_every_ms;
  prover.before_start = options_.proved_before_start;
  prover.follow_ms = options_.prove_every_ms;
  prover.progress = options_.progress;
  prover_ = std::make_unique<Prover>(std::move(prover));
  if (const auto proved = prover_->prove_before_start(); !proved) return std::unexpected(proved.error());

  ManagerOptions manager;
  manager.address = options_.ledger;
  manager.holder = ledger::this_process();
  manager.clock_ms = options_.clock_ms;
  manager.post = post;
  manager.standby = options_.standby;
  manager.lease_ms = options_.lease_ms;
  if (options_.anchored) {
    manager.anchor = ledger::anchor_files(options_.secret_file);
    if (!options_.anchor_file.empty()) manager.anchor->anchor = options_.anchor_file;
  }
  auto opened = open_manager(manager);
  if (!opened) return std::unexpected(opened.error().error);
  manager_ = std::move(*opened);
  if (!*kept_secret && !options_.recover && has_pins(manager_->state()))
    return std::unexpected(base::Error{
        "start on the ledger " + options_.ledger,
        fmt::format("it contains PINs, but the file with their key, {}, is missing. Restore the file from a backup. If "
                    "it is lost, start once with --recover: this creates a new key, and an administrator uses the "
                    "one-time code to set a new PIN and then sets new PINs for everyone else",
                    options_.secret_file)});
  const auto secret = read_or_make_secret(options_.secret_file);
  if (!secret) return std::unexpected(secret.error());
  if (const auto* anchor = manager_->anchor(); anchor && anchor->is_new() && manager_->sequence() > 0)
    note(LogLevel::info, "a new anchor is kept from here on", {{"entry", std::to_string(manager_->sequence())}});
  configuration_ =
      options_.configuration + fmt::format("secret {}\ncertificate {}\n",
                                           digest_text({reinterpret_cast<const char*>(secret->data()), secret->size()}),
                                           options_.tls ? digest_of_file(options_.tls->certificate).value_or("") : "");

  Hub::Options hub;
  hub.after = [this](int64_t ms, std::function<void()> work) { after(ms, std::move(work)); };
  const auto steady_ms = [] {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
  };
  hub.steady_ms = steady_ms;
  hub_ = std::make_unique<Hub>(*manager_, std::move(hub));
  pins_ = std::make_unique<PinDesk>(*secret, options_.hash_cost, post);
  clerk_ = std::make_unique<Workers>(1, clerk_waiting_max, post);
  gate_ = std::make_unique<Gate>(*manager_, *hub_, *pins_, options_.gate);
  if (options_.recover) gate_->recover();
  LiveDesk::Options live;
  live.version = options_.version;
  live.read_events = [this](uint64_t from, std::function<void(const EventPage&)> done) {
    site_->read_events(from, events_page, std::move(done));
  };
  live_ = std::make_unique<LiveDesk>(*manager_, *hub_, *gate_, std::move(live));
  desks_ = std::make_unique<OpenDesks>(options_.desks, OpenDesks::Limits{}, post, steady_ms);
  past_ = std::make_unique<Past>(*manager_, *clerk_, options_.ledger);
  SiteOptions site;
  site.version = options_.version;
  site.ledger = options_.ledger;
  site.house = options_.house;
  site.sheet_fonts = options_.sheet_fonts;
  site.pages = options_.pages;
  site.desks = desks_.get();
  site.past = past_.get();
  site.demo = options_.demo;
  site.hosts = options_.names;
  for (const char* name : {"localhost", "127.0.0.1", "[::1]"}) site.hosts.insert(name);
  site.hosts.insert(options_.address.contains(':') ? "[" + options_.address + "]" : options_.address);
  site.prover = prover_.get();
  site_ = std::make_unique<FloorSite>(*manager_, *hub_, *gate_, *live_, *pins_, *clerk_, std::move(site));

  Manager::Observers observers;
  observers.event = [this](uint64_t sequence, const Event& event) {
    if (!event.outcome.refused) {
      hub_->note_event(sequence, event);
      past_->note_event(sequence, event);
      gate_->note_event(event);
    }
    live_->note_event(sequence, event);
  };
  observers.answered = [this] { hub_->tell_tables(); };
  observers.replaced = [this] {
    hub_->touch_everything();
    past_->note_replaced();
  };
  observers.leading = [this](bool leading) {
    note(leading ? LogLevel::info : LogLevel::error, leading ? "leading" : "another game manager has taken over");
    live_->close_all(leading ? "this game manager is now leading; reconnect" : "another game manager is now leading");
    if (leading) hub_->settle(AlarmKind::journal_failed, {});
    if (leading) return record_start();
    overtaken_ = true;
    begin_stop("another game manager has taken over");
  };
  observers.failed = [this](const std::string& why) {
    note(LogLevel::error, "the journal can't be written", {{"why", why}});
    hub_->settle(AlarmKind::journal_failed, {});
    hub_->raise(AlarmKind::journal_failed, {}, why);
  };
  observers.mended = [this] {
    note(LogLevel::info, "the journal can be written again");
    hub_->settle(AlarmKind::journal_failed, {});
  };
  observers.diverged = [this](const std::string& why) {
    note(LogLevel::error, "the state differs from the journal and is read again", {{"why", why}});
    hub_->raise(AlarmKind::state_diverged, {}, why);
  };
  observers.rolled_back = [this](const std::string& why) {
    note(LogLevel::error, "nothing more is recorded here", {{"why", why}});
    hub_->raise(AlarmKind::journal_rolled_back, {}, why);
    live_->close_all("this game manager records nothing more: the journal has gone back in time");
  };
  observers.anchor_failed = [this](const std::string& why) {
    hub_->settle(AlarmKind::anchor_failed, {});
    if (why.empty()) return note(LogLevel::info, "the anchor can be written again");
    note(LogLevel::error, "the anchor can't be written", {{"why", why}});
    hub_->raise(AlarmKind::anchor_failed, {}, why);
  };
  manager_->observe(std::move(observers));

  auto listener = Listener::open(io_, *site_, std::move(listen));
  if (!listener) return std::unexpected(listener.error());
  listener_ = std::move(*listener);
  site_->set_counts([this] { return listener_ ? listener_->counts() : ListenerCounts{}; });
  if (manager_->is_leading()) record_start();
  prover_->start([this] { note_proof(); });
  tick();
  return {};
}

void ServiceOnAsio::record_start() {
  gate_->record(RecordStart{options_.version, program_digest_, digest_text(configuration_), prover_->view().proved,
                            ledger::this_process()});
}

// A journal that fails its proof takes no new rounds, until it passes one.
void ServiceOnAsio::note_proof() {
  const ProofView& proof = prover_->view();
  const bool fails = !proof.findings.empty();
  if (fails == is_unproved_ || (!fails && !proof.is_clean())) return;
  is_unproved_ = fails;
  hub_->settle(AlarmKind::audit_failed, {});
  const std::string why = fails ? "the journal failed its audit: " + proof.findings.front() : "";
  if (fails) hub_->raise(AlarmKind::audit_failed, {}, why);
  manager_->bar_rounds(why);
}

void ServiceOnAsio::after(int64_t ms, std::function<void()> work) {
  auto timer = std::make_shared<asio::steady_timer>(io_, std::chrono::milliseconds(ms));
  timer->async_wait([this, timer, work = std::move(work)](const boost::system::error_code& error) {
    if (!error && !stopping_) work();
  });
}

void ServiceOnAsio::tick() {
  tick_.expires_after(std::chrono::seconds(1));
  tick_.async_wait([this](const boost::system::error_code& error) {
    if (error || stopping_) return;
    hub_->tick();
    gate_->tick();
    live_->tick();
    manager_->try_journal(gate_->run());
    tick();
  });
}

void ServiceOnAsio::begin_stop(const std::string& reason) {
  if (std::exchange(stopping_, true)) return;
  note(LogLevel::info, "stopping", {{"reason", reason}});
  tick_.cancel();
  signals_.cancel();
  const auto finish = [this] {
    listener_->stop(stop_patience_ms, [this] {
      prover_->stop();
      manager_->stop();
      work_.reset();
      io_.stop();
    });
  };
  if (!manager_->is_leading()) return finish();
  gate_->record(RecordStop{reason}, [finish](const ledger::Answer&) { finish(); });
}

void ServiceOnAsio::run(bool signals) {
  if (signals) {
    signals_.add(SIGINT);
    signals_.add(SIGTERM);
    signals_.async_wait([this](const boost::system::error_code& error, int number) {
      if (!error) begin_stop(number == SIGINT ? "interrupted" : "termination requested");
    });
  }
  io_.run();
}

}  // namespace

std::expected<std::unique_ptr<Service>, base::Error> Service::open(ServiceOptions options) {
  auto service = std::make_unique<ServiceOnAsio>(std::move(options));
  if (const auto opened = service->open(); !opened) return std::unexpected(opened.error());
  return service;
}

}  // namespace cardroom::server
