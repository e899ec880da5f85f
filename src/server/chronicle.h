// What the journal tells of the past, kept small in memory: how every meter went, at three resolutions, and the wins.
// Made by reading events in their order; needs no state for it, for a meter is the sum of its postings.
#pragma once

#include <array>
#include <deque>
#include <map>

#include "server/console_views.h"

namespace cardroom::server {

class Chronicle {
 public:
  // A link right after an entry.
  struct Sample {
    int64_t time_ms = 0;
    uint64_t sequence = 0;
    std::array<int64_t, levels_max> meters{};  // meter units
    uint64_t wagers = 0;                       // on the link since the chronicle began
    uint64_t rounds = 0;                       // with a wager on it
  };

  // Goes on from this state: meters, claims and rounds that are open.
  void begin(const State& state);
  // The next event of the journal. One that was refused changes nothing.
  void note(uint64_t sequence, const Event& event);
  // What was before this one began; read up to there.
  void prepend(Chronicle older);

  // At most `points` samples from `since_ms` to before `until_ms`, the last of each of as many equal spans of time, and
  // before them the one that was true at `since_ms`.
  std::vector<Sample> samples(const LinkId& link, int64_t since_ms, int64_t until_ms, size_t points) const;
  // The meters after the last event.
  std::array<int64_t, levels_max> meters(const LinkId& link) const;

  struct Pace {
    uint64_t wagers = 0;
    uint64_t rounds = 0;
    int64_t lasted_ms = 0;  // 0: nothing is known
  };
  // Since `since_ms`, or since the first that is known after it.
  Pace pace(const LinkId& link, int64_t since_ms, int64_t now_ms) const;

  // Newest first, below page `below` (0: from the newest), of one link or of all.
  std::vector<WinRow> wins(const LinkId& link, PageNumber below, size_t count_max) const;
  PageNumber last_page() const { return wins_.empty() ? 0 : wins_.rbegin()->first; }

 private:
  struct Series {
    Sample now;
    std::array<std::deque<Sample>, 3> rings;  // by minute, hour and day: the last sample of each
  };
  struct Marked {
    TableId table;
    RoundNumber round = 0;
    LinkId link;
    std::string hand;
    std::optional<int> position;
    base::Cents wager{};
    bool held = false;
  };
  struct Round {
    RoundNumber number = 0;
    std::vector<Wager> wagers;
  };

  void count_wagers(const Event& event, const StartRound& start);
  void note_claims(uint64_t sequence, const Event& event);
  void add_win(uint64_t sequence, const Event& event, ClaimNumber claim);
  void note_envy(const Event& event);
  void forget_old_wins();
  void know_position(Marked& marked, std::optional<int> position) const;
  static void push(Series& series, const Sample& sample);
  std::vector<Sample> all_samples(const Series& series) const;

  std::map<LinkId, Series> series_;
  std::map<TableId, Round> rounds_;          // the last of each table
  std::map<ClaimNumber, Marked> marked_;     // that may still be paid
  std::map<PageNumber, WinRow> wins_;        // the newest
  std::map<ClaimNumber, PageNumber> pages_;  // of those
  std::map<PageNumber, WinRow> void_early_;  // voided here, won before this began
  // Of claims that were won before this began and are still in the state: what their hands paid the others since.
  std::map<ClaimNumber, std::vector<WinEnvy>> envy_late_;
  std::map<LinkId, LinkRules> tax_rules_;  // by link, nothing but these
};

}  // namespace cardroom::server
