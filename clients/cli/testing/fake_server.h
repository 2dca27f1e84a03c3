#ifndef MEEPLE_CLIENTS_CLI_TESTING_FAKE_SERVER_H_
#define MEEPLE_CLIENTS_CLI_TESTING_FAKE_SERVER_H_

// All that the client may ask of a server, for its tests.
//
//   FakeServer server;
//   server.service().BreakNextWatchAfter(2);
//   Connection connection({.server = server.address()}, {});

#include <grpcpp/grpcpp.h>

#include <memory>
#include <string>

#include "clients/cli/testing/fake_game_service.h"
#include "clients/cli/testing/fake_lobby_service.h"
#include "clients/cli/testing/fake_scoreboard_service.h"

namespace meeple::cli {

// The services on a free port of this machine.
class FakeServer {
 public:
  FakeServer();
  ~FakeServer();

  FakeGameService& service() { return service_; }
  FakeLobbyService& lobby() { return lobby_; }
  FakeScoreboardService& scoreboard() { return scoreboard_; }
  std::string address() const;
  // What the standard health service says of the server; at first that it serves.
  void SetServing(bool serving);

 private:
  FakeGameService service_;
  FakeLobbyService lobby_;
  FakeScoreboardService scoreboard_;
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_TESTING_FAKE_SERVER_H_
