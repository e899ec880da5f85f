// Messages that come again under their id: answered as before, done once, whatever happened in between.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "server/answered_presses.h"
#include "server/testing/house.h"
#include "server/testing/loopback.h"

namespace cardroom::server {
namespace {

using testing::TestChannel;
using testing::TestHouse;
namespace json = boost::json;

std::string pressed(const std::string& key, bool again = false) {
  return fmt::format(R"("press":{{"key":{}{}}})", key, again ? R"(,"again":true)" : "");
}
const std::string start_key = R"({"kind":"start_game"})";
const std::string end_key = R"({"kind":"end_game"})";
const std::string spot_key = R"({"kind":"spot","position":3})";
const std::string royal_key = R"({"kind":"hand","link":"link-1","hand":"royal_flush"})";
const std::string confirm_key = R"({"kind":"confirm"})";

std::string said(const json::object& answer) {
  if (!answer.at("failed").is_null()) return "failed";
  const json::value& refused = answer.at("refused");
  return refused.is_null() ? "accepted" : std::string(refused.at("code").as_string());
}

// Without `repeated`, which tells the two apart.
std::string but_repeated(json::object answer) {
  answer.erase("repeated");
  return json::serialize(answer);
}

void light(TestChannel& controller, const std::string& link = "link-1") {
  controller.send(fmt::format(R"({{"sensors":{{"lit":[{{"position":1,"link":"{0}","wager":"1.00"}},)"
                              R"({{"position":3,"link":"{0}","wager":"1.00"}}]}}}})",
                              link));
}

// A round with a royal flush at the second generation's table, each message with the answer that it got.
class SentAgain : public ::testing::Test {
 protected:
  SentAgain() { connect(); }
  void connect() {
    keypad = house.device("T1-keypad");
    shuffler = house.device("T1-shuffler");
    controller = house.device("T1-controller");
    light(*controller);
    EXPECT_EQ(said(controller->ask(fmt::format("lit{}", ++connections), R"("fault":{"serial":"","cause":"none"})")),
              "accepted");
  }
  void say(TestChannel& channel, const std::string& id, const std::string& message, const std::string& expected) {
    messages.push_back({&channel == shuffler.get(), id, message, channel.ask(id, message)});
    EXPECT_EQ(said(messages.back().answer), expected) << id << json::serialize(messages.back().answer);
    EXPECT_FALSE(messages.back().answer.at("repeated").as_bool()) << id;
  }
  void play() {
    say(*keypad, "early", pressed(end_key), "key_not_now");
    say(*keypad, "start", pressed(start_key), "accepted");
    say(*keypad, "twice", pressed(start_key), "key_not_now");
    say(*shuffler, "deal", R"("deal":{"hands":3})", "accepted");
    say(*keypad, "spot", pressed(spot_key), "accepted");
    say(*keypad, "mark", pressed(royal_key), "accepted");
    say(*keypad, "undecided", pressed(end_key), "claim_undecided");
    say(*shuffler, "wrong", R"("deal":{"hands":3,"wrong_count":true})", "claim_undecided");
    say(*keypad, "confirm", pressed(confirm_key), "accepted");
    say(*keypad, "pin", R"("press":{"key":{"kind":"card","staff":"3001"},"pin":"00000"})", "wrong_card_or_pin");
    say(*keypad, "dealer", R"("press":{"key":{"kind":"card","staff":"4001"},"pin":"47114"})", "role_not_allowed");
    say(*keypad, "again", pressed(confirm_key), "accepted");
    say(*keypad, "card", R"("press":{"key":{"kind":"card","staff":"3001"},"pin":"47113"})", "accepted");
    say(*keypad, "end", pressed(end_key), "accepted");
    say(*shuffler, "fault", R"("fault":{"serial":"7","cause":"jam"})", "accepted");
  }
  // All that the house shows of money and rounds.
  std::string floor() {
    const json::value now = house.get("/v1/floor", "3001");
    return json::serialize(json::object{{"rounds", now.at("rounds")},
                                        {"meters", now.at("meters").at("links")},
                                        {"claims", now.at("claims").at("claims")},
                                        {"round", now.at("tables").at("tables").at(0).at("round")},
                                        {"steps", now.at("tables").at("tables").at(0).at("steps")}});
  }

