#include "server/manager.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/check.h"
#include "ledger/codec.h"

namespace cardroom::server {

using ledger::Answer;
using ledger::Ledger;
using ledger::Store;
using ledger::StoreError;
using ledger::StoreFailure;
using ledger::StoreResult;
using progressive::Event;

Manager::Manager(ManagerOptions options) : options_(std::move(options)) {}

Manager::~Manager() {
  *alive_ = false;
  stopping_ = true;
  if (follower_.joinable()) follower_.join();
  writer_.reset();
}

StoreResult<std::unique_ptr<Manager>> Manager::open(ManagerOptions options) {
  std::unique_ptr<Manager> manager(new Manager(std::move(options)));
  const ledger::StoreOptions store_options{.lease_ms = manager->options_.lease_ms};
  auto store = ledger::open_store(manager->options_.address, ledger::OpenMode::create, store_options);
  if (!store) return std::unexpected(store.error());
  const auto leads = manager->lead(std::move(*store));
  if (leads) return manager;
  if (!manager->options_.standby || leads.error().failure != StoreFailure::lease_held)
    return std::unexpected(leads.error());

  auto reader = ledger::open_store(manager->options_.address, ledger::OpenMode::read_only, store_options);
  if (!reader) return std::unexpected(reader.error());
  auto replayed = ledger::replay(**reader);
  if (!replayed) return std::unexpected(replayed.error());
  manager->replace(std::move(replayed->state), replayed->head.sequence);
  manager->follower_ = std::thread([manager = manager.get()] { manager->follow(); });
  return manager;
}

StoreResult<void> Manager::lead(std::unique_ptr<Store> store) {
  auto ledger = Ledger::open(std::move(store), {.holder = options_.holder, .clock_ms = options_.clock_ms});
  if (!ledger) return std::unexpected(ledger.error());
  replace((*ledger)->state(), (*ledger)->head().sequence);
  start_writer(std::move(*ledger));
  return {};
}

void Manager::start_writer(std::unique_ptr<Ledger> ledger) {
  ledger::WriterOptions options;
  options.group_max = options_.group_max;
  options.after_group = [this](const progressive::State&, const std::vector<Answer>& answers) { add_group(answers); };
  options.fenced = [this, alive = alive_] {
    options_.post([this, alive] {
      if (*alive) become(false);
    });
  };
  writer_ = std::make_unique<ledger::Writer>(std::move(ledger), std::move(options));
}

void Manager::replace(progressive::State state, uint64_t sequence) {
  state_ = std::move(state);
  sequence_ = sequence;
  if (observers_.replaced) observers_.replaced();
}

void Manager::become(bool leading) {
  if (!leading) {
    if (!writer_) return;
    writer_.reset();
    deliver();
  }
  if (observers_.leading) observers_.leading(leading);
}

// Runs in the ledger thread, as add_reply does.
void Manager::add_group(const std::vector<Answer>& answers) {
  groups_.fetch_add(1, std::memory_order_relaxed);
  group_ = std::make_shared<const std::vector<Answer>>(answers);
  told_ = 0;
  const std::lock_guard lock(mutex_);
  parcel_.groups.push_back(group_);
}

void Manager::add_reply(Reply reply) {
  {
    const std::lock_guard lock(mutex_);
    parcel_.replies.push_back(std::move(reply));
    if (std::exchange(posted_, true)) return;
  }
  options_.post([this, alive = alive_] {
    if (*alive) deliver();
  });
}

void Manager::apply_step(uint64_t sequence, const Event& event) {
  if (sequence <= sequence_) return;
  const auto applied = progressive::apply(state_, event);
  CHECK(applied);  // the ledger applied it to the same state
  sequence_ = sequence;
  if (observers_.event) observers_.event(sequence, event);
}

void Manager::deliver() {
  Parcel parcel;
  {
    const std::lock_guard lock(mutex_);
    std::swap(parcel, parcel_);
    posted_ = false;
  }
  for (const Group& group : parcel.groups)
    for (const Answer& answer : *group)
      if (answer.kind == Answer::Kind::accepted && !answer.repeated) apply_step(answer.sequence, answer.event);
  for (const Reply& reply : parcel.replies) {
    --waiting_;
    const Answer& answer = (*reply.group)[reply.index];
    const bool failed = answer.kind == Answer::Kind::failed && !answer.failure.empty();
    if (failed && !std::exchange(failing_, true)) {
      ++outages_;
      failure_ = answer.failure;
      if (observers_.failed) observers_.failed(answer.failure);
    }
    // What is only read, or was recorded before, proves nothing.
    if (!failed && answer.sequence > 0 && !answer.repeated) note_mended();
    if (reply.done) reply.done(answer);
  }
  if (observers_.answered) observers_.answered();
}

void Manager::note_mended() {
  if (std::exchange(failing_, false) && observers_.mended) observers_.mended();
}

void Manager::try_journal(const std::string& run) {
  if (!failing_ || !writer_ || std::exchange(trying_, true)) return;
  std::string why;
  for (const char c : failure_.substr(0, 150))
    if (c >= ' ' && c <= '~') why += c;
  // The same command each time: whatever became of an earlier one, it is recorded once.
  progressive::Command command{
      fmt::format("gm-{}-outage-{}", run, outages_),
      {},
      {},
      progressive::ReportMalfunction{{}, "game manager", "", "the journal could not be written: " + why, "", 0}};
  submit(std::move(command), [this](const Answer& answer) {
    trying_ = false;
    if (answer.kind == Answer::Kind::accepted) note_mended();
  });
}

void Manager::submit(progressive::Command command, Done done) {
  const auto fail = [&](const char* why) {
    Answer answer;
    answer.failure = why;
    if (done) done(answer);
  };
  if (!writer_) return fail("this game manager is on standby; another one is leading");
  // A full queue calls no one back, so answer here.
  auto shared = std::make_shared<Done>(std::move(done));
  const bool taken =
      writer_->submit(std::move(command), [this, shared](const Answer&) { add_reply({*shared, group_, told_++}); });
  if (taken) {
    ++waiting_;
    return;
  }
  Answer answer;
  answer.failure = "too many commands are waiting; send it again in a moment";
  if (*shared) (*shared)(answer);
}

void Manager::find(std::string id, Done done) {
  Answer none;
  if (!writer_) {
    none.failure = "this game manager is on standby; another one is leading";
    return done(none);
  }
  auto shared = std::make_shared<Done>(std::move(done));
  const auto tell = [this, shared](const Answer& answer) {
    add_reply({*shared, std::make_shared<const std::vector<Answer>>(1, answer), 0});
  };
  if (writer_->find(std::move(id), tell)) {
    ++waiting_;
    return;
  }
  none.failure = "too many commands are waiting; try again in a moment";
  (*shared)(none);
}

void Manager::stop() {
  stopping_ = true;
  if (follower_.joinable()) follower_.join();
  writer_.reset();  // decides what waits
  deliver();
}

void Manager::follow() {
  const ledger::StoreOptions store_options{.lease_ms = options_.lease_ms};
  std::unique_ptr<Store> reader;
  std::unique_ptr<Store> candidate;
  uint64_t read_to = sequence_;
  auto ask_at = std::chrono::steady_clock::now();
  while (!stopping_) {
    std::this_thread::sleep_for(std::chrono::milliseconds(options_.follow_ms));
    if (!reader) {
      auto opened = ledger::open_store(options_.address, ledger::OpenMode::read_only, store_options);
      if (!opened) continue;
      reader = std::move(*opened);
    }
    std::vector<Step> steps;
    const auto read = reader->read(read_to + 1, [&](const ledger::Entry& entry) {
      auto event = ledger::from_json_text<Event>(entry.body, ledger::body_bytes_max);
      if (!event) return false;  // the takeover's replay says what is wrong
      steps.push_back({entry.sequence, std::move(*event)});
      read_to = entry.sequence;
      return steps.size() < ledger::page_entries && !stopping_;
    });
    if (!steps.empty())
      options_.post([this, alive = alive_, steps = std::move(steps)] {
        if (!*alive) return;
        for (const Step& step : steps) apply_step(step.sequence, step.event);
      });
    if (!read) reader.reset();
    if (std::chrono::steady_clock::now() < ask_at) continue;
    ask_at = std::chrono::steady_clock::now() + std::chrono::milliseconds(ledger::standby_poll_ms);
    if (!candidate) {
      auto opened = ledger::open_store(options_.address, ledger::OpenMode::existing, store_options);
      if (!opened) continue;
      candidate = std::move(*opened);
    }
    const auto lease = candidate->take_lease(options_.holder);
    if (!lease) {
      if (lease.error().failure != StoreFailure::lease_held) candidate.reset();
      continue;
    }
    auto ledger = Ledger::open(std::move(candidate), {.holder = options_.holder, .clock_ms = options_.clock_ms});
    if (!ledger) {
      options_.post([this, alive = alive_, text = ledger.error().to_text()] {
        if (*alive && observers_.failed) observers_.failed(text);
      });
      continue;
    }
    auto shared = std::make_shared<std::unique_ptr<Ledger>>(std::move(*ledger));
    options_.post([this, alive = alive_, shared] {
      if (!*alive || stopping_) return;
      replace((*shared)->state(), (*shared)->head().sequence);
      start_writer(std::move(*shared));
      become(true);
    });
    return;
  }
}

}  // namespace cardroom::server
