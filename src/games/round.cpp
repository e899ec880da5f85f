#include "games/round.h"

#include <fmt/format.h>

#include <algorithm>

namespace cardroom::games {

CardSet to_set(const CardRow& cards) {
  CardSet set;
  for (cards::Card card : cards) set.add(card);
  return set;
}

bool Position::folded() const {
  return !choices.empty() && choices.back().kind == ActionKind::fold;
}

namespace {

// Collects broken rules and keeps the one that comes first in the order of precedence.
class FirstRefusal {
 public:
  void refuse(RefusalCode code, int position, int wager, std::string text) {
    if (!first_ || code < first_->code) first_ = Refusal{code, position, wager, std::move(text)};
  }
  std::expected<void, Refusal> result() const {
    if (first_) return std::unexpected(*first_);
    return {};
  }

 private:
  std::optional<Refusal> first_;
};

void check_seats(const Table& table, const Round& round, FirstRefusal& first) {
  if (round.positions.empty()) first.refuse(RefusalCode::no_position, 0, no_wager, "no wager has been made");
  const int players = static_cast<int>(round.positions.size());
  for (int index = 0; index < players; ++index) {
    const Position& position = round.positions[static_cast<size_t>(index)];
    if (position.number < 1 || position.number > positions_max) {
      first.refuse(RefusalCode::position_out_of_range, position.number, no_wager,
                   fmt::format("position {} does not exist: positions are numbered 1 to {} from the dealer's left",
                               position.number, positions_max));
    }
    const auto same_number = [&](const Position& other) { return other.number == position.number; };
    if (std::ranges::count_if(round.positions, same_number) > 1) {
      first.refuse(RefusalCode::position_twice, position.number, no_wager,
                   fmt::format("position {} appears twice", position.number));
    }
  }
  if (players > table.players_max()) {
    first.refuse(RefusalCode::more_players_than_deck, 0, no_wager,
                 fmt::format("one deck cannot serve {} players: {} seats at most {} at this table", players,
                             table.game().facts.name, table.players_max()));
  }
}

void check_positions_per_player(const Table& table, const Round& round, FirstRefusal& first) {
  const PositionsPerPlayer allowed = table.house().positions;
  for (const Position& position : round.positions) {
    if (position.player.empty() || allowed == PositionsPerPlayer::any) continue;
    std::vector<int> numbers;
    for (const Position& other : round.positions) {
      if (other.player == position.player) numbers.push_back(other.number);
    }
    const size_t most = allowed == PositionsPerPlayer::one ? 1 : 2;
    if (numbers.size() > most) {
      first.refuse(RefusalCode::positions_above_house, position.number, no_wager,
                   fmt::format("{} plays {} positions; the house allows {}", position.player, numbers.size(),
                               most == 1 ? "one" : "two adjacent positions"));
    } else if (numbers.size() == 2 && std::abs(numbers[0] - numbers[1]) != 1) {
      first.refuse(
          RefusalCode::positions_not_adjacent, position.number, no_wager,
          fmt::format("{} plays positions {} and {}, which are not adjacent", position.player, numbers[0], numbers[1]));
    }
  }
}

// The rules about one wager's amount that hold for every kind.
void check_amount(const Table& table, int number, int wager, Cents amount, FirstRefusal& first) {
  const WagerFact& fact = table.game().wager(wager);
  const Limits& limits = table.limits();
  const Cents chip = table.house().chip;
  if (amount.value() % chip.value() != 0) {
    first.refuse(
        RefusalCode::wager_not_in_chips, number, wager,
        fmt::format("{} of {} is not a whole number of chips of {}", fact.name, to_text(amount), to_text(chip)));
  }
  if (amount > limits.max) {
    first.refuse(RefusalCode::wager_above_limit, number, wager,
                 fmt::format("{} of {} is above the limit of {} for any single wager", fact.name, to_text(amount),
                             to_text(limits.max)));
  }
  const bool small_allowed = fact.kind == WagerKind::bonus || fact.kind == WagerKind::progressive;
  const Cents min = small_allowed ? limits.bonus_min : limits.min;
  if (amount < min) {
    first.refuse(RefusalCode::wager_below_minimum, number, wager,
                 fmt::format("{} of {} is below the minimum of {}", fact.name, to_text(amount), to_text(min)));
  }
}

void check_base(const Table& table, const Position& position, int wager, FirstRefusal& first) {
  const WagerFact& fact = table.game().wager(wager);
  const Cents amount = position.stakes[static_cast<size_t>(wager)];
  if (fact.base == no_wager) return;
  const Cents base_amount = position.stakes[static_cast<size_t>(fact.base)];
  const std::string_view base_name = table.game().wager(fact.base).name;
  if (fact.kind == WagerKind::companion && amount != base_amount) {
    first.refuse(
        fact.unequal, position.number, wager,
        fmt::format("{} of {} must equal the {} of {}", fact.name, to_text(amount), base_name, to_text(base_amount)));
  }
  if (fact.kind == WagerKind::bonus && amount > Cents(0) && base_amount == Cents(0)) {
    first.refuse(RefusalCode::bonus_without_regular_wager, position.number, wager,
                 fmt::format("{} requires an {} bet", fact.name, base_name));
  }
}

void check_position_wagers(const Table& table, const Position& position, int hands_dealt, FirstRefusal& first) {
  const Facts& facts = table.game().facts;
  int regular_count = 0;
  int games_count = 0;
  for (size_t index = 0; index < facts.wagers.size(); ++index) {
    const WagerFact& fact = facts.wagers[index];
    const int wager = static_cast<int>(index);
    const Cents amount = position.stakes[index];
    if (fact.kind == WagerKind::raise) continue;
    check_base(table, position, wager, first);
    if (amount == Cents(0)) continue;
    CHECK(fact.kind != WagerKind::award);
    regular_count += fact.kind == WagerKind::regular;
    games_count += fact.kind != WagerKind::companion;
    check_amount(table, position.number, wager, amount, first);
    const WagerPays* pays = table.pays(wager);
    if (pays && !pays->hand_counts().empty()) {
      const int most = std::ranges::max(pays->hand_counts());
      if (hands_dealt > most) {
        first.refuse(RefusalCode::more_players_than_paytable, position.number, wager,
                     fmt::format("{} pays for at most {} hands, including the dealer's: {} players are too many; seat "
                                 "{}, or leave that wager out",
                                 fact.name, most, hands_dealt - 1, most - 1));
      }
    }
  }
  const WagerFact& ante = facts.wagers.front();
  const Cents ante_amount = position.stakes.front();
  if (table.house().ante == AnteRule::mandatory && ante_amount == Cents(0)) {
    first.refuse(RefusalCode::ante_required, position.number, 0,
                 fmt::format("position {} has no {}, which is mandatory at this table", position.number, ante.name));
  }
  if (regular_count == 0) {
    const auto bonus = std::ranges::find_if(position.stakes, [](Cents stake) { return stake > Cents(0); });
    if (bonus == position.stakes.end()) {
      first.refuse(RefusalCode::no_regular_wager, position.number, no_wager,
                   fmt::format("position {} has no wager", position.number));
    } else {
      const int wager = static_cast<int>(bonus - position.stakes.begin());
      first.refuse(RefusalCode::bonus_without_regular_wager, position.number, wager,
                   fmt::format("{} requires a regular wager of {}", table.game().wager(wager).name, facts.name));
    }
  }
  if (facts.raise_min_multiple > 1 && ante_amount * facts.raise_min_multiple > table.limits().max) {
    first.refuse(RefusalCode::ante_leaves_no_raise, position.number, 0,
                 fmt::format("{} of {} leaves no room under the limit of {} for a raise of {} times as much", ante.name,
                             to_text(ante_amount), to_text(table.limits().max), facts.raise_min_multiple));
  }
  if (table.games_max() && games_count > *table.games_max()) {
    first.refuse(RefusalCode::games_above_profile, position.number, no_wager,
                 fmt::format("position {} bets on {} games (the base game, each bonus and the progressive count as one "
                             "each); the law allows {}",
                             position.number, games_count, *table.games_max()));
  }
}

}  // namespace

std::expected<void, Refusal> validate_wagers(const Table& table, const Round& round) {
  FirstRefusal first;
  check_seats(table, round, first);
  check_positions_per_player(table, round, first);
  const int hands_dealt = static_cast<int>(round.positions.size()) + 1;
  for (const Position& position : round.positions) {
    Position before = position;
    before.stakes = stakes_before_deal(table.game(), position);
    check_position_wagers(table, before, hands_dealt, first);
  }
  return first.result();
}

std::expected<void, Refusal> validate_cards(const Table& table, const Round& round) {
  CardSet seen;
  const auto check = [&](const CardRow& row, int position, std::string_view whose) -> std::expected<void, Refusal> {
    for (cards::Card card : row) {
      if (seen.contains(card)) {
        return std::unexpected(Refusal{RefusalCode::card_twice, position, no_wager,
                                       fmt::format("{} is in {} but was already dealt", to_text(card), whose)});
      }
      if (!table.game().facts.deck.contains(card)) {
        return std::unexpected(
            Refusal{RefusalCode::card_not_in_deck, position, no_wager,
                    fmt::format("{} is in {}, but {} is played without it", card.is_joker() ? "a joker" : to_text(card),
                                whose, table.game().facts.name)});
      }
      seen.add(card);
    }
    return {};
  };
  for (const Position& position : round.positions) {
    if (auto fine = check(position.cards, position.number, fmt::format("position {}", position.number)); !fine) {
      return fine;
    }
  }
  if (auto fine = check(round.dealer, 0, "the dealer's hand"); !fine) return fine;
  return check(round.community, -1, "the community cards");
}

std::expected<void, Refusal> validate_choice(const Table& table, const Position& position, const Actions& actions,
                                             const Choice& choice) {
  FirstRefusal first;
  const auto offered = std::ranges::find_if(
      actions, [&](const Action& action) { return action.kind == choice.kind && action.wager == choice.wager; });
  if (offered == actions.end()) {
    return std::unexpected(
        Refusal{RefusalCode::action_not_offered, position.number, choice.wager,
                fmt::format("that action is not offered to position {} at this decision", position.number)});
  }
  if (choice.kind == ActionKind::bet || choice.kind == ActionKind::take_back) {
    if (choice.kind == ActionKind::bet) check_amount(table, position.number, choice.wager, choice.amount, first);
    const bool off_step =
        offered->step > Cents(0) && (choice.amount - offered->min).value() % offered->step.value() != 0;
    if (choice.amount < offered->min || choice.amount > offered->max || off_step) {
      std::string range = to_text(offered->min);
      if (offered->max > offered->min) range += " to " + to_text(offered->max);
      if (offered->max > offered->min && offered->step > Cents(0)) range += " in steps of " + to_text(offered->step);
      first.refuse(offered->refusal, position.number, choice.wager,
                   fmt::format("{} of {} is not allowed for this hand; allowed: {}",
                               table.game().wager(choice.wager).name, to_text(choice.amount), range));
    }
  }
  return first.result();
}

std::expected<void, Refusal> validate_choices(const Table& table, const Round& round) {
  for (const Position& position : round.positions) {
    const auto refuse = [&](RefusalCode code, std::string text) {
      return std::unexpected(Refusal{code, position.number, no_wager, std::move(text)});
    };
    // Played again from the wagers before the deal, each choice against what was on offer then.
    Position replayed = position;
    replayed.choices.clear();
    replayed.stakes = stakes_before_deal(table.game(), position);
    bool had_decision = false;
    for (size_t step = 0; step < table.script().size(); ++step) {
      if (table.script()[step].kind != Step::Kind::decide || replayed.folded()) continue;
      const View view = view_at(table, round, replayed, static_cast<int>(step));
      const Actions actions = table.game().actions(view, table);
      if (actions.empty()) continue;
      had_decision = true;
      if (replayed.choices.size() == position.choices.size()) {
        return refuse(RefusalCode::decision_missing,
                      fmt::format("position {} has not decided: {}", position.number, table.script()[step].text));
      }
      const Choice& choice = position.choices[replayed.choices.size()];
      if (auto fine = validate_choice(table, replayed, actions, choice); !fine) return fine;
      apply(replayed, choice);
    }
    if (position.choices.size() > replayed.choices.size()) {
      if (replayed.folded()) {
        return refuse(RefusalCode::action_after_fold,
                      fmt::format("position {} has folded and cannot act again", position.number));
      }
      return had_decision ? refuse(RefusalCode::action_not_offered,
                                   fmt::format("position {} has already decided", position.number))
                          : refuse(RefusalCode::no_decision_to_make,
                                   fmt::format("position {} has no {}, so it has no decision to make", position.number,
                                               table.game().facts.wagers.front().name));
    }
    CHECK(replayed.stakes == position.stakes);
  }
  return {};
}

std::expected<void, Refusal> validate_raises(const Table& table, const Round& round) {
  FirstRefusal first;
  for (const Position& position : round.positions) {
    for (const Choice& choice : position.choices) {
      const bool taken = choice.kind == ActionKind::take_back;
      if (taken && table.game().wager(choice.wager).kind != WagerKind::companion) {
        first.refuse(RefusalCode::action_not_offered, position.number, choice.wager,
                     fmt::format("{} cannot be taken back", table.game().wager(choice.wager).name));
      }
      if (choice.kind != ActionKind::bet) continue;
      check_amount(table, position.number, choice.wager, choice.amount, first);
      const int base = table.game().wager(choice.wager).base;
      if (position.stakes[static_cast<size_t>(base)] == Cents(0)) {
        first.refuse(RefusalCode::no_decision_to_make, position.number, choice.wager,
                     fmt::format("position {} has no {}, so it has no decision to make", position.number,
                                 table.game().wager(base).name));
      }
    }
  }
  return first.result();
}

View view_at(const Table& table, const Round& round, const Position& position, int step_index) {
  View view{.stakes = &position.stakes};
  size_t own = 0;
  size_t dealt[2] = {0, 0};  // to the dealer, to the middle
  size_t shown[2] = {0, 0};  // how many of them, from the first, were revealed
  for (int index = 0; index < step_index; ++index) {
    const Step& step = table.script()[static_cast<size_t>(index)];
    const auto count = static_cast<size_t>(step.card_count);
    if (step.kind == Step::Kind::decide) ++view.decision;
    if (step.kind != Step::Kind::deal && step.kind != Step::Kind::reveal) continue;
    if (step.holder == Holder::player) {
      own += count;
      continue;
    }
    const size_t place = step.holder == Holder::dealer ? 0 : 1;
    const CardRow& row = place == 0 ? round.dealer : round.community;
    CardSet& seen = place == 0 ? view.dealer : view.community;
    const bool dealing = step.kind == Step::Kind::deal;
    size_t& from = dealing ? dealt[place] : shown[place];
    if (!dealing || step.face == Face::up) {
      for (size_t at = from; at < std::min(from + count, row.size()); ++at) seen.add(row[at]);
    }
    from += count;
  }
  for (size_t at = 0; at < std::min(own, position.cards.size()); ++at) view.own.add(position.cards[at]);
  return view;
}

Stakes stakes_after(const Stakes& stakes, const Choice& choice) {
  Stakes after = stakes;
  if (choice.kind == ActionKind::bet) after[static_cast<size_t>(choice.wager)] += choice.amount;
  if (choice.kind == ActionKind::take_back) after[static_cast<size_t>(choice.wager)] -= choice.amount;
  return after;
}

void apply(Position& position, const Choice& choice) {
  position.choices.push_back(choice);
  position.stakes = stakes_after(position.stakes, choice);
}

Stakes stakes_before_deal(const Game& game, const Position& position) {
  Stakes before = position.stakes;
  for (size_t wager = 0; wager < game.facts.wagers.size(); ++wager) {
    if (game.facts.wagers[wager].kind == WagerKind::raise) before[wager] = Cents(0);
  }
  for (const Choice& choice : position.choices) {
    if (choice.kind == ActionKind::take_back) before[static_cast<size_t>(choice.wager)] += choice.amount;
  }
  return before;
}

std::vector<Miscount> miscounts(const Table& table, const Round& round) {
  std::vector<Miscount> wrong;
  const auto check = [&](const CardRow& row, int position, Holder holder) {
    const int dealt = static_cast<int>(row.size());
    if (dealt != table.cards_of(holder)) wrong.push_back({position, dealt, table.cards_of(holder)});
  };
  for (const Position& position : round.positions) check(position.cards, position.number, Holder::player);
  check(round.dealer, 0, Holder::dealer);
  check(round.community, -1, Holder::community);
  return wrong;
}

}  // namespace cardroom::games
