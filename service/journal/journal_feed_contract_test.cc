#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <set>
#include <thread>

#include "service/journal/testing/journal_contract.h"

namespace meeple::service {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// A commit that begins a game and adds to feeds.
Commit WithEntries(const std::string& game_id, std::vector<FeedEntry> entries) {
  Commit commit = MakeCommit(game_id, 1, 1);
  commit.feed_entries = std::move(entries);
  return commit;
}

FeedEntry Entry(const std::string& feed, const std::string& value) {
  return {.feed = feed, .value = std::make_shared<const std::string>(value)};
}

std::vector<std::string> Texts(const std::vector<FeedAppend>& entries) {
  std::vector<std::string> texts;
  for (const FeedAppend& entry : entries) {
    texts.push_back(entry.feed + " " + std::to_string(entry.sequence) + " " + *entry.value);
  }
  return texts;
}

TEST_P(JournalContract, FeedThatNothingWasAddedToIsEmpty) {
  EXPECT_EQ(*journal().ReadFeedBounds("lobby"), FeedBounds());
  EXPECT_THAT(*journal().ReadFeed("lobby", 0, {}), IsEmpty());
}

TEST_P(JournalContract, FeedsAreNumberedEachByItself) {
  Append(WithEntries("a", {Entry("lobby", "one"), Entry("results", "x"), Entry("lobby", "two")}));
  Append(WithEntries("b", {Entry("lobby", "three"), Entry("lobbyist", "")}));
  EXPECT_EQ(*journal().ReadFeedBounds("lobby"), (FeedBounds{.floor = 0, .head = 3}));
  EXPECT_EQ(*journal().ReadFeedBounds("results"), (FeedBounds{.floor = 0, .head = 1}));
  EXPECT_THAT(Texts(*journal().ReadFeed("lobby", 0, {})),
              ElementsAre("lobby 1 one", "lobby 2 two", "lobby 3 three"));
  EXPECT_THAT(Texts(*journal().ReadFeed("lobbyist", 0, {})), ElementsAre("lobbyist 1 "));
  EXPECT_THAT(Texts(*journal().ReadFeed("lobby", 1, {.entries = 1})), ElementsAre("lobby 2 two"));
  EXPECT_THAT(*journal().ReadFeed("lobby", 3, {}), IsEmpty());
  EXPECT_THAT(*journal().ReadFeed("lobby", 0, {.entries = 0}), IsEmpty());
}

TEST_P(JournalContract, FeedIsReadAsFarAsItFits) {
  Append(WithEntries("a", {Entry("lobby", "four"), Entry("lobby", "sixsix"), Entry("lobby", "1")}));
  auto read = [&](size_t bytes) {
    std::vector<std::string> values;
    const auto entries = journal().ReadFeed("lobby", 0, {.bytes = bytes});
    for (const FeedAppend& entry : *entries) {
      values.push_back(*entry.value);
    }
    return values;
  };
  EXPECT_THAT(read(0), ElementsAre("four")) << "one is always told";
  EXPECT_THAT(read(9), ElementsAre("four")) << "in order, though the third would fit";
  EXPECT_THAT(read(10), ElementsAre("four", "sixsix"));
  EXPECT_THAT(read(11), ElementsAre("four", "sixsix", "1"));
  EXPECT_THAT(*journal().ReadFeed("lobby", 0, {.entries = 0}), IsEmpty());
}

TEST_P(JournalContract, CommitInConflictAddsToNoFeed) {
  Append(1, 2);
  Commit conflict = WithEntries(kGame, {Entry("lobby", "never")});
  EXPECT_EQ(Append(std::move(conflict)), AppendOutcome::kConflict);
  Append(WithEntries("other", {Entry("lobby", "first")}));
  EXPECT_THAT(Texts(*journal().ReadFeed("lobby", 0, {})), ElementsAre("lobby 1 first"));
}

TEST_P(JournalContract, ListenerHearsOfEntriesInOrderBeforeTheCommitIsAnswered) {
  constexpr int kGames = 200;
  constexpr int kThreads = 4;
  Mutex mutex;
  std::vector<int64_t> heard;
  std::set<std::string> values;
  journal().SetFeedListener([&](std::span<const FeedAppend> appended) {
    MutexLock lock(mutex);
    for (const FeedAppend& entry : appended) {
      heard.push_back(entry.sequence);
      values.insert(*entry.value);
    }
  });
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 0; i < kGames; ++i) {
        const std::string id = std::to_string(thread) + "x" + std::to_string(i);
        EXPECT_EQ(Append(WithEntries(id, {Entry("lobby", id)})), AppendOutcome::kDurable);
        MutexLock lock(mutex);
        EXPECT_TRUE(values.contains(id));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  journal().SetFeedListener({});
  Append(WithEntries("after", {Entry("lobby", "unheard")}));
  MutexLock lock(mutex);
  ASSERT_EQ(heard.size(), size_t{kThreads * kGames});
  for (size_t i = 0; i < heard.size(); ++i) ASSERT_EQ(heard[i], static_cast<int64_t>(i) + 1);
}

// Whoever reads while others write sees nothing before the listener, and all that it heard of.
TEST_P(JournalContract, NothingOfAFeedIsReadBeforeItIsAnnounced) {
  constexpr int kGames = 500;
  std::atomic<int64_t> announced = 0;
  std::atomic<bool> done = false;
  journal().SetFeedListener(
      [&](std::span<const FeedAppend> appended) { announced = appended.back().sequence; });
  std::thread reader([&] {
    while (!done) {
      const int64_t before = announced;
      const int64_t head = journal().ReadFeedBounds("lobby")->head;
      ASSERT_GE(head, before);
      ASSERT_LE(head, announced);
      const auto entries = journal().ReadFeed("lobby", head, {});
      if (!entries.ok()) continue;  // many came meanwhile
      for (const FeedAppend& entry : *entries) ASSERT_LE(entry.sequence, announced);
    }
  });
  for (int i = 0; i < kGames; ++i) Append(WithEntries(std::to_string(i), {Entry("lobby", "x")}));
  done = true;
  reader.join();
  EXPECT_EQ(journal().ReadFeedBounds("lobby")->head, kGames);
  journal().SetFeedListener({});
}

// The journals under test keep as many as this.
TEST_P(JournalContract, OnlyTheNewestEntriesOfAFeedAreKept) {
  for (int64_t i = 1; i <= kFeedEntriesInTests + 2; ++i) {
    Append(WithEntries(std::to_string(i), {Entry("lobby", std::to_string(i))}));
  }
  const int64_t head = kFeedEntriesInTests + 2;
  EXPECT_EQ(*journal().ReadFeedBounds("lobby"), (FeedBounds{.floor = 2, .head = head}));
  EXPECT_EQ(journal().ReadFeed("lobby", 1, {}).status().code(), absl::StatusCode::kOutOfRange);
  const auto kept = journal().ReadFeed("lobby", 2, {});
  ASSERT_TRUE(kept.ok());
  ASSERT_EQ(std::ssize(*kept), kFeedEntriesInTests);
  EXPECT_EQ(kept->front().sequence, 3);
  EXPECT_EQ(*kept->back().value, std::to_string(head));
}

}  // namespace
}  // namespace meeple::service
