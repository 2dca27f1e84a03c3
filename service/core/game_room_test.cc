// Games that leave memory, what they take of it, and what is refused for want of room for changes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "engine/core/notation.h"
#include "service/core/game_registry.h"
#include "service/core/testing/configs.h"
#include "service/core/testing/has_reason.h"
#include "service/core/testing/manual_journal.h"
#include "service/core/testing/test_host.h"

namespace meeple::service {
namespace {

// Rows are filled one after the other, each seat playing its own columns; nobody has enough in a
// row.
v1::GameConfig WithOpening(int rows) {
  constexpr int kColumns = 100;
  v1::GameConfig config = ReadConfig(
      "kind: 'mnk' parameters { key: 'rows' value: '100' }"
      "parameters { key: 'columns' value: '100' } parameters { key: 'k' value: '100' }");
  for (int i = 0; i < rows * kColumns; ++i) {
    config.add_opening(engine::FormatMove(engine::Move::AtCell({i / kColumns, i % kColumns})));
  }
  return config;
}

TEST(GameRoomTest, IdleGamesLeaveMemoryAndOthersStay) {
  HostOptions options = TestOptions();
  options.idle_after = absl::Minutes(5);
  TestHost host(options);
  const Table idle = host.Create();
  const Table used = host.Create();
  host.clock().Advance(absl::Minutes(4));
  EXPECT_TRUE(host.Move(used, 0, "a1").ok());
  EXPECT_EQ(host.host().EvictIdleGames(true), 0u);
  host.clock().Advance(absl::Minutes(1) + absl::Seconds(1));
  EXPECT_EQ(host.host().EvictIdleGames(true), 1u);
  EXPECT_EQ(host.host().levels().games, 1);
  EXPECT_TRUE(host.Move(idle, 0, "b2").ok());
  EXPECT_EQ(host.host().levels().games, 2);
}

TEST(GameRoomTest, TheLeastRecentlyUsedLeaveWhereThereIsNoRoom) {
  HostOptions options = TestOptions();
  options.idle_after = absl::InfiniteDuration();
  // Room for one small game in each part.
  options.max_bytes_of_games = GameRegistry::kParts * 8'000;
  TestHost host(options);
  std::vector<Table> tables;
  for (int i = 0; i < 1'000; ++i) {
    tables.push_back(host.Create());
    host.clock().Advance(absl::Seconds(1));
  }
  host.host().EvictIdleGames(true);
  EXPECT_LE(host.host().levels().games, 64);
  EXPECT_GE(host.host().levels().games, 32);
  const int64_t left = host.host().levels().games;
  host.Get(tables.back());
  EXPECT_EQ(host.host().levels().games, left) << "the newest one had stayed";
  host.Get(tables.front());
  EXPECT_EQ(host.host().levels().games, left + 1) << "the oldest one had gone";
}

// 250 kB are the game's share of the room.
TEST(GameRoomTest, AGameCountsItsOpening) {
  HostOptions options = TestOptions();
  options.idle_after = absl::InfiniteDuration();
  options.max_bytes_of_games = GameRegistry::kParts * 250'000;
  TestHost host(options);
  host.Create(WithOpening(/*rows=*/2));
  EXPECT_EQ(host.EvictAll(), 0u);
  const Table large = host.Create(WithOpening(/*rows=*/50));
  EXPECT_EQ(host.EvictAll(), 1u);
  EXPECT_EQ(host.Get(large).cursor().turns(), 5'000);
}

// A game that is final.
Table MakeFinal(TestHost& host) {
  const Table table = host.Create();
  v1::AbandonRequest abandon;
  abandon.set_game_id(table.game_id);
  EXPECT_TRUE(host.Call(&GameHost::Abandon, table.seats[0], abandon).ok());
  host.clock().Advance(TestOptions().final_after);
  while (!host.Events(table).back().has_game_final()) std::this_thread::yield();
  return table;
}

// Whoever looks at old games, for which no room is asked, keeps nobody from beginning a new one.
TEST(GameRoomTest, GamesThatAreFinalGiveWay) {
  HostOptions options = TestOptions();
  options.max_games = 2;
  TestHost host(options);
  const Table under_way = host.Create();
  std::vector<Table> finals;
  for (int i = 0; i < 30; ++i) finals.push_back(MakeFinal(host));
  for (const Table& table : finals) host.Get(table);
  EXPECT_EQ(host.host().levels().games, 31);
  const Table another = host.Create();
  EXPECT_EQ(host.host().levels().games, 2);
  v1::CreateGameRequest request;
  request.mutable_config()->set_kind("tic_tac_toe");
  EXPECT_THAT(host.TryCreate(request).status(), HasReason(v1::ERROR_REASON_LIMIT_REACHED));
  EXPECT_EQ(host.Get(finals[7]).cursor().status(), v1::GAME_STATUS_ABANDONED) << "it is not lost";
  EXPECT_EQ(host.Get(under_way).cursor().status(), v1::GAME_STATUS_IN_PROGRESS);
}

TEST(GameRoomTest, GamesThatAreFinalGoBeforeThereIsNoRoom) {
  HostOptions options = TestOptions();
  options.idle_after = absl::InfiniteDuration();
  options.max_games = 20;
  TestHost host(options);
  for (int i = 0; i < 17; ++i) host.Create();
  MakeFinal(host);
  EXPECT_EQ(host.EvictAll(), 1u);
}

TEST(GameRoomTest, AGameThatIsRefusedWhileTheDiskIsBehindTakesNone) {
  ManualJournal journal;
  journal.SetAutomatic(true);
  TestHost host(TestOptions(), &journal);
  journal.SetOverloaded(true);
  v1::CreateGameRequest request;
  request.mutable_config()->set_kind("tic_tac_toe");
  EXPECT_THAT(host.TryCreate(request).status(), HasReason(v1::ERROR_REASON_OVERLOADED));
  request.set_request_id("0f4f7a4c-58d6-4a52-8d6c-3c3b0a0f9c55");
  EXPECT_THAT(host.TryCreate(request).status(), HasReason(v1::ERROR_REASON_OVERLOADED));
  EXPECT_EQ(host.host().levels().games, 0);
  journal.SetOverloaded(false);
  EXPECT_TRUE(host.TryCreate(request).ok());
}

}  // namespace
}  // namespace meeple::service
