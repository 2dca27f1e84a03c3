// The faults that etcd's watches are known to have had (its issues and its robustness tests name
// them), each provoked here, over the wire, with a server that keeps few events in memory and lets
// games leave it.

#include <atomic>
#include <cstdint>
#include <memory>
#include <numeric>
#include <thread>

#include "tests/wire/wire_test.h"

namespace meeple::wire {
namespace {

class WatchFaultsTest : public WireTest {
 protected:
  WatchFaultsTest()
      : WireTest([](rpc::ServerOptions& options) {
          options.host.events_in_memory = 8;
          options.host.max_bytes_of_games = 0;  // any game may leave memory at any time
          options.host.loading_threads = 1;
        }) {}

  Table CreateWithMove() {
    Table table = Create();
    EXPECT_THAT(Move(table, 0, "a1"), IsOk());
    return table;
  }
  // after + 1 to last.
  static std::vector<int64_t> Stretch(int64_t after, int64_t last) {
    std::vector<int64_t> sequences(static_cast<size_t>(last - after));
    std::iota(sequences.begin(), sequences.end(), after + 1);
    return sequences;
  }
};

TEST_F(WatchFaultsTest, NoEventComesAfterABookmarkThatCoversIt) {
  const Table table = CreateWithMove();
  const auto watcher = Watch(table);
  watcher->WaitForHeaders();
  // All the time it is time for a bookmark.
  std::atomic<bool> stop{false};
  std::thread time([&] {
    while (!stop) {
      clock().Advance(absl::Seconds(35));
      server().watches().Tick();
      // Leisure to write, or a write would seem stuck.
      for (int i = 0; i < 200 && !stop; ++i) Get(table);
    }
  });
  MakeEvents(table, 100);
  int64_t last = 0;
  int64_t covered = 0;
  while (last < 203 || covered < 203) {
    const auto message = watcher->Next();
    if (!message.has_value()) break;
    if (message->has_bookmark()) covered = message->bookmark().sequence();
    EXPECT_LE(covered, last) << "a bookmark covers only what was sent";
    for (const v1::GameEvent& event : message->events().events()) {
      EXPECT_EQ(event.sequence(), last + 1);
      last = event.sequence();
    }
  }
  stop = true;
  time.join();
  EXPECT_EQ(last, 203);
  EXPECT_EQ(covered, 203);
}

TEST_F(WatchFaultsTest, AStreamNeverGoesBackAndAResumedOneRepeatsNothing) {
  const Table table = CreateWithMove();
  std::thread player([&] { MakeEvents(table, 150); });
  std::vector<int64_t> seen;
  while (seen.size() < 303) {
    const int64_t after = seen.empty() ? 0 : seen.back();
    const auto watcher = Watch(table, after);
    // Some read little, some much, before they come again.
    const int64_t until = std::min<int64_t>(after + 1 + after % 40, 303);
    const std::vector<int64_t> more = SequencesOf(watcher->ReadTo(until));
    seen.insert(seen.end(), more.begin(), more.end());
  }
  player.join();
  EXPECT_EQ(seen, Stretch(0, 303));
}

TEST_F(WatchFaultsTest, AStreamThatStarvesLosesNothing) {
  const Table table = CreateWithMove();
  const auto watcher = Watch(table);
  EXPECT_EQ(SequencesOf(watcher->ReadTo(3)), Stretch(0, 3));
  // It reads nothing while all that it has not read leaves memory, and the game with it.
  MakeEvents(table, 600);
  server().host().EvictIdleGames(true);
  EXPECT_EQ(SequencesOf(watcher->ReadTo(1'203)), Stretch(3, 1'203));
}

TEST_F(WatchFaultsTest, NothingIsLostAtTheBoundOfWhatIsInMemory) {
  const Table table = CreateWithMove();
  for (int64_t head = 3; head < 60; head += 2) {
    for (int64_t after = 0; after < head; ++after) {
      EXPECT_EQ(SequencesOf(Watch(table, after)->ReadTo(head)), Stretch(after, head));
    }
    MakeEvents(table, 1);
  }
}

TEST_F(WatchFaultsTest, AWatcherOfTheFutureIsRefusedAndGetsNothingOld) {
  const Table table = CreateWithMove();
  for (const int64_t beyond : {int64_t{4}, int64_t{5}, INT64_MAX}) {
    std::vector<v1::GameEvent> events;
    EXPECT_THAT(Watch(table, beyond)->End(&events),
                Refused(v1::ERROR_REASON_SEQUENCE_OUT_OF_RANGE));
    EXPECT_TRUE(events.empty());
  }
  const auto watcher = Watch(table, 3);
  watcher->WaitForHeaders();
  server().host().EvictIdleGames(true);
  MakeEvents(table, 1);
  EXPECT_EQ(SequencesOf(watcher->ReadTo(5)), Stretch(3, 5));
}

TEST_F(WatchFaultsTest, ACancelledWatcherIsNotLeftBehind) {
  const Table table = CreateWithMove();
  MakeEvents(table, 20);
  for (int round = 0; round < 50; ++round) {
    // Cancelled while it is being opened, while it reads what left memory, while it waits.
    const auto watcher = Watch(table, round % 2 == 0 ? 0 : 43);
    if (round % 3 == 1) watcher->WaitForHeaders();
    if (round % 3 == 2 && round % 2 == 0) watcher->NextEvents();
    server().host().EvictIdleGames(true);
    watcher->Cancel();
  }
  WaitForWatchers(table, 0);
  EXPECT_EQ(server().host().levels().watchers, 0);
}

TEST_F(WatchFaultsTest, AnEndIsAlwaysTold) {
  const Table table = CreateWithMove();
  const auto resting = Watch(table, 3);
  const auto behind = Watch(table, 0);
  resting->WaitForHeaders();
  behind->WaitForHeaders();
  server().host().EvictIdleGames(true);
  server().host().StartDraining();
  EXPECT_THAT(resting->End(), Refused(v1::ERROR_REASON_SERVER_DRAINING));
  EXPECT_THAT(behind->End(), Refused(v1::ERROR_REASON_SERVER_DRAINING));
}

class CrowdedChannelTest : public WireTest {};

// The transport allows more streams than we do: a move is not queued behind watches.
TEST_F(CrowdedChannelTest, TwoHundredWatchesAndAMoveOnOneChannel) {
  const Table table = Create();
  std::vector<std::unique_ptr<Watcher>> watchers;
  for (int i = 0; i < 200; ++i) watchers.push_back(Watch(table, 2));
  for (const auto& watcher : watchers) watcher->WaitForHeaders();
  EXPECT_THAT(Watch(table, 2)->End(), Refused(v1::ERROR_REASON_LIMIT_REACHED));
  EXPECT_THAT(Move(table, 0, "a1"), IsOk());
  for (const auto& watcher : watchers) {
    EXPECT_EQ(SequencesOf(watcher->ReadTo(3)), std::vector<int64_t>{3});
  }
}

}  // namespace
}  // namespace meeple::wire
