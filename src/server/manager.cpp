#include "server/manager.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <tuple>

namespace cardroom::server {

using ledger::Answer;
using ledger::Head;
using ledger::Ledger;
using ledger::Step;
using ledger::Store;
using ledger::StoreError;
using ledger::StoreFailure;
using ledger::StoreResult;

namespace {

// An anchor that is there already belongs to a ledger with entries, so it refuses an absent one as it does an empty
// one: before anything is created.
StoreResult<std::unique_ptr<Store>> open_or_create(const ManagerOptions& options, const ledger::StoreOptions& asked) {
  auto store = ledger::open_store(options.address, ledger::OpenMode::existing, asked);
  if (store || store.error().failure != StoreFailure::absent) return store;
  if (options.anchor && std::filesystem::exists(options.anchor->anchor)) {
    auto empty = ledger::open_store("memory:", ledger::OpenMode::create, asked);
    if (!empty) return empty;
    const auto kept = ledger::AnchorKeeper::open(*options.anchor, **empty);
    if (!kept) return std::unexpected(StoreError{StoreFailure::absent, kept.error()});
  }
  return ledger::open_store(options.address, ledger::OpenMode::create, asked);
}

}  // namespace

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
  auto store = open_or_create(manager->options_, store_options);
  if (!store) return std::unexpected(store.error());
  if (manager->options_.anchor) {
    auto kept = ledger::AnchorKeeper::open(*manager->options_.anchor, **store);
    // Not `unavailable`: waiting brings no entry back.
    if (!kept) return std::unexpected(StoreError{StoreFailure::head_moved, kept.error()});
    manager->anchor_ = std::move(*kept);
  }
  const auto leads = manager->lead(std::move(*store));
  if (leads) return manager;
  if (!manager->options_.standby || leads.error().failure != StoreFailure::lease_held)
    return std::unexpected(leads.error());

  auto reader = ledger::open_store(manager->options_.address, ledger::OpenMode::read_only, store_options);
  if (!reader) return std::unexpected(reader.error());
  auto replayed = ledger::replay(**reader);
  if (!replayed) return std::unexpected(replayed.error());
  manager->replace(ledger::Replica(std::move(*replayed)));
  manager->follower_ =
      std::thread([manager = manager.get(), followed = manager->head()] { manager->follow(followed); });
  return manager;
}

ledger::LedgerOptions Manager::ledger_options(const Head& known) {
  ledger::LedgerOptions options;
  options.holder = options_.holder;
  options.clock_ms = options_.clock_ms;
  options.known = known;
  // Whoever waits for the group is answered next, or the check that found the entries reports: that delivers them.
  options.recorded = [this](std::vector<Step> steps) {
    if (anchor_) note_anchor(anchor_->advance(steps));
    keep([&](Parcel& parcel) {
      // The append has proved where the journal ends.
      parcel.journal = steps.back().head();
      std::ranges::move(steps, std::back_inserter(parcel.steps));
    });
  };
  options.leased = [this](int64_t asked_ms) { leased_ms_.store(asked_ms, std::memory_order_relaxed); };
  options.failed = [this](const StoreError& error) {
    if (error.failure == StoreFailure::outcome_unknown) unknown_outcomes_.fetch_add(1, std::memory_order_relaxed);
    if (error.failure == StoreFailure::head_moved)
      keep([&](Parcel& parcel) { parcel.differences.push_back(error.to_text()); });
  };
  return options;
}

StoreResult<void> Manager::lead(std::unique_ptr<Store> store) {
  auto ledger = Ledger::open(std::move(store), ledger_options(anchor_ ? anchor_->anchor().head : Head{}));
  if (!ledger) return std::unexpected(ledger.error());
  replace((*ledger)->replica());
  start_writer(std::move(*ledger));
  return {};
}

void Manager::start_writer(std::unique_ptr<Ledger> ledger) {
  ledger::WriterOptions options;
  options.group_max = options_.group_max;
  options.after_group = [this](Group group) {
    groups_.fetch_add(1, std::memory_order_relaxed);
    group_ = std::move(group);
    told_ = 0;
  };
  options.checked = [this](const StoreResult<Head>& head) {
    if (anchor_) note_anchor(anchor_->sync());
    put([&](Parcel& parcel) {
      if (head) parcel.journal = *head;
    });
  };
  options.ended = [this, alive = alive_](Ledger::End end, const std::string& why) {
    options_.post([this, alive, end, why] {
      if (*alive) end_leading(end, why);
    });
  };
  writer_ = std::make_unique<ledger::Writer>(std::move(ledger), std::move(options));
}

