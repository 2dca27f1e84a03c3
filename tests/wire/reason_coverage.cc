// Fails the suite if a reason of the contract was never seen in it: what is documented can happen,
// and it is tested that it does.

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "tests/wire/answer.h"

namespace meeple::wire {
namespace {

// Reasons that cannot be produced over the wire yet, and why.
const std::map<v1::ErrorReason, std::string>& Exceptions() {
  static const auto* exceptions = new std::map<v1::ErrorReason, std::string>{
      {v1::ERROR_REASON_UNSPECIFIED, "is never sent"},
  };
  return *exceptions;
}

class ReasonCoverage : public testing::Environment {
 public:
  void TearDown() override {
    if (!RanWholeSuite()) return;
    const std::set<v1::ErrorReason> seen = ReasonsSeen();
    for (int i = 0; i < v1::ErrorReason_ARRAYSIZE; ++i) {
      if (!v1::ErrorReason_IsValid(i)) continue;
      const auto reason = static_cast<v1::ErrorReason>(i);
      const bool excepted = Exceptions().contains(reason);
      EXPECT_NE(seen.contains(reason), excepted)
          << v1::ErrorReason_Name(reason)
          << (excepted ? " is no exception any more" : " was never produced");
    }
  }

 private:
  static bool RanWholeSuite() {
    const testing::UnitTest& suite = *testing::UnitTest::GetInstance();
    return suite.test_to_run_count() == suite.total_test_count() && suite.Passed();
  }
};

const testing::Environment* const kCoverage = testing::AddGlobalTestEnvironment(new ReasonCoverage);

}  // namespace
}  // namespace meeple::wire
