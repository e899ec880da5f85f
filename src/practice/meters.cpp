#include "practice/meters.h"

#include <algorithm>

#include "base/check.h"
#include "odds/preset.h"

namespace cardroom::practice {

namespace {

// Of a level whose paytable has no preset.
constexpr Cents plain_seed{1'000'000};

}  // namespace

Meters::Meters(const games::Table& table) {
  const auto& facts = table.game().facts;
  for (size_t group = 0; group < facts.groups.size(); ++group) {
    for (const int wager : facts.groups[group].wagers) {
      if (table.game().wager(wager).kind != games::WagerKind::progressive) continue;
      const odds::Preset* preset = odds::find_preset(table.paytables()[group]->id);
      for (const games::PayRow& row : table.pays(wager)->rows()) {
        for (const games::Pay& pay : row.pays) {
          if (pay.kind != games::Pay::Kind::of_meter) continue;
          if (std::ranges::find(now_, pay.level, &MeterNow::level) != now_.end()) continue;
          const bool known = preset && now_.size() < preset->levels.size();
          seeds_.push_back(known ? preset->levels[now_.size()].seed : plain_seed);
          now_.push_back({pay.level, seeds_.back()});
        }
      }
    }
  }
}

bool Meters::set(std::string_view level, Cents amount) {
  const auto found = std::ranges::find(now_, level, &MeterNow::level);
  if (found == now_.end()) return false;
  found->amount = amount;
  return true;
}

size_t Meters::index_of(std::string_view level) const {
  const auto found = std::ranges::find(now_, level, &MeterNow::level);
  CHECK(found != now_.end());
  return static_cast<size_t>(found - now_.begin());
}

int64_t Meters::share_hundredths(const games::Pay& pay) const {
  return now_[index_of(pay.level)].amount.value() * pay.numerator;
}

Cents Meters::take(const games::Pay& pay) {
  const size_t level = index_of(pay.level);
  const Cents award(share_hundredths(pay) / 100);
  now_[level].amount = pay.numerator == 100 ? seeds_[level] : now_[level].amount - award;
  return award;
}

std::vector<std::optional<Cents>> claim_awards(const games::Table& table, const games::Settlement& settlement,
                                               Meters meters) {
  std::vector<std::optional<Cents>> awards(settlement.lines.size());
  for (size_t at = 0; at < settlement.lines.size(); ++at) {
    const games::SettlementLine& line = settlement.lines[at];
    if (line.outcome.result != games::Result::claimed) continue;
    awards[at] = meters.take(table.pays(line.wager)->row(line.outcome.row).pays.front());
  }
  return awards;
}

}  // namespace cardroom::practice
