#include "ledger/audit.h"

#include <gtest/gtest.h>

#include "ledger/codec.h"
#include "ledger/memory_store.h"
#include "ledger/testing/audit_both_ways.h"
#include "ledger/testing/house.h"

namespace cardroom::ledger {
namespace {

using namespace progressive;

class AuditTest : public ::testing::Test {
 protected:
  AuditTest() {
    auto ledger = testing::open_house(store(OpenMode::create));
    for (int i = 0; i < 5; ++i) {
      ledger->decide_one(testing::start_round("s" + std::to_string(i), 1, 1));
      ledger->decide_one(testing::end_round("e" + std::to_string(i), 1));
    }
    ledger->decide_one(testing::end_round("refused", 1));
    EXPECT_TRUE(ledger->close());
  }

  std::unique_ptr<Store> store(OpenMode mode) { return make_memory_store(journal, mode, lease_ms_default); }
  AuditResult run(const AuditOptions& options = {}) {
    const auto result = testing::audit_both_ways(
        [this]() -> StoreResult<std::unique_ptr<Store>> { return store(OpenMode::read_only); }, options);
    EXPECT_TRUE(result);
    return *result;
  }
  Entry& entry(uint64_t sequence) { return journal->entries[sequence - 1]; }
  // Hashes from this entry on made anew, as a forger would.
  void rechain(uint64_t from) {
    for (uint64_t s = from; s <= journal->entries.size(); ++s)
      entry(s).hash = chain_hash(s == 1 ? Digest{} : entry(s - 1).hash, entry(s));
    journal->snapshots.clear();
  }
  static void replace(std::string& text, const std::string& from, const std::string& to) {
    const size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << text;
    text.replace(at, from.size(), to);
  }

