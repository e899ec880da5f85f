// Who gets in: PINs, lock-outs, devices, what the program records of itself.
#include <gtest/gtest.h>

#include "progressive/testing_floor.h"

namespace cardroom::progressive {
namespace {

using testing::dollars;
using testing::Floor;
using testing::simple_rules;

const std::string digest(64, 'a');

Floor floor_with_table() {
  Floor floor;
  floor.create_link("mega", simple_rules(), {dollars(10'000)});
  floor.place_table("T1", {{"mega"}});
  return floor;
}

TEST(Access, APinIsSetByItsHolderOrAnAdministrator) {
  Floor floor;
  EXPECT_TRUE(floor.ask(SetPin{{"dlr"}, "$argon2id$x"}, "dlr"));
  EXPECT_TRUE(floor.ask(SetPin{{"dlr"}, "$argon2id$y"}, "adm"));
  EXPECT_EQ(floor.state.access.at({"dlr"}).verifier, "$argon2id$y");
  const auto other = floor.ask(SetPin{{"dlr"}, "$argon2id$z"}, "sup");
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, RefusalCode::role_not_allowed);
}

TEST(Access, FiveFailuresLockACardForFiveMinutesAndASuccessForgetsThem) {
  Floor floor;
  floor.must(SetPin{{"sup"}, "v"}, "adm");
  const auto fail = [&] { floor.must(RecordSignIn{{"sup"}, {}, SignIn::refused, "console", ""}); };
  for (int i = 0; i < 4; ++i) fail();
  EXPECT_EQ(locked_out_until_ms(floor.state, {"sup"}, floor.time_ms), 0);
  floor.must(RecordSignIn{{"sup"}, {}, SignIn::signed_in, "console", ""});
  for (int i = 0; i < 4; ++i) fail();
  EXPECT_EQ(locked_out_until_ms(floor.state, {"sup"}, floor.time_ms), 0);
  fail();
  const int64_t until_ms = locked_out_until_ms(floor.state, {"sup"}, floor.time_ms);
  EXPECT_EQ(until_ms, floor.time_ms + 300'000);
  // Knocking at a locked door does not keep it locked.
  floor.must(RecordSignIn{{"sup"}, {}, SignIn::locked_out, "console", ""});
  EXPECT_EQ(locked_out_until_ms(floor.state, {"sup"}, until_ms - 1), until_ms);
  EXPECT_EQ(locked_out_until_ms(floor.state, {"sup"}, until_ms), 0);
  floor.time_ms = until_ms;
  fail();
  EXPECT_EQ(locked_out_until_ms(floor.state, {"sup"}, floor.time_ms), 0) << "the count begins again";
}

TEST(Access, AnUnknownCardIsWrittenDownAndNotRemembered) {
  Floor floor;
  EXPECT_TRUE(floor.ask(RecordSignIn{{"nobody"}, {}, SignIn::refused, "console", ""}));
  EXPECT_FALSE(floor.state.access.contains({"nobody"}));
}

TEST(Access, ADeviceIsEnrolledOnceAndForgottenWhenRevoked) {
  Floor floor = floor_with_table();
  const Device device{{"T1-controller"}, DeviceKind::controller, {"T1"}, digest};
  floor.must(EnrolDevice{device}, "adm");
  EXPECT_EQ(floor.state.devices.at({"T1-controller"}), device);
  const auto again = floor.ask(EnrolDevice{device}, "adm");
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, RefusalCode::device_exists);
  floor.must(RevokeDevice{{"T1-controller"}, "stolen"}, "adm");
  EXPECT_TRUE(floor.state.devices.empty());
  floor.must(EnrolDevice{device}, "adm");
}

TEST(Access, TheShufflersCountStandsInTheRound) {
  Floor floor = floor_with_table();
  EXPECT_FALSE(floor.ask(ReportDeal{{"T1"}, 3, false}));
  floor.must(StartRound{{"T1"}, {{1, {"mega"}, dollars(1)}}});
  floor.must(ReportDeal{{"T1"}, 3, false});
  EXPECT_EQ(floor.state.tables.at({"T1"}).round->hands_dealt, 3);
  floor.must(VoidDeal{{"T1"}, "four cards"});
  EXPECT_EQ(floor.state.tables.at({"T1"}).round->hands_dealt, 0) << "a void deal has no hands";
  floor.must(ReportDeal{{"T1"}, 3, false});
  EXPECT_EQ(floor.state.tables.at({"T1"}).round->hands_dealt, 3) << "dealt again";
}

TEST(Access, EveryRefusalNamesItsField) {
  struct Row {
    RefusalCode code;
    const char* field;
    CommandBody body;
    const char* by;
  };
  const std::vector<Row> rows = {
      {RefusalCode::staff_unknown, "staff", SetPin{{"nobody"}, "v"}, "adm"},
      {RefusalCode::staff_unknown, "by", SetPin{{""}, "v"}, ""},
      {RefusalCode::digest_malformed, "verifier", SetPin{{"sup"}, ""}, "adm"},
      {RefusalCode::digest_malformed, "verifier", SetPin{{"sup"}, std::string(129, 'v')}, "adm"},
      {RefusalCode::malformed_id, "verifier", SetPin{{"sup"}, "a\u00e9b"}, "adm"},
      {RefusalCode::role_not_allowed, "by", EnrolDevice{{{"d"}, DeviceKind::monitor, {}, digest}}, "exe"},
      {RefusalCode::malformed_id, "device.device", EnrolDevice{{{"a b"}, DeviceKind::monitor, {}, digest}}, "adm"},
      {RefusalCode::table_needed, "device.table", EnrolDevice{{{"d"}, DeviceKind::display, {}, digest}}, "adm"},
      {RefusalCode::table_needed, "device.table", EnrolDevice{{{"d"}, DeviceKind::monitor, {"T1"}, digest}}, "adm"},
      {RefusalCode::table_unknown, "device.table", EnrolDevice{{{"d"}, DeviceKind::keypad, {"T9"}, digest}}, "adm"},
      {RefusalCode::digest_malformed, "device.token_digest", EnrolDevice{{{"d"}, DeviceKind::monitor, {}, "abc"}},
       "adm"},
      {RefusalCode::device_unknown, "device", RevokeDevice{{"d"}, "lost"}, "adm"},
      {RefusalCode::text_missing, "reason", RevokeDevice{{"d"}, ""}, "adm"},
      {RefusalCode::system_only, "by", RecordSignIn{{"sup"}, {}, SignIn::signed_in, "", ""}, "adm"},
      {RefusalCode::malformed_id, "staff", RecordSignIn{{}, {}, SignIn::signed_in, "", ""}, ""},
      {RefusalCode::malformed_id, "staff", RecordSignIn{{"a"}, {"b"}, SignIn::signed_in, "", ""}, ""},
      {RefusalCode::system_only, "by", RecordStart{"1", digest, digest, 0, "x"}, "adm"},
      {RefusalCode::digest_malformed, "program_digest", RecordStart{"1", "x", digest, 0, "x"}, ""},
      {RefusalCode::digest_malformed, "configuration_digest", RecordStart{"1", digest, "x", 0, "x"}, ""},
      {RefusalCode::system_only, "by", RecordStop{"asked to"}, "adm"},
      {RefusalCode::staff_unknown, "by", ReplaceAnchor{9, digest, 5, digest, "restored"}, ""},
      {RefusalCode::second_person_missing, "second", ReplaceAnchor{9, digest, 5, digest, "restored"}, "adm"},
      {RefusalCode::round_not_open, "table", ReportDeal{{"T1"}, 3, false}, ""},
  };
  Floor floor = floor_with_table();
  for (const Row& row : rows) {
    const auto answer = floor.ask(row.body, row.by);
    ASSERT_FALSE(answer) << command_name(row.body) << " " << row.field;
    EXPECT_EQ(code_name(answer.error().code), code_name(row.code)) << answer.error().text;
    EXPECT_EQ(answer.error().field, row.field);
  }
  floor.must(StartRound{{"T1"}, {{1, {"mega"}, dollars(1)}}});
  const auto hands = floor.ask(ReportDeal{{"T1"}, 11, false});
  ASSERT_FALSE(hands);
  EXPECT_EQ(hands.error().field, "hands");
}

TEST(Access, ARefusalNamesRolesWithTheirArticle) {
  Floor floor = floor_with_table();
  const auto text = [&](CommandBody body, const char* by, const char* second = "") {
    return floor.ask(std::move(body), by, second).error().text;
  };
  EXPECT_EQ(text(EnrolStaff{{"x"}, Role::dealer, ""}, ""), "this requires the card of an administrator");
  EXPECT_EQ(text(EnrolStaff{{"x"}, Role::dealer, ""}, "exe"),
            "card exe belongs to an executive; this requires an administrator");
  EXPECT_EQ(text(OpenLink{{"mega"}}, "aud"),
            "card aud belongs to an auditor; this requires a supervisor, executive or administrator");
  EXPECT_EQ(text(RetireLink{{"mega"}}, "exe", "aud"),
            "card aud belongs to an auditor; the second person must be a supervisor, executive or administrator");
}

TEST(Access, ASegmentIsArchivedByTwoPeopleWithAReason) {
  Floor floor = floor_with_table();
  const auto refusal = [&](const ArchiveSegment& body, const std::string& by, const std::string& second) {
    const auto answer = floor.ask(body, by, second);
    return answer ? std::string("allowed") : std::string(code_name(answer.error().code)) + " " + answer.error().field;
  };
  const ArchiveSegment asked{2, 9, digest, digest, "2026"};
  EXPECT_EQ(refusal(asked, "", ""), "staff_unknown by");
  EXPECT_EQ(refusal(asked, "adm", ""), "second_person_missing second");
  EXPECT_EQ(refusal(asked, "adm", "adm"), "second_person_same second");
  EXPECT_EQ(refusal(asked, "sup", "sup2"), "role_not_allowed second");
  EXPECT_EQ(refusal(asked, "dlr", "exe"), "role_not_allowed by");
  EXPECT_EQ(refusal({2, 9, digest, digest, " "}, "exe", "sup"), "text_missing reason");
  EXPECT_EQ(refusal({2, 9, "x", digest, "2026"}, "exe", "sup"), "digest_malformed hash");
  EXPECT_EQ(refusal({2, 9, digest, "x", "2026"}, "exe", "sup"), "digest_malformed digest");
  EXPECT_EQ(refusal({1, 9, digest, digest, "2026"}, "exe", "sup"), "amount_out_of_range first");
  EXPECT_EQ(refusal({9, 8, digest, digest, "2026"}, "exe", "sup"), "amount_out_of_range first");
  const State before = floor.state;
  floor.must(asked, "sup", "exe");
  floor.must(ArchiveSegment{2, 2, digest, digest, "2026"}, "exe", "sup");
  EXPECT_EQ(floor.state, before) << "no money moves";
}

TEST(Access, AnAnchorIsReplacedByTwoPeopleWithAReason) {
  Floor floor = floor_with_table();
  const auto refusal = [&](const ReplaceAnchor& body, const std::string& by, const std::string& second) {
    const auto answer = floor.ask(body, by, second);
    return answer ? std::string("allowed") : std::string(code_name(answer.error().code)) + " " + answer.error().field;
  };
  const ReplaceAnchor asked{9, digest, 5, digest, "restored"};
  EXPECT_EQ(refusal(asked, "adm", "adm"), "second_person_same second");
  EXPECT_EQ(refusal(asked, "sup", "sup2"), "role_not_allowed second");
  EXPECT_EQ(refusal(asked, "exe", "dlr"), "role_not_allowed second");
  EXPECT_EQ(refusal(asked, "dlr", "exe"), "role_not_allowed by");
  EXPECT_EQ(refusal({9, digest, 5, digest, " "}, "exe", "sup"), "text_missing reason");
  EXPECT_EQ(refusal({0, digest, 5, digest, "restored"}, "exe", "sup"), "digest_malformed anchor_hash");
  EXPECT_EQ(refusal({9, "", 5, digest, "restored"}, "exe", "sup"), "digest_malformed anchor_hash");
  EXPECT_EQ(refusal({0, "", 5, "f00", "restored"}, "exe", "sup"), "digest_malformed hash");
  const State before = floor.state;
  floor.must(asked, "sup", "exe");
  floor.must(ReplaceAnchor{0, "", 0, "", "the anchor was lost"}, "exe", "sup");
  EXPECT_EQ(floor.state, before) << "no money moves";
}

}  // namespace
}  // namespace cardroom::progressive
