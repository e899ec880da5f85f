#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "ledger/reports/kinds.h"
#include "progressive/decide.h"

namespace cardroom::ledger::reports {

namespace {

using namespace progressive;

// When a payment was acknowledged, and by whom.
struct Acknowledged {
  int64_t time_ms = 0;
  std::string by;
};

struct WinPage {
  std::vector<Cell> facts;  // up to the tax form
  std::vector<Cell> people;
  Claim claim;
  base::Cents amount;
  std::optional<Acknowledged> paid;
  struct Envy {
    Payment payment;
    bool posted = false;
    bool acknowledged = false;
  };
  std::vector<Envy> envy;
  std::vector<Cell> voided;  // when, by whom, the document; empty: valid
};

class WinPages final : public Builder {
 public:
  explicit WinPages(const Request& request) : request_(request) {}

  void before(const Step& step) override {
    claim_.reset();
    round_ = 0;
    if (step.event.outcome.refused) return;
    if (const auto* end = std::get_if<EndRound>(&step.event.command))
      if (const auto table = step.state.tables.find(end->table);
          table != step.state.tables.end() && table->second.round)
        round_ = table->second.round->number;
    if (step.event.outcome.win_page == 0 || std::holds_alternative<BackOutAward>(step.event.command)) return;
    const auto found = step.state.claims.find(step.event.outcome.claim);
    if (found != step.state.claims.end()) claim_ = found->second;
  }

  void after(const Step& step) override {
    const PageNumber number = step.event.outcome.win_page;
    if (step.event.outcome.refused) return;
    if (const auto* back_out = std::get_if<BackOutAward>(&step.event.command)) {
      void_page(step, number, *back_out);
    } else if (number != 0 && claim_ && step.in_period && wants(number)) {
      add_page(step, number);
    }
    note_envy(step);
    note_payments(step);
  }

  void finish(const WalkEnd& end, Report& report) override {
    Table table{.id = "pages",
                .title = "Win slips",
                .layout = Layout::pages,
                .columns = {{"page", "Win slip", Unit::count},
                            {"status", "Status"},
                            {"day", "Gaming day", Unit::day},
                            {"time", "Confirmed at", Unit::time},
                            {"amount", "Amount", Unit::money},
                            {"hand", "Hand"},
                            {"link", "Progressive"},
                            {"level", "Level"},
                            {"table", "Table"},
                            {"game", "Game"},
                            {"round", "Round", Unit::count},
                            {"position", "Position", Unit::count},
                            {"wager", "Wager", Unit::money},
                            {"paid_from", "Paid from"},
                            {"tax", "Tax form"},
                            {"payment", "Award"},
                            {"paid_at", "Paid at", Unit::time},
                            {"paid_by", "Acknowledged as paid by"},
                            {"envy", "Envy bonus"},
                            {"envy_total", "Total envy", Unit::money},
                            {"envy_owed", "Envy still owed", Unit::money},
                            {"marked_at", "Marked at", Unit::time},
                            {"marked_by", "Marked by"},
                            {"acknowledged_by", "Acknowledged by"},
                            {"confirmed_by", "Confirmed by"},
                            {"second", "Second person"},
                            {"claim", "Claim", Unit::count},
                            {"entry", "Journal entry", Unit::count},
                            {"void_at", "Voided at", Unit::time},
                            {"void_by", "Voided by"},
                            {"void_document", "Void document"}},
                .rows = {},
                .totals = {}};
    PageNumber expected = 0;
    for (const auto& [number, page] : pages_) {
      const bool whole = !request_.link && !request_.table;
      if (whole && expected != 0 && number != expected)
        report.alarms.push_back(
            fmt::format("Win slip {} follows slip {}: there is a gap in the numbers.", number, expected - 1));
      expected = number + 1;
      table.rows.push_back(row_of(number, page, end.state));
    }
    report.tables.push_back(std::move(table));
    report.notes.push_back(
        end.state.last_page == 0
            ? std::string("No win slips yet.")
            : fmt::format("Win slips run from 1 to {}. A voided slip keeps its number.", end.state.last_page));
  }

  // A page changes as long as its round or its claim is open, when it is voided, and when something that is owed on it
  // is posted or acknowledged.
  bool may_differ(const State& from, const State& to) const override {
    const Marks before = marks_of(from);
    const Marks after = marks_of(to);
    return std::ranges::any_of(pages_, [&](const auto& numbered) {
      const Claim& claim = numbered.second.claim;
      return from.claims.contains(claim.number) || is_open_round(from, claim.table, claim.round) ||
             before.awards.contains(claim.number) != after.awards.contains(claim.number) ||
             before.owed.count(claim.number) != after.owed.count(claim.number);
    });
  }

