#include "practice/course.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ranges>

#include "base/prng.h"
#include "cards/categories.h"
#include "games/words.h"
#include "odds/preset.h"
#include "practice/handling.h"
#include "practice/shown.h"
#include "practice/streets.h"

namespace cardroom::practice {

namespace {

using games::Position;
using games::Result;
using games::SettlementLine;
using games::WagerKind;

constexpr int options_max = 4;

// "position 3", "positions 2, 3 and 5", "none".
std::string positions_words(const std::vector<int>& positions) {
  if (positions.empty()) return "none";
  if (positions.size() == 1) return fmt::format("position {}", positions.front());
  return fmt::format("positions {} and {}", fmt::join(positions.begin(), positions.end() - 1, ", "), positions.back());
}

std::string capital(std::string text) {
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

class Maker {
 public:
  Maker(const TrainingRound& round, const Procedure& procedure)
      : of_(round),
        table_(round.table),
        facts_(round.table.game().facts),
        steps_(steps_for(round.table, procedure)),
        prng_(base::prng_key_of_stream(round.prng_key, 1)) {
    for (const Position& position : of_.round.positions) numbers_.push_back(position.number);
  }

  std::vector<Item> make() {
    const bool misdeal = of_.settlement.voided();
    for (const ProcedureStep& step : steps_) {
      if (!applies(step)) continue;
      // A misdeal ends the round: nothing but its own steps comes after the deal.
      if (misdeal && step.when != When::misdeal && step.phase != "before" && !step.id.starts_with("deal-")) continue;
      ask_step(step);
      ask_more(step);
    }
    return std::move(items_);
  }

 private:
  bool applies(const ProcedureStep& step) const;
  bool may_apply(const ProcedureStep& step) const;
  bool any_bet(int wager) const;
  int wager_of_kind(WagerKind kind) const;
  int waiting_wager() const;
  std::vector<int> without(const std::string& wager) const;
  std::vector<int> for_supervisor() const;
  std::vector<int> gone() const;  // folded, and no wager of theirs is alive

  std::string with_names(const ProcedureStep& step, std::string text) const;
  void ask_step(const ProcedureStep& step);
  void ask_more(const ProcedureStep& step);
  void look(const ProcedureStep& step);

  void ask_positions(const ProcedureStep& step, std::string text, std::vector<int> right, std::string reason);
  void ask_choice(const ProcedureStep& step, std::string text, std::vector<QuestionOption> options, std::string right,
                  std::string done, std::string reason);
  void ask_dealer_hand(const ProcedureStep& step);
  void ask_miscount(const ProcedureStep& step);
  void ask_lines(const ProcedureStep& step);

  const TrainingRound& of_;
  const games::Table& table_;
  const games::Facts& facts_;
  const std::vector<ProcedureStep> steps_;  // of this game
  base::Prng prng_;
  std::vector<int> numbers_;
  std::vector<Item> items_;
  Seen seen_;
};

bool Maker::any_bet(int wager) const {
  return wager != games::no_wager && std::ranges::any_of(of_.round.positions, [&](const Position& position) {
           return position.stakes[static_cast<size_t>(wager)] > Cents(0);
         });
}

int Maker::wager_of_kind(WagerKind kind) const {
  const auto found = std::ranges::find(facts_.wagers, kind, &games::WagerFact::kind);
  return found == facts_.wagers.end() ? games::no_wager : static_cast<int>(found - facts_.wagers.begin());
}

int Maker::waiting_wager() const {
  const auto found = std::ranges::find(facts_.wagers, true, &games::WagerFact::after_all_hands);
  return found == facts_.wagers.end() ? games::no_wager : static_cast<int>(found - facts_.wagers.begin());
}

std::vector<int> Maker::without(const std::string& wager) const {
  const int index = table_.game().wager_index(wager);
  std::vector<int> lacking;
  if (index == games::no_wager) return lacking;
  for (const Position& position : of_.round.positions) {
    if (position.stakes[static_cast<size_t>(index)] == Cents(0)) lacking.push_back(position.number);
  }
  return lacking;
}

std::vector<int> Maker::for_supervisor() const {
  std::optional<Cents> confirm_at;
  for (const games::PaytablePtr& paytable : table_.paytables()) {
    if (const odds::Preset* preset = odds::find_preset(paytable->id)) confirm_at = preset->confirm_at;
  }
  std::vector<int> positions;
  for (size_t at = 0; at < of_.lines.size(); ++at) {
    const SettlementLine& line = of_.settlement.lines[at];
    if (line.kind != SettlementLine::Kind::wager) continue;
    if (table_.game().wager(line.wager).kind != WagerKind::progressive) continue;
    const bool large = confirm_at && line.outcome.result == Result::won && of_.lines[at].paid >= *confirm_at;
    if (line.outcome.result == Result::claimed || large) positions.push_back(line.position);
  }
  std::ranges::sort(positions);
  return positions;
}

std::vector<int> Maker::gone() const {
  std::vector<int> positions;
  for (const Position& position : of_.round.positions) {
    const bool alive = std::ranges::any_of(of_.settlement.lines, [&](const SettlementLine& line) {
      return line.position == position.number && line.kind == SettlementLine::Kind::wager && !falls_with_fold(line);
    });
    if (position.folded() && !alive) positions.push_back(position.number);
  }
  return positions;
}

// Whether the game can ever reach this step: such steps make plausible wrong answers.
bool Maker::may_apply(const ProcedureStep& step) const {
  if (!step.belongs_to(facts_.id)) return false;
  switch (step.when) {
    case When::progressive:
    case When::supervisor:
    case When::envy: return wager_of_kind(WagerKind::progressive) != games::no_wager;
    case When::without: return table_.game().wager_index(step.wager) != games::no_wager;
    case When::qualifies: return facts_.dealer_qualifies.has_value();
    case When::community: return table_.cards_of(games::Holder::community) > 0 && !has_streets(table_);
    case When::one_decision: return !has_streets(table_);
    case When::streets: return has_streets(table_);
    case When::after_all: return waiting_wager() != games::no_wager;
    case When::always:
    case When::folds:
    case When::misdeal: return true;
  }
  CHECK(false);
}

bool Maker::applies(const ProcedureStep& step) const {
  if (!may_apply(step)) return false;
  const bool has_dealer = table_.cards_of(games::Holder::dealer) > 0;
  if (!has_dealer && (step.id == "deal-dealer" || step.ask == Ask::dealer_hand)) return false;
  switch (step.when) {
    case When::progressive: return any_bet(wager_of_kind(WagerKind::progressive));
    case When::community:
      for (size_t wager = 0; wager < facts_.wagers.size(); ++wager) {
        if (!any_bet(static_cast<int>(wager))) continue;
        for (size_t reading = 0; reading < facts_.readings.size(); ++reading) {
          const bool in_use = (table_.readings_of(static_cast<int>(wager)) >> reading) & 1;
          if (in_use && facts_.readings[reading].community) return true;
        }
      }
      return false;
    case When::without: return !without(step.wager).empty();
    case When::folds: return std::ranges::any_of(of_.round.positions, &Position::folded);
    case When::after_all: return any_bet(waiting_wager());
    case When::supervisor: return !for_supervisor().empty();
    case When::envy:
      return std::ranges::any_of(of_.settlement.lines,
                                 [](const SettlementLine& line) { return line.kind == SettlementLine::Kind::envy; });
    case When::misdeal: return of_.settlement.voided();
    case When::always:
    case When::one_decision:
    case When::streets:
    case When::qualifies: return true;
  }
  CHECK(false);
}

std::string Maker::with_names(const ProcedureStep& step, std::string text) const {
  const int wager = step.wager.empty() ? waiting_wager() : table_.game().wager_index(step.wager);
  if (wager == games::no_wager) return text;
  constexpr std::string_view mark = "{wager}";
  for (size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at)) {
    text.replace(at, mark.size(), table_.game().wager(wager).name);
  }
  return text;
}

void Maker::ask_step(const ProcedureStep& step) {
  // Other steps as wrong answers, those that are near more often than those that are far.
  const auto here = &step - steps_.data();
  std::vector<std::pair<long, const ProcedureStep*>> others;
  for (const ProcedureStep& other : steps_) {
    const bool interchangeable = !step.group.empty() && other.group == step.group;
    if (other.id == step.id || interchangeable || !may_apply(other)) continue;
    const auto there = &other - steps_.data();
    others.emplace_back(std::abs(there - here) + static_cast<long>(base::uniform_below(prng_, 6)), &other);
  }
  std::ranges::stable_sort(others, {}, &std::pair<long, const ProcedureStep*>::first);
  std::vector<QuestionOption> options = {{step.id, with_names(step, step.action)}};
  for (const auto& [distance, other] : others) {
    if (options.size() == options_max) break;
    options.push_back({other->id, with_names(*other, other->action)});
  }
  for (uint32_t at = 0; at < options.size(); ++at) {
    std::swap(options[at], options[at + base::uniform_below(prng_, static_cast<uint32_t>(options.size()) - at)]);
  }
  const std::string action = with_names(step, step.action);
  const std::string why = with_names(step, step.why);
  ask_choice(step, "What do you do now?", std::move(options), step.id, action, fmt::format("Now: {}. {}", action, why));
  items_.back().right = why;
  look(step);
}

// What the step changes on the table.
void Maker::look(const ProcedureStep& step) {
  if (step.id == "deal-players") seen_.players = true;
  if (step.id == "deal-dealer") seen_.dealer = true;
  if (step.id == "deal-middle") seen_.middle = true;
  if (step.id.starts_with("ask-street")) {
    ++seen_.decisions;
  } else if (step.id.starts_with("turn-street")) {
    seen_.turned = static_cast<size_t>(step.turned);
  } else if (step.phase == "decide") {
    seen_.decided = true;
  }
  if (step.ask == Ask::dealer_hand) seen_.revealed = true;
  if (step.when == When::community) seen_.community = true;
  if (step.ask == Ask::lines) seen_.exposed = seen_.revealed = seen_.decided = true;
  if (step.ask == Ask::lines && has_streets(table_)) seen_.community = true;
}

void Maker::ask_choice(const ProcedureStep& step, std::string text, std::vector<QuestionOption> options,
                       std::string right, std::string done, std::string reason) {
  Item item{.phase = step.phase, .done = std::move(done), .question = {}, .seen = seen_, .right = reason, .wrong = {}};
  item.question.kind = QuestionKind::choice;
  item.question.text = std::move(text);
  item.question.options = std::move(options);
  item.wrong = [right = std::move(right), reason = std::move(reason)](const Answer& answer) {
    return answer.choice == right ? std::nullopt : std::optional(reason);
  };
  items_.push_back(std::move(item));
}

void Maker::ask_positions(const ProcedureStep& step, std::string text, std::vector<int> right, std::string reason) {
  Item item{.phase = step.phase,
            .done = fmt::format("{} {}", text, capital(positions_words(right))),
            .question = {},
            .seen = seen_,
            .right = reason,
            .wrong = {}};
  item.question.kind = QuestionKind::positions;
  item.question.text = std::move(text);
  item.question.positions = numbers_;
  item.wrong = [right = std::move(right), reason = std::move(reason)](const Answer& answer) {
    std::vector<int> given = *answer.positions;
    std::ranges::sort(given);
    return given == right ? std::nullopt : std::optional(fmt::format("It is {}. {}", positions_words(right), reason));
  };
  items_.push_back(std::move(item));
}

void Maker::ask_dealer_hand(const ProcedureStep& step) {
  if (facts_.dealer_reading < 0) return;
  const games::Reading& reading = facts_.readings[static_cast<size_t>(facts_.dealer_reading)];
  cards::CardSet hand = games::to_set(of_.round.dealer);
  if (reading.community) hand = hand | games::to_set(of_.round.community);
  const auto rank = rank_hand(reading.ranking, hand);
  const cards::Category is = category_of(reading.ranking, rank);
  std::vector<QuestionOption> options;
  for (const cards::Category category : cards::category_order(reading.ranking) | std::views::reverse) {
    const std::string name(category_name(category));
    options.push_back({name, name});
  }
  const std::string words = name_of(reading.ranking, rank);
  ask_choice(step, "What is your hand?", std::move(options), std::string(category_name(is)), "Dealer: " + words,
             fmt::format("Your hand is {} ({}).", words, cards::to_text(best_hand(reading.ranking, hand))));
}

void Maker::ask_miscount(const ProcedureStep& step) {
  std::vector<int> wrong;
  std::string reason;
  for (const games::Miscount& miscount : of_.settlement.miscounts) {
    wrong.push_back(miscount.position);
    reason += fmt::format("{}{}", reason.empty() ? "" : "; ", miscount_words(miscount));
  }
  ask_positions(step, "Which hand has the wrong number of cards?", wrong, capital(reason) + ": all hands are void.");
}

void Maker::ask_lines(const ProcedureStep& step) {
  std::vector<size_t> before = lines_to_handle(of_);
  for (size_t place = 0; place < before.size(); ++place) {
    const size_t due = before[place];
    const SettlementLine& line = of_.settlement.lines[due];
    const bool envy = line.kind == SettlementLine::Kind::envy;
    const bool after = table_.game().wager(line.wager).after_all_hands;
    const Ask asked_by = envy ? Ask::envy : after ? Ask::lines_after : Ask::lines;
    if (asked_by != step.ask) continue;
    seen_.settled = place;
    Item item{.phase = step.phase,
              .done = handled_words(of_, due),
              .question = {},
              .seen = seen_,
              .right = handled_reason(of_, due),
              .wrong = {}};
    item.question.kind = QuestionKind::handled;
    item.question.text = envy ? fmt::format("Position {} has '{}'. Who is paid envy next, and how much?",
                                            line.from_position, table_.pays(line.wager)->row(line.outcome.row).hand)
                              : "Which wager is settled next, and how?";
    item.wrong = [this_round = &of_, due,
                  done = std::vector(before.begin(), before.begin() + static_cast<long>(place))](const Answer& answer) {
      return judge(*this_round, due, done, *answer.handled);
    };
    items_.push_back(std::move(item));
    seen_.settled = place + 1;
  }
}

void Maker::ask_more(const ProcedureStep& step) {
  switch (step.ask) {
    case Ask::nothing: break;
    case Ask::without:
      ask_positions(step,
                    fmt::format("Who has no {}?", table_.game().wager(table_.game().wager_index(step.wager)).name),
                    without(step.wager), "Check the betting circles: theirs are empty.");
      break;
    case Ask::first:
      ask_positions(step, "Who gets the first hand?", {numbers_.front()},
                    "Deal from your left to your right: position 1 is on your left, the highest on your right.");
      break;
    case Ask::miscount: ask_miscount(step); break;
    case Ask::hands: {
      const int hands = static_cast<int>(numbers_.size()) + 1;
      std::vector<QuestionOption> options;
      for (int count = std::max(2, hands - 2); count <= hands + 2; ++count) {
        options.push_back({std::to_string(count), fmt::format("{} hands", count)});
      }
      const std::string_view name = table_.game().wager(waiting_wager()).name;
      ask_choice(step, fmt::format("How many hands count for {}?", name), std::move(options), std::to_string(hands),
                 fmt::format("{} hands for {}", hands, name),
                 fmt::format("{} players and the dealer: {} hands. Every hand dealt counts, folded or not.",
                             numbers_.size(), hands));
      break;
    }
    case Ask::folds:
      ask_positions(step, "Whose cards do you collect now?", gone(),
                    "Collect folded hands with no live wager; a folded hand that can still win stays.");
      seen_.collected = true;
      break;
    case Ask::dealer_hand: ask_dealer_hand(step); break;
    case Ask::qualifies: {
      const bool plays = dealer_qualifies(table_, of_.round).value_or(true);
      ask_choice(step, "Does the dealer play?",
                 {{"yes", fmt::format("The dealer plays: {} or better", facts_.dealer_needs)},
                  {"no", "The dealer does not play"}},
                 plays ? "yes" : "no", plays ? "The dealer plays" : "The dealer does not play",
                 fmt::format("The dealer plays with {} or better; this is {}.", facts_.dealer_needs,
                             dealer_words(table_, of_.round)));
      break;
    }
    case Ask::lines:
    case Ask::lines_after:
    case Ask::envy: ask_lines(step); break;
    case Ask::supervisor:
      ask_positions(step, "Which positions does the supervisor confirm?", for_supervisor(),
                    "Every share of a meter, and every fixed pay from the progressive's supervisor threshold up.");
      break;
  }
}

}  // namespace

bool falls_with_fold(const SettlementLine& line) {
  return line.outcome.reason == games::Reason::folded || line.outcome.reason == games::Reason::forfeited_by_fold;
}

std::vector<size_t> lines_to_handle(const TrainingRound& round) {
  std::vector<size_t> lines;
  if (round.settlement.voided()) return lines;
  for (size_t at = 0; at < round.settlement.lines.size(); ++at) {
    const SettlementLine& line = round.settlement.lines[at];
    const WagerKind kind = round.table.game().wager(line.wager).kind;
    const bool idle = kind == WagerKind::progressive && line.outcome.result == Result::lost;
    if (!falls_with_fold(line) && !idle) lines.push_back(at);
  }
  return lines;
}

std::vector<Item> make_course(const TrainingRound& round, const Procedure& procedure) {
  return Maker(round, procedure).make();
}

}  // namespace cardroom::practice
