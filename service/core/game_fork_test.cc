#include "service/core/game_fork.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/testing/game_kind_ids.h"
#include "service/core/event_bytes.h"
#include "service/core/testing/configs.h"
#include "service/core/testing/game_host_test_base.h"
#include "service/core/testing/has_reason.h"
#include "service/core/testing/treasure_game.h"

namespace meeple::service {
namespace {

using ::testing::ElementsAre;

absl::StatusOr<v1::ForkGameResponse> TryFork(TestHost& host, const Table& table, int turn,
                                             const std::string& request_id = "",
                                             const Caller& caller = {}) {
  v1::ForkGameRequest request;
  request.set_game_id(table.game_id);
  request.set_turn(turn);
  request.set_request_id(request_id);
  return host.Call(&GameHost::ForkGame, caller, request);
}

Table Seated(TestHost& host, const absl::StatusOr<v1::ForkGameResponse>& forked) {
  EXPECT_TRUE(forked.ok()) << forked.status();
  v1::CreateGameResponse created;
  *created.mutable_game() = forked->game();
  *created.mutable_credentials() = forked->credentials();
  return host.Seat(created);
}

std::vector<v1::ReplayFrame> FramesOf(TestHost& host, const Table& table) {
  v1::ReplayRequest request;
  request.set_game_id(table.game_id);
  request.set_page_size(1'000);
  const auto replay =
      host.Call(&GameHost::Replay, table.watcher.value_or(Caller{}), request).value();
  return {replay.frames().begin(), replay.frames().end()};
}

class GameForkTest : public GameHostTest {
 protected:
  auto TryFork(const Table& table, int turn, const std::string& request_id = "",
               const Caller& caller = {}) {
    return service::TryFork(host_, table, turn, request_id, caller);
  }
  Table Fork(const Table& table, int turn, const std::string& request_id = "",
             const Caller& caller = {}) {
    return Seated(host_, TryFork(table, turn, request_id, caller));
  }
};

TEST_F(GameForkTest, BeginsWithTheMovesUpToTheTurn) {
  const Table table = host_.Create();
  Play(table, {"b2", "a1", "c3"});
  for (int turn = 0; turn <= 3; ++turn) {
    const Table fork = Fork(table, turn);
    const v1::Game game = host_.Get(fork);
    EXPECT_EQ(game.cursor().turns(), turn);
    EXPECT_EQ(game.rendered(), FramesOf(host_, table)[turn].rendered());
    EXPECT_EQ(game.config().opening_size(), turn);
    ASSERT_EQ(fork.seats.size(), 2u);
    EXPECT_EQ(Sequences(host_.Events(fork)), (std::vector<int64_t>{1, 2}));
    Play(fork, {"c2"});
    EXPECT_EQ(host_.Get(table).cursor().turns(), 3) << "the game itself is not changed";
  }
}

TEST_F(GameForkTest, ATurnThatDoesNotStandIsRefused) {
  const Table table = host_.Create();
  Play(table, {"b2", "a1", "c3"});
  ASSERT_TRUE(Undo(table, 0).ok());
  EXPECT_THAT(TryFork(table, 3), HasReason(v1::ERROR_REASON_INVALID_FIELD));
  Play(table, {"c1"});
  EXPECT_THAT(Fork(table, 3).created.game().config().opening(), ElementsAre("b2", "a1", "c1"));
}

TEST_F(GameForkTest, TheRulesOfTheGameGoAlongAndItsPeopleDoNot) {
  v1::GameConfig config = ReadConfig(
      "kind: 'tic_tac_toe' turn_limit: 7 undo: UNDO_POLICY_NEVER visibility: VISIBILITY_PRIVATE "
      "parameters { key: 'size' value: '4' } labels { key: 'cup' value: 'final' } "
      "seats { player_id: 'ann' symbol: '#' } seats { bot { kind: 'random' seed: 3 } }");
  const Table table = host_.Create(config);
  ASSERT_TRUE(host_.Move(table, 0, "a1").ok());
  const Table fork = Fork(table, 1, "", *table.watcher);
  ASSERT_EQ(fork.seats.size(), 2u);
  EXPECT_TRUE(fork.watcher.has_value());
  const v1::GameConfig& forked = fork.created.game().config();
  EXPECT_EQ(forked.turn_limit(), 7);
  EXPECT_EQ(forked.undo(), v1::UNDO_POLICY_NEVER);
  EXPECT_EQ(forked.visibility(), v1::VISIBILITY_PRIVATE);
  EXPECT_EQ(forked.parameters().at("size"), "4");
  EXPECT_TRUE(forked.labels().empty());
  EXPECT_EQ(forked.seats(0).player_id(), "ann");
  EXPECT_EQ(forked.seats(0).symbol(), "#");
  EXPECT_TRUE(forked.seats(1).has_held());
  EXPECT_TRUE(host_.Move(fork, 1, "b2").ok()) << "a person plays where the bot did";
}

TEST_F(GameForkTest, WhoeverMayWatchMay) {
  const Table open = host_.Create();
  const Table closed =
      host_.Create(ReadConfig("kind: 'tic_tac_toe' visibility: VISIBILITY_PRIVATE"));
  const Caller key = {.kind = CallerKind::kApiKey, .role = Role::kMatchmaker, .key_name = "lobby"};
  EXPECT_TRUE(TryFork(open, 0).ok());
  EXPECT_TRUE(TryFork(open, 0, "", open.seats[1]).ok());
  EXPECT_TRUE(TryFork(open, 0, "", key).ok());
  EXPECT_THAT(TryFork(open, 0, "", closed.seats[0]), HasReason(v1::ERROR_REASON_WRONG_SEAT));
  EXPECT_TRUE(TryFork(closed, 0, "", closed.seats[0]).ok());
  EXPECT_TRUE(TryFork(closed, 0, "", *closed.watcher).ok());
  EXPECT_THAT(TryFork(closed, 0), HasReason(v1::ERROR_REASON_GAME_NOT_FOUND));
  EXPECT_THAT(TryFork(closed, 0, "", key), HasReason(v1::ERROR_REASON_GAME_NOT_FOUND));
}

TEST_F(GameForkTest, TheKeyThatForkedAGameOverseesTheFork) {
  const Caller key = {.kind = CallerKind::kApiKey, .role = Role::kMatchmaker, .key_name = "lobby"};
  const Table fork = Fork(host_.Create(), 0, kId1, key);
  v1::AbandonRequest abandon;
  abandon.set_game_id(fork.game_id);
  EXPECT_TRUE(host_.Call(&GameHost::Abandon, key, abandon).ok());
}

// --- Repeats ---

TEST_F(GameForkTest, ARepeatReturnsTheSameForkWhateverBecameOfTheGame) {
  const Table table = host_.Create();
  Play(table, {"b2", "a1"});
  const auto first = TryFork(table, 2, kId1);
  ASSERT_TRUE(first.ok()) << first.status();
  Play(Seated(host_, first), {"c3"});
  ASSERT_TRUE(Undo(table, 0).ok());
  Play(table, {"c1", "a3"});
  EXPECT_EQ(TryFork(table, 2, kId1)->SerializeAsString(), first->SerializeAsString());
  ASSERT_TRUE(Undo(table, 0).ok());
  ASSERT_TRUE(Undo(table, 0).ok());
  EXPECT_EQ(TryFork(table, 2, kId1)->SerializeAsString(), first->SerializeAsString())
      << "though the game has no second turn any more";
  ASSERT_EQ(host_.EvictAll(), 2u);
  EXPECT_EQ(TryFork(table, 2, kId1)->SerializeAsString(), first->SerializeAsString());
  EXPECT_EQ(host_.host().levels().games, 2);
}

TEST_F(GameForkTest, OtherContentUnderTheSameIdIsRefused) {
  const Table table = host_.Create(TicTacToe(), kId2);
  const Table other = host_.Create();
  Play(table, {"b2"});
  ASSERT_TRUE(TryFork(table, 1, kId1).ok());
  EXPECT_THAT(TryFork(table, 0, kId1), HasReason(v1::ERROR_REASON_REQUEST_ID_REUSED));
  EXPECT_THAT(TryFork(other, 1, kId1), HasReason(v1::ERROR_REASON_REQUEST_ID_REUSED))
      << "the id comes before the turn";
  EXPECT_THAT(TryFork(table, 1, kId2), HasReason(v1::ERROR_REASON_REQUEST_ID_REUSED))
      << "with this id the game itself was created";
}

TEST_F(GameForkTest, ARefusedForkIsNotRemembered) {
  const Table table = host_.Create();
  EXPECT_THAT(TryFork(table, 1, kId1), HasReason(v1::ERROR_REASON_INVALID_FIELD));
  Play(table, {"b2"});
  EXPECT_TRUE(TryFork(table, 1, kId1).ok());
}

// --- Where there is no fork ---

TEST_F(GameForkTest, WhereNothingIsLeftToPlayThereIsNoFork) {
  const Table won = host_.Create();
  PlayToWin(won);
  EXPECT_THAT(TryFork(won, 5), HasReason(v1::ERROR_REASON_GAME_OVER));
  Play(Fork(won, 4), {"a2"});
  const Table limited = host_.Create(ReadConfig("kind: 'tic_tac_toe' turn_limit: 2"));
  Play(limited, {"b2", "a1"});
  EXPECT_THAT(TryFork(limited, 2), HasReason(v1::ERROR_REASON_GAME_OVER));
  EXPECT_TRUE(TryFork(limited, 1).ok());
}

TEST_F(GameForkTest, AGameThatWasGivenUpCanBePlayedOn) {
  const Table table = host_.Create();
  Play(table, {"b2"});
  ASSERT_TRUE(Resign(table, 1).ok());
  Play(Fork(table, 1), {"a1", "c3"});
}

TEST_F(GameForkTest, AfterASeatHasLeftThereIsNoFork) {
  const Table table = host_.Create(ReadConfig("kind: 'tic_tac_toe' seats {} seats {} seats {}"));
  ASSERT_TRUE(host_.Move(table, 0, "a1").ok());
  ASSERT_TRUE(Resign(table, 2).ok());
  ASSERT_TRUE(host_.Move(table, 1, "b1").ok());
  EXPECT_THAT(TryFork(table, 2), HasReason(v1::ERROR_REASON_FORK_NOT_ALLOWED));
  const Table fork = Fork(table, 1);
  ASSERT_TRUE(host_.Move(fork, 1, "b1").ok());
  EXPECT_TRUE(host_.Move(fork, 2, "c1").ok()) << "it plays again";
}

TEST_F(GameForkTest, ALimitOfGamesHoldsForForks) {
  HostOptions options = TestOptions();
  options.max_games = 1;
  TestHost host(options);
  const Table table = host.Create();
  EXPECT_THAT(service::TryFork(host, table, 0), HasReason(v1::ERROR_REASON_LIMIT_REACHED));
}

TEST_F(GameForkTest, ADrainingServerMakesNone) {
  const Table table = host_.Create();
  host_.host().StartDraining();
  EXPECT_THAT(TryFork(table, 0), HasReason(v1::ERROR_REASON_SERVER_DRAINING));
}

// --- Forks of forks, and of games that are not in memory ---

TEST_F(GameForkTest, AForkCanBeForked) {
  const Table table = host_.Create();
  Play(table, {"b2", "a1", "c3"});
  const Table fork = Fork(table, 2);
  Play(fork, {"a3", "c1"});
  ASSERT_EQ(host_.EvictAll(), 2u);
  EXPECT_THAT(Fork(fork, 3).created.game().config().opening(), ElementsAre("b2", "a1", "a3"));
  EXPECT_THAT(Fork(fork, 1).created.game().config().opening(), ElementsAre("b2"));
}

TEST_F(GameForkTest, AGameThatThreadsReadFirstIsForkedAlike) {
  MemoryJournal journal;
  HostOptions options = TestOptions();
  options.loading_threads = 2;
  TestHost host(options, &journal);
  const Table table = host.Create();
  ASSERT_TRUE(host.Move(table, 0, "b2").ok());
  ASSERT_EQ(host.EvictAll(), 1u);
  const auto first = service::TryFork(host, table, 1, kId1);
  ASSERT_TRUE(first.ok()) << first.status();
  host.EvictAll();
  EXPECT_EQ(service::TryFork(host, table, 1, kId1)->SerializeAsString(),
            first->SerializeAsString());
}

// --- Dice and hidden moves ---

class SecretForkTest : public testing::Test {
 protected:
  static HostOptions Options() {
    static const auto* const kinds = new std::vector<engine::GameKind>{TreasureKind()};
    HostOptions options = TestOptions();
    options.kinds = *kinds;
    return options;
  }
  void Play(const Table& table, const std::vector<std::string>& moves) {
    for (const std::string& move : moves) {
      const int seat = host_.Get(table).cursor().turn_index();
      const auto moved = host_.Move(table, seat, move);
      ASSERT_TRUE(moved.ok()) << move << ": " << moved.status();
    }
  }
  Table Fork(const Table& table, int turn) { return Seated(host_, TryFork(host_, table, turn)); }
  void Finish(const Table& table) {
    ASSERT_TRUE(host_.Do<v1::ResignRequest>(&GameHost::Resign, table, 0).ok());
    AwaitFinal(host_, table);
  }

  TestHost host_{Options()};
};

TEST_F(SecretForkTest, AGameWithSecretsIsForkedOnceTheyAreTold) {
  const Table table = host_.Create(ReadConfig("kind: 'treasure'"));
  EXPECT_THAT(TryFork(host_, table, 0), HasReason(v1::ERROR_REASON_FORK_NOT_ALLOWED));
  Play(table, {"aa1", "b1", "roll", "roll"});
  for (int turn : {0, 4, 5}) {
    EXPECT_THAT(TryFork(host_, table, turn), HasReason(v1::ERROR_REASON_FORK_NOT_ALLOWED));
  }
  Finish(table);
  for (int turn = 0; turn <= 4; ++turn)
    EXPECT_EQ(host_.Get(Fork(table, turn)).cursor().turns(), turn);
}

TEST_F(SecretForkTest, WhatWasRolledStaysAndWhatComesIsNew) {
  const Table table = host_.Create(ReadConfig("kind: 'treasure' seed: 1"));
  Play(table, {"aa1", "b1", "roll", "roll", "roll"});
  Finish(table);
  const Table fork = Fork(table, 4);
  ASSERT_EQ(fork.created.game().config().opening_seeds_size(), 1);
  EXPECT_EQ(fork.created.game().config().opening_seeds(0).seed(), 1u);
  EXPECT_FALSE(fork.created.game().config().has_seed());
  Play(fork, {"roll", "roll"});
  // A fork of it knows both seeds, once its own is told.
  EXPECT_THAT(TryFork(host_, fork, 4), HasReason(v1::ERROR_REASON_FORK_NOT_ALLOWED));
  Finish(fork);
  const uint64_t drawn = host_.Events(fork).back().game_final().seed();
  EXPECT_NE(drawn, 1u);
  const Table second = Fork(fork, 6);
  const v1::GameConfig& config = second.created.game().config();
  ASSERT_EQ(config.opening_seeds_size(), 2);
  EXPECT_EQ(config.opening_seeds(0).turns(), 4);
  EXPECT_EQ(config.opening_seeds(0).seed(), 1u);
  EXPECT_EQ(config.opening_seeds(1).turns(), 2);
  EXPECT_EQ(config.opening_seeds(1).seed(), drawn);
  Finish(second);
  const auto frames = FramesOf(host_, fork);
  EXPECT_EQ(SerializeDeterministically(FramesOf(host_, second)[6].board()),
            SerializeDeterministically(frames[6].board()));
  for (int turn = 0; turn < 4; ++turn) {
    EXPECT_EQ(SerializeDeterministically(frames[turn].board()),
              SerializeDeterministically(FramesOf(host_, table)[turn].board()));
  }
  host_.EvictAll();
  EXPECT_EQ(SerializeDeterministically(FramesOf(host_, second)[6].board()),
            SerializeDeterministically(frames[6].board()));
  EXPECT_EQ(Fork(second, 2).created.game().config().opening_seeds_size(), 1);
}

// --- Every kind ---

class ForkOfKind : public testing::TestWithParam<std::string> {
 protected:
  // Plays legal moves, the first, a middle or the last one in turn.
  static void PlaySome(TestHost& host, const Table& table, int turns) {
    for (int i = 0; i < turns; ++i) {
      const v1::Game game = host.Get(table);
      if (game.cursor().status() != v1::GAME_STATUS_IN_PROGRESS) return;
      const int seat = game.cursor().turn_index();
      v1::ListLegalMovesRequest list;
      list.set_game_id(table.game_id);
      const auto legal = host.Call(&GameHost::ListLegalMoves, table.seats[seat], list).value();
      const v1::Move& move = legal.moves(i * 7 % legal.moves_size());
      ASSERT_TRUE(host.Move(table, seat, move.notation()).ok()) << move.notation();
    }
  }
  static std::string LegalMoves(TestHost& host, const Table& table, int seat) {
    v1::ListLegalMovesRequest list;
    list.set_game_id(table.game_id);
    auto legal = host.Call(&GameHost::ListLegalMoves, table.seats[seat], list).value();
    legal.clear_sequence();
    return legal.SerializeAsString();
  }
  static v1::Game Comparable(v1::Game game) {
    game.clear_game_id();
    game.clear_config();
    game.clear_sequence();
    return game;
  }
};

// A fork at any turn stands as the game did, has the same legal moves and goes on to the same end.
TEST_P(ForkOfKind, StandsAsTheGameDid) {
  TestHost host;
  v1::GameConfig config;
  config.set_kind(GetParam());
  const Table table = host.Create(config);
  PlaySome(host, table, 12);
  const int turns = host.Get(table).cursor().turns();
  ASSERT_GT(turns, 2);
  // So that whatever is hidden or drawn is told. It may be over by itself.
  host.Do<v1::ResignRequest>(&GameHost::Resign, table, 0).IgnoreError();
  AwaitFinal(host, table);
  const std::vector<v1::ReplayFrame> frames = FramesOf(host, table);
  for (int turn = 0; turn < turns; ++turn) {
    SCOPED_TRACE(turn);
    const Table fork = Seated(host, TryFork(host, table, turn));
    const v1::Game game = host.Get(fork);
    EXPECT_EQ(SerializeDeterministically(game.cursor()),
              SerializeDeterministically(frames[turn].cursor()));
    const int to_move = game.cursor().turn_index();
    const std::string legal = LegalMoves(host, fork, to_move);
    host.EvictAll();
    EXPECT_EQ(SerializeDeterministically(host.Get(fork)), SerializeDeterministically(game));
    EXPECT_EQ(LegalMoves(host, fork, to_move), legal);
    const Table again = Seated(host, TryFork(host, table, turn));
    EXPECT_EQ(SerializeDeterministically(Comparable(host.Get(again))),
              SerializeDeterministically(Comparable(game)));
    ASSERT_TRUE(host.Move(fork, to_move, frames[turn + 1].move().notation()).ok());
    PlaySome(host, fork, 3);
    EXPECT_EQ(host.Do<v1::UndoRequest>(&GameHost::Undo, fork, 0).ok(),
              host.Get(fork).config().undo() == v1::UNDO_POLICY_FREE);
  }
}

INSTANTIATE_TEST_SUITE_P(All, ForkOfKind, testing::ValuesIn(engine::AllGameKindIds()),
                         [](const auto& kind) { return kind.param; });

}  // namespace
}  // namespace meeple::service
