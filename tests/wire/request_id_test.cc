// Retrying is safe: a repeat with the same request id gets the first answer and changes nothing.

#include <thread>

#include "tests/wire/wire_test.h"

namespace meeple::wire {
namespace {

class RequestIdTest : public WireTest {
 protected:
  // Every mutation of a game: what is sent twice must have the same answer and no second effect.
  template <class Request, class Response>
  void ExpectRepeats(StubMethod<Request, Response> method, const Table& table, int seat,
                     Request request) {
    SCOPED_TRACE(Request::descriptor()->name());
    const std::string& token = table.seats.at(static_cast<size_t>(seat));
    request.set_game_id(table.game_id);
    request.set_request_id(Uuid(1));
    const auto first = Call(method, token, request);
    ASSERT_THAT(first, IsOk());
    const auto again = Call(method, token, request);
    ASSERT_THAT(again, IsOk());
    EXPECT_EQ(first->SerializeAsString(), again->SerializeAsString());
    EXPECT_EQ(Get(table)->game().sequence(), first->sequence());
  }

  template <class Request, class Response>
  void ExpectReused(StubMethod<Request, Response> method, const Table& table, int seat,
                    Request request) {
    SCOPED_TRACE(Request::descriptor()->name());
    const int64_t before = Get(table)->game().sequence();
    request.set_game_id(table.game_id);
    request.set_request_id(Uuid(1));
    EXPECT_THAT(Call(method, table.seats.at(static_cast<size_t>(seat)), request),
                Refused(v1::ERROR_REASON_REQUEST_ID_REUSED));
    EXPECT_EQ(Get(table)->game().sequence(), before);
  }

