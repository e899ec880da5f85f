// What the lab answers, one function a question; docs/reference/math-lab.md lists the fields. Each reads its question
// strictly.
#pragma once

#include <boost/json/object.hpp>
#include <expected>

#include "base/desk.h"
#include "lab/counts.h"
#include "lab/exposed_tables.h"
#include "lab/question.h"

namespace cardroom::lab {

using Answer = std::expected<boost::json::object, Fault>;

Answer games_answer(const boost::json::object& question);
Answer figures_answer(GameCounts& counts, const boost::json::object& question);
Answer strategy_answer(GameCounts& counts, const boost::json::object& question);
Answer session_answer(GameCounts& counts, const boost::json::object& question);
Answer meter_answer(GameCounts& counts, const boost::json::object& question);
Answer compare_answer(GameCounts& counts, const boost::json::object& question);
Answer printed_answer(GameCounts& counts, const boost::json::object& question);
Answer exposed_answer(const boost::json::object& question);
Answer situation_answer(GameCounts& counts, ExposedTables& tables, const boost::json::object& question);
Answer progress_answer(GameCounts& counts, const boost::json::object& question);

// Files: a PAR sheet, a strategy card, a paytable as a house's own file.
using FileAnswer = std::expected<DeskAnswer, Fault>;
FileAnswer par_answer(GameCounts& counts, const boost::json::object& question);
FileAnswer card_answer(GameCounts& counts, const boost::json::object& question);
FileAnswer paytable_answer(const boost::json::object& question);

}  // namespace cardroom::lab
