#include "clients/cli/watch_follower.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"

namespace meeple::cli {
namespace {

// Tries before the server has been reached for the first time.
constexpr int kFirstTries = 4;

// True if a stream that ended this way can be taken up again where it was.
bool IsRecoverable(const absl::Status& status) {
  const std::string reason = ReasonOf(status);
  if (!reason.empty()) return reason == "WATCHER_LAGGING" || IsWorthRetrying(status);
  // Without a reason it was the transport or something on the way, which reports a broken
  // connection by several codes.
  switch (status.code()) {
    case absl::StatusCode::kUnavailable:
    case absl::StatusCode::kInternal:
    case absl::StatusCode::kUnknown:
    case absl::StatusCode::kAborted:
    case absl::StatusCode::kCancelled:
    case absl::StatusCode::kDeadlineExceeded:
    case absl::StatusCode::kDataLoss:
      return true;
    default:
      return false;
  }
}

}  // namespace

WatchFollower::WatchFollower(Connection& connection, const WatchOptions& options,
                             std::stop_token stop, WatchTime time)
    : connection_(connection),
      options_(options),
      stop_(std::move(stop)),
      time_(std::move(time)),
      sequence_(options.after_sequence),
      wants_snapshot_(options.snapshot),
      backoff_(Backoff::Range()) {}

WatchFollower::Update WatchFollower::Next() {
  for (;;) {
    if (stream_ == nullptr) {
      if (!time_.sleep(std::exchange(delay_, absl::ZeroDuration()), stop_)) {
        return {.status = absl::CancelledError("interrupted")};
      }
      Open();
      if (is_lost_ && connection_.IsUp()) {
        is_lost_ = false;
        return {.kind = Update::kResumed};
      }
    }
    Update update;
    const Reading reading = ReadNews(&update.message);
    if (reading == Reading::kNews) {
      update.kind = Update::kMessage;
      return update;
    }
    if (reading == Reading::kGap) context_->TryCancel();
    absl::Status status = Close();
    if (reading == Reading::kGap) {
      status = absl::DataLossError(absl::StrCat("the server left out events after ", sequence_));
    }
    if (status.ok()) return {};
    if (stop_.stop_requested()) return {.status = absl::CancelledError("interrupted")};
    if (!ShouldComeBack(status)) return {.status = status};
    delay_ = std::max(backoff_.Next(), RetryDelayOf(status).value_or(absl::ZeroDuration()));
    if (was_connected_ && !std::exchange(is_lost_, true)) {
      return {.kind = Update::kLost, .status = status};
    }
  }
}

void WatchFollower::Open() {
  v1::WatchGameRequest request;
  request.set_game_id(options_.game_id);
  request.set_after_sequence(sequence_);
  request.set_snapshot(wants_snapshot_);
  request.set_until_finish(options_.until_finish);
  context_ = connection_.NewContext();
  const std::stop_callback cancel(stop_, [this] { context_->TryCancel(); });
  stream_ = connection_.stub().WatchGame(context_.get(), request);
  stream_->WaitForInitialMetadata();
  if (connection_.IsUp()) was_connected_ = true;
}

WatchFollower::~WatchFollower() {
  if (stream_ == nullptr) return;
  context_->TryCancel();
  Close().IgnoreError();
}

absl::Status WatchFollower::Close() {
  const absl::Status status = FromGrpc(stream_->Finish());
  stream_.reset();
  context_.reset();
  return status;
}

// Reads up to the next message that has something new.
WatchFollower::Reading WatchFollower::ReadNews(v1::WatchGameResponse* message) {
  const std::stop_callback cancel(stop_, [this] { context_->TryCancel(); });
  while (stream_->Read(message)) {
    const std::optional<Reading> reading = Admit(message);
    if (!reading.has_value()) continue;
    if (*reading == Reading::kNews) {
      tries_without_news_ = 0;
      trouble_began_ = absl::InfiniteFuture();
      backoff_.Reset();
      connection_.Clean(message);
    }
    return *reading;
  }
  return Reading::kEnded;
}

std::optional<WatchFollower::Reading> WatchFollower::Admit(v1::WatchGameResponse* message) {
  switch (message->update_case()) {
    case v1::WatchGameResponse::kSnapshot:
      if (!std::exchange(wants_snapshot_, false)) return std::nullopt;
      sequence_ = message->snapshot().game().sequence();
      return Reading::kNews;
    case v1::WatchGameResponse::kEvents:
      return AdmitEvents(message->mutable_events());
    case v1::WatchGameResponse::kBookmark:
      return message->bookmark().sequence() > sequence_ ? Reading::kGap : Reading::kNews;
    case v1::WatchGameResponse::UPDATE_NOT_SET:
      break;
  }
  return std::nullopt;
}

std::optional<WatchFollower::Reading> WatchFollower::AdmitEvents(v1::GameEventBatch* batch) {
  auto* events = batch->mutable_events();
  const auto first_new =
      std::find_if(events->begin(), events->end(),
                   [this](const v1::GameEvent& event) { return event.sequence() > sequence_; });
  events->erase(events->begin(), first_new);
  if (events->empty()) return std::nullopt;
  for (int i = 0; i < events->size(); ++i) {
    if ((*events)[i].sequence() != sequence_ + 1 + i) return Reading::kGap;
  }
  sequence_ += events->size();
  wants_snapshot_ = false;
  return Reading::kNews;
}

bool WatchFollower::ShouldComeBack(const absl::Status& status) {
  ++tries_without_news_;
  if (!was_connected_) return IsWorthRetrying(status) && tries_without_news_ < kFirstTries;
  trouble_began_ = std::min(trouble_began_, time_.now());
  return IsRecoverable(status) && time_.now() - trouble_began_ < options_.patience;
}

}  // namespace meeple::cli
