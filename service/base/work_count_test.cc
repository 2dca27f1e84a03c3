#include "service/base/work_count.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <optional>
#include <thread>

namespace meeple::service {
namespace {

TEST(WorkCountTest, NothingIsUnderWayAtFirst) {
  WorkCount work;
  { const WorkCount::Token token(work); }
  work.WaitForNone();
  work.WaitForNone();
}

TEST(WorkCountTest, WaitsForTheLastPieceOfWork) {
  WorkCount work;
  std::optional<WorkCount::Token> first(std::in_place, work);
  std::optional<WorkCount::Token> second(std::in_place, work);
  std::atomic<bool> waited = false;
  {
    const std::jthread waiter([&] {
      work.WaitForNone();
      waited = true;
    });
    first.reset();
    // Begun from within what is under way.
    first.emplace(work);
    second.reset();
    EXPECT_FALSE(waited);
    first.reset();
  }
  EXPECT_TRUE(waited);
}

// Whoever waited may destroy it at once: for the sanitizers.
TEST(WorkCountTest, MayBeDestroyedOnceNothingIsUnderWay) {
  for (int i = 0; i < 2'000; ++i) {
    auto work = std::make_unique<WorkCount>();
    auto token = std::make_unique<WorkCount::Token>(*work);
    const std::jthread worker([&] { token.reset(); });
    work->WaitForNone();
    work.reset();
  }
}

}  // namespace
}  // namespace meeple::service
