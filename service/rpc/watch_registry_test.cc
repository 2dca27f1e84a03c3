#include "service/rpc/watch_registry.h"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "service/core/errors.h"
#include "service/core/testing/fake_clock.h"

namespace meeple::rpc {
namespace {

class FakeStream final : public TimedStream {
 public:
  explicit FakeStream(absl::Duration due) : due_(due) {}
  absl::Duration due() const override { return due_; }
  void Tick() override {
    ++ticks;
    if (when_ticked) when_ticked();
  }

  absl::Duration writing_since() const override { return since; }

  int ticks = 0;
  absl::Duration since = absl::InfiniteDuration();
  std::function<void()> when_ticked;

 private:
  const absl::Duration due_;
};

class WatchRegistryTest : public testing::Test {
 protected:
  std::shared_ptr<FakeStream> AddStreamDueIn(absl::Duration time) {
    auto stream = std::make_shared<FakeStream>(clock_.Uptime() + time);
    registry_.Add(stream);
    return stream;
  }

  service::FakeClock clock_;
  WatchRegistry registry_{clock_, 2};
};

TEST_F(WatchRegistryTest, AdmitsUpToTheLimitOfEachConnection) {
  auto first = registry_.Admit("ipv4:10.0.0.1:1000");
  auto second = registry_.Admit("ipv4:10.0.0.1:1000");
  ASSERT_TRUE(first.ok() && second.ok());
  const auto third = registry_.Admit("ipv4:10.0.0.1:1000");
  EXPECT_EQ(service::ReasonOf(third.status()), v1::ERROR_REASON_LIMIT_REACHED);
  EXPECT_TRUE(registry_.Admit("ipv4:10.0.0.1:1001").ok());
}

TEST_F(WatchRegistryTest, APlaceThatIsGivenBackCanBeTakenAgain) {
  auto first = registry_.Admit("peer");
  {
    auto second = registry_.Admit("peer");
    EXPECT_FALSE(registry_.Admit("peer").ok());
  }
  EXPECT_TRUE(registry_.Admit("peer").ok());
}

TEST_F(WatchRegistryTest, AMovedPlaceIsGivenBackOnce) {
  auto first = registry_.Admit("peer");
  WatchRegistry::Place place = *std::move(first);
  auto second = registry_.Admit("peer");
  ASSERT_TRUE(second.ok());
  place = WatchRegistry::Place();
  auto third = registry_.Admit("peer");
  EXPECT_TRUE(third.ok());
  EXPECT_FALSE(registry_.Admit("peer").ok());
}

TEST_F(WatchRegistryTest, TicksWhoIsDue) {
  const auto soon = AddStreamDueIn(absl::Seconds(1));
  const auto later = AddStreamDueIn(absl::Seconds(2));
  const auto never = AddStreamDueIn(absl::InfiniteDuration());
  registry_.Tick();
  EXPECT_EQ(soon->ticks, 0);
  clock_.Advance(absl::Seconds(1));
  registry_.Tick();
  EXPECT_EQ(soon->ticks, 1);
  EXPECT_EQ(later->ticks, 0);
  EXPECT_EQ(never->ticks, 0);
}

TEST_F(WatchRegistryTest, ForgetsStreamsThatAreGone) {
  auto gone = AddStreamDueIn(absl::ZeroDuration());
  const auto removed = AddStreamDueIn(absl::ZeroDuration());
  registry_.Remove(gone.get());
  gone.reset();
  registry_.Remove(removed.get());
  registry_.Tick();
  EXPECT_EQ(removed->ticks, 0);
}

TEST_F(WatchRegistryTest, AStreamMayRemoveItselfWhileItIsTicked) {
  const auto stream = AddStreamDueIn(absl::ZeroDuration());
  stream->when_ticked = [this, &stream] { registry_.Remove(stream.get()); };
  registry_.Tick();
  registry_.Tick();
  EXPECT_EQ(stream->ticks, 1);
}

TEST_F(WatchRegistryTest, KnowsWhoLagsSinceTheLastTick) {
  const auto idle = AddStreamDueIn(absl::Hours(1));
  const auto writing = AddStreamDueIn(absl::Hours(1));
  const auto stuck = AddStreamDueIn(absl::Hours(1));
  writing->since = stuck->since = clock_.Uptime();
  clock_.Advance(WatchRegistry::kSlowAfter);
  registry_.Tick();
  EXPECT_EQ(registry_.lag().streams, 3);
  EXPECT_EQ(registry_.lag().slow, 0);
  EXPECT_EQ(registry_.lag().longest, WatchRegistry::kSlowAfter);
  clock_.Advance(absl::Seconds(4));
  writing->since = clock_.Uptime() + absl::Milliseconds(1);
  registry_.Tick();
  EXPECT_EQ(registry_.lag().slow, 1);
  EXPECT_EQ(registry_.lag().longest, absl::Seconds(5));
  stuck->since = absl::InfiniteDuration();
  registry_.Remove(writing.get());
  registry_.Tick();
  EXPECT_EQ(registry_.lag().streams, 2);
  EXPECT_EQ(registry_.lag().slow, 0);
  EXPECT_EQ(registry_.lag().longest, absl::ZeroDuration());
}

}  // namespace
}  // namespace meeple::rpc
