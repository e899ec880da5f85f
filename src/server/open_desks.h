// Desks that anybody may ask without signing in: the practice table, the math lab. They work in threads of their own;
// who asks too often, or comes when too many wait, is told to come back.
#pragma once

#include <map>
#include <string>

#include "base/desk.h"
#include "server/transport.h"
#include "server/workers.h"

namespace cardroom::server {

class OpenDesks {
 public:
  struct Limits {
    int threads = 2;                   // of the desks together: wagers need the rest of the machine
    size_t waiting_max = 32;           // each some milliseconds; a page that waits longer asks again
    size_t body_bytes_max = 64 << 10;  // a paytable of one's own, a hundred times over
    int64_t every_ms = 20;             // of one address: so often,
    int64_t burst = 100;               // after so many at once
    size_t addresses_max = 10'000;     // that asked of late
  };

  OpenDesks(std::map<std::string, cardroom::Desk> desks, Limits limits, Workers::Post post,
            std::function<int64_t()> steady_ms);

  // Whether the address belongs to a desk: "/v1/math/…".
  bool has(const Request& request) const { return find(request.path) != desks_.end(); }
  void answer(const Request& request, Site::Done done);

 private:
  using Desks = std::map<std::string, cardroom::Desk, std::less<>>;
  Desks::const_iterator find(std::string_view path) const;
  bool may_ask(const std::string& peer);

  Desks desks_;
  Limits limits_;
  std::function<int64_t()> steady_ms_;
  std::map<std::string, int64_t> full_at_ms_;  // when an address may ask `burst` times again
  Workers workers_;
};

}  // namespace cardroom::server
