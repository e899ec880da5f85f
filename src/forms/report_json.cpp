#include <boost/json.hpp>

#include "forms/json_text.h"
#include "forms/report_render.h"

namespace cardroom::forms {

namespace {

using namespace ledger::reports;
namespace json = boost::json;

std::string_view unit_name(Unit unit) {
  switch (unit) {
    case Unit::text: return "text";
    case Unit::count: return "count";
    case Unit::money: return "money";
    case Unit::percent: return "percent";
    case Unit::probability: return "probability";
    case Unit::number: return "number";
    case Unit::time: return "time";
    case Unit::day: return "day";
  }
  return "";
}

json::object row_json(const Table& table, const std::vector<Cell>& row, int utc_offset_minutes) {
  json::object object;
  for (size_t i = 0; i < row.size(); ++i) {
    json::value& value = object[table.columns[i].name];
    if (const auto* count = std::get_if<int64_t>(&row[i]))
      value = *count;
    else if (!std::holds_alternative<std::monostate>(row[i]))
      value = plain_cell(row[i], utc_offset_minutes);
  }
  return object;
}

json::object table_json(const Table& table, int utc_offset_minutes) {
  json::array columns;
  for (const Column& column : table.columns)
    columns.emplace_back(
        json::object{{"name", column.name}, {"title", column.title}, {"unit", unit_name(column.unit)}});
  json::array rows;
  for (const auto& row : table.rows) rows.emplace_back(row_json(table, row, utc_offset_minutes));
  json::object object{
      {"id", table.id}, {"title", table.title}, {"columns", std::move(columns)}, {"rows", std::move(rows)}};
  if (!table.totals.empty()) object["totals"] = row_json(table, table.totals, utc_offset_minutes);
  return object;
}

}  // namespace

std::string report_json(const Report& report) {
  json::object parameters;
  for (const Parameter& parameter : report.parameters) parameters[parameter.name] = harmless(parameter.value);
  json::array tables;
  for (const Table& table : report.tables) tables.emplace_back(table_json(table, report.utc_offset_minutes));
  json::array notes;
  for (const std::string& note : report.notes) notes.emplace_back(harmless(note));
  json::array alarms;
  for (const std::string& alarm : report.alarms) alarms.emplace_back(harmless(alarm));
  return pretty(json::object{{"report", report.id},
                             {"title", report.title},
                             {"version", CARDROOM_VERSION},
                             {"parameters", std::move(parameters)},
                             {"tables", std::move(tables)},
                             {"notes", std::move(notes)},
                             {"alarms", std::move(alarms)}});
}

}  // namespace cardroom::forms
