#include "ledger/reports/journal_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include <boost/json/monotonic_resource.hpp>
#include <boost/json/parse.hpp>

#include "ledger/codec.h"

namespace cardroom::ledger::reports {

using progressive::Event;
using progressive::PageNumber;

namespace {

// An ordinary event is read without asking the heap for its JSON.
std::expected<Event, DecodeError> read_event(const Entry& entry) {
  if (entry.body.size() > body_bytes_max) return std::unexpected(DecodeError{"", "the text is too long"});
  std::array<unsigned char, 16384> memory;
  boost::json::monotonic_resource resource(memory.data(), memory.size());
  boost::json::error_code error;
  const boost::json::value value = boost::json::parse({entry.body.data(), entry.body.size()}, error, &resource);
  if (error) return std::unexpected(DecodeError{"", "is not JSON: " + error.message()});
  return from_json<Event>(value);
}

bool gives_slip(const Event& event, PageNumber page) {
  return !event.outcome.refused && event.outcome.win_page == page &&
         !std::holds_alternative<progressive::BackOutAward>(event.command);
}

}  // namespace

bool JournalReader::open() {
  const auto head = store_.head();
  if (head) head_ = *head;
  if (!head) fail(false, head.error().to_text());
  return head.has_value();
}

void JournalReader::fail(bool damaged, std::string text) {
  if (!failure_) failure_ = WalkError{damaged, std::move(text)};
}

uint64_t JournalReader::first_at(int64_t time_ms) {
  uint64_t low = 1;  // all before it are earlier
  uint64_t high = head_.sequence + 1;
  if (time_ms == std::numeric_limits<int64_t>::min()) return low;
  // The times of archived segments are known without their files.
  const auto archive = store_.archive();
  if (!archive) fail(false, archive.error().to_text());
  for (const Segment& segment : archive ? archive->segments : std::vector<Segment>()) {
    if (segment.last_ms < time_ms) low = segment.last + 1;
    if (segment.first_ms >= time_ms) high = std::min(high, segment.first);
  }
  while (low < high && !failure_) {
    const uint64_t middle = low + (high - low) / 2;
    const auto entry = store_.entry(middle);
    if (!entry)
      fail(false, entry.error().to_text());
    else if (!*entry)
      fail(true, fmt::format("entry {} is missing", middle));
    else if ((*entry)->time_ms < time_ms)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

Position JournalReader::from(KnownState known) {
  Position position{std::move(known.state), known.head, 0};
  const auto entry = store_.entry(known.head.sequence);
  if (!entry)
    fail(false, entry.error().to_text());
  else if (!*entry || (*entry)->hash != known.head.hash)
    fail(true, fmt::format("entry {} is not the one that a snapshot was taken after", known.head.sequence));
  else
    position.time_ms = (*entry)->time_ms;
  return position;
}

Position JournalReader::nearest(uint64_t last) {
  if (failure_ || last == 0) return {};
  auto known = known_state(store_, std::min(last, head_.sequence));
  if (!known) fail(false, known.error().to_text());
  return known && *known ? from(std::move(**known)) : Position();
}

std::optional<Position> JournalReader::at_snapshot(uint64_t sequence) {
  Position position = nearest(sequence);
  if (failure_ || position.head.sequence != sequence) return std::nullopt;
  return position;
}

std::vector<uint64_t> JournalReader::snapshots_from(uint64_t sequence) {
  std::vector<uint64_t> found;
  const auto heads = store_.snapshot_heads(head_.sequence, std::numeric_limits<size_t>::max());
  if (!heads) fail(false, heads.error().to_text());
  if (!heads) return found;
  for (auto head = heads->rbegin(); head != heads->rend(); ++head)
    if (head->sequence >= sequence) found.push_back(head->sequence);
  return found;
}

void JournalReader::read_on(Position& position, const Visit& before, const Visit& after) {
  if (failure_ || position.head.sequence >= head_.sequence) return;
  const auto visit = [&](const Entry& entry) {
    const auto damage = [&](std::string text) {
      fail(true, std::move(text));
      return false;
    };
    if (const auto broken = chain_break(position.head, entry)) return damage(*broken);
    const auto event = read_event(entry);
    if (!event) return damage(fmt::format("entry {} cannot be read: {}", entry.sequence, event.error().to_text()));
    const Step step{entry, *event, position.state, false};
    if (!before(step) || failure_) return false;
    if (const auto applied = progressive::apply(position.state, *event); !applied)
      return damage(fmt::format("entry {} does not fit the entries before it: {}", entry.sequence, applied.error()));
    position.head = {entry.sequence, entry.hash};
    position.time_ms = entry.time_ms;
    return after(step) && !failure_ && entry.sequence < head_.sequence;
  };
  const auto read = store_.read(position.head.sequence + 1, visit);
  if (!read) fail(false, read.error().to_text());
}

void JournalReader::at(int64_t time_ms, const Visit& visit) {
  Position position = nearest(first_at(time_ms) - 1);
  read_on(
      position,
      [&](const Step& step) {
        if (step.entry.time_ms < time_ms) return true;
        return step.entry.time_ms == time_ms && visit(step);
      },
      [](const Step&) { return true; });
}

// Slips are numbered as they are given: the snapshots are searched for the last one before it.
void JournalReader::slip(PageNumber page, const std::function<void(const Step&)>& visit) {
  std::vector<uint64_t> snapshots = snapshots_from(1);
  Position position;
  while (!snapshots.empty() && !failure_) {
    const auto middle = snapshots.begin() + static_cast<std::ptrdiff_t>(snapshots.size() / 2);
    auto found = at_snapshot(*middle);
    if (!found) {
      snapshots.erase(middle);
    } else if (found->state.last_page < page) {
      position = std::move(*found);
      snapshots.erase(snapshots.begin(), middle + 1);
    } else {
      snapshots.erase(middle, snapshots.end());
    }
  }
  read_on(
      position,
      [&](const Step& step) {
        if (!gives_slip(step.event, page)) return step.state.last_page < page;
        visit(step);
        return false;
      },
      [](const Step&) { return true; });
}

std::optional<int64_t> JournalReader::slip_time(PageNumber page) {
  std::optional<int64_t> time_ms;
  slip(page, [&](const Step& step) { time_ms = step.entry.time_ms; });
  return time_ms;
}

}  // namespace cardroom::ledger::reports
