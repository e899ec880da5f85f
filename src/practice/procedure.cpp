#include "practice/procedure.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/describe.hpp>

#include "base/check.h"
#include "games/embedded.h"
#include "games/toml_reader.h"

namespace cardroom::practice {

BOOST_DESCRIBE_ENUM(When, always, progressive, without, folds, qualifies, community, after_all, supervisor, envy,
                    misdeal, one_decision, streets)
BOOST_DESCRIBE_ENUM(Ask, nothing, without, first, miscount, hands, folds, dealer_hand, qualifies, lines, lines_after,
                    supervisor, envy)

namespace {

constexpr std::string_view shipped_file = "procedures/dealer.toml";

template <class Enum>
Enum read_name(games::TomlReader& reader, const toml::table& table, std::string_view key) {
  Enum value{};
  const std::string text = reader.text(table, key, false);
  if (!text.empty() && !boost::describe::enum_from_string(text.c_str(), value))
    reader.error(table, fmt::format("'{}': unknown value '{}'", key, text));
  return value;
}

template <class Visit>
void for_each_table(games::TomlReader& reader, const toml::table& root, std::string_view key, Visit&& visit) {
  const toml::array* list = root[key].as_array();
  if (!list || list->empty()) return reader.error_at(0, fmt::format("no [[{}]]", key));
  for (const toml::node& node : *list) {
    if (const toml::table* table = node.as_table())
      visit(*table);
    else
      reader.error(node, fmt::format("'{}' must be tables: [[{}]]", key, key));
  }
}

}  // namespace

bool ProcedureStep::belongs_to(std::string_view game) const {
  return games.empty() || std::ranges::find(games, game) != games.end();
}

std::expected<Procedure, std::vector<games::FileRemark>> parse_procedure(std::string_view text, std::string_view file) {
  const auto root = games::parse_toml(text, file);
  if (!root) return std::unexpected(root.error());
  games::TomlReader reader(file);
  reader.allow_only(*root, {"phase", "step"});
  Procedure procedure;
  for_each_table(reader, *root, "phase", [&](const toml::table& table) {
    reader.allow_only(table, {"id", "name"});
    procedure.phases.push_back({reader.text(table, "id", true), reader.text(table, "name", true)});
  });
  for_each_table(reader, *root, "step", [&](const toml::table& table) {
    reader.allow_only(table, {"id", "phase", "do", "why", "when", "ask", "wager", "group", "games"});
    ProcedureStep step{.id = reader.text(table, "id", true),
                       .phase = reader.text(table, "phase", true),
                       .action = reader.text(table, "do", true),
                       .why = reader.text(table, "why", true),
                       .when = read_name<When>(reader, table, "when"),
                       .ask = read_name<Ask>(reader, table, "ask"),
                       .wager = reader.text(table, "wager", false),
                       .group = reader.text(table, "group", false),
                       .games = table.contains("games") ? reader.texts(table, "games") : std::vector<std::string>{}};
    if (std::ranges::find(procedure.phases, step.phase, &Procedure::Phase::id) == procedure.phases.end())
      reader.error(table, fmt::format("'phase': unknown phase '{}'", step.phase));
    if (std::ranges::find(procedure.steps, step.id, &ProcedureStep::id) != procedure.steps.end())
      reader.error(table, fmt::format("'id': '{}' appears twice", step.id));
    if (step.when == When::without && step.wager.empty())
      reader.error(table, "this 'when' needs a 'wager': name the wager a player may lack");
    procedure.steps.push_back(std::move(step));
  });
  if (!reader.errors().empty()) return std::unexpected(std::move(reader.errors()));
  return procedure;
}

const Procedure& shipped_procedure() {
  static const Procedure procedure = [] {
    for (const games::EmbeddedFile& file : games::embedded_files()) {
      if (file.name != shipped_file) continue;
      auto parsed = parse_procedure(file.text, file.name);
      CHECK(parsed);
      return *parsed;
    }
    CHECK(false);
  }();
  return procedure;
}

}  // namespace cardroom::practice
