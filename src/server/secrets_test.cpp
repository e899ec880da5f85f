#include "server/secrets.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <future>

#include "ledger/testing/temporary_folder.h"

namespace cardroom::server {
namespace {

const HashCost cheap{.passes = 1, .memory_bytes = 8192};

TEST(Secrets, AFileIsMadeOnceForItsOwnerAlone) {
  const ledger::testing::TemporaryFolder folder;
  const std::string file = folder.file("secret");
  const auto made = read_or_make_secret(file);
  ASSERT_TRUE(made) << made.error().to_text();
  struct stat status{};
  ASSERT_EQ(stat(file.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600U);
  const auto again = read_or_make_secret(file);
  ASSERT_TRUE(again);
  EXPECT_EQ(*again, *made);
}

TEST(Secrets, AFileThatOthersReadOrThatIsNotASecretIsRefused) {
  const ledger::testing::TemporaryFolder folder;
  const std::string open_file = folder.file("open");
  ASSERT_TRUE(read_or_make_secret(open_file));
  ASSERT_EQ(chmod(open_file.c_str(), 0644), 0);
  const auto open = read_or_make_secret(open_file);
  ASSERT_FALSE(open);
  EXPECT_NE(open.error().cause.find("chmod 600"), std::string::npos);

  const std::string text_file = folder.file("text");
  std::ofstream(text_file) << "not a secret\n";
  ASSERT_EQ(chmod(text_file.c_str(), 0600), 0);
  EXPECT_FALSE(read_or_make_secret(text_file));
  EXPECT_FALSE(read_or_make_secret(folder.file("absent/secret")));
}

TEST(Secrets, WeakPinsAreNamed) {
  for (const char* weak : {"", "123", "1234567890123", "12a4", "1111", "1234", "987654", "000000"})
    EXPECT_TRUE(weakness_of_pin(weak)) << weak;
  for (const char* fine : {"4711", "1223", "90210", "192837465564"}) EXPECT_FALSE(weakness_of_pin(fine)) << fine;
}

TEST(PinDesk, VerifiesItsOwnHashesForTheirCardAndSecretOnly) {
  const auto at_once = [](const std::function<void()>& work) { work(); };
  Secret secret{};
  Secret other{};
  other[0] = 1;
  PinDesk desk(secret, cheap, at_once);
  PinDesk elsewhere(other, cheap, at_once);
  std::promise<std::string> hashed;
  ASSERT_TRUE(desk.hash("1001", "4711", [&](std::string verifier) { hashed.set_value(std::move(verifier)); }));
  const std::string verifier = hashed.get_future().get();
  EXPECT_TRUE(verifier.starts_with("$argon2id$"));
  const auto verify = [&](PinDesk& at, const char* card, const char* pin, const std::string& against) {
    std::promise<bool> right;
    EXPECT_TRUE(at.verify(card, pin, against, [&](bool value) { right.set_value(value); }));
    return right.get_future().get();
  };
  EXPECT_TRUE(verify(desk, "1001", "4711", verifier));
  EXPECT_FALSE(verify(desk, "1001", "4712", verifier));
  EXPECT_FALSE(verify(desk, "1002", "4711", verifier)) << "another card's";
  EXPECT_FALSE(verify(elsewhere, "1001", "4711", verifier)) << "another house's secret";
  EXPECT_FALSE(verify(desk, "1001", "4711", "")) << "no PIN";
}

TEST(PinDesk, RefusesMoreThanItsQueueHolds) {
  std::promise<void> release;
  const std::shared_future<void> released = release.get_future().share();
  PinDesk desk({}, cheap, [&](const std::function<void()>&) { released.wait(); });
  size_t taken = 0;
  while (taken < 1000 && desk.verify("1", "4711", "", [](bool) {})) ++taken;
  // One may be with the thread, the rest wait.
  EXPECT_GE(taken, PinDesk::waiting_max);
  EXPECT_LE(taken, PinDesk::waiting_max + 1);
  release.set_value();
}

TEST(Tokens, AreLongDifferentAndComparedWhole) {
  EXPECT_EQ(random_token().size(), 64U);
  EXPECT_NE(random_token(), random_token());
  EXPECT_EQ(random_code().size(), 14U);
  // BLAKE2b-256 of nothing, as published with the algorithm's reference vectors.
  EXPECT_EQ(digest_text(""), "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
  EXPECT_TRUE(equal_in_constant_time("abc", "abc"));
  EXPECT_FALSE(equal_in_constant_time("abc", "abd"));
  EXPECT_FALSE(equal_in_constant_time("abc", "ab"));
}

}  // namespace
}  // namespace cardroom::server
