#include "ledger/codec.h"

#include <gtest/gtest.h>

#include "progressive/state.h"

namespace cardroom::ledger {
namespace {

using namespace progressive;

constexpr size_t enough = 1 << 20;

TEST(Codec, WritesMoneyAsTextWithTwoPlacesOrAsManyAsItTakes) {
  EXPECT_EQ(to_json(base::Cents(0)), "\"0.00\"");
  EXPECT_EQ(to_json(base::Cents(125'000)), "\"1250.00\"");
  EXPECT_EQ(to_json(base::Cents(-5)), "\"-0.05\"");
  EXPECT_EQ(to_json(base::MeterUnits(100'000'000)), "\"1.00\"");
  EXPECT_EQ(to_json(base::MeterUnits(125)), "\"0.00000125\"");
  EXPECT_EQ(to_json(base::MeterUnits(10'000'000)), "\"0.10\"");
  EXPECT_EQ(to_json(base::MeterUnits(-123'456'000)), "\"-1.23456\"");
}

TEST(Codec, ReadsBackEveryAmountItWrites) {
  for (const int64_t value : {0L, 1L, -1L, 99L, 100L, 12'345'678L, -100'000'001L, base::MeterUnits::max_value}) {
    const auto amount = from_json_text<base::MeterUnits>(to_json(base::MeterUnits(value)), enough);
    ASSERT_TRUE(amount);
    EXPECT_EQ(amount->value(), value);
  }
}

TEST(Codec, RefusesAmountsThatAreNotOne) {
  for (const char* bad : {"\"\"", "\"-\"", "\"1.\"", "\".5\"", "\"1.234\"", "\"1,000\"", "\"1e3\"", "\" 1\"", "\"+1\"",
                          "\"90000000000.01\"", "\"99999999999999999999\"", "1", "null", "\"1.2.3\""})
    EXPECT_FALSE(from_json_text<base::Cents>(bad, enough)) << bad;
}

TEST(Codec, LeavesOutWhatHoldsItsDefault) {
  EXPECT_EQ(to_json(CommandBody(StartRound{{"T1"}, {{3, {"mega"}, base::Cents(500)}}})),
            R"({"start_round":{"table":"T1","wagers":[{"position":3,"link":"mega","wager":"5.00"}]}})");
  EXPECT_EQ(to_json(CommandBody(PayEnvy{})), R"({"pay_envy":{}})");
  // A name of a closed list is said, whichever it is.
  EXPECT_EQ(to_json(CommandBody(ReleaseClaim{3, Verdict::pay, ""})),
            R"({"release_claim":{"claim":3,"verdict":"pay"}})");
}

TEST(Codec, ReadsBackACommandOfEveryKind) {
  const auto check = [](const CommandBody& body) {
    const std::string text = to_json(body);
    const auto again = from_json_text<CommandBody>(text, enough);
    ASSERT_TRUE(again) << text << ": " << again.error().to_text();
    EXPECT_EQ(again->index(), body.index());
    EXPECT_EQ(to_json(*again), text);
  };
  boost::mp11::mp_for_each<boost::mp11::mp_iota_c<std::variant_size_v<CommandBody>>>([&](auto index) {
    CommandBody body;
    body.emplace<index.value>();
    check(body);
  });
  LinkRules rules;
  rules.paytable = "ML03";
  rules.levels.push_back({"Mega", base::Cents(5), 1, 2, base::Cents(7), OverflowUse::pooled, base::Cents(8), true});
  rules.prizes.push_back({"royal_flush", 0, 1'000'000, 0, base::Cents(9)});
  rules.wagers = {base::Cents(100)};
  rules.tax.push_back({"2026-01-01", base::Cents(60'000), 300, TaxBasis::net_of_wager});
  check(CreateLink{{"l"},
                   "A \"title\" with\nbreaks and ü",
                   rules,
                   {{"g", {"1/2"}}},
                   {base::Cents(1)},
                   {{{"a", "1/2", "0.5"}}, {"b"}}});
  check(MarkHand{{"T"}, 4, {"l"}, "royal_flush", true});
  check(AdjustFund{{"l"}, 1, Fund::overflow, base::Cents(-12), AdjustmentReason::taken_as_receipts, "d"});
}

TEST(Codec, NamesTheFieldThatIsWrong) {
  const auto field = [](const char* text) {
    const auto body = from_json_text<CommandBody>(text, enough);
    return body ? "none" : body.error().field;
  };
  EXPECT_EQ(field(R"({"start_round":{"table":"T1","wagers":[{"position":3},{"position":"x"}]}})"),
            "start_round.wagers[1].position");
  EXPECT_EQ(field(R"({"start_round":{"table":7}})"), "start_round.table");
  EXPECT_EQ(field(R"({"start_round":{"tabel":"T1"}})"), "start_round.tabel");
  EXPECT_EQ(field(R"({"begin":{}})"), "begin");
  EXPECT_EQ(field(R"({"release_claim":{"verdict":"maybe"}})"), "release_claim.verdict");
  EXPECT_EQ(field(R"({"adjust_fund":{"change":"1.005"}})"), "adjust_fund.change");
  EXPECT_EQ(field(R"({"confirm_claim":{"claim":-1}})"), "confirm_claim.claim");
  EXPECT_EQ(field(R"({"mark_hand":{"position":99999999999}})"), "mark_hand.position");
  EXPECT_FALSE(from_json_text<CommandBody>(R"({"pay_envy":{},"end_round":{}})", enough));
  EXPECT_FALSE(from_json_text<CommandBody>("{}", enough));
  EXPECT_FALSE(from_json_text<CommandBody>("{", enough));
  EXPECT_FALSE(from_json_text<CommandBody>("", enough));
  EXPECT_FALSE(from_json_text<CommandBody>(R"({"pay_envy":{}})", 5));
}

TEST(Codec, RefusesAMemberThatIsThereTwice) {
  const auto error = [](const char* text) {
    const auto body = from_json_text<CommandBody>(text, enough);
    return body ? "none" : body.error().to_text();
  };
  EXPECT_EQ(error(R"({"confirm_claim":{"claim":1,"claim":2}})"), "confirm_claim.claim: appears twice");
  EXPECT_EQ(error(R"({"confirm_claim":{"claim":1,"claim":1}})"), "confirm_claim.claim: appears twice");
  EXPECT_EQ(error(R"({"confirm_claim":{"cl\u0061im":1,"claim":2}})"), "confirm_claim.claim: appears twice");
  EXPECT_EQ(error(R"({"pay_envy":{"table":"T1"},"pay_envy":{"table":"T2"}})"), "pay_envy: appears twice");
  EXPECT_EQ(error(R"({"start_round":{"table":"T1","wagers":[{"position":3},{"position":4,"link":"a","link":"b"}]}})"),
            "start_round.wagers[1].link: appears twice");
  // Equal names in different objects, and equal texts that are no names.
  EXPECT_EQ(error(R"({"start_round":{"table":"table","wagers":[{"position":3},{"position":4}]}})"), "none");
}

TEST(Codec, RefusesACommandThatIsLeftOut) {
  for (const char* text : {"{}", R"({"by":"adm"})", R"({"time_ms":1,"by":"adm","outcome":{}})"}) {
    const auto event = from_json_text<Event>(text, enough);
    ASSERT_FALSE(event) << text;
    EXPECT_EQ(event.error().field, "command");
  }
  EXPECT_TRUE(from_json_text<Event>(R"({"command":{"pay_envy":{"table":"T1"}}})", enough));
  // A misspelt name is told rather than what it was to be.
  EXPECT_EQ(from_json_text<Event>(R"({"comand":{}})", enough).error().field, "comand");
}

TEST(Codec, RefusesWhatFollowsTheValue) {
  EXPECT_FALSE(from_json_text<CommandBody>(R"({"pay_envy":{}} {})", enough));
  EXPECT_FALSE(from_json_text<CommandBody>(R"({"pay_envy":{}}x)", enough));
  EXPECT_TRUE(from_json_text<CommandBody>(" {\"pay_envy\":{}} \r\n", enough));
  EXPECT_FALSE(from_json_text<CommandBody>("{\"close_link\":{\"reason\":\"\xff\"}}", enough));
}

TEST(Codec, ReadsBackAState) {
  State state;
  state.staff[{"adm"}] = {{"adm"}, Role::administrator, "A", true};
  state.claims[7].number = 7;
  state.claims[7].others = {{1, {"l"}, base::Cents(100)}};
  state.links[{"l"}].outside[Account::house_envy] = base::MeterUnits(-3);
  state.links[{"l"}].levels.resize(2);
  state.tables[{"T"}].round = OpenRound{.number = 4, .wagers = {}, .claims = {7}};
  state.bank.is_short = true;
  const auto again = from_json_text<State>(to_json(state), enough);
  ASSERT_TRUE(again) << again.error().to_text();
  EXPECT_EQ(*again, state);
}

}  // namespace
}  // namespace cardroom::ledger
