#ifndef MEEPLE_CLIENTS_CLI_CONNECTION_H_
#define MEEPLE_CLIENTS_CLI_CONNECTION_H_

// The way to one server: channel, credential, deadlines, retries, and the one door through which
// everything from the server comes in, where texts are made harmless to the terminal.
//
// Thread-safe once constructed. Calls block; a stop ends them with CANCELLED.
//
//   Connection connection({.server = "localhost:50051"}, stop);
//   absl::StatusOr<v1::GetGameResponse> response =
//       connection.Call(&Connection::Stub::GetGame, request);

#include <grpcpp/grpcpp.h>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "clients/cli/call_status.h"
#include "clients/cli/printable.h"
#include "clients/cli/request_id.h"
#include "meeple/v1/game_service.grpc.pb.h"
#include "meeple/v1/lobby_service.grpc.pb.h"
#include "meeple/v1/scoreboard_service.grpc.pb.h"

namespace meeple::cli {

struct ConnectionOptions {
  // HOST:PORT, or any other address that gRPC understands. Without a port it is 50051.
  std::string server = "localhost:50051";
  // What the connection is encrypted with; not set: it is not.
  std::shared_ptr<grpc::ChannelCredentials> encryption = nullptr;
  // The token to send with each call; empty sends none.
  std::string credential = {};
  // What one call may take, its retries included.
  absl::Duration timeout = absl::Seconds(10);
  // Makes the texts of all answers printable for this output; without it they stay as sent, as JSON
  // needs them.
  std::optional<Charset> printable_for = std::nullopt;
};

// TLS that trusts the certificates in a PEM file, or those that the system trusts if there is no
// file. INVALID_ARGUMENT if the file cannot be read or holds none.
absl::StatusOr<std::shared_ptr<grpc::ChannelCredentials>> TrustTls(const std::string& file);

// A channel to the server that shares its connection with no other channel.
std::shared_ptr<grpc::Channel> OpenChannel(const ConnectionOptions& options);

// Waits, and returns false at once when a stop is asked for.
using Sleep = std::function<bool(absl::Duration, const std::stop_token&)>;
bool SleepUnlessStopped(absl::Duration duration, const std::stop_token& stop);

// How long a call is tried again where that is worth while. Every try carries the same request id.
struct Persistence {
  int max_tries = 4;
  // Not set: the timeout of the connection.
  std::optional<absl::Duration> patience = std::nullopt;
  // Called before each wait.
  std::function<void(const absl::Status&)> on_retry = nullptr;
};

class Connection {
 public:
  using Stub = v1::GameService::Stub;
  using LobbyStub = v1::LobbyService::Stub;
  using ScoreboardStub = v1::ScoreboardService::Stub;
  // An rpc of one of the services that these stubs are of.
  template <class Request, class Response, class Service = Stub>
  using Method = grpc::Status (Service::*)(grpc::ClientContext*, const Request&, Response*);

  Connection(const ConnectionOptions& options, std::stop_token stop,
             Sleep sleep = SleepUnlessStopped);

  // Makes a call. A mutation gets a fresh request id.
  template <class Request, class Response, class Service>
  absl::StatusOr<Response> Call(Method<Request, Response, Service> method, Request request,
                                const Persistence& persistence = {}) {
    Service* service = nullptr;
    StubFor(&service);
    if constexpr (requires { request.set_request_id(std::string()); }) {
      request.set_request_id(NewRequestId());
    }
    Response response;
    const absl::Status status = Try(
        [&](grpc::ClientContext* context) {
          response.Clear();
          return (service->*method)(context, request, &response);
        },
        persistence);
    if (!status.ok()) return status;
    Clean(&response);
    return response;
  }

  // For streams: a context that carries the credential and has no deadline.
  std::unique_ptr<grpc::ClientContext> NewContext() const;
  Stub& stub() { return *stub_; }
  LobbyStub& lobby_stub() { return *lobby_stub_; }

  // Makes the texts of a message printable, if this connection is for an output that needs it.
  void Clean(google::protobuf::Message* message) const;

  // True if the channel is up, so that the server has seen what was sent on it.
  bool IsUp() const;

  const ConnectionOptions& options() const { return options_; }

 private:
  void StubFor(Stub** stub) const { *stub = stub_.get(); }
  void StubFor(LobbyStub** stub) const { *stub = lobby_stub_.get(); }
  void StubFor(ScoreboardStub** stub) const { *stub = scoreboard_stub_.get(); }

  using Attempt = std::function<grpc::Status(grpc::ClientContext*)>;
  absl::Status Try(const Attempt& attempt, const Persistence& persistence);
  absl::Status TryOnce(const Attempt& attempt, absl::Time deadline);

  const ConnectionOptions options_;
  const std::stop_token stop_;
  const Sleep sleep_;
  const std::shared_ptr<grpc::Channel> channel_;
  const std::unique_ptr<Stub> stub_;
  const std::unique_ptr<LobbyStub> lobby_stub_;
  const std::unique_ptr<ScoreboardStub> scoreboard_stub_;
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_CONNECTION_H_
