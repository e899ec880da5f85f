// Text that people wrote and others will read on a screen or a report: UTF-8.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cardroom::base {

// Why a text cannot be shown as it was meant: bytes that are not UTF-8, a control character (U+0000 to U+001F, U+007F
// to U+009F), a line or paragraph separator (U+2028, U+2029), or one that reverses the writing direction of what
// follows (U+202A to U+202E, U+2066 to U+2069).
struct Unprintable {
  size_t character = 0;                // which, counted from 1
  std::optional<uint32_t> code_point;  // empty: its bytes are not UTF-8

  // "character 3 is U+202E, which reverses the writing direction"
  std::string to_text() const;
  bool operator==(const Unprintable&) const = default;
};
// The first of them, if there is one.
std::optional<Unprintable> find_unprintable(std::string_view text);

// The text with a space for every such character, and U+FFFD for every byte that is not UTF-8: nothing in it is obeyed
// by a terminal.
std::string printable(std::string_view text);

// The same of what others wrote and a message quotes: what stands between single quotes is cut after
// quotation_characters_max characters, the whole after excerpt_characters_max, and "…" is put there.
inline constexpr size_t quotation_characters_max = 80;
inline constexpr size_t excerpt_characters_max = 1'000;
std::string printable_excerpt(std::string_view text);

// Code points of a text that is UTF-8; a character with a combining mark counts as two.
size_t character_count(std::string_view text);

// What is left of a text after the characters at its start that show as space or not at all.
std::string_view after_blanks(std::string_view text);
// Nothing to be seen: empty, or only characters that show as space or not at all.
bool is_blank(std::string_view text);

// A noun of ours with its article, by its first letter: "an administrator", "a dealer".
std::string with_article(std::string_view noun);

}  // namespace cardroom::base
