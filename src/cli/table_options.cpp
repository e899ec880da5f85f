#include "cli/table_options.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <set>

#include "base/error.h"
#include "base/text.h"
#include "cli/command.h"
#include "games/paytable_file.h"
#include "games/registry.h"

namespace cardroom::cli {

using games::PaytablePtr;

void add_paytable_option(Command command, TableOptions& options) {
  command
      .add_option("--paytable", options.paytables,
                  "Paytable id or TOML file, one per group of wagers (default: the group's default)")
      .type_name("ID|FILE")
      .one_value();
}

void add_house_option(Command command, TableOptions& options) {
  command
      .add_option("--house", options.house, "House option, such as chip=0.50; repeatable (see 'cardroom games GAME')")
      .type_name("OPTION=VALUE")
      .one_value();
}

void add_table_options(Command command, TableOptions& options) {
  add_paytable_option(command, options);
  add_house_option(command, options);
  command.add_option("--min", options.min, "Smallest regular wager (default: 5)").type_name("AMOUNT");
  command.add_option("--bonus-min", options.bonus_min, "Smallest bonus wager (default: 1)").type_name("AMOUNT");
  command.add_option("--max", options.max, "Largest single wager (default: 300)").type_name("AMOUNT");
  command.add_option("--profile", options.profile, "Jurisdiction whose limits apply to the table, such as washington")
      .type_name("ID");
  command.add_option("--date", options.date, "Use the profile's limits in force on this date (default: today)")
      .type_name("YYYY-MM-DD")
      .needs("--profile");
}

const games::Game& game_or_stop(const std::string& id, const std::vector<std::string_view>& others) {
  if (const games::Game* game = games::find_game(id)) return *game;
  if (others.empty() && id.find("pai-gow") != std::string::npos)
    throw Stop(usage, fmt::format("game '{}': Pai Gow is for 'cardroom exposed' only", id));
  std::string known;
  for (const games::Game* game : games::all_games()) known += fmt::format("\n  {}", game->facts.id);
  for (const std::string_view other : others) known += fmt::format("\n  {}", other);
  throw Stop(usage, fmt::format("unknown game '{}'; the games are:{}", id, known));
}

std::string read_file(const std::string& path) {
  // Larger than any file a person writes; keeps an endless input from filling the memory.
  constexpr size_t size_max = 4 << 20;
  const std::string shown_name = path == "-" ? "standard input" : path;
  const auto fail = [&](const std::string& cause) {
    throw Stop(failed, base::Error{"read " + shown_name, cause}.to_text());
  };
  const int file = path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) fail(std::strerror(errno));
  std::string text;
  std::array<char, 65'536> buffer{};
  for (;;) {
    const ssize_t count = read(file, buffer.data(), buffer.size());
    if (count < 0) fail(std::strerror(errno));
    if (count == 0) break;
    text.append(buffer.data(), static_cast<size_t>(count));
    if (text.size() > size_max) fail(fmt::format("it is larger than {} bytes", size_max));
  }
  if (file != STDIN_FILENO) close(file);
  if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);  // some editors begin a file with this mark of UTF-8
  // Everything that is read here is text: lines with tabs, in UTF-8.
  int line = 1;
  for (size_t from = 0; from < text.size(); ++line) {
    const size_t end = std::min(text.find('\n', from), text.size());
    std::string shown = text.substr(from, end - from);
    std::ranges::replace_if(shown, [](char c) { return c == '\t' || c == '\r'; }, ' ');
    if (const auto wrong = base::find_unprintable(shown)) {
      throw Stop(refused, fmt::format("{}: line {}: this is not a text file: {} [not_text]", shown_name, line,
                                      wrong->to_text()));
    }
    from = end + 1;
  }
  return text;
}

std::vector<PaytablePtr> chosen_paytables(const TableOptions& options, const games::Game* game) {
  std::vector<PaytablePtr> chosen;
  for (const std::string& text : options.paytables) {
    if (game) {
      if (PaytablePtr shipped = games::shipped_library().find_paytable(game->facts.id, text)) {
        chosen.push_back(std::move(shipped));
        continue;
      }
    }
    const bool looks_like_file = !game || text.find('/') != std::string::npos || text.ends_with(".toml");
    if (!looks_like_file) {
      throw Stop(
          usage,
          game ? fmt::format("{} has no paytable '{}': 'cardroom paytables {}' lists them; a file's name ends in .toml",
                             game->facts.name, text, game->facts.id)
               : fmt::format("'{}' is not a paytable file: its name ends in .toml", text));
    }
    auto parsed = games::parse_paytables(read_file(text), text);
    if (!parsed) {
      std::string all = "the paytable was refused:";
      constexpr size_t remarks_max = 20;
      for (size_t at = 0; at < std::min(remarks_max, parsed.error().size()); ++at)
        all += "\n  " + parsed.error()[at].to_text();
      if (parsed.error().size() > remarks_max)
        all += fmt::format("\n  … and {} more", parsed.error().size() - remarks_max);
      throw Stop(refused, all);
    }
    for (const games::FileRemark& warning : parsed->warnings) complain(fmt::format("warning: {}\n", warning.to_text()));
    for (PaytablePtr& paytable : parsed->paytables) {
      for (const std::string& id : paytable->games) {
        if (games::shipped_library().find_paytable(id, paytable->id)) {
          throw Stop(refused, fmt::format("{}: {} is the id of a published paytable of {}; choose another", text,
                                          paytable->id, id));
        }
      }
      chosen.push_back(std::move(paytable));
    }
  }
  return chosen;
}

