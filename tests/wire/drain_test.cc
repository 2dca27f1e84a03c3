// The end of a server: always within its grace, whatever clients and calls do.

#include <thread>

#include "service/base/steady_time.h"
#include "service/base/testing/wall_clock.h"
#include "tests/wire/raw_call.h"
#include "tests/wire/wire_test.h"

namespace meeple::wire {
namespace {

class DrainTest : public WireTest {
 protected:
  static constexpr absl::Duration kGrace = absl::Seconds(3);
  // What a busy machine may add to what is promised.
  static constexpr absl::Duration kSlack = absl::Seconds(5);

  // Drains, expecting it to end in time, and returns its verdict.
  bool DrainInTime(absl::Duration grace = kGrace) {
    const absl::Duration start = service::SteadyTime();
    const bool clean = server().Drain(grace);
    EXPECT_LT(service::SteadyTime() - start, grace + kSlack);
    return clean;
  }
};

TEST_F(DrainTest, AnIdleServerEndsAtOnce) {
  const absl::Duration start = service::SteadyTime();
  EXPECT_TRUE(server().Drain(absl::Hours(1)));
  EXPECT_LT(service::SteadyTime() - start, kSlack);
}

TEST_F(DrainTest, OpenWatchesEndWithAReasonAndADelay) {
  const Table table = Create();
  std::vector<std::unique_ptr<Watcher>> watchers;
  for (int i = 0; i < 10; ++i) {
    watchers.push_back(Watch(table));
    watchers.back()->ReadTo(2);
  }
  std::thread drain([this] { EXPECT_TRUE(DrainInTime(absl::Hours(1))); });
  for (const auto& watcher : watchers) {
    const grpc::Status status = watcher->End();
    EXPECT_THAT(status, Refused(v1::ERROR_REASON_SERVER_DRAINING));
    EXPECT_TRUE(DetailOf<google::rpc::RetryInfo>(status).has_retry_delay());
  }
  drain.join();
}

TEST_F(DrainTest, NewGamesAndWatchesAreRefusedAndGamesGoOn) {
  const Table table = Create();
  server().host().StartDraining();
  const auto refused = TryCreate(Config(""));
  EXPECT_THAT(refused, Refused(v1::ERROR_REASON_SERVER_DRAINING));
  EXPECT_TRUE(DetailOf<google::rpc::RetryInfo>(refused.status).has_retry_delay());
  EXPECT_THAT(Watch(table)->End(), Refused(v1::ERROR_REASON_SERVER_DRAINING));
  EXPECT_THAT(Move(table, 0, "b2"), IsOk());
}

TEST_F(DrainTest, RunningCallsAreWaitedFor) {
  const Table table = Create();
  journal().SetAutomatic(false);
  Answer<v1::SubmitMoveResponse> moved;
  std::thread player([&] { moved = Move(table, 0, "a1"); });
  WaitUntil("the move is with the journal", [&] { return journal().waiting() == 1; });
  const auto watcher = Watch(table, 2);
  watcher->WaitForHeaders();
  std::thread drain([this] { EXPECT_TRUE(DrainInTime(absl::Hours(1))); });
  // Watches end first, so now the call is all that is waited for.
  EXPECT_THAT(watcher->End(), Refused(v1::ERROR_REASON_SERVER_DRAINING));
  journal().AnswerNext(service::AppendOutcome::kDurable);
  player.join();
  EXPECT_THAT(moved, IsOk());
  drain.join();
}

TEST_F(DrainTest, ACallThatIsNeverAnsweredDoesNotHoldItUp) {
  const Table table = Create();
  journal().SetAutomatic(false);
  Answer<v1::SubmitMoveResponse> moved;
  std::thread player([&] { moved = Move(table, 0, "a1"); });
  WaitUntil("the move is with the journal", [&] { return journal().waiting() == 1; });
  EXPECT_FALSE(DrainInTime());
  EXPECT_EQ(server().live_calls().count(), 1);
  player.join();
  EXPECT_FALSE(moved.ok());
  EXPECT_EQ(moved.reason(), v1::ERROR_REASON_UNSPECIFIED);
  // The journal wakes up after all, so that the server can be destroyed.
  journal().AnswerNext(service::AppendOutcome::kDurable);
  EXPECT_EQ(server().live_calls().count(), 0);
}

TEST_F(DrainTest, AClockThatIsSetBackMeanwhileDoesNotHoldItUp) {
  const Table table = Create();
  journal().SetAutomatic(false);
  Answer<v1::SubmitMoveResponse> moved;
  std::thread player([&] { moved = Move(table, 0, "a1"); });
  WaitUntil("the move is with the journal", [&] { return journal().waiting() == 1; });
  std::thread drain([this] { EXPECT_FALSE(DrainInTime()); });
  WaitUntil("it has begun", [this] { return server().host().levels().draining; });
  {
    const service::WallClockStep back(-absl::Hours(1));
    drain.join();
    player.join();
  }
  EXPECT_FALSE(moved.ok());
  journal().AnswerNext(service::AppendOutcome::kDurable);
}

TEST_F(DrainTest, AClockThatIsSetForwardMeanwhileEndsNoCallEarly) {
  const Table table = Create();
  journal().SetAutomatic(false);
  Answer<v1::SubmitMoveResponse> moved;
  std::thread player([&] { moved = Move(table, 0, "a1"); });
  WaitUntil("the move is with the journal", [&] { return journal().waiting() == 1; });
  std::thread drain([this] { EXPECT_TRUE(DrainInTime(absl::Hours(1))); });
  WaitUntil("it has begun", [this] { return server().host().levels().draining; });
  const service::WallClockStep forward(absl::Hours(24));
  // A while in which a drain that went by the time of day would give up the call.
  EXPECT_FALSE(server().live_calls().WaitForNone(service::SteadyTime() + absl::Seconds(1)));
  journal().AnswerNext(service::AppendOutcome::kDurable);
  player.join();
  EXPECT_THAT(moved, IsOk());
  drain.join();
}

TEST_F(DrainTest, AWatcherThatReadsNothingDoesNotHoldItUp) {
  const Table table = Create();
  ASSERT_THAT(Move(table, 0, "a1"), IsOk());
  MakeEvents(table, 600);
  const auto watcher = WatchThatStalls(table);
  watcher->WaitForHeaders();
  EXPECT_TRUE(DrainInTime());
}

TEST_F(DrainTest, OpenStreamsOfOtherServicesDoNotHoldItUp) {
  // A health watch, as load balancers keep one open.
  grpc::GenericStub stub(Connect());
  grpc::ClientContext context;
  Prepare(context, "");
  grpc::CompletionQueue queue;
  const auto next = [&queue] {
    void* tag = nullptr;
    bool ok = false;
    return queue.Next(&tag, &ok) && ok;
  };
  const auto call = stub.PrepareCall(&context, "/grpc.health.v1.Health/Watch", &queue);
  call->StartCall(nullptr);
  ASSERT_TRUE(next());
  const grpc::Slice nothing;
  call->WriteLast(grpc::ByteBuffer(&nothing, 1), grpc::WriteOptions(), nullptr);
  ASSERT_TRUE(next());
  grpc::ByteBuffer response;
  call->Read(&response, nullptr);
  ASSERT_TRUE(next());
  const absl::Duration start = service::SteadyTime();
  EXPECT_TRUE(server().Drain(absl::Hours(1)));
  EXPECT_LT(service::SteadyTime() - start, kSlack);
  do {
    call->Read(&response, nullptr);
  } while (next());
  grpc::Status status;
  call->Finish(&status, nullptr);
  next();
  EXPECT_FALSE(status.ok());
}

TEST_F(DrainTest, AGraceOfNothingEndsAtOnceToo) {
  const Table table = Create();
  const auto watcher = Watch(table);
  watcher->ReadTo(2);
  DrainInTime(absl::ZeroDuration());
  EXPECT_FALSE(watcher->End().ok());
}

TEST_F(DrainTest, HealthSaysNotServingFirst) {
  RawCaller raw(Connect());
  const auto status_of_service = [&raw] {
    const auto reply = raw.Unary("/grpc.health.v1.Health/Check", "",
                                 std::string("\x0a\x15") + "meeple.v1.GameService");
    return reply.status.ok() && reply.bytes == std::string("\x08\x01");
  };
  EXPECT_TRUE(status_of_service());
  // A running call keeps the draining server up while it is asked.
  const Table table = Create();
  journal().SetAutomatic(false);
  std::thread player([&] { EXPECT_THAT(Move(table, 0, "a1"), IsOk()); });
  WaitUntil("the move is with the journal", [&] { return journal().waiting() == 1; });
  std::thread drain([this] { EXPECT_TRUE(DrainInTime(absl::Hours(1))); });
  WaitUntil("health says NOT_SERVING", [&] { return !status_of_service(); });
  journal().AnswerNext(service::AppendOutcome::kDurable);
  player.join();
  drain.join();
}

TEST_F(DrainTest, AfterwardsThePortIsFree) {
  const int port = server().port();
  EXPECT_TRUE(DrainInTime());
  rpc::ServerOptions options;
  options.listen = "127.0.0.1:" + std::to_string(port);
  EXPECT_TRUE(rpc::Server::Start(options, journal(), clock()).ok());
}

}  // namespace
}  // namespace meeple::wire
