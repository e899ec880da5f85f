#include "floor/pit.h"

#include <fmt/format.h>

namespace cardroom::floor {

using namespace progressive;

void Counting::note_problem(std::string text) {
  if (problems.size() < problems_max) problems.push_back(std::move(text));
}

Cents envy_of(const Case& what) {
  Cents total;
  if (what.prize->envy == Cents()) return total;
  for (const Wager& wager : what.others) total += envy_pay(*what.rules, *what.prize, wager.wager);
  return total;
}

Pit::Pit(Net& net, Counting& counting, const House& house, const Kept& kept, uint64_t prng_key)
    : net_(net), counting_(counting), prng_(prng_key) {
  for (const StaffPlan& staff : house.staff) {
    const auto pin = kept.pins.find(staff.staff);
    if (pin == kept.pins.end()) continue;
    server::Credentials who{staff.staff, pin->second};
    if (staff.role == Role::supervisor) supervisors_.emplace_back(net, who);
    if (staff.role == Role::executive) executives_.emplace_back(net, who);
  }
  CHECK(!supervisors_.empty() && !executives_.empty());
}

Console& Pit::console(bool executive) {
  auto& people = executive ? executives_ : supervisors_;
  return people[turn_++ % people.size()];
}

server::Credentials Pit::card(bool executive) {
  return console(executive).who();
}

awaitable<Console::Posted> Pit::ask(bool executive, CommandBody body, bool two_people) {
  std::optional<server::Credentials> second;
  if (two_people) second = card(!executive);
  auto posted = co_await console(executive).command(std::move(body), std::move(second));
  if (posted.recorded) {
    counting_.acknowledged.add(posted.id, posted.recorded->sequence);
  } else if (posted.by_rule()) {
    counting_.acknowledged.add_somewhere(posted.id);
    ++counting_.tally.refusals;
  }
  co_return posted;
}

void Pit::note_confirmed(const Case& what, const Outcome& outcome) {
  ++counting_.tally.claims_confirmed;
  if (outcome.paid.size() != 1 || outcome.paid.front().claim != what.claim) {
    counting_.note_problem(fmt::format("claim {}: the confirmation does not pay this claim alone", what.claim));
    return;
  }
  const Cents paid = outcome.paid.front().amount;
  const Cents expected = what.prize->is_share() ? paid : fixed_pay(*what.prize, what.wager);
  if (paid != expected)
    counting_.note_problem(fmt::format("claim {}: {} was paid, but the rules give {}", what.claim, base::to_text(paid),
                                       base::to_text(expected)));
  counting_.tally.confirmed += expected;
}

awaitable<Fate> Pit::until_done(const Case& what, CommandBody body, Fate done) {
  bool executive = needs_executive(*what.rules, *what.prize, what.amount);
  bool two_people = done == Fate::confirmed && needs_two_people(*what.rules, *what.prize, what.amount);
  bool acknowledged = false;
  for (int waits = 2;;) {
    CommandBody again = body;
    const auto posted = co_await ask(executive, std::move(again), two_people);
    if (posted.recorded) {
      if (done == Fate::confirmed) note_confirmed(what, posted.recorded->outcome);
      co_return done;
    }
    const std::string& code = posted.refused.code;
    if (code == "executive_needed") {
      executive = true;
    } else if (code == "second_person_missing" && !two_people) {
      two_people = true;  // the amount has grown since it was marked
    } else if (code == "earlier_claim_open") {
      co_await net_.back_off(waits++);  // another table's claim comes first, perhaps one that a person looks at
    } else if (code == "position_needed" && what.position > 0 && !acknowledged) {
      acknowledged = true;
      CommandBody seen = AcknowledgeClaim{what.claim, what.position};
      co_await ask(false, std::move(seen));
    } else {
      const bool others = code == "claim_decided" || code == "claim_unknown" || code == "gave_up";
      if (!others) counting_.note_problem(fmt::format("claim {}: {} [{}]", what.claim, posted.refused.text, code));
      co_return Fate::by_others;
    }
  }
}

awaitable<void> Pit::acknowledge(const Case& what) {
  if (what.position_told) co_return;
  CommandBody body = AcknowledgeClaim{what.claim, what.position};
  co_await ask(false, std::move(body));
}

awaitable<Fate> Pit::confirm(const Case& what) {
  co_await acknowledge(what);
  CommandBody body = ConfirmClaim{what.claim};
  co_return co_await until_done(what, std::move(body), Fate::confirmed);
}

awaitable<Fate> Pit::reject(const Case& what, std::string reason) {
  CommandBody body = RejectClaim{what.claim, std::move(reason)};
  const Fate fate = co_await until_done(what, std::move(body), Fate::rejected);
  if (fate == Fate::rejected) ++counting_.tally.claims_rejected;
  co_return fate;
}

awaitable<Fate> Pit::hold(const Case& what) {
  co_await acknowledge(what);
  CommandBody body = HoldClaim{what.claim, "the player's hand was touched before it was seen"};
  const Fate fate = co_await until_done(what, std::move(body), Fate::held);
  if (fate == Fate::held) {
    ++counting_.tally.claims_held;
    held_.push_back(what);
  }
  co_return fate;
}

awaitable<void> Pit::release_held() {
  while (!held_.empty() && !net_.failure()) {
    const Case what = held_.front();
    held_.pop_front();
    const bool pays = base::uniform_below(prng_, 4) != 0;
    const Verdict verdict = pays ? Verdict::pay : Verdict::reject;
    CommandBody body = ReleaseClaim{what.claim, verdict, pays ? "the recording shows the hand" : "the hand was fouled"};
    const auto posted = co_await ask(true, std::move(body), true);
    if (!posted.recorded) {
      if (posted.refused.code != "gave_up" && posted.refused.code != "claim_not_held")
        counting_.note_problem(fmt::format("claim {}: {}", what.claim, posted.refused.text));
      continue;
    }
    ++counting_.tally.claims_released;
    if (!pays) continue;
    Cents envy;
    for (const Payment& payment : posted.recorded->outcome.envy) envy += payment.amount;
    if (envy != envy_of(what))
      counting_.note_problem(fmt::format("claim {}: envy of {}, but the rules give {}", what.claim, base::to_text(envy),
                                         base::to_text(envy_of(what))));
    counting_.tally.envy += envy_of(what);
    note_confirmed(what, posted.recorded->outcome);
    --counting_.tally.claims_confirmed;  // it was released, not confirmed
    // The round is over, as a rule; where it is not, the dealer may end it first.
    const Outcome& outcome = posted.recorded->outcome;
    CommandBody paid = AcknowledgePayment{outcome.table, outcome.round, what.claim, std::nullopt};
    const auto acknowledged = co_await ask(false, std::move(paid));
    const std::string& code = acknowledged.refused.code;
    if (!acknowledged.recorded && code != "nothing_owed" && code != "gave_up")
      counting_.note_problem(fmt::format("claim {}: {}", what.claim, acknowledged.refused.text));
  }
}

}  // namespace cardroom::floor
