#include "service/rpc/log_budget.h"

#include <gtest/gtest.h>

namespace meeple::rpc {
namespace {

TEST(LogBudgetTest, GivesSoManyLinesAWindow) {
  LogBudget budget(/*lines=*/2, absl::Seconds(10));
  const absl::Duration start = absl::Seconds(1'000);
  EXPECT_TRUE(budget.Take(start));
  EXPECT_TRUE(budget.Take(start + absl::Seconds(9)));
  EXPECT_FALSE(budget.Take(start + absl::Seconds(9)));
  EXPECT_TRUE(budget.Take(start + absl::Seconds(10)));
  EXPECT_TRUE(budget.Take(start + absl::Seconds(10)));
  EXPECT_FALSE(budget.Take(start + absl::Seconds(11)));
}

}  // namespace
}  // namespace meeple::rpc