 private:
  bool wants(PageNumber number) const {
    if (request_.first_page != 0 && number < request_.first_page) return false;
    if (request_.last_page != 0 && number > request_.last_page) return false;
    return request_.wants(claim_->link) && request_.wants(claim_->table);
  }

  struct Marks {
    std::set<ClaimNumber> awards;  // that can be backed out
    std::multiset<ClaimNumber> owed;
  };
  static Marks marks_of(const State& state) {
    Marks marks;
    for (const auto& [id, link] : state.links)
      for (const Award& award : link.awards) marks.awards.insert(award.price.claim);
    for (const Debt& debt : state.owed) marks.owed.insert(debt.claim);
    return marks;
  }

  WinPage* page_of(ClaimNumber claim) {
    const auto number = numbers_.find(claim);
    return number == numbers_.end() ? nullptr : &pages_.at(number->second);
  }

  void add_page(const Step& step, PageNumber number) {
    const State& state = step.state;
    const LinkState& link = state.links.at(claim_->link);
    const Prize& prize = link.rules.prizes.at(static_cast<size_t>(claim_->prize));
    base::Cents amount = claim_->price.amount;
    bool tax = false;
    for (const Payment& payment : step.event.outcome.paid) {
      if (payment.claim != claim_->number) continue;
      amount = payment.amount;
      tax = payment.tax;
    }
    const auto table = state.tables.find(claim_->table);
    WinPage& page = pages_[number];
    numbers_[claim_->number] = number;
    unpaid_[claim_->table].push_back(number);
    page.claim = *claim_;
    page.amount = amount;
    page.facts = {day_text(request_.time.day_of(step.event.time_ms)),
                  Instant{step.event.time_ms},
                  amount,
                  in_words(prize.hand),
                  claim_->link.text,
                  claim_->on_meter ? level_name(state, claim_->link, prize.is_share() ? prize.level : 0) : "",
                  claim_->table.text,
                  table == state.tables.end() ? "" : table->second.table.game,
                  static_cast<int64_t>(claim_->round),
                  claim_->position ? Cell(static_cast<int64_t>(*claim_->position)) : Cell(),
                  claim_->wager,
                  std::string(claim_->on_meter ? "the meter" : "the tray"),
                  std::string(!has_tax_rule(link.rules, step.event.time_ms) ? "Tax rule not configured"
                              : tax                                         ? "yes"
                                                                            : "no")};
    page.people = {Instant{claim_->marked_ms},
                   person(state, claim_->marked_by),
                   claim_->acknowledged_by.empty() ? "" : person(state, claim_->acknowledged_by),
                   person(state, step.event.by),
                   step.event.second.empty() ? "" : person(state, step.event.second),
                   static_cast<int64_t>(claim_->number),
                   static_cast<int64_t>(step.entry.sequence)};
    // What END GAME will post, as it is owed at the confirmation.
    if (is_open_round(state, claim_->table, claim_->round))
      for (const Payment& payment : envy_due(state, claim_->table, step.event.time_ms))
        if (payment.claim == claim_->number) page.envy.push_back({payment, false, false});
  }

  // Posted envy takes the place of what was only due; the dealer pays it with the same key, unless a dispute ended.
  void note_envy(const Step& step) {
    const bool paid = !std::holds_alternative<ReleaseClaim>(step.event.command);
    for (const Payment& payment : step.event.outcome.envy) {
      WinPage* page = page_of(payment.claim);
      if (page == nullptr || payment.amount == base::Cents()) continue;
      std::erase_if(page->envy, [&](const WinPage::Envy& envy) {
        return !envy.posted && envy.payment.position == payment.position;
      });
      page->envy.push_back({payment, true, paid});
    }
  }

