#include "practice/training.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "ledger/codec.h"
#include "practice/catalog.h"
#include "practice/desk.h"

namespace cardroom::practice {
namespace {

using testing::HasSubstr;

TrainingRequest request_for(const std::string& game, int level, uint64_t round) {
  TrainingRequest request;
  request.game = game;
  request.key = "training";
  request.level = level;
  request.round = round;
  return request;
}

// Asks to be shown every answer; gives the last view.
TrainingView shown_to_the_end(TrainingRequest request, Prospects& prospects) {
  for (;;) {
    const auto view = train(request, prospects);
    CHECK(view);
    if (view->done) return *view;
    request.answers.push_back({.choice = {}, .positions = {}, .handled = {}, .show = true});
  }
}

TEST(Training, OfEveryGameAndLevelComesToAnEnd) {
  Prospects prospects;
  for (const CatalogGame& game : catalog().games) {
    for (int level = 1; level <= 3; ++level) {
      for (uint64_t round = 1; round <= 3; ++round) {
        const TrainingView view = shown_to_the_end(request_for(game.id, level, round), prospects);
        EXPECT_EQ(view.score.right, 0U) << "shown is not answered";
        EXPECT_EQ(view.score.questions, view.checklist.size());
        EXPECT_EQ(view.tally.rounds, 1U);
        EXPECT_FALSE(view.lines.empty());
      }
    }
  }
}

TEST(Training, ShowsNoCardBeforeItsTime) {
  Prospects prospects;
  TrainingRequest request = request_for("three-card-poker", 1, 1);
  bool dealt = false;
  for (;;) {
    const auto view = train(request, prospects);
    ASSERT_TRUE(view) << view.error().text;
    if (view->done) break;
    const bool settling = view->phases[4].state == "now" && view->question->kind == QuestionKind::handled;
    for (const Seat& seat : view->seats) {
      dealt |= !seat.cards.empty();
      if (view->phases[0].state == "now") {
        EXPECT_TRUE(seat.cards.empty());
      }
      for (const std::string& card : seat.cards) {
        if (!settling && view->phases[5].state == "later") {
          EXPECT_EQ(card, "") << "players' hands are turned to settle them";
        }
      }
    }
    if (view->phases[2].state != "done") {
      for (const std::string& card : view->dealer.cards) EXPECT_EQ(card, "");
    }
    request.answers.push_back({.choice = {}, .positions = {}, .handled = {}, .show = true});
  }
  EXPECT_TRUE(dealt);
}

TEST(Training, BringsEnvyClaimsAndMisdealsAtTheThirdLevel) {
  Prospects prospects;
  std::set<std::string> kinds;
  std::set<std::string> results;
  for (uint64_t round = 1; round <= 40; ++round) {
    for (const Line& line : shown_to_the_end(request_for("three-card-poker", 3, round), prospects).lines) {
      kinds.insert(line.kind);
      results.insert(line.result);
    }
  }
  EXPECT_THAT(kinds, testing::UnorderedElementsAre("envy", "returned", "wager"));
  EXPECT_TRUE(results.contains("claims"));
  EXPECT_TRUE(results.contains("pushes"));
}

TEST(Training, CorrectsAMistakeAndCountsIt) {
  Prospects prospects;
  TrainingRequest request = request_for("crazy-4-poker", 2, 1);
  Answer deal_first;
  deal_first.choice = "";
  const auto first = train(request, prospects);
  ASSERT_TRUE(first);
  for (const QuestionOption& option : first->question->options) {
    if (option.id != "no-more-bets") deal_first.choice = option.id;
  }
  request.answers.push_back(deal_first);
  const auto wrong = train(request, prospects);
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->verdict->state, "wrong");
  EXPECT_THAT(wrong->verdict->text, HasSubstr("Betting closes before the first cards leave the shuffler"));
  EXPECT_EQ(wrong->question->text, first->question->text) << "it is asked again";
  EXPECT_EQ(wrong->score.mistakes, 1U);
  Answer right;
  right.choice = "no-more-bets";
  request.answers.push_back(right);
  const auto corrected = train(request, prospects);
  ASSERT_TRUE(corrected);
  EXPECT_EQ(corrected->verdict->state, "right");
  ASSERT_EQ(corrected->checklist.size(), 1U);
  EXPECT_EQ(corrected->checklist[0].state, "corrected");
  EXPECT_EQ(corrected->score.text, "0 of 1 right the first time");
  ASSERT_EQ(corrected->corrections.size(), 1U);
}

TEST(Training, RefusesWithFieldAndRule) {
  struct Row {
    std::function<void(TrainingRequest&)> change;
    std::string_view field;
  };
  Answer empty;
  Answer both;
  both.choice = "no-more-bets";
  both.show = true;
  Answer unknown;
  unknown.choice = "dance";
  Answer seats;
  seats.positions = {1};
  const Row rows[] = {
      {[](TrainingRequest& r) { r.level = 4; }, "level"},
      {[](TrainingRequest& r) { r.players = 1; }, "players"},
      {[](TrainingRequest& r) { r.players = 7; }, "players"},
      {[&](TrainingRequest& r) { r.answers = {empty}; }, "answers[0]"},
      {[&](TrainingRequest& r) { r.answers = {both}; }, "answers[0]"},
      {[&](TrainingRequest& r) { r.answers = {unknown}; }, "answers[0].choice"},
      {[&](TrainingRequest& r) { r.answers = {seats}; }, "answers[0].choice"},
      {[&](TrainingRequest& r) { r.answers.resize(answers_max + 1); }, "answers"},
      {[](TrainingRequest& r) { r.tally.right = 1; }, "tally.right"},
  };
  Prospects prospects;
  for (const Row& row : rows) {
    TrainingRequest request = request_for("three-card-poker", 1, 1);
    row.change(request);
    const auto view = train(request, prospects);
    ASSERT_FALSE(view) << row.field;
    EXPECT_EQ(view.error().field, row.field) << view.error().text;
  }
  TrainingRequest coarse = request_for("caribbean-stud", 1, 1);
  coarse.house = {{"chip", "300"}};
  const auto refused = train(coarse, prospects);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "ante_leaves_no_raise");
}

