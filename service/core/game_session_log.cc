// What a GameSession has to say of its log: to those who list events and to those who watch.

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "service/core/errors.h"
#include "service/core/event_bytes.h"
#include "service/core/game_session.h"

namespace meeple::service {
namespace {

absl::Status BeyondHead(int64_t head) {
  const std::string text = absl::StrCat(head);
  return MakeError(v1::ERROR_REASON_SEQUENCE_OUT_OF_RANGE,
                   absl::StrCat("the newest event is ", text), {{"head", text}});
}

// Until when a watch lasts, where that is known by now.
std::optional<int64_t> LastOf(const WatchPosition& position, const EventLog& log) {
  if (position.last.has_value()) return position.last;
  const int64_t finish = position.until_finish ? log.FirstFinishAfter(position.after) : 0;
  if (finish != 0) return finish;
  return log.final() ? std::optional(log.head()) : std::nullopt;
}

}  // namespace

absl::Status GameSession::CheckWithinLog(int64_t after) const {
  MutexLock lock(mutex_);
  return CheckWithinLogLocked(after);
}

absl::Status GameSession::CheckWithinLogLocked(int64_t after) const {
  if (history_.log.head() == 0) return GameNotFound(setup_->game_id);
  return after <= history_.log.head() ? absl::OkStatus() : BeyondHead(history_.log.head());
}

absl::StatusOr<std::variant<GameSession::Page, EventRange>> GameSession::ListEvents(
    int64_t after, const EventLog::Bounds& bounds) const {
  MutexLock lock(mutex_);
  if (absl::Status status = CheckWithinLogLocked(after); !status.ok()) return status;
  if (after < history_.log.floor()) {
    return EventRange{.first = after + 1, .last = history_.log.head()};
  }
  const auto records = history_.log.ReadAfter(after, bounds);
  return Page{.records = {records.begin(), records.end()},
              .more = after + static_cast<int64_t>(records.size()) < history_.log.head()};
}

std::variant<WatchStep, EventRange> GameSession::NextFor(
    WatchPosition& position, const void* key, std::weak_ptr<WatchStream> stream,
    const std::shared_ptr<GameAudience>& audience) {
  MutexLock lock(mutex_);
  // Another session has the game by now, and may have published what this one never will.
  if (!broken_.ok()) return WatchStep{.kind = WatchStep::Kind::kEnd, .end = broken_};
  if (!epochs_.InForce(position.credential)) {
    return WatchStep{.kind = WatchStep::Kind::kEnd, .end = NotInForce()};
  }
  const EventLog& log = history_.log;
  position.last = LastOf(position, log);
  if (position.last && position.after >= *position.last) {
    return WatchStep{.kind = WatchStep::Kind::kEnd};
  }
  if (position.after < log.floor()) {
    return EventRange{.first = position.after + 1, .last = log.floor()};
  }
  const auto records = log.ReadAfter(position.after, position.bounds());
  if (!records.empty()) return position.Advance(records);
  // The watch may have been opened at a session that is gone.
  if (audience_ == nullptr) BeginAudienceLocked(audience);
  // Nothing is published but under this mutex.
  audience_->Park(key, std::move(stream), position.after);
  return WatchStep{.kind = WatchStep::Kind::kWait};
}

}  // namespace meeple::service