  struct Said {
    bool of_shuffler;
    std::string id;
    std::string message;
    json::object answer;
  };
  TestHouse house;
  std::unique_ptr<TestChannel> controller;
  std::unique_ptr<TestChannel> keypad;
  std::unique_ptr<TestChannel> shuffler;
  std::vector<Said> messages;
  int connections = 0;
};

TEST_F(SentAgain, EveryMessageIsAnsweredAsBeforeAndDoneOnce) {
  play();
  // Another round, that a repetition must not touch: its mark must not be taken back.
  for (const auto& [id, key] : {std::pair("n1", start_key), std::pair("n2", spot_key), std::pair("n3", royal_key)})
    EXPECT_EQ(said(keypad->ask(id, pressed(key))), "accepted") << id;
  const std::string before = floor();
  for (int i = 0; i < 40; ++i) EXPECT_EQ(said(keypad->ask(fmt::format("x{}", i), pressed(spot_key))), "accepted");
  for (const Said& one : messages) {
    const json::object again = (one.of_shuffler ? *shuffler : *keypad).ask(one.id, one.message);
    EXPECT_EQ(but_repeated(again), but_repeated(one.answer)) << one.id;
    EXPECT_TRUE(again.at("repeated").as_bool()) << one.id;
  }
  EXPECT_EQ(floor(), before);
}

TEST_F(SentAgain, WhatWasRecordedIsAnsweredAsBeforeAfterARestart) {
  play();
  EXPECT_EQ(said(keypad->ask("n1", pressed(start_key))), "accepted");
  house.restart();
  connect();
  const std::string before = floor();
  int recorded = 0;
  for (const Said& one : messages) {
    if (one.answer.at("sequence").to_number<int>() == 0) continue;
    ++recorded;
    const json::object again = (one.of_shuffler ? *shuffler : *keypad).ask(one.id, one.message);
    EXPECT_EQ(but_repeated(again), but_repeated(one.answer)) << one.id;
    EXPECT_TRUE(again.at("repeated").as_bool()) << one.id;
  }
  EXPECT_EQ(recorded, 9);
  EXPECT_EQ(floor(), before);
}

TEST_F(SentAgain, BackToBackItIsDoneOnce) {
  const auto back_to_back = [&](const std::string& id, const std::string& key) {
    for (int i = 0; i < 3; ++i) keypad->send(fmt::format(R"({{"id":"{}",{}}})", id, pressed(key)));
    int repeated = 0;
    for (int i = 0; i < 3; ++i) {
      const json::object answer = keypad->answer(id);
      EXPECT_EQ(said(answer), "accepted") << id << json::serialize(answer);
      repeated += answer.at("repeated").as_bool();
    }
    EXPECT_EQ(repeated, 2) << id;
  };
  back_to_back("start", start_key);
  back_to_back("spot", spot_key);
  back_to_back("mark", royal_key);
  EXPECT_EQ(house.get("/v1/claims", "3001").at("claims").as_array().size(), 1U);
  back_to_back("confirm", confirm_key);
}

TEST_F(SentAgain, ATableWithFullHandsStillAnswersWhatItKnows) {
  EXPECT_EQ(said(keypad->ask("start", pressed(start_key))), "accepted");
  EXPECT_EQ(said(keypad->ask("end", pressed(end_key))), "accepted");
  // More than may wait, and the ids known among them; nobody is told that the table is busy for those.
  for (int i = 0; i < 40; ++i) keypad->send(fmt::format(R"({{"id":"b{}",{}}})", i, pressed(confirm_key)));
  for (int i = 0; i < 3; ++i) keypad->send(fmt::format(R"({{"id":"b0",{}}})", pressed(confirm_key)));
  keypad->send(fmt::format(R"({{"id":"start",{}}})", pressed(start_key)));
  const json::object again = keypad->answer("start");
  EXPECT_EQ(said(again), "accepted");
  EXPECT_TRUE(again.at("repeated").as_bool());
}

TEST_F(SentAgain, AnIdWithOtherContentIsRefused) {
  play();
  EXPECT_EQ(said(keypad->ask("n1", pressed(start_key))), "accepted");
  const std::string before = floor();
  for (const bool restarted : {false, true}) {
    if (restarted) {
      house.restart();
      connect();
    }
    for (const auto& [id, other] :
         std::map<std::string, std::string>{{"start", end_key},
                                            {"mark", R"({"kind":"hand","link":"link-1","hand":"straight_flush"})"},
                                            {"end", start_key},
                                            {"card", R"({"kind":"card","staff":"2001"})"},
                                            {"undecided", spot_key},
                                            {"dealer", R"({"kind":"card","staff":"3001"})"}})
      EXPECT_EQ(said(keypad->ask(id, pressed(other))), "command_id_reused") << id << restarted;
    EXPECT_EQ(said(shuffler->ask("deal", R"("deal":{"hands":4})")), "command_id_reused");
    EXPECT_EQ(said(shuffler->ask("fault", R"("fault":{"serial":"7","cause":"fire"})")), "command_id_reused");
    EXPECT_EQ(said(keypad->ask("start", R"("fault":{"serial":"","cause":"none"})")), "command_id_reused");
    if (restarted) continue;
    // Of these the journal knows nothing.
    EXPECT_EQ(said(keypad->ask("spot", pressed(R"({"kind":"spot","position":4})"))), "command_id_reused");
    EXPECT_EQ(said(keypad->ask("twice", pressed(end_key))), "command_id_reused");
    EXPECT_EQ(said(keypad->ask("spot", R"("fault":{"serial":"","cause":"none"})")), "command_id_reused");
    EXPECT_EQ(floor(), before);
  }
}

TEST_F(SentAgain, AControllersOwnChipsBelongToWhatItSaid) {
  const auto with_chip = [](int position) {
    return pressed(
        fmt::format(R"({{"kind":"start_game","lit":[{{"position":{},"link":"link-1","wager":"1.00"}}]}})", position));
  };
  const json::object first = controller->ask("own", with_chip(2));
  EXPECT_EQ(said(first), "accepted");
  EXPECT_EQ(said(controller->ask("stop", pressed(end_key))), "accepted");
  EXPECT_EQ(but_repeated(controller->ask("own", with_chip(2))), but_repeated(first));
  EXPECT_EQ(said(controller->ask("own", with_chip(4))), "command_id_reused");
  EXPECT_EQ(house.get("/v1/floor", "3001").at("rounds").to_number<int>(), 1);
}

TEST(SentAgainFirstGeneration, APressOfSeveralConfirmationsIsAnsweredWholeAfterARestart) {
  TestHouse house;
  house.add_link("link-2");
  house.add_table("T3", "first_generation", "link-2");
  auto controller = house.device("T3-controller");
  light(*controller, "link-2");
  const auto press = [&](const std::string& id, const std::string& key, const std::string& pin = "") {
    const json::object answer = controller->ask(
        id, fmt::format(R"("press":{{"key":{}{}}})", key, pin.empty() ? "" : fmt::format(R"(,"pin":"{}")", pin)));
    EXPECT_EQ(said(answer), "accepted") << id << json::serialize(answer);
    return answer;
  };
  press("p1", R"({"kind":"coin_in"})");
  press("p2", R"({"kind":"hand","link":"link-2","hand":"straight_flush"})");
  press("p3", R"({"kind":"hand","link":"link-2","hand":"royal_flush"})");
  press("p4", R"({"kind":"key_to_jph","staff":"2001"})", "47112");
  press("p5", R"({"kind":"position","position":3})");
  press("p6", R"({"kind":"j_pot"})");
  press("p7", R"({"kind":"position","position":1})");
  press("p8", R"({"kind":"j_pot"})");
  const json::object run = press("p9", R"({"kind":"key_to_run"})");
  ASSERT_EQ(run.at("accepted").at("paid").as_array().size(), 2U) << json::serialize(run);
  EXPECT_EQ(but_repeated(press("p9", R"({"kind":"key_to_run"})")), but_repeated(run));
  house.restart();
  controller = house.device("T3-controller");
  EXPECT_EQ(but_repeated(press("p9", R"({"kind":"key_to_run"})")), but_repeated(run));
  EXPECT_EQ(said(controller->ask("p8", pressed(R"({"kind":"game_over"})"))), "command_id_reused");
}

TEST(AnsweredPresses, KeepsTheLastThousand) {
  AnsweredPresses answered;
  Key key;
  key.kind = KeyKind::spot;
  for (size_t i = 0; i <= AnsweredPresses::kept_max; ++i) answered.keep(std::to_string(i), key, Answered{});
  EXPECT_EQ(answered.find("0"), nullptr);
  ASSERT_NE(answered.find("1"), nullptr);
  EXPECT_TRUE(answered.find("1")->answer.repeated);
  EXPECT_NE(answered.find(std::to_string(AnsweredPresses::kept_max)), nullptr);
}

TEST(Commands, ThatCouldNotBeMadeNowAreAnsweredAsTheyWere) {
  TestHouse house;
  house.must("1001", R"({"enrol_staff":{"staff":"1002","role":"administrator","name":"Second"}})");
  EXPECT_EQ(house.request("POST", "/v1/pin", R"({"id":"np","staff":"1002","pin":"846251"})", "1001").status, 200U);
  EXPECT_EQ(house.sign_in("1002", "846251"), 200U);
  const auto change = [&](const std::string& card, const std::string& id, bool active) {
    return house.request("POST", "/v1/commands",
                         fmt::format(R"({{"id":"{}","command":{{"change_staff":{{"staff":"1002",)"
                                     R"("role":"administrator","name":"Second","active":{}}}}}}})",
                                     id, active),
                         card);
  };
  const Response off = change("1001", "off", false);
  EXPECT_EQ(off.status, 200U) << off.body;
  EXPECT_EQ(change("1001", "on", true).status, 200U);
  EXPECT_EQ(house.sign_in("1002", "846251"), 200U);
  const Response last =
      house.request("POST", "/v1/commands",
                    R"({"id":"self","command":{"change_staff":{"staff":"1001","role":"dealer","name":"x",)"
                    R"("active":true}}})",
                    "1002");
  EXPECT_EQ(last.status, 200U) << last.body;
  EXPECT_EQ(house.sign_in("1001", TestHouse::pin("1001")), 200U);
  const Response fresh = change("1001", "new", false);
  EXPECT_EQ(fresh.status, 409U);
  EXPECT_EQ(json::parse(fresh.body).at("error").at("code").as_string(), "last_administrator");
  const Response again = change("1001", "off", false);
  EXPECT_EQ(again.status, 200U) << again.body;
  EXPECT_TRUE(json::parse(again.body).at("repeated").as_bool());
}

}  // namespace
}  // namespace cardroom::server
