#ifndef MEEPLE_CLIENT_CONNECTION_H_
#define MEEPLE_CLIENT_CONNECTION_H_

// The connection to one server, and how a call over it is made: with the credential, a deadline and
// repetitions. Client is what programs use; this is for those that bring stubs of their own.

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>

#include <functional>
#include <memory>
#include <string>
#include <tuple>

#include "absl/status/status.h"
#include "meeple/client/options.h"
#include "meeple/v1/admin_service.grpc.pb.h"
#include "meeple/v1/allocation_service.grpc.pb.h"
#include "meeple/v1/game_service.grpc.pb.h"
#include "meeple/v1/lobby_service.grpc.pb.h"
#include "meeple/v1/scoreboard_service.grpc.pb.h"

namespace meeple::client {

// The rpcs of players, spectators and bots; of those who look for a seat; who has won how often; of
// matchmakers and of operators, who need an API key.
using Games = v1::GameService::Stub;
using Lobby = v1::LobbyService::Stub;
using Scoreboard = v1::ScoreboardService::Stub;
using Allocation = v1::AllocationService::Stub;
using Admin = v1::AdminService::Stub;

// True for an IPv6 address as such, without brackets or a port: "::1", "fe80::1%eth0".
bool IsIpv6(const std::string& text);

// HOST, [IPV6] or IPV6 with port 50051, as "localhost:50051" and "[::1]:50051". Any other address
// stays as it is.
std::string WithPort(const std::string& address);

// A channel to HOST:PORT, or any other address that gRPC understands, that shares its connection
// with no other channel. A peer that vanished without a word is noticed within 40 seconds.
std::shared_ptr<grpc::Channel> OpenChannel(const std::string& address, const Options& options);

// A context that carries a credential and has no deadline. An empty token sends none.
std::unique_ptr<grpc::ClientContext> NewContext(const std::string& token);

// Makes a call, again where that may help, until it succeeds, is refused or is out of time; returns
// what the last try came to. `attempt` makes one try with the context that it is given.
absl::Status CallRepeatedly(const Options& options, const CallOptions& call,
                            const std::function<grpc::Status(grpc::ClientContext*)>& attempt);

// A channel and the stubs over it. Thread-safe.
class Connection {
 public:
  explicit Connection(std::shared_ptr<grpc::Channel> channel);

  // The stub of a service, such as stub<Games>().
  template <class Stub>
  Stub& stub() const {
    return *std::get<std::unique_ptr<Stub>>(stubs_);
  }
  const std::shared_ptr<grpc::Channel>& channel() const { return channel_; }

 private:
  template <class... Stubs>
  using StubsOf = std::tuple<std::unique_ptr<Stubs>...>;

  const std::shared_ptr<grpc::Channel> channel_;
  const StubsOf<Games, Lobby, Scoreboard, Allocation, Admin> stubs_;
};

}  // namespace meeple::client

#endif  // MEEPLE_CLIENT_CONNECTION_H_
