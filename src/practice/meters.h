// The jackpot meters of a practice table. They stand where the question puts them, or at the seeds of the paytable's
// preset; nothing contributes to them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/settlement.h"
#include "practice/messages.h"

namespace cardroom::practice {

class Meters {
 public:
  Meters() = default;  // none
  // One for each level that the paytable in use names, in its order.
  explicit Meters(const games::Table& table);

  const std::vector<MeterNow>& levels() const { return now_; }
  bool set(std::string_view level, Cents amount);  // false where there is no such level

  // What a share of a meter is worth as it stands, in hundredths of a cent.
  int64_t share_hundredths(const games::Pay& pay) const;
  // Takes it, in whole cents; the meter that is taken whole starts again from its seed.
  Cents take(const games::Pay& pay);

 private:
  size_t index_of(std::string_view level) const;

  std::vector<MeterNow> now_;
  std::vector<Cents> seeds_;
};

// A settlement with the shares of meters paid, from the dealer's right: the amount of a claim at this practice table,
// by line; empty where a line is not a claim.
std::vector<std::optional<Cents>> claim_awards(const games::Table& table, const games::Settlement& settlement,
                                               Meters meters);

}  // namespace cardroom::practice
