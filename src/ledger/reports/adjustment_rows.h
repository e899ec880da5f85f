// Everything but play that changed an amount: the list that explains a daily accrual, and a report of its own.
#pragma once

#include "ledger/reports/kinds.h"

namespace cardroom::ledger::reports {

class AdjustmentRows {
 public:
  explicit AdjustmentRows(const Request& request) : request_(request) {}

  // Before the event is applied.
  void add(const Step& step);
  Table table(std::string title);

 private:
  struct Change {
    std::string what;
    progressive::LinkId link;
    int level = 0;
    std::string fund;
    base::MeterUnits before;
    base::MeterUnits after;
    std::string reason;
    std::string document;
  };
  void add_change(const Step& step, const Change& change, const std::string& level);
  void add_body(const Step& step, const progressive::CreateLink& body);
  void add_body(const Step& step, const progressive::AdjustFund& body);
  void add_body(const Step& step, const progressive::BackOutAward& body);
  void add_body(const Step& step, const progressive::TransferJackpot& body);
  template <class Body>
  void add_body(const Step&, const Body&) {}

  Request request_;
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace cardroom::ledger::reports
