// cardroom serve --demo: a demo casino with public PINs and self-playing tables, on its own ledger.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>

#include "server/service.h"

namespace cardroom::cli {

inline constexpr const char* demo_ledger = "sqlite:demo.ledger";

// Throws a Stop unless the ledger is new or a demo ledger: the demo's PINs are public. A signing key belongs to a
// house's server, which makes one at its first start.
void need_demo_ledger(const std::string& ledger, const std::string& secret);
// Prints the address of the start page, and the cards to sign in with.
void print_demo(uint16_t port);

// Sets up the house, publishes its cards and tokens through the service, and plays its tables over the protocol, in a
// thread that ends with this object.
class DemoFloor {
 public:
  DemoFloor(server::Service& service, const std::string& address, const std::string& first_code,
            const std::string& ledger);
  ~DemoFloor();
  DemoFloor(const DemoFloor&) = delete;
  DemoFloor& operator=(const DemoFloor&) = delete;

 private:
  std::atomic<bool> over_ = false;
  std::thread thread_;
};

}  // namespace cardroom::cli
