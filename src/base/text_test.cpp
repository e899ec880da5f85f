#include "base/text.h"

#include <gtest/gtest.h>

namespace cardroom::base {
namespace {

TEST(Text, OfAnyScriptIsPrintable) {
  for (const char* text : {"", "Cage 2 (night) ~", "Zoë Müller", "李小龍", "Ωμέγα \u00a0", "\U0001f0a1", "\u200e",
                           "\u2027", "\u202f", "\u2065", "\u206a", "\U0010ffff"})
    EXPECT_FALSE(find_unprintable(text)) << text;
}

TEST(Text, ControlsSeparatorsAndTurnsAreFound) {
  struct Row {
    std::string text;
    uint32_t code_point;
  };
  for (const Row& row : std::vector<Row>{{std::string(1, '\0'), 0},
                                         {"\x1b", 0x1b},
                                         {"\x1f", 0x1f},
                                         {"\x7f", 0x7f},
                                         {"\xc2\x80", 0x80},
                                         {"\xc2\x9f", 0x9f},
                                         {"\xe2\x80\xa8", 0x2028},
                                         {"\xe2\x80\xa9", 0x2029},
                                         {"\xe2\x80\xaa", 0x202a},
                                         {"\xe2\x80\xae", 0x202e},
                                         {"\xe2\x81\xa6", 0x2066},
                                         {"\xe2\x81\xa9", 0x2069}})
    EXPECT_EQ(find_unprintable("é" + row.text + "x"), (Unprintable{2, row.code_point})) << row.code_point;
}

TEST(Text, BytesThatAreNoUtf8AreFound) {
  // A lone continuation, a cut sequence, an overlong slash, a surrogate, one above U+10FFFF, bytes that never occur.
  for (const char* text : {"\x80", "\xe2\x82", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xff",
                           "\xf8\x88\x80\x80\x80", "\xc3("})
    EXPECT_EQ(find_unprintable(std::string("ab") + text), (Unprintable{3, std::nullopt}));
}

TEST(Text, SaysWhichCharacterAndWhy) {
  EXPECT_EQ(find_unprintable("Zoë\n")->to_text(), "character 4 is U+000A, a control character");
  EXPECT_EQ(find_unprintable("\u2028")->to_text(), "character 1 is U+2028, a line separator");
  EXPECT_EQ(find_unprintable("ab\u202e")->to_text(), "character 3 is U+202E, which reverses the writing direction");
  EXPECT_EQ(find_unprintable("\xff")->to_text(), "character 1 is not UTF-8");
}

TEST(Text, IsMadePrintableCharacterByCharacter) {
  EXPECT_EQ(printable("Zoë 李"), "Zoë 李");
  EXPECT_EQ(printable("a\x1b[2Jb\nc\x7f"), "a [2Jb c ");
  EXPECT_EQ(printable("\u009b2J\u202egro\u2028"), " 2J gro ");
  // A stray byte, a byte that begins what does not follow, half of a pair of UTF-16.
  EXPECT_EQ(printable("\xff"
                      "a\xc3"),
            "\ufffd"
            "a\ufffd");
  EXPECT_EQ(printable("\xed\xa0\x80"), "\ufffd\ufffd\ufffd");
  EXPECT_EQ(find_unprintable(printable("\x1b\xff\u202e")), std::nullopt);
}

TEST(Text, BeginsAfterItsBlanks) {
  EXPECT_EQ(after_blanks("a b"), "a b");
  EXPECT_EQ(after_blanks(" \u00a0\u200b\u2060\ufeff\u3000=1"), "=1");
  EXPECT_EQ(after_blanks("\u200b\xff "), "\xff ") << "what is no UTF-8 is not skipped";
  EXPECT_EQ(after_blanks(" \u200d"), "");
}

TEST(Text, NounsGetTheirArticle) {
  EXPECT_EQ(with_article("dealer"), "a dealer");
  EXPECT_EQ(with_article("administrator"), "an administrator");
  EXPECT_EQ(with_article("executive, auditor or administrator"), "an executive, auditor or administrator");
}

TEST(Text, IsCountedInCharactersNotBytes) {
  EXPECT_EQ(character_count(""), 0U);
  EXPECT_EQ(character_count("Zoë"), 3U);
  EXPECT_EQ(character_count("李小龍"), 3U);
  EXPECT_EQ(character_count("\U0001f0a1"), 1U);
}

TEST(PrintableExcerpt, CutsWhatIsQuotedAndLeavesApostrophesAlone) {
  const std::string eighty(80, 'x');
  const struct {
    std::string text;
    std::string shown;
  } rows[] = {
      {"unknown game 'poker'", "unknown game 'poker'"},
      {"unknown game '" + eighty + "'; try again", "unknown game '" + eighty + "'; try again"},
      {"unknown game '" + eighty + "y'; try again", "unknown game '" + eighty + "…'; try again"},
      // Between the apostrophes of two words nothing is quoted, however far apart they are.
      {"the dealer's " + eighty + " and the player's", "the dealer's " + eighty + " and the player's"},
      {"'the dealer's hand' is cut off", "'the dealer's hand' is cut off"},
      {"an \x1b[31mescape", "an  [31mescape"},
  };
  for (const auto& [text, shown] : rows) EXPECT_EQ(printable_excerpt(text), shown);
  EXPECT_EQ(character_count(printable_excerpt(std::string(5'000, 'z'))), excerpt_characters_max + 1);
}

}  // namespace
}  // namespace cardroom::base
