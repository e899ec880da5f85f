// An audit by one thread and by two, which must say the same.
#pragma once

#include <gtest/gtest.h>

#include "ledger/audit.h"

namespace cardroom::ledger::testing {

inline std::vector<std::string> texts_of(const std::vector<Finding>& findings) {
  std::vector<std::string> texts;
  for (const Finding& finding : findings) texts.push_back(to_text(finding));
  return texts;
}

inline void expect_same_audit(const AuditResult& one, const AuditResult& other) {
  EXPECT_EQ(texts_of(one.findings), texts_of(other.findings));
  EXPECT_EQ(one.entries, other.entries);
  EXPECT_EQ(one.accepted, other.accepted);
  EXPECT_EQ(one.refused, other.refused);
  EXPECT_EQ(one.head, other.head);
  EXPECT_EQ(one.first_ms, other.first_ms);
  EXPECT_EQ(one.last_ms, other.last_ms);
  EXPECT_EQ(one.follows_rules, other.follows_rules);
  EXPECT_TRUE(one.state == other.state);
}

// What the audit by one thread says.
inline StoreResult<AuditResult> audit_both_ways(const std::function<StoreResult<std::unique_ptr<Store>>()>& open,
                                                AuditOptions options = {}) {
  const auto store = open();
  if (!store) return std::unexpected(store.error());
  auto one = audit(**store, options);
  options.threads = 2;
  options.open = open;
  const auto two = audit(**store, options);
  EXPECT_EQ(one.has_value(), two.has_value());
  if (one && two) expect_same_audit(*one, *two);
  return one;
}

}  // namespace cardroom::ledger::testing