  static v1::SubmitMoveRequest Notation(const std::string& notation) {
    v1::SubmitMoveRequest request;
    request.mutable_move()->set_notation(notation);
    return request;
  }
};

TEST_F(RequestIdTest, EveryMutationCanBeRepeated) {
  ExpectRepeats(&Stub::SubmitMove, Create(), 0, Notation("b2"));
  const Table undo = Create();
  Play(undo, {"a1"});
  ExpectRepeats(&Stub::Undo, undo, 0, v1::UndoRequest());
  const Table redo = Create();
  Play(redo, {"a1"});
  ASSERT_THAT(Undo(redo, 0), IsOk());
  ExpectRepeats(&Stub::Redo, redo, 0, v1::RedoRequest());
  ExpectRepeats(&Stub::Resign, Create(), 1, v1::ResignRequest());
  ExpectRepeats(&Stub::Abandon, Create(), 1, v1::AbandonRequest());
}

TEST_F(RequestIdTest, OtherContentIsRefused) {
  const Table table = Create();
  ExpectRepeats(&Stub::SubmitMove, table, 0, Notation("b2"));
  ExpectReused(&Stub::SubmitMove, table, 0, Notation("a1"));
  ExpectReused(&Stub::Undo, table, 0, v1::UndoRequest());
  ExpectReused(&Stub::Redo, table, 0, v1::RedoRequest());
  ExpectReused(&Stub::Resign, table, 0, v1::ResignRequest());
  ExpectReused(&Stub::Abandon, table, 0, v1::AbandonRequest());
}

TEST_F(RequestIdTest, TheSameMoveWrittenOtherwiseIsTheSameContent) {
  const Table table = Create();
  ExpectRepeats(&Stub::SubmitMove, table, 0, Notation("b2"));
  v1::SubmitMoveRequest cell;
  cell.set_game_id(table.game_id);
  cell.set_request_id(Uuid(1));
  cell.mutable_move()->mutable_cell()->set_row(1);
  cell.mutable_move()->mutable_cell()->set_column(1);
  cell.set_expected_sequence(2);
  EXPECT_THAT(Call(&Stub::SubmitMove, table.seats[0], cell), IsOk());
}

TEST_F(RequestIdTest, ARepeatKnowsTodaysHead) {
  const Table table = Create();
  v1::SubmitMoveRequest request = MoveRequest(table, "b2");
  request.set_request_id(Uuid(1));
  ASSERT_THAT(Call(&Stub::SubmitMove, table.seats[0], request), IsOk());
  ASSERT_THAT(Move(table, 1, "a1"), IsOk());
  const auto again = Call(&Stub::SubmitMove, table.seats[0], request);
  ASSERT_THAT(again, IsOk());
  EXPECT_EQ(again->sequence(), 3);
  EXPECT_EQ(again->head_sequence(), 4);
}

TEST_F(RequestIdTest, ARepeatStillWorksWhenTheGameIsOver) {
  const Table table = Create();
  Play(table, {"a1", "b1", "a2", "b2"});
  ExpectRepeats(&Stub::SubmitMove, table, 0, Notation("a3"));
  ASSERT_THAT(Resign(table, 1), Refused(v1::ERROR_REASON_GAME_OVER));
}

TEST_F(RequestIdTest, RefusalsAreNotRemembered) {
  const Table table = Create();
  v1::SubmitMoveRequest request = MoveRequest(table, "b2");
  request.set_request_id(Uuid(1));
  EXPECT_THAT(Call(&Stub::SubmitMove, table.seats[1], request),
              Refused(v1::ERROR_REASON_NOT_YOUR_TURN));
  Play(table, {"a1"});
  EXPECT_THAT(Call(&Stub::SubmitMove, table.seats[1], request), IsOk());
}

TEST_F(RequestIdTest, TheSameIdOfAnotherSeatOrGameIsAnotherCall) {
  const Table table = Create();
  const Table other = Create();
  ExpectRepeats(&Stub::SubmitMove, table, 0, Notation("b2"));
  ExpectRepeats(&Stub::SubmitMove, table, 1, Notation("a1"));
  ExpectRepeats(&Stub::SubmitMove, other, 0, Notation("b2"));
}

TEST_F(RequestIdTest, WithoutAnIdTheSameMoveTwiceIsTwoCalls) {
  const Table table = Create();
  ASSERT_THAT(Move(table, 0, "b2"), IsOk());
  EXPECT_THAT(Move(table, 0, "b2"), Refused(v1::ERROR_REASON_NOT_YOUR_TURN));
}

TEST_F(RequestIdTest, CreateGameFindsItsGameAgain) {
  const auto first = TryCreate(Config("visibility: VISIBILITY_PRIVATE"), Uuid(1));
  ASSERT_THAT(first, IsOk());
  const Table table = Seat(first.response);
  ASSERT_THAT(Move(table, 0, "b2"), IsOk());
  const auto again = TryCreate(Config("visibility: VISIBILITY_PRIVATE"), Uuid(1));
  ASSERT_THAT(again, IsOk());
  EXPECT_EQ(again->SerializeAsString(), first->SerializeAsString());
  EXPECT_EQ(server().host().levels().games, 1);

  EXPECT_THAT(TryCreate(Config(""), Uuid(1)), Refused(v1::ERROR_REASON_REQUEST_ID_REUSED));
  const auto other = TryCreate(Config("visibility: VISIBILITY_PRIVATE"), Uuid(2));
  ASSERT_THAT(other, IsOk());
  EXPECT_NE(other->game().game_id(), first->game().game_id());
}

TEST_F(RequestIdTest, CreateGameByManyAtOnceIsOneGame) {
  std::vector<std::string> ids(8);
  std::vector<std::thread> threads;
  for (std::string& id : ids) {
    threads.emplace_back(
        [this, &id] { id = TryCreate(Config(""), Uuid(7)).response.game().game_id(); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& id : ids) EXPECT_EQ(id, ids[0]);
  EXPECT_EQ(server().host().levels().games, 1);
}

TEST_F(RequestIdTest, ARepeatWhileTheFirstIsPendingWaitsForIt) {
  const Table table = Create();
  v1::SubmitMoveRequest request = MoveRequest(table, "b2");
  request.set_request_id(Uuid(1));
  journal().SetAutomatic(false);
  Answer<v1::SubmitMoveResponse> first;
  Answer<v1::SubmitMoveResponse> second;
  std::thread one([&] { first = Call(&Stub::SubmitMove, table.seats[0], request); });
  WaitUntil("the move is with the journal", [&] { return journal().waiting() == 1; });
  std::thread two([&] { second = Call(&Stub::SubmitMove, table.seats[0], request); });
  journal().AnswerNext(service::AppendOutcome::kDurable);
  one.join();
  two.join();
  journal().SetAutomatic(true);
  ASSERT_THAT(first, IsOk());
  ASSERT_THAT(second, IsOk());
  EXPECT_EQ(first->SerializeAsString(), second->SerializeAsString());
}

// What was handed to the journal is never dropped, whatever the client does.
TEST_F(RequestIdTest, AMoveWhoseClientGaveUpStandsAndARetryTellsSo) {
  const Table table = Create();
  v1::SubmitMoveRequest request = MoveRequest(table, "b2");
  request.set_request_id(Uuid(1));
  journal().SetAutomatic(false);
  grpc::ClientContext context;
  Prepare(context, table.seats[0]);
  std::thread player([&] {
    v1::SubmitMoveResponse response;
    EXPECT_THAT(stub().SubmitMove(&context, request, &response),
                FailsWithoutDetails(grpc::StatusCode::CANCELLED));
  });
  WaitUntil("the move is with the journal", [&] { return journal().waiting() == 1; });
  context.TryCancel();
  player.join();
  journal().AnswerNext(service::AppendOutcome::kDurable);
  journal().SetAutomatic(true);
  EXPECT_EQ(Texts(table).back(), "X plays X at (1,1)");
  const auto retried = Call(&Stub::SubmitMove, table.seats[0], request);
  ASSERT_THAT(retried, IsOk());
  EXPECT_EQ(retried->sequence(), 3);
}

}  // namespace
}  // namespace meeple::wire
