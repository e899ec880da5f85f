#include "games/round_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "games/registry.h"
#include "games/words.h"

namespace cardroom::games {

std::string RoundError::to_text() const {
  return line > 0 ? fmt::format("line {}: {} [{}]", line, text, rule) : fmt::format("{} [{}]", text, rule);
}

namespace {

// Longest text that is read: a full table with every wager is under 4 KB.
constexpr size_t text_size_max = 65'536;

struct Statement {
  int line;
  std::string_view word;  // the first word
  std::string_view rest;  // what follows it
};

std::string_view trim(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

// The text with line ends and blanks made alike: a mark of UTF-8 at its start dropped, CRLF and a lone CR as line ends,
// a tab as a blank.
std::string normalized(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  std::string result;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\r') {
      if (at + 1 == text.size() || text[at + 1] != '\n') result += '\n';
    } else {
      result += c == '\t' ? ' ' : c;
    }
  }
  return result;
}

// Statements stand on lines of their own or are divided by ';'; '#' starts a remark.
std::vector<Statement> split(std::string_view text) {
  std::vector<Statement> statements;
  int line = 1;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    std::string_view row = text.substr(0, end);
    row = row.substr(0, row.find('#'));
    while (!row.empty()) {
      const auto cut = std::min(row.find(';'), row.size());
      const std::string_view piece = trim(row.substr(0, cut));
      row.remove_prefix(std::min(cut + 1, row.size()));
      if (piece.empty()) continue;
      const auto blank = std::min(piece.find_first_of(" \t"), piece.size());
      statements.push_back({line, piece.substr(0, blank), trim(piece.substr(blank))});
    }
    text.remove_prefix(std::min(end + 1, text.size()));
    ++line;
  }
  return statements;
}

std::unexpected<RoundError> fail(int line, std::string text, std::string_view rule = "syntax") {
  return std::unexpected(RoundError{line, std::string(rule), std::move(text)});
}

using Done = std::expected<void, RoundError>;

// Where things stand in the text, so that a refusal can name its line.
struct Lines {
  int game = 0, limits = 0, profile = 0, dealer = 0, community = 0, misdeal = 0;
  std::map<int, int> position, cards;
  std::map<std::pair<int, int>, int> wager;  // by position and wager
  std::map<int, std::vector<int>> choices;   // by position
  std::map<int, int> house;                  // by option
  std::map<std::string, int> paytable;       // by designator
};

class Parser {
 public:
  Parser(const Library& library, const std::vector<PaytablePtr>& chosen) : library_(library), chosen_(chosen) {}

  std::expected<LoadedRound, RoundError> parse(std::string_view text) {
    if (text.size() > text_size_max) return fail(0, fmt::format("the round is longer than {} bytes", text_size_max));
    const std::string normal = normalized(text);
    for (const Statement& statement : split(normal)) {
      if (auto done = read(statement); !done) return std::unexpected(done.error());
    }
    if (!setup_.game) return fail(0, "no game: start with a line such as 'game three-card-poker'");
    return finish();
  }

 private:
  Done read(const Statement& statement) {
    if (statement.word == "game") return read_game(statement);
    if (!setup_.game) return fail(statement.line, "the first line must name the game, such as 'game three-card-poker'");
    if (statement.word == "paytable") return read_paytable(statement);
    if (statement.word == "house") return read_house(statement);
    if (statement.word == "limits") return read_limits(statement);
    if (statement.word == "profile") return read_profile(statement);
    if (statement.word == "misdeal") return read_misdeal(statement);
    if (statement.word == "dealer") return read_cards(statement, round_.dealer, lines_.dealer, "the dealer");
    if (statement.word == "community") return read_cards(statement, round_.community, lines_.community, "community");
    if (statement.word == "position") return read_position(statement);
    return read_in_position(statement);
  }

  Done read_game(const Statement& statement) {
    if (setup_.game) return fail(statement.line, "the game is already named");
    setup_.game = find_game(statement.rest);
    if (!setup_.game) {
      std::string known;
      for (const Game* game : all_games()) known += (known.empty() ? "" : ", ") + std::string(game->facts.id);
      return fail(statement.line, fmt::format("unknown game '{}' (known: {})", statement.rest, known));
    }
    setup_.house = setup_.game->facts.house;
    lines_.game = statement.line;
    return {};
  }

