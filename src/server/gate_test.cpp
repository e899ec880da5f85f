// Who gets in, who stays in, and who can let others in.
#include "server/gate.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <filesystem>

#include "ledger/codec.h"
#include "server/request.h"
#include "server/testing/house.h"
#include "server/testing/loopback.h"

namespace cardroom::server {
namespace {

using testing::eventually;
using testing::FullDisk;
using testing::RawClient;
using testing::TestHouse;
namespace json = boost::json;

std::string gate_code(const Response& response) {
  return response.status == 200 ? "accepted"
                                : std::string(json::parse(response.body).at("error").at("code").as_string());
}

std::string first_start(const std::string& code, const std::string& staff, const std::string& pin = "846251") {
  return fmt::format(R"({{"code":"{}","staff":"{}","name":"Somebody","pin":"{}"}})", code, staff, pin);
}

// Commands of the journal by name, as an auditor reads them; from the file, since there may be nobody to sign in.
std::vector<json::object> entries(TestHouse& house, const std::string& command) {
  std::vector<json::object> found;
  auto store = ledger::open_store(house.ledger(), ledger::OpenMode::read_only);
  EXPECT_TRUE(store);
  EXPECT_TRUE((*store)->read(1, [&](const ledger::Entry& entry) {
    const json::object event = json::parse(entry.body).as_object();
    if (event.at("command").as_object().contains(command)) found.push_back(event);
    return true;
  }));
  return found;
}

std::string text_at(const json::object& object, const char* member) {
  const json::value* value = object.if_contains(member);
  return value == nullptr ? "" : std::string(value->as_string());
}

TEST(Gate, AChangeOfRoleEndsSessionAndChannel) {
  TestHouse house;
  const auto page = house.page("5001");
  page->next("hello");
  page->send(R"({"id":"1","subscribe":{"topics":["events","claims","alarms"],"after":1}})");
  page->answer("1");
  house.must("1001", R"({"change_staff":{"staff":"5001","role":"dealer","name":"was an auditor","active":true}})");
  EXPECT_EQ(page->closed(), 4003);
  EXPECT_EQ(house.request("GET", "/v1/me", "", "5001").status, 401U);
  // Another name is no other right.
  const auto other = house.page("2001");
  other->next("hello");
  house.must("1001", R"({"change_staff":{"staff":"2001","role":"executive","name":"married","active":true}})");
  EXPECT_EQ(house.request("GET", "/v1/me", "", "2001").status, 200U);
}

TEST(Gate, ANewPinEndsTheCardsOtherSessions) {
  TestHouse house;
  const auto set_pin = [&](const std::string& by, const std::string& id, const std::string& pin) {
    return house.request("POST", "/v1/pin", fmt::format(R"({{"id":"{}","staff":"3001","pin":"{}"}})", id, pin), by)
        .status;
  };
  const auto page = house.page("3001");
  page->next("hello");
  EXPECT_EQ(set_pin("1001", "np1", "846251"), 200U);
  EXPECT_EQ(page->closed(), 4003);
  EXPECT_EQ(house.request("GET", "/v1/me", "", "3001").status, 401U);

  ASSERT_EQ(house.sign_in("3001", "846251"), 200U);
  const std::string elsewhere = house.cookie("3001");
  ASSERT_EQ(house.sign_in("3001", "846251"), 200U);
  EXPECT_EQ(set_pin("3001", "np2", "47113"), 200U);
  EXPECT_EQ(house.request("GET", "/v1/me", "", "3001").status, 200U) << "where it was changed";
  EXPECT_EQ(house.request("GET", "/v1/me", "", "", {{"cookie", elsewhere}}).status, 401U);
}

TEST(Gate, ASessionInUseEndsAfterTwelveHours) {
  TestHouse house;
  constexpr int64_t ten_minutes_ms = 10 * 60'000;
  for (int64_t used_ms = ten_minutes_ms; used_ms < 12 * 60 * 60'000; used_ms += ten_minutes_ms) {
    house.advance_clock(ten_minutes_ms);
    ASSERT_EQ(house.request("GET", "/v1/me", "", "3001").status, 200U) << used_ms;
  }
  house.advance_clock(ten_minutes_ms - 1);
  EXPECT_EQ(house.request("GET", "/v1/me", "", "3001").status, 200U);
  house.advance_clock(1);
  EXPECT_EQ(house.request("GET", "/v1/me", "", "3001").status, 401U);
}

TEST(Gate, AttemptsDoNotPileUpWhileNobodyTries) {
  ServiceOptions options;
  options.gate.attempts_burst = 5;
  options.gate.attempt_every_ms = 3'000;
  TestHouse house(options);
  // An unknown card is never locked out. An address is forgotten after the full 15 seconds.
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(house.sign_in("9999", "846251"), 401U) << i;
    house.advance_clock(14'900);
  }
  for (int i = 0; i < 5; ++i) EXPECT_EQ(house.sign_in("9999", "846251"), 401U) << i;
  EXPECT_EQ(house.sign_in("9999", "846251"), 429U);
}

TEST(Gate, ACookieOfATlsConnectionIsSentOverTlsOnly) {
  const testing::TestCertificate certificate;
  for (const bool secure : {true, false}) {
    ServiceOptions options;
    if (secure) options.tls = *certificate.files();
    TestHouse house(options, TestHouse::Furnished::no);
    boost::asio::io_context io;
    const auto client = WebClient::make(io, {.ca_file = certificate.certificate()});
    Request request;
    request.method = "POST";
    request.path = "/v1/first-start";
    request.headers["content-type"] = "application/json";
    request.body = first_start(house.first_code(), "1001");
    std::string cookie;
    client->request({secure, "127.0.0.1", house.port()}, request, [&](std::expected<Response, base::Error> response) {
      ASSERT_TRUE(response) << response.error().to_text();
      for (const auto& [name, value] : response->headers)
        if (lower_case(name) == "set-cookie") cookie = value;
    });
    io.run();
    EXPECT_TRUE(cookie.starts_with("cardroom_session=")) << cookie;
    EXPECT_EQ(cookie.contains("; Secure"), secure) << cookie;
  }
}

TEST(Gate, TheLastAdministratorWithAPinStays) {
  TestHouse house;
  house.must("1001", R"({"enrol_staff":{"staff":"1003","role":"administrator","name":"no PIN yet"}})");
  const std::string off = R"({"change_staff":{"staff":"1001","role":"administrator","name":"a","active":false}})";
  const std::string demoted = R"({"change_staff":{"staff":"1001","role":"dealer","name":"a","active":true}})";
  EXPECT_EQ(gate_code(house.command("1001", off)), "last_administrator");
  EXPECT_EQ(gate_code(house.command("1001", demoted)), "last_administrator");
  EXPECT_EQ(house.request("POST", "/v1/pin", R"({"id":"p3","staff":"1003","pin":"846251"})", "1001").status, 200U);
  EXPECT_EQ(gate_code(house.command("1001", demoted)), "accepted");
}

TEST(FirstStart, TakesItsCodeOnceHoweverManyUseItAtATime) {
  TestHouse house({}, TestHouse::Furnished::no);
  std::vector<std::unique_ptr<RawClient>> clients;
  for (int i = 0; i < 6; ++i) {
    const std::string body = first_start(house.first_code(), fmt::format("900{}", i));
    clients.push_back(std::make_unique<RawClient>(house.port()));
    clients.back()->send(
        fmt::format("POST /v1/first-start HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
                    "application/json\r\nContent-Length: {}\r\n\r\n{}",
                    body.size(), body));
  }
  int done = 0;
  for (auto& client : clients) done += testing::status_of(client->read_response()) == 200;
  EXPECT_EQ(done, 1);
  EXPECT_EQ(entries(house, "enrol_staff").size(), 1U);
}

TEST(FirstStart, IsInTheJournalAsWhatItWas) {
  TestHouse house({}, TestHouse::Furnished::no);
  EXPECT_EQ(gate_code(house.request("POST", "/v1/first-start", first_start("0000-0000-0000", "1001"))), "code_wrong");
  EXPECT_EQ(house.request("POST", "/v1/first-start", first_start(house.first_code(), "1001")).status, 200U);
  const auto enrolled = entries(house, "enrol_staff");
  ASSERT_EQ(enrolled.size(), 1U);
  EXPECT_EQ(text_at(enrolled[0], "by"), "");
  const auto pins = entries(house, "set_pin");
  ASSERT_EQ(pins.size(), 1U);
  EXPECT_EQ(text_at(pins[0], "by"), "1001");
  const auto signs = entries(house, "record_sign_in");
  ASSERT_EQ(signs.size(), 2U);
  const json::object wrong = signs[0].at("command").at("record_sign_in").as_object();
  EXPECT_EQ(text_at(wrong, "device"), "first-start");
  EXPECT_EQ(text_at(wrong, "what"), "refused");
  EXPECT_EQ(text_at(wrong, "detail"), "wrong one-time code");
  const json::object right = signs[1].at("command").at("record_sign_in").as_object();
  EXPECT_EQ(text_at(right, "staff"), "1001");
  EXPECT_EQ(text_at(right, "detail"), "by the one-time code");
}

TEST(FirstStart, ThatFailsGivesItsCodeBack) {
  TestHouse house({}, TestHouse::Furnished::no);
  const std::string code = house.first_code();
  {
    const FullDisk full;
    EXPECT_EQ(gate_code(house.request("POST", "/v1/first-start", first_start(code, "1001"))), "recording_failed");
  }
  EXPECT_TRUE(eventually([&] { return house.request("GET", "/ready").status == 200; }));
  EXPECT_EQ(gate_code(house.request("POST", "/v1/first-start", first_start(code, "1001"))), "accepted");
  EXPECT_EQ(gate_code(house.request("POST", "/v1/first-start", first_start(code, "1001"))), "first_start_over");
}

TEST(Recover, GivesAnAdministratorAPinInHisOwnNameAndEnrolsNobody) {
  TestHouse house;
  house.options().recover = true;
  house.restart();
  const std::string code = house.first_code();
  const size_t pins = entries(house, "set_pin").size();
  const size_t staff = entries(house, "enrol_staff").size();
  for (const char* card : {"9001", "3001"})
    EXPECT_EQ(gate_code(house.request("POST", "/v1/first-start", first_start(code, card))), "staff_unknown") << card;
  EXPECT_EQ(house.request("POST", "/v1/first-start", first_start(code, "1001")).status, 200U);
  EXPECT_EQ(house.request("GET", "/v1/me", "", "1001").status, 401U) << "a session of the old PIN";
  EXPECT_EQ(house.sign_in("1001", "846251"), 200U);
  const auto set = entries(house, "set_pin");
  ASSERT_EQ(set.size(), pins + 1);
  EXPECT_EQ(text_at(set.back(), "by"), "1001");
  EXPECT_EQ(entries(house, "enrol_staff").size(), staff);
  EXPECT_EQ(gate_code(house.request("POST", "/v1/first-start", first_start(code, "1001"))), "first_start_over");
}

TEST(Recover, IsTheOnlyWayOnWithoutTheSecretFile) {
  TestHouse house;
  house.stop();
  std::filesystem::remove(house.secret_file());
  const auto opened = Service::open(house.options());
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().to_text().find("Restore the file from a backup"), std::string::npos)
      << opened.error().to_text();
  EXPECT_NE(opened.error().to_text().find("--recover"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(house.secret_file()));
  house.options().recover = true;
  house.restart();
  EXPECT_EQ(house.request("POST", "/v1/first-start", first_start(house.first_code(), "1001")).status, 200U);
  EXPECT_EQ(house.sign_in("1001", "846251"), 200U);
}

TEST(Start, RecordsADigestThatKnowsTheSecret) {
  TestHouse house({}, TestHouse::Furnished::no);
  house.restart();
  std::filesystem::remove(house.secret_file());
  house.restart();
  const auto starts = entries(house, "record_start");
  ASSERT_EQ(starts.size(), 3U);
  const auto digest = [&](size_t i) {
    return text_at(starts[i].at("command").at("record_start").as_object(), "configuration_digest");
  };
  EXPECT_EQ(digest(0), digest(1));
  EXPECT_NE(digest(1), digest(2));
}

}  // namespace
}  // namespace cardroom::server
