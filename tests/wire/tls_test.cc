// Encrypted connections: same server, same calls.

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>

#include "service/rpc/testing/test_certificate.h"
#include "tests/wire/wire_test.h"

namespace meeple::wire {
namespace {

const rpc::TestCertificate& ServerCertificate() {
  static const rpc::TestCertificate certificate;
  return certificate;
}

class TlsTest : public WireTest {
 protected:
  TlsTest()
      : WireTest([](rpc::ServerOptions& options) { options.tls = ServerCertificate().files(); }) {}

  // The certificate must stand for `name`, which nobody looks up: gRPC's resolver of names leaks.
  std::shared_ptr<grpc::Channel> ConnectWith(
      const std::shared_ptr<grpc::ChannelCredentials>& credentials,
      const std::string& name = "127.0.0.1") {
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    arguments.SetSslTargetNameOverride(name);
    return grpc::CreateCustomChannel("127.0.0.1:" + std::to_string(server().port()), credentials,
                                     arguments);
  }
  static std::shared_ptr<grpc::ChannelCredentials> Trusting(const std::string& pem) {
    grpc::SslCredentialsOptions options;
    options.pem_root_certs = pem;
    return grpc::SslCredentials(options);
  }

  static grpc::Status Create(v1::GameService::Stub& stub, v1::CreateGameResponse& response) {
    grpc::ClientContext context;
    Prepare(context, "");
    v1::CreateGameRequest request;
    *request.mutable_config() = Config("");
    return stub.CreateGame(&context, request, &response);
  }
  static grpc::StatusCode CodeOver(const std::shared_ptr<grpc::Channel>& channel) {
    v1::CreateGameResponse response;
    return Create(*v1::GameService::NewStub(channel), response).error_code();
  }
};

TEST_F(TlsTest, CallsAndWatchesWork) {
  const auto channel = ConnectWith(Trusting(ServerCertificate().pem()));
  const auto stub = v1::GameService::NewStub(channel);
  v1::CreateGameResponse created;
  ASSERT_THAT(Create(*stub, created), IsOk());
  const Table table = Seat(created);
  auto context = std::make_unique<grpc::ClientContext>();
  Prepare(*context, "");
  v1::WatchGameRequest watch;
  watch.set_game_id(table.game_id);
  Watcher watcher(*stub, std::move(context), watch);
  grpc::ClientContext move_context;
  Prepare(move_context, table.seats[0]);
  v1::SubmitMoveResponse moved;
  ASSERT_THAT(stub->SubmitMove(&move_context, MoveRequest(table, "b2"), &moved), IsOk());
  EXPECT_EQ(watcher.ReadTo(moved.sequence()).back().sequence(), moved.sequence());
}

TEST_F(TlsTest, TheCertificateAlsoStandsForItsName) {
  EXPECT_EQ(CodeOver(ConnectWith(Trusting(ServerCertificate().pem()), "localhost")),
            grpc::StatusCode::OK);
}

TEST_F(TlsTest, AConnectionThatIsNotEncryptedIsRefused) {
  EXPECT_EQ(CodeOver(ConnectWith(grpc::InsecureChannelCredentials())),
            grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(CodeOver(ConnectWith(Trusting(ServerCertificate().pem()))), grpc::StatusCode::OK)
      << "and harms nobody else";
}

TEST_F(TlsTest, AClientThatTrustsAnotherCertificateGoesAway) {
  const rpc::TestCertificate other;
  EXPECT_EQ(CodeOver(ConnectWith(Trusting(other.pem()))), grpc::StatusCode::UNAVAILABLE);
}

TEST_F(TlsTest, AServerWhoseFilesCannotBeUsedDoesNotStart) {
  rpc::ServerOptions options;
  options.listen = "127.0.0.1:0";
  options.tls = {.certificate = ServerCertificate().files().certificate, .key = "/nonexistent"};
  const auto started = rpc::Server::Start(options, journal(), clock());
  EXPECT_EQ(started.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(std::string(started.status().message()).find("/nonexistent"), std::string::npos);
}

}  // namespace
}  // namespace meeple::wire
