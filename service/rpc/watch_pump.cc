#include "service/rpc/watch_pump.h"

#include <utility>

#include "meeple/v1/error.pb.h"
#include "service/core/errors.h"

namespace meeple::rpc {

using service::MutexLock;
using service::Watch;
using service::WatchMessage;
using service::WatchStep;

WatchPump::WatchPump(WatchTransport& transport, const service::Clock& clock,
                     const WatchTiming& timing, double spread)
    : transport_(transport),
      clock_(clock),
      timing_(timing),
      bookmark_after_(timing.bookmark_after * (5.0 + 2.0 * spread) / 6.0) {
  SetDue(absl::InfiniteDuration());
}

void WatchPump::Opened(absl::StatusOr<std::unique_ptr<Watch>> watch) {
  Report([&watch](Reports& reports) { reports.opened = std::move(watch); });
}

void WatchPump::Wake() {
  Report([](Reports& reports) { reports.woken = true; });
}

void WatchPump::Written(bool ok) {
  Report([ok](Reports& reports) { (ok ? reports.written : reports.broken) = true; });
}

void WatchPump::Cancelled() {
  Report([](Reports& reports) { reports.broken = true; });
}

void WatchPump::Tick() {
  Report([](Reports& reports) { reports.ticked = true; });
}

namespace {

// INT64_MAX, which is what ToInt64Nanoseconds makes of an infinite duration, is infinite.
absl::Duration FromNanoseconds(const std::atomic<int64_t>& value) {
  const int64_t nanoseconds = value.load(std::memory_order_relaxed);
  return nanoseconds == INT64_MAX ? absl::InfiniteDuration() : absl::Nanoseconds(nanoseconds);
}

}  // namespace

absl::Duration WatchPump::due() const { return FromNanoseconds(due_nanoseconds_); }

absl::Duration WatchPump::writing_since() const {
  return FromNanoseconds(writing_since_nanoseconds_);
}

void WatchPump::SetWritingSince(absl::Duration since) {
  writing_since_nanoseconds_.store(absl::ToInt64Nanoseconds(since), std::memory_order_relaxed);
}

void WatchPump::SetDue(absl::Duration due) {
  due_nanoseconds_.store(absl::ToInt64Nanoseconds(due), std::memory_order_relaxed);
}

template <class Change>
void WatchPump::Report(Change change) {
  {
    MutexLock lock(mutex_);
    change(reports_);
    if (running_) return;
    running_ = true;
  }
  Run();
}

void WatchPump::Run() {
  for (;;) {
    Reports reports;
    {
      MutexLock lock(mutex_);
      if (!reports_.any()) {
        running_ = false;
        return;
      }
      reports = std::exchange(reports_, Reports());
    }
    WorkOff(std::move(reports));
  }
}

void WatchPump::WorkOff(Reports reports) {
  if (finished_) {
    // A watch that opens only now closes again with `reports`.
    if (reports.ticked) OnTime();
    return;
  }
  if (reports.broken) {
    return Finish(absl::CancelledError("the watch was cancelled"),
                  timing_.lagging_after + timing_.abort_after);
  }
  if (reports.opened) Begin(*std::move(reports.opened));
  if (reports.written) {
    writing_ = false;
    SetWritingSince(absl::InfiniteDuration());
  }
  if (reports.written && waiting_) SetDue(clock_.Uptime() + bookmark_after_);
  if (reports.woken) waiting_ = false;
  if (watch_ != nullptr && !writing_ && !waiting_) Pull();
  if (reports.ticked) OnTime();
}

void WatchPump::Begin(absl::StatusOr<std::unique_ptr<Watch>> watch) {
  if (!watch.ok()) {
    return Finish(watch.status(), timing_.lagging_after + timing_.abort_after);
  }
  watch_ = *std::move(watch);
  transport_.SendHeaders();
}

void WatchPump::Pull() {
  WatchStep step = watch_->Next();
  switch (step.kind) {
    case WatchStep::Kind::kMessage:
      return Write(std::move(step.message));
    case WatchStep::Kind::kWait:
      waiting_ = true;
      return SetDue(clock_.Uptime() + bookmark_after_);
    case WatchStep::Kind::kEnd:
      return Finish(step.end, timing_.lagging_after + timing_.abort_after);
  }
}

void WatchPump::Write(WatchMessage message) {
  writing_ = true;
  const absl::Duration now = clock_.Uptime();
  SetWritingSince(now);
  SetDue(now + timing_.lagging_after);
  transport_.Write(std::move(message));
}

void WatchPump::OnTime() {
  // Between the look at due() and now, what was due may have been done by itself.
  if (clock_.Uptime() < due()) return;
  if (finished_) {
    SetDue(absl::InfiniteDuration());
    transport_.Abort();
  } else if (writing_) {
    Finish(service::MakeError(v1::ERROR_REASON_WATCHER_LAGGING,
                              "nothing was read for too long; watch again from the last event that "
                              "was read"),
           timing_.abort_after);
  } else if (waiting_) {
    Write(watch_->Bookmark());
  }
}

void WatchPump::Finish(const absl::Status& status, absl::Duration abort_after) {
  finished_ = true;
  SetWritingSince(absl::InfiniteDuration());
  SetDue(clock_.Uptime() + abort_after);
  watch_.reset();
  transport_.Finish(status);
}

}  // namespace meeple::rpc
