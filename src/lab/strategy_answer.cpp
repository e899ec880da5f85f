#include <fmt/format.h>

#include <boost/json.hpp>
#include <chrono>

#include "lab/answers.h"
#include "lab/strategy_card.h"
#include "lab/strategy_study.h"
#include "lab/values.h"

namespace cardroom::lab {

namespace {

boost::json::object played_json(const StrategyStudy::Played& played, const base::Rational& best) {
  boost::json::array choices;
  for (const auto& [choice, share] : played.frequencies)
    choices.emplace_back(boost::json::object{{"choice", choice}, {"share", share_json(share)}});
  return {{"house_edge", share_json(played.edge)},
          {"costs", share_json(played.edge - best)},
          {"choices", std::move(choices)}};
}

struct Studied {
  AskedTable asked;
  StrategyStudy study;
};

std::expected<Studied, Fault> study(GameCounts& counts, const TableAsk& ask) {
  auto asked = asked_table(ask);
  if (!asked) return std::unexpected(asked.error());
  const bool several = decides_several_times(asked->table);
  if (const auto why = odds::not_a_showdown(asked->table); why && !several)
    return std::unexpected(Fault{"not_a_showdown", "game", *why});
  const auto turn = counts.long_work();
  if (!turn) return std::unexpected(turn.error());
  if (several) {
    StrategyStudy studied = study_several_decisions(asked->table);
    return Studied{std::move(*asked), std::move(studied)};
  }
  // Some seconds of play: the counts are only read, so someone editing a pay meanwhile can use the analyst.
  std::shared_ptr<const odds::Analyst> kept;
  odds::Analyst::BasePlayer play;
  {
    const auto lease = counts.lease(asked->table.game(), asked->rows);
    if (!lease) return std::unexpected(lease.error());
    play = lease->analyst().base_player(asked->table);
    kept = lease->shared();
  }
  StrategyStudy studied = study_strategy(play, asked->table);
  return Studied{std::move(*asked), std::move(studied)};
}

}  // namespace

Answer strategy_answer(GameCounts& counts, const boost::json::object& question) {
  Fields fields(question);
  const TableAsk ask = read_table(fields);
  if (auto fault = fields.finish()) return std::unexpected(*fault);
  const auto begun = std::chrono::steady_clock::now();
  const auto studied = study(counts, ask);
  if (!studied) return std::unexpected(studied.error());
  const games::Game& game = studied->asked.table.game();
  const StrategyStudy& found = studied->study;
  boost::json::object json{{"game", game.facts.id}, {"edited", studied->asked.edited()}};
  if (!found.sentence.empty()) json["sentence"] = found.sentence;
  if (!found.opening.empty()) json["opening"] = found.opening;
  const CardTable card = card_table(studied->asked.table, found.simple);
  json["titles"] = boost::json::value_from(card.titles);
  boost::json::array rows;
  for (const CardTable::Row& row : card.rows)
    rows.emplace_back(boost::json::object{{"first", row.first}, {"hands", boost::json::value_from(row.hands)}});
  json["rows"] = std::move(rows);
  json["dealer"] = dealer_words(studied->asked.table);
  json["prose"] = found.simple.rules.empty();
  json["best"] = played_json(found.best, found.best.edge);
  json["rule"] = played_json(found.simple_played, found.best.edge);
  json["basic"] = played_json(found.basic, found.best.edge);
  json["basic_words"] = game.facts.basic_strategy;
  const auto lasted = std::chrono::steady_clock::now() - begun;
  json["microseconds"] = std::chrono::duration_cast<std::chrono::microseconds>(lasted).count();
  return json;
}

FileAnswer card_answer(GameCounts& counts, const boost::json::object& question) {
  Fields fields(question);
  const TableAsk ask = read_table(fields);
  const std::string form = fields.one_of("form", {"html", "txt"}, "html");
  if (auto fault = fields.finish()) return std::unexpected(*fault);
  const auto studied = study(counts, ask);
  if (!studied) return std::unexpected(studied.error());
  const StrategyCard card{studied->asked.table, studied->study.simple, studied->study.best.edge,
                          studied->study.simple_played.edge};
  const std::string name =
      fmt::format("{}-{}-strategy.{}", card.table.game().facts.id, card.table.paytables().front()->id, form);
  if (form == "txt") return DeskAnswer{200, "text/plain; charset=utf-8", card_text(card), name};
  return DeskAnswer{200, "text/html; charset=utf-8", card_html(card), name};
}

}  // namespace cardroom::lab
