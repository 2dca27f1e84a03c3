#ifndef MEEPLE_CLIENTS_CLI_TESTING_FAKE_LOBBY_SERVICE_H_
#define MEEPLE_CLIENTS_CLI_TESTING_FAKE_LOBBY_SERVICE_H_

#include <grpcpp/grpcpp.h>

#include <mutex>
#include <vector>

#include "meeple/v1/lobby_service.grpc.pb.h"

namespace meeple::cli {

// A lobby with one open seat in "game1": who joins is O. Its list has two pages, the first of which
// is empty.
class FakeLobbyService : public v1::LobbyService::Service {
 public:
  // What came in.
  std::vector<v1::ListGamesRequest> lists() const;
  std::vector<v1::JoinGameRequest> joins() const;
  std::vector<v1::LeaveGameRequest> leaves() const;
  std::vector<v1::WatchLobbyRequest> watches() const;

  grpc::Status ListGames(grpc::ServerContext* context, const v1::ListGamesRequest* request,
                         v1::ListGamesResponse* response) override;
  grpc::Status JoinGame(grpc::ServerContext* context, const v1::JoinGameRequest* request,
                        v1::JoinGameResponse* response) override;
  grpc::Status LeaveGame(grpc::ServerContext* context, const v1::LeaveGameRequest* request,
                         v1::LeaveGameResponse* response) override;
  // "game2" is created, "game1" is gone, then the stream ends. Of reversi nothing is told until the
  // client goes away.
  grpc::Status WatchLobby(grpc::ServerContext* context, const v1::WatchLobbyRequest* request,
                          grpc::ServerWriter<v1::WatchLobbyResponse>* writer) override;

 private:
  mutable std::mutex mutex_;
  std::vector<v1::ListGamesRequest> lists_;
  std::vector<v1::JoinGameRequest> joins_;
  std::vector<v1::LeaveGameRequest> leaves_;
  std::vector<v1::WatchLobbyRequest> watches_;
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_TESTING_FAKE_LOBBY_SERVICE_H_
