#include "practice/training.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/prng.h"
#include "games/words.h"
#include "practice/course.h"
#include "practice/setup.h"
#include "practice/shown.h"
#include "practice/training_deal.h"

namespace cardroom::practice {

namespace {

using games::Position;
using games::Table;

std::expected<void, Refused> check_tally(const TrainingTally& tally) {
  if (tally.rounds > tally_count_max) return malformed("tally.rounds", "is out of range");
  if (tally.questions > tally_count_max) return malformed("tally.questions", "is out of range");
  if (tally.right > tally.questions) return malformed("tally.right", "must not exceed the questions");
  if (tally.mistakes > tally_count_max) return malformed("tally.mistakes", "is out of range");
  return {};
}

std::expected<TrainingRound, Refused> deal(const TrainingRequest& request, Prospects& prospects) {
  const auto setup = set_up(request.game, request.paytables, request.house, request.meters, request.key, request.round);
  if (!setup) return std::unexpected(setup.error());
  if (request.level < 1 || request.level > level_max)
    return malformed("level", fmt::format("must be from 1 to {}", level_max));
  const int players = request.players == 0 ? usual_players(request.level) : request.players;
  if (players < trainee_players_min || players > trainee_players_max)
    return malformed("players", fmt::format("must be from {} to {}", trainee_players_min, trainee_players_max));
  const TrainingSetting setting{request.level, players, setup->prng_key, request.round};
  auto round = deal_training(setup->table, setting, setup->meters, prospects);
  if (!round) {
    const games::Refusal& refusal = round.error();
    return std::unexpected(Refused{409, std::string(code_name(refusal.code)), "house", refusal.text});
  }
  TrainingRound training{.table = setup->table,
                         .round = std::move(*round),
                         .settlement = {},
                         .awards = {},
                         .lines = {},
                         .prng_key = base::prng_key_of_stream(setup->prng_key, request.round)};
  training.settlement = settle(training.table, training.round);
  training.awards = claim_awards(training.table, training.settlement, setup->meters);
  training.lines = lines_of(training.table, training.round, training.settlement, training.awards);
  return training;
}

std::string answer_words(const Table& table, const Question& question, const Answer& answer) {
  if (question.kind == QuestionKind::choice) {
    const auto option = std::ranges::find(question.options, answer.choice, &QuestionOption::id);
    return option->text;
  }
  if (question.kind == QuestionKind::positions)
    return answer.positions->empty() ? "none" : fmt::format("{}", fmt::join(*answer.positions, ", "));
  const Handled& handled = *answer.handled;
  const int wager = table.game().wager_index(handled.wager);
  const std::string_view name = wager == games::no_wager ? handled.wager : table.game().wager(wager).name;
  const std::string how = handled.how == Handling::take    ? "take it"
                          : handled.how == Handling::push  ? "push"
                          : handled.how == Handling::claim ? "claim"
                                                           : "pay " + to_text(handled.paid);
  return fmt::format("position {}, {}: {}", handled.position, name, how);
}

// Whether an answer is of the kind that is asked for.
std::optional<Refused> misfit(const Question& question, const Answer& answer, size_t index) {
  const std::string field = fmt::format("answers[{}]", index);
  const int given = !answer.choice.empty() + answer.positions.has_value() + answer.handled.has_value() + answer.show;
  if (given != 1) return malformed(field, "must have exactly one of choice, positions, handled and show").error();
  if (answer.show) return std::nullopt;
  switch (question.kind) {
    case QuestionKind::choice:
      if (std::ranges::find(question.options, answer.choice, &QuestionOption::id) == question.options.end())
        return malformed(field + ".choice", "is not one of the options").error();
      break;
    case QuestionKind::positions:
      if (!answer.positions) return malformed(field + ".positions", "is required for this question").error();
      for (const int position : *answer.positions) {
        if (std::ranges::find(question.positions, position) == question.positions.end())
          return malformed(field + ".positions", fmt::format("nobody plays at position {}", position)).error();
        if (std::ranges::count(*answer.positions, position) > 1)
          return malformed(field + ".positions", fmt::format("position {} appears twice", position)).error();
      }
      break;
    case QuestionKind::handled:
      if (!answer.handled) return malformed(field + ".handled", "is required for this question").error();
      if (answer.handled->paid < Cents(0)) return malformed(field + ".handled.paid", "must not be negative").error();
      if (answer.handled->how != Handling::pay && answer.handled->paid != Cents(0))
        return malformed(field + ".handled.paid", "is allowed only for a pay").error();
      break;
  }
  return std::nullopt;
}

void show_table(TrainingView& view, const TrainingRound& of, const Seen& seen) {
  const Table& table = of.table;
  const auto& facts = table.game().facts;
  view.dealer.needs = facts.dealer_qualifies ? fmt::format("{} or better", facts.dealer_needs) : "";
  if (seen.dealer) {
    // What is up before the decision, or all of it.
    cards::CardSet up = games::to_set(of.round.dealer);
    if (!seen.revealed && !of.settlement.voided()) {
      const auto decide = std::ranges::find(table.script(), games::Step::Kind::decide, &games::Step::kind);
      up = view_at(table, of.round, of.round.positions.front(), static_cast<int>(decide - table.script().begin()))
               .dealer;
    } else if (!seen.revealed) {
      up = {};
    }
    view.dealer.cards = cards_shown(of.round.dealer, up);
  }
  if (seen.community || seen.middle) {
    games::CardRow up = of.round.community;
    if (!seen.community) up.resize(std::min(up.size(), seen.turned));
    view.community = cards_shown(of.round.community, games::to_set(up));
  }
  const std::vector<size_t> to_handle = lines_to_handle(of);
  for (const Position& whole : of.round.positions) {
    const Position position = seen.decided || seen.everything ? whole : position_after(table, whole, seen.decisions);
    Seat seat{.position = position.number,
              .automatic = true,
              .cards = {},
              .words = {},
              .circles = circles_of(table, position),
              .folded = position.folded(),
              .choice = position.choices.empty() ? "" : choice_words(table, position.choices.back()),
              .staked = {},
              .net = {}};
    const bool alive = std::ranges::any_of(
        to_handle, [&](size_t line) { return of.settlement.lines[line].position == position.number; });
    const bool gone = seen.collected && position.folded();
    if (seen.players && !(gone && !alive))
      seat.cards = cards_shown(position.cards, seen.exposed ? games::to_set(position.cards) : cards::CardSet{});
    view.seats.push_back(std::move(seat));
  }
  // What the folds cost is off the layout, then what has been handled; in the end all of it.
  std::vector<Line> handled;
  for (size_t at = 0; at < of.lines.size(); ++at) {
    if (seen.everything || (seen.collected && falls_with_fold(of.settlement.lines[at])))
      handled.push_back(of.lines[at]);
  }
  for (size_t place = 0; place < seen.settled; ++place) handled.push_back(of.lines[to_handle[place]]);
  show_results(view.seats, handled);
}

void show_phases(TrainingView& view, const std::vector<Item>& course, const std::string& now) {
  bool passed = true;
  for (const Procedure::Phase& phase : shipped_procedure().phases) {
    if (std::ranges::find(course, phase.id, &Item::phase) == course.end()) continue;
    if (phase.id == now) passed = false;
    view.phases.push_back({phase.id, phase.name, phase.id == now ? "now" : passed ? "done" : "later"});
  }
}

// The whole table when all is done.
Seen all_seen(const TrainingRound& of) {
  const bool misdeal = of.settlement.voided();
  return {.players = true,
          .dealer = true,
          .decided = !misdeal,
          .collected = !misdeal,
          .revealed = !misdeal,
          .community = !misdeal,
          .exposed = true,
          .everything = true,
          .settled = lines_to_handle(of).size()};
}

}  // namespace

std::expected<TrainingView, Refused> train(const TrainingRequest& request, Prospects& prospects) {
  if (request.answers.size() > answers_max)
    return malformed("answers", fmt::format("must have at most {} entries", answers_max));
  if (auto fine = check_tally(request.tally); !fine) return std::unexpected(fine.error());
  const auto dealt = deal(request, prospects);
  if (!dealt) return std::unexpected(dealt.error());
  const TrainingRound& of = *dealt;
  const std::vector<Item> course = make_course(of, shipped_procedure());

  TrainingView view;
  view.of = identity_of(of.table, request.key, request.round);
  view.level = request.level;
  view.players = static_cast<int>(of.round.positions.size());
  Meters meters(of.table);
  for (const MeterNow& meter : request.meters) meters.set(meter.level, meter.amount);
  view.meters = meters.levels();

  size_t at = 0;
  uint64_t tries = 0;
  for (size_t index = 0; index < request.answers.size(); ++index) {
    if (at == course.size()) return malformed(fmt::format("answers[{}]", index), "the round is over");
    const Item& item = course[at];
    const Answer& answer = request.answers[index];
    if (auto refused = misfit(item.question, answer, index)) return std::unexpected(*refused);
    const auto wrong = answer.show ? std::optional<std::string>() : item.wrong(answer);
    if (wrong) {
      ++view.score.mistakes;
      ++tries;
      view.corrections.push_back({item.question.text, answer_words(of.table, item.question, answer), *wrong});
      view.verdict = Verdict{"wrong", *wrong};
      continue;
    }
    const bool first = tries == 0 && !answer.show;
    view.checklist.push_back({item.phase, item.done, answer.show ? "shown" : first ? "right" : "corrected"});
    ++view.score.questions;
    view.score.right += first;
    view.verdict = Verdict{answer.show ? "shown" : "right",
                           answer.show ? fmt::format("{}. {}", item.done, item.right) : item.right};
    tries = 0;
    ++at;
  }
  view.done = at == course.size();
  show_table(view, of, view.done ? all_seen(of) : course[at].seen);
  show_phases(view, course, view.done ? "" : course[at].phase);
  if (!view.done) view.question = course[at].question;
  const bool named = view.done || course[at].seen.exposed;
  if (named && !of.settlement.voided()) {
    view.dealer.words = dealer_words(of.table, of.round);
    view.dealer.qualifies = dealer_qualifies(of.table, of.round);
  }
  view.score.text = fmt::format("{} of {} right the first time", view.score.right, view.score.questions);
  view.tally = request.tally;
  if (view.done) {
    view.lines = of.lines;
    for (size_t seat = 0; seat < view.seats.size(); ++seat) {
      if (!of.settlement.voided())
        view.seats[seat].words = player_words(of.table, of.round.positions[seat], games::to_set(of.round.community));
    }
    ++view.tally.rounds;
    view.tally.questions += view.score.questions;
    view.tally.right += view.score.right;
    view.tally.mistakes += view.score.mistakes;
  }
  return view;
}

}  // namespace cardroom::practice
