// Tables at which somebody asked about seen cards: what their base game was counted to is kept, so that the next
// situation is answered at once.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "lab/counts.h"
#include "odds/exposed_run.h"

namespace cardroom::lab {

class ExposedTables {
 public:
  // The tables asked about last, one a game. Each takes up to five seconds, and some 100 MB (Caribbean Stud, Four Card
  // Poker) or 400 MB (High Card Flush); the others much less.
  static constexpr size_t kept_max = 3;

  struct Looker {
    std::shared_ptr<const odds::ExposedAnalyst> analyst;
    GameCounts::LongWork turn;  // held where the analyst is new: its first look takes longer
  };
  // For a table at which seen cards can be analysed. A fault (busy) while others are served.
  std::expected<Looker, Fault> looker(const games::Table& table, GameCounts& counts);

 private:
  std::shared_ptr<const odds::ExposedAnalyst> find(const std::string& key);
  void forget(const std::string& game);
  void keep(const std::string& key, std::shared_ptr<const odds::ExposedAnalyst> analyst);

  using Entry = std::pair<std::string, std::shared_ptr<const odds::ExposedAnalyst>>;
  std::mutex mutex_;
  std::list<Entry> recent_;
};

}  // namespace cardroom::lab
