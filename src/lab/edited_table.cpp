#include "lab/edited_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <numeric>
#include <set>

#include "base/check.h"
#include "games/library.h"
#include "games/paytable_file.h"
#include "games/registry.h"

namespace cardroom::lab {

namespace {

using games::Game;
using games::Paytable;
using games::PaytablePtr;

constexpr size_t rows_max = 40;  // of a wager; the largest printed paytable has twelve

// A paytable before it is written to a file: its pays are strings.
struct Draft {
  struct Row {
    std::string hand;
    std::vector<std::string> pays;
    base::Cents envy{};
    int edit = -1;  // the last of the edits that changed it
  };
  struct Wager {
    std::string id;
    std::vector<int> hand_counts;
    std::vector<Row> rows;
  };
  Paytable about;  // all but the pays
  std::vector<Wager> wagers;
};

// As paytable files write it: a single meter has no name there.
constexpr std::string_view only_meter = " of the meter";
std::string file_pay(std::string text) {
  if (text.ends_with(only_meter)) text.resize(text.size() - only_meter.size());
  return text;
}

Draft draft_of(const Paytable& paytable) {
  Draft draft{.about = paytable, .wagers = {}};
  for (const auto& wager : paytable.wagers) {
    Draft::Wager& into = draft.wagers.emplace_back(Draft::Wager{wager.wager, wager.pays.hand_counts(), {}});
    for (const games::PayRow& row : wager.pays.rows()) {
      Draft::Row& drafted = into.rows.emplace_back(Draft::Row{.hand = row.hand, .pays = {}, .envy = row.envy});
      for (const games::Pay& pay : row.pays) drafted.pays.push_back(file_pay(to_notation(pay)));
    }
  }
  return draft;
}

std::string in_quotes(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

struct DraftText {
  std::string text;
  std::map<int, int> edit_of_line;
};

DraftText text_of(const Draft& draft) {
  DraftText result;
  int line_count = 1;
  const auto line = [&](const std::string& text) {
    result.text += text + "\n";
    ++line_count;
  };
  std::string games;
  for (const std::string& game : draft.about.games) games += (games.empty() ? "" : ", ") + in_quotes(game);
  line(fmt::format("games = [{}]", games));
  line("document = " + in_quotes(draft.about.document));
  if (draft.about.date != "undated") line("date = " + in_quotes(draft.about.date));
  std::string names;
  for (const Draft::Wager& wager : draft.wagers) {
    line("");
    line("[[pays]]");
    line("name = " + in_quotes(wager.id));
    line("wager = " + in_quotes(wager.id));
    if (!wager.hand_counts.empty()) line(fmt::format("hands = [{}]", fmt::join(wager.hand_counts, ", ")));
    line("rows = [");
    for (const Draft::Row& row : wager.rows) {
      if (row.edit >= 0) result.edit_of_line[line_count] = row.edit;
      std::string cells = in_quotes(row.hand);
      for (const std::string& pay : row.pays) cells += ", " + in_quotes(pay);
      if (row.envy > base::Cents(0)) cells += ", " + in_quotes(to_text(row.envy));
      line("  [" + cells + "],");
    }
    line("]");
    names += (names.empty() ? "" : ", ") + in_quotes(wager.id);
  }
  line("");
  line("[[paytable]]");
  line("id = " + in_quotes(draft.about.id));
  line("group = " + in_quotes(draft.about.group));
  line(fmt::format("pays = [{}]", names));
  if (draft.about.envy_times_wager) line("envy = \"times wager\"");
  if (!draft.about.note.empty()) line("note = " + in_quotes(draft.about.note));
  return result;
}

struct Edit {
  std::string wager;
  std::string hand;
  int hands = 0;
  bool envy = false;
  std::string value;
};

std::unexpected<Fault> refused_edit(size_t index, std::string text, std::string code = "edit_refused") {
  return std::unexpected(Fault{std::move(code), fmt::format("edits[{}]", index), std::move(text)});
}

bool is_plain(std::string_view text) {
  return std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view(" -%.,$").find(c) != std::string_view::npos;
  });
}

bool is_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::expected<Edit, Fault> parse_edit(const std::string& text, size_t index) {
  const size_t equals = text.find('=');
  const size_t slash = text.find('/');
  if (equals == std::string::npos || slash == std::string::npos || slash > equals) {
    return refused_edit(index, fmt::format("'{}': write WAGER/HAND=PAY", text), "malformed_edit");
  }
  Edit edit{.wager = text.substr(0, slash),
            .hand = text.substr(slash + 1, equals - slash - 1),
            .value = text.substr(equals + 1)};
  if (const size_t further = edit.hand.find('/'); further != std::string::npos) {
    const std::string which = edit.hand.substr(further + 1);
    edit.hand.resize(further);
    if (which == "envy") {
      edit.envy = true;
    } else if (is_digits(which) && which.size() <= 2) {
      std::from_chars(which.data(), which.data() + which.size(), edit.hands);
    } else {
      return refused_edit(index, fmt::format("'{}': '{}' is neither a number of hands nor 'envy'", text, which),
                          "malformed_edit");
    }
  }
  if (!is_plain(edit.hand) || !is_plain(edit.value) || edit.hand.empty()) {
    return refused_edit(index, fmt::format("'{}': write WAGER/HAND=PAY", text), "malformed_edit");
  }
  return edit;
}

// A bare number keeps the form of the pay it replaces.
std::string with_form(const std::string& value, const std::string& printed) {
  if (!is_digits(value)) return value;
  const size_t blank = printed.find(' ');
  if (blank == std::string::npos) return value + " to 1";
  const std::string form = printed.substr(blank);
  if (form.starts_with(" %")) return value + form;  // drafted by to_notation()
  return value + (form.starts_with(" for") ? " for 1" : " to 1");
}

std::expected<void, Fault> apply(const Edit& edit, size_t index, bool progressive, Draft::Wager& wager) {
  auto row = std::ranges::find(wager.rows, edit.hand, &Draft::Row::hand);
  const bool there = row != wager.rows.end();
  if (edit.envy) {
    if (!there) return refused_edit(index, fmt::format("'{}' has no row to hold an envy pay", edit.hand));
    const auto envy = base::parse_cents(edit.value.empty() ? "0" : edit.value);
    if (!envy) return refused_edit(index, fmt::format("'{}': {}", edit.hand, envy.error()));
    row->envy = *envy;
    row->edit = static_cast<int>(index);
    return {};
  }
  if (edit.value.empty()) {
    if (edit.hands != 0) return refused_edit(index, fmt::format("'{}': only a whole row can be removed", edit.hand));
    if (!there) return refused_edit(index, fmt::format("'{}' has no row to remove", edit.hand));
    wager.rows.erase(row);
    return {};
  }
  size_t column = 0;
  if (!wager.hand_counts.empty()) {
    const auto found = std::ranges::find(wager.hand_counts, edit.hands);
    if (found == wager.hand_counts.end()) {
      return refused_edit(index, fmt::format("{} pays by the number of hands: write {}/{}/{}=PAY", wager.id, wager.id,
                                             edit.hand, wager.hand_counts.front()));
    }
    column = static_cast<size_t>(found - wager.hand_counts.begin());
  } else if (edit.hands != 0) {
    return refused_edit(index, fmt::format("{} does not pay by the number of hands", wager.id));
  }
  if (!there) {
    if (!wager.hand_counts.empty()) return refused_edit(index, fmt::format("'{}' has no row", edit.hand));
    if (wager.rows.size() >= rows_max)
      return refused_edit(index, fmt::format("{} already has {} rows", wager.id, rows_max));
    const std::string form = progressive ? "0 for 1" : "0 to 1";
    row = wager.rows.insert(wager.rows.end(), Draft::Row{.hand = edit.hand, .pays = {form}, .envy = {}});
  }
  row->pays[column] = with_form(file_pay(edit.value), row->pays[column]);
  row->edit = static_cast<int>(index);
  return {};
}

bool same_pays(const Paytable& a, const Paytable& b) {
  return std::ranges::equal(a.wagers, b.wagers, [](const auto& one, const auto& other) {
    return one.wager == other.wager &&
           std::ranges::equal(one.pays.rows(), other.pays.rows(), [](const auto& row, const auto& printed) {
             return row.hand == printed.hand && row.pays == printed.pays && row.envy == printed.envy;
           });
  });
}

int64_t common_denominator(const games::Table& table) {
  int64_t common = 1;
  for (const PaytablePtr& paytable : table.paytables()) {
    for (const auto& wager : paytable->wagers) {
      for (const games::PayRow& row : wager.pays.rows()) {
        for (const games::Pay& pay : row.pays) {
          common = std::lcm(common, pay.denominator);
          if (common > pay_denominator_max) return common;
        }
      }
    }
  }
  return common;
}

std::string rows_of(const games::Table& table) {
  std::string rows;
  for (const PaytablePtr& paytable : table.paytables()) {
    for (const auto& wager : paytable->wagers) {
      rows += wager.wager + ":";
      for (const games::PayRow& row : wager.pays.rows()) rows += row.hand + ";";
    }
  }
  return rows;
}

std::expected<void, Fault> put_house(const Game& game, const TableAsk& ask, games::HouseRules& rules) {
  std::set<games::HouseOption> chosen;
  for (size_t index = 0; index < ask.house.size(); ++index) {
    const std::string& text = ask.house[index];
    const auto refuse = [&](std::string code, std::string words) {
      return std::unexpected(Fault{std::move(code), fmt::format("house[{}]", index), std::move(words)});
    };
    const size_t equals = text.find('=');
    const auto option = games::find_option(text.substr(0, equals));
    const bool counts =
        option && (*option == games::HouseOption::folded_bonus || *option == games::HouseOption::folded_progressive);
    if (equals == std::string::npos || !counts)
      return refuse("unknown_option", fmt::format("'{}' is not a house option that affects the figures", text));
    if (std::ranges::find(game.facts.house_options, *option) == game.facts.house_options.end())
      return refuse("option_fixed_by_rules",
                    fmt::format("'{}' is not a house option in {}", games::option_id(*option), game.facts.name));
    if (!chosen.insert(*option).second) return refuse("option_twice", fmt::format("'{}' is already set", text));
    if (const auto set = set_option(game, rules, *option, text.substr(equals + 1)); !set)
      return refuse("unknown_value", set.error());
  }
  return {};
}

// Applies the edits of one group to its paytable.
std::expected<PaytablePtr, Fault> edited_paytable(const Game& game, const Paytable& printed,
                                                  const std::vector<std::pair<size_t, Edit>>& edits,
                                                  std::vector<std::string>& warnings) {
  Draft draft = draft_of(printed);
  std::set<std::tuple<std::string, std::string, int, bool>> seen;
  for (const auto& [index, edit] : edits) {
    if (!seen.insert({edit.wager, edit.hand, edit.hands, edit.envy}).second)
      return refused_edit(index, fmt::format("'{}' of {} is edited twice", edit.hand, edit.wager), "edit_twice");
    const auto wager = std::ranges::find(draft.wagers, edit.wager, &Draft::Wager::id);
    const bool progressive = game.wager(game.wager_index(edit.wager)).kind == games::WagerKind::progressive;
    if (auto applied = apply(edit, index, progressive, *wager); !applied) return std::unexpected(applied.error());
  }
  draft.about.id += "-edited";
  draft.about.document = fmt::format("Edited in the math lab, from {}: {}", printed.id, printed.document);
  draft.about.date = "undated";
  draft.about.note.clear();
  const DraftText written = text_of(draft);
  auto parsed = games::parse_paytables(written.text, "the edited paytable");
  if (!parsed) {
    const games::FileRemark& remark = parsed.error().front();
    const auto line = written.edit_of_line.find(remark.line);
    return std::unexpected(
        Fault{"paytable_refused",
              line == written.edit_of_line.end() ? std::string("edits") : fmt::format("edits[{}]", line->second),
              remark.text});
  }
  for (const games::FileRemark& warning : parsed->warnings) warnings.push_back(warning.text);
  return parsed->paytables.front();
}

}  // namespace

