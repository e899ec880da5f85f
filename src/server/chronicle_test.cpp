#include "server/chronicle.h"

#include <gtest/gtest.h>

#include "ledger/memory_store.h"
#include "ledger/testing/house.h"

namespace cardroom::server {
namespace {

using ledger::Answer;
namespace house = ledger::testing;

const LinkId link_1{"link-1"};

struct Told {
  uint64_t sequence;
  Event event;
};

// Two tables on one link that starts at $10,000.00: rounds, a royal flush of each kind of end, a back-out.
std::vector<Told> a_night() {
  auto store = ledger::make_memory_store(std::make_shared<ledger::MemoryJournal>(), ledger::OpenMode::create,
                                         ledger::lease_ms_default);
  auto ledger = ledger::Ledger::open(std::move(store), {.holder = "test", .clock_ms = house::ticking_clock()});
  EXPECT_TRUE(ledger);
  std::vector<Told> all;
  const auto tell = [&](const std::vector<Command>& commands) {
    for (const Answer& answer : (*ledger)->decide_group(commands)) {
      EXPECT_EQ(answer.kind, Answer::Kind::accepted) << answer.refusal.text;
      all.push_back({answer.sequence, answer.event});
    }
  };
  tell(house::opening(1, 2));
  // The first generation's keypad marks a hand without its position.
  const Table second{{"T2"}, "three-card-poker", 6, Keypad::first_generation, {link_1}};
  tell({{"t2", {"exe"}, {"sup"}, ChangeTable{second}}});
  tell({house::start_round("r1", 1, 1), house::start_round("r2", 2, 1)});
  tell({house::mark("m1", 1, 1, 3, "royal_flush")});
  tell({{"c1", {"sup"}, {}, ConfirmClaim{1}}, house::end_round("e1", 1)});
  tell({{"m2", {}, {}, MarkHand{{"T2"}, std::nullopt, link_1, "royal_flush", false}}});
  tell({{"a2", {"sup"}, {}, AcknowledgeClaim{2, 5}}, {"h2", {"sup"}, {}, HoldClaim{2, "fouled?"}}});
  tell({house::end_round("e2", 2), house::start_round("r3", 1, 1), house::end_round("e3", 1)});
  tell({{"l2", {"exe"}, {"sup"}, ReleaseClaim{2, Verdict::pay, "the recording shows it"}}});
  tell({{"b2", {"exe"}, {"sup"}, BackOutAward{2, "memo 7"}}});
  tell({house::start_round("r4", 1, 1),
        house::mark("m3", 1, 1, 1, "royal_flush"),
        {"x3", {"sup"}, {}, RejectClaim{3, "misread"}},
        house::end_round("e4", 1)});
  return all;
}

std::vector<std::array<int64_t, levels_max>> meters_of(const std::vector<Chronicle::Sample>& samples) {
  std::vector<std::array<int64_t, levels_max>> all;
  for (const auto& sample : samples) all.push_back(sample.meters);
  return all;
}

TEST(Chronicle, AMeterIsWhatTheStateSaysAfterEveryEvent) {
  Chronicle chronicle;
  State state;
  for (const Told& told : a_night()) {
    ASSERT_TRUE(apply(state, told.event));
    chronicle.note(told.sequence, told.event);
    if (!state.links.empty()) {
      EXPECT_EQ(chronicle.meters(link_1)[0], state.links.at(link_1).levels[0].funds.meter.value()) << told.sequence;
    }
  }
}

TEST(Chronicle, WinsAreNewestFirstAndAVoidOneStays) {
  Chronicle chronicle;
  for (const Told& told : a_night()) chronicle.note(told.sequence, told.event);
  const std::vector<WinRow> wins = chronicle.wins({}, 0, 10);
  ASSERT_EQ(wins.size(), 2U) << "what was rejected has no page";
  EXPECT_EQ(chronicle.last_page(), 2U);
  const WinRow& first = wins[1];
  EXPECT_EQ(first.page, 1U);
  // Two rounds of six wagers of $1.00 bring 15 % each to the meter that began at $10,000.00.
  EXPECT_EQ(first.amount, base::Cents(1'000'180));
  EXPECT_EQ(first.table.text, "T1");
  EXPECT_EQ(first.round, 1U);
  EXPECT_EQ(first.position, 3);
  EXPECT_EQ(first.level, 0);
  EXPECT_EQ(first.wager, base::Cents(100));
  EXPECT_EQ(first.hand, "royal_flush");
  EXPECT_EQ(first.confirmed_by.text, "sup");
  EXPECT_FALSE(first.voided);
  const WinRow& second = wins[0];
  EXPECT_EQ(second.page, 2U);
  EXPECT_EQ(second.table.text, "T2");
  EXPECT_EQ(second.position, 5) << "as the supervisor acknowledged it";
  EXPECT_EQ(second.wager, base::Cents(100)) << "also after its round has ended";
  EXPECT_EQ(second.second.text, "sup");
  EXPECT_TRUE(second.voided);
  EXPECT_EQ(second.voided_by.text, "exe");
  EXPECT_EQ(second.void_document, "memo 7");
  EXPECT_EQ(chronicle.wins({}, 2, 10).size(), 1U);
  EXPECT_EQ(chronicle.wins({}, 0, 1).size(), 1U);
  EXPECT_EQ(chronicle.wins({"link-9"}, 0, 10).size(), 0U);
}

TEST(Chronicle, WhatIsReadLaterAndWhatWasKeptUpMakeTheSameAsAllInOne) {
  const std::vector<Told> night = a_night();
  Chronicle whole;
  for (const Told& told : night) whole.note(told.sequence, told.event);
  const auto page_text = [](const Chronicle& chronicle) {
    return ledger::to_full_json(WinsPage{true, chronicle.last_page(), chronicle.wins({}, 0, 10)});
  };
  State state;
  for (size_t split = 0; split <= night.size(); ++split) {
    Chronicle older;
    Chronicle live;
    live.begin(state);
    for (size_t i = 0; i < night.size(); ++i) (i < split ? older : live).note(night[i].sequence, night[i].event);
    live.prepend(std::move(older));
    EXPECT_EQ(page_text(live), page_text(whole)) << split;
    EXPECT_EQ(meters_of(live.samples(link_1, 0, INT64_MAX, 500)), meters_of(whole.samples(link_1, 0, INT64_MAX, 500)))
        << split;
    EXPECT_EQ(live.pace(link_1, 0, INT64_MAX).wagers, whole.pace(link_1, 0, INT64_MAX).wagers) << split;
    EXPECT_EQ(live.pace(link_1, 0, INT64_MAX).rounds, whole.pace(link_1, 0, INT64_MAX).rounds) << split;
    if (split < night.size()) {
      ASSERT_TRUE(apply(state, night[split].event));
    }
  }
}

// A round every thirty seconds for four days.
class LongRun : public ::testing::Test {
 protected:
  static constexpr int64_t begin_ms = 1'767'225'600'000;  // midnight
  static constexpr int64_t every_ms = 30'000;
  static constexpr int64_t rounds = 4 * 2'880;
  static constexpr int64_t end_ms = begin_ms + rounds * every_ms;

