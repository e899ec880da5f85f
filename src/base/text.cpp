#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace cardroom::base {

namespace {

struct Decoded {
  uint32_t code_point = 0;
  size_t byte_count = 0;  // 0: no UTF-8
};

Decoded decode(std::string_view text) {
  const auto byte = [&](size_t at) { return static_cast<uint32_t>(static_cast<unsigned char>(text[at])); };
  const uint32_t first = byte(0);
  if (first < 0x80) return {first, 1};
  const size_t count = first >= 0xf0 && first < 0xf8   ? 4
                       : first >= 0xe0 && first < 0xf0 ? 3
                       : first >= 0xc0 && first < 0xe0 ? 2
                                                       : 0;
  if (count == 0 || count > text.size()) return {};
  uint32_t value = first & (0x7fU >> count);
  for (size_t at = 1; at < count; ++at) {
    if ((byte(at) & 0xc0) != 0x80) return {};
    value = value << 6 | (byte(at) & 0x3f);
  }
  // Written longer than needed, half of a pair of UTF-16, or above the last.
  constexpr uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (value < least[count] || (value >= 0xd800 && value <= 0xdfff) || value > 0x10ffff) return {};
  return {value, count};
}

bool is_control(uint32_t code_point) {
  return code_point < 0x20 || (code_point >= 0x7f && code_point <= 0x9f);
}

bool is_separator(uint32_t code_point) {
  return code_point == 0x2028 || code_point == 0x2029;
}

// Spaces of every width, and what joins, parts or fills without being seen.
bool is_unseen(uint32_t code_point) {
  constexpr std::pair<uint32_t, uint32_t> ranges[] = {
      {0x00, 0x20},     {0x7f, 0xa0},     {0xad, 0xad},     {0x34f, 0x34f},    {0x61c, 0x61c},
      {0x115f, 0x1160}, {0x1680, 0x1680}, {0x17b4, 0x17b5}, {0x180b, 0x180f},  {0x2000, 0x200f},
      {0x2028, 0x202f}, {0x205f, 0x206f}, {0x2800, 0x2800}, {0x3000, 0x3000},  {0x3164, 0x3164},
      {0xfe00, 0xfe0f}, {0xfeff, 0xfeff}, {0xffa0, 0xffa0}, {0xe0000, 0xe0fff}};
  return std::ranges::any_of(
      ranges, [code_point](const auto& range) { return code_point >= range.first && code_point <= range.second; });
}

bool turns_direction(uint32_t code_point) {
  return (code_point >= 0x202a && code_point <= 0x202e) || (code_point >= 0x2066 && code_point <= 0x2069);
}

bool is_shown(uint32_t code_point) {
  return !is_control(code_point) && !is_separator(code_point) && !turns_direction(code_point);
}

}  // namespace

std::string Unprintable::to_text() const {
  if (!code_point) return fmt::format("character {} is not UTF-8", character);
  const char* what = is_control(*code_point)     ? "a control character"
                     : is_separator(*code_point) ? "a line separator"
                                                 : "which reverses the writing direction";
  return fmt::format("character {} is U+{:04X}, {}", character, *code_point, what);
}

std::optional<Unprintable> find_unprintable(std::string_view text) {
  for (size_t character = 1; !text.empty(); ++character) {
    const Decoded next = decode(text);
    if (next.byte_count == 0) return Unprintable{character, std::nullopt};
    if (!is_shown(next.code_point)) return Unprintable{character, next.code_point};
    text.remove_prefix(next.byte_count);
  }
  return std::nullopt;
}

std::string printable(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const Decoded next = decode(text);
    const size_t bytes = std::max<size_t>(next.byte_count, 1);
    shown += next.byte_count == 0        ? std::string_view("\ufffd")
             : is_shown(next.code_point) ? text.substr(0, bytes)
                                         : std::string_view(" ");
    text.remove_prefix(bytes);
  }
  return shown;
}

namespace {

std::string cut_after(std::string_view text, size_t characters) {
  size_t at = 0;
  for (size_t count = 0; at < text.size() && count < characters; ++count)
    at += std::max<size_t>(decode(text.substr(at)).byte_count, 1);
  return at >= text.size() ? std::string(text) : std::string(text.substr(0, at)) + "…";
}

}  // namespace

std::string printable_excerpt(std::string_view text) {
  const std::string shown = printable(text);
  std::string result;
  size_t from = 0;
  // An apostrophe stands within a word; a quotation begins before one and ends after one.
  const auto is_letter = [&](size_t at) {
    return at < shown.size() && std::isalnum(static_cast<unsigned char>(shown[at]));
  };
  size_t open = 0;
  while ((open = shown.find('\'', open)) != std::string::npos) {
    size_t close = shown.find('\'', open + 1);
    while (close != std::string::npos && is_letter(close + 1)) close = shown.find('\'', close + 1);
    if ((open > 0 && is_letter(open - 1)) || close == std::string::npos) {
      ++open;
      continue;
    }
    result += shown.substr(from, open + 1 - from);
    result += cut_after(std::string_view(shown).substr(open + 1, close - open - 1), quotation_characters_max);
    from = close;
    open = close + 1;
  }
  result += shown.substr(from);
  return cut_after(result, excerpt_characters_max);
}

size_t character_count(std::string_view text) {
  return static_cast<size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string_view after_blanks(std::string_view text) {
  while (!text.empty()) {
    const Decoded next = decode(text);
    if (next.byte_count == 0 || !is_unseen(next.code_point)) break;
    text.remove_prefix(next.byte_count);
  }
  return text;
}

bool is_blank(std::string_view text) {
  return after_blanks(text).empty();
}

std::string with_article(std::string_view noun) {
  const bool vowel = !noun.empty() && std::string_view("aeiou").find(noun.front()) != std::string_view::npos;
  return fmt::format("{} {}", vowel ? "an" : "a", noun);
}

}  // namespace cardroom::base
