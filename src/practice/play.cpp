#include "practice/play.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/prng.h"
#include "cards/deck.h"
#include "games/words.h"
#include "practice/advice.h"
#include "practice/setup.h"
#include "practice/shown.h"
#include "practice/walk.h"

namespace cardroom::practice {

namespace {

using base::Rational;
using games::ActionKind;
using games::Actions;
using games::Choice;
using games::Position;
using games::Round;
using games::Table;
using games::View;

Refused by_rule(const games::Refusal& refusal, std::string field) {
  return {409, std::string(code_name(refusal.code)), std::move(field), refusal.text};
}

std::expected<Round, Refused> seat(const Table& table, const std::vector<SeatRequest>& seats) {
  if (seats.empty() || seats.size() > seats_max)
    return malformed("seats", fmt::format("must be 1 to {} positions", seats_max));
  if (std::ranges::all_of(seats, &SeatRequest::automatic)) return malformed("seats", "none of the positions is yours");
  Round round;
  for (size_t at = 0; at < seats.size(); ++at) {
    Position position{.number = seats[at].position, .player = {}, .stakes = {}, .cards = {}, .choices = {}};
    if (at > 0 && seats[at].position <= seats[at - 1].position)
      return malformed(fmt::format("seats[{}].position", at), "positions must be in ascending order");
    for (size_t bet = 0; bet < seats[at].wagers.size(); ++bet) {
      const WagerAmount& wager = seats[at].wagers[bet];
      const std::string field = fmt::format("seats[{}].wagers[{}]", at, bet);
      const int index = table.game().wager_index(wager.wager);
      if (index == games::no_wager)
        return malformed(field + ".wager", fmt::format("{} has no such wager", table.game().facts.name));
      const games::WagerKind kind = table.game().wager(index).kind;
      if (kind == games::WagerKind::raise || kind == games::WagerKind::award)
        return malformed(field + ".wager",
                         fmt::format("{} cannot be bet before the deal", table.game().wager(index).name));
      if (wager.amount <= Cents(0) || wager.amount > games::wager_ceiling)
        return malformed(field + ".amount",
                         fmt::format("must be above $0.00 and at most {}", base::to_text(games::wager_ceiling)));
      if (position.stakes[static_cast<size_t>(index)] > Cents(0)) return malformed(field + ".wager", "appears twice");
      position.stakes[static_cast<size_t>(index)] = wager.amount;
    }
    round.positions.push_back(std::move(position));
  }
  if (auto fine = validate_wagers(table, round); !fine) {
    const games::Refusal& refusal = fine.error();
    std::string field = "seats";
    for (size_t at = 0; at < seats.size(); ++at) {
      if (seats[at].position != refusal.position) continue;
      field = fmt::format("seats[{}].wagers", at);
      for (size_t bet = 0; bet < seats[at].wagers.size(); ++bet) {
        if (table.game().wager_index(seats[at].wagers[bet].wager) == refusal.wager)
          field += fmt::format("[{}].amount", bet);
      }
    }
    return std::unexpected(by_rule(refusal, field));
  }
  return round;
}

ActionKind action_kind(ActKind kind) {
  switch (kind) {
    case ActKind::fold: return ActionKind::fold;
    case ActKind::check: return ActionKind::check;
    case ActKind::bet: return ActionKind::bet;
    case ActKind::take_back: return ActionKind::take_back;
  }
  CHECK(false);
}

// The round as one request describes it.
class Replay {
 public:
  Replay(const PlayRequest& request, const Setup& setup, Round round, Prospects& prospects)
      : request_(request), table_(setup.table), meters_(setup.meters), prospects_(prospects), round_(std::move(round)) {
    used_.resize(request.seats.size());
    base::Prng prng(base::prng_key_of_stream(setup.prng_key, request.round));
    cards::Deck deck(table_.game().facts.deck);
    waiting_ = walk(
        table_, round_, [&] { return deck.draw(prng); },
        [&](const View& view, const Actions& actions, const Position& position) {
          return choose(view, actions, position);
        });
  }

  std::expected<PlayView, Refused> view();

