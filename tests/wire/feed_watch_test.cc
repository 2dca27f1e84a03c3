// WatchLobby and WatchResults over the wire: where they begin, what they tell, how they end; and
// the quota of a key.

#include <gmock/gmock.h>

#include <atomic>
#include <cstdint>
#include <thread>

#include "meeple/v1/lobby_service.grpc.pb.h"
#include "tests/wire/server_with_keys.h"
#include "tests/wire/stream_reader.h"

namespace meeple::wire {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr int64_t kKept = 20;
constexpr int64_t kQuota = 25;

using LobbyReader = StreamReader<v1::WatchLobbyResponse>;
using ResultsReader = StreamReader<v1::WatchResultsResponse>;

class FeedWatchTest : public ServerWithKeys {
 protected:
  FeedWatchTest()
      : ServerWithKeys([](rpc::ServerOptions& options) {
          options.host.feed_entries = kKept;
          options.host.max_games_per_key = kQuota;
          options.host.final_after = absl::ZeroDuration();
        }),
        lobby_stub_(v1::LobbyService::NewStub(Connect())),
        allocation_stub_(v1::AllocationService::NewStub(Connect())) {}

  std::unique_ptr<LobbyReader> WatchLobby(int64_t after, v1::WatchLobbyRequest request = {},
                                          const std::string& token = "") {
    request.set_after_sequence(after);
    auto context = std::make_unique<grpc::ClientContext>();
    Prepare(*context, token);
    return std::make_unique<LobbyReader>(std::move(context), [&](grpc::ClientContext* call) {
      return lobby_stub_->WatchLobby(call, request);
    });
  }
  std::unique_ptr<ResultsReader> WatchResults(int64_t after, const std::string& token) {
    v1::WatchResultsRequest request;
    request.set_after_sequence(after);
    auto context = std::make_unique<grpc::ClientContext>();
    Prepare(*context, token);
    return std::make_unique<ResultsReader>(std::move(context), [&](grpc::ClientContext* call) {
      return allocation_stub_->WatchResults(call, request);
    });
  }
  // The sequences of the events up to one of them.
  static std::vector<int64_t> ReadTo(LobbyReader& reader, int64_t last) {
    std::vector<int64_t> sequences;
    while (sequences.empty() || sequences.back() < last) {
      const auto message = reader.NextNews();
      if (!message.has_value()) break;
      for (const v1::LobbyEvent& event : message->events().events()) {
        sequences.push_back(event.sequence());
      }
    }
    return sequences;
  }
  int64_t Head() {
    grpc::ClientContext context;
    Prepare(context, "");
    v1::ListGamesResponse response;
    EXPECT_THAT(lobby_stub_->ListGames(&context, {}, &response), IsOk());
    return response.sequence();
  }
  void CreateGames(int count) {
    for (int i = 0; i < count; ++i) Create();
  }
  // A game of the key that ended.
  std::string EndedGame(const std::string& key, int number) {
    const auto allocated = Allocate(key, Request({Uuid(number)}));
    const Table table = SeatAt(allocated->results(0));
    EXPECT_THAT(Resign(table, 0), IsOk());
    return table.game_id;
  }

