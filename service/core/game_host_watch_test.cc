// Watches of a host: where they begin and end, who may, how many.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "service/core/errors.h"
#include "service/core/game_watch.h"
#include "service/core/testing/game_host_test_base.h"

namespace meeple::service {
namespace {

using testing::ElementsAre;

TEST_F(GameHostTest, AWatchMayBeginAnywhere) {
  const Table table = host_.Create();
  PlayToWin(table);
  host_.clock().Advance(absl::Seconds(60));
  // 1 created, 2 started, 3 to 6 moves, 7 and 8 move and end, 9 final.
  for (int64_t after = 0; after <= 9; ++after) {
    const auto events = Watch(table, after).value()->ReadToEnd();
    ASSERT_EQ(events.size(), static_cast<size_t>(9 - after));
    for (size_t i = 0; i < events.size(); ++i) {
      EXPECT_EQ(events[i].sequence(), after + 1 + static_cast<int64_t>(i));
    }
  }
  EXPECT_EQ(ReasonOf(Watch(table, 10).status()), v1::ERROR_REASON_SEQUENCE_OUT_OF_RANGE);
  EXPECT_EQ(ReasonOf(Watch(table, INT64_MAX).status()), v1::ERROR_REASON_SEQUENCE_OUT_OF_RANGE);
}

TEST_F(GameHostTest, AGroupComesInOneMessage) {
  const Table table = host_.Create();
  Play(table, {"a1", "b1", "b2", "c1"});
  const auto watch = Watch(table, 6).value();
  Play(table, {"c3"});
  EXPECT_EQ(watch->Read()->events().events_size(), 2);
  EXPECT_EQ(Watch(table, 7).value()->Read()->events().events_size(), 1)
      << "resuming inside a group yields its rest";
}

TEST_F(GameHostTest, ASnapshotIsFollowedByExactlyTheNextEvent) {
  const Table table = host_.Create();
  Play(table, {"a1"});
  const auto watch = Watch(table, 0, /*snapshot=*/true).value();
  const auto first = watch->Read();
  ASSERT_TRUE(first->has_snapshot());
  EXPECT_EQ(first->snapshot().game().sequence(), 3);
  EXPECT_EQ(first->snapshot().game().cursor().turns(), 1);
  EXPECT_EQ(watch->Peek().kind, WatchStep::Kind::kWait);
  Play(table, {"b1"});
  EXPECT_EQ(watch->Read()->events().events(0).sequence(), 4);
}

TEST_F(GameHostTest, UntilFinishEndsAfterTheFirstFinish) {
  const Table table = host_.Create();
  const auto watch = Watch(table, 0, false, /*until_finish=*/true).value();
  PlayToWin(table);
  ASSERT_TRUE(Undo(table, 0).ok());
  EXPECT_THAT(Sequences(watch->ReadToEnd()), ElementsAre(1, 2, 3, 4, 5, 6, 7, 8));
  EXPECT_TRUE(watch->end().ok());
}

TEST_F(GameHostTest, UntilFinishEndsAtOnceIfTheGameIsOver) {
  const Table table = host_.Create();
  PlayToWin(table);
  EXPECT_TRUE(Watch(table, 8, false, /*until_finish=*/true).value()->ReadToEnd().empty());
  const auto snapshot = Watch(table, 0, true, /*until_finish=*/true).value();
  EXPECT_TRUE(snapshot->Read()->has_snapshot());
  EXPECT_FALSE(snapshot->Read().has_value());
}

TEST_F(GameHostTest, UntilFinishWaitsIfTheEndWasTakenBack) {
  const Table table = host_.Create();
  PlayToWin(table);
  ASSERT_TRUE(Undo(table, 0).ok());
  const auto watch = Watch(table, 9, false, /*until_finish=*/true).value();
  EXPECT_EQ(watch->Peek().kind, WatchStep::Kind::kWait);
  ASSERT_TRUE(Redo(table, 0).ok());
  EXPECT_THAT(Sequences(watch->ReadToEnd()), ElementsAre(10, 11));
}

TEST_F(GameHostTest, WatchersAreCountedAsLongAsTheyWatch) {
  const Table table = host_.Create();
  v1::GetGameRequest get;
  get.set_game_id(table.game_id);
  {
    const auto one = Watch(table, 0).value();
    const auto two = Watch(table, 0, /*snapshot=*/true).value();
    EXPECT_EQ(host_.Call(&GameHost::GetGame, Caller{}, get)->watchers(), 2);
    EXPECT_EQ(host_.host().levels().watchers, 2);
  }
  EXPECT_EQ(host_.Call(&GameHost::GetGame, Caller{}, get)->watchers(), 0);
  EXPECT_EQ(host_.host().levels().watchers, 0);
}

TEST(WatcherLimitTest, WatchersBeyondTheLimitsAreRefusedAndNotCounted) {
  HostOptions options = TestOptions();
  options.max_watchers_per_game = 1;
  options.max_watchers = 2;
  TestHost host(options);
  std::vector<std::string> games;
  std::vector<std::shared_ptr<WatchReader>> open;
  for (int i = 0; i < 3; ++i) games.push_back(host.Create().game_id);
  auto watch = [&](const std::string& game) {
    v1::WatchGameRequest request;
    request.set_game_id(game);
    return WatchReader::Open(host.host(), Caller{}, request);
  };
  open.push_back(watch(games[0]).value());
  EXPECT_EQ(ReasonOf(watch(games[0]).status()), v1::ERROR_REASON_LIMIT_REACHED);
  open.push_back(watch(games[1]).value());
  EXPECT_EQ(ReasonOf(watch(games[2]).status()), v1::ERROR_REASON_LIMIT_REACHED);
  open.clear();
  EXPECT_EQ(host.host().levels().watchers, 0);
  EXPECT_TRUE(watch(games[2]).ok());
}

// Games whose events soon leave memory, and which leave it whenever nobody calls them.
class RestingGameTest : public GameHostTest, public testing::WithParamInterface<int> {
 protected:
  static HostOptions Options() {
    HostOptions options = TestOptions();
    options.events_in_memory = 2;
    options.loading_threads = GetParam();
    return options;
  }
  RestingGameTest() : GameHostTest(Options()) {}
};

INSTANTIATE_TEST_SUITE_P(LoadingThreads, RestingGameTest, testing::Values(0, 1));

TEST_P(RestingGameTest, AWatchFromTheStartMissesNothing) {
  const Table table = host_.Create();
  PlayToWin(table);
  host_.clock().Advance(absl::Seconds(60));
  EXPECT_THAT(Sequences(Watch(table, 0).value()->ReadToEnd()),
              ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9));
  EXPECT_THAT(Sequences(Watch(table, 0, false, /*until_finish=*/true).value()->ReadToEnd()),
              ElementsAre(1, 2, 3, 4, 5, 6, 7, 8));
}

TEST_P(RestingGameTest, ListedEventsAreAllThere) {
  const Table table = host_.Create();
  PlayToWin(table);
  EXPECT_THAT(Sequences(host_.Events(table)), ElementsAre(1, 2, 3, 4, 5, 6, 7, 8));
  v1::ListEventsRequest request;
  request.set_game_id(table.game_id);
  request.set_after_sequence(1);
  request.set_page_size(2);
  const auto page = host_.Call(&GameHost::ListEvents, Caller{}, request);
  EXPECT_EQ(page->events_size(), 2);
  EXPECT_EQ(page->events(0).sequence(), 2);
  EXPECT_FALSE(page->next_page_token().empty());
  request.set_page_size(7);
  const auto rest = host_.Call(&GameHost::ListEvents, Caller{}, request);
  EXPECT_EQ(rest->events_size(), 7) << "a page is full also where it begins on disk";
  EXPECT_TRUE(rest->next_page_token().empty());
}

TEST_P(RestingGameTest, ARepeatIsAnsweredAfterItsEventsLeftMemory) {
  const Table table = host_.Create();
  const auto first = host_.Move(table, 0, "a1", kId1);
  Play(table, {"b1", "b2", "c1", "c3"});
  const auto again = host_.Move(table, 0, "a1", kId1);
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(again->events(0).SerializeAsString(), first->events(0).SerializeAsString());
  EXPECT_EQ(ReasonOf(host_.Move(table, 0, "a2", kId1).status()),
            v1::ERROR_REASON_REQUEST_ID_REUSED);
  EXPECT_EQ(host_.Get(table).sequence(), 8);
}

TEST_P(RestingGameTest, AWatchedGameLeavesMemoryAndItsWatchGoesOn) {
  const Table table = host_.Create();
  const auto quick = Watch(table, 0).value();
  const auto slow = Watch(table, 0).value();
  EXPECT_THAT(Sequences(ReadUntil(*quick, 2)), ElementsAre(1, 2));
  EXPECT_EQ(quick->Peek().kind, WatchStep::Kind::kWait);
  EXPECT_EQ(host_.EvictAll(), 1u);
  EXPECT_EQ(host_.host().levels().games, 0);
  EXPECT_EQ(host_.host().levels().watchers, 2);
  // It has not read what was there: the game comes back for it.
  EXPECT_THAT(Sequences(ReadUntil(*slow, 2)), ElementsAre(1, 2));
  host_.EvictAll();
  ASSERT_TRUE(host_.Move(table, 0, "b2").ok());
  EXPECT_THAT(Sequences(ReadUntil(*quick, 3)), ElementsAre(3));
  EXPECT_THAT(Sequences(ReadUntil(*slow, 3)), ElementsAre(3));
  v1::GetGameRequest get;
  get.set_game_id(table.game_id);
  EXPECT_EQ(host_.Call(&GameHost::GetGame, Caller{}, get)->watchers(), 2);
}

TEST_P(RestingGameTest, DrainingReachesTheWatchOfAGameThatRests) {
  const Table table = host_.Create();
  const auto watch = Watch(table, 2).value();
  EXPECT_EQ(watch->Peek().kind, WatchStep::Kind::kWait);
  ASSERT_EQ(host_.EvictAll(), 1u);
  host_.host().StartDraining();
  EXPECT_FALSE(watch->Read().has_value());
  EXPECT_EQ(ReasonOf(watch->end()), v1::ERROR_REASON_SERVER_DRAINING);
  EXPECT_EQ(host_.host().levels().games, 0) << "nothing was loaded for it";
}

TEST_F(GameHostTest, DrainingEndsEveryWatchAndTakesNoNewOnes) {
  const Table table = host_.Create();
  const auto watch = Watch(table, 2).value();
  EXPECT_EQ(watch->Peek().kind, WatchStep::Kind::kWait);
  host_.host().StartDraining();
  EXPECT_FALSE(watch->Read().has_value());
  EXPECT_EQ(ReasonOf(watch->end()), v1::ERROR_REASON_SERVER_DRAINING);
  EXPECT_EQ(ReasonOf(Watch(table, 0).status()), v1::ERROR_REASON_SERVER_DRAINING);
  v1::CreateGameRequest create;
  *create.mutable_config() = TicTacToe();
  EXPECT_EQ(ReasonOf(host_.TryCreate(create).status()), v1::ERROR_REASON_SERVER_DRAINING);
  EXPECT_TRUE(host_.Move(table, 0, "b2").ok()) << "games go on until the server is gone";
}

}  // namespace
}  // namespace meeple::service