  Done read_paytable(const Statement& statement) {
    const Facts& facts = setup_.game->facts;
    PaytablePtr paytable;
    for (const PaytablePtr& own : chosen_) {
      if (own->id == statement.rest && own->belongs_to(facts.id)) paytable = own;
    }
    if (!paytable) paytable = library_.find_paytable(facts.id, statement.rest);
    if (!paytable) {
      return fail(statement.line, fmt::format("{} has no paytable '{}' ('cardroom paytables {}' lists them)",
                                              facts.name, statement.rest, facts.id));
    }
    lines_.paytable[paytable->id] = statement.line;
    setup_.paytables.push_back(std::move(paytable));
    return {};
  }

  Done read_house(const Statement& statement) {
    const auto blank = std::min(statement.rest.find(' '), statement.rest.size());
    const std::string_view id = statement.rest.substr(0, blank);
    const auto option = find_option(id);
    if (!option) return fail(statement.line, fmt::format("'{}' is not a house option", id));
    int& line = lines_.house[static_cast<int>(*option)];
    if (line != 0) return fail(statement.line, fmt::format("'house {}' is already on line {}", id, line));
    if (blank == statement.rest.size())
      return fail(statement.line,
                  fmt::format("'house {}' needs a value: 'cardroom games {}' lists them", id, setup_.game->facts.id));
    if (auto set = set_option(*setup_.game, setup_.house, *option, trim(statement.rest.substr(blank))); !set) {
      return fail(statement.line, set.error());
    }
    line = statement.line;
    return {};
  }

  Done read_limits(const Statement& statement) {
    if (lines_.limits != 0)
      return fail(statement.line, fmt::format("the limits are already on line {}", lines_.limits));
    std::vector<Cents> amounts;
    std::string_view rest = statement.rest;
    while (!rest.empty()) {
      const auto blank = std::min(rest.find(' '), rest.size());
      const auto amount = base::parse_cents(rest.substr(0, blank));
      if (!amount) return fail(statement.line, amount.error());
      amounts.push_back(*amount);
      rest = trim(rest.substr(blank));
    }
    if (amounts.size() < 2 || amounts.size() > 3) {
      return fail(statement.line,
                  "'limits' takes a minimum, a maximum and, optionally, a bonus minimum: 'limits 5 300 1'");
    }
    setup_.limits = {.min = amounts[0],
                     .bonus_min = amounts.size() == 3 ? amounts[2] : std::min(setup_.limits.bonus_min, amounts[0]),
                     .max = amounts[1]};
    lines_.limits = statement.line;
    return {};
  }

  Done read_profile(const Statement& statement) {
    const auto blank = std::min(statement.rest.find(' '), statement.rest.size());
    const std::string_view id = statement.rest.substr(0, blank);
    if (lines_.profile != 0)
      return fail(statement.line, fmt::format("the profile is already on line {}", lines_.profile));
    const Profile* profile = library_.find_profile(id);
    if (!profile) {
      std::string known;
      for (const Profile& each : library_.profiles) known += (known.empty() ? "" : ", ") + each.id;
      return fail(statement.line, fmt::format("unknown profile '{}' (known: {})", id, known));
    }
    const auto date = parse_date(trim(statement.rest.substr(blank)));
    if (!date) return fail(statement.line, fmt::format("{}: write 'profile {} 2023-08-01'", date.error(), id));
    setup_.profile = profile->on(*date);
    if (!setup_.profile) {
      return fail(statement.line,
                  fmt::format("the profile '{}' has no limits in force on {}", id, games::to_text(*date)));
    }
    lines_.profile = statement.line;
    return {};
  }

  Done read_misdeal(const Statement& statement) {
    if (!statement.rest.empty()) return fail(statement.line, "'misdeal' takes no value");
    lines_.misdeal = statement.line;
    return {};
  }

  Done read_cards(const Statement& statement, CardRow& row, int& line, std::string_view whose) {
    if (line != 0) return fail(statement.line, fmt::format("the cards of {} are already on line {}", whose, line));
    line = statement.line;
    const auto cards = cards::parse_cards(statement.rest);
    if (!cards) {
      const bool twice = cards.error().kind == cards::CardError::Kind::twice;
      return fail(statement.line, cards.error().to_text(), twice ? code_name(RefusalCode::card_twice) : "syntax");
    }
    if (cards->size() > row.capacity()) {
      return fail(statement.line, fmt::format("{} cards are more than any hand holds", cards->size()));
    }
    row.assign(cards->begin(), cards->end());
    return {};
  }

