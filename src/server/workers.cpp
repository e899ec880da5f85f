#include "server/workers.h"

namespace cardroom::server {

Workers::Workers(int threads, size_t waiting_max, Post post) : waiting_max_(waiting_max), post_(std::move(post)) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { loop(); });
}

Workers::~Workers() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    waiting_.clear();
  }
  arrived_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool Workers::run(Work work) {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_ || waiting_.size() >= waiting_max_) return false;
    waiting_.push_back(std::move(work));
  }
  arrived_.notify_one();
  return true;
}

void Workers::loop() {
  std::unique_lock lock(mutex_);
  while (true) {
    arrived_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
    if (stopping_) return;
    const Work work = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    post_(work());
    lock.lock();
  }
}

}  // namespace cardroom::server