  std::shared_ptr<MemoryJournal> journal = std::make_shared<MemoryJournal>();
};

TEST_F(AuditTest, FindsNothingInAnHonestJournal) {
  const AuditResult result = run();
  EXPECT_TRUE(result.is_clean());
  EXPECT_EQ(result.entries, journal->entries.size());
  EXPECT_EQ(result.refused, 1U);
  EXPECT_EQ(result.state.rounds, 5U);
  EXPECT_EQ(result.head.hash, journal->entries.back().hash);
}

TEST_F(AuditTest, NamesTheEntryWhoseBytesWereChanged) {
  replace(entry(9).body, "\"T1\"", "\"T2\"");
  const AuditResult result = run();
  ASSERT_FALSE(result.findings.empty());
  EXPECT_EQ(result.findings[0].sequence, 9U);
  EXPECT_EQ(result.findings[0].kind, FindingKind::hash);
}

TEST_F(AuditTest, NamesTheEntryAfterWhichOneIsMissing) {
  journal->entries.erase(journal->entries.begin() + 8);
  const AuditResult result = run();
  ASSERT_FALSE(result.findings.empty());
  EXPECT_EQ(result.findings[0].kind, FindingKind::sequence);
  EXPECT_EQ(result.findings[0].sequence, 10U);
  EXPECT_NE(result.findings[0].text.find("9"), std::string::npos);
}

TEST_F(AuditTest, FollowsTheRulesEvenWhenTheChainWasForgedAnew) {
  // A cent less for the meter, a cent more for the house: it balances.
  const uint64_t start = 8;
  replace(entry(start).body, R"("account":"meter","link":"link-1","amount":"0.90")",
          R"("account":"meter","link":"link-1","amount":"0.89")");
  replace(entry(start).body, R"("account":"house","link":"link-1","amount":"5.04")",
          R"("account":"house","link":"link-1","amount":"5.05")");
  rechain(start);
  const AuditResult result = run();
  ASSERT_FALSE(result.findings.empty());
  EXPECT_EQ(result.findings[0].sequence, start);
  EXPECT_EQ(result.findings[0].kind, FindingKind::rules);
}

TEST_F(AuditTest, TakesARefusalInTheWordsOfAnotherVersionButNotByAnotherRule) {
  const uint64_t refused = journal->entries.size() - 1;  // before the record of the snapshot
  const auto rewrite = [&](auto change) {
    auto event = from_json_text<Event>(entry(refused).body, body_bytes_max);
    ASSERT_TRUE(event && event->outcome.refused);
    change(*event->outcome.refused);
    entry(refused).body = to_json(*event);
    rechain(refused);
  };
  rewrite([](Refusal& refusal) { refusal.text = "as an older program said it"; });
  EXPECT_TRUE(run().is_clean());
  rewrite([](Refusal& refusal) { refusal.code = RefusalCode::table_unknown; });
  const AuditResult result = run();
  ASSERT_FALSE(result.findings.empty());
  EXPECT_EQ(result.findings[0].sequence, refused);
  EXPECT_EQ(result.findings[0].kind, FindingKind::rules);
}

TEST_F(AuditTest, TakesTheReasonOfAWagerLeftOutInTheWordsOfAnotherVersionButNotByAnotherRule) {
  auto ledger = Ledger::open(store(OpenMode::existing), {this_process(), testing::ticking_clock()});
  ASSERT_TRUE(ledger);
  const auto accept = [&](const std::string& id, CommandBody body, const char* by, const char* second) {
    EXPECT_EQ((*ledger)->decide_one({id, {by}, {second}, std::move(body)}).kind, Answer::Kind::accepted) << id;
  };
  accept("second", testing::opening(2, 0)[5].body, "exe", "sup");  // link-2, which stays closed
  accept("both", ChangeTable{{{"T1"}, "three-card-poker", 6, Keypad::second_generation, {{"link-1"}, {"link-2"}}}},
         "exe", "sup");
  accept("start", StartRound{{"T1"}, {{1, {"link-1"}, base::Cents(100)}, {1, {"link-2"}, base::Cents(100)}}}, "", "");
  const uint64_t started = journal->entries.size();
  ASSERT_TRUE((*ledger)->close());
  const auto rewrite = [&](auto change) {
    auto event = from_json_text<Event>(entry(started).body, body_bytes_max);
    ASSERT_TRUE(event && event->outcome.left_out.size() == 1);
    change(event->outcome.left_out[0].refusal);
    entry(started).body = to_json(*event);
    rechain(started);
  };
  rewrite([](Refusal& refusal) { refusal.text = "as an older program said it"; });
  EXPECT_TRUE(run().is_clean());
  rewrite([](Refusal& refusal) { refusal.code = RefusalCode::link_retired; });
  const AuditResult result = run();
  ASSERT_FALSE(result.findings.empty());
  EXPECT_EQ(result.findings[0].sequence, started);
  EXPECT_EQ(result.findings[0].kind, FindingKind::rules);
}

TEST_F(AuditTest, KnowsACommandByItsDigest) {
  const uint64_t start = 8;
  entry(start).command_digest[3] ^= 1;
  rechain(start);
  const AuditResult result = run();
  ASSERT_EQ(result.findings.size(), 1U);
  EXPECT_EQ(result.findings[0].kind, FindingKind::command);
}

TEST_F(AuditTest, SeesTimeThatGoesBack) {
  auto event = from_json_text<Event>(entry(10).body, body_bytes_max);
  ASSERT_TRUE(event);
  event->time_ms -= 1'000'000;
  entry(10).time_ms = event->time_ms;
  entry(10).body = to_json(*event);
  rechain(10);
  const AuditResult result = run();
  ASSERT_EQ(result.findings.size(), 1U);
  EXPECT_EQ(result.findings[0].kind, FindingKind::time);
}

TEST_F(AuditTest, HoldsAWholeForgeryAgainstAnAnchor) {
  const Head noted = {12, entry(12).hash};
  EXPECT_TRUE(run({.anchor = noted, .progress = {}}).is_clean());
  entry(3).command_id = "another";
  rechain(3);
  EXPECT_TRUE(run().is_clean());
  const AuditResult result = run({.anchor = noted, .progress = {}});
  ASSERT_EQ(result.findings.size(), 1U);
  EXPECT_EQ(result.findings[0].kind, FindingKind::anchor);
}

TEST_F(AuditTest, ComparesSnapshotsWithTheJournal) {
  ASSERT_EQ(journal->snapshots.size(), 1U);
  replace(journal->snapshots.begin()->second.body, "\"rounds\":5", "\"rounds\":6");
  const AuditResult result = run();
  ASSERT_EQ(result.findings.size(), 1U);
  EXPECT_EQ(result.findings[0].kind, FindingKind::snapshot);
}

TEST_F(AuditTest, SaysWhatCannotBeRead) {
  entry(11).body = "{\"time_ms\":";
  const AuditResult result = run();
  ASSERT_GE(result.findings.size(), 2U);
  EXPECT_EQ(result.findings[1].sequence, 11U);
  EXPECT_EQ(result.findings[1].kind, FindingKind::body);
}

}  // namespace
}  // namespace cardroom::ledger
