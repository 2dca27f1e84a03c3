#ifndef MEEPLE_CLIENTS_CLI_CONNECTION_H_
#define MEEPLE_CLIENTS_CLI_CONNECTION_H_

// The way to one server: the client library's, as a person at a terminal wants it, and the one door
// through which everything from the server comes in, where texts are made harmless to the terminal.
//
// Thread-safe once constructed. Calls block; a stop ends them with CANCELLED.
//
//   Connection connection({.server = "localhost:50051"}, stop);
//   absl::StatusOr<v1::GetGameResponse> response =
//       connection.Call(&Connection::Stub::GetGame, request);

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "clients/cli/printable.h"
#include "meeple/client/client.h"

namespace meeple::cli {

struct ConnectionOptions {
  // As client::Client takes it: HOST:PORT or [IPV6]:PORT, without a port it is 50051, or any other
  // address that gRPC understands.
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

// A channel to the server that shares its connection with no other channel.
std::shared_ptr<grpc::Channel> OpenChannel(const ConnectionOptions& options);

// Waits, and returns false at once when a stop is asked for.
using Sleep = std::function<bool(absl::Duration, const std::stop_token&)>;

class Connection {
 public:
  using Stub = client::Games;
  using LobbyStub = client::Lobby;
  using ScoreboardStub = client::Scoreboard;
  // An rpc of one of the services that these stubs are of.
  template <class Request, class Response, class Service = Stub>
  using Method = client::Client::Method<Service, Request, Response>;

  Connection(const ConnectionOptions& options, std::stop_token stop,
             Sleep sleep = client::SleepUnlessStopped);

  // Makes a call, a few times where the server is not there: a person would rather hear of that.
  template <class Request, class Response, class Service>
  absl::StatusOr<Response> Call(Method<Request, Response, Service> method, Request request,
                                client::CallOptions call = {.max_tries = 4}) {
    call.stop = stop_;
    absl::StatusOr<Response> response = client_.Call(method, std::move(request), call);
    if (response.ok()) Clean(&*response);
    return response;
  }

  // Follow a game or the lobby, to be read by Next; give up soon where the server was never there.
  client::GameWatch WatchGame(const std::string& game_id, client::GameWatchOptions options) const;
  client::LobbyWatch WatchLobby(const v1::WatchLobbyRequest& request,
                                client::WatchOptions options) const;

  // Waits for what comes next.
  template <class Feed>
  typename client::Watch<Feed>::Update Next(client::Watch<Feed>& watch) const {
    auto update = watch.Next();
    Clean(&update.message);
    return update;
  }

  const ConnectionOptions& options() const { return options_; }

 private:
  // Makes the texts of a message printable, if this connection is for an output that needs it.
  void Clean(google::protobuf::Message* message) const;

  const ConnectionOptions options_;
  const std::stop_token stop_;
  const client::Client client_;
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_CONNECTION_H_
