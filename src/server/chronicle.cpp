#include "server/chronicle.h"

#include <algorithm>
#include <ranges>
#include <set>

namespace cardroom::server {

namespace {

struct Resolution {
  int64_t span_ms;
  size_t kept;
};
// A day by minutes, a quarter by hours, ten years by days: some 7,000 samples of 64 bytes a link.
constexpr std::array<Resolution, 3> resolutions = {{{60'000, 1'440}, {3'600'000, 24 * 92}, {24 * 3'600'000LL, 3'660}}};
constexpr size_t wins_kept = 20'000;  // a page shows some dozens; the report win-page has them all

}  // namespace

void Chronicle::begin(const State& state) {
  *this = {};
  for (const auto& [id, link] : state.links) {
    Series& series = series_[id];
    for (size_t level = 0; level < link.levels.size(); ++level)
      series.now.meters[level] = link.levels[level].funds.meter.value();
    tax_rules_[id].tax = link.rules.tax;
  }
  for (const auto& [id, table] : state.tables)
    if (table.round) rounds_[id] = {table.round->number, table.round->wagers};
  for (const auto& [number, claim] : state.claims) {
    const auto& prizes = state.links.at(claim.link).rules.prizes;
    marked_[number] = {claim.table,
                       claim.round,
                       claim.link,
                       prizes[static_cast<size_t>(claim.prize)].hand,
                       claim.position,
                       claim.wager,
                       claim.status == ClaimStatus::held};
    if (claim.status == ClaimStatus::confirmed) envy_late_[number];
  }
}

void Chronicle::push(Series& series, const Sample& sample) {
  for (size_t i = 0; i < resolutions.size(); ++i) {
    std::deque<Sample>& ring = series.rings[i];
    const int64_t span_ms = resolutions[i].span_ms;
    if (!ring.empty() && ring.back().time_ms / span_ms == sample.time_ms / span_ms)
      ring.back() = sample;
    else
      ring.push_back(sample);
    if (ring.size() > resolutions[i].kept) ring.pop_front();
  }
}

void Chronicle::count_wagers(const Event& event, const StartRound& start) {
  Round& round = rounds_[start.table];
  round = {event.outcome.round, {}};
  std::set<LinkId> links;
  for (const Wager& wager : start.wagers) {
    const bool left_out = std::ranges::any_of(event.outcome.left_out, [&](const LeftOut& left) {
      return left.position == wager.position && left.link == wager.link;
    });
    if (left_out) continue;
    round.wagers.push_back(wager);
    Series& series = series_[wager.link];
    ++series.now.wagers;
    if (links.insert(wager.link).second) ++series.now.rounds;
  }
}

void Chronicle::note(uint64_t sequence, const Event& event) {
  if (event.outcome.refused) return;
  if (const auto* start = std::get_if<StartRound>(&event.command)) count_wagers(event, *start);
  std::set<LinkId> changed;
  for (const Posting& posting : event.postings) {
    if (posting.account != Account::meter) continue;
    series_[posting.link].now.meters[static_cast<size_t>(posting.level)] += posting.amount.value();
    changed.insert(posting.link);
  }
  if (const auto* create = std::get_if<CreateLink>(&event.command)) {
    changed.insert(create->link);
    tax_rules_[create->link].tax = create->rules.tax;
  }
  if (const auto* change = std::get_if<ChangeLink>(&event.command)) tax_rules_[change->link].tax = change->rules.tax;
  for (const LinkId& link : changed) {
    Series& series = series_[link];
    series.now.time_ms = event.time_ms;
    series.now.sequence = sequence;
    push(series, series.now);
  }
  note_claims(sequence, event);
  note_envy(event);
}

void Chronicle::note_envy(const Event& event) {
  for (const Payment& payment : event.outcome.envy) {
    const WinEnvy envy{payment.position.value_or(0), payment.amount, payment.tax, false};
    if (const auto page = pages_.find(payment.claim); page != pages_.end())
      wins_.at(page->second).envy.push_back(envy);
    else if (const auto late = envy_late_.find(payment.claim); late != envy_late_.end())
      late->second.push_back(envy);
  }
}

void Chronicle::know_position(Marked& marked, std::optional<int> position) const {
  if (!position) return;
  marked.position = position;
  const auto round = rounds_.find(marked.table);
  if (round == rounds_.end() || round->second.number != marked.round) return;
  for (const Wager& wager : round->second.wagers)
    if (wager.position == *position && wager.link == marked.link) marked.wager = wager.wager;
}

void Chronicle::add_win(uint64_t sequence, const Event& event, ClaimNumber claim) {
  const auto found = marked_.find(claim);
  if (found == marked_.end()) return;
  Marked& marked = found->second;
  WinRow row;
  for (const Payment& payment : event.outcome.paid) {
    if (payment.claim != claim) continue;
    row.amount = payment.amount;
    row.tax = payment.tax;
    know_position(marked, payment.position);
  }
  for (const Posting& posting : event.postings)
    if (posting.account == Account::pending || posting.account == Account::disputed) row.level = posting.level;
  row.page = event.outcome.win_page;
  row.sequence = sequence;
  row.time_ms = event.time_ms;
  row.link = marked.link;
  row.table = marked.table;
  row.round = marked.round;
  row.position = marked.position;
  row.hand = marked.hand;
  row.wager = marked.wager;
  row.claim = claim;
  row.confirmed_by = event.by;
  row.second = event.second;
  row.tax_rule = has_tax_rule(tax_rules_[row.link], event.time_ms);
  pages_[claim] = row.page;
  wins_[row.page] = std::move(row);
  forget_old_wins();
  marked_.erase(found);
}

void Chronicle::note_claims(uint64_t sequence, const Event& event) {
  const auto ends_round = [&](const TableId& table) {
    std::erase_if(marked_, [&](const auto& entry) { return entry.second.table == table && !entry.second.held; });
  };
  std::visit(
      [&](const auto& body) {
        using Body = std::remove_cvref_t<decltype(body)>;
        if constexpr (std::same_as<Body, MarkHand>) {
          Marked marked{body.table, rounds_[body.table].number, body.link, body.hand, {}, {}, false};
          know_position(marked, body.position);
          marked_[event.outcome.claim] = std::move(marked);
        } else if constexpr (std::same_as<Body, AcknowledgeClaim>) {
          if (const auto found = marked_.find(body.claim); found != marked_.end())
            know_position(found->second, body.position);
        } else if constexpr (std::same_as<Body, HoldClaim>) {
          if (const auto found = marked_.find(body.claim); found != marked_.end()) found->second.held = true;
        } else if constexpr (std::same_as<Body, UnmarkHand> || std::same_as<Body, RejectClaim>) {
          marked_.erase(body.claim);
        } else if constexpr (std::same_as<Body, ConfirmClaim> || std::same_as<Body, ReleaseClaim>) {
          if (event.outcome.win_page > 0) add_win(sequence, event, body.claim);
          marked_.erase(body.claim);
        } else if constexpr (std::same_as<Body, EndRound> || std::same_as<Body, CancelRound>) {
          ends_round(body.table);
        } else if constexpr (std::same_as<Body, BackOutAward>) {
          const PageNumber page = event.outcome.win_page;
          const auto found = wins_.find(page);
          WinRow& row = found == wins_.end() ? void_early_[page] : found->second;
          row.voided = true;
          row.voided_ms = event.time_ms;
          row.voided_by = event.by;
          row.void_document = body.document;
        }
      },
      event.command);
  for (const ClaimNumber claim : event.outcome.dropped) marked_.erase(claim);
}

void Chronicle::prepend(Chronicle older) {
  for (auto& [id, series] : series_) {
    const auto before = older.series_.find(id);
    if (before == older.series_.end()) continue;
    Series joined = std::move(before->second);
    const auto moved = [wagers = joined.now.wagers, rounds = joined.now.rounds](Sample sample) {
      sample.wagers += wagers;
      sample.rounds += rounds;
      return sample;
    };
    for (size_t i = 0; i < resolutions.size(); ++i) {
      std::deque<Sample>& ring = joined.rings[i];
      const int64_t span_ms = resolutions[i].span_ms;
      for (const Sample& sample : series.rings[i]) {
        if (!ring.empty() && ring.back().time_ms / span_ms == sample.time_ms / span_ms) ring.pop_back();
        ring.push_back(moved(sample));
      }
      while (ring.size() > resolutions[i].kept) ring.pop_front();
    }
    joined.now = moved(series.now);
    series = std::move(joined);
  }
  for (auto& [page, row] : void_early_) {
    const auto found = older.wins_.find(page);
    if (found == older.wins_.end()) continue;
    found->second.voided = true;
    found->second.voided_ms = row.voided_ms;
    found->second.voided_by = row.voided_by;
    found->second.void_document = row.void_document;
  }
  void_early_.clear();
  for (auto& [claim, envy] : envy_late_) {
    const auto page = older.pages_.find(claim);
    if (page == older.pages_.end()) continue;
    std::vector<WinEnvy>& paid = older.wins_.at(page->second).envy;
    paid.insert(paid.end(), envy.begin(), envy.end());
  }
  envy_late_ = std::move(older.envy_late_);
  wins_.merge(older.wins_);
  pages_.merge(older.pages_);
  forget_old_wins();
}

void Chronicle::forget_old_wins() {
  while (wins_.size() > wins_kept) {
    pages_.erase(wins_.begin()->second.claim);
    wins_.erase(wins_.begin());
  }
}

// The finest that is known of every time.
std::vector<Chronicle::Sample> Chronicle::all_samples(const Series& series) const {
  std::vector<Sample> all;
  for (size_t i = resolutions.size(); i-- > 0;) {
    const bool finest = i == 0;
    const std::deque<Sample>& ring = series.rings[i];
    const int64_t until_ms = finest || series.rings[i - 1].empty() ? INT64_MAX : series.rings[i - 1].front().time_ms;
    for (const Sample& sample : ring)
      if (sample.time_ms < until_ms && (all.empty() || sample.sequence > all.back().sequence)) all.push_back(sample);
  }
  return all;
}

std::vector<Chronicle::Sample> Chronicle::samples(const LinkId& link, int64_t since_ms, int64_t until_ms,
                                                  size_t points) const {
  std::vector<Sample> result;
  const auto found = series_.find(link);
  if (found == series_.end() || until_ms <= since_ms || points == 0) return result;
  const std::vector<Sample> all = all_samples(found->second);
  const auto first = std::ranges::lower_bound(all, since_ms, {}, &Sample::time_ms);
  const auto last = std::ranges::lower_bound(all, until_ms, {}, &Sample::time_ms);
  if (first != all.begin()) result.push_back(*std::prev(first));
  if (first == last) return result;
  // Spans over what is there: nobody is helped by empty years before the link began.
  const int64_t from_ms = first->time_ms;
  const int64_t length_ms = std::prev(last)->time_ms - from_ms + 1;
  const auto span_of = [&](const Sample& sample) {
    return (sample.time_ms - from_ms) * static_cast<int64_t>(points) / length_ms;
  };
  for (auto at = first; at != last; ++at) {
    const bool ends_span = std::next(at) == last || span_of(*std::next(at)) != span_of(*at);
    if (ends_span) result.push_back(*at);
  }
  return result;
}

std::array<int64_t, levels_max> Chronicle::meters(const LinkId& link) const {
  const auto found = series_.find(link);
  return found == series_.end() ? std::array<int64_t, levels_max>{} : found->second.now.meters;
}

Chronicle::Pace Chronicle::pace(const LinkId& link, int64_t since_ms, int64_t now_ms) const {
  const auto found = series_.find(link);
  if (found == series_.end()) return {};
  const std::vector<Sample> all = all_samples(found->second);
  auto from = std::ranges::lower_bound(all, since_ms, {}, &Sample::time_ms);
  if (from != all.begin()) --from;
  if (from == all.end()) return {};
  const Sample& now = found->second.now;
  const int64_t from_ms = std::max(from->time_ms, since_ms);
  return {now.wagers - from->wagers, now.rounds - from->rounds, std::max<int64_t>(0, now_ms - from_ms)};
}

std::vector<WinRow> Chronicle::wins(const LinkId& link, PageNumber below, size_t count_max) const {
  std::vector<WinRow> rows;
  auto at = below == 0 ? wins_.end() : wins_.lower_bound(below);
  while (at != wins_.begin() && rows.size() < count_max) {
    --at;
    if (link.empty() || at->second.link == link) rows.push_back(at->second);
  }
  return rows;
}

}  // namespace cardroom::server
