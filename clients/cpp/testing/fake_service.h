#ifndef MEEPLE_CLIENTS_CPP_TESTING_FAKE_SERVICE_H_
#define MEEPLE_CLIENTS_CPP_TESTING_FAKE_SERVICE_H_

// A server in this process that answers as a test tells it. Thread-safe.
//
//   FakeServer server;
//   server.Answer(kBroken);
//   server.Answer(v1::SubmitMoveResponse());
//   Client client(server.address());

#include <grpcpp/grpcpp.h>

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "meeple/v1/allocation_service.grpc.pb.h"
#include "meeple/v1/game_service.grpc.pb.h"
#include "meeple/v1/lobby_service.grpc.pb.h"

namespace meeple::client {

// What becomes of a connection that breaks.
inline const grpc::Status kBroken(grpc::StatusCode::INTERNAL, "the connection broke");

// A status as the server makes it, with an ErrorInfo and, where it is told, a RetryInfo.
struct Refusal {
  grpc::StatusCode code;
  std::string reason;
  std::map<std::string, std::string> metadata = {};
  int retry_milliseconds = -1;
  std::string domain = "meeple.v1";
};
grpc::Status ToStatus(const Refusal& refusal);

// Messages of a watch.
v1::WatchGameResponse Events(int64_t first, int64_t last);
v1::WatchGameResponse Bookmark(int64_t sequence);
v1::WatchGameResponse Snapshot(int64_t sequence);

class FakeGames : public v1::GameService::Service {
 public:
  // How one watch goes.
  struct Script {
    std::vector<v1::WatchGameResponse> messages;
    grpc::Status end = grpc::Status::OK;
    // Sends nothing more and waits until the client goes away.
    bool hangs = false;
  };

  grpc::Status SubmitMove(grpc::ServerContext* context, const v1::SubmitMoveRequest* request,
                          v1::SubmitMoveResponse* response) override;
  grpc::Status CreateGame(grpc::ServerContext* context, const v1::CreateGameRequest* request,
                          v1::CreateGameResponse* response) override;
  grpc::Status ListEvents(grpc::ServerContext* context, const v1::ListEventsRequest* request,
                          v1::ListEventsResponse* response) override;
  grpc::Status SetController(grpc::ServerContext* context, const v1::SetControllerRequest* request,
                             v1::SetControllerResponse* response) override;
  grpc::Status MakeOffer(grpc::ServerContext* context, const v1::MakeOfferRequest* request,
                         v1::MakeOfferResponse* response) override;
  grpc::Status AnswerOffer(grpc::ServerContext* context, const v1::AnswerOfferRequest* request,
                           v1::AnswerOfferResponse* response) override;
  grpc::Status WatchGame(grpc::ServerContext* context, const v1::WatchGameRequest* request,
                         grpc::ServerWriter<v1::WatchGameResponse>* writer) override;

 private:
  friend class FakeServer;

  // What a unary call does: fails, never ends, or answers.
  struct Hang {};
  using Outcome = std::variant<grpc::Status, Hang, std::shared_ptr<google::protobuf::Message>>;

  grpc::Status Next(grpc::ServerContext* context, const google::protobuf::Message& request,
                    google::protobuf::Message* response);
  void Note(const grpc::ServerContext& context);

  std::mutex mutex_;
  std::deque<Outcome> outcomes_;
  std::deque<Script> scripts_;
  std::vector<std::shared_ptr<google::protobuf::Message>> requests_;
  std::vector<v1::WatchGameRequest> watches_;
  std::vector<std::string> authorizations_;
};

// Each watch tells one thing, the next but one after its start, and breaks where that is before the
// sixth.
class FakeLobby : public v1::LobbyService::Service {
 public:
  grpc::Status WatchLobby(grpc::ServerContext* context, const v1::WatchLobbyRequest* request,
                          grpc::ServerWriter<v1::WatchLobbyResponse>* writer) override;
};

class FakeAllocation : public v1::AllocationService::Service {
 public:
  grpc::Status AllocateGames(grpc::ServerContext* context, const v1::AllocateGamesRequest* request,
                             v1::AllocateGamesResponse* response) override;
  // As FakeLobby.
  grpc::Status WatchResults(grpc::ServerContext* context, const v1::WatchResultsRequest* request,
                            grpc::ServerWriter<v1::WatchResultsResponse>* writer) override;

  v1::AllocateGamesRequest last_request() const;

 private:
  mutable std::mutex mutex_;
  v1::AllocateGamesRequest last_request_;
};

// Serves all on a port of its own. Answers and scripts are used one a call, in order; a watch that
// has no script ends OK.
class FakeServer {
 public:
  FakeServer();
  ~FakeServer();

  std::string address() const;

  // What the next unary call of GameService comes to.
  void Answer(const google::protobuf::Message& answer);
  void Fail(const grpc::Status& status);
  void Hang();
  // How the next watch goes.
  void Watch(FakeGames::Script script);

  // Stops, and starts again on the same port.
  void Stop();
  void Start();

  // What came in.
  template <class Request>
  std::vector<Request> requests() {
    const std::lock_guard lock(games_.mutex_);
    std::vector<Request> all;
    for (const auto& request : games_.requests_) {
      all.push_back(dynamic_cast<const Request&>(*request));
    }
    return all;
  }
  std::vector<v1::WatchGameRequest> watches();
  // Where each watch began.
  std::vector<int64_t> starts();
  // Of each call, empty where there was none.
  std::vector<std::string> authorizations();
  const FakeAllocation& allocation() const { return allocation_; }

 private:
  FakeGames games_;
  FakeLobby lobby_;
  FakeAllocation allocation_;
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace meeple::client

#endif  // MEEPLE_CLIENTS_CPP_TESTING_FAKE_SERVICE_H_
