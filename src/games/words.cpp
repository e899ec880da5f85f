#include "games/words.h"

#include <fmt/format.h>

#include <algorithm>

namespace cardroom::games {

namespace {

const Hand& hand_of(const Round& round, const Settlement& settlement, int position) {
  const auto found = std::ranges::find(round.positions, position, &Position::number);
  CHECK(found != round.positions.end());
  return settlement.hands[static_cast<size_t>(found - round.positions.begin())];
}

// The one reading that decides a wager paid by a single hand.
int deciding_reading(const Table& table, int wager) {
  if (table.game().wager(wager).kind == WagerKind::progressive) return table.progressive_reading();
  return table.game().wager(wager).reads.front();
}

// The row's pay, and the chip it was rounded to where it could not be paid exactly.
std::string pay_words(const Table& table, const SettlementLine& line, const Hand& hand) {
  const WagerPays& pays = *table.pays(line.wager);
  const Pay& pay = pays.pay(line.outcome.row, hand.hands_dealt);
  const WagerFact& fact = table.game().wager(line.wager);
  // An award is paid on the wager it belongs to; its own line has no stake.
  const Cents stake = fact.kind == WagerKind::award ? hand.stake(fact.base) : line.stake;
  std::string words = to_text(pay);
  if (pay.kind == Pay::Kind::of_meter || pay.denominator == 1) return words;
  const bool exact = line.outcome.paid.value() * pay.denominator == stake.value() * pay.numerator;
  return exact ? words : words + fmt::format(" (in chips of {})", to_text(table.house().chip));
}

std::string_view lowest_row(const Table& table, int wager) {
  return table.pays(wager)->rows().back().hand;
}

std::string_view lowest_row_does(const Table& table, int wager) {
  return table.pays(wager)->rows().back().pays.front().kind == Pay::Kind::push ? "pushes" : "pays";
}

}  // namespace

std::string hand_words(const Table& table, const Hand& hand, int reading) {
  return name_of(table.game().facts.readings[static_cast<size_t>(reading)].ranking, hand.reading(reading));
}

std::string reason_words(const Table& table, const Round& round, const Settlement& settlement,
                         const SettlementLine& line) {
  const Facts& facts = table.game().facts;
  if (line.outcome.reason == Reason::deal_void) {
    return table.game().wager(line.wager).kind == WagerKind::progressive
               ? "void deal: the wager is locked in and stays for the next deal"
               : "void deal: the wager is returned, or stays for the next deal";
  }
  const Hand& hand = hand_of(round, settlement, line.position);
  const auto player = [&] { return hand_words(table, hand, facts.player_reading); };
  const auto dealer = [&] { return hand_words(table, hand, facts.dealer_reading); };
  const auto deciding = [&] { return hand_words(table, hand, deciding_reading(table, line.wager)); };
  const auto pays = [&] { return pay_words(table, line, hand); };
  const auto row = [&] { return table.pays(line.wager)->row(line.outcome.row).hand; };
  switch (line.outcome.reason) {
    case Reason::none: return "";
    case Reason::folded: return "folded";
    case Reason::forfeited_by_fold: return "forfeited with the fold";
    case Reason::dealer_does_not_qualify:
      return fmt::format("the dealer's {} does not qualify (needs {} or better)", dealer(), facts.dealer_needs);
    case Reason::player_beats_dealer: return fmt::format("{} beats the dealer's {}", player(), dealer());
    case Reason::dealer_beats_player: return fmt::format("the dealer's {} beats {}", dealer(), player());
    case Reason::tie: return fmt::format("both have {}: ties push", player());
    case Reason::tie_won_by_player: return fmt::format("both have {}: the player wins ties", player());
    case Reason::hand_pays:
      if (line.outcome.result == Result::claimed) {
        return fmt::format("{}: '{}' wins {}; a supervisor confirms the amount", deciding(), row(), pays());
      }
      return fmt::format("{}: '{}' pays {}", deciding(), row(), pays());
    case Reason::hand_pushes: return fmt::format("{}: '{}' pushes", deciding(), row());
    case Reason::hand_below_paytable:
      return fmt::format("{} is below '{}', the lowest hand that {}", deciding(), lowest_row(table, line.wager),
                         lowest_row_does(table, line.wager));
    case Reason::bonus_not_beaten:
      return fmt::format("{} is below '{}', but the dealer's {} does not beat it", player(),
                         lowest_row(table, line.wager), dealer());
    case Reason::bonus_beaten:
      return fmt::format("{} is below '{}', and the dealer's {} beats it", player(), lowest_row(table, line.wager),
                         dealer());
    case Reason::win_below_paytable:
      return fmt::format("{} beats the dealer's {}, but is below '{}', the lowest hand that pays", player(), dealer(),
                         lowest_row(table, line.wager));
    case Reason::player_hand_beaten:
      return fmt::format("the dealer's {} beats the player's {}: a beaten '{}' pays {}", dealer(), player(), row(),
                         pays());
    case Reason::dealer_hand_beaten:
      return fmt::format("{} beats the dealer's {}: a beaten '{}' pays {}", player(), dealer(), row(), pays());
    case Reason::no_good_hand_beaten:
      return fmt::format("the beaten hand, {}, is below '{}'",
                         hand.reading(facts.player_reading) < hand.reading(facts.dealer_reading) ? player() : dealer(),
                         lowest_row(table, line.wager));
    case Reason::tie_beats_nobody: return fmt::format("both have {}: neither hand is beaten", player());
    case Reason::highest_hand_pays:
      return fmt::format("the highest of {} hands is {}: '{}' pays {}", hand.hands_dealt, deciding(), row(), pays());
    case Reason::highest_hand_below_paytable:
      return fmt::format("the highest of {} hands is {}, below '{}'", hand.hands_dealt, deciding(),
                         lowest_row(table, line.wager));
    case Reason::envy: return fmt::format("envy: position {} has '{}'", line.from_position, row());
    case Reason::deal_void: break;
  }
  CHECK(false);
}

std::string_view result_word(const Table& table, const SettlementLine& line) {
  if (line.kind == SettlementLine::Kind::returned) {
    return table.game().wager(line.wager).kind == WagerKind::progressive ? "stays" : "returned";
  }
  if (line.kind == SettlementLine::Kind::envy) return "paid";
  switch (line.outcome.result) {
    case Result::won: return "wins";
    case Result::lost: return "loses";
    case Result::pushed: return "pushes";
    case Result::claimed: return "claims";
    case Result::none: break;
  }
  CHECK(false);
}

std::string choice_words(const Table& table, const Choice& choice) {
  switch (choice.kind) {
    case ActionKind::fold: return "folds";
    case ActionKind::check: return std::string(table.game().facts.check_words);
    case ActionKind::take_back: return fmt::format("takes {} back", table.game().wager(choice.wager).name);
    case ActionKind::bet: return fmt::format("{} {}", table.game().wager(choice.wager).name, to_text(choice.amount));
    case ActionKind::none: break;
  }
  CHECK(false);
}

std::string miscount_words(const Miscount& miscount) {
  const std::string who = miscount.position > 0    ? fmt::format("position {} was", miscount.position)
                          : miscount.position == 0 ? "the dealer was"
                                                   : "the community cards were";
  return fmt::format("{} dealt {} card{} instead of {}", who, miscount.dealt, miscount.dealt == 1 ? "" : "s",
                     miscount.expected);
}

}  // namespace cardroom::games
