#include "clients/cli/replay/frame_source.h"

#include <algorithm>
#include <utility>

namespace meeple::cli {
namespace {

// Frames are fetched in blocks of this many, so that stepping back needs as few calls as stepping
// on.
constexpr int32_t kBlock = 32;

}  // namespace

absl::StatusOr<v1::ReplayFrame> FrameSource::At(int32_t turn) {
  if (const v1::ReplayFrame* frame = Find(turn); frame != nullptr) return *frame;
  const int32_t block = turn / kBlock * kBlock;
  if (absl::Status status = Fetch(block, std::min(block + kBlock - 1, last_)); !status.ok()) {
    return status;
  }
  if (const v1::ReplayFrame* frame = Find(turn); frame != nullptr) return *frame;
  // A page of large boards ends before its block does.
  if (absl::Status status = Fetch(turn, turn); !status.ok()) return status;
  if (const v1::ReplayFrame* frame = Find(turn); frame != nullptr) return *frame;
  return absl::NotFoundError("this turn has been taken back");
}

absl::Status FrameSource::Fetch(int32_t from_turn, int32_t to_turn) {
  v1::ReplayRequest request;
  request.set_game_id(game_id_);
  request.set_from_turn(from_turn);
  request.set_to_turn(to_turn);
  request.set_page_size(kBlock);
  auto page = connection_.Call(&Connection::Stub::Replay, request);
  if (!page.ok()) return page.status();
  page_ = *std::move(page);
  return absl::OkStatus();
}

const v1::ReplayFrame* FrameSource::Find(int32_t turn) const {
  const auto frame = std::ranges::find_if(
      page_.frames(), [turn](const v1::ReplayFrame& f) { return f.turn() == turn; });
  return frame == page_.frames().end() ? nullptr : &*frame;
}

}  // namespace meeple::cli
