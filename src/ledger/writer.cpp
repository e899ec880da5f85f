#include "ledger/writer.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <utility>

namespace cardroom::ledger {

Writer::Writer(std::unique_ptr<Ledger> ledger, WriterOptions options)
    : ledger_(std::move(ledger)), options_(std::move(options)), thread_([this] { write(); }) {}

Writer::~Writer() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  arrived_.notify_one();
  thread_.join();
}

bool Writer::queue(Waiting waiting) {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_ || waiting_.size() >= options_.queue_max) return false;
    waiting_.push_back(std::move(waiting));
  }
  arrived_.notify_one();
  return true;
}

bool Writer::submit(progressive::Command command, Done done) {
  return queue({std::move(command), std::move(done), {}});
}

bool Writer::find(std::string id, Done done) {
  return run([id = std::move(id), done = std::move(done)](Ledger& ledger) { done(ledger.find(id)); });
}

bool Writer::run(std::function<void(Ledger&)> work) {
  return queue({{}, {}, std::move(work)});
}

Answer Writer::decide(progressive::Command command) {
  std::promise<Answer> promise;
  std::future<Answer> future = promise.get_future();
  if (!submit(std::move(command), [&](const Answer& answer) { promise.set_value(answer); })) {
    Answer full;
    full.failure = "too many commands are waiting; send it again";
    return full;
  }
  return future.get();
}

void Writer::write() {
  using Clock = std::chrono::steady_clock;
  const auto idle_every = std::chrono::milliseconds(options_.idle_ms);
  Clock::time_point idle_at = Clock::now() + idle_every;
  std::vector<progressive::Command> commands;
  std::vector<Done> done;
  std::function<void(Ledger&)> work;
  bool told_end = false;
  std::unique_lock lock(mutex_);
  while (true) {
    arrived_.wait_until(lock, idle_at, [this] { return !waiting_.empty() || stopping_; });
    // Other work stands alone, commands go together up to the next such work.
    size_t count = std::min(waiting_.size(), options_.group_max);
    if (count == 0 && stopping_) break;
    work = count > 0 ? std::move(waiting_.front().work) : nullptr;
    if (work) count = 1;
    for (size_t i = 1; i < count; ++i)
      if (waiting_[i].work) count = i;
    commands.clear();
    done.clear();
    for (size_t i = 0; i < count; ++i) {
      commands.push_back(std::move(waiting_[i].command));
      done.push_back(std::move(waiting_[i].done));
    }
    waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<ptrdiff_t>(count));
    lock.unlock();
    const bool was_stale = ledger_->is_stale();
    if (work) {
      work(*ledger_);
    } else if (count > 0) {
      const auto answers = std::make_shared<const std::vector<Answer>>(ledger_->decide_group(commands));
      if (options_.after_group) options_.after_group(answers);
      for (size_t i = 0; i < count; ++i) done[i]((*answers)[i]);
    }
    const bool is_due = Clock::now() >= idle_at;
    if (is_due) {
      (void)ledger_->idle();  // a lost lease is told below
      idle_at = Clock::now() + idle_every;
    }
    // What failed a moment ago and cannot be read again either is left to the clock: who asks meanwhile is answered.
    if (ledger_->end() == Ledger::End::none && (is_due || (ledger_->is_stale() && !was_stale))) {
      const auto head = ledger_->check();
      if (options_.checked) options_.checked(head);
    }
    if (ledger_->end() != Ledger::End::none && !std::exchange(told_end, true) && options_.ended)
      options_.ended(ledger_->end(), ledger_->end_text());
    lock.lock();
  }
  lock.unlock();
  (void)ledger_->close();
}

}  // namespace cardroom::ledger
