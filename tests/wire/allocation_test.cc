// AllocationService: many games at once, each on its own.

#include <set>

#include "tests/wire/server_with_keys.h"

namespace meeple::wire {
namespace {

class AllocationTest : public ServerWithKeys {
 protected:
  using ServerWithKeys::ServerWithKeys;

  // The reason of a result; UNSPECIFIED where the game stands.
  static v1::ErrorReason ReasonOfResult(const v1::AllocationResult& result) {
    if (!result.has_error()) return v1::ERROR_REASON_UNSPECIFIED;
    const google::rpc::Status& error = result.error();
    return ReasonOf(grpc::Status(static_cast<grpc::StatusCode>(error.code()), error.message(),
                                 error.SerializeAsString()));
  }
};

TEST_F(AllocationTest, EveryGameHasTheCredentialsOfAllItsSeats) {
  v1::AllocateGamesRequest request = Request({Uuid(1), Uuid(2)});
  *request.mutable_games(1)->mutable_config() =
      Config("visibility: VISIBILITY_PRIVATE seats {} seats { bot { kind: 'random' } } seats {}");
  const auto allocated = Allocate(lobby(), request);
  ASSERT_THAT(allocated, IsOk());
  ASSERT_EQ(allocated->results_size(), 2);
  const Table open = SeatAt(allocated->results(0));
  EXPECT_EQ(open.game.config().kind(), "tic_tac_toe");
  EXPECT_EQ(open.game.seats_size(), 2);
  EXPECT_EQ(open.game.sequence(), 2);
  EXPECT_FALSE(open.game.has_board()) << "GetGame tells it";
  EXPECT_EQ(open.game.rendered(), "");
  Play(open, {"a1", "b2"});
  const Table closed = SeatAt(allocated->results(1));
  EXPECT_EQ(closed.seats.size(), 2u) << "a bot's seat has none";
  EXPECT_THAT(GetWith(closed.watch, closed), IsOk());
  EXPECT_THAT(GetWith("", closed), Refused(v1::ERROR_REASON_GAME_NOT_FOUND));
}

TEST_F(AllocationTest, ARepeatReturnsTheSameGames) {
  const v1::AllocateGamesRequest request = Request({Uuid(1), Uuid(2), Uuid(3)});
  const auto first = Allocate(lobby(), request);
  ASSERT_THAT(first, IsOk());
  Play(SeatAt(first->results(0)), {"a1", "b2", "c3"});
  const auto again = Allocate(lobby(), request);
  ASSERT_THAT(again, IsOk());
  EXPECT_EQ(again->SerializeAsString(), first->SerializeAsString());
  // Each game is one request of its own, in whatever company.
  const auto one = Allocate(lobby(), Request({Uuid(4), Uuid(2)}));
  ASSERT_THAT(one, IsOk());
  EXPECT_EQ(one->results(1).SerializeAsString(), first->results(1).SerializeAsString());
  EXPECT_EQ(Info(ops())->games(), 4);
}

TEST_F(AllocationTest, WithoutRequestIdsEveryGameIsNew) {
  const auto allocated = Allocate(lobby(), Request({"", ""}));
  ASSERT_THAT(allocated, IsOk());
  EXPECT_NE(SeatAt(allocated->results(0)).game_id, SeatAt(allocated->results(1)).game_id);
}

TEST_F(AllocationTest, WhatIsWrongWithOneGameKeepsNoOtherFromBeingCreated) {
  ASSERT_THAT(Allocate(lobby(), Request({Uuid(9)})), IsOk());
  v1::AllocateGamesRequest request = Request({Uuid(1), Uuid(2), Uuid(9), Uuid(4)});
  request.mutable_games(1)->mutable_config()->set_kind("chess");
  request.mutable_games(2)->mutable_config()->set_turn_limit(5);
  const auto allocated = Allocate(lobby(), request);
  ASSERT_THAT(allocated, IsOk());
  ASSERT_EQ(allocated->results_size(), 4);
  EXPECT_TRUE(allocated->results(0).has_allocated());
  EXPECT_EQ(ReasonOfResult(allocated->results(1)), v1::ERROR_REASON_INVALID_CONFIG);
  EXPECT_EQ(ReasonOfResult(allocated->results(2)), v1::ERROR_REASON_REQUEST_ID_REUSED);
  EXPECT_TRUE(allocated->results(3).has_allocated());
  // What was refused is not remembered: mended it is created, and the others are as they were.
  request.mutable_games(1)->mutable_config()->set_kind("tic_tac_toe");
  const auto mended = Allocate(lobby(), request);
  EXPECT_TRUE(mended->results(1).has_allocated());
  EXPECT_EQ(mended->results(3).SerializeAsString(), allocated->results(3).SerializeAsString());
}

TEST_F(AllocationTest, TwoGamesOfOneCallWithOneRequestIdAreOne) {
  v1::AllocateGamesRequest request = Request({Uuid(1), Uuid(1), Uuid(1)});
  request.mutable_games(2)->mutable_config()->set_turn_limit(5);
  const auto allocated = Allocate(lobby(), request);
  ASSERT_THAT(allocated, IsOk());
  EXPECT_EQ(allocated->results(0).SerializeAsString(), allocated->results(1).SerializeAsString());
  EXPECT_EQ(ReasonOfResult(allocated->results(2)), v1::ERROR_REASON_REQUEST_ID_REUSED);
}

TEST_F(AllocationTest, RequestIdsBelongToTheKey) {
  const auto of_lobby = Allocate(lobby(), Request({Uuid(1)}));
  const auto of_arena = Allocate(arena(), Request({Uuid(1)}));
  ASSERT_THAT(of_lobby, IsOk());
  ASSERT_THAT(of_arena, IsOk());
  const Table table = SeatAt(of_lobby->results(0));
  EXPECT_NE(table.game_id, SeatAt(of_arena->results(0)).game_id);
  // Another rpc of the same key is other content; another caller's is another game.
  EXPECT_THAT(CreateWith(lobby(), "", Uuid(1)), Refused(v1::ERROR_REASON_REQUEST_ID_REUSED));
  const auto anonymous = CreateWith("", "", Uuid(1));
  ASSERT_THAT(anonymous, IsOk());
  EXPECT_NE(anonymous->game().game_id(), table.game_id);
}

TEST_F(AllocationTest, AHundredGamesAreTheMost) {
  std::vector<std::string> ids;
  for (int i = 0; i < 100; ++i) ids.push_back(Uuid(i));
  const auto allocated = Allocate(lobby(), Request(ids));
  ASSERT_THAT(allocated, IsOk());
  ASSERT_EQ(allocated->results_size(), 100);
  std::set<std::string> games;
  for (const v1::AllocationResult& result : allocated->results()) {
    games.insert(SeatAt(result).game_id);
  }
  EXPECT_EQ(games.size(), 100u);
  ids.push_back(Uuid(100));
  EXPECT_THAT(Allocate(lobby(), Request(ids)), RefusedField("games"));
  EXPECT_THAT(Allocate(lobby(), Request({})), RefusedField("games"));
  EXPECT_EQ(Info(ops())->games(), 100);
}

TEST_F(AllocationTest, AnAnswerWithTheLargestBoardsFitsIntoAMessage) {
  v1::AllocateGamesRequest request = Request(std::vector<std::string>(100));
  for (v1::GameAllocation& game : *request.mutable_games()) {
    *game.mutable_config() = Config("parameters { key: 'size' value: '100' }");
  }
  EXPECT_THAT(Allocate(lobby(), request), IsOk());
}

TEST_F(AllocationTest, AWrongFieldIsNamedAndNothingIsCreated) {
  v1::AllocateGamesRequest request = Request({Uuid(1), "no uuid"});
  EXPECT_THAT(Allocate(lobby(), request), RefusedField("games[1].request_id"));
  request = Request({Uuid(1), Uuid(2)});
  request.mutable_games(1)->mutable_config()->set_visibility(static_cast<v1::Visibility>(7));
  EXPECT_THAT(Allocate(lobby(), request), RefusedField("games[1].config.visibility"));
  request.mutable_games(1)->clear_config();
  EXPECT_THAT(Allocate(lobby(), request), RefusedField("games[1].config"));
  EXPECT_EQ(Info(ops())->games(), 0);
}

class FewGamesTest : public AllocationTest {
 protected:
  FewGamesTest()
      : AllocationTest([](rpc::ServerOptions& options) { options.host.max_games = 2; }) {}
};

TEST_F(FewGamesTest, GamesBeyondTheLimitAreRefusedOneByOne) {
  const auto allocated = Allocate(lobby(), Request({Uuid(1), Uuid(2), Uuid(3)}));
  ASSERT_THAT(allocated, IsOk());
  EXPECT_TRUE(allocated->results(0).has_allocated());
  EXPECT_TRUE(allocated->results(1).has_allocated());
  EXPECT_EQ(ReasonOfResult(allocated->results(2)), v1::ERROR_REASON_LIMIT_REACHED);
}

}  // namespace
}  // namespace meeple::wire
