#include "lab/faceup.h"

#include <fmt/format.h>

#include <toml++/toml.h>
#include <algorithm>
#include <boost/json.hpp>

#include "base/check.h"
#include "games/embedded.h"
#include "lab/faceup_games.h"

namespace cardroom::lab {

namespace {

namespace json = boost::json;

json::object estimate_json(const Estimate& estimate) {
  return {{"value", base::to_text(estimate.value)}, {"half_width", base::to_text(estimate.half_width)}};
}

// A field that is missing or of another kind makes the line wrong; what reads it says so by throwing within this file.
struct BadLine {
  std::string why;
};

const json::value& field(const json::object& object, std::string_view name) {
  const json::value* value = object.if_contains(name);
  if (!value) throw BadLine{fmt::format("'{}' is missing", name)};
  return *value;
}
std::string text_of(const json::object& object, std::string_view name) {
  const json::string* text = field(object, name).if_string();
  if (!text) throw BadLine{fmt::format("'{}' is not a string", name)};
  return std::string(*text);
}
int64_t whole_of(const json::object& object, std::string_view name) {
  const json::value& value = field(object, name);
  if (!value.is_int64() || value.get_int64() < 0) throw BadLine{fmt::format("'{}' is not a whole number", name)};
  return value.get_int64();
}
Rational fraction_of(const json::object& object, std::string_view name) {
  const std::string text = text_of(object, name);
  const bool negative = text.starts_with('-');
  const auto value = base::parse_fraction(std::string_view(text).substr(negative ? 1 : 0));
  if (!value) throw BadLine{fmt::format("'{}' is not a fraction", name)};
  return negative ? -*value : *value;
}
Estimate estimate_of(const json::object& object, std::string_view name) {
  const json::object* estimate = field(object, name).if_object();
  if (!estimate) throw BadLine{fmt::format("'{}' is not an estimate", name)};
  return {fraction_of(*estimate, "value"), fraction_of(*estimate, "half_width")};
}

// Half a unit of the last digit that is printed.
Rational rounding_of(std::string_view printed) {
  const size_t point = printed.find('.');
  base::Integer scale = 200;  // percent, halved
  if (point != std::string_view::npos) {
    for (size_t place = point + 1; place < printed.size(); ++place) scale *= 10;
  }
  return Rational(1, scale);
}
// "-1.32", in percent, as a share of one.
std::optional<Rational> printed_percent(std::string_view printed) {
  const bool negative = printed.starts_with('-');
  std::string digits(printed.substr(negative ? 1 : 0));
  base::Integer scale = 100;
  if (const size_t point = digits.find('.'); point != std::string::npos) {
    for (size_t place = point + 1; place < digits.size(); ++place) scale *= 10;
    digits.erase(point, 1);
  }
  if (digits.contains('/')) return {};
  const auto value = base::parse_fraction(digits);
  if (!value) return {};
  // Boost 1.81 leaves a rational 1 as it is when it is divided by an integer; by a rational it divides.
  const Rational share = *value / Rational(scale);
  return negative ? Rational(-share) : share;
}
Rational bound_of(std::string_view printed) {
  const auto value = printed_percent(printed);
  CHECK(value);
  return *value;
}

}  // namespace

std::string simple_words(const odds::SimplePlay& simple) {
  if (simple.rules.empty()) return "none worth using";
  std::string words = fmt::format("count {}", simple.counting);
  // Hands with the same action at the same count are listed together.
  std::vector<const odds::SimpleRule*> left;
  for (const odds::SimpleRule& rule : simple.rules) left.push_back(&rule);
  while (!left.empty()) {
    const odds::SimpleRule& first = *left.front();
    const auto same = [&](const odds::SimpleRule* rule) {
      return rule->when == first.when && rule->instead == first.instead;
    };
    std::string hands;
    for (const odds::SimpleRule* rule : left) {
      if (same(rule)) hands += (hands.empty() ? "" : " or ") + rule->hands;
    }
    words += fmt::format("; {}: {}, with {}", first.when, first.instead, hands);
    std::erase_if(left, same);
  }
  return words;
}

FaceUpRow face_up_row(const games::Table& table, int players, const odds::ExposedRun& run, const std::string& key) {
  FaceUpRow row;
  row.game = table.game().facts.id;
  for (const games::PaytablePtr& paytable : table.paytables()) row.paytables.push_back(paytable->id);
  row.players = players;
  row.cards_seen = (players - 1) * table.cards_of(games::Holder::player);
  row.base_edge = run.figures.base_edge;
  row.base_staked = run.figures.base_staked;
  row.gain = run.figures.gain;
  row.edge = run.figures.edge;
  row.edge_per_total = run.figures.edge_per_total;
  row.changed = run.figures.changed;
  row.simple_edge = run.figures.simple.edge;
  row.simple_words = simple_words(run.figures.simple);
  row.exact = run.exact;
  row.blocks = run.blocks;
  row.deals = run.figures.deals_seen;
  row.key = key;
  row.version = CARDROOM_VERSION;
  return row;
}

std::string to_line(const FaceUpRow& row) {
  json::object line;
  line["game"] = row.game;
  line["paytables"] = json::array(row.paytables.begin(), row.paytables.end());
  line["players"] = row.players;
  line["cards_seen"] = row.cards_seen;
  line["base_edge"] = base::to_text(row.base_edge);
  if (row.base_half_width != 0) line["base_half_width"] = base::to_text(row.base_half_width);
  line["base_total_wager"] = base::to_text(row.base_staked);
  line["gain"] = estimate_json(row.gain);
  line["edge"] = estimate_json(row.edge);
  line["edge_per_total_wager"] = estimate_json(row.edge_per_total);
  line["changed"] = estimate_json(row.changed);
  line["simple_edge"] = estimate_json(row.simple_edge);
  line["simple_rules"] = row.simple_words;
  line["exact"] = row.exact;
  line["blocks"] = row.blocks;
  line["deals"] = row.deals;
  line["key"] = row.key;
  line["version"] = row.version;
  return json::serialize(line);
}

FaceUpRule face_up_rule(const odds::JudgedRule& judged, int deals, const std::string& key) {
  return {.rule = judged.rule->id,
          .share = judged.share,
          .value = judged.value,
          .right = judged.right,
          .basic = judged.basic,
          .deals = static_cast<uint64_t>(deals),
          .key = key,
          .version = CARDROOM_VERSION};
}

const odds::SeenRule& printed_rule(std::string_view id) {
  const auto& rules = odds::printed_rules();
  const auto found = std::ranges::find(rules, id, &odds::SeenRule::id);
  CHECK(found != rules.end());
  return *found;
}

std::string to_line(const FaceUpRule& rule) {
  json::object line;
  line["rule"] = rule.rule;
  line["share"] = base::to_text(rule.share);
  line["value"] = estimate_json(rule.value);
  line["right"] = estimate_json(rule.right);
  line["basic"] = base::to_text(rule.basic);
  line["deals"] = rule.deals;
  line["key"] = rule.key;
  line["version"] = rule.version;
  return json::serialize(line);
}

namespace {

std::optional<json::object> object_of(std::string_view line) {
  boost::system::error_code fault;
  json::value value = json::parse(line, fault);
  if (fault || !value.is_object()) return {};
  return std::move(value.get_object());
}

std::expected<FaceUpRule, std::string> rule_of(const json::object& object) {
  try {
    FaceUpRule rule;
    rule.rule = text_of(object, "rule");
    if (std::ranges::find(odds::printed_rules(), rule.rule, &odds::SeenRule::id) == odds::printed_rules().end()) {
      throw BadLine{fmt::format("unknown rule '{}'", rule.rule)};
    }
    rule.share = fraction_of(object, "share");
    rule.value = estimate_of(object, "value");
    rule.right = estimate_of(object, "right");
    rule.basic = fraction_of(object, "basic");
    rule.deals = static_cast<uint64_t>(whole_of(object, "deals"));
    rule.key = text_of(object, "key");
    rule.version = text_of(object, "version");
    return rule;
  } catch (const BadLine& bad) {
    return std::unexpected(bad.why);
  }
}

}  // namespace

std::expected<FaceUpResults, std::string> parse_results(std::string_view text) {
  FaceUpResults results;
  for (int number = 1; !text.empty(); ++number) {
    const size_t end = text.find('\n');
    if (end == std::string_view::npos) break;
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    const auto wrong = [&](const std::string& why) { return std::unexpected(fmt::format("line {}: {}", number, why)); };
    const auto object = object_of(line);
    if (object && object->contains("rule")) {
      auto rule = rule_of(*object);
      if (!rule) return wrong(rule.error());
      results.rules.push_back(std::move(*rule));
      continue;
    }
    auto row = row_of_line(line);
    if (!row) return wrong(row.error());
    results.rows.push_back(std::move(*row));
  }
  return results;
}

std::expected<FaceUpRow, std::string> row_of_line(std::string_view line) {
  const auto parsed = object_of(line);
  if (!parsed) return std::unexpected("not a report line");
  const json::object& object = *parsed;
  try {
    FaceUpRow row;
    row.game = text_of(object, "game");
    if (!find_face_up_game(row.game)) throw BadLine{fmt::format("unknown game '{}'", row.game)};
    const json::array* paytables = field(object, "paytables").if_array();
    if (!paytables) throw BadLine{"'paytables' is not a list"};
    for (const json::value& paytable : *paytables) {
      if (!paytable.is_string()) throw BadLine{"'paytables' must contain only names"};
      row.paytables.emplace_back(paytable.get_string());
    }
    row.players = static_cast<int>(std::min<int64_t>(whole_of(object, "players"), games::positions_max));
    row.cards_seen = static_cast<int>(std::min<int64_t>(whole_of(object, "cards_seen"), cards::deck_size_max));
    row.base_edge = fraction_of(object, "base_edge");
    if (object.contains("base_half_width")) row.base_half_width = fraction_of(object, "base_half_width");
    row.base_staked = fraction_of(object, "base_total_wager");
    if (row.base_staked <= 0) throw BadLine{"'base_total_wager' must be above 0"};
    row.gain = estimate_of(object, "gain");
    row.edge = estimate_of(object, "edge");
    if (row.edge.value != row.base_edge - row.gain.value) throw BadLine{"'edge' is not 'base_edge' minus 'gain'"};
    row.edge_per_total = estimate_of(object, "edge_per_total_wager");
    row.changed = estimate_of(object, "changed");
    row.simple_edge = estimate_of(object, "simple_edge");
    row.simple_words = text_of(object, "simple_rules");
    const json::value& exact = field(object, "exact");
    if (!exact.is_bool()) throw BadLine{"'exact' is neither true nor false"};
    row.exact = exact.get_bool();
    row.blocks = static_cast<uint64_t>(whole_of(object, "blocks"));
    row.deals = static_cast<uint64_t>(whole_of(object, "deals"));
    row.key = text_of(object, "key");
    row.version = text_of(object, "version");
    return row;
  } catch (const BadLine& bad) {
    return std::unexpected(bad.why);
  }
}

std::expected<FaceUpDocuments, std::string> parse_face_up(std::string_view text) {
  toml::table root;
  try {
    root = toml::parse(text);
  } catch (const toml::parse_error& fault) {
    return std::unexpected(fmt::format("line {}: {}", fault.source().begin.line, fault.description()));
  }
  FaceUpDocuments documents;
  std::string wrong;
  const auto each = [&](std::string_view list, auto&& read) {
    const toml::array* entries = root[list].as_array();
    for (size_t at = 0; entries && at < entries->size() && wrong.empty(); ++at) {
      const toml::table* entry = entries->get(at)->as_table();
      if (!entry) {
        wrong = fmt::format("{} must contain only tables", list);
        return;
      }
      const auto string_of = [&](std::string_view key, bool required = true) {
        const auto value = (*entry)[key].value<std::string>();
        if (!value && required && wrong.empty()) {
          wrong = fmt::format("line {}: '{}' is missing", entry->source().begin.line, key);
        }
        return value.value_or("");
      };
      read(*entry, string_of);
    }
  };
  const auto one_of = [&](std::string_view key, const std::string& word,
                          std::initializer_list<std::string_view> words) {
    const auto found = std::ranges::find(words, word);
    if (found == words.end() && wrong.empty()) wrong = fmt::format("unknown {} '{}'", key, word);
    return found - words.begin();
  };
  const auto verdict_of = [&](const std::string& word) {
    for (const odds::Verdict verdict : {odds::Verdict::agrees, odds::Verdict::differs, odds::Verdict::exceeds_estimate,
                                        odds::Verdict::within_error}) {
      if (word == odds::verdict_name(verdict)) return verdict;
    }
    if (wrong.empty()) wrong = fmt::format("expected '{}' is not a verdict on an estimate", word);
    return odds::Verdict::agrees;
  };
  each("estimate", [&](const toml::table& entry, const auto& string_of) {
    FaceUpEstimate estimate;
    estimate.id = string_of("id");
    estimate.document = string_of("document");
    estimate.game = string_of("game");
    estimate.what = string_of("what");
    estimate.players = entry["players"].value_or(0);
    estimate.of_total = one_of("of", string_of("of"), {"first", "total"}) == 1;
    estimate.quantity = static_cast<FaceUpEstimate::Quantity>(
        one_of("quantity", string_of("quantity"), {"gain", "edge", "share_of_edge", "step"}));
    estimate.least = string_of("least", false);
    estimate.most = string_of("most", false);
    estimate.by = static_cast<FaceUpEstimate::By>(one_of("by", string_of("by"), {"perfect", "person", "guess"}));
    estimate.expected = verdict_of(string_of("expected"));
    for (const std::string& bound : {estimate.least, estimate.most}) {
      if (!bound.empty() && !printed_percent(bound) && wrong.empty())
        wrong = fmt::format("'{}' is not a number", bound);
    }
    if (estimate.least.empty() && estimate.most.empty() && wrong.empty()) wrong = estimate.id + ": no bound";
    if (!find_face_up_game(estimate.game) && wrong.empty()) wrong = fmt::format("unknown game '{}'", estimate.game);
    documents.estimates.push_back(std::move(estimate));
  });
  each("spots", [&](const toml::table& entry, const auto& string_of) {
    RecommendedSpots spots{string_of("document"), string_of("game"), entry["most"].value_or(-1), string_of("expected")};
    if (spots.most < 0 && wrong.empty()) wrong = spots.game + ": 'most' is missing";
    if (!find_face_up_game(spots.game) && wrong.empty()) wrong = fmt::format("unknown game '{}'", spots.game);
    documents.spots.push_back(std::move(spots));
  });
  if (!wrong.empty()) return std::unexpected(wrong);
  return documents;
}

namespace {

// A file that ships with the program, read; a fault in it is ours.
template <class Parse>
auto read_embedded(std::string_view name, Parse&& parse) {
  const auto files = games::embedded_files();
  const auto file = std::ranges::find(files, name, &games::EmbeddedFile::name);
  CHECK(file != files.end());
  auto parsed = parse(file->text);
  if (!parsed) fmt::print(stderr, "{}: {}\n", name, parsed.error());
  CHECK(parsed);
  return *std::move(parsed);
}

}  // namespace

const FaceUpDocuments& shipped_face_up() {
  static const FaceUpDocuments documents = read_embedded("published/faceup.toml", parse_face_up);
  return documents;
}

const FaceUpResults& stored_results() {
  static const FaceUpResults results = read_embedded("published/exposed.jsonl", parse_results);
  return results;
}

SaidRules said_rules(std::string_view words) {
  SaidRules said;
  constexpr std::string_view counted = "count ", next = "; at ", hands = ", with ";
  size_t end = words.find(next);
  if (words.starts_with(counted)) said.count = words.substr(0, end).substr(counted.size());
  while (end != words.npos) {
    words.remove_prefix(end + 2);
    end = words.find(next);
    const std::string_view rule = words.substr(0, end);
    const size_t colon = rule.find(": ");
    const size_t with = rule.find(hands, colon);
    if (colon == rule.npos || with == rule.npos) continue;
    said.rules.push_back(
        {rule.substr(0, colon), rule.substr(colon + 2, with - colon - 2), rule.substr(with + hands.size())});
  }
  return said;
}

namespace {

const FaceUpRow* row_with(const std::vector<FaceUpRow>& rows, const std::string& game, int players) {
  for (const FaceUpRow& row : rows) {
    if (row.game == game && row.players == players) return &row;
  }
  return nullptr;
}

}  // namespace

std::optional<JudgedEstimate> judge_estimate(const FaceUpEstimate& estimate, const std::vector<FaceUpRow>& rows) {
  using Quantity = FaceUpEstimate::Quantity;
  const FaceUpRow* row = row_with(rows, estimate.game, estimate.players);
  const FaceUpRow* fewer = row_with(rows, estimate.game, estimate.players - 1);
  if (!row || (estimate.quantity == Quantity::step && !fewer)) return {};
  JudgedEstimate judged{.estimate = &estimate, .verdict = odds::Verdict::within_error, .ours = {}};
  switch (estimate.quantity) {
    case Quantity::gain: judged.ours = estimate.of_total ? row->gain_of_total() : row->gain; break;
    case Quantity::edge: judged.ours = estimate.of_total ? row->edge_per_total : row->edge; break;
    case Quantity::share_of_edge:
      judged.ours = {row->edge.value / row->base_edge, row->edge.half_width / abs(row->base_edge)};
      break;
    case Quantity::step: {
      const Estimate& before = estimate.of_total ? fewer->edge_per_total : fewer->edge;
      const Estimate& after = estimate.of_total ? row->edge_per_total : row->edge;
      // The rows are of independent deals only in part; the sum of both half widths holds in any case.
      judged.ours = {before.value - after.value, before.half_width + after.half_width};
      break;
    }
  }
  const Rational low = judged.ours.value - judged.ours.half_width, high = judged.ours.value + judged.ours.half_width;
  // A number, or the ends of a range, may have been rounded; a bound ("at most") is meant as it stands.
  const bool rounded = !estimate.least.empty() && !estimate.most.empty();
  const Rational least =
      estimate.least.empty() ? low : bound_of(estimate.least) - (rounded ? rounding_of(estimate.least) : 0);
  const Rational most =
      estimate.most.empty() ? high : bound_of(estimate.most) + (rounded ? rounding_of(estimate.most) : 0);
  const bool below = high<least, above = low> most;
  const bool inside = low >= least && high <= most;
  const bool more_is_players = estimate.quantity == Quantity::gain || estimate.quantity == Quantity::step;
  const bool better_for_player = more_is_players ? above : below;
  if (inside) {
    judged.verdict = odds::Verdict::agrees;
  } else if (better_for_player && estimate.by == FaceUpEstimate::By::person) {
    judged.verdict = odds::Verdict::exceeds_estimate;
  } else if (below || above) {
    judged.verdict = odds::Verdict::differs;
  }
  return judged;
}

MostSpots most_spots(const std::vector<FaceUpRow>& rows, std::string_view game, Estimate FaceUpRow::* edge) {
  std::vector<const FaceUpRow*> of_game;
  for (const FaceUpRow& row : rows) {
    if (row.game == game) of_game.push_back(&row);
  }
  std::ranges::sort(of_game, {}, [](const FaceUpRow* row) { return row->players; });
  MostSpots spots;
  if (of_game.empty()) return spots;
  spots.players_max = of_game.back()->players;
  spots.certain = of_game.front()->players - 1;
  for (const FaceUpRow* row : of_game) {
    if (row->players != spots.certain + 1) break;  // one is missing
    const Estimate& left = row->*edge;
    if (left.value - left.half_width <= 0) {
      spots.in_doubt = left.value + left.half_width > 0;
      return spots;
    }
    spots.certain = row->players;
  }
  spots.all = spots.certain == spots.players_max;
  return spots;
}

std::string advice_verdict(const RecommendedSpots& advised, const MostSpots& spots) {
  constexpr int usual_spots = 6;
  if (advised.most == 0 && !spots.all) return "differs";
  if (spots.all && spots.players_max < (advised.most == 0 ? usual_spots : advised.most)) return "not decided";
  if (advised.most == 0 || spots.certain == advised.most) return "agrees";
  return spots.certain > advised.most ? "cautious" : "differs";
}

}  // namespace cardroom::lab
