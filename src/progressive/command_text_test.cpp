#include "progressive/command_text.h"

#include <gtest/gtest.h>

#include "progressive/testing_floor.h"

namespace cardroom::progressive {
namespace {

std::string field_of(CommandBody body, const std::string& by = "sup", const std::string& second = "") {
  const auto checked = need_printable({"id", {by}, {second}, std::move(body)});
  if (checked) return "none";
  EXPECT_EQ(checked.error().code, RefusalCode::text_not_printable);
  return checked.error().field;
}

TEST(CommandText, OfEveryFieldMustBePrintable) {
  const std::string turned = "a\u202eb";
  EXPECT_EQ(field_of(CloseLink{{"mega"}, "Zoë says so"}), "none");
  EXPECT_EQ(field_of(CloseLink{{"mega"}, turned}), "reason");
  EXPECT_EQ(field_of(CloseLink{{turned}, "r"}), "link");
  EXPECT_EQ(field_of(OpenLink{{"mega"}}, turned), "by");
  EXPECT_EQ(field_of(OpenLink{{"mega"}}, "a", turned), "second");
  EXPECT_EQ(field_of(StartRound{{"T1"}, {{1, {"mega"}, {}}, {2, {turned}, {}}}}), "wagers[1].link");
  EXPECT_EQ(field_of(MarkHand{{"T1"}, 1, {"mega"}, turned, false}), "hand");
  EXPECT_EQ(field_of(BackOutAward{1, turned}), "document");
  EXPECT_EQ(field_of(ReportMalfunction{{}, "d", "s", turned, "r", 0}), "cause");
  EXPECT_EQ(field_of(PlaceTable{{{"T1"}, turned, 6, Keypad::second_generation, {}}}), "table.game");

  CreateLink create{{"l"}, "t", testing::simple_rules(), testing::simple_odds(), {}, {{}, {"good", turned}}};
  EXPECT_EQ(field_of(create), "judgement.advice[1]");
  create.odds[1].probabilities[2] = turned;
  EXPECT_EQ(field_of(create), "odds[1].probabilities[2]");
  create.rules.levels[0].name = turned;
  EXPECT_EQ(field_of(create), "rules.levels[0].name");
}

TEST(CommandText, IsMeasuredInCharacters) {
  testing::Floor floor;
  std::string name;
  for (size_t i = 0; i < text_length_max; ++i) name += "ë";  // two bytes each
  EXPECT_EQ(floor.refusal(EnrolStaff{{"a"}, Role::dealer, name}, "adm"), "allowed");
  EXPECT_EQ(floor.refusal(EnrolStaff{{"b"}, Role::dealer, name + "x"}, "adm"), "text_too_long");
}

}  // namespace
}  // namespace cardroom::progressive
