#include "meeple/client/watch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <thread>

#include "meeple/client/client.h"
#include "service/base/testing/wall_clock.h"
#include "testing/fake_clock.h"
#include "testing/fake_service.h"

namespace meeple::client {
namespace {

using ::testing::ElementsAre;
using ::testing::Gt;
using ::testing::SizeIs;

using Kind = GameWatch::Update::Kind;

class WatchTest : public ::testing::Test {
 protected:
  // Follows to the end. Keeps what came in `sequences_`, `kinds_` and `end_`.
  void Follow(const GameWatchOptions& options = {}) {
    GameWatch watch = client_.WatchGame("game1", options);
    for (;;) {
      const GameWatch::Update update = watch.Next();
      if (kinds_.empty() || kinds_.back() != update.kind || update.kind != Kind::kMessage) {
        kinds_.push_back(update.kind);
      }
      for (const v1::GameEvent& event : update.message.events().events()) {
        sequences_.push_back(event.sequence());
      }
      if (update.kind != Kind::kEnd) continue;
      end_ = update.status;
      return;
    }
  }

  FakeServer server_;
  FakeClock time_;
  const Client client_{server_.address(), {.token = "m1.x", .clock = time_.clock()}};
  std::vector<int64_t> sequences_;
  std::vector<Kind> kinds_;
  absl::Status end_;
};

TEST_F(WatchTest, HandsOnWhatComes) {
  server_.Watch({.messages = {Events(1, 2), Events(3, 3)}});
  Follow();
  EXPECT_THAT(sequences_, ElementsAre(1, 2, 3));
  EXPECT_THAT(kinds_, ElementsAre(Kind::kMessage, Kind::kEnd));
  EXPECT_TRUE(end_.ok()) << end_;
  EXPECT_THAT(server_.authorizations(), ElementsAre("Bearer m1.x"));
}

TEST_F(WatchTest, ResumesAfterTheLastEventWithoutGapOrRepeat) {
  server_.Watch({.messages = {Events(1, 2)}, .end = kBroken});
  server_.Watch({.messages = {Events(3, 5)}, .end = kBroken});
  server_.Watch({.messages = {Events(6, 6)}});
  Follow();
  EXPECT_THAT(sequences_, ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_THAT(server_.starts(), ElementsAre(0, 2, 5));
  EXPECT_THAT(kinds_, ElementsAre(Kind::kMessage, Kind::kLost, Kind::kResumed, Kind::kMessage,
                                  Kind::kLost, Kind::kResumed, Kind::kMessage, Kind::kEnd));
}

TEST_F(WatchTest, IsALoopOverEvents) {
  server_.Watch({.messages = {Snapshot(3), Events(4, 5)}, .end = kBroken});
  server_.Watch({.messages = {Bookmark(5), Events(5, 6)}});
  GameWatch watch = client_.WatchGame("game1", {.snapshot = true});
  for (const v1::GameEvent& event : watch) sequences_.push_back(event.sequence());
  EXPECT_THAT(sequences_, ElementsAre(4, 5, 6));
  EXPECT_TRUE(watch.status().ok()) << watch.status();
  EXPECT_EQ(watch.sequence(), 6);
  EXPECT_FALSE(watch.NextItem().has_value());
}

TEST_F(WatchTest, SaysWhyALoopEnded) {
  server_.Watch({.messages = {Events(1, 1)},
                 .end = ToStatus(
                     {.code = grpc::StatusCode::UNAUTHENTICATED, .reason = "CREDENTIAL_INVALID"})});
  GameWatch watch = client_.WatchGame("game1");
  for (const v1::GameEvent& event : watch) {
    EXPECT_TRUE(watch.status().ok());
    sequences_.push_back(event.sequence());
  }
  EXPECT_THAT(sequences_, ElementsAre(1));
  EXPECT_EQ(ReasonOf(watch.status()), v1::ERROR_REASON_CREDENTIAL_INVALID);
}

TEST_F(WatchTest, ComesBackToARestartedServer) {
  server_.Watch({.messages = {Events(1, 2)}, .hangs = true});
  GameWatch watch = client_.WatchGame("game1");
  EXPECT_EQ(watch.NextItem()->sequence(), 1);
  EXPECT_EQ(watch.NextItem()->sequence(), 2);
  server_.Stop();
  server_.Start();
  server_.Watch({.messages = {Events(2, 3)}});
  EXPECT_EQ(watch.NextItem()->sequence(), 3);
  EXPECT_FALSE(watch.NextItem().has_value());
  EXPECT_TRUE(watch.status().ok()) << watch.status();
}

TEST_F(WatchTest, AsksAgainWhereTheServerLeavesEventsOut) {
  server_.Watch({.messages = {Events(1, 1), Events(3, 3)}});
  server_.Watch({.messages = {Events(2, 3)}});
  Follow();
  EXPECT_THAT(sequences_, ElementsAre(1, 2, 3));
  EXPECT_THAT(server_.starts(), ElementsAre(0, 1));
}

TEST_F(WatchTest, AsksForTheSnapshotUntilItHasCome) {
  server_.Watch({.end = kBroken});
  server_.Watch({.messages = {Snapshot(7), Events(8, 8)}, .end = kBroken});
  server_.Watch({.messages = {Events(9, 9)}});
  Follow({.snapshot = true, .until_finish = true});
  EXPECT_THAT(sequences_, ElementsAre(8, 9));
  EXPECT_THAT(server_.starts(), ElementsAre(0, 0, 8));
  const auto watches = server_.watches();
  EXPECT_TRUE(watches[1].snapshot());
  EXPECT_FALSE(watches[2].snapshot());
  EXPECT_TRUE(watches[2].until_finish());
}

TEST_F(WatchTest, ComesBackWhereItWasTooSlow) {
  server_.Watch({.messages = {Events(1, 1)},
                 .end = ToStatus(
                     {.code = grpc::StatusCode::RESOURCE_EXHAUSTED, .reason = "WATCHER_LAGGING"})});
  server_.Watch({.messages = {Events(2, 2)}});
  Follow();
  EXPECT_THAT(sequences_, ElementsAre(1, 2));
}

TEST_F(WatchTest, WaitsAsLongAsTheServerAsks) {
  server_.Watch({.messages = {Events(1, 1)},
                 .end = ToStatus({.code = grpc::StatusCode::UNAVAILABLE,
                                  .reason = "SERVER_DRAINING",
                                  .retry_milliseconds = 4'000})});
  server_.Watch({.messages = {Events(2, 2)}});
  Follow();
  EXPECT_THAT(sequences_, ElementsAre(1, 2));
  EXPECT_THAT(time_.sleeps(), ElementsAre(absl::Seconds(4)));
}

TEST_F(WatchTest, EndsWhereTheServerRefuses) {
  server_.Watch({.messages = {Events(1, 1)}, .end = kBroken});
  server_.Watch(
      {.end = ToStatus({.code = grpc::StatusCode::NOT_FOUND, .reason = "GAME_NOT_FOUND"})});
  Follow();
  EXPECT_EQ(ReasonOf(end_), v1::ERROR_REASON_GAME_NOT_FOUND);
  EXPECT_THAT(kinds_, ElementsAre(Kind::kMessage, Kind::kLost, Kind::kResumed, Kind::kEnd));
}

TEST_F(WatchTest, WaitsLongerEachTimeAndGivesUpWhenItsPatienceEnds) {
  server_.Watch({.messages = {Events(1, 1)}, .end = kBroken});
  for (int i = 0; i < 100; ++i) server_.Watch({.end = kBroken});
  Follow({.watch = {.patience = absl::Minutes(1)}});
  EXPECT_TRUE(absl::IsInternal(end_)) << end_;
  EXPECT_GE(time_.passed(), absl::Seconds(57));
  EXPECT_LE(time_.passed(), absl::Minutes(1));
  EXPECT_LT(time_.sleeps().front(), absl::Milliseconds(150));
  EXPECT_GE(time_.sleeps().back(), absl::Milliseconds(1'600));
}

TEST_F(WatchTest, AClockThatIsSetMeanwhileEndsNoWatch) {
  for (const absl::Duration step : {absl::Hours(24), -absl::Hours(24)}) {
    server_.Watch({.messages = {Events(1, 1)}, .end = kBroken});
    server_.Watch({.end = kBroken});
    server_.Watch({.messages = {Events(2, 2)}});
    const Client client(server_.address(), {.first_delay = absl::Milliseconds(1)});
    GameWatch watch = client.WatchGame("game1");
    EXPECT_EQ(watch.Next().kind, Kind::kMessage);
    EXPECT_EQ(watch.Next().kind, Kind::kLost);
    const service::WallClockStep set(step);
    GameWatch::Update update = watch.Next();
    while (update.kind == Kind::kResumed || update.kind == Kind::kLost) update = watch.Next();
    EXPECT_EQ(update.kind, Kind::kMessage) << update.status;
    EXPECT_EQ(watch.Next().kind, Kind::kEnd);
  }
}

TEST_F(WatchTest, BeginsWithShortWaitsAgainAfterNews) {
  for (int i = 0; i < 8; ++i) server_.Watch({.end = kBroken});
  server_.Watch({.messages = {Events(1, 1)}, .end = kBroken});
  server_.Watch({.messages = {Events(2, 2)}});
  Follow();
  EXPECT_THAT(sequences_, ElementsAre(1, 2));
  EXPECT_LT(time_.sleeps().back(), absl::Milliseconds(150));
}

TEST_F(WatchTest, GivesUpSoonerWhereTheServerWasNeverThere) {
  server_.Stop();
  Follow();
  EXPECT_TRUE(absl::IsUnavailable(end_)) << end_;
  EXPECT_THAT(kinds_, ElementsAre(Kind::kEnd));
  EXPECT_GE(time_.passed(), absl::Seconds(7));
  EXPECT_LT(time_.passed(), client_.options().timeout);
}

TEST_F(WatchTest, SaysWhenNothingCameInTime) {
  server_.Watch({.messages = {Events(1, 1)}, .hangs = true});
  GameWatch watch = client_.WatchGame("game1");
  EXPECT_EQ(watch.Next().kind, Kind::kMessage);
  EXPECT_EQ(watch.Next(absl::Milliseconds(20)).kind, Kind::kTimeout);
  EXPECT_EQ(watch.Next(absl::ZeroDuration()).kind, Kind::kTimeout);
  EXPECT_EQ(watch.sequence(), 1);
}

TEST_F(WatchTest, LosesNothingWhereItWaitsInShortPieces) {
  server_.Watch({.messages = {Events(1, 1)}, .end = kBroken});
  server_.Watch({.messages = {Events(2, 3)}});
  GameWatch watch = client_.WatchGame("game1");
  GameWatch::Update update;
  do {
    update = watch.Next(absl::Milliseconds(1));
    for (const auto& event : update.message.events().events()) {
      sequences_.push_back(event.sequence());
    }
  } while (update.kind != Kind::kEnd);
  EXPECT_THAT(sequences_, ElementsAre(1, 2, 3));
  EXPECT_TRUE(update.status.ok()) << update.status;
}

TEST_F(WatchTest, SleepsNoLongerThanTheReaderWaits) {
  server_.Watch({.messages = {Events(1, 1)},
                 .end = ToStatus({.code = grpc::StatusCode::UNAVAILABLE,
                                  .reason = "SERVER_DRAINING",
                                  .retry_milliseconds = 4'000})});
  GameWatch watch = client_.WatchGame("game1");
  EXPECT_EQ(watch.Next().kind, Kind::kMessage);
  EXPECT_EQ(watch.Next().kind, Kind::kLost);
  EXPECT_EQ(watch.Next(absl::Seconds(1)).kind, Kind::kTimeout);
  EXPECT_EQ(time_.passed(), absl::Seconds(1));
  EXPECT_EQ(watch.Next().kind, Kind::kResumed);
  EXPECT_EQ(time_.passed(), absl::Seconds(4));
}

TEST_F(WatchTest, EndsWhenCancelledWhileItWaits) {
  server_.Watch({.messages = {Events(1, 1)}, .hangs = true});
  GameWatch watch = client_.WatchGame("game1");
  EXPECT_EQ(watch.Next().kind, Kind::kMessage);
  const std::jthread canceller([&] { watch.Cancel(); });
  const GameWatch::Update update = watch.Next();
  EXPECT_EQ(update.kind, Kind::kEnd);
  EXPECT_TRUE(absl::IsCancelled(update.status)) << update.status;
  EXPECT_EQ(watch.Next().status, update.status);
}

TEST_F(WatchTest, EndsWhenAStopIsAskedFor) {
  server_.Watch({.messages = {Events(1, 1)}, .hangs = true});
  std::stop_source stop;
  GameWatch watch = client_.WatchGame("game1", {.watch = {.stop = stop.get_token()}});
  for (const v1::GameEvent& event : watch) {
    sequences_.push_back(event.sequence());
    stop.request_stop();
  }
  EXPECT_THAT(sequences_, ElementsAre(1));
  EXPECT_TRUE(absl::IsCancelled(watch.status())) << watch.status();
}

TEST_F(WatchTest, CanBeDroppedWithMessagesThatNobodyRead) {
  for (int i = 0; i < 20; ++i) {
    server_.Watch({.messages = {Events(1, 1), Events(2, 2), Events(3, 3)}, .hangs = true});
    GameWatch watch = client_.WatchGame("game1");
    if (i % 2 == 0) {
      EXPECT_EQ(watch.Next().kind, Kind::kMessage);
    } else {
      watch.Next(absl::ZeroDuration());
    }
  }
  EXPECT_THAT(server_.starts(), SizeIs(Gt(10)));
}

TEST_F(WatchTest, OutlivesItsClient) {
  server_.Watch({.messages = {Events(1, 2)}});
  auto client = std::make_unique<Client>(server_.address());
  GameWatch watch = client->WatchGame("game1");
  client.reset();
  GameWatch moved = std::move(watch);
  EXPECT_EQ(moved.NextItem()->sequence(), 1);
  EXPECT_EQ(moved.NextItem()->sequence(), 2);
}

TEST_F(WatchTest, TheLobbyResumesWithItsFilters) {
  v1::WatchLobbyRequest request;
  request.set_after_sequence(1);
  request.set_kind("reversi");
  LobbyWatch watch = client_.WatchLobby(request);
  for (const v1::LobbyEvent& event : watch) {
    sequences_.push_back(event.sequence());
    EXPECT_EQ(event.game().config().kind(), "reversi");
  }
  EXPECT_THAT(sequences_, ElementsAre(3, 5, 7));
  EXPECT_TRUE(watch.status().ok()) << watch.status();
}

TEST_F(WatchTest, ResultsResume) {
  ResultsWatch watch = client_.WatchResults(1);
  for (const v1::GameResult& result : watch) sequences_.push_back(result.sequence());
  EXPECT_THAT(sequences_, ElementsAre(3, 5, 7));
  EXPECT_EQ(watch.sequence(), 7);
}

TEST_F(WatchTest, LosesNothingOverManyRandomBreaks) {
  const unsigned seed = ::testing::UnitTest::GetInstance()->random_seed();
  SCOPED_TRACE(seed);
  std::minstd_rand random(seed);
  constexpr int64_t kEvents = 300;
  // Each stream goes on after the last one or repeats a little, and breaks somewhere.
  for (int64_t sent = 0; sent < kEvents;) {
    const int64_t first = std::max<int64_t>(1, sent + 1 - static_cast<int64_t>(random() % 3));
    const int64_t last = std::min<int64_t>(kEvents, first + static_cast<int64_t>(random() % 20));
    server_.Watch(
        {.messages = {Events(first, last)}, .end = last == kEvents ? grpc::Status::OK : kBroken});
    sent = std::max(sent, last);
  }
  Follow();
  std::vector<int64_t> all(kEvents);
  std::iota(all.begin(), all.end(), 1);
  EXPECT_EQ(sequences_, all);
}

}  // namespace
}  // namespace meeple::client
