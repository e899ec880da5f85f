// Threads for what must not hold up a wager: slow hashes, reports, proofs. Bounded: who comes when too many wait is
// told to come back.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace cardroom::server {

class Workers {
 public:
  using Post = std::function<void(std::function<void()>)>;
  // What is done in a thread, and then by `post`.
  using Work = std::function<std::function<void()>()>;

  Workers(int threads, size_t waiting_max, Post post);
  // Waits for what runs; what waits is dropped.
  ~Workers();

  // From any thread. False: too many wait.
  [[nodiscard]] bool run(Work work);

 private:
  void loop();

  size_t waiting_max_;
  Post post_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Work> waiting_;  // guarded by mutex_
  bool stopping_ = false;     // guarded by mutex_
  std::vector<std::thread> threads_;
};

}  // namespace cardroom::server