  void note_payments(const Step& step) {
    const auto settle = [&](const TableId& table, const Acknowledged& how, const auto& award_is, const auto& envy_is) {
      const auto pages = unpaid_.find(table);
      if (pages == unpaid_.end()) return;
      for (const PageNumber number : pages->second) {
        WinPage& page = pages_.at(number);
        if (!page.paid && page.voided.empty() && award_is(page)) page.paid = how;
        for (WinPage::Envy& envy : page.envy)
          if (envy.posted && envy_is(page, envy)) envy.acknowledged = true;
      }
      std::erase_if(pages->second, [&](PageNumber number) {
        const WinPage& page = pages_.at(number);
        return page.paid && std::ranges::all_of(page.envy, &WinPage::Envy::acknowledged);
      });
    };
    if (const auto* end = std::get_if<EndRound>(&step.event.command)) {
      const Acknowledged how{step.event.time_ms, step.event.by.empty() ? "the dealer, with the end of the round"
                                                                       : person(step.state, step.event.by)};
      settle(
          end->table, how, [&](const WinPage& page) { return page.claim.round == round_; },
          [&](const WinPage& page, const WinPage::Envy&) { return page.claim.round == round_; });
    }
    if (const auto* paid = std::get_if<AcknowledgePayment>(&step.event.command)) {
      const auto has = [&](const WinPage& page, std::optional<int> position) {
        return std::ranges::any_of(step.event.outcome.acknowledged, [&](const Payment& payment) {
          return payment.claim == page.claim.number && payment.position == position;
        });
      };
      settle(
          paid->table, {step.event.time_ms, person(step.state, step.event.by)},
          [&](const WinPage& page) { return has(page, page.claim.position); },
          [&](const WinPage& page, const WinPage::Envy& envy) { return has(page, envy.payment.position); });
    }
  }

  void void_page(const Step& step, PageNumber number, const BackOutAward& back_out) {
    const auto page = pages_.find(number);
    if (page == pages_.end()) return;
    page->second.voided = {Instant{step.event.time_ms},
                           person(step.state, step.event.by) + ", " + person(step.state, step.event.second),
                           back_out.document};
    // A hand that did not win owes nothing more; what was posted to the others before that stays theirs.
    std::erase_if(page->second.envy, [](const WinPage::Envy& envy) { return !envy.posted; });
  }

  // Version 0.1 recorded no payment after the end of a round: what is neither acknowledged nor owed is its.
  static std::vector<Cell> row_of(PageNumber number, const WinPage& page, const State& state) {
    const auto is_owed = [&](DebtKind kind, std::optional<int> position) {
      return std::ranges::any_of(state.owed, [&](const Debt& debt) {
        return debt.kind == kind && debt.claim == page.claim.number &&
               (kind == DebtKind::award || debt.position == position);
      });
    };
    std::vector<Cell> row = {static_cast<int64_t>(number), std::string(page.voided.empty() ? "valid" : "VOID")};
    row.insert(row.end(), page.facts.begin(), page.facts.end());
    row.emplace_back(std::string(page.paid                      ? "paid"
                                 : is_owed(DebtKind::award, {}) ? "owed"
                                 : !page.voided.empty()         ? "not paid"
                                                                : "payment not recorded"));
    row.push_back(page.paid ? Cell(Instant{page.paid->time_ms}) : Cell());
    row.push_back(page.paid ? Cell(page.paid->by) : Cell());
    std::string text;
    base::Cents total, owed;
    for (const WinPage::Envy& envy : page.envy) {
      const Payment& payment = envy.payment;
      const bool unpaid = !envy.acknowledged && (!envy.posted || is_owed(DebtKind::envy, payment.position));
      text += fmt::format("{}position {} {}{} {}", text.empty() ? "" : ", ", payment.position.value_or(0),
                          base::to_text(payment.amount), payment.tax ? " (tax form)" : "",
                          unpaid              ? "owed"
                          : envy.acknowledged ? "paid"
                                              : "payment not recorded");
      total += payment.amount;
      if (unpaid) owed += payment.amount;
    }
    if (!page.voided.empty() && !text.empty()) text = "not taken back by the void: " + text;
    row.emplace_back(text);
    row.emplace_back(total);
    row.emplace_back(owed);
    row.insert(row.end(), page.people.begin(), page.people.end());
    const std::vector<Cell> none(3);
    const std::vector<Cell>& voided = page.voided.empty() ? none : page.voided;
    row.insert(row.end(), voided.begin(), voided.end());
    return row;
  }

  Request request_;
  std::optional<Claim> claim_;
  RoundNumber round_ = 0;  // that the entry ends
  std::map<PageNumber, WinPage> pages_;
  std::map<ClaimNumber, PageNumber> numbers_;
  std::map<TableId, std::vector<PageNumber>> unpaid_;  // pages of which something is not acknowledged
};

}  // namespace

std::unique_ptr<Builder> make_win_pages(const Request& request) {
  return std::make_unique<WinPages>(request);
}

}  // namespace cardroom::ledger::reports
