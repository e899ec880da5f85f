// Stands between a client and a PostgreSQL server on loopback, and breaks the connection where a test asks for it.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace cardroom::ledger::testing {

enum class Cut : uint8_t {
  none,
  before,        // the message does not reach the server
  midway,        // half of it does
  after_answer,  // the server has done what was asked; its answer does not come back
  silence,       // neither the message nor an answer comes through; the connection stays
};

class CuttingProxy {
 public:
  // socket_path: where the server listens.
  explicit CuttingProxy(std::string socket_path);
  ~CuttingProxy();
  CuttingProxy(const CuttingProxy&) = delete;
  CuttingProxy& operator=(const CuttingProxy&) = delete;

  int port() const { return port_; }

  // Cuts at the n-th message of a client from now, once.
  void arm(Cut cut, int n);
  bool fired() const { return fired_; }
  // Nobody gets through.
  void refuse(bool refusing) { refusing_ = refusing; }

 private:
  void serve();
  void carry(int client);
  Cut next();

  std::string socket_path_;
  int listener_ = -1;
  int port_ = 0;
  std::atomic<bool> stopping_ = false;
  std::atomic<bool> refusing_ = false;
  std::atomic<bool> fired_ = false;
  std::mutex mutex_;  // guards the two below
  Cut cut_ = Cut::none;
  int left_ = 0;
  std::vector<std::jthread> carriers_;
  std::jthread server_;
};

}  // namespace cardroom::ledger::testing
