#include "floor/controller.h"

#include <fmt/format.h>

#include <algorithm>

namespace cardroom::floor {

using namespace progressive;
using server::Answered;
using server::Incoming;

Timing human_timing() {
  return {{10'000, 20'000}, {15'000, 30'000}, {5'000, 10'000}, {15'000, 40'000}};
}

Timing brisk_timing() {
  return {{3'000, 7'000}, {4'000, 9'000}, {1'500, 4'000}, {8'000, 15'000}};
}

Timing demo_timing() {
  return {{2'000, 4'000}, {2'000, 4'000}, {1'000, 2'000}, {6'000, 12'000}};
}

Timing no_timing() {
  return {};
}

Controller::Controller(Net& net, Pit& pit, Counting& counting, ControllerOptions options)
    : net_(net),
      pit_(pit),
      counting_(counting),
      options_(std::move(options)),
      line_(net, options_.plan.table.text + "-controller", options_.controller_token),
      shuffler_(net, options_.plan.table.text + "-shuffler", options_.shuffler_token),
      deals_(options_.plan.game, options_.rules->paytable, options_.prng_key) {}

awaitable<void> Controller::take(Timing::Span span) {
  if (span.most_ms == 0) co_return;
  co_await net_.pause(span.least_ms +
                      base::uniform_below(deals_.prng(), static_cast<uint32_t>(span.most_ms - span.least_ms + 1)));
}

void Controller::note(const Line& line, const Answer& answer) {
  if (!answer || answer->sequence == 0) return;
  counting_.acknowledged.add(line.device() + ":" + answer->id, answer->sequence);
  if (answer->refused) ++counting_.tally.refusals;
}

void Controller::note_problem(const std::string& what, const ErrorBody& error) {
  counting_.note_problem(fmt::format("table {}: {}: {} [{}]", options_.plan.table.text, what, error.text, error.code));
}

awaitable<Controller::Answer> Controller::say(CommandBody body) {
  Incoming message;
  message.command = std::move(body);
  auto answer = co_await line_.ask(std::move(message));
  note(line_, answer);
  co_return answer;
}

awaitable<Controller::Answer> Controller::press(Key key, std::string pin) {
  Incoming message;
  message.press = server::Press{std::move(key), std::move(pin), false};
  auto answer = co_await line_.ask(std::move(message));
  note(line_, answer);
  co_return answer;
}

awaitable<void> Controller::run(uint64_t rounds) {
  line_.open();
  shuffler_.open();
  if (co_await line_.ready()) {
    const Timing::Span stagger{0, options_.timing.bets.most_ms};
    co_await take(stagger);
    if (!held()) co_await end_what_is_open();
    for (uint64_t round = 0; round < rounds && !net_.hurried(); ++round) {
      if (held()) co_await leave_keys();
      if (!net_.hurried()) co_await play_round();
    }
  }
  line_.close();
  shuffler_.close();
}

// A round that an earlier run left: its cards are not known any more.
awaitable<void> Controller::end_what_is_open() {
  if (!line_.table()->round) co_return;
  const server::TableView view = *line_.table();
  marks_.clear();
  locked_.clear();
  unsure_ = true;
  for (const PendingView& pending : view.view.pending) {
    const Prize* prize = prize_named(*options_.rules, pending.hand);
    if (prize == nullptr) continue;
    Case left;
    left.claim = pending.claim;
    left.link = options_.plan.link;
    left.rules = options_.rules;
    left.prize = prize;
    left.amount = pending.amount;
    co_await pit_.reject(left, "the cards can no longer be shown");
  }
  co_await end();
}

std::vector<Wager> Controller::place_bets() {
  base::Prng& prng = deals_.prng();
  const auto& sizes = options_.rules->wagers;
  std::vector<Wager> wagers;
  while (wagers.empty()) {
    positions_.clear();
    for (int position = 1; position <= options_.plan.positions; ++position) {
      if (base::uniform_below(prng, 100) >= 75) continue;
      positions_.push_back(position);
      if (base::uniform_below(prng, 100) >= 70) continue;
      const Cents size = sizes[base::uniform_below(prng, static_cast<uint32_t>(sizes.size()))];
      wagers.push_back({position, options_.plan.link, size});
    }
  }
  return wagers;
}

awaitable<void> Controller::play_round() {
  std::vector<Wager> wagers = place_bets();
  marks_.clear();
  locked_.clear();
  unsure_ = false;
  line_.tell(wagers);
  co_await take(options_.timing.bets);
  if (held()) co_return;
  const bool open = co_await lock(wagers);
  // The dealer takes the chips; a sensor that is lit again would be an alarm.
  line_.tell({});
  if (!open) co_return;
  co_await deal(Deals::hands(positions_));
  const std::vector<Winner> winners = deals_.deal(positions_, locked_, options_.chances.lucky_ppm);
  co_await take(options_.timing.play);
  // Twice: a keypad that was forgotten may have taken one mark back instead of making another.
  for (int pass = 0; pass < 2; ++pass) {
    for (const Winner& winner : winners) {
      if (!goes_on()) co_return;
      if (is_marked(winner.position)) continue;
      if (winner.folded && options_.rules->folded_hand == FoldedHand::loses) continue;
      if (co_await mark(winner)) co_await decide(marks_.size() - 1);
    }
  }
  co_await take(options_.timing.pays);
  if (goes_on()) co_await end();
}

awaitable<bool> Controller::lock(std::vector<Wager>& wagers) {
  Answer answer;
  if (options_.plan.manner == Manner::commands) {
    CommandBody start = StartRound{options_.plan.table, wagers};
    answer = co_await say(std::move(start));
  } else {
    Key key{.kind = first_generation() ? KeyKind::coin_in : KeyKind::start_game, .lit = wagers};
    answer = co_await press(std::move(key));
  }
  if (!answer) co_return false;
  if (answer->refused) {
    const std::string& code = answer->refused->code;
    const bool closed = code == "link_not_open" || code == "prize_fund_short";  // somebody's decision
    if (!closed) note_problem("lock", *answer->refused);
    // A keypad also refuses a lock while a round is open: somebody's, or one that was not seen.
    if (code == "round_open" || code == "key_not_now") co_await end_what_is_open();
    co_await net_.pause(1'000);
    co_return false;
  }
  for (const Wager& wager : wagers) {
    const auto left_out = [&](const LeftOut& left) { return left.position == wager.position; };
    if (!std::ranges::any_of(answer->accepted->left_out, left_out)) locked_.push_back(wager);
  }
  ++counting_.tally.rounds;
  counting_.tally.add_wagers(options_.plan.link, *options_.rules, locked_);
  co_return true;
}

awaitable<void> Controller::deal(int hands) {
  for (bool again = true; again;) {
    again = happens(options_.chances.wrong_count_ppm);
    Incoming message;
    message.deal = server::Deal{hands, again};
    const Answer answer = co_await shuffler_.ask(std::move(message));
    if (!answer) co_return;
    const std::string id = shuffler_.device() + ":" + answer->id;
    if (answer->refused) {
      note(shuffler_, answer);
      note_problem("deal", *answer->refused);
      co_return;
    }
    ++counting_.tally.deals;
    if (again) {
      ++counting_.tally.void_deals;
      counting_.acknowledged.add_somewhere(id);
      counting_.acknowledged.add(id + "/void", answer->sequence);
    } else {
      counting_.acknowledged.add(id, answer->sequence);
    }
  }
}

// Compares what the end paid with what the rules say of this round's marks.
void Controller::check_end(const Outcome& outcome) {
  Cents paid, envy, paid_expected, envy_expected;
  for (const Payment& payment : outcome.paid) paid += payment.amount;
  for (const Payment& payment : outcome.envy) envy += payment.amount;
  std::vector<std::pair<int, Cents>> told, due;
  for (const Payment& payment : outcome.envy) told.emplace_back(payment.position.value_or(0), payment.amount);
  for (const Mark& mark : marks_) {
    if (mark.fate == Fate::open) paid_expected += fixed_pay(*mark.what.prize, mark.what.wager);
    if (mark.fate != Fate::open && mark.fate != Fate::confirmed) continue;
    if (mark.what.prize->envy == Cents()) continue;
    for (const Wager& other : mark.what.others)
      due.emplace_back(other.position, envy_pay(*options_.rules, *mark.what.prize, other.wager));
    envy_expected += envy_of(mark.what);
  }
  std::ranges::sort(told);
  std::ranges::sort(due);
  if (unsure_) {
    paid_expected = paid;
    envy_expected = envy;
  } else if (paid != paid_expected || told != due) {
    counting_.note_problem(fmt::format(
        "table {}, round {}: the server reported fixed pays of {} and envy of {}, but the rules give {} and {}",
        options_.plan.table.text, outcome.round, base::to_text(paid), base::to_text(envy), base::to_text(paid_expected),
        base::to_text(envy_expected)));
  }
  counting_.tally.fixed_pays += paid_expected;
  counting_.tally.envy += envy_expected;
}

awaitable<void> Controller::end() {
  for (int attempt = 0; attempt < 20 && !held(); ++attempt) {
    Answer answer;
    if (options_.plan.manner == Manner::commands) {
      CommandBody body = EndRound{options_.plan.table};
      answer = co_await say(std::move(body));
    } else {
      Key key{.kind = first_generation() ? KeyKind::game_over : KeyKind::end_game};
      answer = co_await press(std::move(key));
    }
    if (!answer) co_return;
    if (!answer->refused) {
      ++counting_.tally.rounds_ended;
      check_end(*answer->accepted);
      co_return;
    }
    const std::string& code = answer->refused->code;
    if (code == "round_not_open") co_return;  // cancelled at a console
    if (code == "claim_undecided") {
      for (size_t index = 0; index < marks_.size(); ++index) co_await decide(index);
    } else if (code == "key_not_now" && first_generation()) {
      // The key is still at JPH, or the round was cancelled.
      const bool turned = co_await turn_back();
      if (!turned && line_.table() && !line_.table()->round) co_return;
    } else if (code == "key_not_now") {
      co_return;
    } else {
      note_problem("end", *answer->refused);
    }
    co_await net_.back_off(2);
  }
  if (!held()) counting_.note_problem(fmt::format("table {}: the round could not be ended", options_.plan.table.text));
}

}  // namespace cardroom::floor
