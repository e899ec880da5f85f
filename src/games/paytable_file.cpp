#include "games/paytable_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "games/registry.h"
#include "games/toml_pay.h"
#include "games/toml_reader.h"

namespace cardroom::games {

namespace {

// The largest envy pay: with the largest wager as its factor it stays far below the ceiling of money.
constexpr base::Cents envy_max{1'000'000};

// Rows of hands and pays, named once and used by one or more paytables.
struct Part {
  const toml::table* source;
  std::string wager;
  std::vector<int> hand_counts;
  struct Row {
    const toml::node* source;
    std::string hand;
    std::vector<Pay> pays;
    base::Cents envy;
  };
  std::vector<Row> rows;
};

void read_row(TomlReader& reader, const toml::node& node, Part& part) {
  const toml::array* row = node.as_array();
  const size_t pay_count = std::max<size_t>(part.hand_counts.size(), 1);
  const bool may_have_envy = part.hand_counts.empty();
  if (!row || row->empty() || !row->get(0)->is_string()) {
    reader.error(node, "a row must be a list: the hand, then what it pays");
    return;
  }
  Part::Row read{&node, *row->get(0)->value_exact<std::string>(), {}, {}};
  reader.need_printable(*row->get(0), "hand", read.hand);
  if (row->size() < 1 + pay_count) {
    reader.error(node,
                 fmt::format("'{}' is missing its pay: expected {}, found {}", read.hand, pay_count, row->size() - 1));
    return;
  }
  if (row->size() > 1 + pay_count + may_have_envy) {
    reader.error(node,
                 fmt::format("'{}' has too many values: the hand and {} expected", read.hand,
                             may_have_envy ? "its pay, optionally an envy pay" : fmt::format("{} pays", pay_count)));
    return;
  }
  for (size_t index = 1; index <= pay_count; ++index) {
    auto pay = parse_pay(*row->get(index));
    if (!pay) {
      reader.error(*row->get(index), fmt::format("'{}': {}", read.hand, pay.error()));
      return;
    }
    read.pays.push_back(std::move(*pay));
  }
  if (row->size() == 2 + pay_count) {
    const toml::node& envy_node = *row->get(1 + pay_count);
    const auto text = envy_node.value_exact<std::string>();
    const auto envy = base::parse_cents(text.value_or("?"));
    if (!envy) {
      reader.error(envy_node,
                   fmt::format("'{}': the envy pay must be an amount such as \"$100\": {}", read.hand, envy.error()));
      return;
    }
    if (*envy > envy_max) {
      reader.error(envy_node, fmt::format("'{}': an envy pay of {} is above the largest, {}", read.hand, to_text(*envy),
                                          to_text(envy_max)));
      return;
    }
    read.envy = *envy;
  }
  part.rows.push_back(std::move(read));
}

// COVER ALL pays by the number of hands: every number from two up to the most, once each, in any order.
void read_hand_counts(TomlReader& reader, const toml::table& table, Part& part) {
  const toml::node* node = table.get("hands");
  if (!node) return;
  const toml::array* list = node->as_array();
  if (list) {
    for (const toml::node& count : *list)
      part.hand_counts.push_back(static_cast<int>(count.value_exact<int64_t>().value_or(0)));
  }
  std::vector<int> sorted = part.hand_counts;
  std::ranges::sort(sorted);
  bool complete = !sorted.empty() && sorted.size() <= positions_max;
  for (size_t index = 0; index < sorted.size(); ++index)
    complete = complete && sorted[index] == static_cast<int>(index) + 2;
  if (!complete)
    reader.error(*node, "'hands' must list every number of hands from 2 to the largest, such as [4, 3, 2]");
}

std::map<std::string, Part> read_parts(TomlReader& reader, const toml::table& root) {
  std::map<std::string, Part> parts;
  const toml::array* list = root["pays"].as_array();
  if (!list) {
    reader.error(root, "no [[pays]]: a paytable needs rows of hands and pays");
    return parts;
  }
  for (const toml::node& node : *list) {
    const toml::table* table = node.as_table();
    if (!table) {
      reader.error(node, "'pays' must be tables: [[pays]]");
      continue;
    }
    reader.allow_only(*table, {"name", "wager", "rows", "hands"});
    const std::string name = reader.text(*table, "name", true);
    Part part{table, reader.text(*table, "wager", true), {}, {}};
    read_hand_counts(reader, *table, part);
    const toml::array* rows = (*table)["rows"].as_array();
    if (!rows || rows->empty()) {
      reader.error(*table, fmt::format("'{}' has no rows", name));
    } else {
      for (const toml::node& row : *rows) read_row(reader, row, part);
    }
    if (!parts.emplace(name, std::move(part)).second) reader.error(*table, fmt::format("'{}' appears twice", name));
  }
  return parts;
}

// What a pay is worth a unit wagered, the wager's return included, for comparing rows; nothing for a share of a meter.
std::optional<std::pair<int64_t, int64_t>> total_return(const Pay& pay) {
  if (pay.kind == Pay::Kind::of_meter) return std::nullopt;
  if (pay.kind == Pay::Kind::push) return std::pair(int64_t{1}, int64_t{1});
  return std::pair(pay.numerator + (pay.kind == Pay::Kind::to_one ? pay.denominator : 0), pay.denominator);
}

bool pays_less(const Pay& a, const Pay& b) {
  const auto left = total_return(a);
  const auto right = total_return(b);
  return left && right && left->first * right->second < right->first * left->second;
}

void check_rows(TomlReader& reader, const std::vector<PayRow>& rows, const std::vector<const toml::node*>& sources,
                Ranking ranking) {
  for (size_t index = 1; index < rows.size(); ++index) {
    const PayRow& above = rows[index - 1];
    const PayRow& row = rows[index];
    // A hand between two paid ones without a row would lose where a lower one wins.
    if (row.covers.high.value() + 1 < above.covers.low.value()) {
      const HandRank gap(row.covers.high.value() + 1);
      reader.error(*sources[index], fmt::format("a row is missing: {} ranks above '{}', which pays, but has no row",
                                                cards::name_of(ranking, gap), row.hand));
    }
    for (size_t column = 0; column < row.pays.size(); ++column) {
      if (pays_less(above.pays[column], row.pays[column])) {
        reader.warn(*sources[index - 1], fmt::format("'{}' pays less than the lower '{}' ({} against {})", above.hand,
                                                     row.hand, to_text(above.pays[column]), to_text(row.pays[column])));
      }
    }
  }
  const HandRank best(class_count(ranking) - 1);
  if (rows.front().covers.high < best) {
    reader.error(*sources.front(), fmt::format("a row is missing: {} is the highest hand, but has no row",
                                               cards::name_of(ranking, best)));
  }
}

// The rankings on which a wager may be paid: its readings', in the order in which the game lists them.
std::vector<Ranking> rankings_of(const Game& game, const WagerFact& wager) {
  std::vector<Ranking> rankings;
  for (int reading : wager.reads) rankings.push_back(game.facts.readings[static_cast<size_t>(reading)].ranking);
  return rankings;
}

std::optional<WagerPays> make_pays(TomlReader& reader, const Part& part, Ranking ranking, const Game& game,
                                   const WagerFact& fact) {
  const bool progressive = fact.kind == WagerKind::progressive;
  std::vector<std::pair<PayRow, const toml::node*>> rows;
  const size_t errors_before = reader.errors().size();
  for (const Part::Row& row : part.rows) {
    const auto covers = parse_hand(ranking, row.hand);
    if (!covers) {
      reader.error(*row.source, fmt::format("unknown hand '{}' for {}", row.hand, part.wager));
      continue;
    }
    const auto same = std::ranges::find(rows, row.hand, [](const auto& other) { return other.first.hand; });
    if (same != rows.end()) {
      reader.error(*row.source, fmt::format("'{}' appears twice", row.hand));
      continue;
    }
    for (const Pay& pay : row.pays) {
      if (!progressive && pay.kind == Pay::Kind::of_meter) {
        reader.error(*row.source, fmt::format("'{}': only a progressive wager pays a share of a meter", row.hand));
      }
      if (pay.kind == Pay::Kind::push && (progressive || fact.kind == WagerKind::award)) {
        reader.error(*row.source, fmt::format("'{}': {} has no chips on the table to return", row.hand, fact.name));
      }
    }
    if (!progressive && row.envy > base::Cents(0)) {
      reader.error(*row.source, fmt::format("'{}': only a progressive wager has envy", row.hand));
    }
    rows.emplace_back(PayRow{row.hand, *covers, row.pays, row.envy}, row.source);
  }
  if (reader.errors().size() > errors_before || rows.empty()) return std::nullopt;
  // Highest hand first; of two that begin alike the narrower (four aces before four of a kind).
  std::ranges::stable_sort(rows, [](const auto& a, const auto& b) {
    return a.first.covers.low != b.first.covers.low ? a.first.covers.low > b.first.covers.low
                                                    : a.first.covers.high < b.first.covers.high;
  });
  std::vector<PayRow> sorted;
  std::vector<const toml::node*> sources;
  for (auto& [row, source] : rows) {
    sorted.push_back(std::move(row));
    sources.push_back(source);
  }
  check_rows(reader, sorted, sources, ranking);
  // A raise is paid by the table whenever the player wins: no hand may be without a row.
  if (fact.kind == WagerKind::raise && sorted.back().covers.low > HandRank(0)) {
    reader.error(*sources.back(), fmt::format("a row is missing: {} wins with any hand, but {} has no row", fact.name,
                                              cards::name_of(ranking, HandRank(0))));
  }
  const bool by_hands = game.facts.readings[static_cast<size_t>(fact.reads.front())].highest_at_table;
  if (by_hands != !part.hand_counts.empty()) {
    reader.error(*part.source, by_hands ? fmt::format("{} pays by the number of hands: 'hands' is missing", fact.name)
                                        : fmt::format("{} does not pay by the number of hands", fact.name));
  }
  if (reader.errors().size() > errors_before) return std::nullopt;
  return WagerPays(ranking, std::move(sorted), part.hand_counts);
}

// The first ranking of the wager that knows all the hands of the part; failing that the first, which then says what it
// does not know. A progressive of several kinds finds its kind this way.
Ranking ranking_for(const Part& part, const std::vector<Ranking>& rankings) {
  for (Ranking ranking : rankings) {
    const bool knows_all =
        std::ranges::all_of(part.rows, [&](const Part::Row& row) { return parse_hand(ranking, row.hand).has_value(); });
    if (knows_all) return ranking;
  }
  return rankings.front();
}

PaytablePtr read_paytable(TomlReader& reader, const toml::table& table, const std::map<std::string, Part>& parts,
                          const Paytable& common) {
  reader.allow_only(table, {"id", "group", "pays", "document", "date", "note", "envy"});
  Paytable read = common;
  read.id = reader.text(table, "id", true);
  read.group = reader.text(table, "group", true);
  if (table.contains("document")) read.document = reader.text(table, "document", true);
  if (table.contains("date")) read.date = reader.text(table, "date", true);
  if (table.contains("note")) read.note = reader.text(table, "note", true);
  if (read.document.empty()) read.document = "the house's own";
  if (read.date.empty()) read.date = "undated";
  if (read.date != "undated") {
    if (auto date = parse_date(read.date); !date) reader.error(table, fmt::format("'date': {}", date.error()));
  }
  if (table.contains("envy")) {
    const std::string envy = reader.text(table, "envy", true);
    if (envy != "flat" && envy != "times wager") reader.error(table, "'envy' must be \"flat\" or \"times wager\"");
    read.envy_times_wager = envy == "times wager";
  }
  const std::vector<std::string> names = reader.texts(table, "pays");
  for (const std::string& game_id : read.games) {
    const Game* game = find_game(game_id);
    if (!game) continue;  // reported once, at the top of the file
    const auto group = std::ranges::find(game->facts.groups, read.group, &PaytableGroup::id);
    if (group == game->facts.groups.end()) {
      reader.error(table, fmt::format("{} has no paytable group '{}'", game->facts.name, read.group));
      return nullptr;
    }
    std::vector<Paytable::ForWager> wagers;
    for (const std::string& name : names) {
      const auto part = parts.find(name);
      if (part == parts.end()) {
        reader.error(table, fmt::format("no [[pays]] is named '{}'", name));
        return nullptr;
      }
      const int wager = game->wager_index(part->second.wager);
      if (std::ranges::find(group->wagers, wager) == group->wagers.end() || wager == no_wager) {
        reader.error(*part->second.source, fmt::format("'{}' is not a wager of {}'s group '{}'", part->second.wager,
                                                       game->facts.name, read.group));
        return nullptr;
      }
      const WagerFact& fact = game->wager(wager);
      const Ranking ranking = ranking_for(part->second, rankings_of(*game, fact));
      auto pays = make_pays(reader, part->second, ranking, *game, fact);
      if (!pays) return nullptr;
      wagers.push_back({std::string(fact.id), std::move(*pays)});
    }
    for (int wager : group->wagers) {
      const std::string_view id = game->wager(wager).id;
      const auto count = std::ranges::count(wagers, id, &Paytable::ForWager::wager);
      if (count != 1) {
        reader.error(table, fmt::format("'{}' has {} pays for {}; exactly one is needed", read.id,
                                        count == 0 ? "no" : "several", game->wager(wager).name));
        return nullptr;
      }
    }
    // The games that share a paytable share its rankings; the last one's pays serve all.
    read.wagers = std::move(wagers);
  }
  return std::make_shared<const Paytable>(std::move(read));
}

}  // namespace

std::expected<PaytableFile, std::vector<FileRemark>> parse_paytables(std::string_view text, std::string_view file) {
  const auto root = parse_toml(text, file);
  if (!root) return std::unexpected(root.error());
  TomlReader reader(file);
  reader.allow_only(*root, {"games", "document", "date", "pays", "paytable"});
  Paytable common;
  common.games = reader.texts(*root, "games");
  if (root->contains("document")) common.document = reader.text(*root, "document", true);
  if (root->contains("date")) common.date = reader.text(*root, "date", true);
  for (const std::string& game : common.games) {
    if (!find_game(game))
      reader.error(*root->get("games"), fmt::format("unknown game '{}'; 'cardroom games' lists them", game));
  }
  const auto parts = read_parts(reader, *root);
  PaytableFile read;
  std::set<std::string> used_ids;
  const toml::array* list = (*root)["paytable"].as_array();
  if (!list || list->empty()) {
    reader.error_at(0, "no [[paytable]]: nothing to load");
  } else if (reader.errors().empty()) {
    for (const toml::node& node : *list) {
      const toml::table* table = node.as_table();
      if (!table) {
        reader.error(node, "'paytable' must be tables: [[paytable]]");
        continue;
      }
      if (PaytablePtr paytable = read_paytable(reader, *table, parts, common)) {
        if (!used_ids.insert(paytable->id).second)
          reader.error(*table, fmt::format("'{}' appears twice", paytable->id));
        read.paytables.push_back(std::move(paytable));
      }
    }
  }
  if (!reader.errors().empty()) return std::unexpected(std::move(reader.errors()));
  // Rows that serve several designators would be warned about as often.
  for (FileRemark& warning : reader.warnings()) {
    const bool told = std::ranges::any_of(read.warnings, [&](const FileRemark& other) {
      return other.line == warning.line && other.text == warning.text;
    });
    if (!told) read.warnings.push_back(std::move(warning));
  }
  return read;
}

}  // namespace cardroom::games
