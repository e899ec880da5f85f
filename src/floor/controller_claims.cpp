// Marks and what becomes of them, by keys, cards and consoles.
#include <fmt/format.h>

#include <algorithm>

#include "floor/controller.h"

namespace cardroom::floor {

using namespace progressive;

namespace {

constexpr int attempts_max = 20;  // a server that starts again forgets half-pressed keys; that often it does not

}  // namespace

// One press of the hand button. False: try again.
awaitable<bool> Controller::press_hand(const Winner& winner, bool position_key) {
  Answer answer;
  const uint64_t connection = line_.reconnections();
  if (options_.plan.manner == Manner::commands) {
    CommandBody body = MarkHand{options_.plan.table, winner.position, options_.plan.link, winner.hand, winner.folded};
    answer = co_await say(std::move(body));
  } else {
    if (position_key) {
      Key where{.kind = first_generation() ? KeyKind::position : KeyKind::spot, .position = winner.position};
      answer = co_await press(std::move(where));
      if (!answer || answer->refused) co_return false;
    }
    Key hand{.kind = KeyKind::hand, .link = options_.plan.link, .hand = winner.hand, .folded = winner.folded};
    answer = co_await press(std::move(hand));
  }
  if (!answer) co_return false;
  if (answer->refused) {
    const std::string& code = answer->refused->code;
    if (code != "key_not_now" && code != "position_needed") {
      note_problem("mark " + winner.hand, *answer->refused);
      unsure_ = true;
    }
    co_return false;
  }
  const Outcome& outcome = *answer->accepted;
  const auto known = std::ranges::find(marks_, outcome.claim, [](const Mark& mark) { return mark.what.claim; });
  if (known != marks_.end()) {
    known->fate = Fate::taken_back;
    ++counting_.tally.claims_taken_back;
    co_return true;
  }
  ++counting_.tally.claims;
  Mark mark;
  mark.what.claim = outcome.claim;
  mark.what.link = options_.plan.link;
  mark.what.position = winner.position;
  // A game manager that was started again has forgotten a position that was entered before the hand.
  mark.what.position_told = options_.plan.manner == Manner::commands || !first_generation() ||
                            (position_key && connection == line_.reconnections());
  mark.what.rules = options_.rules;
  mark.what.prize = prize_named(*options_.rules, winner.hand);
  for (const Pricing& price : outcome.priced)
    if (price.claim == outcome.claim) mark.what.amount = price.amount;
  for (const Wager& wager : locked_) {
    if (wager.position == winner.position)
      mark.what.wager = wager.wager;
    else
      mark.what.others.push_back(wager);
  }
  const Cents expected = fixed_pay(*mark.what.prize, mark.what.wager);
  if (!mark.what.prize->is_share() && mark.what.amount != expected)
    counting_.note_problem(fmt::format("claim {}: priced at {}, but the rules give {}", outcome.claim,
                                       base::to_text(mark.what.amount), base::to_text(expected)));
  marks_.push_back(std::move(mark));
  co_return true;
}

// True: the last of marks_ is this hand's.
awaitable<bool> Controller::mark(const Winner& winner) {
  const bool sizes_differ = std::ranges::any_of(locked_, [&](const Wager& w) { return w.wager != locked_[0].wager; });
  const bool position_key = !first_generation() || sizes_differ || !marks_.empty();
  bool take_back = happens(options_.chances.take_back_ppm);
  for (int attempt = 0; attempt < attempts_max && goes_on() && !unsure_; ++attempt) {
    const size_t before = marks_.size();
    if (!co_await press_hand(winner, position_key)) {
      if (first_generation() && options_.plan.manner == Manner::presses) co_await turn_back();
      continue;
    }
    if (marks_.size() == before) continue;  // another mark of this hand was taken back
    if (!take_back) co_return true;
    take_back = false;
    const ClaimNumber claim = marks_.back().what.claim;
    if (options_.plan.manner == Manner::commands) {
      CommandBody body = UnmarkHand{claim};
      const Answer answer = co_await say(std::move(body));
      if (!answer || answer->refused) co_return answer.has_value();
      marks_.back().fate = Fate::taken_back;
      ++counting_.tally.claims_taken_back;
    } else {
      (void)co_await press_hand(winner, position_key);
      if (marks_.back().what.claim == claim && marks_.back().fate == Fate::open) co_return true;
    }
  }
  co_return false;
}

bool Controller::is_marked(int position) const {
  return std::ranges::any_of(
      marks_, [&](const Mark& mark) { return mark.what.position == position && mark.fate != Fate::taken_back; });
}

awaitable<bool> Controller::turn_back() {
  Key key{.kind = KeyKind::key_to_run};
  const Answer answer = co_await press(std::move(key));
  if (!answer || answer->refused) co_return false;
  for (const Payment& payment : answer->accepted->paid) {
    for (Mark& mark : marks_) {
      if (mark.what.claim != payment.claim || mark.fate != Fate::open) continue;
      pit_.note_confirmed(mark.what, *answer->accepted);
      mark.fate = Fate::confirmed;
    }
  }
  co_return true;
}

awaitable<void> Controller::decide(size_t index) {
  if (marks_[index].fate != Fate::open) co_return;
  const Case what = marks_[index].what;
  if (!needs_supervisor(*what.rules, *what.prize, what.amount, what.position_told)) co_return;
  co_await take(options_.timing.supervisor);
  if (!goes_on()) co_return;
  Fate fate = Fate::open;
  if (happens(options_.chances.reject_ppm)) {
    fate = co_await pit_.reject(what, "the hand was misread");
  } else if (happens(options_.chances.dispute_ppm)) {
    fate = co_await pit_.hold(what);
  } else {
    bool done = false;
    if (options_.plan.manner == Manner::presses) {
      fate = first_generation() ? co_await by_key(marks_[index]) : co_await by_card(marks_[index]);
      // With its position known a small pay waits for the end of the round.
      done = fate != Fate::open ||
             !needs_supervisor(*what.rules, *what.prize, what.amount, marks_[index].what.position_told);
    }
    if (!done && goes_on()) {
      const Case now = marks_[index].what;
      fate = co_await pit_.confirm(now);
    }
  }
  marks_[index].fate = fate;
  if (fate == Fate::by_others) unsure_ = true;
}

// CONFIRM and a card. Fate::open: it must be done at a console.
awaitable<Fate> Controller::by_card(Mark& mark) {
  bool executive = needs_executive(*mark.what.rules, *mark.what.prize, mark.what.amount);
  for (int attempt = 0; attempt < attempts_max && goes_on(); ++attempt) {
    Key confirm{.kind = KeyKind::confirm};
    Answer answer = co_await press(std::move(confirm));
    if (!answer) co_return Fate::by_others;
    if (answer->refused) co_return Fate::open;
    const server::Credentials who = pit_.card(executive);
    Key card{.kind = KeyKind::card, .staff = who.staff};
    answer = co_await press(std::move(card), who.pin);
    if (!answer) co_return Fate::by_others;
    if (!answer->refused && answer->accepted->paid.empty()) {
      // Two people are needed: another one's card.
      const server::Credentials second = pit_.card(!executive);
      Key other{.kind = KeyKind::card, .staff = second.staff};
      answer = co_await press(std::move(other), second.pin);
      if (!answer) co_return Fate::by_others;
      if (!answer->refused && answer->accepted->paid.empty()) continue;  // the first card was forgotten meanwhile
    }
    if (!answer->refused) {
      pit_.note_confirmed(mark.what, *answer->accepted);
      co_return Fate::confirmed;
    }
    const std::string& code = answer->refused->code;
    if (code == "executive_needed")
      executive = true;
    else if (code == "earlier_claim_open")
      co_await net_.back_off(2);
    else if (code != "key_not_now")
      co_return Fate::open;  // too many cards at once, or decided by somebody else
  }
  co_return Fate::open;
}

// The key to JPH, position, J-POT, the key to RUN. Keys that the game manager forgot are pressed again.
awaitable<Fate> Controller::by_key(Mark& mark) {
  const bool another = needs_executive(*mark.what.rules, *mark.what.prize, mark.what.amount) ||
                       needs_two_people(*mark.what.rules, *mark.what.prize, mark.what.amount);
  for (int attempt = 0; attempt < attempts_max && goes_on(); ++attempt) {
    const server::Credentials who = pit_.card(false);
    Key turn{.kind = KeyKind::key_to_jph, .staff = who.staff};
    Answer answer = co_await press(std::move(turn), who.pin);
    if (!answer) co_return Fate::by_others;
    if (answer->refused && answer->refused->code != "key_not_now") co_return Fate::open;
    if (!mark.what.position_told) {
      Key position{.kind = KeyKind::position, .position = mark.what.position};
      answer = co_await press(std::move(position));
      if (!answer) co_return Fate::by_others;
    }
    Key seen{.kind = KeyKind::j_pot};
    answer = co_await press(std::move(seen));
    if (!answer) co_return Fate::by_others;
    if (!answer->refused && answer->accepted->claim == mark.what.claim) mark.what.position_told = true;
    if (another) {
      const server::Credentials boss = pit_.card(true);
      Key card{.kind = KeyKind::card, .staff = boss.staff};
      answer = co_await press(std::move(card), boss.pin);
      if (!answer) co_return Fate::by_others;
    }
    Key back{.kind = KeyKind::key_to_run};
    answer = co_await press(std::move(back));
    if (!answer) co_return Fate::by_others;
    if (!answer->refused) {
      if (answer->accepted->paid.empty()) co_return Fate::open;  // only its position was missing
      pit_.note_confirmed(mark.what, *answer->accepted);
      co_return Fate::confirmed;
    }
    if (answer->refused->code == "earlier_claim_open")
      co_await net_.back_off(2);
    else if (answer->refused->code != "key_not_now")
      co_return Fate::open;
  }
  co_return Fate::open;
}

}  // namespace cardroom::floor
