#include "lab/faceup_verdicts.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/prng.h"
#include "games/library.h"
#include "games/registry.h"
#include "lab/faceup_games.h"

namespace cardroom::lab {

namespace {

games::Table table_of(const std::string& id) {
  const games::Game* game = games::find_game(id);
  return *games::Table::make({.game = game, .house = game->facts.house}, games::shipped_library().paytables);
}

}  // namespace

std::vector<FaceUpVerdict> face_up_verdicts(const FaceUpResults& results) {
  std::vector<FaceUpVerdict> verdicts;
  for (const FaceUpEstimate& estimate : shipped_face_up().estimates) {
    const auto judged = judge_estimate(estimate, results.rows);
    if (!judged) continue;
    verdicts.push_back(
        {.id = estimate.id,
         .document = estimate.document,
         .game = estimate.game,
         .what = fmt::format("{}, {} players: {}", face_up_name(estimate.game), estimate.players, estimate.what),
         .printed = bounds_words(estimate),
         .computed = fmt::format("{} {}", with_error(judged->ours), of_what(estimate)),
         .verdict = std::string(odds::verdict_name(judged->verdict)),
         .expected = std::string(odds::verdict_name(estimate.expected))});
  }
  for (const RecommendedSpots& spots : shipped_face_up().spots) {
    const MostSpots most = most_spots(results.rows, spots.game);
    if (most.players_max == 0) continue;
    verdicts.push_back({.id = spots.game + "-spots",
                        .document = spots.document,
                        .game = spots.game,
                        .what = fmt::format("{}: the most spots", face_up_name(spots.game)),
                        .printed = spots.most == 0 ? "not beatable" : fmt::format("{}", spots.most),
                        .computed = spots_words(most),
                        .verdict = advice_verdict(spots, most),
                        .expected = spots.expected});
  }
  for (const FaceUpRule& rule : results.rules) {
    const odds::SeenRule& printed = printed_rule(rule.rule);
    verdicts.push_back({.id = rule.rule,
                        .document = printed.document,
                        .game = printed.game,
                        .what = fmt::format("{}: {}", face_up_name(printed.game), printed.words),
                        .printed = "rule",
                        .computed = fmt::format("worth {}", with_error(rule.value)),
                        .verdict = std::string(odds::verdict_name(odds::verdict_of_rule(rule.value))),
                        .expected = std::string(odds::verdict_name(printed.expected))});
  }
  return verdicts;
}

boost::json::object face_up_verdict_json(const FaceUpVerdict& verdict) {
  return {{"id", verdict.id},           {"document", verdict.document}, {"game", verdict.game},
          {"figure", verdict.what},     {"printed", verdict.printed},   {"computed_words", verdict.computed},
          {"verdict", verdict.verdict}, {"expected", verdict.expected}};
}

std::vector<std::string> recompute(const FaceUpResults& results, odds::Workers& workers, odds::Progress* progress) {
  std::vector<std::string> differences;
  std::unique_ptr<odds::ExposedAnalyst> analyst;
  const auto analyst_of = [&](const std::string& game) -> const odds::ExposedAnalyst& {
    if (!analyst || analyst->table().game().facts.id != game) {
      analyst = std::make_unique<odds::ExposedAnalyst>(table_of(game), progress);
    }
    return *analyst;
  };
  for (const FaceUpRow& row : results.rows) {
    const bool needed = std::ranges::any_of(shipped_face_up().estimates, [&](const FaceUpEstimate& estimate) {
      return estimate.game == row.game && estimate.players == row.players;
    });
    if (!needed) continue;
    odds::ExposedWish wish;
    wish.seen = {.hands = row.players - 1};
    wish.prng_key = base::prng_key_of(row.key);
    wish.blocks = row.blocks;
    const odds::ExposedAnalyst& of_game = analyst_of(row.game);
    FaceUpRow again = face_up_row(of_game.table(), row.players, of_game.run(wish, workers, progress), row.key);
    again.version = row.version;
    again.simple_words = row.simple_words;  // how it is said may change
    if (to_line(again) == to_line(row)) continue;
    differences.push_back(fmt::format("{} with {} players: stored {}, computed {}", face_up_name(row.game), row.players,
                                      with_error(row.edge), with_error(again.edge)));
  }
  for (const FaceUpRule& rule : results.rules) {
    const odds::SeenRule& printed = printed_rule(rule.rule);
    const auto deals = static_cast<int>(rule.deals);
    FaceUpRule again = face_up_rule(
        odds::judge_rule(printed, analyst_of(printed.game), base::prng_key_of(rule.key), deals), deals, rule.key);
    again.version = rule.version;
    if (to_line(again) == to_line(rule)) continue;
    differences.push_back(
        fmt::format("{}: stored {}, computed {}", rule.rule, with_error(rule.value), with_error(again.value)));
  }
  return differences;
}

}  // namespace cardroom::lab
