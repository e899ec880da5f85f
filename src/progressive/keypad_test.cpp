#include "progressive/keypad.h"

#include <gtest/gtest.h>

#include "progressive/testing_floor.h"

namespace cardroom::progressive {
namespace {

using testing::dollars;
using testing::Floor;
using testing::meter_cents;
using testing::simple_rules;

// A dealer at T1, with positions 1, 3 and 5 betting a dollar; the meter stands at 10,000 and no wager changes it.
struct Dealer {
  Floor floor;
  KeypadState keypad;
  std::vector<Posting> postings;
  std::string text;  // of the last refusal

  explicit Dealer(Keypad generation, LinkRules rules = simple_rules()) {
    rules.levels[0].contribution_ppm = 0;
    floor.create_link("mega", rules, {dollars(10'000)});
    floor.place_table("T1", {{"mega"}}, generation);
    floor.place_table("T2", {{"mega"}});
  }

  // "ok", or the code of the refusal; the keypad stays as it was then.
  std::string press(const Key& key) {
    const auto pressed = progressive::press(floor.state, {"T1"}, keypad, key);
    if (!pressed) {
      text = pressed.error().text;
      return std::string(code_name(pressed.error().code));
    }
    for (const KeypadCommand& command : pressed->commands) {
      const auto event = floor.ask(command.body, command.by.text, command.second.text);
      if (!event) {
        text = event.error().text;
        return std::string(code_name(event.error().code));
      }
      postings.insert(postings.end(), event->postings.begin(), event->postings.end());
    }
    keypad = pressed->keypad;
    return "ok";
  }
  void press_all(const std::vector<Key>& keys) {
    for (const Key& key : keys)
      ASSERT_EQ(press(key), "ok") << boost::describe::enum_to_string(key.kind, "?") << ": " << text;
  }
  KeypadView view() const { return view_of(floor.state, {"T1"}, keypad, floor.time_ms); }
};

Key simple(KeyKind kind) {
  return {.kind = kind};
}
Key lock(KeyKind kind, base::Cents wager = dollars(1)) {
  return {.kind = kind, .lit = {{1, {"mega"}, wager}, {3, {"mega"}, wager}, {5, {"mega"}, wager}}};
}
Key hand(const char* name) {
  return {.kind = KeyKind::hand, .link = {"mega"}, .hand = name};
}
Key at(KeyKind kind, int position) {
  return {.kind = kind, .position = position};
}
Key of(KeyKind kind, const char* card) {
  return {.kind = kind, .staff = {card}};
}

TEST(Keypad, RoundWithoutAWinnerTakesTwoPresses) {
  Dealer first(Keypad::first_generation);
  first.press_all({lock(KeyKind::coin_in), simple(KeyKind::game_over)});
  EXPECT_EQ(first.floor.state.rounds, 1U);
  EXPECT_FALSE(first.floor.state.tables.at({"T1"}).round);
  Dealer second(Keypad::second_generation);
  second.press_all({lock(KeyKind::start_game), simple(KeyKind::end_game)});
  EXPECT_EQ(second.floor.state.rounds, 1U);
}

TEST(Keypad, SameRoundThroughBothGivesTheSamePostings) {
  Dealer first(Keypad::first_generation);
  first.press_all({lock(KeyKind::coin_in), hand("royal_flush"), hand("full_house"), of(KeyKind::key_to_jph, "sup"),
                   at(KeyKind::position, 3), simple(KeyKind::j_pot), simple(KeyKind::key_to_run),
                   simple(KeyKind::game_over)});
  Dealer second(Keypad::second_generation);
  second.press_all({lock(KeyKind::start_game), at(KeyKind::spot, 3), hand("royal_flush"), at(KeyKind::spot, 5),
                    hand("full_house"), simple(KeyKind::confirm), of(KeyKind::card, "sup"), simple(KeyKind::end_game)});
  EXPECT_EQ(first.postings, second.postings);
  for (const Dealer* dealer : {&first, &second}) {
    // 10,000 from the meter, 50 from the tray, envy of 1,000 to two others; three dollars were bet.
    EXPECT_EQ(dealer->floor.outside("mega", Account::players), meter_cents(-300 + 1'000'000 + 5'000 + 200'000));
    EXPECT_EQ(dealer->floor.outside("mega", Account::house_tray), meter_cents(-5'000));
    EXPECT_EQ(dealer->floor.outside("mega", Account::house_envy), meter_cents(-200'000));
    EXPECT_EQ(dealer->floor.meter("mega"), meter_cents(200'000));
    EXPECT_EQ(dealer->keypad, KeypadState{});
  }
}

TEST(Keypad, HandButtonAgainBeforeConfirmationTakesTheMarkBack) {
  Dealer first(Keypad::first_generation);
  first.press_all({lock(KeyKind::coin_in), hand("royal_flush")});
  EXPECT_EQ(first.floor.meter("mega"), meter_cents(200'000));
  first.press_all({hand("royal_flush")});
  EXPECT_EQ(first.floor.meter("mega"), meter_cents(1'000'000));
  EXPECT_TRUE(first.floor.state.claims.empty());

  Dealer second(Keypad::second_generation);
  second.press_all({lock(KeyKind::start_game), at(KeyKind::spot, 3), hand("royal_flush"), at(KeyKind::spot, 5),
                    hand("royal_flush")});
  EXPECT_EQ(second.floor.state.claims.size(), 2U);  // the button of another spot marks
  second.press_all({hand("royal_flush")});
  ASSERT_EQ(second.floor.state.claims.size(), 1U);
  EXPECT_EQ(second.floor.state.claims.begin()->second.position, 3);
}

TEST(Keypad, HandButtonTakesBackNoMarkOfAnotherLink) {
  Dealer dealer(Keypad::second_generation);
  dealer.floor.create_link("side", simple_rules(), {dollars(1'000)});
  dealer.floor.must(ChangeTable{{{"T1"}, "three-card-poker", 6, Keypad::second_generation, {{"mega"}, {"side"}}}},
                    "exe", "sup");
  Key start = lock(KeyKind::start_game);
  start.lit.push_back({3, {"side"}, dollars(1)});
  Key other = hand("royal_flush");
  other.link = {"side"};
  dealer.press_all({start, at(KeyKind::spot, 3), hand("royal_flush"), other});
  EXPECT_EQ(dealer.floor.state.claims.size(), 2U);
}

TEST(Keypad, SecondWinnerOfTheSameHandIsMarkedAfterRunOnTheFirstGeneration) {
  Dealer dealer(Keypad::first_generation);
  dealer.press_all({lock(KeyKind::coin_in), hand("royal_flush"), of(KeyKind::key_to_jph, "sup")});
  EXPECT_EQ(dealer.press(hand("royal_flush")), "key_not_now");
  EXPECT_EQ(dealer.text, "turn the key back to RUN first, then mark the next winner");
  dealer.press_all({at(KeyKind::position, 1), simple(KeyKind::j_pot), simple(KeyKind::key_to_run), hand("royal_flush"),
                    of(KeyKind::key_to_jph, "sup")});
  EXPECT_EQ(dealer.floor.level("mega").hits, 1U);
  EXPECT_EQ(dealer.press(simple(KeyKind::j_pot)), "key_not_now");
  EXPECT_EQ(dealer.text, "enter the position of the winning hand, then press J-POT");
  dealer.press_all({at(KeyKind::position, 1)});
  EXPECT_EQ(dealer.press(simple(KeyKind::j_pot)), "position_already_marked");
  dealer.press_all(
      {at(KeyKind::position, 5), simple(KeyKind::j_pot), simple(KeyKind::key_to_run), simple(KeyKind::game_over)});
  EXPECT_EQ(dealer.floor.level("mega").hits, 2U);
  // Each of the two hands pays envy to two others.
  EXPECT_EQ(dealer.floor.outside("mega", Account::house_envy), meter_cents(-400'000));
}

TEST(Keypad, TwoHandsUnderOneTurnOfTheKeyAreConfirmedInTheirOrder) {
  Dealer dealer(Keypad::first_generation);
  // The tenth is marked first and turns out to be at the left: it comes after the whole.
  dealer.press_all({lock(KeyKind::coin_in), hand("straight_flush"), hand("royal_flush"), of(KeyKind::key_to_jph, "sup"),
                    at(KeyKind::position, 1), simple(KeyKind::j_pot), at(KeyKind::position, 5), simple(KeyKind::j_pot),
                    simple(KeyKind::key_to_run)});
  const auto& hits = dealer.floor.level("mega").last_hits;
  ASSERT_EQ(hits.size(), 2U);
  EXPECT_EQ(hits[0].amount, dollars(10'000));
  EXPECT_EQ(hits[1].amount, dollars(200));
}

TEST(Keypad, ExecutivesCardIsNeededBesidesTheKeyOrInsteadOfTheSupervisors) {
  LinkRules rules = simple_rules();
  rules.executive_at = dollars(5'000);
  Dealer first(Keypad::first_generation, rules);
  first.press_all({lock(KeyKind::coin_in), hand("royal_flush"), of(KeyKind::key_to_jph, "sup"),
                   at(KeyKind::position, 3), simple(KeyKind::j_pot)});
  EXPECT_EQ(first.press(simple(KeyKind::key_to_run)), "key_not_now");
  EXPECT_EQ(first.view().next, "Swipe an executive's card, then turn the key back to RUN.");
  EXPECT_EQ(first.press(of(KeyKind::card, "sup2")), "executive_needed");
  first.press_all({of(KeyKind::card, "exe"), simple(KeyKind::key_to_run)});
  EXPECT_EQ(first.floor.level("mega").last_hits.at(0).confirmed_by, StaffId{"exe"});

  Dealer second(Keypad::second_generation, rules);
  second.press_all({lock(KeyKind::start_game), at(KeyKind::spot, 3), hand("royal_flush"), simple(KeyKind::confirm)});
  EXPECT_EQ(second.press(of(KeyKind::card, "sup")), "executive_needed");
  second.press_all({of(KeyKind::card, "exe")});
  EXPECT_EQ(second.floor.level("mega").hits, 1U);
}

TEST(Keypad, SecondPersonsCardIsAskedForInTheBandOfTwoSignatures) {
  LinkRules rules = simple_rules();
  rules.second_signature_at = dollars(500);
  rules.executive_at = dollars(5'000);
  Dealer first(Keypad::first_generation, rules);  // a straight flush is 1,000
  first.press_all({lock(KeyKind::coin_in), hand("straight_flush"), of(KeyKind::key_to_jph, "sup"),
                   at(KeyKind::position, 3), simple(KeyKind::j_pot)});
  EXPECT_EQ(first.view().next, "Swipe a second person's card, then turn the key back to RUN.");
  EXPECT_EQ(first.press(simple(KeyKind::key_to_run)), "key_not_now");
  EXPECT_NE(first.text.find("second person"), std::string::npos);
  EXPECT_EQ(first.press(of(KeyKind::card, "sup")), "second_person_same");
  first.press_all({of(KeyKind::card, "sup2"), simple(KeyKind::key_to_run), simple(KeyKind::game_over)});
  EXPECT_EQ(first.floor.state.last_page, 1U);

  Dealer second(Keypad::second_generation, rules);
  second.press_all({lock(KeyKind::start_game), at(KeyKind::spot, 3), hand("straight_flush"), simple(KeyKind::confirm)});
  EXPECT_TRUE(second.view().pending.at(0).two_people);
  EXPECT_EQ(second.view().next,
            "Swipe a supervisor's card, then a second person's card, for the straight_flush at position 3, $1,000.00.");
  second.press_all({of(KeyKind::card, "exe")});
  EXPECT_EQ(second.view().next, "Swipe a second person's card for the straight_flush at position 3, $1,000.00.");
  // CONFIRM begins again.
  second.press_all({simple(KeyKind::confirm), of(KeyKind::card, "sup")});
  EXPECT_EQ(second.press(of(KeyKind::card, "sup")), "second_person_same");
  second.press_all({of(KeyKind::card, "exe"), simple(KeyKind::end_game)});
  EXPECT_EQ(second.floor.state.last_page, 1U);
  EXPECT_EQ(second.keypad, (KeypadState{.spot = {}, .confirming = 0}));
}

// The card swiped first confirms, the other one signs second: the win slip names them in this order.
TEST(Keypad, FirstCardConfirmsAndSecondCardSigns) {
  LinkRules rules = simple_rules();
  rules.second_signature_at = dollars(500);
  rules.executive_at = dollars(5'000);
  Dealer dealer(Keypad::second_generation, rules);
  dealer.press_all({lock(KeyKind::start_game), at(KeyKind::spot, 3), hand("straight_flush"), simple(KeyKind::confirm),
                    of(KeyKind::card, "sup")});
  const auto pressed = progressive::press(dealer.floor.state, {"T1"}, dealer.keypad, of(KeyKind::card, "sup2"));
  ASSERT_TRUE(pressed);
  ASSERT_EQ(pressed->commands.size(), 1U);
  EXPECT_EQ(pressed->commands[0].by, StaffId{"sup"});
  EXPECT_EQ(pressed->commands[0].second, StaffId{"sup2"});
}

TEST(Keypad, PositionEnteredForOneHandIsNotThatOfTheNext) {
  Dealer dealer(Keypad::first_generation);
  dealer.press_all({lock(KeyKind::coin_in), hand("royal_flush"), hand("straight_flush"), of(KeyKind::key_to_jph, "sup"),
                    at(KeyKind::position, 3), simple(KeyKind::j_pot)});
  EXPECT_FALSE(dealer.keypad.position);
  EXPECT_EQ(dealer.press(simple(KeyKind::j_pot)), "key_not_now");
  EXPECT_EQ(dealer.text, "enter the position of the winning hand, then press J-POT");
}

TEST(Keypad, CardThatMayNotConfirmIsRefusedWhenItIsSwipedAndAnotherGoesOn) {
  LinkRules rules = simple_rules();
  rules.second_signature_at = dollars(500);
  struct Row {
    const char* card;
    const char* code;
  };
  const std::vector<Row> wrong = {
      {"dlr", "role_not_allowed"}, {"aud", "role_not_allowed"}, {"nobody", "staff_unknown"}};

  Dealer first(Keypad::first_generation, rules);
  first.press_all({lock(KeyKind::coin_in), hand("straight_flush")});
  for (const Row& row : wrong) EXPECT_EQ(first.press(of(KeyKind::key_to_jph, row.card)), row.code) << row.card;
  first.press_all({of(KeyKind::key_to_jph, "sup"), at(KeyKind::position, 3), simple(KeyKind::j_pot)});
  for (const Row& row : wrong) {
    EXPECT_EQ(first.press(of(KeyKind::card, row.card)), row.code) << row.card;
    EXPECT_EQ(first.keypad.card, StaffId{}) << row.card;
  }
  first.press_all({of(KeyKind::card, "adm"), of(KeyKind::card, "sup2"), simple(KeyKind::key_to_run)});
  EXPECT_EQ(first.floor.state.last_page, 1U);

  Dealer second(Keypad::second_generation, rules);
  second.press_all({lock(KeyKind::start_game), at(KeyKind::spot, 3), hand("straight_flush"), simple(KeyKind::confirm)});
  for (const Row& row : wrong) {
    EXPECT_EQ(second.press(of(KeyKind::card, row.card)), row.code) << row.card;
    EXPECT_EQ(second.keypad.card, StaffId{}) << row.card;
  }
  // An administrator may be the second person, not the one who confirms.
  EXPECT_EQ(second.press(of(KeyKind::card, "adm")), "role_not_allowed");
  second.press_all({of(KeyKind::card, "sup")});
  EXPECT_EQ(second.press(of(KeyKind::card, "dlr")), "role_not_allowed");
  second.press_all({of(KeyKind::card, "sup2")});
  EXPECT_EQ(second.floor.state.last_page, 1U);
}

TEST(Keypad, ExecutivesKeyNeedsNoExecutivesCard) {
  LinkRules rules = simple_rules();
  rules.executive_at = dollars(5'000);
  Dealer dealer(Keypad::first_generation, rules);
  dealer.press_all({lock(KeyKind::coin_in), hand("royal_flush"), of(KeyKind::key_to_jph, "exe"),
                    at(KeyKind::position, 3), simple(KeyKind::j_pot)});
  EXPECT_EQ(dealer.view().next, "Turn the key back to RUN.");
  EXPECT_EQ(dealer.press(of(KeyKind::card, "sup")), "key_not_now");
  dealer.press_all({simple(KeyKind::key_to_run)});
  EXPECT_EQ(dealer.floor.level("mega").last_hits.at(0).confirmed_by, StaffId{"exe"});
}

TEST(Keypad, ConfirmIsForTheSelectedSpotWhereItWaits) {
  Dealer dealer(Keypad::second_generation);
  dealer.press_all({lock(KeyKind::start_game), at(KeyKind::spot, 3), hand("royal_flush"), at(KeyKind::spot, 1),
                    hand("four_of_a_kind"), at(KeyKind::spot, 3), simple(KeyKind::confirm), of(KeyKind::card, "sup")});
  EXPECT_EQ(dealer.floor.level("mega").hits, 1U);
  EXPECT_EQ(dealer.floor.outside("mega", Account::house_tray), meter_cents(0));
  dealer.press_all({simple(KeyKind::confirm), of(KeyKind::card, "sup"), simple(KeyKind::end_game)});
  EXPECT_EQ(dealer.floor.outside("mega", Account::house_tray), meter_cents(-30'000));

  Dealer other(Keypad::second_generation);
  other.press_all({lock(KeyKind::start_game), at(KeyKind::spot, 3), hand("royal_flush"), at(KeyKind::spot, 1),
                   hand("four_of_a_kind"), simple(KeyKind::confirm), of(KeyKind::card, "sup")});
  EXPECT_EQ(other.floor.level("mega").hits, 0U);
  EXPECT_EQ(other.floor.outside("mega", Account::house_tray), meter_cents(-30'000));
}

TEST(Keypad, SmallHandWithEnvyNeedsItsPositionAndNoConfirmation) {
  LinkRules rules = simple_rules();
  rules.prizes[3].envy = dollars(2);
  Dealer dealer(Keypad::first_generation, rules);
  dealer.press_all({lock(KeyKind::coin_in), hand("full_house")});
  EXPECT_EQ(dealer.view().pending.at(0).envy_text, "$2.00 x 2");
  EXPECT_EQ(dealer.press(simple(KeyKind::game_over)), "claim_undecided");
  dealer.press_all({of(KeyKind::key_to_jph, "sup"), at(KeyKind::position, 5), simple(KeyKind::j_pot),
                    simple(KeyKind::key_to_run), simple(KeyKind::game_over)});
  EXPECT_EQ(dealer.floor.outside("mega", Account::house_envy), meter_cents(-400));
  EXPECT_EQ(dealer.floor.state.last_page, 0U);
}

TEST(Keypad, KeyOutOfOrderIsRefusedWithWhatToPress) {
  struct Row {
    Keypad generation;
    std::vector<Key> before;
    Key key;
    const char* text;
  };
  const Row rows[] = {
      {Keypad::first_generation, {}, simple(KeyKind::game_over), "no wagers are locked in; press COIN IN first"},
      {Keypad::first_generation, {}, hand("royal_flush"), "no wagers are locked in; press COIN IN first"},
      {Keypad::first_generation, {}, at(KeyKind::position, 1), "no wagers are locked in; press COIN IN first"},
      {Keypad::first_generation, {}, of(KeyKind::card, "exe"), "turn the key to JPH first"},
      {Keypad::first_generation, {}, simple(KeyKind::start_game), "not available on this keypad: START GAME"},
      {Keypad::first_generation,
       {lock(KeyKind::coin_in)},
       lock(KeyKind::coin_in),
       "a round is still open; press GAME OVER first"},
      {Keypad::first_generation,
       {lock(KeyKind::coin_in)},
       of(KeyKind::key_to_jph, "sup"),
       "no hand is waiting for a supervisor; press the hand button first"},
      {Keypad::first_generation,
       {lock(KeyKind::coin_in)},
       simple(KeyKind::j_pot),
       "turn the key to JPH first, then press J-POT"},
      {Keypad::first_generation, {lock(KeyKind::coin_in)}, simple(KeyKind::key_to_run), "the key is already at RUN"},
      {Keypad::first_generation,
       {lock(KeyKind::coin_in), hand("royal_flush"), of(KeyKind::key_to_jph, "sup")},
       simple(KeyKind::game_over),
       "turn the key back to RUN first, then press GAME OVER"},
      {Keypad::first_generation,
       {lock(KeyKind::coin_in), hand("royal_flush"), of(KeyKind::key_to_jph, "sup")},
       of(KeyKind::key_to_jph, "sup"),
       "the key is already at JPH; press J-POT"},
      {Keypad::first_generation,
       {lock(KeyKind::coin_in), hand("royal_flush"), of(KeyKind::key_to_jph, "sup"), at(KeyKind::position, 3),
        simple(KeyKind::j_pot)},
       simple(KeyKind::j_pot),
       "every waiting hand has been acknowledged; turn the key back to RUN"},
      {Keypad::second_generation, {}, simple(KeyKind::end_game), "no wagers are locked in; press START GAME first"},
      {Keypad::second_generation, {}, at(KeyKind::spot, 1), "no wagers are locked in; press START GAME first"},
      {Keypad::second_generation, {}, simple(KeyKind::confirm), "no wagers are locked in; press START GAME first"},
      {Keypad::second_generation, {}, simple(KeyKind::j_pot), "not available on this keypad: J-POT"},
      {Keypad::second_generation,
       {lock(KeyKind::start_game)},
       lock(KeyKind::start_game),
       "a round is still open; press END GAME first"},
      {Keypad::second_generation,
       {lock(KeyKind::start_game)},
       hand("royal_flush"),
       "select the player's spot first, then the hand"},
      {Keypad::second_generation, {lock(KeyKind::start_game)}, at(KeyKind::spot, 7), "the table has positions 1 to 6"},
      {Keypad::second_generation,
       {lock(KeyKind::start_game)},
       simple(KeyKind::confirm),
       "no win is waiting for confirmation; mark a hand or press END GAME"},
      {Keypad::second_generation,
       {lock(KeyKind::start_game)},
       of(KeyKind::card, "sup"),
       "press CONFIRM first, then swipe the card"}};
  for (const Row& row : rows) {
    Dealer dealer(row.generation);
    dealer.press_all(row.before);
    const State before = dealer.floor.state;
    EXPECT_EQ(dealer.press(row.key), "key_not_now") << row.text;
    EXPECT_EQ(dealer.text, row.text);
    EXPECT_EQ(dealer.floor.state, before);
  }
}

TEST(Keypad, GameOverWaitsForTheClaim) {
  Dealer dealer(Keypad::first_generation);
  dealer.press_all({lock(KeyKind::coin_in), hand("royal_flush")});
  EXPECT_EQ(dealer.press(simple(KeyKind::game_over)), "claim_undecided");
}

TEST(Keypad, DifferentWagersLetThePositionBeEnteredBeforeTheHandButton) {
  Dealer dealer(Keypad::first_generation);
  Key coin_in = lock(KeyKind::coin_in);
  coin_in.lit[1].wager = dollars(5);
  dealer.press_all({coin_in});
  EXPECT_EQ(dealer.press(hand("full_house")), "position_needed");
  dealer.press_all({at(KeyKind::position, 3), hand("full_house")});
  EXPECT_EQ(dealer.view().seats[2].fixed_pay, dollars(250));
}

TEST(KeypadView, ShowsLightsOwedPaysAndEnvyPerSeat) {
  Dealer dealer(Keypad::second_generation);
  EXPECT_EQ(dealer.view().next, "Press START GAME to lock all lit bets.");
  EXPECT_TRUE(dealer.view().seats[0].lights.empty());
  dealer.press_all({lock(KeyKind::start_game)});
  EXPECT_EQ(dealer.view().next, "Select a winner's spot and mark the hand, or press END GAME.");
  EXPECT_EQ(dealer.view().seats[2].lights, std::vector<LinkId>{{"mega"}});
  EXPECT_TRUE(dealer.view().seats[1].lights.empty());
  dealer.press_all({at(KeyKind::spot, 5), hand("full_house"), at(KeyKind::spot, 1), hand("four_of_a_kind")});
  KeypadView view = dealer.view();
  EXPECT_EQ(view.seats[4].fixed_pay, dollars(50));
  EXPECT_EQ(view.seats[0].fixed_pay, dollars(0));  // 300 wait for a supervisor
  ASSERT_EQ(view.pending.size(), 1U);
  EXPECT_EQ(view.pending[0], (PendingView{2,
                                          "four_of_a_kind",
                                          1,
                                          dollars(300),
                                          false,
                                          false,
                                          false,
                                          dollars(10),
                                          2,
                                          "",
                                          {{3, dollars(10)}, {5, dollars(10)}}}));
  EXPECT_EQ(view.next, "Call a supervisor for the four_of_a_kind, $300.00, then press CONFIRM.");
  dealer.press_all({simple(KeyKind::confirm)});
  EXPECT_EQ(dealer.view().next, "Swipe a supervisor's card for the four_of_a_kind at position 1, $300.00.");
  dealer.press_all({of(KeyKind::card, "sup")});
  view = dealer.view();
  EXPECT_EQ(view.seats[0].fixed_pay, dollars(300));
  EXPECT_EQ(view.seats[0].envy, dollars(0));
  EXPECT_EQ(view.seats[2].envy, dollars(10));
  EXPECT_EQ(view.seats[4].envy, dollars(10));
  EXPECT_EQ(view.next, "Pay the amounts shown, then press END GAME.");
}

TEST(KeypadView, OwesNoPayThatIsHeld) {
  Dealer dealer(Keypad::second_generation);
  dealer.press_all({lock(KeyKind::start_game), at(KeyKind::spot, 1), hand("four_of_a_kind")});
  dealer.floor.must(HoldClaim{1, "which hand?"}, "sup");
  EXPECT_EQ(dealer.view().seats[0].fixed_pay, dollars(0));
  EXPECT_TRUE(dealer.view().pending.empty());
}

TEST(KeypadView, SaysToPayAMetersPayWithoutEnvyOnceItIsConfirmed) {
  LinkRules rules = simple_rules();
  rules.prizes[0].envy = {};
  Dealer dealer(Keypad::second_generation, rules);
  dealer.press_all({lock(KeyKind::start_game), at(KeyKind::spot, 3)});
  EXPECT_EQ(dealer.view().next, "Mark the hand at position 3, or press END GAME.");
  dealer.press_all({hand("royal_flush"), simple(KeyKind::confirm), of(KeyKind::card, "sup")});
  EXPECT_EQ(dealer.view().next, "Wait for the hand pay, then press END GAME.");
  EXPECT_EQ(dealer.view().seats[2].fixed_pay, dollars(0));
}

TEST(KeypadView, TellsWhatEachOtherPositionGetsWhereEnvyIsTimesTheWager) {
  LinkRules rules = simple_rules();
  rules.envy_scale = EnvyScale::times_wager;  // a four of a kind: $10 for each dollar of the recipient's wager
  Dealer dealer(Keypad::second_generation, rules);
  Key start = lock(KeyKind::start_game);
  start.lit[2].wager = dollars(5);
  dealer.press_all({start, at(KeyKind::spot, 3), hand("four_of_a_kind")});
  EXPECT_EQ(dealer.view().pending.at(0).envy_pays, (std::vector<EnvyPay>{{1, dollars(10)}, {5, dollars(50)}}));
  dealer.press_all({simple(KeyKind::confirm), of(KeyKind::card, "sup")});
  EXPECT_EQ(dealer.view().seats[0].envy, dollars(10));
  EXPECT_EQ(dealer.view().seats[4].envy, dollars(50));
}

TEST(KeypadView, ShowsEnvyTimesTheOtherSensorsUntilThePositionIsKnown) {
  Dealer dealer(Keypad::first_generation);
  dealer.press_all({lock(KeyKind::coin_in), hand("full_house"), hand("four_of_a_kind")});
  KeypadView view = dealer.view();
  EXPECT_EQ(view.fixed_pay_somewhere, dollars(50));
  ASSERT_EQ(view.pending.size(), 1U);
  EXPECT_EQ(view.pending[0].envy_text, "$10.00 x 2");
  EXPECT_EQ(view.seats[0].envy, dollars(0));
  dealer.press_all({of(KeyKind::key_to_jph, "sup")});
  EXPECT_EQ(dealer.view().next, "Enter the position of the four_of_a_kind, then press J-POT.");
  dealer.press_all({at(KeyKind::position, 3)});
  EXPECT_EQ(dealer.view().next, "Press J-POT for the four_of_a_kind.");
  dealer.press_all({simple(KeyKind::j_pot)});
  EXPECT_EQ(dealer.view().pending[0].envy_text, "");
  EXPECT_EQ(dealer.view().next, "Turn the key back to RUN.");
  dealer.press_all({simple(KeyKind::key_to_run)});
  view = dealer.view();
  EXPECT_EQ(view.seats[0].envy, dollars(10));
  EXPECT_EQ(view.seats[2].envy, dollars(0));
  EXPECT_EQ(view.seats[4].envy, dollars(10));
}

TEST(KeypadView, SaysThatAnEarlierClaimComesFirst) {
  Dealer dealer(Keypad::second_generation);
  dealer.floor.start("T2", "mega", {1});
  dealer.floor.mark("T2", "mega", 1, "royal_flush");
  dealer.press_all({lock(KeyKind::start_game), at(KeyKind::spot, 3), hand("royal_flush")});
  EXPECT_TRUE(dealer.view().pending.at(0).waits);
  dealer.press_all({simple(KeyKind::confirm)});
  EXPECT_EQ(dealer.press(of(KeyKind::card, "sup")), "earlier_claim_open");
}

}  // namespace
}  // namespace cardroom::progressive
