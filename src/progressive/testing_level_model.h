// The slow second method for one level: its whole history, replayed from the first day whenever a price is asked for.
// A claim that was taken back is passed over as if it had never been made. Plain integers, nothing shared with the
// domain.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace cardroom::progressive::testing {

struct LevelModel {
  static constexpr int64_t cent = 1'000'000;  // meter units
  static constexpr int64_t whole = 1'000'000;

  struct Rules {
    int64_t seed = 0;    // units
    int64_t limit = -1;  // units; -1: none
    bool pooled = false;
    bool split = false;
  };
  struct Entry {
    bool is_place = false;
    // Of money: what came in; capped by the limit, or straight to each fund.
    int64_t capped = 0, meter = 0, overflow = 0, reserve = 0;
    // Of a place: the claim that holds it.
    std::string round{};
    uint64_t owner = 0;
    bool dead = false, closed = false;
  };
  enum class Fate { open, decided, gone };
  struct Claim {
    std::string round{};
    int position = 0;
    int64_t share_ppm = 0, pay_cents = 0;
    Fate fate = Fate::open;
    int64_t cents = 0;     // when decided
    size_t stands_at = 0;  // when decided
    size_t own = 0;        // its place
    bool takes_all() const { return share_ppm == whole; }
  };
  struct Result {
    int64_t meter = 0, overflow = 0, reserve = 0, seeds = 0, released = 0, advances = 0;
    std::map<uint64_t, int64_t> cents;
  };

  Rules rules;
  std::vector<Entry> entries;
  std::map<uint64_t, Claim> claims;
  int64_t spilled = 0;  // by back-outs over the limit, and nothing was decided or adjusted since

  void add_capped(int64_t meter, int64_t reserve) { entries.push_back({.capped = meter, .reserve = reserve}); }
  void add_straight(int64_t meter, int64_t overflow, int64_t reserve) {
    entries.push_back({.meter = meter, .overflow = overflow, .reserve = reserve});
  }
  void mark(uint64_t claim, const std::string& round, int position, int64_t share_ppm, int64_t pay_cents) {
    claims[claim] = {.round = round, .position = position, .share_ppm = share_ppm, .pay_cents = pay_cents};
    claims[claim].own = entries.size();
    entries.push_back({.is_place = true, .round = round, .owner = claim});
  }
  void set_position(uint64_t claim, int position) { claims.at(claim).position = position; }
  void take_back(uint64_t claim) {
    claims.at(claim).fate = Fate::gone;
    entries[claims.at(claim).own].dead = true;
    close_settled_splits();
  }
  // Paid, or held: its amount stands, and so does its place in the order.
  void decide(uint64_t claim) {
    const auto standing = who_stands_where();
    Claim& it = claims.at(claim);
    it.cents = replay().cents.at(claim);
    for (const auto& [place, there] : standing)
      if (std::ranges::find(there, claim) != there.end()) it.stands_at = place;
    it.fate = Fate::decided;
    spilled = 0;
    const uint64_t owner = entries[it.stands_at].owner;
    if (owner == claim) {
    } else if (claims.at(owner).fate == Fate::open) {
      std::swap(it.own, claims.at(owner).own);
    } else {
      // It shares the place of another that was decided: the place it held is not needed any more. Whoever stands on
      // that place keeps it, and gives up his own.
      for (bool moved = true; moved;) {
        moved = false;
        const auto there = standing.find(it.own);
        if (there == standing.end()) break;
        for (const uint64_t other : there->second)
          if (other != claim && claims.at(other).own != it.own) {
            std::swap(it.own, claims.at(other).own);
            moved = true;
            break;
          }
      }
      entries[it.own].dead = true;
    }
    for (const auto& [number, c] : claims)
      if (c.fate != Fate::gone && !entries[c.own].dead) entries[c.own].owner = number;
    close_settled_splits();
  }