  Done read_position(const Statement& statement) {
    std::string_view rest = statement.rest;
    const auto blank = std::min(rest.find(' '), rest.size());
    const std::string_view number_text = rest.substr(0, blank);
    int number = 0;
    const auto [end, error] = std::from_chars(number_text.data(), number_text.data() + number_text.size(), number);
    if (error != std::errc() || end != number_text.data() + number_text.size()) {
      return fail(statement.line, fmt::format("'{}' is not a position number", number_text));
    }
    rest = trim(rest.substr(blank));
    Position position{.number = number};
    if (rest.starts_with("player ")) {
      position.player = trim(rest.substr(7));
    } else if (!rest.empty()) {
      return fail(statement.line,
                  fmt::format("'{}' is not understood: write 'position 2' or 'position 2 player Ann'", rest));
    }
    if (lines_.position.contains(number)) {
      return fail(statement.line, fmt::format("position {} is already on line {}", number, lines_.position[number]),
                  code_name(RefusalCode::position_twice));
    }
    if (round_.positions.size() == round_.positions.capacity()) {
      return fail(statement.line, fmt::format("more than {} positions", positions_max),
                  code_name(RefusalCode::more_players_than_deck));
    }
    lines_.position[number] = statement.line;
    round_.positions.push_back(std::move(position));
    return {};
  }

  Done read_in_position(const Statement& statement) {
    const Game& game = *setup_.game;
    const int wager = game.wager_index(statement.word);
    const bool known = wager != no_wager || statement.word == "cards" || statement.word == "fold" ||
                       statement.word == "check" || statement.word == "take-back";
    if (!known) return fail(statement.line, unknown_word(statement.word));
    if (round_.positions.empty()) {
      return fail(statement.line,
                  fmt::format("'{}' belongs to a position: write 'position 1' before it", statement.word));
    }
    Position& position = round_.positions.back();
    if (statement.word == "cards") {
      return read_cards(statement, position.cards, lines_.cards[position.number],
                        fmt::format("position {}", position.number));
    }
    if (statement.word == "take-back") return read_take_back(statement, position);
    if (wager == no_wager) {
      if (!statement.rest.empty()) return fail(statement.line, fmt::format("'{}' takes no value", statement.word));
      return add_choice(statement, {.kind = statement.word == "fold" ? ActionKind::fold : ActionKind::check});
    }
    const WagerFact& fact = game.wager(wager);
    if (fact.kind == WagerKind::award) {
      return fail(statement.line,
                  fmt::format("{} is not a bet: it is paid on the {}", fact.name, game.wager(fact.base).name));
    }
    const auto amount = base::parse_cents(statement.rest);
    if (!amount) return fail(statement.line, fmt::format("{}: {}", fact.name, amount.error()));
    if (*amount == Cents(0)) return fail(statement.line, fmt::format("{} of $0.00: leave the line out", fact.name));
    if (*amount > wager_ceiling) {
      return fail(statement.line,
                  fmt::format("{} of {} is above the largest wager allowed, {}", fact.name, base::to_text(*amount),
                              base::to_text(wager_ceiling)),
                  code_name(RefusalCode::wager_above_limit));
    }
    if (fact.kind == WagerKind::raise) {
      return add_choice(statement, {.kind = ActionKind::bet, .wager = wager, .amount = *amount});
    }
    int& line = lines_.wager[{position.number, wager}];
    if (line != 0)
      return fail(statement.line,
                  fmt::format("the {} of position {} is already on line {}", fact.name, position.number, line));
    line = statement.line;
    position.stakes[static_cast<size_t>(wager)] = *amount;
    return {};
  }

  Done read_take_back(const Statement& statement, const Position& position) {
    const int wager = setup_.game->wager_index(statement.rest);
    if (wager == no_wager) {
      return fail(statement.line, fmt::format("'take-back' must name a wager of {}: '{}' is not one",
                                              setup_.game->facts.name, statement.rest));
    }
    const Cents stake = position.stakes[static_cast<size_t>(wager)];
    if (stake == Cents(0)) {
      return fail(statement.line,
                  fmt::format("position {} has no {} to take back", position.number, setup_.game->wager(wager).name),
                  code_name(RefusalCode::action_not_offered));
    }
    return add_choice(statement, {.kind = ActionKind::take_back, .wager = wager, .amount = stake});
  }

