// Watching: ordered, unique, gapless, resumable from any event, the same for everyone.

#include <atomic>
#include <cstdint>
#include <numeric>
#include <thread>

#include "tests/wire/wire_test.h"

namespace meeple::wire {
namespace {

using testing::ElementsAre;

// 1, 2, ..., last.
std::vector<int64_t> UpTo(int64_t last) {
  std::vector<int64_t> sequences(static_cast<size_t>(last));
  std::iota(sequences.begin(), sequences.end(), 1);
  return sequences;
}

class WatchTest : public WireTest {
 protected:
  std::unique_ptr<Watcher> WatchWith(const Table& table,
                                     const std::function<void(v1::WatchGameRequest&)>& change) {
    v1::WatchGameRequest request;
    request.set_game_id(table.game_id);
    change(request);
    return Watch(request, table.watch);
  }
  std::unique_ptr<Watcher> WatchUntilFinish(const Table& table, int64_t after_sequence = 0) {
    return WatchWith(table, [after_sequence](v1::WatchGameRequest& request) {
      request.set_after_sequence(after_sequence);
      request.set_until_finish(true);
    });
  }
  // X wins: events 1 to 8, not final yet.
  Table CreateWon() {
    const Table table = Create();
    Play(table, {"a1", "b1", "a2", "b2", "a3"});
    return table;
  }
  void MakeFinal(const Table& table) {
    clock().Advance(absl::Seconds(60));
    WaitUntil("the game is final", [&] { return Texts(table).back() == "game final"; });
  }
  // The next message of a quiet stream, whenever the server comes to see that it is quiet. Between
  // two steps of time it has leisure to write, or its writes would seem stuck.
  std::optional<v1::WatchGameResponse> NextWhileTimePasses(Watcher& watcher, const Table& table) {
    std::atomic<bool> read{false};
    std::thread time([&] {
      while (!read) {
        clock().Advance(absl::Seconds(35));
        server().watches().Tick();
        for (int i = 0; i < 200 && !read; ++i) Get(table);
      }
    });
    const std::optional<v1::WatchGameResponse> message = watcher.Next();
    read = true;
    time.join();
    return message;
  }
  static std::vector<v1::GameEvent> AllOf(Watcher& watcher) {
    std::vector<v1::GameEvent> events;
    EXPECT_THAT(watcher.End(&events), IsOk());
    return events;
  }
};

// --- Where a watch starts ---

TEST_F(WatchTest, FromTheStart) {
  const Table table = Create();
  Play(table, {"a1", "b1"});
  EXPECT_EQ(SequencesOf(Watch(table)->ReadTo(4)), UpTo(4));
}

TEST_F(WatchTest, FromTheMiddle) {
  const Table table = Create();
  Play(table, {"a1", "b1"});
  EXPECT_THAT(SequencesOf(Watch(table, 3)->ReadTo(4)), ElementsAre(4));
}

TEST_F(WatchTest, FromTheHeadWaitsForWhatComes) {
  const Table table = Create();
  const auto watcher = Watch(table, 2);
  watcher->WaitForHeaders();
  Play(table, {"a1"});
  EXPECT_THAT(watcher->NextTexts(), ElementsAre("X plays X at (0,0)"));
}

TEST_F(WatchTest, FromWithinAGroupGivesTheRestOfIt) {
  const Table table = CreateWon();
  EXPECT_THAT(SequencesOf(Watch(table, 1)->ReadTo(8)), ElementsAre(2, 3, 4, 5, 6, 7, 8));
  EXPECT_THAT(SequencesOf(Watch(table, 7)->NextEvents()), ElementsAre(8));
}

TEST_F(WatchTest, BeyondTheHead) {
  const Table table = Create();
  for (const int64_t after : {int64_t{3}, int64_t{1'000}, INT64_MAX}) {
    const grpc::Status status = Watch(table, after)->End();
    EXPECT_THAT(status, Refused(v1::ERROR_REASON_SEQUENCE_OUT_OF_RANGE)) << after;
    EXPECT_EQ(MetadataOf(status, "head"), "2");
  }
}

TEST_F(WatchTest, NegativeIsNoSequence) {
  const Table table = Create();
  for (const int64_t after : {int64_t{-1}, INT64_MIN}) {
    EXPECT_THAT(Watch(table, after)->End(), RefusedField("after_sequence")) << after;
  }
}

TEST_F(WatchTest, OfAGameThatIsNot) {
  Table table;
  table.game_id = "nosuchgame";
  EXPECT_THAT(Watch(table)->End(), Refused(v1::ERROR_REASON_GAME_NOT_FOUND));
}

TEST_F(WatchTest, HeadersComeBeforeTheFirstEvent) {
  const Table table = Create();
  Watch(table, 2)->WaitForHeaders();  // or this test never ends
}

TEST_F(WatchTest, SnapshotFirstThenWhatFollowsIt) {
  const Table table = Create();
  Play(table, {"a1", "b1"});
  const auto watcher =
      WatchWith(table, [](v1::WatchGameRequest& request) { request.set_snapshot(true); });
  const auto first = watcher->Next();
  ASSERT_TRUE(first.has_value() && first->has_snapshot());
  EXPECT_EQ(first->snapshot().game().SerializeAsString(), Get(table)->game().SerializeAsString());
  EXPECT_EQ(first->snapshot().game().sequence(), 4);
  Play(table, {"c3"});
  EXPECT_THAT(SequencesOf(watcher->NextEvents()), ElementsAre(5));
}

TEST_F(WatchTest, SnapshotOfAGameThatIsFinal) {
  const Table table = CreateWon();
  MakeFinal(table);
  const auto watcher =
      WatchWith(table, [](v1::WatchGameRequest& request) { request.set_snapshot(true); });
  const auto first = watcher->Next();
  ASSERT_TRUE(first.has_value() && first->has_snapshot());
  EXPECT_EQ(first->snapshot().game().winner(), "X");
  EXPECT_TRUE(AllOf(*watcher).empty());
}

// --- What it brings ---

TEST_F(WatchTest, LiveOneMessageIsTheGroupOfOneCall) {
  const Table table = Create();
  Play(table, {"a1", "b1", "a2", "b2"});
  const auto watcher = Watch(table, 6);
  watcher->WaitForHeaders();
  Play(table, {"a3"});
  EXPECT_THAT(watcher->NextTexts(), ElementsAre("X plays X at (2,0)", "X wins"));
  ASSERT_THAT(Undo(table, 0), IsOk());
  EXPECT_THAT(watcher->NextTexts(), ElementsAre("undo: X takes back (2,0)"));
}

TEST_F(WatchTest, IsWordForWordWhatListEventsSays) {
  const Table table = CreateWon();
  const std::vector<v1::GameEvent> listed = Events(table);
  const std::vector<v1::GameEvent> watched = Watch(table)->ReadTo(8);
  ASSERT_EQ(watched.size(), listed.size());
  for (size_t i = 0; i < listed.size(); ++i) {
    EXPECT_EQ(watched[i].SerializeAsString(), listed[i].SerializeAsString());
  }
}

TEST_F(WatchTest, EveryWatcherGetsEveryEvent) {
  const Table table = Create();
  std::vector<std::unique_ptr<Watcher>> watchers;
  for (int i = 0; i < 5; ++i) watchers.push_back(Watch(table, i % 3));
  for (const auto& watcher : watchers) watcher->WaitForHeaders();
  EXPECT_EQ(Get(table)->watchers(), 5);
  Play(table, {"a1", "b1", "a2", "b2", "a3"});
  for (size_t i = 0; i < watchers.size(); ++i) {
    const std::vector<int64_t> seen = SequencesOf(watchers[i]->ReadTo(8));
    const std::vector<int64_t> all = UpTo(8);
    EXPECT_EQ(seen, std::vector<int64_t>(all.begin() + static_cast<int>(i % 3), all.end()));
  }
}

TEST_F(WatchTest, MovesDuringTheOpeningAreNeitherLostNorDoubled) {
  for (int round = 0; round < 20; ++round) {
    const Table table = Create();
    std::thread player([&] { Play(table, {"a1", "b1", "a2", "b2", "a3"}); });
    const std::vector<int64_t> seen = SequencesOf(Watch(table)->ReadTo(8));
    player.join();
    EXPECT_EQ(seen, UpTo(8));
  }
}

TEST_F(WatchTest, ResumesWithoutGapOrRepeat) {
  const Table table = Create();
  std::vector<int64_t> seen = SequencesOf(Watch(table)->ReadTo(2));
  for (int i = 0; i < 20; ++i) {
    ASSERT_THAT(Move(table, 0, "a1"), IsOk());
    ASSERT_THAT(Undo(table, 1), IsOk());
    const auto again = Watch(table, seen.back());
    const std::vector<int64_t> more = SequencesOf(again->ReadTo(seen.back() + 2));
    seen.insert(seen.end(), more.begin(), more.end());
  }
  EXPECT_EQ(seen, UpTo(42));
}

TEST_F(WatchTest, CatchingUpComesInMessagesOf64KiBThatSplitNoGroup) {
  const Table table = Create();
  ASSERT_THAT(Move(table, 0, "a1"), IsOk());
  MakeEvents(table, 400);
  const auto watcher = Watch(table);
  std::vector<int64_t> seen;
  int messages = 0;
  while (seen.empty() || seen.back() < 803) {
    const auto message = watcher->Next();
    ASSERT_TRUE(message.has_value());
    EXPECT_LE(message->ByteSizeLong(), 64u * 1024);
    for (const v1::GameEvent& event : message->events().events()) seen.push_back(event.sequence());
    ++messages;
  }
  EXPECT_EQ(seen, UpTo(803));
  EXPECT_LT(messages, 20);
}

TEST_F(WatchTest, ASlowWatcherHoldsUpNobody) {
  const Table table = Create();
  const auto slow = Watch(table);
  slow->WaitForHeaders();
  const auto fast = Watch(table);
  ASSERT_THAT(Move(table, 0, "a1"), IsOk());
  MakeEvents(table, 300);
  EXPECT_EQ(SequencesOf(fast->ReadTo(603)), UpTo(603));
  EXPECT_EQ(SequencesOf(slow->ReadTo(603)), UpTo(603));
}

TEST_F(WatchTest, BookmarksSayWhereAQuietStreamStands) {
  const Table table = Create();
  const auto watcher = Watch(table);
  watcher->ReadTo(2);
  const auto other = Watch(table, 2);
  other->WaitForHeaders();
  for (Watcher* quiet : {watcher.get(), other.get()}) {
    const auto message = NextWhileTimePasses(*quiet, table);
    ASSERT_TRUE(message.has_value() && message->has_bookmark());
    EXPECT_EQ(message->bookmark().sequence(), 2);
  }
}

// --- How it ends ---

TEST_F(WatchTest, EndsAfterTheLastEventOnceTheGameIsFinal) {
  const Table table = CreateWon();
  const auto watcher = Watch(table);
  watcher->ReadTo(8);
  MakeFinal(table);
  EXPECT_THAT(SequencesOf(AllOf(*watcher)), ElementsAre(9));
}

TEST_F(WatchTest, OfAFinalGameGivesItsEventsThenEnds) {
  const Table table = CreateWon();
  MakeFinal(table);
  EXPECT_EQ(SequencesOf(AllOf(*Watch(table))), UpTo(9));
  EXPECT_THAT(SequencesOf(AllOf(*Watch(table, 8))), ElementsAre(9));
  EXPECT_TRUE(AllOf(*Watch(table, 9)).empty());
  EXPECT_THAT(Watch(table, 10)->End(), Refused(v1::ERROR_REASON_SEQUENCE_OUT_OF_RANGE));
}

TEST_F(WatchTest, CallingOffIsFinalAtOnce) {
  const Table table = Create();
  const auto watcher = Watch(table);
  watcher->WaitForHeaders();
  ASSERT_THAT(Abandon(table, 0), IsOk());
  EXPECT_EQ(SequencesOf(AllOf(*watcher)), UpTo(4));
}

TEST_F(WatchTest, ResignationIsFinalOnceNobodyWantsToPlayAgain) {
  const Table table = Create();
  const auto watcher = Watch(table);
  watcher->WaitForHeaders();
  ASSERT_THAT(Resign(table, 0), IsOk());
  MakeFinal(table);
  EXPECT_EQ(SequencesOf(AllOf(*watcher)), UpTo(5));
}

TEST_F(WatchTest, UntilFinishEndsWithTheFirstFinish) {
  const Table table = Create();
  const auto watcher = WatchUntilFinish(table);
  watcher->WaitForHeaders();
  Play(table, {"a1", "b1", "a2", "b2", "a3"});
  EXPECT_EQ(SequencesOf(AllOf(*watcher)), UpTo(8));
}

TEST_F(WatchTest, UntilFinishOfAGameThatHasFinished) {
  const Table table = CreateWon();
  EXPECT_EQ(SequencesOf(AllOf(*WatchUntilFinish(table))), UpTo(8));
  EXPECT_THAT(SequencesOf(AllOf(*WatchUntilFinish(table, 7))), ElementsAre(8));
  EXPECT_TRUE(AllOf(*WatchUntilFinish(table, 8)).empty());
  MakeFinal(table);
  EXPECT_EQ(SequencesOf(AllOf(*WatchUntilFinish(table))), UpTo(8));
  EXPECT_TRUE(AllOf(*WatchUntilFinish(table, 9)).empty());
}

TEST_F(WatchTest, UntilFinishGoesOnAfterAFinishThatWasTakenBackBeforeItBegan) {
  const Table table = CreateWon();
  ASSERT_THAT(Undo(table, 0), IsOk());
  const auto watcher = WatchUntilFinish(table, 9);
  watcher->WaitForHeaders();
  ASSERT_THAT(Move(table, 0, "a3"), IsOk());
  EXPECT_THAT(SequencesOf(AllOf(*watcher)), ElementsAre(10, 11));
}

// --- Watchers that go ---

TEST_F(WatchTest, WatchersThatAreGoneAreCountedDown) {
  const Table table = Create();
  {
    std::vector<std::unique_ptr<Watcher>> watchers;
    for (int i = 0; i < 10; ++i) watchers.push_back(Watch(table, 2));
    for (const auto& watcher : watchers) watcher->WaitForHeaders();
    EXPECT_EQ(Get(table)->watchers(), 10);
    EXPECT_EQ(server().host().levels().watchers, 10);
  }
  WaitForWatchers(table, 0);
  EXPECT_EQ(server().host().levels().watchers, 0);
}

TEST_F(WatchTest, AClientThatVanishesIsCountedDown) {
  const Table table = Create();
  {
    const auto stub = v1::GameService::NewStub(Connect());
    auto context = std::make_unique<grpc::ClientContext>();
    Prepare(*context, "");
    v1::WatchGameRequest request;
    request.set_game_id(table.game_id);
    Watcher watcher(*stub, std::move(context), request);
    watcher.ReadTo(2);
    EXPECT_EQ(Get(table)->watchers(), 1);
  }
  WaitForWatchers(table, 0);
}

TEST_F(WatchTest, ARefusedWatchIsNoWatcher) {
  const Table table = Create();
  for (int i = 0; i < 50; ++i) Watch(table, 99)->End();
  EXPECT_EQ(Get(table)->watchers(), 0);
}

TEST_F(WatchTest, WatchersThatComeAndGoWhileTheGameIsPlayed) {
  const Table table = Create();
  ASSERT_THAT(Move(table, 0, "a1"), IsOk());
  std::atomic<bool> stop{false};
  std::thread player([&] {
    while (!stop) {
      EXPECT_THAT(Undo(table, 0), IsOk());
      EXPECT_THAT(Redo(table, 0), IsOk());
    }
  });
  for (int i = 0; i < 200; ++i) {
    const auto watcher = Watch(table, i % 4);
    const std::vector<v1::GameEvent> events = watcher->NextEvents();
    ASSERT_FALSE(events.empty());
    EXPECT_EQ(events.front().sequence(), i % 4 + 1);
    if (i % 2 == 0) watcher->Cancel();
  }
  stop = true;
  player.join();
  WaitForWatchers(table, 0);
}

TEST_F(WatchTest, AWatcherThatReadsNothingIsGivenUp) {
  const Table table = Create();
  ASSERT_THAT(Move(table, 0, "a1"), IsOk());
  MakeEvents(table, 600);
  const auto watcher = WatchThatStalls(table);
  watcher->WaitForHeaders();
  WaitUntil("the watcher is given up", [&] {
    clock().Advance(absl::Seconds(60));
    server().watches().Tick();
    // Leisure to end the stream: five seconds later it would be cut.
    for (int i = 0; i < 200 && server().host().levels().watchers > 0; ++i) Get(table);
    return server().host().levels().watchers == 0;
  });
  EXPECT_THAT(watcher->End(), Refused(v1::ERROR_REASON_WATCHER_LAGGING));
}

}  // namespace
}  // namespace meeple::wire
