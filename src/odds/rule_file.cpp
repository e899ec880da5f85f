#include "odds/rule_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

#include "base/check.h"
#include "games/library.h"
#include "odds/base_game.h"

namespace cardroom::odds {

namespace {

constexpr int multiple_max = 10;  // no game's raise goes further

struct Rule {
  int line = 0;
  int multiple = 0;  // 0: fold
  int lowest_rank = 0;
  uint32_t up_ranks = ~0U;  // one bit each
};

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::string single_spaces(std::string_view text) {
  std::string result;
  for (const char c : trim(text)) {
    const bool space = c == ' ' || c == '\t';
    if (!space || result.back() != ' ') result += space ? ' ' : c;
  }
  return result;
}

std::optional<int> rank_of_letter(char letter) {
  for (int rank = 0; rank < cards::rank_count; ++rank) {
    if (cards::rank_letter(rank) == letter) return rank;
  }
  return std::nullopt;
}

// "2-9", "A", "T-K".
std::optional<uint32_t> parse_up_ranks(std::string_view text) {
  if (text.empty()) return std::nullopt;
  const auto low = rank_of_letter(text.front());
  const auto high = rank_of_letter(text.back());
  const bool shaped = text.size() == 1 || (text.size() == 3 && text[1] == '-');
  if (!low || !high || !shaped || *low > *high) return std::nullopt;
  uint32_t ranks = 0;
  for (int rank = *low; rank <= *high; ++rank) ranks |= 1U << rank;
  return ranks;
}

std::string_view without_article(std::string_view text) {
  for (const std::string_view word : {"a ", "an ", "any ", "the "}) {
    if (text.starts_with(word)) return text.substr(word.size());
  }
  return text;
}

// "queen high" is the least hand whose name begins with it: queen high, three, deuce.
std::optional<int> parse_by_name(Ranking ranking, std::string_view text) {
  for (int rank = 0; rank < class_count(ranking); ++rank) {
    const std::string name = name_of(ranking, HandRank(rank));
    if (name == text || (name.starts_with(text) && name[text.size()] == ',')) return rank;
  }
  return std::nullopt;
}

// Letters such as A-K-J-8-3, T-T-3-2, or the first of them. The ranking's own order of letters decides; suits are
// mixed. A longest flush is named by all of its cards.
std::optional<int> parse_by_letters(Ranking ranking, std::string_view text) {
  std::string letters;
  for (const char c : text) {
    if (c == '-') continue;
    if (!rank_of_letter(c)) return std::nullopt;
    letters += c;
  }
  if (letters.empty()) return std::nullopt;
  const bool whole = ranking == Ranking::longest_flush;
  for (int rank = 0; rank < class_count(ranking); ++rank) {
    const auto category = category_of(ranking, HandRank(rank));
    if (category == cards::Category::flush || category == cards::Category::straight_flush) continue;
    const std::string held = rank_letters_of(ranking, HandRank(rank));
    if (whole ? held == letters : held.starts_with(letters)) return rank;
  }
  return std::nullopt;
}

// The lowest rank that a hand's words mean.
std::optional<int> parse_least_hand(Ranking ranking, std::string_view text) {
  if (text == "anything" || text == "any hand") return 0;
  text = without_article(text);
  if (const auto named = games::parse_hand(ranking, text)) return named->low.value();
  if (const auto rank = parse_by_name(ranking, text)) return rank;
  return parse_by_letters(ranking, text);
}

// "bet 3", or "PLAY 3x" by the name of the game's raise: the multiple, and nothing for a bet that is not understood.
std::expected<int, std::string> parse_bet(std::string_view text, std::string_view raise_name) {
  std::string_view number;
  if (text.starts_with("bet ")) {
    number = trim(text.substr(4));
  } else if (text.starts_with(raise_name) && text.ends_with('x') && text.size() > raise_name.size() + 1) {
    number = trim(text.substr(raise_name.size(), text.size() - raise_name.size() - 1));
  } else {
    return std::unexpected(fmt::format("'{}' is not a rule: write 'bet N with HAND or better' or 'fold'", text));
  }
  int multiple = 0;
  const auto [end, error] = std::from_chars(number.begin(), number.end(), multiple);
  if (error != std::errc() || end != number.end() || multiple < 1 || multiple > multiple_max)
    return std::unexpected(fmt::format("'{}' is not a multiple of the ANTE", number));
  return multiple;
}

std::expected<Rule, std::string> parse_rule(std::string_view text, Ranking ranking, std::string_view raise_name) {
  Rule rule;
  std::string_view rest = text;
  if (const auto against = rest.find(" against "); against != std::string_view::npos) {
    const std::string_view ranks = trim(rest.substr(against + 9));
    const auto parsed = parse_up_ranks(ranks);
    if (!parsed) return std::unexpected(fmt::format("'{}' is not a range of up-cards (write 2-9 or A)", ranks));
    rule.up_ranks = *parsed;
    rest = trim(rest.substr(0, against));
  }
  if (const auto with = rest.find(" with "); with != std::string_view::npos) {
    std::string_view hand = trim(rest.substr(with + 6));
    if (hand != "the rest") {
      if (!hand.ends_with(" or better")) return std::unexpected("a hand must end with 'or better'");
      hand.remove_suffix(10);
      const auto parsed = parse_least_hand(ranking, trim(hand));
      if (!parsed)
        return std::unexpected(fmt::format(
            "'{}' is not a hand of this game: write it as 'cardroom strategy' does, or by its letters (K-Q-8)", hand));
      rule.lowest_rank = *parsed;
    }
    rest = trim(rest.substr(0, with));
  }
  if (rest == "fold" || rest == "fold the rest" || rest == "Fold everything") return rule;
  const auto multiple = parse_bet(rest, raise_name);
  if (!multiple) return std::unexpected(multiple.error());
  rule.multiple = *multiple;
  return rule;
}

// A sentence holds several rules, a comma between them. A hand's own words may have commas too.
std::vector<std::string_view> rules_of_line(std::string_view line, std::string_view raise_name) {
  if (line.ends_with('.')) line.remove_suffix(1);
  std::vector<std::string_view> rules;
  size_t from = 0;
  for (size_t at = 0; (at = line.find(", ", at)) != std::string_view::npos; ++at) {
    const std::string_view next = line.substr(at + 2);
    if (!next.starts_with("fold") && !next.starts_with("bet ") && !next.starts_with(raise_name)) continue;
    rules.push_back(trim(line.substr(from, at - from)));
    from = at + 2;
  }
  rules.push_back(trim(line.substr(from)));
  return rules;
}

// What a rule of this game may say: whether an up-card is seen, and which multiples of the ANTE are ever offered. Where
// the offer depends on the hand, the best hands are offered all of it: as many aces as there are, or cards of one suit.
struct Scope {
  bool up_card = false;
  std::vector<int> multiples;
};

Scope scope_of(const games::Game& game, const Table& table) {
  const ShowdownShape shape = shape_of(table);
  cards::CardSet aces;
  cards::CardSet suited;
  for (int at = 0; at < shape.player_cards; ++at) {
    aces = aces | cards::CardSet{cards::Card(cards::rank_count - 1 - at / cards::suit_count,
                                             static_cast<cards::Suit>(at % cards::suit_count))};
    suited = suited | cards::CardSet{cards::Card(cards::rank_count - 1 - at, cards::Suit::spades)};
  }
  Scope scope{.up_card = shape.up_cards > 0, .multiples = {}};
  games::Stakes stakes{};
  constexpr games::Cents unit{1000};
  stakes[0] = unit;
  for (const cards::CardSet own : {aces, suited}) {
    games::View view;
    view.own = own;
    view.stakes = &stakes;
    for (const games::Action& action : game.actions(view, table)) {
      if (action.kind != games::ActionKind::bet) continue;
      for (int multiple = 1; multiple <= multiple_max; ++multiple)
        if (unit * multiple >= action.min && unit * multiple <= action.max) scope.multiples.push_back(multiple);
    }
  }
  return scope;
}

}  // namespace

std::expected<DecisionRule, std::string> parse_rule_file(std::string_view text, const games::Game& game) {
  const auto usual = Table::make({.game = &game, .house = game.facts.house}, games::shipped_library().paytables);
  CHECK(usual.has_value());
  if (not_a_showdown(*usual)) {
    return std::unexpected(
        fmt::format("these rules need a single decision against a dealer, which {} does not have", game.facts.name));
  }
  const Ranking ranking = game.facts.readings[static_cast<size_t>(game.facts.player_reading)].ranking;
  const auto raise = std::ranges::find(game.facts.wagers, games::WagerKind::raise, &games::WagerFact::kind);
  CHECK(raise != game.facts.wagers.end());
  const Scope scope = scope_of(game, *usual);
  std::vector<Rule> rules;
  int number = 0;
  while (!text.empty()) {
    ++number;
    const auto end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::string rule_text = single_spaces(line.substr(0, line.find('#')));
    if (rule_text.empty()) continue;
    for (const std::string_view piece : rules_of_line(rule_text, raise->name)) {
      auto rule = parse_rule(piece, ranking, raise->name);
      if (!rule) return std::unexpected(fmt::format("line {}: {}", number, rule.error()));
      if (piece.find(" against ") != std::string_view::npos && !scope.up_card)
        return std::unexpected(fmt::format("line {}: {} has no up-card", number, game.facts.name));
      if (rule->multiple > 0 && std::ranges::find(scope.multiples, rule->multiple) == scope.multiples.end())
        return std::unexpected(fmt::format("line {}: {} never offers a bet of {} times the ANTE", number,
                                           game.facts.name, rule->multiple));
      const auto covers_all = [](const Rule& earlier) { return earlier.lowest_rank == 0 && earlier.up_ranks == ~0U; };
      if (const auto all = std::ranges::find_if(rules, covers_all); all != rules.end() && rule->multiple > 0)
        return std::unexpected(
            fmt::format("line {}: this rule can never apply: line {} covers every hand", number, all->line));
      rule->line = number;
      rules.push_back(*rule);
    }
  }
  if (rules.empty()) return std::unexpected("the file has no rules");
  return [rules, ranking, name = std::string(game.facts.name)](const games::View& view, const Table&,
                                                               const games::Actions& actions) {
    const HandRank hand = rank_hand(ranking, view.own);
    const uint32_t up = view.dealer.empty() ? ~0U : 1U << (*view.dealer.begin()).rank();
    for (const Rule& rule : rules) {
      if (hand.value() < rule.lowest_rank || (rule.up_ranks & up) == 0) continue;
      if (rule.multiple == 0) return games::fold();
      const games::Cents amount = (*view.stakes)[0] * rule.multiple;
      for (const games::Action& action : actions) {
        if (action.kind == games::ActionKind::bet && amount >= action.min && amount <= action.max)
          return games::Choice{.kind = action.kind, .wager = action.wager, .amount = amount};
      }
      throw RuleNotOffered(
          fmt::format("line {} bets {} times the ANTE with {}, which {} does not offer to that hand "
                      "[bet_not_offered]",
                      rule.line, rule.multiple, name_of(ranking, hand), name));
    }
    return games::fold();
  };
}

}  // namespace cardroom::odds
