// Archiving by two people who prove themselves, on the ledger of a game manager.
#include "server/archive_ledger.h"

#include <gmock/gmock.h>

#include "ledger/audit.h"
#include "server/testing/house.h"

namespace cardroom::server {
namespace {

using ::testing::HasSubstr;
using testing::TestHouse;

class ArchiveLedger : public ::testing::Test {
 protected:
  ArchiveLedger() {
    // A stop takes a snapshot.
    for (int i = 0; i < 5; ++i) house_.restart();
  }

  std::string archive(const std::string& by, const std::string& second, const std::string& pin) {
    ArchiveRequest asked;
    asked.ledger = house_.ledger();
    asked.secret_file = house_.secret_file();
    asked.by = {{by}, TestHouse::pin(by)};
    asked.second = {{second}, pin};
    asked.reason = "yearly archive";
    asked.before_ms = house_.advance_clock(1000);
    asked.clock_ms = house_.options().clock_ms;
    const auto archived = archive_ledger(asked);
    if (!archived) return (archived.error().is_refusal ? "refused: " : "failed: ") + archived.error().text;
    return archived->segments.empty() ? "nothing" : "archived";
  }
  ledger::Archive segments() { return *(*ledger::open_store(house_.ledger(), ledger::OpenMode::read_only))->archive(); }

  TestHouse house_;
};

TEST_F(ArchiveLedger, TwoPeopleProveThemselvesWhileNoGameManagerRuns) {
  EXPECT_EQ(archive("2001", "3001", "99999"), "refused: wrong card or PIN: 3001. Nothing was changed");
  EXPECT_THAT(archive("2001", "3001", "47113"),
              ::testing::AllOf(HasSubstr("refused: "), HasSubstr("stop the game manager and run the command again")));
  EXPECT_TRUE(segments().segments.empty());
  house_.stop();
  EXPECT_THAT(archive("2001", "4001", "47114"), HasSubstr("refused: second: ")) << "a dealer";
  EXPECT_THAT(archive("2001", "2001", "47112"), HasSubstr("refused: second: ")) << "the same person";
  EXPECT_TRUE(segments().segments.empty());
  EXPECT_EQ(archive("2001", "3001", "47113"), "archived");
  ASSERT_EQ(segments().segments.size(), 1U);

  const auto store = ledger::open_store(house_.ledger(), ledger::OpenMode::read_only);
  ASSERT_TRUE(store);
  const auto audited = ledger::audit(**store, {});
  ASSERT_TRUE(audited);
  EXPECT_TRUE(audited->is_clean());
  const std::string id = ledger::segment_command_id(segments().segments[0]);
  const auto record = (*store)->find_commands({&id, 1});
  ASSERT_TRUE(record && record->front());
  EXPECT_THAT(record->front()->body,
              ::testing::AllOf(HasSubstr(R"("by":"2001","second":"3001")"), HasSubstr("yearly archive")));
  // The anchor followed: the next start finds the last acknowledged entry.
  house_.restart();
  EXPECT_EQ(house_.get("/v1/journal?limit=1", "5001").at("events").as_array().size(), 1U);
}

}  // namespace
}  // namespace cardroom::server
