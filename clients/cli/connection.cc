#include "clients/cli/connection.h"

namespace meeple::cli {
namespace {

// Enough for the few tries that a call makes.
constexpr absl::Duration kFirstPatience = absl::Seconds(1);

client::Options ToClientOptions(const ConnectionOptions& options) {
  return {
      .token = options.credential, .encryption = options.encryption, .timeout = options.timeout};
}

client::Options ToClientOptions(const ConnectionOptions& options, Sleep sleep) {
  client::Options result = ToClientOptions(options);
  result.clock.sleep = std::move(sleep);
  return result;
}

ConnectionOptions Completed(ConnectionOptions options) {
  options.server = client::WithPort(options.server);
  return options;
}

}  // namespace

std::shared_ptr<grpc::Channel> OpenChannel(const ConnectionOptions& options) {
  return client::OpenChannel(options.server, ToClientOptions(options));
}

Connection::Connection(const ConnectionOptions& options, std::stop_token stop, Sleep sleep)
    : options_(Completed(options)),
      stop_(std::move(stop)),
      client_(options_.server, ToClientOptions(options_, std::move(sleep))) {}

client::GameWatch Connection::WatchGame(const std::string& game_id,
                                        client::GameWatchOptions options) const {
  options.watch.first_patience = kFirstPatience;
  return client_.WatchGame(game_id, options);
}

client::LobbyWatch Connection::WatchLobby(const v1::WatchLobbyRequest& request,
                                          client::WatchOptions options) const {
  options.first_patience = kFirstPatience;
  return client_.WatchLobby(request, options);
}

void Connection::Clean(google::protobuf::Message* message) const {
  if (options_.printable_for.has_value()) MakePrintable(message, *options_.printable_for);
}

}  // namespace meeple::cli
