#include <fmt/format.h>

#include <boost/describe.hpp>

#include "ledger/reports/differences.h"
#include "ledger/reports/kinds.h"

namespace cardroom::ledger::reports {

namespace {

using namespace progressive;

class Exceptions final : public Builder {
 public:
  explicit Exceptions(const Request& request) : request_(request) {}

  void before(const Step& step) override {
    if (!step.in_period) return;
    const Event& event = step.event;
    const std::string command = in_words(command_name(event.command));
    if (event.outcome.refused) {
      add_refusal(step, command, *event.outcome.refused);
      return;
    }
    for (const LeftOut& left : event.outcome.left_out)
      add_refusal(step, fmt::format("{}, position {}", command, left.position), left.refusal);
    std::visit([&](const auto& body) { add_body(step, command, body); }, event.command);
  }

  void finish(const WalkEnd&, Report& report) override {
    report.tables = {std::move(refusals_), std::move(voids_), std::move(changes_)};
    report.notes.push_back("A refused command changes nothing. Rule is the program's refusal code.");
  }

 private:
  void add_refusal(const Step& step, const std::string& command, const Refusal& refusal) {
    refusals_.rows.push_back({Instant{step.event.time_ms}, static_cast<int64_t>(step.entry.sequence), command,
                              person(step.state, step.event.by), second(step), std::string(code_name(refusal.code)),
                              refusal.field, refusal.text});
  }
  void add_row(Table& table, const Step& step, const std::string& command, std::string subject, std::string detail) {
    table.rows.push_back({Instant{step.event.time_ms}, static_cast<int64_t>(step.entry.sequence), command,
                          std::move(subject), std::move(detail), by(step), second(step)});
  }
  // The first administrator of a house is enrolled by nobody.
  static std::string by(const Step& step) {
    const bool nobody = step.event.by.empty() && std::holds_alternative<EnrolStaff>(step.event.command);
    return nobody ? "" : person(step.state, step.event.by);
  }
  static std::string second(const Step& step) {
    return step.event.second.empty() ? "" : person(step.state, step.event.second);
  }

  std::string round_of(const Step& step, const TableId& table) const {
    return fmt::format("table {}, round {}", table.text, step.event.outcome.round);
  }
  std::string claim_of(const Step& step, ClaimNumber number) const {
    const auto claim = step.state.claims.find(number);
    if (claim == step.state.claims.end()) return fmt::format("claim {}", number);
    const LinkRules& rules = step.state.links.at(claim->second.link).rules;
    return fmt::format("claim {}, table {}, {}, {}", number, claim->second.table.text,
                       in_words(rules.prizes.at(static_cast<size_t>(claim->second.prize)).hand),
                       base::to_text(claim->second.price.amount));
  }

  // Voids: what was begun and did not go its way.
  void add_body(const Step& step, const std::string& command, const UnmarkHand& body) {
    add_row(voids_, step, command, claim_of(step, body.claim), "");
  }
  void add_body(const Step& step, const std::string& command, const RejectClaim& body) {
    add_row(voids_, step, command, claim_of(step, body.claim), body.reason);
  }
  void add_body(const Step& step, const std::string& command, const HoldClaim& body) {
    add_row(voids_, step, command, claim_of(step, body.claim), body.reason);
  }
  void add_body(const Step& step, const std::string& command, const ReleaseClaim& body) {
    add_row(voids_, step, command, claim_of(step, body.claim),
            fmt::format("{}: {}", boost::describe::enum_to_string(body.verdict, "?"), body.reason));
  }
  void add_body(const Step& step, const std::string& command, const VoidDeal& body) {
    add_row(voids_, step, command, round_of(step, body.table), body.reason);
  }
  void add_body(const Step& step, const std::string& command, const CancelRound& body) {
    add_row(voids_, step, command, round_of(step, body.table),
            fmt::format("{}; {} refunded", body.reason, base::to_text(step.event.outcome.amount)));
  }
  void add_body(const Step& step, const std::string& command, const BackOutAward& body) {
    add_row(voids_, step, command,
            fmt::format("claim {}, win slip {}, {}", body.claim, step.event.outcome.win_page,
                        base::to_text(step.event.outcome.amount)),
            body.document);
  }
  void add_body(const Step& step, const std::string& command, const AdjustFund& body) {
    add_row(voids_, step, command,
            fmt::format("link {}, {}, {}", body.link.text, level_name(step.state, body.link, body.level),
                        boost::describe::enum_to_string(body.fund, "?")),
            fmt::format("{} for {}: {}", base::to_text(body.change),
                        in_words(boost::describe::enum_to_string(body.reason, "?")), body.document));
  }
  void add_body(const Step& step, const std::string& command, const TransferJackpot& body) {
    add_row(voids_, step, command, fmt::format("link {} to link {}", body.from.text, body.to.text), body.document);
  }

