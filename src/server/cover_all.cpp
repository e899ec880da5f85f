#include "server/cover_all.h"

#include <algorithm>

#include "games/library.h"

namespace cardroom::server {

std::optional<CoverAll> cover_all_of(const std::string& game, int hands) {
  for (const games::PaytablePtr& paytable : games::shipped_library().paytables) {
    if (!paytable->belongs_to(game)) continue;
    for (const auto& wager : paytable->wagers) {
      const std::vector<int>& counts = wager.pays.hand_counts();
      if (counts.empty()) continue;
      CoverAll message{hands, {}};
      if (hands == 0) return message;
      if (std::ranges::find(counts, hands) == counts.end()) return std::nullopt;
      for (size_t row = 0; row < wager.pays.rows().size(); ++row)
        message.pays.push_back(
            {wager.pays.rows()[row].hand, games::to_text(wager.pays.pay(static_cast<int>(row), hands))});
      return message;
    }
  }
  return std::nullopt;
}

}  // namespace cardroom::server
