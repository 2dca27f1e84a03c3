#include "service/core/game_timers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <string>
#include <utility>
#include <vector>

#include "service/core/testing/fake_clock.h"

namespace meeple::service {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class GameTimersTest : public testing::Test {
 protected:
  ~GameTimersTest() override { timer_.Stop(); }

  absl::Duration In(int seconds) const { return start_ + absl::Seconds(seconds); }

  // Lets so much time pass, and waits until what is due by then has run.
  std::vector<std::string> WokenAfter(int seconds) {
    clock_.Advance(absl::Seconds(seconds));
    std::promise<void> done;
    timer_.At(clock_.Uptime(), [&done] { done.set_value(); });
    done.get_future().get();
    return std::exchange(woken_, {});
  }

  FakeClock clock_;
  const absl::Duration start_ = clock_.Uptime();
  Timer timer_{clock_};
  std::vector<std::string> woken_;
  GameTimers timers_{timer_, [this](const std::string& game_id) { woken_.push_back(game_id); }};
};

TEST_F(GameTimersTest, WakesEachGameWhenItIsDue) {
  timers_.Arm("b", In(20));
  timers_.Arm("a", In(10));
  EXPECT_THAT(WokenAfter(9), IsEmpty());
  EXPECT_THAT(WokenAfter(1), ElementsAre("a"));
  EXPECT_FALSE(timers_.empty());
  EXPECT_THAT(WokenAfter(10), ElementsAre("b"));
  EXPECT_TRUE(timers_.empty());
}

TEST_F(GameTimersTest, OneWakeStandsForAllThatAreLater) {
  timers_.Arm("a", In(10));
  for (int i = 11; i < 1'000; ++i) timers_.Arm("a", In(i));
  EXPECT_THAT(WokenAfter(2'000), ElementsAre("a"));
  EXPECT_TRUE(timers_.empty());
}

TEST_F(GameTimersTest, AnEarlierOneTakesThePlace) {
  timers_.Arm("a", In(1'000));
  timers_.Arm("a", In(10));
  EXPECT_THAT(WokenAfter(10), ElementsAre("a"));
  EXPECT_TRUE(timers_.empty());
  EXPECT_THAT(WokenAfter(2'000), IsEmpty()) << "nothing is left of the later one";
}

TEST_F(GameTimersTest, MayBeArmedAgainOnceItWoke) {
  timers_.Arm("a", In(10));
  EXPECT_THAT(WokenAfter(10), ElementsAre("a"));
  timers_.Arm("a", In(10));
  EXPECT_THAT(WokenAfter(0), ElementsAre("a"));
}

}  // namespace
}  // namespace meeple::service
