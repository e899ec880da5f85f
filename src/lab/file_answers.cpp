#include <fmt/format.h>

#include <boost/json.hpp>

#include "lab/answers.h"
#include "lab/par_sheet.h"
#include "lab/wager_study.h"

namespace cardroom::lab {

namespace {

constexpr std::chrono::milliseconds work_max{8000};

struct AskedPaytable {
  AskedTable asked;
  games::PaytablePtr paytable;
};

// The paytable of the wager that is asked about.
std::expected<AskedPaytable, Fault> asked_paytable(const TableAsk& ask, const std::string& wager_id) {
  auto asked = asked_table(ask);
  if (!asked) return std::unexpected(asked.error());
  const games::Game& game = asked->table.game();
  const auto wager = asked_wager(game, {.table = ask, .wager = wager_id, .strategy = "", .meters_cents = {}});
  if (!wager) return std::unexpected(wager.error());
  games::PaytablePtr paytable = paytable_of(asked->table, group_of(game, *wager));
  return AskedPaytable{std::move(*asked), std::move(paytable)};
}

}  // namespace

FileAnswer par_answer(GameCounts& counts, const boost::json::object& question) {
  Fields fields(question);
  const TableAsk ask = read_table(fields);
  const std::string wager = fields.text("wager", "");
  const std::string form = fields.one_of("form", {"html", "json", "csv"}, "html");
  if (auto fault = fields.finish()) return std::unexpected(*fault);
  const auto asked = asked_paytable(ask, wager);
  if (!asked) return std::unexpected(asked.error());
  const games::Table& table = asked->asked.table;
  const auto turn = counts.long_work();
  if (!turn) return std::unexpected(turn.error());
  std::expected<Sheet, std::string> sheet;
  {
    const auto lease = counts.lease(table.game(), asked->asked.rows);
    if (!lease) return std::unexpected(lease.error());
    sheet = make_sheet(lease->analyst(), table, asked->paytable);
  }
  if (!sheet) return std::unexpected(fault_of(sheet.error(), "edits"));
  const std::string name = fmt::format("{}-{}-par.{}", table.game().facts.id, asked->paytable->id, form);
  if (form == "json") return DeskAnswer{200, "application/json", sheet_json(*sheet), name};
  if (form == "csv") return DeskAnswer{200, "text/csv; charset=utf-8", sheet_csv(*sheet), name};
  Deadline deadline(work_max);
  return DeskAnswer{200, "text/html; charset=utf-8", sheet_html(*sheet, &deadline), name};
}

FileAnswer paytable_answer(const boost::json::object& question) {
  Fields fields(question);
  const TableAsk ask = read_table(fields);
  const std::string wager = fields.text("wager", "");
  if (auto fault = fields.finish()) return std::unexpected(*fault);
  const auto asked = asked_paytable(ask, wager);
  if (!asked) return std::unexpected(asked.error());
  return DeskAnswer{200, "application/toml", paytable_text(*asked->paytable),
                    fmt::format("{}-{}.toml", asked->asked.table.game().facts.id, asked->paytable->id)};
}

}  // namespace cardroom::lab
