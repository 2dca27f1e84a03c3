// Every documented limit, lowered by its flag: at the limit all is well, one past it is refused
// with the limit's name, and what follows is as before.

#include <atomic>
#include <thread>

#include "tests/wire/wire_test.h"

namespace meeple::wire {
namespace {

using rpc::ServerOptions;

class GamesLimitTest : public WireTest {
 protected:
  GamesLimitTest() : WireTest([](ServerOptions& options) { options.host.max_games = 3; }) {}
};

TEST_F(GamesLimitTest, Games) {
  const auto first = TryCreate(Config(""), Uuid(1));
  for (int i = 2; i <= 3; ++i) ASSERT_THAT(TryCreate(Config(""), Uuid(i)), IsOk());
  const auto refused = TryCreate(Config(""), Uuid(4));
  EXPECT_THAT(refused, Refused(v1::ERROR_REASON_LIMIT_REACHED));
  EXPECT_EQ(refused.metadata("limit"), "games");
  EXPECT_EQ(refused.metadata("value"), "3");
  // A repeat makes no game.
  EXPECT_THAT(TryCreate(Config(""), Uuid(1)), IsOk());
}

class PliesLimitTest : public WireTest {
 protected:
  PliesLimitTest() : WireTest([](ServerOptions& options) { options.host.max_plies = 4; }) {}
};

TEST_F(PliesLimitTest, Plies) {
  EXPECT_THAT(TryCreate(Config("turn_limit: 5")), Refused(v1::ERROR_REASON_INVALID_CONFIG));
  EXPECT_THAT(TryCreate(Config("turn_limit: 4")), IsOk());
  const Table table = Create();
  Play(table, {"a1", "b1", "c1", "a2"});
  EXPECT_EQ(Get(table)->game().end_reason(), v1::END_REASON_TURN_LIMIT);
}

class EventsLimitTest : public WireTest {
 protected:
  EventsLimitTest() : WireTest([](ServerOptions& options) { options.host.max_events = 200; }) {}
};

TEST_F(EventsLimitTest, EventsWithTheLastOnesForMovesAndEnds) {
  const Table table = Create();
  Play(table, {"a1"});
  while (Undo(table, 0).ok() && Redo(table, 0).ok()) {
  }
  const auto refused = Redo(table, 0);
  EXPECT_THAT(refused, Refused(v1::ERROR_REASON_LIMIT_REACHED));
  EXPECT_EQ(refused.metadata("limit"), "events_per_game");
  EXPECT_EQ(refused.metadata("value"), "200");
  EXPECT_THAT(Move(table, 0, "b2"), IsOk());
  EXPECT_THAT(Resign(table, 1), IsOk());
  EXPECT_LE(Get(table)->game().sequence(), 200);
}

TEST_F(EventsLimitTest, TheMoveAfterWhichNoOtherFitsEndsTheGame) {
  const Table table = Create("parameters { key: 'size' value: '20' }");
  v1::ListLegalMovesRequest list;
  list.set_game_id(table.game_id);
  const auto legal = Call(&Stub::ListLegalMoves, "", list);
  ASSERT_THAT(legal, IsOk());
  int moves = 0;
  while (Move(table, moves % 2, legal->moves(moves).notation()).ok()) ++moves;
  const auto game = Get(table)->game();
  EXPECT_EQ(game.end_reason(), v1::END_REASON_TURN_LIMIT);
  EXPECT_EQ(game.cursor().turns(), moves);
  EXPECT_LE(game.sequence(), 200);
  EXPECT_THAT(Move(table, moves % 2, legal->moves(moves).notation()),
              Refused(v1::ERROR_REASON_GAME_OVER));
}

class WatchersOfAGameLimitTest : public WireTest {
 protected:
  WatchersOfAGameLimitTest()
      : WireTest([](ServerOptions& options) { options.host.max_watchers_per_game = 3; }) {}
};

// Opens watches until `count` are open.
template <class Open>
std::vector<std::unique_ptr<Watcher>> OpenWatches(int count, const Open& open) {
  std::vector<std::unique_ptr<Watcher>> watchers;
  for (int i = 0; i < count; ++i) {
    watchers.push_back(open());
    watchers.back()->WaitForHeaders();
  }
  return watchers;
}

TEST_F(WatchersOfAGameLimitTest, WatchersOfAGame) {
  const Table table = Create();
  auto watchers = OpenWatches(3, [&] { return Watch(table, 2); });
  const grpc::Status refused = Watch(table, 2)->End();
  EXPECT_THAT(refused, Refused(v1::ERROR_REASON_LIMIT_REACHED));
  EXPECT_EQ(MetadataOf(refused, "limit"), "watchers_per_game");
  const Table other = Create();
  Watch(other, 2)->WaitForHeaders();
  watchers.pop_back();
  WaitForWatchers(table, 2);
  const auto again = Watch(table, 0);
  EXPECT_EQ(again->NextEvents().size(), 2u);
}

class WatchersLimitTest : public WireTest {
 protected:
  WatchersLimitTest() : WireTest([](ServerOptions& options) { options.host.max_watchers = 3; }) {}
};

TEST_F(WatchersLimitTest, WatchersOfTheServer) {
  const auto watchers = OpenWatches(3, [this] { return Watch(Create(), 2); });
  const grpc::Status refused = Watch(Create(), 2)->End();
  EXPECT_THAT(refused, Refused(v1::ERROR_REASON_LIMIT_REACHED));
  EXPECT_EQ(MetadataOf(refused, "limit"), "watchers");
  EXPECT_EQ(server().host().levels().watchers, 3);
}

class WatchesOfAConnectionLimitTest : public WireTest {
 protected:
  WatchesOfAConnectionLimitTest()
      : WireTest([](ServerOptions& options) { options.max_watches_per_connection = 3; }) {}
};

TEST_F(WatchesOfAConnectionLimitTest, WatchesOfAConnection) {
  const Table table = Create();
  auto watchers = OpenWatches(3, [&] { return Watch(table, 2); });
  const grpc::Status refused = Watch(table, 2)->End();
  EXPECT_THAT(refused, Refused(v1::ERROR_REASON_LIMIT_REACHED));
  EXPECT_EQ(MetadataOf(refused, "limit"), "watches_per_connection");
  EXPECT_EQ(MetadataOf(refused, "value"), "3");
  // Other calls on the same connection never hang.
  EXPECT_THAT(Move(table, 0, "a1"), IsOk());

  const auto other_stub = v1::GameService::NewStub(Connect());
  auto context = std::make_unique<grpc::ClientContext>();
  Prepare(*context, "");
  v1::WatchGameRequest request;
  request.set_game_id(table.game_id);
  Watcher other(*other_stub, std::move(context), request);
  EXPECT_EQ(other.NextEvents().size(), 3u);

  watchers.pop_back();
  WaitUntil("the place is free again", [&] {
    auto again = Watch(table);
    return again->Next().has_value();
  });
}

TEST_F(WatchesOfAConnectionLimitTest, AWatchThatEndedHasFreedItsPlaceBeforeTheClientKnows) {
  const Table table = Create();
  ASSERT_THAT(Abandon(table, 0), IsOk());
  for (int i = 0; i < 20; ++i) EXPECT_THAT(Watch(table)->End(), IsOk());
}

class WaitingLimitTest : public WireTest {
 protected:
  WaitingLimitTest()
      : WireTest([](ServerOptions& options) {
          options.host.max_waiting_mutations = 1;
          options.host.max_waiting_reads = 1;
        }) {}
};

// Calls that come while a move is with the journal wait, so many and no more.
TEST_F(WaitingLimitTest, CallsThatWaitForAGame) {
  const Table table = Create();
  journal().SetAutomatic(false);
  std::vector<std::thread> threads;
  Answer<v1::SubmitMoveResponse> moved;
  threads.emplace_back([&] { moved = Move(table, 0, "a1"); });
  WaitUntil("the move is with the journal", [&] { return journal().waiting() == 1; });

  // Of two that come, one waits and the other is refused.
  std::vector<Answer<v1::SubmitMoveResponse>> moves(2);
  std::vector<Answer<v1::GetGameResponse>> reads(2);
  std::atomic<int> refused{0};
  for (auto& move : moves) {
    threads.emplace_back([&] {
      move = Move(table, 1, "b2");
      if (move.reason() == v1::ERROR_REASON_OVERLOADED) ++refused;
    });
  }
  for (auto& read : reads) {
    threads.emplace_back([&] {
      read = Get(table);
      if (read.reason() == v1::ERROR_REASON_OVERLOADED) ++refused;
    });
  }
  WaitUntil("one move and one read are refused", [&] { return refused == 2; });
  journal().AnswerNext(service::AppendOutcome::kDurable);
  WaitUntil("the move that waited is with the journal", [&] { return journal().waiting() == 1; });
  journal().AnswerNext(service::AppendOutcome::kDurable);
  for (std::thread& thread : threads) thread.join();
  journal().SetAutomatic(true);

  EXPECT_THAT(moved, IsOk());
  EXPECT_EQ(moves[0].ok() + moves[1].ok(), 1);
  EXPECT_EQ(reads[0].ok() + reads[1].ok(), 1);
  const grpc::Status& refusal = moves[0].ok() ? moves[1].status : moves[0].status;
  EXPECT_GT(DetailOf<google::rpc::RetryInfo>(refusal).retry_delay().nanos(), 0);
}

class JournalFailureTest : public WireTest {};

TEST_F(JournalFailureTest, ADamagedGameIsSaidToBeDamagedAndOthersAreServed) {
  const Table other = Create();
  const std::string damaged = "00000000000000000000";
  service::Commit commit = {.game_id = damaged, .records = {}};
  commit.records.push_back(std::make_shared<service::JournalRecord>(
      service::JournalRecord{.sequence = 1, .public_event = "no event"}));
  journal().Append(std::move(commit), [](service::AppendOutcome) {});
  EXPECT_THAT(Get(Table{.game_id = damaged}), Refused(v1::ERROR_REASON_JOURNAL_CORRUPT));
  EXPECT_THAT(Move(other, 0, "a1"), IsOk());
}

TEST_F(JournalFailureTest, AnUnknownOutcomeIsSaidToBeUnknown) {
  const Table table = Create();
  const Table other = Create();
  journal().SetAutomatic(false);
  Answer<v1::SubmitMoveResponse> moved;
  std::thread player([&] { moved = Move(table, 0, "a1"); });
  WaitUntil("the move is with the journal", [&] { return journal().waiting() == 1; });
  journal().AnswerNext(service::AppendOutcome::kUnknown);
  player.join();
  journal().SetAutomatic(true);
  EXPECT_THAT(moved, Refused(v1::ERROR_REASON_JOURNAL_UNAVAILABLE));
  EXPECT_TRUE(DetailOf<google::rpc::RetryInfo>(moved.status).has_retry_delay());
  EXPECT_THAT(Move(other, 0, "a1"), IsOk());
}

}  // namespace
}  // namespace meeple::wire
