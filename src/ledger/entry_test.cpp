#include "ledger/entry.h"

#include <gtest/gtest.h>
#include <sodium.h>

#include "ledger/testing/entries.h"

namespace cardroom::ledger {

namespace {

// BLAKE2b-256 of "" and "abc", as `b2sum -l 256` of GNU coreutils prints them.
TEST(Entry, DigestsAreBlake2bOf256Bits) {
  EXPECT_EQ(to_hex(digest_of("")), "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
  EXPECT_EQ(to_hex(digest_of("abc")), "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
}

// The bytes of docs/internals/ledger.md, put together by hand.
TEST(Entry, TheHashCoversTheBytesThatThePageSays) {
  Entry entry{
      .sequence = 0x0102, .time_ms = -1, .command_id = "a-1", .command_digest = digest_of("command"), .body = "{}"};
  const Digest before = digest_of("before");
  const auto raw = [](const Digest& digest) {
    return std::string(reinterpret_cast<const char*>(digest.data()), digest.size());
  };
  std::string bytes = std::string("\x10\0\0\0\0\0\0\0", 8) + "cardroom entry 1" + raw(before);
  bytes += std::string("\x02\x01\0\0\0\0\0\0", 8) + std::string(8, '\xff');
  bytes += std::string("\x03\0\0\0\0\0\0\0", 8) + "a-1" + raw(entry.command_digest);
  bytes += std::string("\x02\0\0\0\0\0\0\0", 8) + "{}";
  EXPECT_EQ(to_hex(chain_hash(before, entry)), to_hex(digest_of(bytes)));
}

TEST(Entry, EveryFieldChangesTheHash) {
  const Entry entry = testing::next_entry({}, "id", "body");
  const Digest hash = chain_hash({}, entry);
  std::vector<Entry> changed(5, entry);
  ++changed[0].sequence;
  ++changed[1].time_ms;
  changed[2].command_id = "ie";
  changed[3].command_digest[31] ^= 1;
  changed[4].body = "bodz";
  for (const Entry& other : changed) EXPECT_NE(to_hex(chain_hash({}, other)), to_hex(hash));
  EXPECT_NE(to_hex(chain_hash(digest_of("x"), entry)), to_hex(hash));
  // A byte moved from one field to its neighbour.
  Entry moved = entry;
  moved.command_id = "i";
  moved.body = "dbody";
  EXPECT_NE(to_hex(chain_hash({}, moved)), to_hex(hash));
}

TEST(Entry, CommandIdsAreOneToSixtyFourPrintableCharacters) {
  for (const std::string& good : {std::string("a"), std::string(64, 'x'), std::string("550e8400-e29b-41d4~!")}) {
    EXPECT_TRUE(is_command_id(good)) << good;
  }
  for (const std::string& bad : {std::string(), std::string(65, 'x'), std::string("a b"), std::string("tab\t"),
                                 std::string("\x7f"), std::string("é"), std::string("nul\0", 4)}) {
    EXPECT_FALSE(is_command_id(bad)) << bad;
  }
}

TEST(Entry, ABrokenChainIsToldByItsPlace) {
  auto entries = testing::make_entries({}, 3);
  EXPECT_FALSE(chain_break({}, entries[0]));
  EXPECT_FALSE(chain_break(testing::head_of({entries[0]}), entries[1]));
  EXPECT_EQ(chain_break(testing::head_of({entries[0]}), entries[2]), "entry 3 was found where entry 2 was expected");
  entries[1].body += " ";
  EXPECT_EQ(chain_break(testing::head_of({entries[0]}), entries[1]),
            "the hash of entry 2 does not match its contents and the previous entry");
}

}  // namespace

}  // namespace cardroom::ledger
