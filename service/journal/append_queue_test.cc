#include "service/journal/append_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <thread>
#include <utility>
#include <vector>

namespace meeple::service {
namespace {

using testing::ElementsAre;
using Item = std::unique_ptr<int>;
using Queue = AppendQueue<Item>;

class AppendQueueTest : public testing::Test {
 protected:
  Queue::Pushed Push(int number, size_t bytes = 1) {
    Item item = std::make_unique<int>(number);
    const Queue::Pushed pushed = queue_.Push(item, bytes);
    EXPECT_EQ(item == nullptr, pushed == Queue::Pushed::kQueued) << "refused ones are left alone";
    return pushed;
  }
  std::vector<int> Take() {
    std::vector<Item> group;
    const bool taken = queue_.TakeAll(group);
    EXPECT_EQ(taken, !group.empty());
    std::vector<int> numbers;
    for (const Item& item : group) numbers.push_back(*item);
    return numbers;
  }

  Queue queue_{{.appends = 3, .bytes = 100}};
};

TEST_F(AppendQueueTest, TakesAllInOrder) {
  Push(1);
  Push(2);
  EXPECT_THAT(Take(), ElementsAre(1, 2));
  Push(3);
  EXPECT_THAT(Take(), ElementsAre(3));
}

TEST_F(AppendQueueTest, RefusesBeyondItsNumber) {
  for (int i = 0; i < 3; ++i) EXPECT_EQ(Push(i), Queue::Pushed::kQueued);
  EXPECT_EQ(Push(3), Queue::Pushed::kFull);
  Take();
  EXPECT_EQ(Push(4), Queue::Pushed::kQueued) << "room again once all is taken";
}

TEST_F(AppendQueueTest, SaysWhenItIsHalfFullOfEither) {
  Queue many({.appends = 4, .bytes = 100});
  const auto push = [&](size_t bytes) {
    Item item = std::make_unique<int>(0);
    many.Push(item, bytes);
    return many.IsHalfFull();
  };
  EXPECT_FALSE(many.IsHalfFull());
  EXPECT_FALSE(push(1));
  EXPECT_TRUE(push(1)) << "by number";
  std::vector<Item> group;
  many.TakeAll(group);
  EXPECT_FALSE(push(49));
  many.TakeAll(group);
  EXPECT_TRUE(push(50)) << "by bytes";
}

TEST_F(AppendQueueTest, RefusesBeyondItsBytes) {
  EXPECT_EQ(Push(1, 60), Queue::Pushed::kQueued);
  EXPECT_EQ(Push(2, 41), Queue::Pushed::kFull);
  EXPECT_EQ(Push(3, 40), Queue::Pushed::kQueued);
  Take();
  EXPECT_EQ(Push(4, 1'000), Queue::Pushed::kQueued) << "alone, anything goes";
  EXPECT_EQ(Push(5, 0), Queue::Pushed::kFull);
}

TEST_F(AppendQueueTest, GivesWhatWaitsAfterItIsClosed) {
  Push(1);
  queue_.Close();
  EXPECT_EQ(Push(2), Queue::Pushed::kClosed);
  EXPECT_THAT(Take(), ElementsAre(1));
  EXPECT_THAT(Take(), ElementsAre());
}

TEST_F(AppendQueueTest, GroupsFormWhileTheTakerIsBusy) {
  constexpr int kEach = 2'000;
  Queue queue({.appends = 2 * kEach, .bytes = 1 << 20});
  std::vector<std::thread> pushers;
  for (int thread = 0; thread < 2; ++thread) {
    pushers.emplace_back([&, thread] {
      for (int i = 0; i < kEach; ++i) {
        Item item = std::make_unique<int>(2 * i + thread);
        ASSERT_EQ(queue.Push(item, 1), Queue::Pushed::kQueued);
      }
    });
  }
  std::vector<int> next = {0, 1};
  std::thread taker([&] {
    std::vector<Item> group;
    while (queue.TakeAll(group)) {
      for (const Item& item : group) {
        ASSERT_EQ(*item, next[*item % 2]) << "each pusher's order is kept";
        next[*item % 2] += 2;
      }
    }
  });
  for (std::thread& pusher : pushers) pusher.join();
  queue.Close();
  taker.join();
  EXPECT_THAT(next, ElementsAre(2 * kEach, 2 * kEach + 1)) << "nothing is lost";
}

}  // namespace
}  // namespace meeple::service
