#include "practice/course.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "games/testing.h"
#include "practice/handling.h"
#include "practice/shown.h"

namespace cardroom::practice {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TrainingRound training_of(std::string_view text) {
  auto loaded = games::parse_round(text, games::shipped_library());
  CHECK(loaded);
  TrainingRound training{
      .table = loaded->table, .round = loaded->round, .settlement = {}, .awards = {}, .lines = {}, .prng_key = 1};
  training.settlement = settle(training.table, training.round);
  training.awards = claim_awards(training.table, training.settlement, Meters(training.table));
  training.lines = lines_of(training.table, training.round, training.settlement, training.awards);
  return training;
}

std::vector<std::string> rows_of(const std::vector<Item>& course) {
  std::vector<std::string> rows;
  for (const Item& item : course) rows.push_back(item.done);
  return rows;
}

const Item& asking(const std::vector<Item>& course, std::string_view done) {
  const auto found = std::ranges::find(course, done, &Item::done);
  if (found == course.end()) ADD_FAILURE() << testing::PrintToString(rows_of(course));
  CHECK(found != course.end());
  return *found;
}

Answer handled(int position, std::string wager, Handling how, int64_t paid_cents = 0) {
  Answer answer;
  answer.handled = Handled{position, std::move(wager), how, Cents(paid_cents)};
  return answer;
}

// Worked out by hand. Position 1 has the ace-king-queen of spades: PLAY and ANTE win 1 to 1 (a queen qualifies), ANTE
// BONUS is 5 to 1 on $10, PAIR PLUS 40 to 1 on $5, the progressive takes the whole meter, which stands at its seed of
// $1,000. Position 2 folds: nothing of it is left. Position 4 folds, its 6 CARD BONUS lives on: 3-4-5-8-J-Q is nothing.
// It bet the progressive, so it is owed the envy of $100 although it folded.
constexpr std::string_view jackpot_round =
    "game three-card-poker\n"
    "position 1; ante 10; pair-plus 5; progressive 1; cards As Ks Qs; play 10\n"
    "position 2; ante 20; pair-plus 5; cards 9h 7d 2c; fold\n"
    "position 4; ante 15; 6-card-bonus 1; progressive 1; cards 8d 5c 3h; fold\n"
    "dealer Qh Jd 4c\n";

TEST(Course, OfThreeCardPokerWithAJackpotHasEveryStepInOrder) {
  const TrainingRound round = training_of(jackpot_round);
  EXPECT_THAT(
      rows_of(make_course(round, shipped_procedure())),
      ElementsAre("Announce \"No more bets\"", "Announce who has no PAIR PLUS", "Who has no PAIR PLUS? Position 4",
                  "Press START GAME, then take the progressive chips", "Deal the players' hands",
                  "Who gets the first hand? Position 1", "Deal your own hand",
                  "Put the remaining cards in the discard rack and press the green button",
                  "Ask each position to decide, from your left", "Collect the folded hands",
                  "Whose cards do you collect now? Position 2", "Turn over your hand, arrange it and announce it",
                  "Dealer: queen high, jack, four", "Announce whether the dealer plays", "The dealer plays",
                  "Settle the hands from your right", "Position 4: 6 CARD BONUS loses", "Position 1: PLAY pays $10.00",
                  "Position 1: ANTE BONUS pays $50.00", "Position 1: ANTE pays $10.00",
                  "Position 1: PAIR PLUS pays $200.00", "Position 1: PROGRESSIVE claims $1,000.00",
                  "Call a supervisor for the progressive", "Which positions does the supervisor confirm? Position 1",
                  "Pay envy", "Position 4: envy of $100.00", "Press END GAME", "Collect the cards and shuffle"));
}

TEST(Course, SaysWhyAnAnswerIsWrong) {
  const TrainingRound round = training_of(jackpot_round);
  const std::vector<Item> course = make_course(round, shipped_procedure());
  struct Row {
    std::string_view asked;
    Answer answer;
    std::string_view reason;
  };
  const Row rows[] = {
      {"Position 4: 6 CARD BONUS loses", handled(1, "play", Handling::pay, 1000), "from your right"},
      {"Position 4: 6 CARD BONUS loses", handled(4, "progressive", Handling::take), "taken at START GAME"},
      {"Position 4: 6 CARD BONUS loses", handled(4, "6-card-bonus", Handling::pay, 100), "is taken. Queen high"},
      {"Position 1: ANTE BONUS pays $50.00", handled(1, "ante", Handling::pay, 1000), "ANTE BONUS comes before ANTE"},
      {"Position 1: ANTE BONUS pays $50.00", handled(1, "ante-bonus", Handling::pay, 1000),
       "$50.00, not $10.00. Straight flush, ace high: 'straight flush' pays 5 to 1: $10.00 at 5 to 1 is $50.00"},
      {"Position 1: ANTE BONUS pays $50.00", handled(1, "ante-bonus", Handling::pay, 5001), "$50.00, not $50.01"},
      {"Position 1: PAIR PLUS pays $200.00", handled(1, "pair-plus", Handling::pay, 40'000), "$200.00, not $400.00"},
      {"Position 1: PAIR PLUS pays $200.00", handled(1, "ante", Handling::pay, 1000), "has already been settled"},
      {"Position 1: PROGRESSIVE claims $1,000.00", handled(1, "progressive", Handling::pay, 100'000),
       "claim on the meter"},
      {"Position 4: envy of $100.00", handled(1, "progressive", Handling::pay, 10'000), "no envy on it"},
      {"Position 4: envy of $100.00", handled(2, "progressive", Handling::pay, 10'000), "no progressive wager"},
      {"Position 4: envy of $100.00", handled(4, "progressive", Handling::pay, 2'500), "$100.00, not $25.00"},
      {"Position 4: envy of $100.00", handled(3, "progressive", Handling::pay, 100), "Nobody plays at position 3"},
  };
  for (const Row& row : rows) {
    const auto wrong = asking(course, row.asked).wrong(row.answer);
    ASSERT_TRUE(wrong) << row.asked;
    EXPECT_THAT(*wrong, HasSubstr(std::string(row.reason)));
  }
  EXPECT_FALSE(
      asking(course, "Position 1: PAIR PLUS pays $200.00").wrong(handled(1, "pair-plus", Handling::pay, 20'000)));
  EXPECT_FALSE(asking(course, "Position 4: envy of $100.00").wrong(handled(4, "progressive", Handling::pay, 10'000)));
  Answer first;
  first.positions = {4};
  EXPECT_THAT(*asking(course, "Who gets the first hand? Position 1").wrong(first), HasSubstr("It is position 1."));
}

// Position 1: kings up against the dealer's flush: PLAY, ANTE lose, AUTOMATIC BONUS is not due; BAD BEAT pays 4 to 1
// for a beaten two pair. The dealer's best four of six is the heart flush.
TEST(Course, TellsThatAnAwardIsNotDueAndWhatABadBeatPays) {
  const TrainingRound round = training_of(
      "game four-card-poker\n"
      "position 1; ante 10; aces-up 5; bad-beat-bonus 2; cards Ks Kd 4c 4d 9s; play 30\n"
      "dealer 2h 5h 9h Jh 3c 6d\n");
  const std::vector<Item> course = make_course(round, shipped_procedure());
  const std::vector<std::string> rows = rows_of(course);
  EXPECT_THAT(std::vector(rows.end() - 6, rows.end()),
              ElementsAre("Settle the hands from your right", "Position 1: PLAY loses", "Position 1: ANTE loses",
                          "Position 1: ACES UP pays $10.00", "Position 1: BAD BEAT BONUS pays $8.00",
                          "Collect the cards and shuffle"));
  EXPECT_THAT(
      *asking(course, "Position 1: ACES UP pays $10.00").wrong(handled(1, "automatic-bonus", Handling::pay, 1000)),
      HasSubstr("AUTOMATIC BONUS pays nothing here: two pair, kings and fours is below 'three of a kind'"));
  EXPECT_EQ(asking(course, "Dealer: flush, jack high, nine, five, deuce").phase, "reveal");
}

// Four of a kind pays 300 for 1, and $300 is the amount from which a supervisor confirms; a straight flush pays $100.
TEST(Course, CallsASupervisorFromTheSetAmountOn) {
  const auto called = [](std::string_view cards) {
    const TrainingRound round =
        training_of(fmt::format("game four-card-poker\npaytable PROG-4C-1\n"
                                "position 1; ante 10; progressive 1; cards {}; play 30\ndealer 2h 5h 9h Jh 3c 6d\n",
                                cards));
    return std::ranges::count(rows_of(make_course(round, shipped_procedure())),
                              "Call a supervisor for the progressive");
  };
  EXPECT_EQ(called("8s 8h 8d 8c 4d"), 1);
  EXPECT_EQ(called("8s 7s 6s 5s 4d"), 0);
}

// Envy of a link is multiplied by the recipient's wager: $300 for a straight flush, $2 and $5 bet. The highest hand of
// the four pays COVER ALL too: a straight flush 100 to 1 with four hands.
TEST(Course, OfCaribbeanStudPaysCoverAllAndEnvyLast) {
  const TrainingRound round = training_of(
      "game caribbean-stud\npaytable ML01\n"
      "position 1; ante 10; cover-all 1; progressive 2; cards 2s 7d 9h Jc 3d; fold\n"
      "position 3; ante 10; progressive 1; cards 5c 6c 7c 8c 9c; raise 20\n"
      "position 5; ante 10; progressive 5; cards Ks Kd 4h 8s 2d; raise 20\n"
      "dealer As Kh 5d 4d Th\n");
  const std::vector<std::string> rows = rows_of(make_course(round, shipped_procedure()));
  EXPECT_THAT(
      std::vector(rows.end() - 15, rows.end()),
      ElementsAre("Settle the hands from your right", "Position 5: ANTE pays $10.00",
                  "Position 5: RAISE pays $20.00",  // a pair, 1 to 1
                  "Position 3: ANTE pays $10.00",
                  "Position 3: RAISE pays $1,000.00",          // a straight flush, 50 to 1
                  "Position 3: PROGRESSIVE claims $1,500.00",  // all of Major, at its seed
                  "Settle COVER ALL", "Position 1: COVER ALL pays $100.00", "Call a supervisor for the progressive",
                  "Which positions does the supervisor confirm? Position 3", "Pay envy",
                  "Position 5: envy of $1,500.00", "Position 1: envy of $600.00", "Press END GAME",
                  "Collect the cards and shuffle"));
}

// Worked out by hand: a pair of jacks pays even on all bets of position 1. Position 2 folds at once; its 3 CARD BONUS
// lives, and jack, eight, deuce in the middle are nothing.
TEST(Course, OfMississippiStudGoesStreetByStreet) {
  const TrainingRound round = training_of(
      "game mississippi-stud\n"
      "position 1; ante 10; cards Js 4d; 3rd-street 10; 4th-street 10; 5th-street 30\n"
      "position 2; ante 10; 3-card-bonus 1; cards 7s 2d; fold\n"
      "community Jd 8c 2h\n");
  const std::vector<Item> course = make_course(round, shipped_procedure());
  EXPECT_THAT(
      rows_of(course),
      ElementsAre("Announce \"No more bets\"", "Deal the players' hands", "Who gets the first hand? Position 1",
                  "Lay the community cards in front of you, face down",
                  "Put the remaining cards in the discard rack and press the green button",
                  "Ask each position, from your left: \"3RD STREET: one, two or three times the ANTE, or fold?\"",
                  "Turn community card 1",
                  "Ask each position, from your left: \"4TH STREET: one, two or three times the ANTE, or fold?\"",
                  "Turn community card 2",
                  "Ask each position, from your left: \"5TH STREET: one, two or three times the ANTE, or fold?\"",
                  "Turn community card 3", "Collect the folded hands", "Whose cards do you collect now? None",
                  "Settle the hands from your right", "Position 2: 3 CARD BONUS loses", "Position 1: ANTE pays $10.00",
                  "Position 1: 3RD STREET pays $10.00", "Position 1: 4TH STREET pays $10.00",
                  "Position 1: 5TH STREET pays $30.00", "Collect the cards and shuffle"));
  // What has been bet and turned is seen, and no more.
  const Seen& seen = asking(course, "Turn community card 2").seen;
  EXPECT_EQ(seen.decisions, 2U);
  EXPECT_EQ(seen.turned, 1U);
  EXPECT_FALSE(seen.decided);
  EXPECT_FALSE(seen.community);
}

// Worked out by hand: the pair of jacks of position 1 beats the dealer, who has no pair and gives the ANTE back; no
// straight, so that the BLIND goes back too. Position 2 folds at the end; its TRIPS lives, and loses.
TEST(Course, OfUltimateTexasHoldemTurnsThreeCardsThenTwoThenTheDealers) {
  const TrainingRound round = training_of(
      "game ultimate-texas-holdem\n"
      "position 1; ante 10; blind 10; cards Js 4d; check; play 20\n"
      "position 2; ante 10; blind 10; trips 5; cards 7s 3d; check; check; fold\n"
      "dealer Ah 9h\n"
      "community Jd 8c 2h 5s Tc\n");
  const std::vector<Item> course = make_course(round, shipped_procedure());
  EXPECT_THAT(
      rows_of(course),
      ElementsAre("Announce \"No more bets\"", "Deal the players' hands", "Who gets the first hand? Position 1",
                  "Deal your own hand", "Lay the community cards in front of you, face down",
                  "Put the remaining cards in the discard rack and press the green button",
                  "Ask each position, from your left: \"PLAY four or three times the ANTE, or check?\"",
                  "Turn community cards 1 to 3",
                  "Ask each position, from your left: \"PLAY twice the ANTE, or check?\"",
                  "Turn community cards 4 and 5", "Ask each position, from your left: \"PLAY once the ANTE, or fold?\"",
                  "Collect the folded hands", "Whose cards do you collect now? None",
                  "Turn over your hand, arrange it and announce it", "Dealer: ace high, jack, ten, nine, eight",
                  "Announce whether the dealer plays", "The dealer does not play", "Settle the hands from your right",
                  "Position 2: TRIPS loses", "Position 1: PLAY pays $20.00", "Position 1: ANTE pushes",
                  "Position 1: BLIND pushes", "Collect the cards and shuffle"));
}

TEST(Course, EndsAtAMisdeal) {
  const TrainingRound round = training_of(
      "game three-card-poker\n"
      "position 1; ante 10; pair-plus 5; cards As Ks Qs\n"
      "position 2; ante 20; pair-plus 5; cards 9h 7d 2c 4d\n"
      "dealer Qh Jd 4c\nmisdeal\n");
  EXPECT_THAT(
      rows_of(make_course(round, shipped_procedure())),
      ElementsAre("Announce \"No more bets\"", "Deal the players' hands", "Who gets the first hand? Position 1",
                  "Deal your own hand", "Call a misdeal", "Which hand has the wrong number of cards? Position 2",
                  "Return every wager, or leave it for the next deal, and reshuffle"));
}

TEST(Course, NeverOffersAnotherStepThatMightAsWellBeRight) {
  const TrainingRound round = training_of(jackpot_round);
  const auto& steps = shipped_procedure().steps;
  const auto step_named = [&](std::string_view id) { return *std::ranges::find(steps, id, &ProcedureStep::id); };
  for (const Item& item : make_course(round, shipped_procedure())) {
    if (item.question.text != "What do you do now?") continue;
    ASSERT_EQ(item.question.options.size(), 4U);
    std::string right;
    for (const QuestionOption& option : item.question.options) {
      Answer answer;
      answer.choice = option.id;
      if (item.wrong(answer)) continue;
      EXPECT_EQ(right, "") << "two are right: " << item.done;
      right = option.id;
    }
    ASSERT_NE(right, "");
    for (const QuestionOption& option : item.question.options) {
      if (option.id == right || step_named(right).group.empty()) continue;
      EXPECT_NE(step_named(option.id).group, step_named(right).group) << item.done;
    }
  }
}

TEST(Procedure, NamesWhatIsWrongInAFile) {
  const auto wrong = parse_procedure(
      "[[phase]]\nid = 'a'\nname = 'A'\n[[step]]\nid = 'x'\nphase = 'b'\ndo = 'X'\nwhy = 'Y'\nwhen = 'never'\n",
      "f.toml");
  ASSERT_FALSE(wrong);
  ASSERT_EQ(wrong.error().size(), 2U);
  EXPECT_THAT(wrong.error()[0].to_text(), HasSubstr("unknown value 'never'"));
  EXPECT_THAT(wrong.error()[1].to_text(), HasSubstr("unknown phase 'b'"));
}

}  // namespace
}  // namespace cardroom::practice