  // By place (an index of `entries`), the claims on it, in the order in which they take their amounts.
  std::map<size_t, std::vector<uint64_t>> who_stands_where() const {
    std::map<size_t, std::vector<uint64_t>> standing;
    std::map<std::string, std::vector<uint64_t>> open;
    for (const auto& [number, claim] : claims) {
      if (claim.fate == Fate::decided) standing[claim.stands_at].push_back(number);
      if (claim.fate == Fate::open) open[claim.round].push_back(number);
    }
    const auto decided = standing;
    for (auto& [round, numbers] : open) {
      std::ranges::sort(numbers, [&](uint64_t a, uint64_t b) {
        const Claim &x = claims.at(a), &y = claims.at(b);
        if (rules.split && x.takes_all() != y.takes_all()) return y.takes_all();
        return x.position != y.position ? x.position > y.position : a < b;
      });
      std::vector<size_t> free;
      size_t shared = entries.size();
      for (size_t i = 0; i < entries.size(); ++i) {
        if (!entries[i].is_place || entries[i].round != round || entries[i].dead) continue;
        const auto there = decided.find(i);
        if (there == decided.end())
          free.push_back(i);
        else if (rules.split && !entries[i].closed && claims.at(there->second[0]).takes_all())
          shared = i;
      }
      size_t next = 0;
      for (const uint64_t number : numbers) {
        if (rules.split && claims.at(number).takes_all()) {
          if (shared == entries.size()) shared = free.at(next++);
          standing[shared].push_back(number);
        } else {
          standing[free.at(next++)].push_back(number);
        }
      }
    }
    return standing;
  }

  Result replay() const {
    const auto standing = who_stands_where();
    Result now;
    const auto room = [&] { return rules.limit < 0 ? INT64_MAX : std::max<int64_t>(0, rules.limit - now.meter); };
    for (size_t i = 0; i < entries.size(); ++i) {
      const Entry& entry = entries[i];
      if (!entry.is_place) {
        const int64_t fits = std::min(entry.capped, room());
        now.meter += fits + entry.meter;
        now.overflow += entry.capped - fits + entry.overflow;
        now.reserve += entry.reserve;
        continue;
      }
      const auto found = standing.find(i);
      if (found == standing.end()) continue;
      const auto take = [&](uint64_t number, int64_t cents) {
        now.cents[number] = cents;
        now.meter -= cents * cent;
        if (now.meter < 0) {
          now.advances -= now.meter;
          now.meter = 0;
        }
      };
      int64_t takers = 0, open_takers = 0, taken_cents = 0;
      for (const uint64_t number : found->second) {
        const Claim& claim = claims.at(number);
        if (claim.takes_all()) {
          ++takers;
          if (claim.fate == Fate::open) ++open_takers;
          if (claim.fate == Fate::decided) taken_cents += claim.cents;
        } else if (claim.fate == Fate::decided) {
          take(number, claim.cents);
        } else if (claim.share_ppm == 0) {
          take(number, claim.pay_cents);
        } else {
          take(number, static_cast<int64_t>(static_cast<__int128_t>(now.meter) * claim.share_ppm / whole / cent));
        }
      }
      if (takers == 0) continue;
      // An equal part of what stood there; less if others have been paid more than an equal part already.
      int64_t each = now.meter / takers / cent;
      if (const int64_t rest = open_takers > 0 ? (now.meter - taken_cents * cent) / open_takers / cent : each;
          rest < each) {
        each = rest;
        // Who was paid of the same division got the same: its odd cents stay on the meter.
        for (const uint64_t number : found->second) {
          const Claim& claim = claims.at(number);
          const int64_t less = each - claim.cents;
          if (claim.takes_all() && claim.fate == Fate::decided && less >= 0 && less < takers) each = claim.cents;
        }
      }
      for (const uint64_t number : found->second) {
        const Claim& claim = claims.at(number);
        if (claim.takes_all()) take(number, claim.fate == Fate::decided ? claim.cents : each);
      }
      const int64_t seed = std::min(rules.seed, room());
      now.meter += seed;
      now.seeds += seed;
      const int64_t reserve = std::min(now.reserve, room());
      now.meter += reserve;
      now.reserve -= reserve;
      now.released += reserve;
      if (rules.pooled) {
        const int64_t pooled = std::min(now.overflow, room());
        now.meter += pooled;
        now.overflow -= pooled;
      }
    }
    return now;
  }

 private:
  // A shared place ends with the last open claim on it: who wins later in the round stands on a place of his own.
  void close_settled_splits() {
    for (const auto& [place, there] : who_stands_where())
      if (std::ranges::all_of(there, [&](uint64_t n) { return claims.at(n).fate == Fate::decided; }))
        entries[place].closed = true;
  }
};

}  // namespace cardroom::progressive::testing
