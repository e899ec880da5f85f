#include "lab/faceup_verdicts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace cardroom::lab {
namespace {

TEST(FaceUpVerdicts, AreThoseOnRecord) {
  const auto verdicts = face_up_verdicts(stored_results());
  for (const FaceUpVerdict& verdict : verdicts) EXPECT_EQ(verdict.verdict, verdict.expected) << verdict.what;
  // Every estimate, every recommended number of spots and every rule of thumb is answered.
  EXPECT_EQ(verdicts.size(),
            shipped_face_up().estimates.size() + shipped_face_up().spots.size() + odds::printed_rules().size());
  std::set<std::string> ids;
  for (const FaceUpVerdict& verdict : verdicts) EXPECT_TRUE(ids.insert(verdict.id).second) << verdict.id;
}

TEST(FaceUpVerdicts, StoredResultsSaySoWhenTheyAreNotWhatIsComputed) {
  FaceUpResults some;
  for (const FaceUpRow& row : stored_results().rows) {
    if (row.game == "let-it-ride" && row.players == 3) some.rows.push_back(row);
  }
  for (const FaceUpRule& rule : stored_results().rules) {
    if (rule.rule == "let-it-ride-low-pair") some.rules.push_back(rule);
  }
  ASSERT_EQ(some.rows.size(), 1U);
  ASSERT_EQ(some.rules.size(), 1U);
  odds::Workers workers;
  EXPECT_TRUE(recompute(some, workers, nullptr).empty());
  some.rows[0].gain.value += Rational(1, 1000000);
  some.rules[0].value.value += Rational(1, 1000000);
  EXPECT_EQ(recompute(some, workers, nullptr).size(), 2U);
}

// More cards seen are worth more, as far as the intervals tell; what is left to the house against simple rules is more
// than against perfect play.
TEST(FaceUpVerdicts, StoredRowsAreInOrder) {
  const auto& rows = stored_results().rows;
  for (size_t at = 0; at < rows.size(); ++at) {
    const FaceUpRow& row = rows[at];
    SCOPED_TRACE(row.game + " " + std::to_string(row.players));
    EXPECT_EQ(row.edge.value, row.base_edge - row.gain.value);
    EXPECT_GT(row.simple_edge.value + row.simple_edge.half_width, row.edge.value - row.edge.half_width);
    if (at == 0 || rows[at - 1].game != row.game) continue;
    EXPECT_EQ(row.players, rows[at - 1].players + 1);
    EXPECT_LT(row.edge.value - row.edge.half_width, rows[at - 1].edge.value + rows[at - 1].edge.half_width);
  }
}

}  // namespace
}  // namespace cardroom::lab