 private:
  std::optional<Choice> choose(const View& view, const Actions& actions, const Position& position);
  std::optional<Values> values(const View& view, std::vector<Choice> choices) {
    return values_at(table_, view, static_cast<int>(round_.positions.size()) + 1, meters_, std::move(choices),
                     prospects_);
  }
  std::optional<Refused> actions_left() const;
  void show_cards(PlayView& view) const;
  void show_turn(PlayView& view);
  void show_settlement(PlayView& view) const;

  const PlayRequest& request_;
  const Table& table_;
  const Meters& meters_;
  Prospects& prospects_;
  Round round_;
  std::optional<Waiting> waiting_;
  std::vector<size_t> used_;  // actions, by seat
  std::vector<Decision> decisions_;
  Rational price_;  // of all mistakes, in cents
  std::optional<Refused> refused_;
};

std::optional<Choice> Replay::choose(const View& view, const Actions& actions, const Position& position) {
  const auto seat = static_cast<size_t>(&position - round_.positions.data());
  const SeatRequest& asked = request_.seats[seat];
  std::vector<Choice> choices = choices_of(table_, actions);
  if (asked.automatic) {
    const auto known = values(view, choices);
    return known ? known->choices[known->best] : table_.game().basic(view, table_, actions);
  }
  if (used_[seat] == asked.actions.size()) return std::nullopt;
  const std::string field = fmt::format("seats[{}].actions[{}]", seat, used_[seat]);
  const Act& act = asked.actions[used_[seat]++];
  Choice choice{.kind = action_kind(act.kind)};
  if (act.kind == ActKind::take_back) {
    const auto back = std::ranges::find(actions, ActionKind::take_back, &games::Action::kind);
    const bool offered = back != actions.end();
    choice.wager = !act.wager.empty() ? table_.game().wager_index(act.wager) : offered ? back->wager : games::no_wager;
    choice.amount = act.amount != Cents(0) ? act.amount : offered ? back->min : Cents(0);
  } else if (act.kind == ActKind::bet) {
    const auto bet = std::ranges::find(actions, ActionKind::bet, &games::Action::kind);
    const int only = bet == actions.end() ? games::no_wager : bet->wager;
    choice.wager = act.wager.empty() ? only : table_.game().wager_index(act.wager);
    choice.amount = act.amount;
    if (choice.wager == games::no_wager || act.amount <= Cents(0)) {
      refused_ = malformed(field, "a bet needs a wager and an amount above $0.00").error();
      return std::nullopt;
    }
  } else if (!act.wager.empty() || act.amount != Cents(0)) {
    refused_ = malformed(field, "takes neither a wager nor an amount").error();
    return std::nullopt;
  }
  if (auto fine = validate_choice(table_, position, actions, choice); !fine) {
    refused_ = by_rule(fine.error(), field);
    return std::nullopt;
  }
  auto chosen = std::ranges::find(choices, choice);
  const auto at = static_cast<size_t>(chosen - choices.begin());
  if (chosen == choices.end()) choices.push_back(choice);
  if (const auto known = values(view, std::move(choices))) {
    decisions_.push_back(decision_of(table_, position, *known, at));
    price_ += known->price(at);
  }
  return choice;
}

std::optional<Refused> Replay::actions_left() const {
  for (size_t seat = 0; seat < round_.positions.size(); ++seat) {
    const SeatRequest& asked = request_.seats[seat];
    if (used_[seat] == asked.actions.size()) continue;
    const Position& position = round_.positions[seat];
    const std::string field = fmt::format("seats[{}].actions[{}]", seat, used_[seat]);
    if (asked.automatic) return malformed(field, "this position is played automatically").error();
    if (waiting_) continue;
    const auto code = position.folded()          ? games::RefusalCode::action_after_fold
                      : position.choices.empty() ? games::RefusalCode::no_decision_to_make
                                                 : games::RefusalCode::action_not_offered;
    return by_rule(
        {code, position.number, games::no_wager, fmt::format("position {} has no more decisions", position.number)},
        field);
  }
  return std::nullopt;
}

void Replay::show_cards(PlayView& view) const {
  const auto& facts = table_.game().facts;
  cards::CardSet dealer = games::to_set(round_.dealer);
  cards::CardSet community = games::to_set(round_.community);
  if (waiting_) {
    const View seen = view_at(table_, round_, round_.positions[waiting_->seat], waiting_->step);
    dealer = seen.dealer;
    community = seen.community;
  }
  view.dealer.cards = cards_shown(round_.dealer, dealer);
  view.dealer.needs = facts.dealer_qualifies ? fmt::format("{} or better", facts.dealer_needs) : "";
  view.community = cards_shown(round_.community, community);
  if (!waiting_) {
    view.dealer.words = dealer_words(table_, round_);
    view.dealer.qualifies = dealer_qualifies(table_, round_);
  }
  for (size_t at = 0; at < round_.positions.size(); ++at) {
    const Position& position = round_.positions[at];
    const bool seen = !waiting_ || !request_.seats[at].automatic;
    Seat seat{.position = position.number,
              .automatic = request_.seats[at].automatic,
              .cards = cards_shown(position.cards, seen ? games::to_set(position.cards) : cards::CardSet{}),
              .words = seen ? player_words(table_, position, community) : "",
              .circles = circles_of(table_, position),
              .folded = position.folded(),
              .choice = position.choices.empty() ? "" : choice_words(table_, position.choices.back()),
              .staked = {},
              .net = {}};
    view.seats.push_back(std::move(seat));
  }
}

void Replay::show_turn(PlayView& view) {
  const Position& position = round_.positions[waiting_->seat];
  const View seen = view_at(table_, round_, position, waiting_->step);
  const Actions actions = table_.game().actions(seen, table_);
  const std::string_view question = table_.script()[static_cast<size_t>(waiting_->step)].text;
  view.turn = turn_of(table_, position, actions, question, values(seen, choices_of(table_, actions)));
  view.says = question;
}

void Replay::show_settlement(PlayView& view) const {
  const games::Settlement settlement = settle(table_, round_);
  view.lines = lines_of(table_, round_, settlement, claim_awards(table_, settlement, meters_));
  show_results(view.seats, view.lines);
  Cents staked;
  Cents net;
  for (size_t at = 0; at < round_.positions.size(); ++at) {
    Cents its_stakes;
    Cents its_net;
    for (const Cents stake : round_.positions[at].stakes) its_stakes += stake;
    for (const Line& line : view.lines) {
      if (line.position == round_.positions[at].number) its_net += line.net;
    }
    view.seats[at].staked = its_stakes;
    view.seats[at].net = its_net;
    if (request_.seats[at].automatic) continue;
    staked += its_stakes;
    net += its_net;
  }
  view.staked = staked;
  view.net = net;
  view.says = view.dealer.qualifies ? (*view.dealer.qualifies ? "The dealer plays." : "The dealer does not play.")
                                    : "All hands are settled.";
  ++view.tally.rounds;
  view.tally.staked += staked;
  view.tally.net += net;
  view.tally.decisions += decisions_.size();
  view.tally.mistakes += static_cast<uint64_t>(std::ranges::count(decisions_, true, &Decision::mistake));
  const Rational price = *base::parse_fraction(view.tally.price) + price_ / 100;
  view.tally.price = base::to_text(price);
  view.tally.price_text = base::to_decimal(price, 2);
}

std::expected<PlayView, Refused> Replay::view() {
  if (refused_) return std::unexpected(*refused_);
  if (auto left = actions_left()) return std::unexpected(*left);
  PlayView view;
  view.of = identity_of(table_, request_.key, request_.round);
  view.stage = waiting_ ? Stage::decide : Stage::settled;
  view.tally = request_.tally;
  view.tally.price_text = base::to_decimal(*base::parse_fraction(view.tally.price), 2);
  view.meters = meters_.levels();
  view.decisions = decisions_;
  show_cards(view);
  waiting_ ? show_turn(view) : show_settlement(view);
  return view;
}

}  // namespace

std::expected<PlayView, Refused> play(const PlayRequest& request, Prospects& prospects) {
  const auto setup = set_up(request.game, request.paytables, request.house, request.meters, request.key, request.round);
  if (!setup) return std::unexpected(setup.error());
  if (auto fine = check_tally(request.tally); !fine) return std::unexpected(fine.error());
  auto round = seat(setup->table, request.seats);
  if (!round) return std::unexpected(round.error());
  return Replay(request, *setup, std::move(*round), prospects).view();
}

}  // namespace cardroom::practice
