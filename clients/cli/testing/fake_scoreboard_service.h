#ifndef MEEPLE_CLIENTS_CLI_TESTING_FAKE_SCOREBOARD_SERVICE_H_
#define MEEPLE_CLIENTS_CLI_TESTING_FAKE_SCOREBOARD_SERVICE_H_

#include <grpcpp/grpcpp.h>

#include <mutex>
#include <vector>

#include "meeple/v1/scoreboard_service.grpc.pb.h"

namespace meeple::cli {

// A scoreboard of three players on two pages; "ann" alone has a score of her own.
class FakeScoreboardService : public v1::ScoreboardService::Service {
 public:
  // What came in.
  std::vector<v1::ListScoresRequest> lists() const;
  std::vector<v1::GetScoreRequest> asked() const;

  grpc::Status GetScore(grpc::ServerContext* context, const v1::GetScoreRequest* request,
                        v1::GetScoreResponse* response) override;
  grpc::Status ListScores(grpc::ServerContext* context, const v1::ListScoresRequest* request,
                          v1::ListScoresResponse* response) override;

 private:
  mutable std::mutex mutex_;
  std::vector<v1::ListScoresRequest> lists_;
  std::vector<v1::GetScoreRequest> asked_;
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_TESTING_FAKE_SCOREBOARD_SERVICE_H_
