#include "clients/cli/bench/played_game.h"

#include <algorithm>
#include <numeric>

#include "absl/strings/str_cat.h"
#include "meeple/client/request_id.h"

namespace meeple::cli {

PlayedGame::PlayedGame(const v1::CreateGameResponse& created, std::mt19937_64& random)
    : id_(created.game().game_id()),
      sequence_(created.game().sequence()),
      columns_(created.game().board().columns()),
      cells_(static_cast<size_t>(created.game().board().rows() * columns_)) {
  for (const v1::Credential& credential : created.credentials()) {
    if (credential.kind() == v1::CREDENTIAL_KIND_SEAT) {
      authorizations_.push_back(absl::StrCat("Bearer ", credential.token()));
    }
  }
  over_ = authorizations_.empty();
  std::iota(cells_.begin(), cells_.end(), 0);
  std::ranges::shuffle(cells_, random);
}

v1::SubmitMoveRequest PlayedGame::NextMove(SteadyTime now) {
  v1::SubmitMoveRequest request;
  request.set_game_id(id_);
  request.set_request_id(client::NewRequestId());
  const int cell = cells_[begun_.size()];
  request.mutable_move()->mutable_cell()->set_row(cell / columns_);
  request.mutable_move()->mutable_cell()->set_column(cell % columns_);
  begun_.push_back(now);
  unseen_ += watchers_;
  return request;
}

void PlayedGame::Answered(const v1::SubmitMoveResponse& response) {
  over_ = response.cursor().status() != v1::GAME_STATUS_IN_PROGRESS;
  const auto seat = static_cast<size_t>(response.cursor().turn_index());
  if (seat < authorizations_.size()) seat_ = seat;
}

void PlayedGame::LoseWatcher(size_t seen) {
  --watchers_;
  unseen_ -= static_cast<int64_t>(begun_.size() - seen);
}

SteadyTime PlayedGame::Delivered(size_t move) {
  --unseen_;
  return begun_[move];
}

}  // namespace meeple::cli