  Done add_choice(const Statement& statement, const Choice& choice) {
    Position& position = round_.positions.back();
    if (position.folded()) {
      return fail(statement.line, fmt::format("position {} has folded and cannot act again", position.number),
                  code_name(RefusalCode::action_after_fold));
    }
    if (position.choices.size() == position.choices.capacity()) {
      return fail(statement.line, fmt::format("position {} has too many decisions", position.number),
                  code_name(RefusalCode::action_not_offered));
    }
    lines_.choices[position.number].push_back(statement.line);
    apply(position, choice);
    return {};
  }

  std::string unknown_word(std::string_view word) const {
    std::string wagers;
    for (const WagerFact& fact : setup_.game->facts.wagers) {
      if (fact.kind != WagerKind::award) wagers += (wagers.empty() ? "" : ", ") + std::string(fact.id);
    }
    return fmt::format(
        "'{}' is not understood: a line of {} starts with one of its wagers ({}), or with paytable, "
        "house, limits, profile, dealer, community, position, cards, fold, check, take-back or misdeal",
        word, setup_.game->facts.name, wagers);
  }

  std::unexpected<RoundError> fail_by(const Refusal& refusal, int line) const {
    return fail(line, refusal.text, code_name(refusal.code));
  }

  int line_of(const Refusal& refusal) {
    switch (refusal.code) {
      case RefusalCode::option_fixed_by_rules:
      case RefusalCode::order_incomplete: return lines_.house[refusal.option];
      case RefusalCode::table_limit_above_ceiling:
      case RefusalCode::table_minimum_above_maximum:
      case RefusalCode::table_limit_above_profile: return lines_.limits;
      case RefusalCode::table_limits_not_in_chips:
        return lines_.limits ? lines_.limits : lines_.house[static_cast<int>(HouseOption::chip)];
      case RefusalCode::paytable_not_of_game:
      case RefusalCode::paytable_group_twice: {
        int last = lines_.game;
        for (const auto& [id, line] : lines_.paytable) last = std::max(last, line);
        return last;
      }
      default: break;
    }
    if (refusal.code == RefusalCode::position_out_of_range) return lines_.position[refusal.position];
    const bool card = refusal.code == RefusalCode::card_twice || refusal.code == RefusalCode::card_not_in_deck;
    if (refusal.position == 0) return card ? lines_.dealer : lines_.game;
    if (refusal.position < 0) return lines_.community;
    if (card) return lines_.cards[refusal.position];
    const auto& choices = lines_.choices[refusal.position];
    const auto wager = lines_.wager.find({refusal.position, refusal.wager});
    if (wager != lines_.wager.end()) return wager->second;
    // A wager that was not made has no line; one made at a decision has that of the decision.
    const bool decided = refusal.wager != no_wager && setup_.game->wager(refusal.wager).kind == WagerKind::raise;
    const bool about_choice =
        refusal.code == RefusalCode::no_decision_to_make || refusal.code == RefusalCode::action_not_offered || decided;
    if (about_choice && !choices.empty()) return choices.back();
    return lines_.position[refusal.position];
  }

  std::expected<LoadedRound, RoundError> finish() {
    std::ranges::sort(round_.positions, {}, &Position::number);
    const Facts& facts = setup_.game->facts;
    // A paytable from outside stands where the text names none of its group.
    const std::vector<PaytablePtr> in_text = setup_.paytables;
    for (const PaytablePtr& own : chosen_) {
      const bool named =
          std::ranges::any_of(in_text, [&](const PaytablePtr& other) { return other->group == own->group; });
      if (!named && own->belongs_to(facts.id)) setup_.paytables.push_back(own);
    }
    if (lines_.limits == 0) setup_.limits = default_limits(setup_.house.chip, setup_.profile);
    auto table = Table::make(setup_, library_.paytables);
    if (!table) return fail_by(table.error(), line_of(table.error()));
    if (auto fine = validate_wagers(*table, round_); !fine) return fail_by(fine.error(), line_of(fine.error()));
    if (auto fine = validate_cards(*table, round_); !fine) return fail_by(fine.error(), line_of(fine.error()));
    const auto wrong = miscounts(*table, round_);
    if (wrong.empty() && lines_.misdeal != 0)
      return fail(lines_.misdeal, "'misdeal', but every hand has the correct number of cards");
    if (!wrong.empty() && lines_.misdeal == 0) return fail_by_miscount(*table, wrong.front());
    const auto fine = wrong.empty() ? validate_choices(*table, round_) : validate_raises(*table, round_);
    if (!fine) return fail_by(fine.error(), line_of(fine.error()));
    return LoadedRound{std::move(*table), std::move(round_)};
  }

