#include "service/rpc/grpc_threads.h"

#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <functional>
#include <future>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace meeple::rpc {
namespace {

std::string NameOfThisThread() {
  std::string name;
  std::ifstream("/proc/thread-self/comm") >> name;
  return name;
}

TEST(GrpcThreadsTest, RunsTasksWhereGrpcCallsReactorsBack) {
  GrpcThreads threads;
  std::promise<std::string> name;
  threads.Post([&] { name.set_value(NameOfThisThread()); });
  EXPECT_EQ(name.get_future().get(), "nexting_thread");
}

// A task that posts while it holds a lock must not meet itself.
TEST(GrpcThreadsTest, RunsNoTaskWithinPost) {
  GrpcThreads threads;
  std::promise<std::thread::id> where;
  std::mutex mutex;
  {
    std::lock_guard lock(mutex);
    threads.Post([&] {
      std::lock_guard inner(mutex);
      where.set_value(std::this_thread::get_id());
    });
  }
  EXPECT_NE(where.get_future().get(), std::this_thread::get_id());
}

TEST(GrpcThreadsTest, RunsAllThatWasPostedByAnyoneBeforeItEnds) {
  constexpr int kPosters = 4;
  constexpr int kTasks = 500;
  std::atomic<int> ran = 0;
  {
    GrpcThreads threads;
    std::vector<std::thread> posters;
    for (int i = 0; i < kPosters; ++i) {
      posters.emplace_back([&] {
        for (int task = 0; task < kTasks; ++task) threads.Post([&ran] { ++ran; });
      });
    }
    for (std::thread& poster : posters) poster.join();
  }
  EXPECT_EQ(ran.load(), kPosters * kTasks);
}

TEST(GrpcThreadsTest, TaskMayPostTheNext) {
  std::atomic<int> steps = 0;
  {
    std::function<void()> step;  // outlives the threads
    GrpcThreads threads;
    step = [&] {
      if (++steps < 100) threads.Post(step);
    };
    std::promise<void> begun;
    threads.Post([&] {
      step();
      begun.set_value();
    });
    begun.get_future().get();
  }
  EXPECT_EQ(steps.load(), 100);
}

}  // namespace
}  // namespace meeple::rpc
