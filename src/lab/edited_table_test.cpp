#include "lab/edited_table.h"

#include <gtest/gtest.h>

#include "games/library.h"
#include "games/paytable_file.h"

namespace cardroom::lab {
namespace {

TEST(PaytableText, IsReadBackAsThePaytableThatItWasWrittenFrom) {
  for (const games::PaytablePtr& printed : games::shipped_library().paytables) {
    const std::string text = paytable_text(*printed);
    const auto parsed = games::parse_paytables(text, "written");
    ASSERT_TRUE(parsed) << text << parsed.error().front().to_text();
    ASSERT_EQ(parsed->paytables.size(), 1);
    const games::Paytable& read = *parsed->paytables.front();
    EXPECT_EQ(read.id, printed->id);
    EXPECT_EQ(read.games, printed->games);
    EXPECT_EQ(read.group, printed->group);
    EXPECT_EQ(read.document, printed->document);
    EXPECT_EQ(read.date, printed->date);
    EXPECT_EQ(read.envy_times_wager, printed->envy_times_wager);
    ASSERT_EQ(read.wagers.size(), printed->wagers.size());
    for (size_t at = 0; at < read.wagers.size(); ++at) {
      const auto& rows = read.wagers[at].pays.rows();
      const auto& printed_rows = printed->wagers[at].pays.rows();
      ASSERT_EQ(rows.size(), printed_rows.size());
      for (size_t row = 0; row < rows.size(); ++row) {
        EXPECT_EQ(rows[row].hand, printed_rows[row].hand);
        EXPECT_EQ(rows[row].pays, printed_rows[row].pays);
        EXPECT_EQ(rows[row].envy, printed_rows[row].envy);
      }
    }
  }
}

TEST(AskedTable, ABareNumberKeepsTheFormOfThePay) {
  const auto asked = asked_table(
      {.game = "three-card-poker",
       .paytables = {"ML01"},
       .edits = {"progressive/flush=45", "progressive/straight flush=90", "progressive/royal flush/envy=$500"},
       .house = {}});
  ASSERT_TRUE(asked) << asked.error().text;
  const auto& rows = paytable_of(asked->table, "progressive")->wagers.front().pays.rows();
  EXPECT_EQ(to_text(rows[0].pays.front()), "100% of Mega");
  EXPECT_EQ(rows[0].envy, base::Cents(50'000));
  EXPECT_EQ(to_text(rows[1].pays.front()), "90% of Major");
  const auto flush = std::ranges::find(rows, "flush", &games::PayRow::hand);
  EXPECT_EQ(to_text(flush->pays.front()), "45 for 1");
  EXPECT_EQ(asked->edited_groups, std::vector<std::string>{"progressive"});
  EXPECT_EQ(paytable_of(asked->printed, "progressive")->id, "ML01");
}

TEST(AskedTable, PaysByTheNumberOfHandsAreEditedOneByOne) {
  const auto asked =
      asked_table({.game = "caribbean-stud", .paytables = {}, .edits = {"cover-all/flush/3=9"}, .house = {}});
  ASSERT_TRUE(asked) << asked.error().text;
  const games::WagerPays& pays = *paytable_of(asked->table, "cover-all")->pays("cover-all");
  const games::WagerPays& printed = *paytable_of(asked->printed, "cover-all")->pays("cover-all");
  for (size_t row = 0; row < pays.rows().size(); ++row) {
    const int index = static_cast<int>(row);
    EXPECT_EQ(pays.pay(index, 2), printed.pay(index, 2));
    EXPECT_EQ(to_text(pays.pay(index, 3)) == "9 to 1", pays.row(index).hand == "flush");
  }
}

}  // namespace
}  // namespace cardroom::lab
