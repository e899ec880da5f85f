#include <fmt/format.h>

#include <boost/json.hpp>
#include <chrono>
#include <thread>

#include "games/library.h"
#include "games/registry.h"
#include "lab/answers.h"
#include "lab/judged_json.h"
#include "lab/values.h"
#include "odds/published.h"

namespace cardroom::lab {

namespace {

std::expected<const games::Game*, Fault> asked_game(Fields& fields) {
  const std::string id = fields.required_text("game");
  if (auto fault = fields.finish()) return std::unexpected(*fault);
  const games::Game* game = games::find_game(id);
  if (!game) return std::unexpected(Fault{"unknown_game", "game", fmt::format("unknown game '{}'", id)});
  return game;
}

}  // namespace

Answer printed_answer(GameCounts& counts, const boost::json::object& question) {
  Fields fields(question);
  const auto game = asked_game(fields);
  if (!game) return std::unexpected(game.error());
  const auto turn = counts.long_work();
  if (!turn) return std::unexpected(turn.error());
  boost::json::array rows;
  for (const odds::PublishedFigure& figure : odds::shipped_figures()) {
    if (figure.game != (*game)->facts.id) continue;
    // One at a time, with a pause, so that someone editing a pay gets access to the counts in between.
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    const auto lease = counts.lease(**game, "");
    if (!lease) return std::unexpected(lease.error());
    const auto judged = odds::judge_figure(figure, games::shipped_library(), lease->analyst());
    if (!judged) return std::unexpected(fault_of(judged.error(), "game"));
    boost::json::object row = judged_json(*judged);
    row["wager"] = judged->by->wager;
    row["computed"] = share_json(judged->computed);
    rows.emplace_back(std::move(row));
  }
  return boost::json::object{{"game", (*game)->facts.id}, {"figures", std::move(rows)}};
}

Answer progress_answer(GameCounts& counts, const boost::json::object& question) {
  Fields fields(question);
  const auto game = asked_game(fields);
  if (!game) return std::unexpected(game.error());
  const Counting counting = counts.counting(**game);
  return boost::json::object{{"game", (*game)->facts.id},
                             {"busy", counting.busy},
                             {"counting", counting.what},
                             {"done", counting.done},
                             {"steps", counting.steps}};
}

}  // namespace cardroom::lab
