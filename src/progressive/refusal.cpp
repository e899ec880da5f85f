#include "progressive/refusal.h"

#include <array>

#include "base/check.h"
#include "progressive/identifiers.h"

namespace cardroom::progressive {

namespace {

#define CARDROOM_TEXT_OF(...) #__VA_ARGS__
#define CARDROOM_TEXT(list) CARDROOM_TEXT_OF(list)
constexpr std::string_view all_names = CARDROOM_TEXT(CARDROOM_REFUSALS);

constexpr size_t code_count = static_cast<size_t>(RefusalCode::journal_unavailable) + 1;

constexpr std::array<std::string_view, code_count> names = [] {
  std::array<std::string_view, code_count> result;
  size_t begin = 0;
  for (std::string_view& name : result) {
    const size_t end = std::min(all_names.find(',', begin), all_names.size());
    name = all_names.substr(begin, end - begin);
    begin = std::min(end + 2, all_names.size());  // ", "
  }
  return result;
}();
static_assert(names.back() == "journal_unavailable");

}  // namespace

std::string_view code_name(RefusalCode code) {
  const auto index = static_cast<size_t>(code);
  CHECK(index < names.size());
  return names[index];
}

std::optional<RefusalCode> code_named(std::string_view name) {
  for (size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) return static_cast<RefusalCode>(i);
  return std::nullopt;
}

bool is_id(std::string_view text) {
  if (text.empty() || text.size() > id_length_max) return false;
  for (const char c : text) {
    const bool ok =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
    if (!ok) return false;
  }
  return true;
}

}  // namespace cardroom::progressive
