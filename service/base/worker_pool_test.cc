#include "service/base/worker_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <latch>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

namespace meeple::service {
namespace {

// Posts a task and waits until it has run.
void PostAndWait(WorkerPool& pool) {
  std::promise<void> done;
  pool.Post([&done] { done.set_value(); });
  done.get_future().get();
}

// Returns once the pool has been stopped, from inside one of its tasks: until then a task that is
// posted is kept in the queue, afterwards it is dropped at once.
void WaitUntilStopped(WorkerPool& pool) {
  for (;;) {
    auto owned = std::make_shared<int>(0);
    const std::weak_ptr<int> kept = owned;
    pool.Post([owned = std::move(owned)] {});
    if (kept.expired()) return;
    std::this_thread::yield();
  }
}

TEST(WorkerPoolTest, OneThreadRunsTasksInOrder) {
  WorkerPool pool(1);
  std::vector<int> ran;  // by one thread only
  for (int i = 0; i < 1'000; ++i) pool.Post([&ran, i] { ran.push_back(i); });
  PostAndWait(pool);
  ASSERT_EQ(ran.size(), 1'000u);
  for (int i = 0; i < 1'000; ++i) EXPECT_EQ(ran[i], i);
}

// Each task goes on only once all of them run at the same time.
TEST(WorkerPoolTest, ThreadsRunSideBySide) {
  constexpr int kThreads = 4;
  WorkerPool pool(kThreads);
  std::latch all_run(kThreads);
  std::latch all_done(kThreads);
  for (int i = 0; i < kThreads; ++i) {
    pool.Post([&] {
      all_run.arrive_and_wait();
      all_done.count_down();
    });
  }
  all_done.wait();
}

TEST(WorkerPoolTest, TaskMayPostTasks) {
  WorkerPool pool(1);
  std::promise<void> done;
  pool.Post([&] { pool.Post([&done] { done.set_value(); }); });
  done.get_future().get();
}

TEST(WorkerPoolTest, EveryTaskOfManyThreadsRunsOnce) {
  constexpr int kTasks = 500;
  WorkerPool pool(3);
  std::atomic<int> ran = 0;
  std::latch all_ran(4 * kTasks);
  std::vector<std::thread> posters;
  for (int poster = 0; poster < 4; ++poster) {
    posters.emplace_back([&] {
      for (int i = 0; i < kTasks; ++i) {
        pool.Post([&] {
          ++ran;
          all_ran.count_down();
        });
      }
    });
  }
  for (std::thread& poster : posters) poster.join();
  all_ran.wait();
  pool.Stop();
  EXPECT_EQ(ran, 4 * kTasks);
}

TEST(WorkerPoolTest, StopFinishesWhatRunsAndDropsWhatWaits) {
  WorkerPool pool(1);
  std::promise<void> running;
  bool finished = false;
  bool dropped_ran = false;
  pool.Post([&] {
    running.set_value();
    WaitUntilStopped(pool);
    finished = true;
  });
  auto owned = std::make_shared<int>(0);
  pool.Post([&dropped_ran, owned] { dropped_ran = true; });
  running.get_future().get();
  pool.Stop();
  EXPECT_TRUE(finished);
  EXPECT_FALSE(dropped_ran);
  EXPECT_EQ(owned.use_count(), 1) << "a dropped task keeps nothing alive";
}

TEST(WorkerPoolTest, StopIsForEverAndIdempotent) {
  WorkerPool pool(2);
  pool.Stop();
  pool.Stop();
  auto owned = std::make_shared<int>(0);
  pool.Post([owned] {});
  EXPECT_EQ(owned.use_count(), 1);
}

TEST(WorkerPoolTest, StopsAtOnceAllWaitForTheTask) {
  WorkerPool pool(2);
  std::promise<void> running;
  std::promise<void> go_on;
  std::atomic<bool> finished = false;
  pool.Post([&] {
    running.set_value();
    go_on.get_future().get();
    finished = true;
  });
  running.get_future().get();
  std::vector<std::thread> stoppers;
  for (int i = 0; i < 4; ++i) {
    stoppers.emplace_back([&] {
      pool.Stop();
      EXPECT_TRUE(finished);
    });
  }
  go_on.set_value();
  for (std::thread& stopper : stoppers) stopper.join();
}

TEST(WorkerPoolTest, PoolMayEndWithoutWork) {
  WorkerPool idle(3);
  WorkerPool without_threads(0);
  without_threads.Post([] {});
}

// What a task owns is destroyed outside the lock, so that its end may come back to the pool.
TEST(WorkerPoolTest, EndOfATaskMayPostTasks) {
  WorkerPool pool(1);
  std::promise<void> done;
  std::shared_ptr<void> owned(&done, [&](void*) { pool.Post([&done] { done.set_value(); }); });
  pool.Post([owned = std::move(owned)] {});
  done.get_future().get();
}

}  // namespace
}  // namespace meeple::service