std::vector<BetOption> bets_or_stop(const games::Game& game, const std::vector<std::string>& bets) {
  std::vector<BetOption> parsed;
  for (const std::string& bet : bets) {
    const auto equals = bet.find('=');
    const int wager = game.wager_index(bet.substr(0, equals));
    if (wager == games::no_wager && equals != std::string::npos) {
      std::vector<std::string_view> known;
      for (const games::WagerFact& fact : game.facts.wagers) {
        if (fact.kind != games::WagerKind::raise && fact.kind != games::WagerKind::award) known.push_back(fact.id);
      }
      throw Stop(usage, fmt::format("--bet {}: '{}' is not a wager of {}; its wagers are {}", bet,
                                    bet.substr(0, equals), game.facts.name, fmt::join(known, ", ")));
    }
    if (equals == std::string::npos) {
      throw Stop(usage,
                 fmt::format("--bet {}: write WAGER=AMOUNT; 'cardroom games {}' lists the wagers", bet, game.facts.id));
    }
    const auto kind = game.wager(wager).kind;
    if (kind == games::WagerKind::raise || kind == games::WagerKind::award) {
      throw Stop(usage, fmt::format("--bet {}: {} is not bet before the deal", bet, game.wager(wager).name));
    }
    const auto amount = base::parse_cents(bet.substr(equals + 1));
    if (!amount) throw Stop(usage, fmt::format("--bet {}: {}", bet, amount.error()));
    if (std::ranges::find(parsed, wager, &BetOption::wager) != parsed.end()) {
      throw Stop(usage, fmt::format("--bet {}: this wager was already given", bet));
    }
    parsed.push_back({wager, *amount});
  }
  return parsed;
}

std::string to_text(const games::Refusal& refusal) {
  return fmt::format("{} [{}]", refusal.text, code_name(refusal.code));
}

namespace {

void set_amount(base::Cents& into, const std::string& text, std::string_view option) {
  if (text.empty()) return;
  const auto amount = base::parse_cents(text);
  if (!amount) throw Stop(usage, fmt::format("{}: {}", option, amount.error()));
  into = *amount;
}

games::Date today() {
  return games::Date(std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now()));
}

}  // namespace

games::Table make_table(const games::Game& game, const TableOptions& options) {
  games::TableSetup setup{.game = &game, .house = game.facts.house};
  std::set<std::string> chosen_options;
  for (const std::string& text : options.house) {
    const auto equals = text.find('=');
    const auto option = games::find_option(text.substr(0, equals));
    if (equals == std::string::npos) {
      throw Stop(usage, fmt::format("--house {}: write OPTION=VALUE; 'cardroom games {}' lists the options", text,
                                    game.facts.id));
    }
    if (!option) {
      std::vector<std::string_view> known;
      for (const games::HouseOption each : game.facts.house_options) known.push_back(games::option_id(each));
      throw Stop(usage,
                 fmt::format("--house {}: '{}' is not an option; {} has {} ('cardroom games {}' explains them)", text,
                             text.substr(0, equals), game.facts.name, fmt::join(known, ", "), game.facts.id));
    }
    if (!chosen_options.insert(text.substr(0, equals)).second) {
      throw Stop(usage, fmt::format("--house {}: this option was already given", text));
    }
    // Refused even if the value is the one in the rules, because the user believes that it can be chosen.
    if (std::ranges::find(game.facts.house_options, *option) == game.facts.house_options.end()) {
      throw Stop(refused, fmt::format("'{}' is not a house option in {}: the rules set it to '{}' "
                                      "[option_fixed_by_rules]",
                                      games::option_id(*option), game.facts.name,
                                      games::option_value(game, game.facts.house, *option)));
    }
    if (auto set = set_option(game, setup.house, *option, text.substr(equals + 1)); !set) {
      throw Stop(usage, fmt::format("--house {}: {}", text, set.error()));
    }
  }
  setup.paytables = chosen_paytables(options, &game);
  const games::Profile* profile = nullptr;
  if (!options.profile.empty()) {
    profile = games::shipped_library().find_profile(options.profile);
    if (!profile) {
      std::string known;
      for (const games::Profile& each : games::shipped_library().profiles)
        known += (known.empty() ? "" : ", ") + each.id;
      throw Stop(usage, fmt::format("unknown profile '{}'; the profiles are: {}", options.profile, known));
    }
    games::Date day = today();
    if (!options.date.empty()) {
      const auto date = games::parse_date(options.date);
      if (!date) throw Stop(usage, fmt::format("--date: {}", date.error()));
      day = *date;
    }
    setup.profile = profile->on(day);
    if (!setup.profile) {
      throw Stop(usage, fmt::format("--date {}: the profile '{}' begins on {}", games::to_text(day), options.profile,
                                    games::to_text(profile->periods.front().from)));
    }
  }
  setup.limits = games::default_limits(setup.house.chip, setup.profile);
  set_amount(setup.limits.min, options.min, "--min");
  set_amount(setup.limits.bonus_min, options.bonus_min, "--bonus-min");
  set_amount(setup.limits.max, options.max, "--max");
  auto table = games::Table::make(setup, games::shipped_library().paytables);
  if (!table) throw Stop(refused, to_text(table.error()));
  return std::move(*table);
}

}  // namespace cardroom::cli
