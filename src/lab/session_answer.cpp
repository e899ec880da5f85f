#include "lab/session_report.h"

#include <fmt/format.h>

#include <boost/json.hpp>
#include <chrono>

#include "lab/answers.h"
#include "lab/wager_study.h"
#include "odds/lattice.h"

namespace cardroom::lab {

namespace {

// A hundred thousand rounds are years of play; beyond that the distribution only gets longer.
constexpr int rounds_max = 100'000;
constexpr int64_t bankroll_max = 1'000'000;
constexpr int bars_max = 121;
constexpr int ruin_points_max = 60;
// Whoever draws a plot waits so long and no longer.
constexpr std::chrono::milliseconds session_work_max{4000};
constexpr double tail = 0.001;

std::string percent_of(double chance) {
  return fmt::format("{:.4f}", 100 * chance);
}

boost::json::array bars_json(const SessionReport& report) {
  const auto unit = static_cast<double>(report.per_unit);
  boost::json::array bars;
  for (const odds::SessionBar& bar : odds::bars(report.session, bars_max, tail)) {
    bars.emplace_back(boost::json::object{{"from", static_cast<double>(bar.first) / unit},
                                          {"to", static_cast<double>(bar.last + report.session.step) / unit},
                                          {"probability", bar.probability}});
  }
  // The outermost bars stand for all that is farther out: drawn as wide as the others.
  if (bars.size() > 2) {
    const auto& inner = bars[1].get_object();
    const double width = inner.at("to").as_double() - inner.at("from").as_double();
    auto& first = bars.front().get_object();
    first["from"] = first.at("to").as_double() - width;
    auto& last = bars.back().get_object();
    last["to"] = last.at("from").as_double() + width;
  }
  return bars;
}

std::expected<boost::json::object, odds::SessionRefusal> session_of(const odds::Figures& figures,
                                                                    const SessionTerms& terms) {
  Deadline deadline(session_work_max);
  const auto report = make_session_report(figures, terms, &deadline);
  if (!report) return std::unexpected(report.error());
  boost::json::object json = session_json(*report);
  json["win_percent"] = percent_of(report->chance.win);
  json["lose_percent"] = percent_of(report->chance.loss);
  json["even_percent"] = percent_of(report->chance.even);
  json["mean_text"] = base::to_decimal(report->mean(), 2);
  json["deviation_text"] = fmt::format("{:.2f}", report->deviation());
  json["bars"] = bars_json(*report);
  json["tail"] = tail;
  if (report->ruin) {
    json["ruin_percent"] = percent_of(report->ruin->high);
    json["ruin_ever_percent"] = percent_of(report->ruin_ever->high);
    json["stake_needed"] = static_cast<double>(report->largest_stake) / static_cast<double>(report->per_unit);
    const odds::Lattice lattice = odds::lattice_of(figures);
    const odds::Bankroll bankroll{terms.bankroll * lattice.per_unit, lattice.largest_stake};
    const auto points =
        odds::risk_of_ruin_by_round(lattice.results, bankroll, terms.rounds, ruin_points_max, &deadline);
    if (!points) return std::unexpected(points.error());
    boost::json::array by_round;
    for (const odds::RuinPoint& point : *points)
      by_round.emplace_back(boost::json::object{{"rounds", point.rounds}, {"risk", point.risk.high}});
    json["ruin_by_round"] = std::move(by_round);
  }
  return json;
}

}  // namespace

Answer session_answer(GameCounts& counts, const boost::json::object& question) {
  Fields fields(question);
  const WagerAsk ask = read_wager(fields);
  const SessionTerms terms{.rounds = static_cast<int>(fields.number("rounds", 100, 1, rounds_max)),
                           .bankroll = fields.number("bankroll", 0, 0, bankroll_max)};
  if (auto fault = fields.finish()) return std::unexpected(*fault);
  const auto begun = std::chrono::steady_clock::now();
  const auto asked = asked_table(ask.table);
  if (!asked) return std::unexpected(asked.error());
  const games::Game& game = asked->table.game();
  const auto wager = asked_wager(game, ask);
  if (!wager) return std::unexpected(wager.error());
  if (is_progressive(game, *wager)) {
    return std::unexpected(Fault{"no_session_of_progressive", "wager",
                                 "a progressive has no session: its meter changes from round to round"});
  }
  std::expected<odds::Figures, Fault> figures;
  {
    const auto lease = counts.lease(game, asked->rows);
    if (!lease) return std::unexpected(lease.error());
    figures = count_wager(*lease, asked->table, *wager, ask);
  }
  if (!figures) return std::unexpected(figures.error());
  std::expected<boost::json::object, odds::SessionRefusal> session;
  try {
    session = session_of(*figures, terms);
  } catch (const odds::Stopped&) {
    return std::unexpected(Fault{"work_above_limit", "rounds",
                                 "this many rounds would take too long to compute here: request fewer", 422});
  }
  if (!session) {
    const auto refusal = session.error();
    return std::unexpected(Fault{std::string(code_name(refusal)), "rounds", std::string(to_text(refusal)), 422});
  }
  boost::json::object json{{"game", game.facts.id}, {"wager", game.wager(*wager).id}, {"name", figures->name}};
  for (const auto& field : *session) json[field.key()] = field.value();
  const auto lasted = std::chrono::steady_clock::now() - begun;
  json["microseconds"] = std::chrono::duration_cast<std::chrono::microseconds>(lasted).count();
  return json;
}

}  // namespace cardroom::lab
