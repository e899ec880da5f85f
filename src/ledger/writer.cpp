#include "ledger/writer.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <utility>

namespace cardroom::ledger {

Writer::Writer(std::unique_ptr<Ledger> ledger, WriterOptions options)
    : ledger_(std::move(ledger)), options_(std::move(options)), thread_([this] { run(); }) {}

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
  return queue({std::move(command), std::move(done)});
}

bool Writer::find(std::string id, Done done) {
  Waiting waiting{{}, std::move(done), true};
  waiting.command.id = std::move(id);
  return queue(std::move(waiting));
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

void Writer::run() {
  using Clock = std::chrono::steady_clock;
  const auto idle_every = std::chrono::milliseconds(options_.idle_ms);
  Clock::time_point idle_at = Clock::now() + idle_every;
  std::vector<progressive::Command> commands;
  std::vector<Done> done;
  bool told_fenced = false;
  std::unique_lock lock(mutex_);
  while (true) {
    arrived_.wait_until(lock, idle_at, [this] { return !waiting_.empty() || stopping_; });
    // A question stands alone, commands go together up to the next question.
    size_t count = std::min(waiting_.size(), options_.group_max);
    if (count == 0 && stopping_) break;
    const bool is_question = count > 0 && waiting_.front().is_question;
    if (is_question) count = 1;
    for (size_t i = 1; i < count; ++i)
      if (waiting_[i].is_question) count = i;
    commands.clear();
    done.clear();
    for (size_t i = 0; i < count; ++i) {
      commands.push_back(std::move(waiting_[i].command));
      done.push_back(std::move(waiting_[i].done));
    }
    waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<ptrdiff_t>(count));
    lock.unlock();
    if (is_question) {
      done[0](ledger_->find(commands[0].id));
    } else if (count > 0) {
      const std::vector<Answer> answers = ledger_->decide_group(commands);
      if (options_.after_group) options_.after_group(ledger_->state(), answers);
      for (size_t i = 0; i < count; ++i) done[i](answers[i]);
    }
    if (Clock::now() >= idle_at) {
      (void)ledger_->idle();  // a lost lease is told to the next command
      idle_at = Clock::now() + idle_every;
    }
    if (ledger_->is_fenced() && !std::exchange(told_fenced, true) && options_.fenced) options_.fenced();
    lock.lock();
  }
  lock.unlock();
  (void)ledger_->close();
}

}  // namespace cardroom::ledger