  // Not refused as a command, and yet somebody was not let in.
  void add_body(const Step& step, const std::string& command, const RecordSignIn& body) {
    if (body.what != SignIn::refused && body.what != SignIn::locked_out) return;
    refusals_.rows.push_back({Instant{step.event.time_ms}, static_cast<int64_t>(step.entry.sequence), command,
                              body.staff.empty() ? "device " + body.device.text : person(step.state, body.staff), "",
                              std::string(boost::describe::enum_to_string(body.what, "?")), "",
                              body.detail.empty() ? body.where : fmt::format("{}: {}", body.where, body.detail)});
  }

  // Configuration changes.
  void add_body(const Step& step, const std::string& command, const SetPin& body) {
    add_row(changes_, step, command, "staff " + body.staff.text, "");
  }
  void add_body(const Step& step, const std::string& command, const EnrolDevice& body) {
    const std::string kind(boost::describe::enum_to_string(body.device.kind, "?"));
    add_row(changes_, step, command, "device " + body.device.device.text,
            body.device.table.empty() ? kind : fmt::format("{}, table {}", kind, body.device.table.text));
  }
  void add_body(const Step& step, const std::string& command, const RevokeDevice& body) {
    add_row(changes_, step, command, "device " + body.device.text, body.reason);
  }
  void add_body(const Step& step, const std::string& command, const EnrolStaff& body) {
    add_row(changes_, step, command, "staff " + body.staff.text,
            fmt::format("{}, {}", body.name, boost::describe::enum_to_string(body.role, "?")));
  }
  void add_body(const Step& step, const std::string& command, const ChangeStaff& body) {
    const auto old = step.state.staff.find(body.staff);
    const StaffMember now{body.staff, body.role, body.name, body.active};
    add_row(changes_, step, command, "staff " + body.staff.text,
            old == step.state.staff.end() ? "" : differences(old->second, now));
  }
  void add_body(const Step& step, const std::string& command, const CreateLink& body) {
    add_row(changes_, step, command, "link " + body.link.text,
            fmt::format("{}, paytable {}, levels: {}", body.title, body.rules.paytable, body.rules.levels.size()));
  }
  void add_body(const Step& step, const std::string& command, const ChangeLink& body) {
    const auto old = step.state.links.find(body.link);
    add_row(changes_, step, command, "link " + body.link.text,
            old == step.state.links.end() ? "" : differences(old->second, body));
  }
  void add_body(const Step& step, const std::string& command, const OpenLink& body) {
    add_row(changes_, step, command, "link " + body.link.text, "");
  }
  void add_body(const Step& step, const std::string& command, const CloseLink& body) {
    add_row(changes_, step, command, "link " + body.link.text, body.reason);
  }
  void add_body(const Step& step, const std::string& command, const RetireLink& body) {
    add_row(changes_, step, command, "link " + body.link.text, "");
  }
  void add_body(const Step& step, const std::string& command, const PlaceTable& body) {
    add_row(changes_, step, command, "table " + body.table.table.text,
            fmt::format("{}, {} positions", body.table.game, body.table.positions));
  }
  void add_body(const Step& step, const std::string& command, const ChangeTable& body) {
    const auto old = step.state.tables.find(body.table.table);
    add_row(changes_, step, command, "table " + body.table.table.text,
            old == step.state.tables.end() ? "" : differences(old->second.table, body.table));
  }
  void add_body(const Step& step, const std::string& command, const RemoveTable& body) {
    add_row(changes_, step, command, "table " + body.table.text, "");
  }
  template <class Body>
  void add_body(const Step&, const std::string&, const Body&) {}

  static Table rows_table(std::string id, std::string title) {
    return {.id = std::move(id),
            .title = std::move(title),
            .columns = {{"time", "Time", Unit::time},
                        {"entry", "Entry", Unit::count},
                        {"what", "Action"},
                        {"of", "Subject"},
                        {"detail", "Reason, document or change"},
                        {"by", "By"},
                        {"second", "Second person"}},
            .rows = {},
            .totals = {}};
  }

  Request request_;
  Table refusals_{.id = "refusals",
                  .title = "Refusals",
                  .columns = {{"time", "Time", Unit::time},
                              {"entry", "Entry", Unit::count},
                              {"what", "Command"},
                              {"by", "By"},
                              {"second", "Second person"},
                              {"rule", "Rule"},
                              {"field", "Field"},
                              {"text", "Message"}},
                  .rows = {},
                  .totals = {}};
  Table voids_ = rows_table("voids", "Voids, cancellations and corrections");
  Table changes_ = rows_table("changes", "Configuration changes");
};

}  // namespace

std::unique_ptr<Builder> make_exceptions(const Request& request) {
  return std::make_unique<Exceptions>(request);
}

}  // namespace cardroom::ledger::reports
