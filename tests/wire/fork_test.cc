// Openings and forks on the wire.

#include <gmock/gmock.h>

#include "tests/wire/raw_call.h"
#include "tests/wire/wire_test.h"

namespace meeple::wire {
namespace {

using ::testing::ElementsAre;

class ForkTest : public WireTest {
 protected:
  Answer<v1::ForkGameResponse> TryFork(const Table& table, int turn,
                                       const std::string& request_id = "",
                                       const std::string& token = "") {
    v1::ForkGameRequest request;
    request.set_game_id(table.game_id);
    request.set_turn(turn);
    request.set_request_id(request_id);
    return Call(&Stub::ForkGame, token, request);
  }
  static Table Seated(const v1::ForkGameResponse& forked) {
    v1::CreateGameResponse created;
    *created.mutable_game() = forked.game();
    *created.mutable_credentials() = forked.credentials();
    return Seat(created);
  }
};

TEST_F(ForkTest, AGameBeginsAfterItsOpening) {
  const Table table = Create("opening: 'B2' opening: 'a1'");
  EXPECT_THAT(table.game.config().opening(), ElementsAre("b2", "a1"));
  EXPECT_EQ(table.game.cursor().turns(), 2);
  EXPECT_EQ(table.game.rendered(), "X to play\nO|.|.\n.|X|.\n.|.|.");
  EXPECT_THAT(Texts(table), ElementsAre("game created", "game started"));
  const v1::GameEvent started = Events(table)[1];
  EXPECT_EQ(started.turn(), 2);
  EXPECT_EQ(started.cursor().turns(), 2);
  EXPECT_EQ(started.game_started().board().cells(4), "X");
  EXPECT_THAT(Undo(table, 0), Refused(v1::ERROR_REASON_NOTHING_TO_UNDO));
  Play(table, {"c3"});
  EXPECT_THAT(Undo(table, 0), IsOk());
  EXPECT_THAT(Undo(table, 0), Refused(v1::ERROR_REASON_NOTHING_TO_UNDO));
  v1::ReplayRequest replay;
  replay.set_game_id(table.game_id);
  const auto frames = Call(&Stub::Replay, "", replay);
  ASSERT_EQ(frames->frames_size(), 3);
  EXPECT_EQ(frames->frames(1).move().player_id(), "X");
}

TEST_F(ForkTest, ABadOpeningIsRefusedWithItsMoveAndTheRule) {
  const auto taken = TryCreate(Config("opening: 'b2' opening: 'a1' opening: 'b2'"));
  EXPECT_THAT(taken, Refused(v1::ERROR_REASON_INVALID_CONFIG));
  EXPECT_EQ(taken.metadata("opening_index"), "2");
  EXPECT_EQ(taken.metadata("opening_reason"), "CELL_TAKEN");
  const auto no_flip = TryCreate(Config("kind: 'reversi' opening: 'a1'"));
  EXPECT_THAT(no_flip, Refused(v1::ERROR_REASON_INVALID_CONFIG));
  EXPECT_EQ(no_flip.metadata("opening_reason"), "ILLEGAL_MOVE");
  EXPECT_EQ(no_flip.metadata("rule"), "must_flip");
  EXPECT_THAT(TryCreate(Config("kind: 'snakes_and_ladders' opening: 'roll'")),
              Refused(v1::ERROR_REASON_INVALID_CONFIG));
  EXPECT_THAT(TryCreate(Config("kind: 'snakes_and_ladders' opening: 'roll' "
                               "opening_seeds { turns: 1 seed: 3 }")),
              IsOk());
}

TEST_F(ForkTest, AForkGoesItsOwnWay) {
  const Table table = Create();
  Play(table, {"b2", "a1", "c3"});
  const auto forked = TryFork(table, 2, Uuid(1));
  ASSERT_THAT(forked, IsOk());
  const Table fork = Seated(forked.response);
  EXPECT_NE(fork.game_id, table.game_id);
  ASSERT_EQ(fork.seats.size(), 2u);
  Play(fork, {"a3", "c1"});
  EXPECT_EQ(Get(fork)->game().cursor().turns(), 4);
  EXPECT_EQ(Get(table)->game().cursor().turns(), 3);
  EXPECT_EQ(TryFork(table, 2, Uuid(1))->SerializeAsString(), forked->SerializeAsString());
  EXPECT_THAT(TryFork(table, 1, Uuid(1)), Refused(v1::ERROR_REASON_REQUEST_ID_REUSED));
  EXPECT_THAT(TryFork(table, 4), RefusedField("turn"));
}

TEST_F(ForkTest, WhoMayNotWatchMayNotFork) {
  const Table table = Create("visibility: VISIBILITY_PRIVATE");
  EXPECT_THAT(TryFork(table, 0), Refused(v1::ERROR_REASON_GAME_NOT_FOUND));
  EXPECT_THAT(TryFork(Create(), 0, "", table.watch), Refused(v1::ERROR_REASON_WRONG_SEAT));
  const auto forked = TryFork(table, 0, "", table.watch);
  ASSERT_THAT(forked, IsOk());
  const Table fork = Seated(forked.response);
  EXPECT_THAT(Move(fork, 0, "b2"), IsOk());
  EXPECT_THAT(TryFork(fork, 0, "", table.watch), Refused(v1::ERROR_REASON_GAME_NOT_FOUND))
      << "its credentials are its own";
}

TEST_F(ForkTest, WhatIsHiddenOrDrawnIsForkedOnceItIsTold) {
  for (const std::string kind : {"battleship", "snakes_and_ladders"}) {
    SCOPED_TRACE(kind);
    const Table table = Create("kind: '" + kind + "'");
    EXPECT_THAT(TryFork(table, 0), Refused(v1::ERROR_REASON_FORK_NOT_ALLOWED));
    EXPECT_THAT(TryFork(table, 0, "", table.seats[0]), Refused(v1::ERROR_REASON_FORK_NOT_ALLOWED));
    ASSERT_THAT(Abandon(table, 0), IsOk());
    EXPECT_THAT(TryFork(table, 0), IsOk());
  }
}

TEST_F(ForkTest, AForkIsWatchedFromItsBeginning) {
  const Table table = Create();
  Play(table, {"b2"});
  const Table fork = Seated(TryFork(table, 1).response);
  const auto watcher = Watch(fork);
  EXPECT_THAT(watcher->NextTexts(), ElementsAre("game created", "game started"));
  EXPECT_THAT(Move(fork, 1, "a1"), IsOk());
  EXPECT_THAT(watcher->NextTexts(), ElementsAre("O plays O at (0,0)"));
}

}  // namespace
}  // namespace meeple::wire