  std::unexpected<RoundError> fail_by_miscount(const Table& table, const Miscount& wrong) {
    int line = wrong.position > 0    ? lines_.cards[wrong.position]
               : wrong.position == 0 ? lines_.dealer
                                     : lines_.community;
    if (line == 0 && wrong.position > 0) line = lines_.position[wrong.position];
    if (line == 0) line = lines_.game;
    const std::string hint =
        wrong.dealt == 0 ? "" : "; if that is what was dealt, the deal is void: add the line 'misdeal'";
    return fail(line, fmt::format("{} in {}{}", miscount_words(wrong), table.game().facts.name, hint),
                "wrong_number_of_cards");
  }

  const Library& library_;
  const std::vector<PaytablePtr>& chosen_;
  TableSetup setup_;
  Round round_;
  Lines lines_;
};

std::string plain(Cents amount) {
  std::string text = to_text(amount).substr(1);
  std::erase(text, ',');
  return text.ends_with(".00") ? text.substr(0, text.size() - 3) : text;
}

std::string cards_text(const CardRow& row) {
  return to_text(std::vector<cards::Card>(row.begin(), row.end()));
}

std::string choice_text(const Game& game, const Choice& choice) {
  switch (choice.kind) {
    case ActionKind::fold: return "  fold\n";
    case ActionKind::check: return "  check\n";
    case ActionKind::bet: return fmt::format("  {} {}\n", game.wager(choice.wager).id, plain(choice.amount));
    case ActionKind::take_back: return fmt::format("  take-back {}\n", game.wager(choice.wager).id);
    case ActionKind::none: break;
  }
  CHECK(false);
}

}  // namespace

std::expected<LoadedRound, RoundError> parse_round(std::string_view text, const Library& library,
                                                   const std::vector<PaytablePtr>& chosen) {
  return Parser(library, chosen).parse(text);
}

std::string format_round(const Table& table, const Round& round) {
  const Game& game = table.game();
  std::string text = fmt::format("game {}\n", game.facts.id);
  for (const PaytablePtr& paytable : table.paytables()) text += fmt::format("paytable {}\n", paytable->id);
  for (HouseOption option : game.facts.house_options) {
    const std::string value = option_value(game, table.house(), option);
    if (value != option_value(game, game.facts.house, option)) {
      text += fmt::format("house {} {}\n", option_id(option), value);
    }
  }
  text += fmt::format("limits {} {} {}\n", plain(table.limits().min), plain(table.limits().max),
                      plain(table.limits().bonus_min));
  for (const Position& position : round.positions) {
    text +=
        fmt::format("\nposition {}{}\n", position.number, position.player.empty() ? "" : " player " + position.player);
    const Stakes before = stakes_before_deal(game, position);
    for (size_t wager = 0; wager < game.facts.wagers.size(); ++wager) {
      const WagerFact& fact = game.facts.wagers[wager];
      if (fact.kind == WagerKind::raise || before[wager] == Cents(0)) continue;
      text += fmt::format("  {} {}\n", fact.id, plain(before[wager]));
    }
    if (!position.cards.empty()) text += fmt::format("  cards {}\n", cards_text(position.cards));
    for (const Choice& choice : position.choices) text += choice_text(game, choice);
  }
  text += "\n";
  if (!round.dealer.empty()) text += fmt::format("dealer {}\n", cards_text(round.dealer));
  if (!round.community.empty()) text += fmt::format("community {}\n", cards_text(round.community));
  if (!miscounts(table, round).empty()) text += "misdeal\n";
  return text;
}

}  // namespace cardroom::games
