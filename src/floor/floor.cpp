#include "floor/floor.h"
#include "server/awaited.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>

namespace cardroom::floor {

namespace asio = boost::asio;
using namespace progressive;

namespace {

using server::awaited;

struct JournalPage {
  uint64_t sequence = 0;
  std::vector<server::EventView> events;
};
BOOST_DESCRIBE_STRUCT(JournalPage, (), (sequence, events))

class Floor {
 public:
  explicit Floor(const FloorOptions& options)
      : options_(options), net_(io_, options.net, base::prng_key_of_stream(options.prng_key, 0)) {}

  std::expected<FloorReport, base::Error> run();

 private:
  awaitable<void> main();
  awaitable<void> play();
  awaitable<void> play_table(Controller& controller);
  awaitable<void> watch();
  awaitable<void> compare();
  awaitable<void> compare_state(Console& console, const JournalTally& journal);
  void differ(std::string text) { report_.differences.push_back(std::move(text)); }

  const FloorOptions& options_;
  asio::io_context io_{1};
  Net net_;
  Kept kept_;
  Prepared prepared_;
  Counting counting_;
  std::optional<Pit> pit_;
  std::vector<std::unique_ptr<Controller>> controllers_;
  size_t playing_ = 0;
  bool over_ = false;
  FloorReport report_;
};

std::expected<FloorReport, base::Error> Floor::run() {
  auto kept = read_kept(options_.state_file);
  if (!kept) return std::unexpected(kept.error());
  kept_ = std::move(*kept);
  counting_.acknowledged.keep = options_.compare;
  asio::co_spawn(io_, main(), asio::detached);
  asio::co_spawn(io_, watch(), asio::detached);
  io_.run();
  if (net_.failure()) return std::unexpected(*net_.failure());
  return std::move(report_);
}

awaitable<void> Floor::watch() {
  const int64_t begun_ms = Net::now_ms();
  while (!over_) {
    asio::steady_timer timer(io_, std::chrono::milliseconds(100));
    co_await timer.async_wait(awaited);
    const bool late = options_.lasts_ms > 0 && Net::now_ms() - begun_ms >= options_.lasts_ms;
    const Wish wish = options_.progress ? options_.progress(counting_.tally) : Wish::go_on;
    if (late || wish == Wish::end) net_.hurry();
    if (wish == Wish::drop) net_.fail({"continue", "an immediate stop was requested"});
  }
}

awaitable<void> Floor::main() {
  const int64_t begun_ms = Net::now_ms();
  auto prepared = co_await prepare(net_, options_.house, options_.entrance, kept_, options_.state_file);
  if (!prepared) {
    net_.fail(prepared.error());
  } else {
    prepared_ = std::move(*prepared);
    if (options_.prepared) options_.prepared(kept_);
    co_await play();
    if (!net_.failure() && options_.compare) co_await compare();
  }
  report_.floor = counting_.tally;
  for (const auto& controller : controllers_) report_.reconnections += controller->reconnections();
  report_.lasted_ms = Net::now_ms() - begun_ms;
  over_ = true;
}

awaitable<void> Floor::play_table(Controller& controller) {
  co_await controller.run(options_.rounds > 0 ? options_.rounds : UINT64_MAX);
  --playing_;
}

awaitable<void> Floor::play() {
  pit_.emplace(net_, counting_, options_.house, kept_, base::prng_key_of_stream(options_.prng_key, 1));
  uint64_t stream = 2;
  for (const TablePlan& plan : options_.house.tables) {
    ControllerOptions its;
    its.plan = plan;
    its.rules = &prepared_.rules.at(plan.link);
    its.controller_token = kept_.tokens[controller_of(plan.table)];
    its.shuffler_token = kept_.tokens[shuffler_of(plan.table)];
    its.timing = options_.timing;
    its.chances = options_.chances;
    its.prng_key = base::prng_key_of_stream(options_.prng_key, stream++);
    controllers_.push_back(std::make_unique<Controller>(net_, *pit_, counting_, std::move(its)));
  }
  playing_ = controllers_.size();
  for (const auto& controller : controllers_) asio::co_spawn(io_, play_table(*controller), asio::detached);
  // Disputes are looked into while the tables play on.
  int64_t looked_ms = Net::now_ms();
  constexpr int64_t look_every_ms = 20'000;
  while (playing_ > 0) {
    asio::steady_timer timer(io_, std::chrono::milliseconds(20));
    co_await timer.async_wait(awaited);
    if (Net::now_ms() - looked_ms < look_every_ms) continue;
    co_await pit_->release_held();
    looked_ms = Net::now_ms();
  }
  co_await pit_->release_held();
}

awaitable<void> Floor::compare() {
  for (std::string& problem : counting_.problems) differ(std::move(problem));
  const auto person = std::ranges::find(options_.house.staff, Role::executive, &StaffPlan::role);
  server::Credentials who{person->staff, kept_.pins[person->staff]};
  Console console(net_, who);
  JournalTally journal(net_.tag(), counting_.acknowledged);
  for (uint64_t after = prepared_.sequence;;) {
    std::map<std::string, std::string, std::less<>> query;
    query["after"] = std::to_string(after);
    query["limit"] = "1000";
    const auto text = co_await console.get("/v1/journal", std::move(query));
    if (!text) {
      differ("the journal can't be read: " + text.error().text);
      co_return;
    }
    const auto page = ledger::from_json<JournalPage>(*text);
    if (!page) {
      differ("the journal can't be read: " + page.error().to_text());
      co_return;
    }
    if (page->events.empty()) {
      if (after < page->sequence)
        differ(fmt::format("the journal ends at entry {}, not at entry {}", after, page->sequence));
      break;
    }
    for (const server::EventView& event : page->events) {
      if (event.sequence != ++after) differ(fmt::format("entry {} is missing from the journal", after));
      journal.add(event);
      after = event.sequence;
    }
    if (after >= page->sequence) break;
  }
  for (std::string& finding : journal.finish()) differ(std::move(finding));
  report_.journal = journal.tally();
  for (std::string& difference : differences(counting_.tally, journal.tally())) differ(std::move(difference));
  co_await compare_state(console, journal);
}

// The server's own state, where nobody else played meanwhile.
awaitable<void> Floor::compare_state(Console& console, const JournalTally& journal) {
  const auto floor = co_await console.get("/v1/floor");
  if (!floor) {
    differ("the floor cannot be read: " + floor.error().text);
    co_return;
  }
  const auto tables = ledger::from_json<server::Tables>(floor->at("tables"));
  if (!tables) {
    differ("the floor's tables cannot be read: " + tables.error().to_text());
    co_return;
  }
  for (const TablePlan& plan : options_.house.tables) {
    const auto found = std::ranges::find(tables->tables, plan.table, &server::TableView::table);
    if (found == tables->tables.end())
      differ("table " + plan.table.text + " is gone");
    else if (found->round)
      differ("table " + plan.table.text + " has a round open");
  }
  if (journal.rounds_of_others() > 0) co_return;
  const auto rounds = floor->at("rounds").to_number<uint64_t>();
  if (rounds != prepared_.rounds + counting_.tally.rounds)
    differ(fmt::format("the server counts {} rounds, but there were {} before and {} from this floor", rounds,
                       prepared_.rounds, counting_.tally.rounds));
  for (const auto& [id, levels] : counting_.tally.links) {
    const auto details = co_await console.get("/v1/links/" + id.text);
    const auto totals = details ? ledger::from_json<std::vector<Totals>>(details->at("totals"))
                                : std::unexpected(ledger::DecodeError{"", details.error().text});
    if (!totals) {
      differ("link " + id.text + " cannot be read: " + totals.error().to_text());
      continue;
    }
    for (size_t i = 0; i < levels.size(); ++i) {
      const Totals& before = prepared_.totals.at(id)[i];
      const LevelTally rise{(*totals)[i].contributions - before.contributions,
                            (*totals)[i].reserve_contributions - before.reserve_contributions};
      if (rise != levels[i])
        differ(fmt::format("link {}, level {}: the server took in {}, but the floor counted {}", id.text, i,
                           ledger::to_full_json(rise), ledger::to_full_json(levels[i])));
    }
  }
}

}  // namespace

std::expected<FloorReport, base::Error> run_floor(const FloorOptions& options) {
  Floor floor(options);
  return floor.run();
}

}  // namespace cardroom::floor
