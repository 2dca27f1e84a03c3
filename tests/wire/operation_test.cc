// What operators and generic clients rely on: the port, health, reflection.

#include "tests/wire/raw_call.h"
#include "tests/wire/wire_test.h"

namespace meeple::wire {
namespace {

class OperationTest : public WireTest {
 protected:
  OperationTest() : raw_(Connect()) {}

  // grpc.health.v1.HealthCheckRequest and ServerReflectionRequest by hand: a string field.
  static std::string StringField(int number, const std::string& text) {
    std::string bytes;
    bytes.push_back(static_cast<char>(number << 3 | 2));
    bytes.push_back(static_cast<char>(text.size()));
    return bytes + text;
  }

  RawCaller raw_;
};

TEST_F(OperationTest, TwoServersCannotShareAPort) {
  rpc::ServerOptions options;
  options.listen = server().address();
  const auto second = rpc::Server::Start(options, journal(), clock());
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_NE(std::string(second.status().message()).find(options.listen), std::string::npos);
}

TEST_F(OperationTest, WhatIsNoAddressIsSaidToBeNone) {
  for (const std::string listen :
       {"", "50051", ":50051", "host:", "host:port", "host:-1", "host:65536", "127.0.0.1:50051x"}) {
    rpc::ServerOptions options;
    options.listen = listen;
    EXPECT_EQ(rpc::Server::Start(options, journal(), clock()).status().code(),
              absl::StatusCode::kInvalidArgument)
        << listen;
  }
}

TEST_F(OperationTest, TheAddressHasThePortThatItGot) {
  EXPECT_GT(server().port(), 0);
  EXPECT_EQ(server().address(), "127.0.0.1:" + std::to_string(server().port()));
}

TEST_F(OperationTest, HealthOfTheServerAndOfItsServices) {
  const std::string serving("\x08\x01");
  EXPECT_EQ(raw_.Unary("/grpc.health.v1.Health/Check", "", "").bytes, serving);
  for (const std::string service :
       {"meeple.v1.GameService", "meeple.v1.LobbyService", "meeple.v1.ScoreboardService",
        "meeple.v1.AllocationService", "meeple.v1.AdminService"}) {
    EXPECT_EQ(raw_.Unary("/grpc.health.v1.Health/Check", "", StringField(1, service)).bytes,
              serving)
        << service;
  }
  EXPECT_THAT(
      raw_.Unary("/grpc.health.v1.Health/Check", "", StringField(1, "no.such.Service")).status,
      FailsWithoutDetails(grpc::StatusCode::NOT_FOUND));
}

TEST_F(OperationTest, ReflectionListsTheServicesAndDescribesTheirFiles) {
  const std::string method = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo";
  const std::string services = raw_.FirstOfStream(method, StringField(7, ""));
  EXPECT_NE(services.find("meeple.v1.GameService"), std::string::npos);
  EXPECT_NE(services.find("grpc.health.v1.Health"), std::string::npos);
  EXPECT_NE(services.find("meeple.v1.LobbyService"), std::string::npos);
  EXPECT_NE(services.find("meeple.v1.ScoreboardService"), std::string::npos);
  EXPECT_NE(services.find("meeple.v1.AllocationService"), std::string::npos);
  EXPECT_NE(services.find("meeple.v1.AdminService"), std::string::npos);
  const std::vector<std::string> symbols = {"meeple.v1.GameService",
                                            "google.rpc.Status",
                                            "meeple.v1.AllocationResult",
                                            "meeple.v1.GetServerInfoResponse",
                                            "meeple.v1.WatchGameResponse",
                                            "meeple.v1.GameEvent",
                                            "meeple.v1.Game",
                                            "meeple.v1.ErrorReason"};
  for (const std::string& symbol : symbols) {
    const std::string file = raw_.FirstOfStream(method, StringField(4, symbol));
    const bool ours = symbol.starts_with("meeple.");
    EXPECT_NE(file.find(ours ? "meeple/v1/" : "google/rpc/"), std::string::npos) << symbol;
  }
}

TEST_F(OperationTest, ADeadlineThatHasPassedDoesNothing) {
  const Table table = Create();
  for (int i = 0; i < 50; ++i) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + std::chrono::microseconds(20 * i));
    context.AddMetadata("authorization", "Bearer " + table.seats[0]);
    v1::SubmitMoveResponse response;
    const grpc::Status status = stub().SubmitMove(&context, MoveRequest(table, "b2"), &response);
    // Late or in time, but never half.
    if (status.ok() || !status.error_details().empty()) break;
    EXPECT_EQ(status.error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
  }
  EXPECT_LE(Get(table)->game().cursor().turns(), 1);
}

TEST_F(OperationTest, AnswersAreTheSameBytesEachTime) {
  std::string labels;
  for (int i = 0; i < 16; ++i) labels += "labels { key: 'key " + std::to_string(i) + "' } ";
  v1::GetGameRequest request;
  request.set_game_id(Create(labels).game_id);
  const std::string first = raw_.Unary("GetGame", "", request.SerializeAsString()).bytes;
  EXPECT_FALSE(first.empty());
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(raw_.Unary("GetGame", "", request.SerializeAsString()).bytes, first);
  }
}

}  // namespace
}  // namespace meeple::wire
