#include "ledger/reports/adjustment_rows.h"

namespace cardroom::ledger::reports {

namespace {

class Adjustments final : public Builder {
 public:
  explicit Adjustments(const Request& request) : rows_(request) {}

  void before(const Step& step) override { rows_.add(step); }

  void finish(const WalkEnd&, Report& report) override {
    report.tables.push_back(rows_.table("Changes outside play"));
    report.notes.push_back(
        "Before and after are the amounts in the fund. Backing out an award returns its amount to the meter, less the "
        "seed and reserve from that reset.");
  }

 private:
  AdjustmentRows rows_;
};

}  // namespace

std::unique_ptr<Builder> make_adjustments(const Request& request) {
  return std::make_unique<Adjustments>(request);
}

}  // namespace cardroom::ledger::reports
