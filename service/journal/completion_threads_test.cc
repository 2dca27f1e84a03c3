#include "service/journal/completion_threads.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mutex>
#include <set>
#include <thread>
#include <vector>

namespace meeple::service {
namespace {

class CompletionThreadsTest : public testing::TestWithParam<int> {};

TEST_P(CompletionThreadsTest, DoesEverythingInOrderOfEachKey) {
  constexpr int kKeys = 10;
  constexpr int kRounds = 500;
  std::mutex mutex;
  std::vector<std::vector<int>> done(kKeys);
  std::vector<std::set<std::thread::id>> threads_of(kKeys);
  {
    CompletionThreads threads(GetParam());
    CompletionThreads::Batch batch(threads);
    for (int round = 0; round < kRounds; ++round) {
      for (int key = 0; key < kKeys; ++key) {
        batch.Add(key, [&, key, round] {
          std::lock_guard lock(mutex);
          done[key].push_back(round);
          threads_of[key].insert(std::this_thread::get_id());
        });
      }
      batch.Send();
    }
  }
  for (int key = 0; key < kKeys; ++key) {
    ASSERT_EQ(done[key].size(), size_t{kRounds});
    EXPECT_TRUE(std::is_sorted(done[key].begin(), done[key].end()));
    EXPECT_EQ(threads_of[key].size(), 1u);
  }
}

INSTANTIATE_TEST_SUITE_P(Threads, CompletionThreadsTest, testing::Values(0, 1, 2, 3));

TEST(NoCompletionThreadsTest, WithoutThreadsItIsDoneHere) {
  CompletionThreads threads(0);
  CompletionThreads::Batch batch(threads);
  std::thread::id where;
  batch.Add(1, [&] { where = std::this_thread::get_id(); });
  batch.Send();
  EXPECT_EQ(where, std::this_thread::get_id());
}

}  // namespace
}  // namespace meeple::service
