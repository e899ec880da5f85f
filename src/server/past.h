// The chronicle of this game manager: kept up with what happens, and filled with what was before the start when
// somebody first asks for it. The clerk then reads the journal in pieces, so that other work comes between them.
#pragma once

#include <memory>
#include <string>

#include "server/chronicle.h"
#include "server/manager.h"
#include "server/workers.h"

namespace cardroom::server {

// Used on the io thread.
class Past {
 public:
  Past(const Manager& manager, Workers& clerk, std::string ledger);

  // From the manager.
  void note_event(uint64_t sequence, const Event& event) { chronicle_.note(sequence, event); }
  void note_replaced() { begin(); }

  // Asking for it has the rest read, if that was not done.
  const Chronicle& chronicle();
  // Whether all of the past is in it.
  bool is_whole() const { return read_to_ >= began_at_; }

 private:
  void begin();
  void read_on();

  const Manager& manager_;
  Workers& clerk_;
  std::string ledger_;
  Chronicle chronicle_;
  uint64_t began_at_ = 0;  // the entry after which the chronicle was kept up
  uint64_t read_to_ = 0;
  bool reading_ = false;
  uint64_t run_ = 0;  // of the state: what an earlier one began is dropped
  std::shared_ptr<Chronicle> older_;
};

}  // namespace cardroom::server