void Manager::replace(ledger::Replica replica) {
  replica_ = std::move(replica);
  journal_ = replica_.head();
  if (observers_.replaced) observers_.replaced();
}

void Manager::become(bool leading) {
  if (observers_.leading) observers_.leading(leading);
}

void Manager::end_leading(Ledger::End end, const std::string& why) {
  if (!writer_) return;
  writer_.reset();
  deliver();
  if (end == Ledger::End::rolled_back) {
    rolled_back_ = why;
    if (observers_.rolled_back) observers_.rolled_back(why);
    return;
  }
  become(false);
}

void Manager::keep(const std::function<void(Parcel&)>& add) {
  const std::lock_guard lock(mutex_);
  add(parcel_);
}

void Manager::put(const std::function<void(Parcel&)>& add) {
  {
    const std::lock_guard lock(mutex_);
    add(parcel_);
    if (std::exchange(posted_, true)) return;
  }
  options_.post([this, alive = alive_] {
    if (*alive) deliver();
  });
}

// Runs in the ledger thread.
void Manager::add_reply(Reply reply) {
  put([&](Parcel& parcel) { parcel.replies.push_back(std::move(reply)); });
}

void Manager::advance(const Step& step) {
  using Misstep = ledger::Replica::Misstep;
  if (const auto advanced = replica_.advance(step); !advanced) {
    // Entries that were read again may come twice; and those after a gap are read with it.
    if (advanced.error().why == Misstep::known || reading_) return;
    note_diverged(advanced.error().text);
    return advanced.error().why == Misstep::no_fit ? read_anew() : read_on();
  }
  if (observers_.event) observers_.event(step.entry().sequence, step.event());
}

void Manager::note_diverged(const std::string& why) {
  if (!std::exchange(diverged_, true) && observers_.diverged) observers_.diverged(why);
}

// The journal decides: where the state ends elsewhere it is read again.
void Manager::compare() {
  if (replica_.head() == journal_) {
    diverged_ = false;
    return;
  }
  if (reading_) return;
  note_diverged(fmt::format("the journal ends at entry {}, the state at entry {}", journal_.sequence, sequence()));
  read_on();
}

// In the ledger thread: whatever it recorded before is in what it reads, whatever it records later comes after it.
void Manager::read_on() {
  if (!writer_) return;
  reading_ = writer_->run([this, from = replica_.head()](Ledger& ledger) {
    const auto end = ledger.check();
    auto steps = ledger.read_after(from);
    const bool is_beside = !steps && steps.error().failure == StoreFailure::head_moved;
    put([&](Parcel& parcel) {
      parcel.was_read = true;
      parcel.is_beside = is_beside && ledger.end() == Ledger::End::none;
      if (steps) std::ranges::move(*steps, std::back_inserter(parcel.steps));
      if (end) parcel.journal = *end;
    });
  });
}

// The state itself is wrong: it is replaced by one that was built from the journal.
void Manager::read_anew() {
  if (!writer_) return;
  reading_ = writer_->run([this](Ledger& ledger) {
    const bool is_read = ledger.check().has_value();
    put([&](Parcel& parcel) {
      parcel.was_read = true;
      if (!is_read) return;  // the next comparison tries again
      parcel.replica = ledger.replica();
      parcel.steps.clear();  // they are in it
      parcel.journal = parcel.replica->head();
    });
  });
}

