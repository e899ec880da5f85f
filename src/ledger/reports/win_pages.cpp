#include <fmt/format.h>

#include <map>

#include "ledger/reports/kinds.h"
#include "progressive/decide.h"

namespace cardroom::ledger::reports {

namespace {

using namespace progressive;

constexpr size_t envy_column = 15;

class WinPages final : public Builder {
 public:
  explicit WinPages(const Request& request) : request_(request) {}

  void before(const Step& step) override {
    claim_.reset();
    if (step.event.outcome.refused || step.event.outcome.win_page == 0) return;
    if (std::holds_alternative<BackOutAward>(step.event.command)) return;
    const auto found = step.state.claims.find(step.event.outcome.claim);
    if (found != step.state.claims.end()) claim_ = found->second;
  }

  void after(const Step& step) override {
    const PageNumber number = step.event.outcome.win_page;
    if (step.event.outcome.refused) return;
    if (const auto* back_out = std::get_if<BackOutAward>(&step.event.command)) {
      void_page(step, number, *back_out);
    } else if (number != 0) {
      last_number_ = number;
      if (claim_ && step.in_period && wants(number)) add_page(step, number);
    }
    for (const Payment& payment : step.event.outcome.envy)
      if (const auto page = envy_is_paid_.find(payment.claim); page != envy_is_paid_.end()) page->second = true;
  }

  void finish(const WalkEnd&, Report& report) override {
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
                            {"envy", "Envy owed"},
                            {"envy_total", "Total envy", Unit::money},
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
    for (auto& [number, row] : pages_) {
      const bool whole = !request_.link && !request_.table;
      if (whole && expected != 0 && number != expected)
        report.alarms.push_back(
            fmt::format("Win slip {} follows slip {}: there is a gap in the numbers.", number, expected - 1));
      expected = number + 1;
      table.rows.push_back(std::move(row));
    }
    report.tables.push_back(std::move(table));
    report.notes.push_back(
        last_number_ == 0 ? std::string("No win slips yet.")
                          : fmt::format("Win slips run from 1 to {}. A voided slip keeps its number.", last_number_));
  }

 private:
  bool wants(PageNumber number) const {
    if (request_.first_page != 0 && number < request_.first_page) return false;
    if (request_.last_page != 0 && number > request_.last_page) return false;
    return request_.wants(claim_->link) && request_.wants(claim_->table);
  }

  // What the other positions get for this hand, as it is owed at the confirmation.
  std::vector<Payment> envy_owed(const Step& step) const {
    std::vector<Payment> owed = step.event.outcome.envy;
    const auto table = step.state.tables.find(claim_->table);
    const bool open =
        table != step.state.tables.end() && table->second.round && table->second.round->number == claim_->round;
    if (owed.empty() && open) owed = envy_due(step.state, claim_->table, step.event.time_ms);
    std::erase_if(owed, [&](const Payment& payment) { return payment.claim != claim_->number; });
    return owed;
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
    std::string owed;
    base::Cents envy;
    for (const Payment& payment : envy_owed(step)) {
      owed += fmt::format("{}position {} {}{}", owed.empty() ? "" : ", ", payment.position.value_or(0),
                          base::to_text(payment.amount), payment.tax ? " (tax form)" : "");
      envy += payment.amount;
    }
    const auto table = state.tables.find(claim_->table);
    envy_is_paid_[claim_->number] = false;
    pages_[number] = {static_cast<int64_t>(number),
                      std::string("valid"),
                      day_text(request_.time.day_of(step.event.time_ms)),
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
                      std::string(tax ? "yes" : "no"),
                      owed,
                      envy,
                      Instant{claim_->marked_ms},
                      person(state, claim_->marked_by),
                      claim_->acknowledged_by.empty() ? "" : person(state, claim_->acknowledged_by),
                      person(state, step.event.by),
                      step.event.second.empty() ? "" : person(state, step.event.second),
                      static_cast<int64_t>(claim_->number),
                      static_cast<int64_t>(step.entry.sequence),
                      Cell(),
                      Cell(),
                      Cell()};
  }

  void void_page(const Step& step, PageNumber number, const BackOutAward& back_out) {
    const auto page = pages_.find(number);
    if (page == pages_.end()) return;
    std::vector<Cell>& row = page->second;
    row[1] = std::string("VOID");
    // A hand that did not win owes nothing more; what the others were paid before that stays theirs.
    std::string& owed = std::get<std::string>(row[envy_column]);
    if (!envy_is_paid_[back_out.claim]) {
      owed.clear();
      row[envy_column + 1] = base::Cents();
    } else if (!owed.empty()) {
      owed = "paid before the void and not taken back: " + owed;
    }
    const size_t at = row.size() - 3;
    row[at] = Instant{step.event.time_ms};
    row[at + 1] = person(step.state, step.event.by) + ", " + person(step.state, step.event.second);
    row[at + 2] = back_out.document;
  }

  Request request_;
  std::optional<Claim> claim_;
  std::map<PageNumber, std::vector<Cell>> pages_;
  std::map<ClaimNumber, bool> envy_is_paid_;  // of the claims that have a page here
  PageNumber last_number_ = 0;
};

}  // namespace

std::unique_ptr<Builder> make_win_pages(const Request& request) {
  return std::make_unique<WinPages>(request);
}

}  // namespace cardroom::ledger::reports
