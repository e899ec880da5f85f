#include "odds/published.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>

#include "base/check.h"
#include "games/embedded.h"
#include "games/registry.h"
#include "odds/reading_counts.h"
#include "odds/rule_file.h"

namespace cardroom::odds {

namespace {

// In the order of Verdict.
constexpr std::array<std::string_view, 8> verdict_names = {
    "agrees",     "agrees_with_definition", "padded",      "differs", "no_definition",
    "impossible", "exceeds_estimate",       "within_error"};

size_t places_of(std::string_view printed) {
  const auto point = printed.find('.');
  return point == std::string_view::npos ? 0 : printed.size() - point - 1;
}

Rational percent_of(std::string_view printed) {
  std::string digits(printed);
  const size_t places = places_of(printed);
  std::erase(digits, '.');
  // A leading zero would be read as an octal number.
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
  return Rational(Integer(digits), boost::multiprecision::pow(Integer(10), static_cast<unsigned>(places)));
}

NamedRule rule_named(const std::string& text, const games::Game& game) {
  if (text.empty() || text == "optimal") return {};
  if (text == "basic") {
    return {"basic", [](const games::View& view, const Table& table, const games::Actions& actions) {
              return table.game().basic(view, table, actions);
            }};
  }
  auto rule = parse_rule_file(text, game);
  CHECK(rule);
  return {"as defined", *rule};
}

// The share of the player's hands (by the reading that pays the wager) that `covers` says yes to.
template <class Covers>
Rational share_of_hands(const Table& table, int wager, Covers covers) {
  const games::Reading& reading =
      table.game().facts.readings[static_cast<size_t>(table.game().wager(wager).reads.front())];
  const auto counts = reading_counts(reading.ranking, cards_in(table, reading), table.game().facts.deck);
  Integer covered;
  Integer all;
  for (size_t rank = 0; rank < counts.size(); ++rank) {
    all += counts[rank];
    if (covers(reading.ranking, HandRank(static_cast<int>(rank)))) covered += counts[rank];
  }
  return Rational(covered, all);
}

// What a wager that is always played to the end returns by its own paytable, the stake included.
Rational return_of_hands(const Table& table, int wager) {
  Rational returned;
  const games::WagerPays& pays = *table.pays(wager);
  for (size_t row = 0; row < pays.rows().size(); ++row) {
    const games::Pay& pay = pays.rows()[row].pays.front();
    const Rational share = share_of_hands(
        table, wager, [&](Ranking, HandRank rank) { return pays.row_of(rank) == static_cast<int>(row); });
    const bool kept = pay.kind == games::Pay::Kind::to_one || pay.kind == games::Pay::Kind::push;
    returned += share * (Rational(pay.numerator, pay.denominator) + (kept ? 1 : 0));
  }
  return returned;
}

// Figures of one game, kept while its figures are judged: several printed ones ask for the same.
struct Computed {
  Analyst* analyst = nullptr;
  std::map<std::string, Figures> figures;
};

std::expected<Rational, std::string> compute(Computed& computed, const Table& table, const Definition& definition) {
  const int wager = table.game().wager_index(definition.wager);
  if (definition.quantity == "paying_hands") {
    return share_of_hands(table, wager, [&](Ranking, HandRank rank) { return table.pays(wager)->row_of(rank) >= 0; });
  }
  if (definition.quantity == "hand_or_better") {
    return share_of_hands(table, wager, [&](Ranking ranking, HandRank rank) {
      return rank >= games::parse_hand(ranking, definition.hand)->low;
    });
  }
  if (definition.quantity == "return_of_hands") return return_of_hands(table, wager);
  std::string key = definition.wager + "|" + definition.strategy;
  for (const games::PaytablePtr& paytable : table.paytables()) key += "|" + paytable->id;
  auto found = computed.figures.find(key);
  if (found == computed.figures.end()) {
    auto figures = computed.analyst->wager(table, wager, rule_named(definition.strategy, table.game()));
    if (!figures) return std::unexpected(figures.error());
    found = computed.figures.emplace(key, std::move(*figures)).first;
  }
  if (definition.quantity == "house_edge") return found->second.house_edge;
  if (definition.quantity == "element_of_risk") return found->second.element_of_risk;
  if (definition.quantity == "element_of_risk_ties_bet") {
    const Figures& figures = found->second;
    return figures.ties_bet ? figures.ties_bet->element_of_risk : figures.element_of_risk;
  }
  return found->second.hit_frequency;
}

// A printed edge and a printed hit frequency contradict each other where even the lowest pay on every hit returns more
// than the edge leaves.
bool is_impossible(const Table& table, const PublishedFigure& figure) {
  if (figure.beside_hit.empty() && figure.beside_edge.empty()) return false;
  const Rational edge = percent_of(figure.beside_edge.empty() ? figure.printed : figure.beside_edge) / 100;
  const Rational hit = percent_of(figure.beside_hit.empty() ? figure.printed : figure.beside_hit) / 100;
  const games::WagerPays& pays = *table.pays(table.game().wager_index(figure.definitions.front().wager));
  Rational lowest_return = -1;
  for (const games::PayRow& row : pays.rows()) {
    const Rational returned = Rational(row.pays.front().numerator, row.pays.front().denominator) + 1;
    if (lowest_return < 0 || returned < lowest_return) lowest_return = returned;
  }
  return hit * lowest_return > 1 - edge;
}

}  // namespace

std::string_view verdict_name(Verdict verdict) {
  return verdict_names[static_cast<size_t>(verdict)];
}

bool rounds_to(const Rational& value, std::string_view printed) {
  return base::to_decimal(value * 100, static_cast<int>(places_of(printed))) == printed;
}

bool is_padded(const Rational& value, std::string_view printed) {
  const size_t places = places_of(printed);
  if (places == 0 || !printed.ends_with('0') || rounds_to(value, printed)) return false;
  const std::string shorter = base::to_decimal(value * 100, static_cast<int>(places) - 1);
  return percent_of(shorter) == percent_of(printed);
}

std::expected<std::vector<PublishedFigure>, std::vector<games::FileRemark>> parse_figures(std::string_view text,
                                                                                          std::string_view file) {
  std::vector<games::FileRemark> errors;
  const auto error = [&](const toml::node& at, std::string words) {
    errors.push_back({std::string(file), static_cast<int>(at.source().begin.line), std::move(words)});
  };
  toml::table root;
  try {
    root = toml::parse(text, file);
  } catch (const toml::parse_error& fault) {
    return std::unexpected(std::vector<games::FileRemark>{
        {std::string(file), static_cast<int>(fault.source().begin.line), std::string(fault.description())}});
  }
  std::vector<PublishedFigure> figures;
  const toml::array* list = root["figure"].as_array();
  for (size_t index = 0; list && index < list->size(); ++index) {
    const toml::table& table = *list->get(index)->as_table();
    const auto string_of = [&](const toml::table& from, std::string_view key, bool required) {
      const auto value = from[key].value<std::string>();
      if (!value && required) error(from, fmt::format("'{}' is missing", key));
      return value.value_or("");
    };
    PublishedFigure figure;
    figure.id = string_of(table, "id", true);
    figure.document = string_of(table, "document", true);
    figure.game = string_of(table, "game", true);
    figure.paytable = string_of(table, "paytable", true);
    figure.what = string_of(table, "what", true);
    figure.printed = string_of(table, "printed", true);
    figure.remark = string_of(table, "remark", false);
    figure.beside_edge = string_of(table, "beside_edge", false);
    figure.beside_hit = string_of(table, "beside_hit", false);
    figure.definition_clear = table["definition_clear"].value_or(true);
    const std::string expected = string_of(table, "expected", true);
    const auto verdict = std::ranges::find(verdict_names, expected);
    if (verdict == verdict_names.end()) error(table, fmt::format("unknown verdict '{}'", expected));
    figure.expected = static_cast<Verdict>(verdict - verdict_names.begin());
    const games::Game* game = games::find_game(figure.game);
    if (!game) error(table, fmt::format("unknown game '{}'", figure.game));
    const toml::array* definitions = table["definition"].as_array();
    if (!definitions || definitions->empty()) error(table, "'definition' is missing");
    for (size_t at = 0; definitions && game && at < definitions->size(); ++at) {
      const toml::table& from = *definitions->get(at)->as_table();
      Definition definition{string_of(from, "words", true), string_of(from, "wager", true),
                            string_of(from, "quantity", true), string_of(from, "strategy", false),
                            string_of(from, "hand", false)};
      if (game->wager_index(definition.wager) < 0) error(from, fmt::format("unknown wager '{}'", definition.wager));
      const std::string_view quantities[] = {"house_edge",     "element_of_risk", "element_of_risk_ties_bet",
                                             "hit_frequency",  "paying_hands",    "hand_or_better",
                                             "return_of_hands"};
      if (std::ranges::find(quantities, definition.quantity) == std::end(quantities)) {
        error(from, fmt::format("unknown quantity '{}'", definition.quantity));
      }
      figure.definitions.push_back(std::move(definition));
    }
    figures.push_back(std::move(figure));
  }
  if (!errors.empty()) return std::unexpected(std::move(errors));
  return figures;
}

const std::vector<PublishedFigure>& shipped_figures() {
  static const std::vector<PublishedFigure> figures = [] {
    std::vector<PublishedFigure> all;
    for (const games::EmbeddedFile& file : games::embedded_files()) {
      if (!file.name.starts_with("published/") || !file.name.ends_with(".toml")) continue;
      auto parsed = parse_figures(file.text, file.name);
      if (!parsed) {
        for (const games::FileRemark& remark : parsed.error()) fmt::print(stderr, "{}\n", remark.to_text());
      }
      CHECK(parsed);
      all.insert(all.end(), parsed->begin(), parsed->end());
    }
    return all;
  }();
  return figures;
}

namespace {

std::expected<Judged, std::string> judge_one(const PublishedFigure& figure, const games::Library& library,
                                             Computed& computed) {
  const games::Game& game = *games::find_game(figure.game);
  games::TableSetup setup{.game = &game, .house = game.facts.house};
  if (auto paytable = library.find_paytable(figure.game, figure.paytable)) {
    setup.paytables.push_back(std::move(paytable));
  } else {
    return std::unexpected(fmt::format("{}: there is no paytable {} of {}", figure.id, figure.paytable, figure.game));
  }
  const auto table = games::Table::make(setup, library.paytables);
  if (!table) return std::unexpected(fmt::format("{}: {}", figure.id, table.error().text));
  Judged result{.figure = &figure, .verdict = figure.definition_clear ? Verdict::differs : Verdict::no_definition};
  for (const Definition& definition : figure.definitions) {
    const auto value = compute(computed, *table, definition);
    if (!value) return std::unexpected(fmt::format("{}: {}", figure.id, value.error()));
    result.alternatives.push_back(*value);
    const bool first = &definition == &figure.definitions.front();
    if (first) {
      result.computed = *value;
      result.by = &definition;
    }
    if (result.verdict != Verdict::differs && result.verdict != Verdict::no_definition) continue;
    if (rounds_to(*value, figure.printed)) {
      result.verdict = first ? Verdict::agrees : Verdict::agrees_with_definition;
    } else if (first && is_padded(*value, figure.printed)) {
      result.verdict = Verdict::padded;
    } else {
      continue;
    }
    result.computed = *value;
    result.by = &definition;
  }
  if (is_impossible(*table, figure)) result.verdict = Verdict::impossible;
  return result;
}

}  // namespace

std::expected<std::vector<Judged>, std::string> judge(const std::vector<PublishedFigure>& figures,
                                                      const games::Library& library, Progress* progress) {
  std::map<std::string, std::pair<std::unique_ptr<Analyst>, Computed>> by_game;
  std::vector<Judged> judged;
  for (const PublishedFigure& figure : figures) {
    advance(progress, 0);
    auto& [analyst, computed] = by_game[figure.game];
    if (!analyst) {
      analyst = std::make_unique<Analyst>(*games::find_game(figure.game), progress);
      computed.analyst = analyst.get();
    }
    auto one = judge_one(figure, library, computed);
    if (!one) return std::unexpected(one.error());
    judged.push_back(std::move(*one));
  }
  return judged;
}

std::expected<Judged, std::string> judge_figure(const PublishedFigure& figure, const games::Library& library,
                                                Analyst& analyst) {
  Computed computed{&analyst, {}};
  return judge_one(figure, library, computed);
}

}  // namespace cardroom::odds
