// The counts of every game that somebody asked about: made once, kept (half a gigabyte for all games), and used by one
// caller at a time. All else that an answer needs is computed from them in about a millisecond.
#pragma once

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "lab/edited_table.h"
#include "odds/analysis.h"

namespace cardroom::lab {

// How far the counts of a game are.
struct Counting {
  bool busy = false;
  std::string what;  // "the dealer's hands"; empty where nothing has begun
  uint64_t done = 0;
  uint64_t steps = 0;
};

// Ends work that lasts longer than a person waits: throws odds::Stopped out of it.
class Deadline final : public odds::Progress {
 public:
  explicit Deadline(std::chrono::milliseconds after) : ends_(std::chrono::steady_clock::now() + after) {}
  void begin(std::string_view, uint64_t) override { advance(0); }
  void advance(uint64_t) override {
    if (std::chrono::steady_clock::now() > ends_) throw odds::Stopped();
  }

 private:
  std::chrono::steady_clock::time_point ends_;
};

class GameCounts {
  struct Kept;

 public:
  GameCounts();
  ~GameCounts();

  // The analyst of a game, and with it the right to use it.
  class Lease {
   public:
    odds::Analyst& analyst() const;
    // Keeps the counts alive beyond the lease.
    std::shared_ptr<const odds::Analyst> shared() const;
    // The progressive of a table: probabilities are counted once for its hands, its base game and its house rules, and
    // pays put to them.
    std::expected<odds::ProgressiveFigures, Fault> progressive(const games::Table& table) const;

   private:
    friend class GameCounts;
    Lease(Kept& kept, std::unique_lock<std::timed_mutex> lock) : kept_(&kept), lock_(std::move(lock)) {}
    Kept* kept_;
    std::unique_lock<std::timed_mutex> lock_;
  };
  // For tables with these rows (AskedTable::rows). A fault (busy) while another thread counts.
  std::expected<Lease, Fault> lease(const games::Game& game, const std::string& rows);

  // The right to work for seconds: one at a time, so that quick questions find a thread of the server.
  using LongWork = std::unique_lock<std::timed_mutex>;
  std::expected<LongWork, Fault> long_work();

  // From any thread, at any time.
  Counting counting(const games::Game& game);

 private:
  Kept& kept(const games::Game& game);

  std::timed_mutex long_work_;
  std::map<std::string_view, std::unique_ptr<Kept>> by_game_;  // one for every game, from the beginning
};

// "… [not_a_showdown]", as the analyst refuses it.
Fault fault_of(const std::string& refusal, std::string field);

}  // namespace cardroom::lab
