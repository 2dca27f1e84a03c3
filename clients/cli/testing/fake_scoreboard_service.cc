#include "clients/cli/testing/fake_scoreboard_service.h"

#include <cstdint>

namespace meeple::cli {

std::vector<v1::ListScoresRequest> FakeScoreboardService::lists() const {
  const std::lock_guard lock(mutex_);
  return lists_;
}

std::vector<v1::GetScoreRequest> FakeScoreboardService::asked() const {
  const std::lock_guard lock(mutex_);
  return asked_;
}

grpc::Status FakeScoreboardService::GetScore(grpc::ServerContext* /*context*/,
                                             const v1::GetScoreRequest* request,
                                             v1::GetScoreResponse* response) {
  const std::lock_guard lock(mutex_);
  asked_.push_back(*request);
  response->mutable_score()->set_player_id(request->player_id());
  if (request->player_id() == "ann") response->mutable_score()->set_wins(12);
  return grpc::Status::OK;
}

grpc::Status FakeScoreboardService::ListScores(grpc::ServerContext* /*context*/,
                                               const v1::ListScoresRequest* request,
                                               v1::ListScoresResponse* response) {
  const std::lock_guard lock(mutex_);
  lists_.push_back(*request);
  if (request->board() != v1::SCORE_BOARD_CASUAL) return grpc::Status::OK;
  const auto add = [response](const char* player, int64_t rank, int64_t wins) {
    v1::RankedScore* ranked = response->add_scores();
    ranked->set_rank(rank);
    ranked->mutable_score()->set_player_id(player);
    ranked->mutable_score()->set_wins(wins);
  };
  if (!request->page_token().empty()) {
    add("\u6f22", 3, 1);
    return grpc::Status::OK;
  }
  add("ann", 1, 12);
  add("b\x1b[2Jb", 1, 12);
  response->set_next_page_token("next");
  return grpc::Status::OK;
}

}  // namespace meeple::cli
