#include "service/core/timer.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "service/core/testing/fake_clock.h"

namespace meeple::service {
namespace {

// Tasks write down their number. Nothing here waits for time to pass: the test moves the clock and
// waits for the tasks that must then run.
class TimerTest : public ::testing::Test {
 protected:
  ~TimerTest() override { timer_->Stop(); }

  // Gives the timer a task that is due `after` from now. The future is ready once it has run.
  std::future<void> Give(int number, absl::Duration after) {
    auto done = std::make_shared<std::promise<void>>();
    std::future<void> ran = done->get_future();
    timer_->At(clock_.Uptime() + after, [this, number, done] {
      Note(number);
      done->set_value();
    });
    return ran;
  }

  void Note(int number) {
    MutexLock lock(mutex_);
    ran_.push_back(number);
  }

  // What has run so far.
  std::vector<int> Ran() {
    MutexLock lock(mutex_);
    return ran_;
  }

  FakeClock clock_;
  std::optional<Timer> timer_{std::in_place, clock_};
  Mutex mutex_;
  std::vector<int> ran_ ABSL_GUARDED_BY(mutex_);
};

using Numbers = std::vector<int>;

TEST_F(TimerTest, TaskRunsWhenItIsDue) {
  std::future<void> first = Give(1, absl::Seconds(10));
  std::future<void> second = Give(2, absl::Seconds(10) + absl::Nanoseconds(1));
  clock_.Advance(absl::Seconds(10));
  first.get();
  timer_->Stop();
  EXPECT_EQ(Ran(), Numbers{1}) << "the second one was not due";
}

TEST_F(TimerTest, TaskThatIsDueRunsAtOnce) {
  Give(1, absl::ZeroDuration()).get();
  Give(2, -absl::Seconds(5)).get();
  Give(3, -absl::InfiniteDuration()).get();
  EXPECT_EQ(Ran(), (Numbers{1, 2, 3}));
}

TEST_F(TimerTest, TasksRunInTheOrderOfTheirTimes) {
  Give(3, absl::Seconds(30));
  Give(1, absl::Seconds(10));
  Give(4, absl::Seconds(30));
  Give(2, absl::Seconds(20));
  std::future<void> last = Give(5, absl::Seconds(30));
  clock_.Advance(absl::Seconds(60));
  last.get();
  EXPECT_EQ(Ran(), (Numbers{1, 2, 3, 4, 5}));
}

TEST_F(TimerTest, EarlierTaskOvertakesTheOneThatIsWaitedFor) {
  Give(1, absl::Hours(1));
  Give(2, absl::Seconds(1));
  std::future<void> third = Give(3, absl::Seconds(2));
  clock_.Advance(absl::Seconds(2));
  third.get();
  EXPECT_EQ(Ran(), (Numbers{2, 3}));
}

TEST_F(TimerTest, TaskMayGiveTasks) {
  std::promise<void> done;
  timer_->At(clock_.Uptime(), [&] {
    Note(1);
    timer_->At(clock_.Uptime(), [&] {
      Note(2);
      done.set_value();
    });
  });
  done.get_future().get();
  EXPECT_EQ(Ran(), (Numbers{1, 2}));
}

// The wall clock is for people only.
TEST_F(TimerTest, StepOfTheWallClockMakesNothingDue) {
  Give(1, absl::Seconds(10));
  clock_.StepWallClock(absl::Hours(1'000));
  Give(2, absl::ZeroDuration()).get();
  timer_->Stop();
  EXPECT_EQ(Ran(), Numbers{2});
}

TEST_F(TimerTest, TaskOfTheFarFutureDisturbsNobody) {
  Give(1, absl::InfiniteDuration());
  Give(2, absl::Hours(24 * 366 * 1'000));
  Give(3, absl::ZeroDuration()).get();
  clock_.Advance(absl::Hours(1));
  Give(4, absl::ZeroDuration()).get();
  EXPECT_EQ(Ran(), (Numbers{3, 4}));
}

TEST_F(TimerTest, StopDropsWhatWaits) {
  auto kept_by_task = std::make_shared<int>(1);
  timer_->At(clock_.Uptime() + absl::Seconds(1), [kept_by_task, this] { Note(1); });
  timer_->Stop();
  EXPECT_EQ(kept_by_task.use_count(), 1) << "a dropped task keeps nothing alive";
  clock_.Advance(absl::Seconds(1));
  EXPECT_EQ(Ran(), Numbers());
}

TEST_F(TimerTest, TaskThatIsCancelledDoesNotRun) {
  auto kept_by_task = std::make_shared<int>(1);
  const absl::Duration due = clock_.Uptime() + absl::Seconds(1);
  const Timer::Ticket ticket = timer_->At(due, [kept_by_task, this] { Note(1); });
  Give(2, absl::Seconds(1));
  EXPECT_TRUE(timer_->Cancel(ticket));
  EXPECT_EQ(kept_by_task.use_count(), 1);
  EXPECT_FALSE(timer_->Cancel(ticket)) << "it is gone";
  clock_.Advance(absl::Seconds(1));
  Give(3, absl::ZeroDuration()).get();
  EXPECT_EQ(Ran(), (Numbers{2, 3}));
}

TEST_F(TimerTest, TaskThatRunsIsNoLongerCancelled) {
  Timer::Ticket ticket;
  std::promise<bool> cancelled;
  ticket = timer_->At(clock_.Uptime() + absl::Seconds(1),
                      [&] { cancelled.set_value(timer_->Cancel(ticket)); });
  clock_.Advance(absl::Seconds(1));
  EXPECT_FALSE(cancelled.get_future().get());
}

TEST_F(TimerTest, StopIsForEverAndIdempotent) {
  timer_->Stop();
  timer_->Stop();
  auto kept_by_task = std::make_shared<int>(1);
  timer_->At(clock_.Uptime(), [kept_by_task] {});
  EXPECT_EQ(kept_by_task.use_count(), 1);
}

TEST_F(TimerTest, StopsAtOnceAllWaitForTheTask) {
  std::promise<void> running;
  std::promise<void> go_on;
  std::atomic<bool> finished = false;
  timer_->At(clock_.Uptime(), [&] {
    running.set_value();
    go_on.get_future().get();
    finished = true;
  });
  running.get_future().get();
  std::vector<std::thread> stoppers;
  for (int i = 0; i < 4; ++i) {
    stoppers.emplace_back([&] {
      timer_->Stop();
      EXPECT_TRUE(finished);
    });
  }
  go_on.set_value();
  for (std::thread& stopper : stoppers) stopper.join();
}

TEST_F(TimerTest, DestructionStops) {
  Give(1, absl::Seconds(1));
  timer_.emplace(clock_);
  clock_.Advance(absl::Seconds(1));
  Give(2, absl::ZeroDuration()).get();
  EXPECT_EQ(Ran(), Numbers{2});
}

// What a task owns is destroyed outside the lock, so that its end may come back to the timer.
TEST_F(TimerTest, EndOfATaskMayGiveTasks) {
  std::promise<void> done;
  auto comes_back = [&](void*) { timer_->At(clock_.Uptime(), [&done] { done.set_value(); }); };
  std::shared_ptr<void> owned(&done, comes_back);
  timer_->At(clock_.Uptime(), [owned = std::move(owned)] {});
  done.get_future().get();

  std::shared_ptr<void> dropped(&done, [&](void*) { timer_->At(clock_.Uptime(), [] {}); });
  timer_->At(clock_.Uptime() + absl::Seconds(1), [dropped = std::move(dropped)] {});
  timer_->Stop();
}

TEST_F(TimerTest, ThreadsMayGiveTasksWhileTheClockMoves) {
  constexpr int kTasks = 200;
  std::vector<std::future<void>> ran[2];
  std::thread givers[2];
  for (int giver = 0; giver < 2; ++giver) {
    givers[giver] = std::thread([this, &mine = ran[giver], giver] {
      for (int i = 0; i < kTasks; ++i) mine.push_back(Give(giver, absl::Seconds(i % 7)));
    });
  }
  for (int i = 0; i < kTasks; ++i) clock_.Advance(absl::Seconds(1));
  for (std::thread& giver : givers) giver.join();
  clock_.Advance(absl::Seconds(7));
  for (auto& mine : ran) {
    for (std::future<void>& each : mine) each.get();
  }
  EXPECT_EQ(Ran().size(), 2u * kTasks);
}

}  // namespace
}  // namespace meeple::service
