// cardroom serve --demo: a house that everybody may enter, on a ledger of its own, with tables that play by themselves.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>

#include "server/service.h"

namespace cardroom::cli {

inline constexpr const char* demo_ledger = "sqlite:demo.ledger";

// Stops where the ledger holds anybody's card but the demonstration's: its PINs are in the open.
void need_demo_ledger(const std::string& ledger);
// The start page, and the cards to sign in with.
void print_demo(uint16_t port);

// Furnishes the house, tells the service what everybody may know, and plays over the
// protocol, in a thread; ends with this object.
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
