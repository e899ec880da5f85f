// Every refusal that a decision can give is provoked once, with the field that it names, and changes nothing.
#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "progressive/testing_floor.h"

namespace cardroom::progressive {
namespace {

using base::Cents;
using base::MeterUnits;
using testing::dollars;
using testing::Floor;
using testing::simple_odds;
using testing::simple_rules;

struct Row {
  RefusalCode code;
  const char* field;
  CommandBody body;
  const char* by = "exe";
  const char* second = "sup";
  std::function<void(Floor&)> prepare = {};
};

// Open links mega (T1, T2) and tight (T2: unreasonable above a cent; a folded hand loses), closed ones: closed (T3) and
// spare (no table, with money); gone is retired. At T1 a round is open with $1 of positions 1, 2 and 3; position 1 has
// a royal flush, claim 1. T3 has the first generation's keypad. Card off is switched off.
Floor prepared_floor() {
  Floor floor;
  LinkRules rules = simple_rules();
  rules.executive_at = dollars(5'000);
  floor.create_link("mega", rules, {dollars(10'000)});
  LinkRules tight = simple_rules();
  tight.levels[0].increment_max = Cents(1);
  tight.folded_hand = FoldedHand::loses;
  floor.create_link("tight", tight, {dollars(100)});
  for (const char* id : {"closed", "spare", "gone"}) {
    floor.create_link(id, simple_rules(), {dollars(std::string(id) == "gone" ? 0 : 3'000)});
    floor.must(CloseLink{{id}, "closed"}, "sup");
  }
  floor.must(RetireLink{{"gone"}}, "exe", "sup");
  floor.place_table("T1", {{"mega"}});
  floor.place_table("T2", {{"mega"}, {"tight"}});
  floor.place_table("T3", {{"closed"}, {"mega"}}, Keypad::first_generation);
  floor.must(EnrolStaff{{"off"}, Role::supervisor, ""}, "adm");
  floor.must(ChangeStaff{{"off"}, Role::supervisor, "", false}, "adm");
  floor.start("T1", "mega", {1, 2, 3});
  floor.mark("T1", "mega", 1, "royal_flush");
  return floor;
}

CommandBody create(const std::function<void(LinkRules&)>& spoil, const std::function<void(CreateLink&)>& also = {}) {
  CreateLink command{{"new"}, "New", simple_rules(), simple_odds(), {dollars(1)}, {}};
  spoil(command.rules);
  if (also) also(command);
  return command;
}

CommandBody place(const std::function<void(Table&)>& spoil) {
  Table table{{"T9"}, "three-card-poker", 6, Keypad::second_generation, {{"mega"}}};
  spoil(table);
  return PlaceTable{table};
}

CommandBody start(std::vector<Wager> wagers) {
  return StartRound{{"T2"}, std::move(wagers)};
}

CommandBody adjust(const char* link, Fund fund, Cents change, AdjustmentReason reason) {
  return AdjustFund{{link}, 0, fund, change, reason, "doc"};
}

std::vector<Row> people_rows() {
  using R = RefusalCode;
  return {
      {R::text_not_printable, "name", EnrolStaff{{"x"}, Role::dealer, "Sam\x1b[2J"}, "adm"},
      {R::malformed_id, "staff", EnrolStaff{{"a b"}, Role::dealer, ""}, "adm"},
      {R::text_missing, "reason", CloseLink{{"mega"}, ""}},
      {R::text_too_long, "reason", CloseLink{{"mega"}, std::string(201, 'x')}},
      {R::amount_out_of_range, "change",
       adjust("spare", Fund::meter, jackpot_max + Cents(1), AdjustmentReason::house_addition)},
      {R::staff_unknown, "by", OpenLink{{"spare"}}, "nobody"},
      {R::staff_inactive, "by", OpenLink{{"spare"}}, "off"},
      {R::role_not_allowed, "by", ConfirmClaim{1}, "dlr"},
      {R::second_person_missing, "second", RemoveTable{{"T2"}}, "exe", ""},
      {R::second_person_same, "second", RemoveTable{{"T2"}}, "exe", "exe"},
      {R::executive_needed, "by", ConfirmClaim{1}, "sup"},
      {R::staff_exists, "staff", EnrolStaff{{"sup"}, Role::dealer, ""}, "adm"},
      {R::last_administrator, "staff", ChangeStaff{{"adm"}, Role::dealer, "", true}, "adm"},
  };
}

std::vector<Row> configuration_rows() {
  using R = RefusalCode;
  return {
      {R::link_unknown, "link", OpenLink{{"nope"}}},
      {R::link_exists, "link", create([](auto&) {}, [](CreateLink& c) { c.link = {"mega"}; })},
      {R::link_open, "link", OpenLink{{"mega"}}},
      {R::link_not_open, "link", CloseLink{{"spare"}, "why"}},
      {R::link_retired, "link", OpenLink{{"gone"}}},
      {R::link_in_use, "link", RetireLink{{"closed"}}},
      {R::table_unknown, "table", EndRound{{"T9"}}},
      {R::table_exists, "table.table", place([](Table& t) { t.table = {"T1"}; })},
      {R::table_in_round, "table", RemoveTable{{"T1"}}},
      {R::levels_out_of_range, "rules.levels", create([](LinkRules& r) { r.levels.clear(); })},
      {R::prizes_out_of_range, "rules.prizes", create([](LinkRules& r) { r.prizes.clear(); })},
      {R::prize_twice, "rules.prizes[1].hand", create([](LinkRules& r) { r.prizes[1].hand = r.prizes[0].hand; })},
      {R::prize_needs_one_pay, "rules.prizes[0]", create([](LinkRules& r) { r.prizes[0].pays_for_one = 5; })},
      {R::prize_level_unknown, "rules.prizes[0].level", create([](LinkRules& r) { r.prizes[0].level = 1; })},
      {R::level_without_award, "rules.levels[1]", create([](LinkRules& r) { r.levels.push_back(r.levels[0]); })},
      {R::wager_sizes_wrong, "rules.wagers", create([](LinkRules& r) { r.wagers = {dollars(5), dollars(1)}; })},
      {R::shares_above_whole, "rules.levels", create([](LinkRules& r) {
         r.levels[0].contribution_ppm = 950'000;
         r.levels[0].reserve_ppm = 50'001;
       })},
      {R::limit_below_seed, "rules.levels[0].limit", create([](LinkRules& r) { r.levels[0].limit = Cents(199'999); })},
      {R::limit_below_meter, "rules.levels[0].limit",
       [] {
         LinkRules rules = simple_rules();
         rules.levels[0].limit = Cents(299'999);
         return ChangeLink{{"spare"}, "", rules, simple_odds(), {}};
       }()},
      {R::tax_date_malformed, "rules.tax[0].from",
       create([](LinkRules& r) { r.tax = {{"2026-02-30", dollars(600), 300, TaxBasis::gross}}; })},
      {R::positions_out_of_range, "table.positions", place([](Table& t) { t.positions = 10; })},
      {R::links_of_table_out_of_range, "table.links", place([](Table& t) { t.links.clear(); })},
      {R::link_twice, "table.links[1]", place([](Table& t) { t.links = {{"mega"}, {"mega"}}; })},
      {R::odds_missing, "odds", create([](auto&) {}, [](CreateLink& c) { c.odds.clear(); })},
      {R::probability_malformed, "odds[0].probabilities[0]",
       create([](auto&) {}, [](CreateLink& c) { c.odds[0].probabilities[0] = "0.5"; })},
      {R::probabilities_differ, "odds[1].probabilities[1]",
       create([](auto&) {}, [](CreateLink& c) { c.odds[1].probabilities[1] = "1/2"; })},
      {R::game_not_linked, "table.links[0]", place([](Table& t) { t.game = "roulette"; })},
      {R::configuration_has_funds, "link", RetireLink{{"spare"}}},
  };
}

std::vector<Row> round_rows() {
  using R = RefusalCode;
  const Wager good{1, {"mega"}, dollars(1)};
  return {
      {R::prize_fund_short, "table", start({good}), "", "",
       [](Floor& f) { f.must(RecordBankBalance{Cents(0), "doc"}, "exe"); }},
      {R::round_open, "table", StartRound{{"T1"}, {good}}},
      {R::round_not_open, "table", EndRound{{"T2"}}},
      {R::no_wager, "wagers", start({})},
      {R::position_out_of_range, "wagers[1].position", start({good, {7, {"mega"}, dollars(1)}})},
      {R::wager_twice, "wagers[1]", start({good, good})},
      {R::link_not_at_table, "wagers[0].link", start({{1, {"closed"}, dollars(1)}})},
      {R::wager_size_not_allowed, "wagers[0].wager", start({{1, {"mega"}, dollars(2)}})},
      {R::contribution_unreasonable, "wagers", start({good, {1, {"tight"}, dollars(1)}})},
      {R::fund_full, "wagers", start({good}), "", "",
       [](Floor& f) {
         f.state.links.at({"mega"}).levels[0].totals.contributions = MeterUnits(MeterUnits::max_value / 2);
       }},
      {R::hand_unknown, "hand", MarkHand{{"T1"}, 2, {"mega"}, "nothing", false}},
      {R::position_needed, "position", MarkHand{{"T1"}, {}, {"mega"}, "royal_flush", false}},
      {R::position_did_not_bet, "position", MarkHand{{"T1"}, 4, {"mega"}, "royal_flush", false}},
      {R::position_already_marked, "position", MarkHand{{"T1"}, 1, {"mega"}, "full_house", false}},
      {R::folded_hand_loses, "folded", MarkHand{{"T2"}, 1, {"tight"}, "full_house", true}, "", "",
       [](Floor& f) {
         f.state.links.at({"tight"}).rules.levels[0].increment_max = dollars(1);
         f.start("T2", "tight", {1});
       }},
      {R::claim_unknown, "claim", ConfirmClaim{2}},
      {R::claim_decided, "claim", ConfirmClaim{1}, "exe", "", [](Floor& f) { f.must(ConfirmClaim{1}, "exe"); }},
      {R::claim_not_held, "claim", ReleaseClaim{1, Verdict::pay, "good"}},
      {R::claim_undecided, "table", EndRound{{"T1"}}},
      {R::earlier_claim_open, "claim", ConfirmClaim{2}, "exe", "",
       [](Floor& f) {
         f.start("T2", "mega", {1});
         f.mark("T2", "mega", 1, "royal_flush");
       }},
      {R::award_in_round, "table", CancelRound{{"T1"}, "fire"}, "exe", "",
       [](Floor& f) { f.must(ConfirmClaim{1}, "exe"); }},
      {R::no_envy_due, "table", PayEnvy{{"T1"}}},
      {R::nothing_owed, "round", AcknowledgePayment{{"T1"}, 1, 0, {}}},
  };
}

std::vector<Row> money_rows() {
  using R = RefusalCode;
  return {
      {R::award_unknown, "claim", BackOutAward{1, "doc"}},
      {R::award_backed_out, "claim", BackOutAward{1, "doc"}, "exe", "sup",
       [](Floor& f) {
         f.must(ConfirmClaim{1}, "exe");
         f.must(BackOutAward{1, "doc"}, "exe", "sup");
       }},
      {R::claim_open_on_level, "level", adjust("mega", Fund::meter, dollars(1), AdjustmentReason::house_addition)},
      {R::meter_too_low, "claim", BackOutAward{1, "doc"}, "exe", "sup",
       [](Floor& f) {
         // 10,000.60 were won; the seed of 2,000 is gone, and so is most of what would come back.
         f.must(ConfirmClaim{1}, "exe");
         f.must(adjust("mega", Fund::meter, dollars(-2'000), AdjustmentReason::display_malfunction), "exe", "sup");
         f.state.links.at({"mega"}).awards[0].price.amount = dollars(1'999);
       }},
      {R::reason_not_for_this_change, "reason",
       adjust("spare", Fund::meter, dollars(-1), AdjustmentReason::taken_as_receipts)},
      {R::amount_above_fund, "change", adjust("spare", Fund::reserve, Cents(-1), AdjustmentReason::taken_as_receipts)},
      {R::jackpot_not_similar, "to", TransferJackpot{{"spare"}, 0, {"tight"}, 0, "doc"}, "exe", "sup",
       [](Floor& f) { f.state.links.at({"spare"}).odds[0].probabilities[0] = "1/1000"; }},
      {R::command_reserved, "", TakeSnapshot{1, "00", 1}},
  };
}

std::vector<Row> access_rows() {
  using R = RefusalCode;
  const std::string digest(64, '0');
  return {
      {R::device_unknown, "device", RevokeDevice{{"d"}, "lost"}, "adm", ""},
      {R::device_exists, "device.device", EnrolDevice{{{"d"}, DeviceKind::monitor, {}, digest}}, "adm", "",
       [=](Floor& f) { f.must(EnrolDevice{{{"d"}, DeviceKind::monitor, {}, digest}}, "adm"); }},
      {R::devices_too_many, "device.device", EnrolDevice{{{"d"}, DeviceKind::monitor, {}, digest}}, "adm", "",
       [=](Floor& f) {
         for (size_t i = 0; i < devices_max; ++i) f.state.devices[{std::to_string(i)}] = {};
       }},
      {R::digest_malformed, "device.token_digest", EnrolDevice{{{"d"}, DeviceKind::monitor, {}, "f00"}}, "adm", ""},
      {R::table_needed, "device.table", EnrolDevice{{{"d"}, DeviceKind::display, {}, digest}}, "adm", ""},
      {R::system_only, "by", RecordStop{"asked to"}, "adm", ""},
  };
}

TEST(Refusals, EachIsGivenWithItsFieldAndChangesNothing) {
  std::set<RefusalCode> seen;
  for (const auto& rows : {people_rows(), configuration_rows(), round_rows(), money_rows(), access_rows()})
    for (const Row& row : rows) {
      SCOPED_TRACE(code_name(row.code));
      Floor floor = prepared_floor();
      if (row.prepare) row.prepare(floor);
      const Command command{"id", {row.by}, {row.second}, row.body};
      const auto event = decide(floor.state, command, floor.time_ms);
      ASSERT_FALSE(event) << "it was allowed";
      EXPECT_EQ(code_name(event.error().code), code_name(row.code));
      EXPECT_EQ(event.error().field, row.field);
      EXPECT_FALSE(event.error().text.empty());
      EXPECT_TRUE(seen.insert(row.code).second) << "listed twice";

      const Event refused = refused_event(command, event.error(), floor.time_ms);
      const State before = floor.state;
      EXPECT_FALSE(find_broken_law(floor.state, refused));
      ASSERT_TRUE(apply(floor.state, refused));
      EXPECT_EQ(floor.state, before);
    }
  const std::set<RefusalCode> given_elsewhere = {RefusalCode::key_not_now, RefusalCode::position_known,
                                                 RefusalCode::command_id_reserved, RefusalCode::command_id_reused,
                                                 RefusalCode::journal_unavailable};
  for (int i = 0; i <= static_cast<int>(RefusalCode::journal_unavailable); ++i) {
    const auto code = static_cast<RefusalCode>(i);
    EXPECT_TRUE(seen.contains(code) || given_elsewhere.contains(code)) << code_name(code) << " was not provoked";
  }
}

}  // namespace
}  // namespace cardroom::progressive
