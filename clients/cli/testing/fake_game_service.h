#ifndef MEEPLE_CLIENTS_CLI_TESTING_FAKE_GAME_SERVICE_H_
#define MEEPLE_CLIENTS_CLI_TESTING_FAKE_GAME_SERVICE_H_

// A game service for tests of the client: one game "game1" of X against O on 3 x 3 cells, in which
// whoever makes a given move wins. It keeps to the contract where the client depends on it, and
// fails on demand. Thread-safe.
//
//   service.BreakNextWatchAfter(2);

#include <grpcpp/grpcpp.h>

#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "clients/cli/testing/fake_game.h"
#include "meeple/v1/game_service.grpc.pb.h"

namespace meeple::cli {

// A status as the server makes it, with an ErrorInfo.
grpc::Status Refusal(grpc::StatusCode code, const std::string& reason, const std::string& message,
                     const std::map<std::string, std::string>& metadata = {});

// The token of a seat's credential.
std::string FakeToken(const std::string& player_id);

class FakeGameService : public v1::GameService::Service {
 public:
  FakeGameService();

  // Whoever makes this move, counted from 1, wins, and the result is final at once unless it is
  // left open to an undo.
  void EndGameAtMove(int move, bool is_final = true);
  // Makes the next calls fail, except for watches, one by each status.
  void FailNextCalls(std::vector<grpc::Status> statuses);
  // Makes the next call that changes the game do its work, but lose its answer.
  void LoseNextAnswer();
  // Breaks the next watch after it has sent so many events; called twice, the next two, and so on.
  void BreakNextWatchAfter(int events);
  // The name of the player X, to see what becomes of an evil one.
  void RenameX(const std::string& player_id);
  // See FakeGame.
  void ChangeSeat(int seat, const v1::Seat& change);
  void Postpone();
  // An offer that is open from now on: the game tells of it, and nothing else comes of it.
  void AddOffer(const v1::Offer& offer);
  // Ends all watches, so that the server can stop.
  void Close();

  // What came in.
  std::vector<v1::WatchGameRequest> watches() const;
  std::vector<v1::CreateGameRequest> creations() const;
  std::vector<v1::ForkGameRequest> forks() const;
  std::vector<v1::SubmitMoveRequest> submissions() const;
  std::vector<v1::AnswerOfferRequest> offer_answers() const;
  std::vector<std::string> authorizations() const;

  grpc::Status CreateGame(grpc::ServerContext* context, const v1::CreateGameRequest* request,
                          v1::CreateGameResponse* response) override;
  // The game itself stands for the fork.
  grpc::Status ForkGame(grpc::ServerContext* context, const v1::ForkGameRequest* request,
                        v1::ForkGameResponse* response) override;
  grpc::Status GetGame(grpc::ServerContext* context, const v1::GetGameRequest* request,
                       v1::GetGameResponse* response) override;
  grpc::Status ListLegalMoves(grpc::ServerContext* context,
                              const v1::ListLegalMovesRequest* request,
                              v1::ListLegalMovesResponse* response) override;
  grpc::Status SubmitMove(grpc::ServerContext* context, const v1::SubmitMoveRequest* request,
                          v1::SubmitMoveResponse* response) override;
  // Told as an event, and without any consequence.
  grpc::Status SetController(grpc::ServerContext* context, const v1::SetControllerRequest* request,
                             v1::SetControllerResponse* response) override;
  // Taken down, and without any consequence.
  grpc::Status AnswerOffer(grpc::ServerContext* context, const v1::AnswerOfferRequest* request,
                           v1::AnswerOfferResponse* response) override;
  grpc::Status Undo(grpc::ServerContext* context, const v1::UndoRequest* request,
                    v1::UndoResponse* response) override;
  grpc::Status Replay(grpc::ServerContext* context, const v1::ReplayRequest* request,
                      v1::ReplayResponse* response) override;
  grpc::Status ListEvents(grpc::ServerContext* context, const v1::ListEventsRequest* request,
                          v1::ListEventsResponse* response) override;
  grpc::Status ListGameKinds(grpc::ServerContext* context, const v1::ListGameKindsRequest* request,
                             v1::ListGameKindsResponse* response) override;
  grpc::Status WatchGame(grpc::ServerContext* context, const v1::WatchGameRequest* request,
                         grpc::ServerWriter<v1::WatchGameResponse>* writer) override;

 private:
  template <class Response>
  void TellOfGame(Response& response) const;
  grpc::Status Admit(const grpc::ServerContext& context, const std::string& game_id);
  grpc::Status CheckMove(const std::string& caller, const v1::SubmitMoveRequest& request) const;
  std::string CallerOf(const grpc::ServerContext& context) const;
  void Append(v1::GameEvent event, const std::string& text);
  void PlayCell(int cell);
  int64_t head() const { return static_cast<int64_t>(events_.size()); }

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  FakeGame game_;
  bool is_final_at_once_ = true;
  std::vector<v1::GameEvent> events_;
  std::map<std::string, v1::SubmitMoveResponse> answers_;
  bool is_closed_ = false;
  bool loses_next_answer_ = false;
  std::deque<grpc::Status> failures_;
  std::deque<int> breaks_;
  std::vector<v1::WatchGameRequest> watches_;
  std::vector<v1::CreateGameRequest> creations_;
  std::vector<v1::ForkGameRequest> forks_;
  std::vector<v1::SubmitMoveRequest> submissions_;
  std::vector<v1::Offer> offers_;
  std::vector<v1::AnswerOfferRequest> offer_answers_;
  std::vector<std::string> authorizations_;
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_TESTING_FAKE_GAME_SERVICE_H_
