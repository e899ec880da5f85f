#include "games/profile.h"

#include <fmt/format.h>

#include <charconv>

namespace cardroom::games {

const ProfilePeriod* Profile::on(Date day) const {
  const ProfilePeriod* in_force = nullptr;
  for (const ProfilePeriod& period : periods) {
    if (period.from <= day) in_force = &period;
  }
  return in_force;
}

std::expected<Date, std::string> parse_date(std::string_view text) {
  int parts[3] = {0, 0, 0};
  const bool shaped = text.size() == 10 && text[4] == '-' && text[7] == '-';
  const auto number = [&](size_t from, size_t count, int& into) {
    const auto [end, error] = std::from_chars(text.data() + from, text.data() + from + count, into);
    return error == std::errc() && end == text.data() + from + count;
  };
  if (shaped && number(0, 4, parts[0]) && number(5, 2, parts[1]) && number(8, 2, parts[2])) {
    const Date date{std::chrono::year(parts[0]), std::chrono::month(static_cast<unsigned>(parts[1])),
                    std::chrono::day(static_cast<unsigned>(parts[2]))};
    if (parts[1] >= 1 && parts[2] >= 1 && date.ok()) return date;
  }
  return std::unexpected(fmt::format("'{}' is not a date (write 2023-08-01)", text));
}

std::string to_text(Date date) {
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()));
}

}  // namespace cardroom::games
