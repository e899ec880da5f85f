#include "games/hand_key.h"

namespace cardroom::games {

std::string hand_key(std::string_view hand) {
  constexpr std::string_view akq = "ace-king-queen";
  std::string key;
  if (hand.starts_with(akq)) {
    key = "akq";
    hand.remove_prefix(akq.size());
  }
  for (const char c : hand) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (letter) {
      key += c;
    } else if (c >= 'A' && c <= 'Z') {
      key += static_cast<char>(c - 'A' + 'a');
    } else if (!key.empty() && key.back() != '_') {
      key += '_';
    }
  }
  while (key.ends_with('_')) key.pop_back();
  return key;
}

}  // namespace cardroom::games
