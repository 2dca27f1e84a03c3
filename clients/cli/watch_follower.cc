#include "clients/cli/watch_follower.h"

#include <algorithm>
#include <utility>

namespace meeple::cli {

WatchFollower::WatchFollower(Connection& connection, const WatchOptions& options,
                             std::stop_token stop, WatchTime time)
    : StreamFollower(connection, options.after_sequence, options.patience, std::move(stop),
                     std::move(time)),
      options_(options),
      wants_snapshot_(options.snapshot) {}

WatchFollower::Stream WatchFollower::Call(Connection& connection, grpc::ClientContext* context) {
  v1::WatchGameRequest request;
  request.set_game_id(options_.game_id);
  request.set_after_sequence(sequence());
  request.set_snapshot(wants_snapshot_);
  request.set_until_finish(options_.until_finish);
  return connection.stub().WatchGame(context, request);
}

std::optional<WatchFollower::Reading> WatchFollower::Admit(v1::WatchGameResponse* message) {
  switch (message->update_case()) {
    case v1::WatchGameResponse::kSnapshot:
      if (!std::exchange(wants_snapshot_, false)) return std::nullopt;
      MoveTo(message->snapshot().game().sequence());
      return Reading::kNews;
    case v1::WatchGameResponse::kEvents:
      return AdmitEvents(message->mutable_events());
    case v1::WatchGameResponse::kBookmark:
      return message->bookmark().sequence() > sequence() ? Reading::kGap : Reading::kNews;
    case v1::WatchGameResponse::UPDATE_NOT_SET:
      break;
  }
  return std::nullopt;
}

std::optional<WatchFollower::Reading> WatchFollower::AdmitEvents(v1::GameEventBatch* batch) {
  auto* events = batch->mutable_events();
  const auto first_new =
      std::find_if(events->begin(), events->end(),
                   [this](const v1::GameEvent& event) { return event.sequence() > sequence(); });
  events->erase(events->begin(), first_new);
  if (events->empty()) return std::nullopt;
  for (int i = 0; i < events->size(); ++i) {
    if ((*events)[i].sequence() != sequence() + 1 + i) return Reading::kGap;
  }
  MoveTo(sequence() + events->size());
  wants_snapshot_ = false;
  return Reading::kNews;
}

}  // namespace meeple::cli
