// cardroom serve --demo: a house that everybody may enter, on a ledger of its own, with tables that play by themselves.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>

namespace cardroom::cli {

inline constexpr const char* demo_ledger = "sqlite:demo.ledger";

// Stops where the ledger holds anybody's card but the demonstration's: its PINs are in the open.
void need_demo_ledger(const std::string& ledger);
// Addresses and cards, for people.
void print_demo(uint16_t port);

// Plays on the server at this port, over the protocol, in a thread; ends with this object.
class DemoFloor {
 public:
  DemoFloor(const std::string& address, uint16_t port, const std::string& first_code, const std::string& ledger);
  ~DemoFloor();
  DemoFloor(const DemoFloor&) = delete;
  DemoFloor& operator=(const DemoFloor&) = delete;

 private:
  std::atomic<bool> over_ = false;
  std::thread thread_;
};

}  // namespace cardroom::cli
