// What the lab answers about seen cards.
#include <gtest/gtest.h>

#include <boost/json.hpp>

#include "base/rational.h"
#include "games/registry.h"
#include "lab/desk.h"

namespace cardroom::lab {
namespace {

namespace json = boost::json;
using base::Rational;

const Desk& shared_desk() {
  static const Desk one = desk();
  return one;
}

DeskAnswer situation(const json::object& fields) {
  const std::string text = json::serialize(fields);
  return shared_desk()({.method = "POST", .path = "situation", .query = "", .body = text});
}

DeskAnswer stored(const std::string& query) {
  return shared_desk()({.method = "GET", .path = "exposed", .query = query, .body = ""});
}

json::object body_of(const DeskAnswer& answer) {
  EXPECT_EQ(answer.status, 200) << answer.body;
  return json::parse(answer.body).as_object();
}

std::string worth_of(const json::object& answer, std::string_view choice) {
  for (const json::value& each : answer.at("choices").as_array()) {
    if (each.at("choice").as_string() == choice) return std::string(each.at("value").at("exact").as_string());
  }
  return "not offered";
}

double number(const json::value& text) {
  return std::stod(std::string(text.as_string()));
}

TEST(LabExposed, PaiGowIsKnownByItsRowsAlone) {
  const json::object fortune = body_of(stored("game=fortune-pai-gow"));
  EXPECT_EQ(fortune.at("rows").as_array().size(), 5U);  // two to six players
  EXPECT_FALSE(fortune.at("possible").as_bool());
  EXPECT_FALSE(fortune.contains("situation"));
  // Published, of the house way with a commission of 5 %: about 2.7 to 2.8 %. It is sampled here, and says so.
  const json::value& basic = fortune.at("basic").at("edge");
  EXPECT_NEAR(number(basic.at("decimal")), 0.0275, 0.001);
  EXPECT_FALSE(basic.as_object().contains("exact"));
  EXPECT_GT(number(basic.at("half_width")), 0);
  const json::object open = body_of(stored("game=face-up-pai-gow"));
  for (const json::value& row : open.at("rows").as_array()) EXPECT_EQ(number(row.at("gain").at("decimal")), 0);
}

TEST(LabSituation, JackHighPlaysWhereSixHighCardsAreSeen) {
  const json::object answer =
      body_of(situation({{"game", "three-card-poker"}, {"own", "Js 8d 5c"}, {"seen", "As Ad Kh Kc Qs Qd"}}));
  // 37 unseen cards are jacks or lower, three each of jacks, eights and fives, four of seven other ranks: 6,047 hands
  // of three ranks; 400 are straights, 372 of one suit, 25 both. With these 5,300 the dealer does not qualify and PLAY
  // wins the ANTE; all other hands of his beat jack high.
  const int hands = 43 * 42 * 41 / 6;
  const int below = 6047 - 400 - 372 + 25;
  const Rational worth(below - 2 * (hands - below), hands);
  EXPECT_EQ(base::to_text(worth), "-8782/12341");
  EXPECT_EQ(worth_of(answer, "PLAY 1x"), base::to_text(worth));
  EXPECT_EQ(worth_of(answer, "fold"), "-1");
  EXPECT_EQ(answer.at("best").as_string(), "PLAY 1x");
  EXPECT_EQ(answer.at("basic").as_string(), "fold");
  EXPECT_EQ(answer.at("gain").at("exact").as_string(), base::to_text(worth + 1));
  EXPECT_EQ(answer.at("ways").as_string(), "12341");
  EXPECT_EQ(answer.at("hand").as_string(), "jack high, eight, five");
  EXPECT_TRUE(answer.at("choices").at(1).at("best").as_bool());
  EXPECT_TRUE(answer.at("choices").at(0).at("basic").as_bool());
}

TEST(LabSituation, ABonusForTheHandIsPaidOnTopOfItAndEditsCount) {
  // Nobody beats ace, king and queen of a suit: the dealer ties with three others of them. The bonus is 5 to 1.
  const json::object question{{"game", "three-card-poker"}, {"own", "As Ks Qs"}};
  const Rational printed(*base::parse_fraction(worth_of(body_of(situation(question)), "PLAY 1x")));
  json::object edited = question;
  edited["edits"] = json::array{"ante-bonus/straight flush=8 to 1"};
  const json::object answer = body_of(situation(edited));
  EXPECT_TRUE(answer.at("edited").as_bool());
  EXPECT_EQ(worth_of(answer, "PLAY 1x"), base::to_text(printed + 3));
}

TEST(LabSituation, LetItRideIsWorthItsPaysTimesTheBetsThatStand) {
  // A pair of aces with one card to come and an ace seen: one ace (3 to 1), three kings and three fives (2 to 1), and
  // forty others (1 to 1).
  json::object question{{"game", "let-it-ride"}, {"own", "As Kd 5c"}, {"community", "Ah"}, {"seen", "Ad"}};
  const Rational pays(1 * 3 + 6 * 2 + 40, 47);
  const json::object answer = body_of(situation(question));
  EXPECT_EQ(worth_of(answer, "let it ride"), base::to_text(2 * pays));
  EXPECT_EQ(worth_of(answer, "take BET 2 back"), base::to_text(pays));
  EXPECT_EQ(answer.at("ways").as_string(), "47");
  EXPECT_EQ(answer.at("ways_of").as_string(), "cards_to_come");
  question["made"] = json::array{"check"};
  EXPECT_EQ(worth_of(body_of(situation(question)), "let it ride"), base::to_text(3 * pays));
}

TEST(LabSituation, MayBeAskedByALink) {
  const DeskAnswer answer = shared_desk()({.method = "GET",
                                           .path = "situation",
                                           .query = "game=let-it-ride&own=As+Kd+5c&community=Ah&made=check",
                                           .body = ""});
  // 48 unseen cards: two aces, six that make two pairs, forty others.
  EXPECT_EQ(worth_of(body_of(answer), "let it ride"), base::to_text(3 * Rational(2 * 3 + 6 * 2 + 40, 48)));
}

TEST(LabSituation, RefusesCardsByFieldAndRule) {
  struct Case {
    const char* body;
    const char* code;
    const char* field;
  };
  const Case cases[] = {
      {R"({"game":"three-card-poker","own":"Js 8d"})", "bad_cards", "own"},
      {R"({"game":"three-card-poker"})", "bad_cards", "own"},
      {R"({"game":"three-card-poker","own":"Js 8d 5x"})", "malformed_cards", "own"},
      {R"({"game":"three-card-poker","own":"Js 8d 8d"})", "malformed_cards", "own"},
      {R"({"game":"three-card-poker","own":["Js","8d","5c"]})", "malformed_field", "own"},
      {R"({"game":"three-card-poker","own":"Js 8d 5c","seen":"Js"})", "bad_cards", "seen"},
      {R"({"game":"three-card-poker","own":"Js 8d 5c","dealer":"As"})", "bad_cards", "dealer"},
      {R"({"game":"three-card-poker","own":"Js 8d 5c","community":"As"})", "bad_cards", "community"},
      {R"({"game":"three-card-poker","own":"Js 8d 5c","hole":"As Ks Qs"})", "bad_cards", "hole"},
      {R"({"game":"three-card-poker","own":"Js 8d 5c","made":["1x"]})", "bad_cards", "made"},
      {R"({"game":"let-it-ride","own":"As Kd 5c","community":"Ah","made":["4x"]})", "bad_cards", "made"},
      {R"({"game":"three-card-poker","own":"Js 8d 5c","turned":"As"})", "unknown_field", "turned"},
      {R"({"game":"bridge","own":"Js 8d 5c"})", "unknown_game", "game"},
  };
  for (const Case& each : cases) {
    const DeskAnswer answer = shared_desk()({.method = "POST", .path = "situation", .query = "", .body = each.body});
    EXPECT_EQ(answer.status, 400) << each.body;
    const json::value error = json::parse(answer.body).at("error");
    EXPECT_EQ(error.at("code").as_string(), each.code) << each.body << answer.body;
    EXPECT_EQ(error.at("field").as_string(), each.field) << each.body << answer.body;
    EXPECT_FALSE(error.at("text").as_string().empty());
  }
}

TEST(LabExposed, BasicPlayHasThePublishedEdgeAndSeeingMoreNeverCosts) {
  struct Published {
    const char* game;
    const char* edge;
  };
  // As published by the games' analysts, in per cent of the first wager.
  for (const Published& each : {Published{"three-card-poker", "3.37"},
                                {"caribbean-stud", "5.22"},
                                {"let-it-ride", "3.51"},
                                {"mississippi-stud", "4.91"}}) {
    const json::object answer = body_of(stored(std::string("game=") + each.game));
    EXPECT_TRUE(answer.at("possible").as_bool());
    const double basic = number(answer.at("basic").at("edge").at("decimal"));
    EXPECT_NEAR(100 * basic, std::stod(each.edge), 0.005) << each.game;
    double most_before = basic;
    for (const json::value& row : answer.at("rows").as_array()) {
      EXPECT_LE(number(row.at("edge").at("least")), most_before) << each.game << row.at("players");
      EXPECT_LE(number(row.at("edge").at("least")), number(row.at("simple_edge").at("most")));
      EXPECT_NEAR(number(row.at("edge").at("decimal")) + number(row.at("gain").at("decimal")), basic, 2e-9);
      most_before = number(row.at("edge").at("most"));
    }
  }
}

TEST(LabExposed, SpotsAreThoseThatTheRowsLeaveTheHouse) {
  size_t games_with_rows = 0;
  for (const games::Game* game : games::all_games()) {
    const json::object answer = body_of(stored("game=" + std::string(game->facts.id)));
    if (answer.at("rows").as_array().empty()) continue;
    ++games_with_rows;
    for (const auto& [way, edge] : {std::pair{"perfect", "edge"}, std::pair{"simple", "simple_edge"}}) {
      int64_t kept = 1;
      for (const json::value& row : answer.at("rows").as_array()) {
        if (number(row.at(edge).at("least")) <= 0) break;
        kept = row.at("players").as_int64();
      }
      EXPECT_EQ(answer.at("spots").at(way).at("certain").as_int64(), kept) << game->facts.id << way;
    }
  }
  EXPECT_GE(games_with_rows, 6);
  // The document allows five spots of Caribbean Stud.
  const json::object caribbean = body_of(stored("game=caribbean-stud"));
  size_t spots = 0;
  for (const json::value& verdict : caribbean.at("printed").as_array()) {
    if (verdict.at("id").as_string() != "caribbean-stud-spots") continue;
    EXPECT_EQ(verdict.at("printed").as_string(), "5");
    // At five the house has its edge, so that the document cannot be called wrong.
    EXPECT_NE(verdict.at("verdict").as_string(), "differs");
    ++spots;
  }
  EXPECT_EQ(spots, 1);
}

TEST(LabExposed, TellsWhatASituationIsMadeOf) {
  // By the rules of the games, as docs/games has them.
  const json::object caribbean = body_of(stored("game=caribbean-stud")).at("situation").as_object();
  ASSERT_EQ(caribbean.at("decisions").as_array().size(), 1);
  EXPECT_EQ(caribbean.at("decisions").at(0).at("own").as_int64(), 5);
  EXPECT_EQ(caribbean.at("decisions").at(0).at("dealer").as_int64(), 1);
  EXPECT_EQ(caribbean.at("hole_max").as_int64(), 1);
  const json::object stud = body_of(stored("game=mississippi-stud")).at("situation").as_object();
  ASSERT_EQ(stud.at("decisions").as_array().size(), 3);
  EXPECT_EQ(stud.at("decisions").at(2).at("own").as_int64(), 2);
  EXPECT_EQ(stud.at("decisions").at(2).at("community").as_int64(), 2);
  EXPECT_EQ(stud.at("decisions").at(0).at("made").as_array().size(), 3);
  EXPECT_EQ(stud.at("decisions").at(0).at("made").at(1).at("made").as_string(), "2x");
  EXPECT_EQ(stud.at("hole_max").as_int64(), 0);
  const json::object ride = body_of(stored("game=let-it-ride")).at("situation").as_object();
  EXPECT_EQ(ride.at("decisions").at(0).at("made").at(0).at("made").as_string(), "back");
  EXPECT_EQ(ride.at("decisions").at(0).at("made").at(1).at("made").as_string(), "check");
}

TEST(LabExposed, OneNumberOfPlayersIsOneRowWithItsRules) {
  const json::object answer = body_of(stored("game=three-card-poker&players=3"));
  ASSERT_EQ(answer.at("rows").as_array().size(), 1);
  const json::value& row = answer.at("rows").at(0);
  EXPECT_EQ(row.at("players").as_int64(), 3);
  EXPECT_EQ(row.at("cards_seen").as_int64(), 6);
  // The document's own rule for six seen cards: play anything from four queens, kings and aces on.
  EXPECT_EQ(row.at("simple_rules").at("rules").at(0).at("when").as_string(), "at 4 or more");
  EXPECT_EQ(row.at("simple_rules").at("count").as_string(), "1 for every seen ace, king and queen");
  EXPECT_EQ(stored("game=three-card-poker&players=99").status, 400);
  EXPECT_EQ(stored("game=bridge").status, 400);
}

}  // namespace
}  // namespace cardroom::lab
