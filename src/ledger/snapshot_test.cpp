// Snapshots and the entries that vouch for them.
#include <gtest/gtest.h>

#include "ledger/audit.h"
#include "ledger/codec.h"
#include "ledger/ledger.h"
#include "ledger/memory_store.h"
#include "ledger/testing/house.h"
#include "progressive/laws.h"

namespace cardroom::ledger {
namespace {

using namespace progressive;

// A house of seven commands and six rounds, closed: nineteen entries, and the twentieth records the snapshot.
class SnapshotTest : public ::testing::Test {
 protected:
  static constexpr uint64_t record = 20;

  SnapshotTest() {
    auto ledger = testing::open_house(store());
    play(*ledger, 6);
    right = ledger->state();
    EXPECT_TRUE(ledger->close());
  }

  std::unique_ptr<Store> store() { return make_memory_store(journal, OpenMode::create, lease_ms_default); }
  std::unique_ptr<Ledger> open(uint64_t snapshot_every = 10'000) {
    auto ledger = Ledger::open(store(), {this_process(), testing::ticking_clock(), snapshot_every});
    EXPECT_TRUE(ledger) << ledger.error().to_text();
    return std::move(*ledger);
  }
  void play(Ledger& ledger, int rounds) {
    for (int i = 0; i < rounds; ++i) {
      const std::string id = std::to_string(++played_);
      EXPECT_EQ(ledger.decide_one(testing::start_round("s" + id, 1, 1)).kind, Answer::Kind::accepted);
      EXPECT_EQ(ledger.decide_one(testing::end_round("e" + id, 1)).kind, Answer::Kind::accepted);
    }
  }
  Replayed replayed() {
    auto result = replay(*store());
    EXPECT_TRUE(result) << result.error().to_text();
    return std::move(*result);
  }
  std::vector<std::pair<uint64_t, FindingKind>> found() {
    const auto result = audit(*store(), {});
    EXPECT_TRUE(result);
    std::vector<std::pair<uint64_t, FindingKind>> list;
    for (const Finding& finding : result->findings) list.emplace_back(finding.sequence, finding.kind);
    return list;
  }
  Snapshot& snapshot() { return std::prev(journal->snapshots.end())->second; }  // the newest
  Entry& last() { return journal->entries.back(); }
  void drop_last() {
    journal->sequence_of_command.erase(last().command_id);
    journal->entries.pop_back();
  }
  void rechain() {
    Head before;
    for (Entry& entry : journal->entries) {
      entry.hash = chain_hash(before.hash, entry);
      before = {entry.sequence, entry.hash};
    }
  }
  // A thousand dollars more on the meter, and in what was contributed: no law is broken.
  static std::string forged(const std::string& body) {
    auto state = from_json_text<State>(body, snapshot_bytes_max);
    EXPECT_TRUE(state);
    LevelState& level = state->links.at({"link-1"}).levels[0];
    level.funds.meter += base::to_meter_units(base::Cents(100'000));
    level.totals.contributions += base::to_meter_units(base::Cents(100'000));
    EXPECT_FALSE(find_broken_law_after(*state, nullptr));
    return encode_snapshot(*state);
  }

  std::shared_ptr<MemoryJournal> journal = std::make_shared<MemoryJournal>();
  State right;

 private:
  int played_ = 0;
};
using Found = std::vector<std::pair<uint64_t, FindingKind>>;

TEST_F(SnapshotTest, IsRecordedByTheNextEntryAndUsed) {
  ASSERT_EQ(journal->entries.size(), record);
  ASSERT_EQ(journal->snapshots.size(), 1U);
  EXPECT_EQ(snapshot().head.sequence, record - 1);
  EXPECT_EQ(last().command_id, "ledger/snapshot-19");
  EXPECT_NE(last().body.find(to_hex(digest_of(snapshot().body))), std::string::npos);
  const Replayed now = replayed();
  EXPECT_TRUE(now.snapshot_kept);
  EXPECT_EQ(now.state, right);
  EXPECT_EQ(now.head.sequence, record);
  EXPECT_EQ(found(), Found{});
}

TEST_F(SnapshotTest, ThatWasChangedIsIgnoredAndNamedByTheAudit) {
  snapshot().body = forged(snapshot().body);
  const Replayed now = replayed();
  EXPECT_FALSE(now.snapshot_kept);
  EXPECT_EQ(now.state, right);
  EXPECT_EQ(found(), (Found{{record - 1, FindingKind::snapshot}}));
}

TEST_F(SnapshotTest, ThatWasChangedLeavesTheOlderOne) {
  auto ledger = open();
  play(*ledger, 1);
  right = ledger->state();
  ASSERT_TRUE(ledger->close());
  ASSERT_EQ(journal->snapshots.size(), 2U);
  EXPECT_EQ(snapshot().head.sequence, 22U);
  snapshot().body = forged(snapshot().body);
  // With the entries before the older snapshot gone, only that one can give the state.
  std::vector<Entry> whole = journal->entries;
  for (uint64_t i = 0; i < 18; ++i) journal->entries[i].body.clear();
  EXPECT_EQ(replayed().state, right);
  journal->entries = whole;
  EXPECT_EQ(found(), (Found{{22, FindingKind::snapshot}}));
}

TEST_F(SnapshotTest, WhoseRecordIsForgedWithItIsNamedByTheAudit) {
  snapshot().body = forged(snapshot().body);
  const Event event = snapshot_event(snapshot_command(record - 1, snapshot().body), last().time_ms);
  last().body = to_json(event);
  last().command_digest = digest_of_command(command_of(event));
  rechain();
  EXPECT_EQ(found(), (Found{{record, FindingKind::snapshot}}));
}

TEST_F(SnapshotTest, RecordThatTheProgramWouldNotMakeIsNamedByTheAudit) {
  const auto with = [&](TakeSnapshot command, const std::string& id) {
    const Event event = snapshot_event(command, last().time_ms);
    last().body = to_json(event);
    last().command_digest = digest_of_command(command_of(event));
    last().command_id = id;
    rechain();
    return found();
  };
  TakeSnapshot command = snapshot_command(record - 1, snapshot().body);
  EXPECT_EQ(with(command, "ledger/snapshot-19"), Found{});
  EXPECT_EQ(with(command, "mine"), (Found{{record, FindingKind::rules}}));
  // A format that nobody knows would hide any digest.
  command.format = snapshot_format + 1;
  EXPECT_EQ(with(command, "ledger/snapshot-19"), (Found{{record, FindingKind::snapshot}}));
  EXPECT_FALSE(replayed().snapshot_kept);
  command.format = snapshot_format;
  command.after = 3;
  EXPECT_EQ(with(command, "ledger/snapshot-3"), (Found{{record, FindingKind::rules}}));
}

TEST_F(SnapshotTest, WithoutARecordIsNotLookedAt) {
  drop_last();
  // As an older program wrote it, and with a lie in it.
  snapshot().body = R"({"time_ms":1767225600018,"state":)" + forged(snapshot().body) + "}";
  const Replayed now = replayed();
  EXPECT_FALSE(now.snapshot_kept);
  EXPECT_EQ(now.state, right);
  EXPECT_EQ(found(), Found{});
  auto ledger = open();
  play(*ledger, 1);
  ASSERT_TRUE(ledger->close());
  EXPECT_TRUE(replayed().snapshot_kept);
  EXPECT_EQ(found(), Found{});
}

TEST_F(SnapshotTest, MissingAfterACrashIsPutAgainWithoutAnotherEntry) {
  const auto before = journal->snapshots;
  journal->snapshots.clear();
  EXPECT_EQ(replayed().state, right);
  EXPECT_EQ(found(), Found{});
  ASSERT_TRUE(open()->close());
  EXPECT_EQ(journal->entries.size(), record);
  EXPECT_EQ(journal->snapshots, before);
  EXPECT_TRUE(replayed().snapshot_kept);
}

TEST_F(SnapshotTest, NewestOneThatIsMissingIsPutAgainAlthoughAnOlderOneIsThere) {
  auto ledger = open();
  play(*ledger, 1);
  ASSERT_TRUE(ledger->close());
  const auto before = journal->snapshots;
  ASSERT_EQ(before.size(), 2U);
  journal->snapshots.erase(snapshot().head.sequence);
  EXPECT_FALSE(replayed().snapshot_kept);
  ASSERT_TRUE(open()->close());
  EXPECT_EQ(journal->snapshots, before);
}

TEST_F(SnapshotTest, LedgerThatIsOnlyOpenedAndClosedDoesNotGrow) {
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(open()->close());
  EXPECT_EQ(journal->entries.size(), record);
  auto ledger = open();
  play(*ledger, 1);
  ASSERT_TRUE(ledger->close());
  EXPECT_EQ(journal->entries.size(), record + 3);
  ASSERT_TRUE(open()->close());
  EXPECT_EQ(journal->entries.size(), record + 3);
}

TEST_F(SnapshotTest, IsTakenEverySoManyEntries) {
  auto ledger = open(10);
  play(*ledger, 40);
  uint64_t records = 0;
  for (const Entry& entry : journal->entries)
    if (entry.command_id.starts_with("ledger/")) ++records;
  // Of entries 21 on: one after ten of any kind, which is a record and nine others.
  EXPECT_EQ(records, 1U + 80 / 9);
  EXPECT_EQ(ledger->head().sequence, journal->entries.size());
  right = ledger->state();
  const Replayed now = replayed();
  EXPECT_TRUE(now.snapshot_kept);
  EXPECT_EQ(now.state, right);
  EXPECT_EQ(found(), Found{});
}

// A day's report must find a state near its beginning, however old it is.
TEST_F(SnapshotTest, IsKeptAndFoundForEveryMoment) {
  auto ledger = open(10);
  play(*ledger, 100);
  std::vector<uint64_t> recorded;  // by the journal: after which entries there was one
  for (const Entry& entry : journal->entries)
    if (entry.command_id.starts_with("ledger/")) recorded.push_back(entry.sequence - 1);
  ASSERT_GT(recorded.size(), 20U);
  for (uint64_t last = 0; last <= ledger->head().sequence; ++last) {
    const auto known = known_state(*store(), last);
    ASSERT_TRUE(known);
    const auto after = std::ranges::upper_bound(recorded, last);
    ASSERT_EQ(known->has_value(), after != recorded.begin()) << last;
    if (!*known) continue;
    EXPECT_EQ((*known)->head.sequence, *std::prev(after));
    State slow;
    for (uint64_t i = 0; i < (*known)->head.sequence; ++i) {
      const auto event = from_json_text<Event>(journal->entries[i].body, body_bytes_max);
      ASSERT_TRUE(event && apply(slow, *event));
    }
    EXPECT_EQ((*known)->state, slow);
  }
}

// Opened for a few commands again and again, a ledger keeps no more of them than one that runs on.
TEST_F(SnapshotTest, OfALedgerThatIsClosedOftenAreThinnedOut) {
  std::vector<uint64_t> taken = {record - 1};
  for (int i = 0; i < 60; ++i) {
    auto ledger = open(30);
    play(*ledger, 1);
    taken.push_back(ledger->head().sequence);
    ASSERT_TRUE(ledger->close());
  }
  std::vector<uint64_t> kept;
  for (const auto& [sequence, ignored] : journal->snapshots) kept.push_back(sequence);
  // By hand: entries 22, 25, 28 … 199 are followed by one; of those from 19 on, every tenth and the last two stay.
  ASSERT_EQ(taken.back(), 199U);
  EXPECT_EQ(kept, (std::vector<uint64_t>{19, 49, 79, 109, 139, 169, 196, 199}));
  EXPECT_EQ(found(), Found{});
}

// A program that writes its states in another way cannot read these, and asks for none of their bodies.
TEST_F(SnapshotTest, OfAnotherFormatOrWithoutARecordIsPassedBy) {
  auto ledger = open(10);
  play(*ledger, 300);
  right = ledger->state();
  ASSERT_GT(journal->snapshots.size(), 40U);
  const uint64_t first = journal->snapshots.begin()->first;
  for (auto at = std::next(journal->snapshots.begin()); at != journal->snapshots.end(); ++at) {
    Entry& entry = journal->entries[at->first];
    auto event = from_json_text<Event>(entry.body, body_bytes_max);
    ASSERT_TRUE(event);
    std::get<TakeSnapshot>(event->command).format = snapshot_format - 1;
    entry.body = to_json(*event);
  }
  rechain();
  for (auto& [sequence, kept] : journal->snapshots) kept.head.hash = journal->entries[sequence - 1].hash;
  const auto known = known_state(*store());
  ASSERT_TRUE(known && *known);
  EXPECT_EQ((*known)->head.sequence, first);
  EXPECT_EQ(replayed().state, right);
}

TEST_F(SnapshotTest, CanBeRecordedByNobodyElse) {
  auto ledger = open();
  const TakeSnapshot command = snapshot_command(record, forged(snapshot().body));
  const Answer by_table = ledger->decide_one({"mine", {}, {}, command});
  EXPECT_EQ(by_table.refusal.code, RefusalCode::command_reserved);
  EXPECT_EQ(by_table.sequence, record + 1);  // somebody should see that it was tried
  const Head head = ledger->head();
  for (const uint64_t after : {uint64_t{19}, record + 1}) {
    const std::string id = snapshot_command_id(after);
    EXPECT_EQ(ledger->decide_one({id, {"adm"}, {}, command}).refusal.code, RefusalCode::command_reserved);
  }
  // Even word for word: it is not his to be told that it was accepted.
  const auto own = from_json_text<Event>(journal->entries[record - 1].body, body_bytes_max);
  ASSERT_TRUE(own);
  EXPECT_EQ(ledger->decide_one({snapshot_command_id(19), {}, {}, own->command}).refusal.code,
            RefusalCode::command_reserved);
  EXPECT_EQ(ledger->decide_one(testing::start_round(snapshot_command_id(record + 1), 1, 1)).refusal.code,
            RefusalCode::command_id_reserved);
  EXPECT_EQ(ledger->decide_one(testing::start_round(snapshot_command_id(19), 1, 1)).refusal.code,
            RefusalCode::command_id_reused);
  EXPECT_EQ(ledger->head(), head);
  ASSERT_TRUE(ledger->close());
  EXPECT_TRUE(replayed().snapshot_kept);
  EXPECT_EQ(replayed().state, right);
  EXPECT_EQ(found(), Found{});
}

// Before there were ids of the ledger's own anybody could use them.
TEST_F(SnapshotTest, OlderCommandUnderAnIdOfTheLedgersIsAnsweredAsThen) {
  drop_last();
  journal->snapshots.clear();
  Entry& old = journal->entries[17];
  journal->sequence_of_command.erase(old.command_id);
  old.command_id = "ledger/snapshot-21";
  journal->sequence_of_command[old.command_id] = old.sequence;
  rechain();
  auto ledger = open();
  const Answer again = ledger->decide_one(testing::start_round("ledger/snapshot-21", 1, 1));
  EXPECT_TRUE(again.repeated);
  EXPECT_EQ(again.sequence, 18U);
  // The snapshot after entry 21 cannot have its id, and is left out.
  play(*ledger, 1);
  ASSERT_EQ(ledger->head().sequence, 21U);
  right = ledger->state();
  ASSERT_TRUE(ledger->close());
  EXPECT_EQ(journal->entries.size(), 21U);
  EXPECT_EQ(replayed().state, right);
}

}  // namespace
}  // namespace cardroom::ledger