// ---- The desk -------------------------------------------------------------------------------------------------------

TEST(PracticeDesk, AnswersJsonAndRefusesWhatItDoesNotKnow) {
  const Desk at = desk();
  struct Row {
    std::string_view method, path, body;
    unsigned status;
    std::string_view holds;
  };
  const Row rows[] = {
      {"GET", "games", "", 200, R"("id":"crazy-4-poker")"},
      {"POST", "games", "", 405, R"("code":"method_not_allowed")"},
      {"GET", "play", "", 405, R"("code":"method_not_allowed")"},
      {"GET", "other", "", 404, R"("code":"not_found")"},
      {"POST", "play", "{", 400, "is not JSON"},
      {"POST", "play", R"({"game":"three-card-poker","luck":1})", 400, R"("field":"luck")"},
      {"POST", "play", R"({"game":"a","game":"b"})", 400, R"("field":"game","text":"appears twice")"},
      {"POST", "play",
       R"({"game":"three-card-poker","key":"1","seats":[{"position":1,"wagers":[{"wager":"ante","amount":"10.005"}]}]})",
       400, R"("field":"seats[0].wagers[0].amount")"},
      {"POST", "play",
       R"({"game":"three-card-poker","key":"1","seats":[{"position":1,"wagers":[{"wager":"ante","amount":"10.00"}]}]})",
       200, R"("stage":"decide")"},
      {"POST", "play",
       R"({"game":"three-card-poker","key":"1","seats":[{"position":1,"wagers":[{"wager":"ante","amount":"10.50"}]}]})",
       409, R"({"error":{"code":"wager_not_in_chips","field":"seats[0].wagers[0].amount","text":)"},
      {"POST", "deal", R"({"game":"caribbean-stud","key":"1","level":2})", 200, R"("question":{"kind":"choice")"},
      {"POST", "deal",
       R"({"game":"caribbean-stud","key":"1","answers":[{"handled":{"position":1,"wager":"ante","how":"keep"}}]})", 400,
       R"("field":"answers[0].handled.how")"},
  };
  for (const Row& row : rows) {
    const DeskAnswer answer = at({row.method, row.path, "", row.body});
    EXPECT_EQ(answer.status, row.status) << row.path << " " << row.body << " " << answer.body;
    EXPECT_THAT(answer.body, HasSubstr(std::string(row.holds)));
  }
  EXPECT_EQ(at({"GET", "games", "x=1", ""}).status, 400U);
}

TEST(PracticeDesk, AnswersTheSameQuestionTheSameWay) {
  const std::string body = R"({"game":"four-card-poker","key":"again","level":3,"players":6})";
  EXPECT_EQ(desk()({"POST", "deal", "", body}).body, desk()({"POST", "deal", "", body}).body);
}

}  // namespace
}  // namespace cardroom::practice
