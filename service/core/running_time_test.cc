#include "service/core/running_time.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

namespace meeple::service {
namespace {

// The machine's time stands still until the test moves it.
class RunningTimeTest : public testing::Test {
 protected:
  void Pass(absl::Duration time) { machine_ += absl::ToInt64Nanoseconds(time); }
  // The time that the process ran since the test began.
  absl::Duration Ran() const { return absl::Nanoseconds(time_.Now() - began_); }

  std::atomic<int64_t> machine_ = 123'456'789'012'345;
  const RunningTime time_{[this] { return machine_.load(); }};
  const int64_t began_ = time_.Now();
};

TEST_F(RunningTimeTest, PassesAsThatOfTheMachine) {
  EXPECT_EQ(began_, 123'456'789'012'345);
  EXPECT_EQ(Ran(), absl::ZeroDuration());
  absl::Duration passed;
  for (const absl::Duration step : {absl::Nanoseconds(1), absl::Milliseconds(49),
                                    absl::Milliseconds(50), absl::Milliseconds(999)}) {
    Pass(step);
    passed += step;
    EXPECT_EQ(Ran(), passed);
    EXPECT_EQ(Ran(), passed) << "asking takes no time";
  }
}

TEST_F(RunningTimeTest, AnHourOfBeatsIsAnHour) {
  for (int beat = 0; beat < 4 * 3'600; ++beat) {
    Pass(RunningTime::kBeat);
    time_.Now();
  }
  EXPECT_EQ(Ran(), absl::Hours(1));
}

TEST_F(RunningTimeTest, AStandstillIsLeftOutForEver) {
  Pass(absl::Seconds(1));
  EXPECT_EQ(Ran(), absl::Seconds(1)) << "that may be a busy machine";
  Pass(absl::Seconds(1) + absl::Nanoseconds(1));
  const absl::Duration ran = absl::Seconds(1) + RunningTime::kNoted;
  EXPECT_EQ(Ran(), ran);
  EXPECT_EQ(Ran(), ran);
  Pass(absl::Milliseconds(700));
  EXPECT_EQ(Ran(), ran + absl::Milliseconds(700));
  EXPECT_EQ(absl::Nanoseconds(time_.left_out()),
            absl::Seconds(1) + absl::Nanoseconds(1) - RunningTime::kNoted);
  Pass(absl::Hours(24 * 365));
  EXPECT_EQ(Ran(), ran + absl::Milliseconds(700) + RunningTime::kNoted);
}

// What was told is not taken back, though it was not noted.
TEST_F(RunningTimeTest, NeverGoesBack) {
  Pass(RunningTime::kNoted);
  EXPECT_EQ(Ran(), RunningTime::kNoted);
  Pass(absl::Seconds(4));
  EXPECT_EQ(Ran(), RunningTime::kNoted);
}

// Another thread finds a standstill while one asks, before and after that one reads the machine's
// time.
TEST(RunningTimeOrderTest, WhoAsksMeanwhileSeesNoJump) {
  int64_t machine = 0;
  std::function<void()> before_reading;
  std::function<void()> after_reading;
  const RunningTime time([&] {
    if (const auto other = std::exchange(before_reading, nullptr)) other();
    const int64_t now = machine;
    if (const auto other = std::exchange(after_reading, nullptr)) other();
    return now;
  });
  const auto standstill = [&] {
    machine += absl::ToInt64Nanoseconds(absl::Seconds(4));
    time.Now();
  };
  before_reading = standstill;
  EXPECT_EQ(absl::Nanoseconds(time.Now()), RunningTime::kNoted);
  after_reading = standstill;
  EXPECT_EQ(absl::Nanoseconds(time.Now()), RunningTime::kNoted);
  EXPECT_EQ(absl::Nanoseconds(time.Now()), 2 * RunningTime::kNoted);
}

// Threads ask while the machine's time creeps, and jumps now and then. What one was told, no other
// is told less than; and the jumps are nobody's.
TEST_F(RunningTimeTest, NoThreadSeesItGoBackOrJump) {
  constexpr int kSteps = 3'000;
  constexpr int kStepsToAStandstill = 10;
  std::atomic<int64_t> told = began_;
  std::atomic<bool> done = false;
  std::atomic<int> went_back = 0;
  auto ask = [&] {
    const int64_t told_before = told.load();
    const int64_t now = time_.Now();
    if (now < told_before) ++went_back;
    int64_t most = told_before;
    while (most < now && !told.compare_exchange_weak(most, now)) {
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      while (!done) ask();
    });
  }
  for (int step = 1; step <= kSteps; ++step) {
    Pass(absl::Milliseconds(7));
    ask();
    if (step % kStepsToAStandstill == 0) Pass(absl::Seconds(2 + step % 7));
    ask();
  }
  done = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(went_back, 0);
  const absl::Duration crept = kSteps * absl::Milliseconds(7);
  EXPECT_GE(Ran(), crept);
  EXPECT_LE(Ran(), crept + kSteps / kStepsToAStandstill * RunningTime::kNoted);
}

}  // namespace
}  // namespace meeple::service