  LongRun() {
    Event create;
    create.time_ms = begin_ms;
    create.command = CreateLink{link_1, "link", {}, {}, {}, {}};
    create.postings = {{Account::meter, link_1, 0, base::to_meter_units(base::Cents(1'000'000))}};
    chronicle.note(1, create);
    for (int64_t round = 1; round <= rounds; ++round) {
      Event start;
      start.time_ms = begin_ms + (round - 1) * every_ms + 1;
      start.command = StartRound{{"T1"}, {{1, link_1, base::Cents(100)}, {2, link_1, base::Cents(100)}}};
      start.postings = {{Account::meter, link_1, 0, base::to_meter_units(base::Cents(30))}};
      chronicle.note(1 + static_cast<uint64_t>(round), start);
    }
  }
  // The meter after so many rounds: $10,000.00 and thirty cents each.
  static int64_t meter_after(int64_t count) { return (1'000'000 + 30 * count) * 1'000'000; }

  Chronicle chronicle;
};

TEST_F(LongRun, EverySampleIsExactAtItsEntryAndThereAreNoMoreThanAskedFor) {
  for (const size_t points : {1U, 2U, 50U, 500U}) {
    const auto samples = chronicle.samples(link_1, begin_ms, end_ms, points);
    EXPECT_LE(samples.size(), points);
    // Three days by the hour, and spans of some eleven minutes of the last one.
    EXPECT_GE(samples.size(), std::min<size_t>(points, 72 + 120));
    for (const auto& sample : samples)
      EXPECT_EQ(sample.meters[0], meter_after(static_cast<int64_t>(sample.sequence) - 1));
    EXPECT_EQ(samples.back().meters[0], meter_after(rounds)) << "the last is what it is now";
  }
}

TEST_F(LongRun, TheLastDayIsKnownByTheMinuteAndWhatIsOlderByTheHour) {
  const int64_t minute_ms = 60'000;
  const int64_t hour_ms = 60 * minute_ms;
  const auto late = chronicle.samples(link_1, end_ms - 10 * minute_ms, end_ms, 500);
  EXPECT_EQ(late.size(), 11U) << "ten minutes, and what was true before them";
  const auto early = chronicle.samples(link_1, begin_ms + 24 * hour_ms, begin_ms + 34 * hour_ms, 500);
  EXPECT_EQ(early.size(), 11U);
  EXPECT_LT(early.front().time_ms, begin_ms + 24 * hour_ms);
  EXPECT_TRUE(chronicle.samples(link_1, end_ms + 1, end_ms + 2, 500).size() == 1) << "the one that still is true";
  EXPECT_TRUE(chronicle.samples(link_1, 0, begin_ms, 500).empty());
  EXPECT_TRUE(chronicle.samples({"other"}, 0, end_ms, 500).empty());
}

TEST_F(LongRun, ThePaceIsOfTheLastHours) {
  const int64_t hour_ms = 3'600'000;
  const auto pace = chronicle.pace(link_1, end_ms - 3 * hour_ms, end_ms);
  EXPECT_EQ(pace.lasted_ms, 3 * hour_ms);
  EXPECT_NEAR(static_cast<double>(pace.rounds), 360, 2) << "120 an hour, by samples a minute apart";
  EXPECT_EQ(pace.wagers, 2 * pace.rounds);
  EXPECT_EQ(chronicle.pace({"other"}, 0, end_ms).lasted_ms, 0);
}

}  // namespace
}  // namespace cardroom::server
