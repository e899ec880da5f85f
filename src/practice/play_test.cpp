#include "practice/play.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "games/registry.h"
#include "practice/catalog.h"

namespace cardroom::practice {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Act bet(int64_t cents) {
  return {ActKind::bet, "", Cents(cents)};
}

// Two positions as `cardroom deal three-card-poker --key 26 --players 2` has them in README.md: 8c Kh Kc and 3s Td 9h
// against 7c 6c 3c.
PlayRequest readme_round() {
  PlayRequest request;
  request.game = "three-card-poker";
  request.key = "26";
  for (const int position : {1, 2}) {
    request.seats.push_back(
        {.position = position,
         .automatic = false,
         .wagers = {{"ante", Cents(1000)}, {"pair-plus", Cents(1000)}, {"6-card-bonus", Cents(100)}},
         .actions = {}});
  }
  return request;
}

TEST(PracticeTable, DealsTheRoundThatTheProgramDealsFromTheSameKey) {
  Prospects prospects;
  PlayRequest request = readme_round();
  request.seats[0].actions = {bet(1000)};
  request.seats[1].actions = {{ActKind::fold, "", {}}};
  const auto view = play(request, prospects);
  ASSERT_TRUE(view) << view.error().text;
  EXPECT_EQ(view->stage, Stage::settled);
  EXPECT_THAT(view->dealer.cards, ElementsAre("7c", "6c", "3c"));
  EXPECT_EQ(view->dealer.words, "flush, seven high, six, three");
  EXPECT_THAT(view->seats[0].cards, ElementsAre("8c", "Kh", "Kc"));
  EXPECT_THAT(view->seats[1].cards, ElementsAre("3s", "Td", "9h"));
  std::vector<std::string> lines;
  for (const Line& line : view->lines) lines.push_back(line.name + " " + line.result + " " + to_text(line.net));
  EXPECT_THAT(lines, ElementsAre("ANTE loses -$10.00", "PAIR PLUS loses -$10.00", "6 CARD BONUS loses -$1.00",
                                 "PLAY loses -$10.00", "ANTE loses -$10.00", "PAIR PLUS wins $10.00",
                                 "6 CARD BONUS wins $20.00"));
  EXPECT_EQ(view->lines.back().arithmetic, "$1.00 at 20 to 1 is $20.00");
  EXPECT_EQ(view->seats[0].net, Cents(1000));
  EXPECT_EQ(view->seats[1].net, Cents(-2100));
  EXPECT_EQ(view->net, Cents(-1100));
  EXPECT_EQ(view->staked, Cents(5200));
}

TEST(PracticeTable, WaitsForADecisionAndShowsNoMoreThanIsSeen) {
  Prospects prospects;
  PlayRequest request = readme_round();
  request.seats[1].automatic = true;
  const auto view = play(request, prospects);
  ASSERT_TRUE(view) << view.error().text;
  EXPECT_EQ(view->stage, Stage::decide);
  EXPECT_THAT(view->dealer.cards, ElementsAre("", "", ""));
  EXPECT_EQ(view->dealer.words, "");
  EXPECT_THAT(view->seats[0].cards, ElementsAre("8c", "Kh", "Kc"));
  EXPECT_THAT(view->seats[1].cards, ElementsAre("", "", ""));
  EXPECT_EQ(view->seats[1].words, "");
  EXPECT_TRUE(view->lines.empty());
  ASSERT_TRUE(view->turn);
  EXPECT_EQ(view->turn->position, 1);
  ASSERT_EQ(view->turn->actions.size(), 2U);
  EXPECT_EQ(view->turn->actions[0].value, "-2") << "a fold loses ANTE and PAIR PLUS";
  EXPECT_TRUE(view->turn->actions[1].best);
}

TEST(PracticeTable, ShowsAnUpCardBeforeTheDecision) {
  Prospects prospects;
  PlayRequest request;
  request.game = "caribbean-stud";
  request.key = "a word";
  request.seats = {{.position = 3, .automatic = false, .wagers = {{"ante", Cents(1000)}}, .actions = {}}};
  const auto view = play(request, prospects);
  ASSERT_TRUE(view) << view.error().text;
  ASSERT_EQ(view->dealer.cards.size(), 5U);
  EXPECT_EQ(std::ranges::count(view->dealer.cards, ""), 4);
  EXPECT_NE(view->dealer.cards.back(), "");
}

TEST(PracticeTable, AddsThePriceOfMistakesToTheTallyExactly) {
  // Folding the kings gives away 391305/9212 (worked out from the values -2 and 41413/18424 of a $10 ANTE); a tally of
  // 1/4 stands before it.
  Prospects prospects;
  PlayRequest request = readme_round();
  request.seats.pop_back();
  request.seats[0].actions = {{ActKind::fold, "", {}}};
  request.tally = {
      .rounds = 3, .decisions = 2, .mistakes = 1, .staked = Cents(5000), .net = Cents(-700), .price = "1/4"};
  const auto view = play(request, prospects);
  ASSERT_TRUE(view) << view.error().text;
  ASSERT_EQ(view->decisions.size(), 1U);
  EXPECT_TRUE(view->decisions[0].mistake);
  EXPECT_THAT(view->decisions[0].text, HasSubstr("Fold cost $42.48: PLAY 1x was best."));
  EXPECT_EQ(view->tally.price, "98402/2303");  // 391305/9212 + 2303/9212
  EXPECT_EQ(view->tally.rounds, 4U);
  EXPECT_EQ(view->tally.decisions, 3U);
  EXPECT_EQ(view->tally.mistakes, 2U);
  EXPECT_EQ(view->tally.staked, Cents(5000 + 2100));
}

TEST(PracticeTable, RefusesWithFieldAndRule) {
  struct Row {
    std::function<void(PlayRequest&)> change;
    unsigned status;
    std::string_view code, field;
  };
  const Row rows[] = {
      {[](PlayRequest& r) { r.game = "bridge"; }, 400, "malformed", "game"},
      {[](PlayRequest& r) { r.key = ""; }, 400, "malformed", "key"},
      {[](PlayRequest& r) { r.key = "caf\xc3\xa9"; }, 400, "malformed", "key"},
      {[](PlayRequest& r) { r.round = 0; }, 400, "malformed", "round"},
      {[](PlayRequest& r) { r.paytables = {"FCP-01"}; }, 400, "malformed", "paytables[0]"},
      {[](PlayRequest& r) { r.paytables = {"TCP-01", "TCP-02"}; }, 409, "paytable_group_twice", "paytables"},
      {[](PlayRequest& r) { r.house = {{"colour", "red"}}; }, 400, "malformed", "house[0].option"},
      {[](PlayRequest& r) { r.house = {{"folded-bonus", "keeps"}}; }, 409, "option_fixed_by_rules", "house"},
      {[](PlayRequest& r) { r.meters = {{"Mega", Cents(1)}}; }, 400, "malformed", "meters[0].level"},
      {[](PlayRequest& r) { r.meters = {{"", Cents(-1)}}; }, 400, "malformed", "meters[0].amount"},
      {[](PlayRequest& r) { r.seats.clear(); }, 400, "malformed", "seats"},
      {[](PlayRequest& r) { r.seats[0].automatic = r.seats[1].automatic = true; }, 400, "malformed", "seats"},
      {[](PlayRequest& r) { r.seats[1].position = 1; }, 400, "malformed", "seats[1].position"},
      {[](PlayRequest& r) { r.seats[0].position = 0; }, 409, "position_out_of_range", "seats[0].wagers"},
      {[](PlayRequest& r) { r.seats[0].wagers[0].wager = "pot"; }, 400, "malformed", "seats[0].wagers[0].wager"},
      {[](PlayRequest& r) { r.seats[0].wagers[0].wager = "play"; }, 400, "malformed", "seats[0].wagers[0].wager"},
      {[](PlayRequest& r) { r.seats[0].wagers[1].wager = "ante"; }, 400, "malformed", "seats[0].wagers[1].wager"},
      {[](PlayRequest& r) { r.seats[0].wagers[0].amount = Cents(-500); }, 400, "malformed",
       "seats[0].wagers[0].amount"},
      {[](PlayRequest& r) { r.seats[0].wagers[1].amount = Cents(50'000); }, 409, "wager_above_limit",
       "seats[0].wagers[1].amount"},
      {[](PlayRequest& r) { r.seats[0].wagers = {{"6-card-bonus", Cents(100)}}; }, 409, "bonus_without_regular_wager",
       "seats[0].wagers[0].amount"},
      {[](PlayRequest& r) { r.seats[0].actions = {bet(2000)}; }, 409, "play_not_equal_to_ante", "seats[0].actions[0]"},
      {[](PlayRequest& r) { r.seats[0].actions = {{ActKind::check, "", {}}}; }, 409, "action_not_offered",
       "seats[0].actions[0]"},
      {[](PlayRequest& r) { r.seats[0].actions = {{ActKind::fold, "play", {}}}; }, 400, "malformed",
       "seats[0].actions[0]"},
      {[](PlayRequest& r) {
         r.seats.pop_back();
         r.seats[0].actions = {{ActKind::fold, "", {}}, bet(1000)};
       },
       409, "action_after_fold", "seats[0].actions[1]"},
      {[](PlayRequest& r) {
         r.seats[1].automatic = true;
         r.seats[1].actions = {bet(1000)};
       },
       400, "malformed", "seats[1].actions[0]"},
      {[](PlayRequest& r) { r.tally.price = "-1"; }, 400, "malformed", "tally.price"},
      {[](PlayRequest& r) { r.tally.mistakes = 1; }, 400, "malformed", "tally.mistakes"},
  };
  Prospects prospects;
  for (const Row& row : rows) {
    PlayRequest request = readme_round();
    row.change(request);
    const auto view = play(request, prospects);
    ASSERT_FALSE(view) << row.field << " " << row.code;
    EXPECT_EQ(view.error().status, row.status) << row.field << ": " << view.error().text;
    EXPECT_EQ(view.error().code, row.code) << row.field;
    EXPECT_EQ(view.error().field, row.field) << row.code;
  }
}

TEST(PracticeTable, PlaysEveryGameToItsEnd) {
  Prospects prospects;
  for (const CatalogGame& game : catalog().games) {
    PlayRequest request;
    request.game = game.id;
    request.key = "every game";
    request.seats.resize(3);
    for (int at = 0; at < 3; ++at) {
      SeatRequest& seat = request.seats[static_cast<size_t>(at)];
      seat.position = at + 1;
      seat.automatic = at != 1;
      for (const CatalogWager& wager : game.wagers) {
        const bool before_deal = wager.kind != "raise" && wager.kind != "award";
        if (before_deal) seat.wagers.push_back({wager.id, wager.usual > Cents(0) ? wager.usual : wager.min});
      }
    }
    for (int decisions = 0; decisions <= games::decisions_max; ++decisions) {
      const auto view = play(request, prospects);
      ASSERT_TRUE(view) << game.id << ": " << view.error().text;
      if (view->stage == Stage::settled) {
        EXPECT_EQ(view->tally.mistakes, 0U) << game.id << ": the best choice was taken";
        Cents net;
        for (const Line& line : view->lines) net += line.position == 2 ? line.net : Cents(0);
        EXPECT_EQ(view->net, net);
        break;
      }
      ASSERT_EQ(view->turn->position, 2);
      const auto best = std::ranges::find(view->turn->actions, true, &ActionView::best);
      ASSERT_NE(best, view->turn->actions.end()) << game.id;
      request.seats[1].actions.push_back({best->kind, best->wager, best->amount});
      ASSERT_LT(decisions, games::decisions_max) << game.id << " does not end";
    }
  }
}

}  // namespace
}  // namespace cardroom::practice
