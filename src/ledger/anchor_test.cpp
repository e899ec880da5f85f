#include "ledger/anchor.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <sstream>

#include "ledger/memory_store.h"
#include "ledger/testing/house.h"
#include "ledger/testing/temporary_folder.h"

namespace cardroom::ledger {
namespace {

using testing::TemporaryFolder;

class AnchorTest : public ::testing::Test {
 protected:
  AnchorTest() : files(anchor_files(folder.file("floor.ledger.secret"))) {}

  std::unique_ptr<Store> store() { return make_memory_store(journal, OpenMode::create, lease_ms_default); }
  void play() { auto house = testing::open_house(store()); }
  Step step(size_t sequence) { return *Step::read(journal->entries.at(sequence - 1)); }
  std::unique_ptr<AnchorKeeper> keeper() {
    auto opened = AnchorKeeper::open(files, *store());
    if (!opened) throw std::runtime_error(opened.error().to_text());
    return std::move(*opened);
  }
  std::string refusal() {
    const auto opened = AnchorKeeper::open(files, *store());
    return opened ? "" : opened.error().to_text();
  }
  static std::string text_in(const std::string& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
  }
  static void put(const std::string& file, const std::string& text) { std::ofstream(file) << text; }

  TemporaryFolder folder;
  AnchorFiles files;
  std::shared_ptr<MemoryJournal> journal = std::make_shared<MemoryJournal>();
};

TEST_F(AnchorTest, IsKeptBesideTheSecret) {
  EXPECT_EQ(anchor_files("/a/floor.ledger.secret").anchor, "/a/floor.ledger.anchor");
  EXPECT_EQ(anchor_files("/a/floor.ledger.secret").key, "/a/floor.ledger.key");
  EXPECT_EQ(anchor_files("/a/secret").anchor, "/a/secret.anchor");
  EXPECT_EQ(anchor_files("/a/.secret").key, "/a/.key");
}

TEST_F(AnchorTest, TheKeyIsMadeOnceAndOnlyItsOwnerReadsIt) {
  const PublicKey first = keeper()->key().public_key();
  struct stat status{};
  ASSERT_EQ(::stat(files.key.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600U);
  EXPECT_EQ(keeper()->key().public_key(), first);
  EXPECT_EQ(*read_public_key(folder.file("floor.ledger.pub")), first);
  ASSERT_EQ(::chmod(files.key.c_str(), 0640), 0);
  EXPECT_NE(refusal().find("chmod 600"), std::string::npos) << refusal();
}

TEST_F(AnchorTest, MovesWithTheEntriesAndIsReadByWhoHasThePublicKey) {
  {
    const auto kept = keeper();
    EXPECT_TRUE(kept->is_new());
    play();
    ASSERT_TRUE(kept->advance(std::vector{step(1), step(2)}));
    ASSERT_TRUE(kept->advance(std::vector{step(3)}));
    ASSERT_TRUE(kept->sync());
  }
  const auto key = read_public_key(folder.file("floor.ledger.pub"));
  const auto anchor = read_anchor(files.anchor, *key);
  ASSERT_TRUE(anchor && *anchor);
  EXPECT_EQ(**anchor, (Anchor{journal->entries[0].hash, {3, journal->entries[2].hash}}));
  const auto again = keeper();
  EXPECT_FALSE(again->is_new());
  EXPECT_EQ(again->anchor(), **anchor);
}

TEST_F(AnchorTest, AnyChangedByteOrAnotherKeyIsNoAnchor) {
  play();
  const auto kept = keeper();
  const std::string text = text_in(files.anchor);
  const PublicKey key = kept->key().public_key();
  ASSERT_TRUE(parse_anchor(text, key));
  for (size_t i = 0; i < text.size(); ++i) {
    std::string changed = text;
    changed[i] = changed[i] == '1' ? '2' : '1';
    EXPECT_FALSE(parse_anchor(changed, key)) << i;
    EXPECT_FALSE(parse_anchor(text.substr(0, i), key)) << i;
  }
  EXPECT_FALSE(parse_anchor(text + "x", key));
  PublicKey other = key;
  other[0] ^= 1;
  EXPECT_FALSE(parse_anchor(text, other));
}

TEST_F(AnchorTest, AJournalWithoutTheAcknowledgedEntryIsRefused) {
  play();
  const auto whole = journal->entries;
  const size_t last = whole.size();
  {
    const auto kept = keeper();
    EXPECT_EQ(kept->anchor().head.sequence, last);
  }
  EXPECT_EQ(refusal(), "");
  journal->entries.resize(last - 1);
  EXPECT_NE(refusal().find(fmt::format("it ends at entry {}, but entry {} was acknowledged", last - 1, last)),
            std::string::npos)
      << refusal();
  journal->entries = whole;
  journal->entries.back().hash[0] ^= 1;
  EXPECT_NE(refusal().find(fmt::format("its entry {} is not the one that was acknowledged", last)), std::string::npos);
  journal->entries = whole;
  journal->entries.front().hash[0] ^= 1;
  EXPECT_NE(refusal().find("it is not the ledger whose entry"), std::string::npos);
  journal->entries.clear();
  EXPECT_NE(refusal().find("it is empty"), std::string::npos);
  journal->entries = whole;
  EXPECT_EQ(refusal(), "");
  EXPECT_EQ(keeper()->anchor().head.sequence, last) << "no refusal has moved it";
}

TEST_F(AnchorTest, WhatIsMissingOrDamagedIsRefusedUnlessNothingWasEverKeptHere) {
  play();
  (void)keeper();
  const std::string anchor = text_in(files.anchor);
  const std::string key = text_in(files.key);
  put(files.anchor, "");
  EXPECT_NE(refusal().find("it is not an anchor, or is damaged"), std::string::npos) << refusal();
  std::string forged = anchor;
  char& digit = forged[forged.size() - 2];
  digit = digit == '0' ? '1' : '0';
  put(files.anchor, forged);
  EXPECT_NE(refusal().find("its signature is not that of the game manager's key"), std::string::npos) << refusal();
  std::filesystem::remove(files.anchor);
  EXPECT_NE(refusal().find("its anchor is missing"), std::string::npos) << refusal();
  put(files.anchor, anchor);
  std::filesystem::remove(files.key);
  EXPECT_NE(refusal().find("floor.ledger.key is missing"), std::string::npos) << refusal();
  std::filesystem::remove(files.anchor);
  EXPECT_EQ(refusal(), "") << "a first start here";
  EXPECT_EQ(keeper()->anchor().head.sequence, journal->entries.size());
  // A key alone is no reason to refuse a ledger with nothing in it.
  std::filesystem::remove(files.anchor);
  journal->entries.clear();
  EXPECT_EQ(refusal(), "");
}

TEST_F(AnchorTest, AStandbyNeverSetsItBack) {
  play();
  (void)keeper();
  const auto leader = keeper();
  const auto standby = keeper();
  const size_t last = journal->entries.size();
  ASSERT_TRUE(standby->follow(std::vector{step(last - 2)}));
  EXPECT_EQ(keeper()->anchor().head.sequence, last);
  journal->entries.push_back(Step::record(step(last).head(), "next", {}, step(last).event()).entry());
  ASSERT_TRUE(standby->follow(std::vector{step(last + 1)}));
  EXPECT_EQ(keeper()->anchor().head.sequence, last + 1);
}

TEST_F(AnchorTest, IsReplacedWhole) {
  play();
  (void)keeper();
  put(files.anchor, "damaged");
  const auto replacing = AnchorKeeper::open_to_replace(files);
  ASSERT_TRUE(replacing);
  EXPECT_EQ((*replacing)->anchor(), Anchor{});
  ASSERT_TRUE((*replacing)->replace(*anchor_of(*store())));
  EXPECT_EQ(keeper()->anchor().head.sequence, journal->entries.size());
}

}  // namespace
}  // namespace cardroom::ledger