const PaytablePtr& paytable_of(const games::Table& table, std::string_view group) {
  const auto& groups = table.game().facts.groups;
  const auto found = std::ranges::find(groups, group, &games::PaytableGroup::id);
  CHECK(found != groups.end());
  return table.paytables()[static_cast<size_t>(found - groups.begin())];
}

std::string paytable_text(const Paytable& paytable) {
  return text_of(draft_of(paytable)).text;
}

std::expected<AskedTable, Fault> asked_table(const TableAsk& ask) {
  const Game* game = games::find_game(ask.game);
  if (!game) return std::unexpected(Fault{"unknown_game", "game", fmt::format("unknown game '{}'", ask.game)});
  const games::Library& library = games::shipped_library();
  games::TableSetup setup{.game = game, .house = game->facts.house};
  for (size_t index = 0; index < ask.paytables.size(); ++index) {
    PaytablePtr paytable = library.find_paytable(ask.game, ask.paytables[index]);
    if (!paytable) {
      return std::unexpected(Fault{"unknown_paytable", fmt::format("paytables[{}]", index),
                                   fmt::format("{} has no paytable '{}'", game->facts.name, ask.paytables[index])});
    }
    setup.paytables.push_back(std::move(paytable));
  }
  if (auto put = put_house(*game, ask, setup.house); !put) return std::unexpected(put.error());
  const auto made = [&]() -> std::expected<games::Table, Fault> {
    auto table = games::Table::make(setup, library.paytables);
    if (!table) return std::unexpected(Fault{std::string(code_name(table.error().code)), "", table.error().text});
    return std::move(*table);
  };
  auto printed = made();
  if (!printed) return std::unexpected(printed.error());

  std::map<std::string, std::vector<std::pair<size_t, Edit>>> by_group;
  for (size_t index = 0; index < ask.edits.size(); ++index) {
    auto edit = parse_edit(ask.edits[index], index);
    if (!edit) return std::unexpected(edit.error());
    const auto of = std::ranges::find_if(printed->paytables(),
                                         [&](const PaytablePtr& paytable) { return paytable->pays(edit->wager); });
    if (of == printed->paytables().end())
      return refused_edit(index, fmt::format("{} has no pays for '{}'", game->facts.name, edit->wager),
                          "unknown_wager");
    by_group[(*of)->group].emplace_back(index, std::move(*edit));
  }
  AskedTable asked{.table = *printed, .printed = *printed, .edited_groups = {}, .warnings = {}, .rows = {}};
  setup.paytables = printed->paytables();
  for (const auto& [group, edits] : by_group) {
    const PaytablePtr& original = paytable_of(*printed, group);
    auto edited = edited_paytable(*game, *original, edits, asked.warnings);
    if (!edited) return std::unexpected(edited.error());
    if (same_pays(**edited, *original)) continue;
    *std::ranges::find(setup.paytables, original) = std::move(*edited);
    asked.edited_groups.push_back(group);
  }
  if (asked.edited()) {
    auto table = made();
    if (!table) return std::unexpected(table.error());
    asked.table = std::move(*table);
    if (common_denominator(asked.table) > pay_denominator_max) {
      return std::unexpected(
          Fault{"pays_too_fine", "edits",
                fmt::format("fractional pays need a common denominator of at most {}", pay_denominator_max)});
    }
  }
  asked.rows = rows_of(asked.table);
  return asked;
}

}  // namespace cardroom::lab