  const std::unique_ptr<v1::LobbyService::Stub> lobby_stub_;
  const std::unique_ptr<v1::AllocationService::Stub> allocation_stub_;
};

// --- WatchLobby ---

TEST_F(FeedWatchTest, TheLobbyIsWatchedFromAnywhere) {
  CreateGames(3);
  EXPECT_THAT(ReadTo(*WatchLobby(0), 3), ElementsAre(1, 2, 3));
  EXPECT_THAT(ReadTo(*WatchLobby(1), 3), ElementsAre(2, 3));
  EXPECT_EQ(Head(), 3);
  const auto at_head = WatchLobby(3);
  at_head->WaitForHeaders();
  Create();
  EXPECT_THAT(ReadTo(*at_head, 4), ElementsAre(4));
}

TEST_F(FeedWatchTest, BeyondTheHeadAndNegative) {
  CreateGames(2);
  for (const int64_t after : {int64_t{3}, INT64_MAX}) {
    const grpc::Status status = WatchLobby(after)->End();
    EXPECT_THAT(status, Refused(v1::ERROR_REASON_SEQUENCE_OUT_OF_RANGE)) << after;
    EXPECT_EQ(MetadataOf(status, "head"), "2");
    EXPECT_EQ(MetadataOf(status, "floor"), "0");
  }
  for (const int64_t after : {int64_t{-1}, INT64_MIN}) {
    EXPECT_THAT(WatchLobby(after)->End(), RefusedField("after_sequence")) << after;
  }
}

TEST_F(FeedWatchTest, BelowWhatIsKept) {
  CreateGames(kKept + 2);
  EXPECT_EQ(ReadTo(*WatchLobby(2), kKept + 2).size(), size_t{kKept});
  for (const int64_t after : {0, 1}) {
    const grpc::Status status = WatchLobby(after)->End();
    EXPECT_THAT(status, Refused(v1::ERROR_REASON_SEQUENCE_OUT_OF_RANGE));
    EXPECT_EQ(MetadataOf(status, "floor"), "2");
    EXPECT_EQ(MetadataOf(status, "head"), std::to_string(kKept + 2));
  }
}

TEST_F(FeedWatchTest, FiltersAreThoseOfTheRequest) {
  v1::WatchLobbyRequest open;
  open.set_open_seats(true);
  const auto watcher = WatchLobby(0, open);
  Create();
  const Table table = Create("seats {} seats { open {} }");
  const auto message = watcher->NextNews();
  ASSERT_TRUE(message.has_value());
  EXPECT_EQ(message->events().events(0).game().game_id(), table.game_id);
  EXPECT_EQ(message->events().events(0).sequence(), 2);
}

TEST_F(FeedWatchTest, FiltersThatCannotBe) {
  v1::WatchLobbyRequest long_kind;
  long_kind.set_kind(std::string(65, 'k'));
  EXPECT_THAT(WatchLobby(0, long_kind)->End(), RefusedField("kind"));
  v1::WatchLobbyRequest unknown_status;
  unknown_status.set_status(static_cast<v1::GameStatus>(99));
  EXPECT_THAT(WatchLobby(0, unknown_status)->End(), RefusedField("status"));
  v1::WatchLobbyRequest no_name;
  no_name.set_player_id("\x01");
  EXPECT_THAT(WatchLobby(0, no_name)->End(), RefusedField("player_id"));
}

TEST_F(FeedWatchTest, AnyGenuineCredentialMayWatchTheLobby) {
  const Table table = Create();
  EXPECT_THAT(ReadTo(*WatchLobby(0, {}, table.seats[0]), 1), ElementsAre(1));
  EXPECT_THAT(ReadTo(*WatchLobby(0, {}, lobby()), 1), ElementsAre(1));
  EXPECT_THAT(WatchLobby(0, {}, "m1.forged")->End(), Refused(v1::ERROR_REASON_CREDENTIAL_INVALID));
}

TEST_F(FeedWatchTest, AQuietWatchIsToldWhereItStands) {
  Create();
  const auto watcher = WatchLobby(0);
  EXPECT_THAT(ReadTo(*watcher, 1), ElementsAre(1));
  std::atomic<bool> read{false};
  std::thread time([&] {
    while (!read) {
      clock().Advance(absl::Seconds(35));
      server().watches().Tick();
      // Leisure to write, or a write would seem stuck.
      for (int i = 0; i < 200 && !read; ++i) Head();
    }
  });
  const auto bookmark = watcher->Next();
  read = true;
  time.join();
  ASSERT_TRUE(bookmark.has_value() && bookmark->has_bookmark());
  EXPECT_EQ(bookmark->bookmark().sequence(), 1);
}

TEST_F(FeedWatchTest, DrainingEndsBothWatches) {
  const auto lobby_watch = WatchLobby(0);
  const auto results_watch = WatchResults(0, lobby());
  lobby_watch->WaitForHeaders();
  results_watch->WaitForHeaders();
  server().host().StartDraining();
  for (const grpc::Status& status : {lobby_watch->End(), results_watch->End(), WatchLobby(0)->End(),
                                     WatchResults(0, lobby())->End()}) {
    EXPECT_THAT(status, Refused(v1::ERROR_REASON_SERVER_DRAINING));
    EXPECT_TRUE(DetailOf<google::rpc::RetryInfo>(status).has_retry_delay());
  }
}

TEST_F(FeedWatchTest, WatchesThatAreCancelledAreGone) {
  {
    const auto first = WatchLobby(0);
    const auto second = WatchResults(0, lobby());
    first->WaitForHeaders();
    second->WaitForHeaders();
    EXPECT_EQ(server().host().levels().watchers, 2);
  }
  WaitUntil("nobody watches", [this] { return server().host().levels().watchers == 0; });
}

// --- A peer that reads nothing ---

class StalledLobbyTest : public FeedWatchTest {};

TEST_F(StalledLobbyTest, WhoReadsNothingIsGivenUp) {
  grpc::ChannelArguments arguments;
  // Without probing, a stream that nobody reads is stuck after 64 KiB.
  arguments.SetInt(GRPC_ARG_HTTP2_BDP_PROBE, 0);
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  const auto channel =
      grpc::CreateCustomChannel(server().address(), grpc::InsecureChannelCredentials(), arguments);
  const auto stub = v1::LobbyService::NewStub(channel);
  auto context = std::make_unique<grpc::ClientContext>();
  Prepare(*context, "");
  LobbyReader reader(std::move(context), [&](grpc::ClientContext* call) {
    return stub->WatchLobby(call, v1::WatchLobbyRequest());
  });
  reader.WaitForHeaders();
  // Large games, until a write is stuck: each event has about 15 KiB.
  std::string labels;
  for (int i = 0; i < 15; ++i) {
    labels +=
        "labels { key: '" + std::to_string(i) + "' value: '" + std::string(1'000, 'x') + "' }";
  }
  for (int i = 0; i < 40; ++i) Create(labels);
  WaitUntil("it is given up", [this] {
    clock().Advance(absl::Seconds(61));
    server().watches().Tick();
    return server().host().levels().watchers == 0;
  });
  const grpc::Status status = reader.End();
  EXPECT_TRUE(status.error_code() == grpc::StatusCode::RESOURCE_EXHAUSTED ||
              status.error_code() == grpc::StatusCode::CANCELLED)
      << status.error_code() << status.error_message();
  EXPECT_EQ(Head(), 40) << "nobody else notices";
}

// --- WatchResults ---

TEST_F(FeedWatchTest, ResultsOfAKeyAreNumberedAndResumed) {
  const auto watcher = WatchResults(0, lobby());
  watcher->WaitForHeaders();
  const std::string first = EndedGame(lobby(), 1);
  const auto message = watcher->NextNews();
  ASSERT_TRUE(message.has_value());
  ASSERT_EQ(message->results().results_size(), 1);
  EXPECT_EQ(message->results().results(0).sequence(), 1);
  EXPECT_EQ(message->results().results(0).game().game_id(), first);
  EXPECT_EQ(message->results().results(0).game().winner(), "O");
  EndedGame(arena(), 2);
  const std::string second = EndedGame(lobby(), 3);
  const auto resumed = WatchResults(1, lobby())->NextNews();
  ASSERT_TRUE(resumed.has_value());
  EXPECT_EQ(resumed->results().results(0).game().game_id(), second);
  EXPECT_THAT(WatchResults(3, lobby())->End(), Refused(v1::ERROR_REASON_SEQUENCE_OUT_OF_RANGE));
  EXPECT_THAT(WatchResults(-1, lobby())->End(), RefusedField("after_sequence"));
}

TEST_F(FeedWatchTest, ResultsNeedTheRoleOfAMatchmaker) {
  EXPECT_THAT(WatchResults(0, "")->End(), Refused(v1::ERROR_REASON_CREDENTIAL_REQUIRED));
  EXPECT_THAT(WatchResults(0, ops())->End(), Refused(v1::ERROR_REASON_ROLE_REQUIRED));
  EXPECT_THAT(WatchResults(0, Create().seats[0])->End(), Refused(v1::ERROR_REASON_ROLE_REQUIRED));
  EXPECT_THAT(WatchResults(0, "k1.forged")->End(), Refused(v1::ERROR_REASON_CREDENTIAL_INVALID));
}

TEST_F(FeedWatchTest, ResultsBelowWhatIsKept) {
  for (int i = 0; i < kKept + 1; ++i) EndedGame(lobby(), i);
  const grpc::Status status = WatchResults(0, lobby())->End();
  EXPECT_THAT(status, Refused(v1::ERROR_REASON_SEQUENCE_OUT_OF_RANGE));
  EXPECT_EQ(MetadataOf(status, "floor"), "1");
}

TEST_F(FeedWatchTest, GamesBeyondTheQuotaOfAKeyAreRefusedOneByOne) {
  std::vector<std::string> ids;
  for (int i = 0; i < kQuota + 2; ++i) ids.push_back(Uuid(i));
  const auto answer = Allocate(lobby(), Request(ids));
  ASSERT_THAT(answer, IsOk());
  int refused = 0;
  for (const v1::AllocationResult& result : answer->results()) {
    if (!result.has_error()) continue;
    ++refused;
    google::rpc::ErrorInfo info;
    ASSERT_TRUE(result.error().details(0).UnpackTo(&info));
    EXPECT_EQ(info.reason(), "LIMIT_REACHED");
    EXPECT_EQ(info.metadata().at("limit"), "games_per_key");
    EXPECT_EQ(info.metadata().at("value"), std::to_string(kQuota));
  }
  EXPECT_EQ(refused, 2);
  EXPECT_THAT(Allocate(arena(), Request({Uuid(1)})), IsOk());
}

}  // namespace
}  // namespace meeple::wire