void Manager::deliver() {
  Parcel parcel;
  {
    const std::lock_guard lock(mutex_);
    std::swap(parcel, parcel_);
    posted_ = false;
  }
  for (const std::string& difference : parcel.differences) note_diverged(difference);
  if (parcel.anchor_failure && anchor_failure_ != *parcel.anchor_failure) {
    anchor_failure_ = *parcel.anchor_failure;
    if (observers_.anchor_failed) observers_.anchor_failed(anchor_failure_);
  }
  if (parcel.replica) replace(std::move(*parcel.replica));
  for (const Step& step : parcel.steps) advance(step);
  if (parcel.was_read) reading_ = false;
  if (parcel.is_beside) read_anew();
  if (parcel.journal) {
    journal_ = *parcel.journal;
    compare();
  }
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

std::string Manager::why_not_leading() const {
  return rolled_back_.empty() ? "this game manager is on standby; another one is leading" : rolled_back_;
}

std::string Manager::why_not_ready() const {
  if (!writer_) return why_not_leading();
  if (diverged_) return "the state shown differs from the journal and is being read again";
  if (failing_) return "the journal cannot be written: " + failure_;
  // A process that was stopped and continues answers from here before it hears of another one that leads.
  if (ledger::boot_clock_ms() - leased_ms_.load(std::memory_order_relaxed) >= options_.lease_ms)
    return "the lease has run out and was not renewed; another game manager may be leading";
  return barred_;
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
  const auto fail = [&](const std::string& why) {
    Answer answer;
    answer.failure = why;
    if (done) done(answer);
  };
  if (!writer_) return fail(why_not_leading());
  if (!barred_.empty() && std::holds_alternative<progressive::StartRound>(command.body)) return fail(barred_);
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
    none.failure = why_not_leading();
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

void Manager::note_anchor(const std::expected<void, base::Error>& done) {
  if (done && !std::exchange(anchor_failed_, false)) return;
  anchor_failed_ = !done;
  keep([&](Parcel& parcel) { parcel.anchor_failure = done ? "" : done.error().to_text(); });
}

// The text is the standby's own: it may know more of the journal than whoever led.
void Manager::put_rolled_back(const std::string& what) {
  const std::string why = "the journal has gone back in time, and this standby will not lead on it: " + what;
  options_.post([this, alive = alive_, why] {
    if (!*alive) return;
    rolled_back_ = why;
    if (observers_.rolled_back) observers_.rolled_back(why);
  });
}

void Manager::follow(Head followed) {
  const ledger::StoreOptions store_options{.lease_ms = options_.lease_ms};
  std::unique_ptr<Store> reader;
  std::unique_ptr<Store> candidate;
  auto ask_at = std::chrono::steady_clock::now();
  while (!stopping_) {
    std::this_thread::sleep_for(std::chrono::milliseconds(options_.follow_ms));
    if (!reader) {
      auto opened = ledger::open_store(options_.address, ledger::OpenMode::read_only, store_options);
      if (!opened) continue;
      reader = std::move(*opened);
    }
    // From the last entry that is known, which must still be there, as it was.
    std::vector<Step> steps;
    bool is_there = followed.sequence == 0;
    const auto read = reader->read(followed.sequence, [&](const ledger::Entry& entry) {
      if (!is_there) {
        is_there = entry.sequence == followed.sequence && entry.hash == followed.hash;
        return is_there;
      }
      auto step = Step::read(entry);
      if (!step || ledger::chain_break(followed, entry)) return false;  // the takeover's replay says what is wrong
      followed = step->head();
      steps.push_back(std::move(*step));
      return steps.size() < ledger::page_entries && !stopping_;
    });
    const auto lost = [&] {
      put_rolled_back(fmt::format("it had followed the journal to entry {}, which is now missing", followed.sequence));
    };
    if (read && !is_there) return lost();
    if (anchor_ && !steps.empty()) note_anchor(anchor_->follow(steps));
    if (!steps.empty())
      put([&](Parcel& parcel) {
        parcel.journal = steps.back().head();
        std::ranges::move(steps, std::back_inserter(parcel.steps));
      });
    if (!read) reader.reset();
    if (!read || std::chrono::steady_clock::now() < ask_at) continue;
    ask_at = std::chrono::steady_clock::now() + std::chrono::milliseconds(ledger::standby_poll_ms);
    if (anchor_) note_anchor(anchor_->sync());
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
    // A leader on this machine may have written the anchor that this standby reads.
    if (const auto missing = anchor_ ? anchor_->missing_now(*candidate) : std::nullopt) {
      std::ignore = candidate->release_lease();
      return put_rolled_back(*missing);
    }
    auto ledger = Ledger::open(std::move(candidate), ledger_options(followed));
    if (!ledger && ledger.error().failure == StoreFailure::head_moved) return lost();
    if (!ledger) {
      options_.post([this, alive = alive_, text = ledger.error().to_text()] {
        if (*alive && observers_.failed) observers_.failed(text);
      });
      continue;
    }
    auto shared = std::make_shared<std::unique_ptr<Ledger>>(std::move(*ledger));
    options_.post([this, alive = alive_, shared] {
      if (!*alive || stopping_) return;
      replace((*shared)->replica());
      start_writer(std::move(*shared));
      become(true);
    });
    return;
  }
}

}  // namespace cardroom::server
