#include "lab/desk.h"

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <thread>

#include "base/prng.h"
#include "base/rational.h"
#include "games/registry.h"

namespace cardroom::lab {
namespace {

namespace json = boost::json;
using base::Rational;

const Desk& shared_desk() {
  static const Desk one = desk();
  return one;
}

DeskAnswer post(std::string_view path, const json::value& body) {
  const std::string text = json::serialize(body);
  return shared_desk()({.method = "POST", .path = path, .query = "", .body = text});
}

DeskAnswer get(std::string_view path, std::string_view query) {
  return shared_desk()({.method = "GET", .path = path, .query = query, .body = ""});
}

json::object body_of(const DeskAnswer& answer) {
  EXPECT_EQ(answer.status, 200) << answer.body;
  return json::parse(answer.body).as_object();
}

std::string exact(const json::value& figure) {
  return std::string(figure.at("exact").as_string());
}

std::string percent(const json::value& figure) {
  return std::string(figure.at("percent").as_string());
}

// The edge printed with so many digits that the figure rounds to.
std::string rounded(const json::value& figure, int places) {
  const std::string text = exact(figure);
  const size_t slash = text.find('/');
  const Rational value(base::Integer(text.substr(0, slash)),
                       slash == std::string::npos ? base::Integer(1) : base::Integer(text.substr(slash + 1)));
  return base::to_decimal(value * 100, places);
}

json::object figures(std::string_view game, std::string_view wager, json::array edits = {},
                     json::array paytables = {}) {
  return body_of(post(
      "figures", {{"game", game}, {"wager", wager}, {"edits", std::move(edits)}, {"paytables", std::move(paytables)}}));
}

TEST(LabFigures, PairPlusIsTheSumOfItsCounts) {
  // Of 22,100 hands 48 straight flushes, 52 threes, 720 straights, 1,096 flushes, 3,744 pairs; all else loses.
  const json::object answer = figures("three-card-poker", "pair-plus");
  EXPECT_EQ(answer.at("deals").as_string(), "22100");
  EXPECT_EQ(exact(answer.at("house_edge")), "128/5525");
  EXPECT_EQ(percent(answer.at("house_edge")), "2.316742");
  EXPECT_EQ(exact(answer.at("hit_frequency")), base::to_text(Rational(48 + 52 + 720 + 1096 + 3744, 22'100)));
  EXPECT_FALSE(answer.at("edited").as_bool());
  EXPECT_FALSE(answer.contains("printed"));
}

TEST(LabFigures, AnEditedPayMovesTheEdgeByItsCount) {
  const json::object answer = figures("three-card-poker", "pair-plus", {"pair-plus/flush=3 to 1"});
  const Rational printed(128, 5525);
  const Rational change(1096, 22'100);
  EXPECT_EQ(exact(answer.at("house_edge")), base::to_text(printed + change));
  EXPECT_EQ(exact(answer.at("printed").at("house_edge")), base::to_text(printed));
  EXPECT_EQ(exact(answer.at("change").at("house_edge")), base::to_text(change));
  // Only the flush's row changed.
  for (const json::value& row : answer.at("outcomes").as_array()) {
    EXPECT_EQ(row.as_object().contains("change"), row.at("outcome").as_string() == "flush");
  }
  // The edited pays are those of another printed paytable.
  EXPECT_EQ(exact(figures("three-card-poker", "pair-plus", {}, {"TCP-10"}).at("house_edge")),
            exact(answer.at("house_edge")));
}

TEST(LabFigures, EditedPaysReachThePublishedEdgesOfOtherPaytables) {
  struct Case {
    const char* game;
    const char* wager;
    json::array edits;
    const char* printed;  // in per cent, by the documents
  };
  const std::vector<Case> cases = {
      {"three-card-poker", "ante", {"ante-bonus/three of a kind=3"}, "3.61"},
      {"three-card-poker", "ante", {"ante-bonus/three of a kind=3", "ante-bonus/straight flush=4"}, "3.83"},
      {"four-card-poker", "ante", {}, "2.79"},
      {"crazy-4-poker", "ante", {}, "3.42"},
      {"caribbean-stud", "ante", {}, "5.22"},
      {"let-it-ride", "bet-3", {}, "3.51"},
      {"mississippi-stud", "ante", {}, "4.91"},
      {"mississippi-stud", "ante", {"ante/straight=5"}, "3.76"},
  };
  for (const Case& each : cases) {
    EXPECT_EQ(rounded(figures(each.game, each.wager, each.edits).at("house_edge"), 2), each.printed) << each.edits;
  }
}

TEST(LabFigures, AnEditThatSaysWhatIsPrintedIsNone) {
  const json::object answer = figures("three-card-poker", "pair-plus", {"pair-plus/flush=4"});
  EXPECT_FALSE(answer.at("edited").as_bool());
}

TEST(LabFigures, RowsMayBeTakenOutAndPutIn) {
  // Without its pairs PAIR PLUS loses twice the 3,744 units that it paid and gave back.
  const json::object without = figures("three-card-poker", "pair-plus", {"pair-plus/pair="});
  EXPECT_EQ(exact(without.at("change").at("house_edge")), base::to_text(Rational(2 * 3744, 22'100)));
  // The pairs are 288 of each rank: those of kings and aces give back two units each.
  const json::object better =
      figures("three-card-poker", "pair-plus", {"pair-plus/pair=", "pair-plus/pair of kings or better=1 to 1"});
  EXPECT_EQ(exact(better.at("change").at("house_edge")), base::to_text(Rational(2 * 3744 - 4 * 288, 22'100)));
}

TEST(LabFigures, RandomPaysAreTheSumOfTheirCounts) {
  base::Prng prng(26);
  const std::vector<std::pair<std::string, int>> hands = {
      {"straight flush", 48}, {"three of a kind", 52}, {"straight", 720}, {"flush", 1096}, {"pair", 3744}};
  for (int round = 0; round < 40; ++round) {
    json::array edits;
    Rational returned;
    for (const auto& [hand, count] : hands) {
      const auto pay = static_cast<int64_t>(1 + base::uniform_below(prng, 60));
      const auto to = static_cast<int64_t>(1 + base::uniform_below(prng, 3));
      edits.emplace_back("pair-plus/" + hand + "=" + std::to_string(pay) + " to " + std::to_string(to));
      returned += Rational(count, 22'100) * (Rational(pay, to) + 1);
    }
    EXPECT_EQ(exact(figures("three-card-poker", "pair-plus", edits).at("house_edge")), base::to_text(1 - returned));
  }
}

TEST(LabFigures, AProgressiveIsCountedAtItsMeters) {
  // PROG-3C-1 for $1, alone, $10,080 on the meter: even (12,020 of 22,100 come back in fixed pays).
  const json::object answer = body_of(post("figures", {{"game", "three-card-poker"},
                                                       {"wager", "progressive"},
                                                       {"paytables", {"PROG-3C-1"}},
                                                       {"house", {"folded-progressive=wins"}},
                                                       {"meters_cents", {1'008'000}}}));
  EXPECT_EQ(exact(answer.at("house_edge")), "0");
  EXPECT_EQ(answer.at("levels").at(0).at("break_even").at("money").as_string(), "$10,080.00");
  EXPECT_EQ(exact(answer.at("fixed_return")), base::to_text(Rational(12'020, 22'100)));
  // A straight flush for ten units more: 44 of them.
  const json::object edited = body_of(post("figures", {{"game", "three-card-poker"},
                                                       {"wager", "progressive"},
                                                       {"paytables", {"PROG-3C-1"}},
                                                       {"house", {"folded-progressive=wins"}},
                                                       {"edits", {"progressive/straight flush=80"}},
                                                       {"meters_cents", {1'008'000}}}));
  EXPECT_EQ(exact(edited.at("house_edge")), base::to_text(Rational(-440, 22'100)));
  EXPECT_EQ(exact(edited.at("change").at("house_edge")), base::to_text(Rational(-440, 22'100)));
}

TEST(LabStrategy, ThreeCardPokerPlaysQueenSixFourOrBetter) {
  const json::object answer = body_of(post("strategy", {{"game", "three-card-poker"}}));
  EXPECT_EQ(answer.at("sentence").as_string(), "PLAY 1x with Q-6-4 or better, fold the rest.");
  EXPECT_EQ(exact(answer.at("rule").at("costs")), "0");
  EXPECT_EQ(rounded(answer.at("best").at("house_edge"), 2), "3.37");
}

TEST(LabStrategy, OfSeveralDecisionsIsProseWithHowTheDealsEnd) {
  const json::object answer = body_of(post("strategy", {{"game", "mississippi-stud"}}));
  EXPECT_TRUE(answer.at("prose").as_bool());
  EXPECT_EQ(answer.at("rows").at(1).at("first").as_string(), "3RD STREET");
  EXPECT_EQ(rounded(answer.at("best").at("house_edge"), 2), "4.91");
  Rational shares;
  for (const json::value& choice : answer.at("best").at("choices").as_array())
    shares += *base::parse_fraction(exact(choice.at("share")));
  EXPECT_EQ(shares, 1);
  EXPECT_EQ(answer.at("best").at("choices").at(0).at("choice").as_string(), "fold at 3RD STREET");
  // Published: this play of Let It Ride is the best there is.
  EXPECT_EQ(exact(body_of(post("strategy", {{"game", "let-it-ride"}})).at("basic").at("costs")), "0");
}

TEST(LabStrategy, ABonusForAPairChangesNoFoldButAHighOneForHighCardsDoes) {
  // Every hand pays 5 to 1 on the ANTE, win or lose: then no hand is worth folding.
  const json::object answer =
      body_of(post("strategy", {{"game", "three-card-poker"},
                                {"edits",
                                 {"ante-bonus/flush=5 to 1", "ante-bonus/pair=5 to 1", "ante-bonus/high card=5 to 1",
                                  "ante-bonus/straight=5 to 1"}}}));
  const json::array& choices = answer.at("best").at("choices").as_array();
  ASSERT_EQ(choices.size(), 1);
  EXPECT_EQ(exact(choices[0].at("share")), "1");
}

TEST(LabSession, OneRoundIsTheWagerItself) {
  const json::object answer =
      body_of(post("session", {{"game", "three-card-poker"}, {"wager", "pair-plus"}, {"rounds", 1}, {"bankroll", 1}}));
  EXPECT_EQ(answer.at("win_percent").as_string(), "25.6109");   // 5,660 / 22,100
  EXPECT_EQ(answer.at("ruin_percent").as_string(), "74.3891");  // 16,440 / 22,100
  double sum = 0;
  for (const json::value& bar : answer.at("bars").as_array()) sum += bar.at("probability").as_double();
  EXPECT_NEAR(sum, 1, 1e-9);
}

TEST(LabSession, TwoRoundsOfEvenChancesAddUp) {
  // PAIR PLUS that pays 1 to 1 on pairs and more, and takes the rest: ahead after two rounds where both win.
  const json::object answer = body_of(post("session", {{"game", "three-card-poker"},
                                                       {"wager", "pair-plus"},
                                                       {"rounds", 2},
                                                       {"edits",
                                                        {"pair-plus/straight flush=1", "pair-plus/three of a kind=1",
                                                         "pair-plus/straight=1", "pair-plus/flush=1"}}}));
  const double p = 5660.0 / 22100.0;
  EXPECT_NEAR(std::stod(std::string(answer.at("win").as_string())), p * p, 1e-9);
  EXPECT_NEAR(std::stod(std::string(answer.at("even").as_string())), 2 * p * (1 - p), 1e-9);
}

TEST(LabMeter, BreaksEvenWhereTheReturnIsWhole) {
  const json::object answer = body_of(post("meter", {{"game", "three-card-poker"},
                                                     {"paytables", {"PROG-3C-1"}},
                                                     {"house", {"folded-progressive=wins"}},
                                                     {"players", 5},
                                                     {"seeds_cents", {100'000}},
                                                     {"contributions", {"12"}},
                                                     {"reserves", {"1"}}}));
  // Four others bring $100 once and $25 three times in 22,100 deals each: 10,080 − 4 · 175.
  EXPECT_EQ(answer.at("curves").at(0).at("break_even").at("money").as_string(), "$9,380.00");
  EXPECT_EQ(answer.at("by_players").at(0).at("break_even").at("money").as_string(), "$10,080.00");
  EXPECT_EQ(answer.at("levels").at(0).at("one_in").as_string(), "22100");
  // Of a dollar: fixed 12,020, envy 700, seed 1,000 of 22,100, and 13 % to meter and reserve.
  EXPECT_EQ(exact(answer.at("advantage").at("house")),
            base::to_text(1 - Rational(12'020 + 700 + 1000, 22'100) - Rational(13, 100)));
}

TEST(LabCompare, FindsTheFourPairPlusTables) {
  const json::object answer = body_of(post("compare", {{"game", "three-card-poker"}, {"wager", "pair-plus"}}));
  const json::array& rows = answer.at("paytables").as_array();
  ASSERT_EQ(rows.size(), 4);
  // Printed as 2.30, 3.50, 5.60 and 7.30: rounded to one place, with a zero added.
  std::vector<std::string> edges;
  for (const json::value& row : rows) edges.push_back(rounded(row.at("house_edge"), 1));
  std::ranges::sort(edges);
  EXPECT_EQ(edges, (std::vector<std::string>{"2.3", "3.5", "5.6", "7.3"}));
  const json::object edited = body_of(
      post("compare", {{"game", "three-card-poker"}, {"wager", "pair-plus"}, {"edits", {"pair-plus/flush=3"}}}));
  EXPECT_EQ(edited.at("paytables").as_array().size(), 5);
  EXPECT_TRUE(edited.at("paytables").at(0).at("edited").as_bool());
}

TEST(LabPrinted, EveryVerdictIsTheOneOnRecord) {
  size_t count = 0;
  for (const char* game : {"three-card-poker", "three-card-poker-face-up", "crazy-4-poker"}) {
    const json::object answer = body_of(get("printed", std::string("game=") + game));
    for (const json::value& figure : answer.at("figures").as_array()) {
      EXPECT_EQ(figure.at("verdict").as_string(), figure.at("expected").as_string()) << figure.at("id");
      ++count;
    }
  }
  EXPECT_GT(count, 20);
}

TEST(LabFiles, ASheetAndAPaytableAreDownloads) {
  const DeskAnswer sheet =
      get("par",
          "game=three-card-poker&wager=pair-plus&edits=pair-plus/flush%3D3+to+1;ante-bonus/straight%3D1&form=json&"
          "paytables=TCP-01;PROG-3C-2");
  EXPECT_EQ(sheet.file_name, "three-card-poker-TCP-01-edited-par.json");
  const json::object fields = body_of(sheet);
  EXPECT_EQ(exact(fields.at("wagers").at(1).at("house_edge")), base::to_text(Rational(1608, 22'100)));
  const DeskAnswer file = get("paytable", "game=three-card-poker&wager=pair-plus&edits=pair-plus/flush=3");
  EXPECT_NE(file.body.find("[\"flush\", \"3 to 1\"],"), std::string::npos) << file.body;
  EXPECT_EQ(file.file_name, "three-card-poker-TCP-01-edited.toml");
  const DeskAnswer card = get("card", "game=three-card-poker");
  EXPECT_NE(card.body.find("Q-6-4 or better"), std::string::npos);
}

TEST(LabDesk, RefusesByTheNameOfTheFieldAndTheRule) {
  struct Case {
    const char* path;
    const char* body;
    const char* code;
    const char* field;
  };
  const Case cases[] = {
      {"figures", "{", "malformed_json", ""},
      {"figures", "[]", "malformed_json", ""},
      {"figures", R"({"wager":"ante"})", "field_missing", "game"},
      {"figures", R"({"game":"bridge"})", "unknown_game", "game"},
      {"figures", R"({"game":"three-card-poker","wagers":["ante"]})", "unknown_field", "wagers"},
      {"figures", R"({"game":"three-card-poker","wager":"play"})", "wager_not_of_its_own", "wager"},
      {"figures", R"({"game":"three-card-poker","wager":"aces-up"})", "unknown_wager", "wager"},
      {"figures", R"({"game":"three-card-poker","paytables":["FCP-01"]})", "unknown_paytable", "paytables[0]"},
      {"figures", R"({"game":"three-card-poker","paytables":["TCP-01","TCP-02"]})", "paytable_group_twice", ""},
      {"figures", R"({"game":"three-card-poker","edits":["flush"]})", "malformed_edit", "edits[0]"},
      {"figures", R"({"game":"three-card-poker","edits":["aces-up/flush=3"]})", "unknown_wager", "edits[0]"},
      {"figures", R"({"game":"three-card-poker","edits":["pair-plus/flush=0"]})", "paytable_refused", "edits[0]"},
      {"figures", R"({"game":"three-card-poker","edits":["pair-plus/flush=300000"]})", "paytable_refused", "edits[0]"},
      {"figures", R"({"game":"three-card-poker","edits":["pair-plus/full house=3"]})", "paytable_refused", "edits[0]"},
      {"figures", R"({"game":"three-card-poker","edits":["pair-plus/flush="]})", "paytable_refused", "edits"},
      {"figures", R"({"game":"three-card-poker","edits":["pair-plus/flush=3","pair-plus/flush=2"]})", "edit_twice",
       "edits[1]"},
      {"figures", R"({"game":"three-card-poker","edits":["pair-plus/flush=3 to 997","pair-plus/pair=3 to 991"]})",
       "pays_too_fine", "edits"},
      {"figures", R"({"game":"three-card-poker","strategy":"bold"})", "unknown_value", "strategy"},
      {"figures", R"({"game":"three-card-poker","house":["chip=1"]})", "unknown_option", "house[0]"},
      {"figures", R"({"game":"four-card-poker","house":["folded-bonus=loses"]})", "option_fixed_by_rules", "house[0]"},
      {"figures", R"({"game":"three-card-poker","wager":"progressive","meters_cents":[1,2]})", "meters_not_one_a_level",
       "meters_cents"},
      {"session", R"({"game":"three-card-poker","rounds":0})", "number_out_of_range", "rounds"},
      {"session", R"({"game":"three-card-poker","rounds":1.5})", "number_out_of_range", "rounds"},
      {"session", R"({"game":"three-card-poker","wager":"progressive"})", "no_session_of_progressive", "wager"},
      {"meter", R"({"game":"three-card-poker","contributions":["101"]})", "malformed_rate", "contributions[0]"},
      {"meter", R"({"game":"three-card-poker","contributions":["60"],"reserves":["60"]})", "rates_above_whole", ""},
      {"guess", R"({"game":"three-card-poker"})", "unknown_question", ""},
  };
  for (const Case& each : cases) {
    const DeskAnswer answer = shared_desk()({.method = "POST", .path = each.path, .query = "", .body = each.body});
    EXPECT_GE(answer.status, 400) << each.body;
    EXPECT_LT(answer.status, 500) << each.body;
    const json::value error = json::parse(answer.body).at("error");
    EXPECT_EQ(error.at("code").as_string(), each.code) << each.body << answer.body;
    EXPECT_EQ(error.at("field").as_string(), each.field) << each.body << answer.body;
    EXPECT_FALSE(error.at("text").as_string().empty());
  }
  EXPECT_EQ(shared_desk()({.method = "PUT", .path = "figures", .query = "", .body = "{}"}).status, 405);
  EXPECT_EQ(post("figures", {{"game", std::string(20'000, 'x')}}).status, 413);
  EXPECT_EQ(get("games", "what=%zz").status, 400);
}

TEST(LabDesk, ListsEveryGameWithItsPays) {
  const json::object answer = body_of(get("games", ""));
  ASSERT_EQ(answer.at("games").as_array().size(), games::all_games().size());
  for (const json::value& game : answer.at("games").as_array()) {
    EXPECT_FALSE(game.at("paytables").as_array().empty());
    for (const json::value& paytable : game.at("paytables").as_array()) {
      EXPECT_FALSE(paytable.at("pays").at(0).at("rows").as_array().empty());
    }
  }
}

// Whatever is written into the fields, an answer comes back, and none that blames us.
TEST(LabDesk, OutlastsNonsense) {
  base::Prng prng(7);
  const std::vector<std::string> wagers = {"ante",      "pair-plus", "ante-bonus", "progressive",
                                           "queens-up", "play",      "super-bonus"};
  const std::vector<std::string> hands = {"flush",       "pair", "high card", "ace-king-queen suited",
                                          "royal flush", "",     "four aces", "pair of queens or better"};
  const std::vector<std::string> pays = {
      "1",      "3 to 2", "300 for 1", "100 %",        "1 % of Mega", "",    "x",  "0",      "-4",
      "249999", "1 to",   "7 to 13",   "100 % of A B", "$1",          "1/2", "\"", "5 to 0", "999 to 1000"};
  const auto any = [&](const std::vector<std::string>& from) {
    return from[base::uniform_below(prng, static_cast<uint32_t>(from.size()))];
  };
  for (int round = 0; round < 400; ++round) {
    json::object question{{"game", base::uniform_below(prng, 2) == 0 ? "three-card-poker" : "crazy-4-poker"},
                          {"wager", any(wagers)}};
    json::array edits;
    for (uint32_t count = base::uniform_below(prng, 4); count > 0; --count)
      edits.emplace_back(any(wagers) + "/" + any(hands) + "=" + any(pays));
    question["edits"] = std::move(edits);
    for (const char* path : {"figures", "session", "meter", "compare"}) {
      const DeskAnswer answer = post(path, question);
      EXPECT_TRUE(answer.status == 200 || answer.status == 400 || answer.status == 422)
          << path << json::serialize(question) << answer.body;
    }
  }
}

TEST(LabDesk, AnswersSeveralThreadsAsItAnswersOne) {
  const Desk fresh = desk();
  const std::vector<json::object> questions = {
      {{"game", "three-card-poker"}, {"wager", "ante"}},
      {{"game", "crazy-4-poker"}, {"wager", "ante"}},
      {{"game", "three-card-poker"}, {"wager", "pair-plus"}, {"edits", {"pair-plus/flush=5"}}},
      {{"game", "crazy-4-poker"}, {"wager", "queens-up"}}};
  const auto ask = [](const Desk& of, const json::object& question) {
    const std::string text = json::serialize(question);
    DeskAnswer answer;
    do {
      answer = of({.method = "POST", .path = "figures", .query = "", .body = text});
    } while (answer.status == 503);
    json::object body = json::parse(answer.body).as_object();
    body.erase("microseconds");
    return json::serialize(body);
  };
  std::vector<std::string> answers(questions.size() * 2);
  {
    std::vector<std::jthread> threads;
    for (size_t at = 0; at < answers.size(); ++at)
      threads.emplace_back([&, at] { answers[at] = ask(fresh, questions[at % questions.size()]); });
  }
  for (size_t at = 0; at < answers.size(); ++at)
    EXPECT_EQ(answers[at], ask(shared_desk(), questions[at % questions.size()]));
}

}  // namespace
}  // namespace cardroom::lab
