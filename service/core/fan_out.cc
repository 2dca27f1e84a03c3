#include "service/core/fan_out.h"

#include <algorithm>
#include <utility>

namespace meeple::service {

struct FanOut::Crowd {
  GameAudience::Streams streams;
  Stopwatch since = {};
  size_t woken = 0;
};

void FanOut::Wake(GameAudience::Streams streams) {
  if (streams.empty()) return;
  {
    MutexLock lock(mutex_);
    if (stopped_) return;
    ++under_way_;
  }
  PostPart(std::make_shared<Crowd>(Crowd{.streams = std::move(streams)}));
}

void FanOut::PostPart(std::shared_ptr<Crowd> crowd) {
  executor_.Post([this, crowd = std::move(crowd)] { WakePart(crowd); });
}

void FanOut::WakePart(const std::shared_ptr<Crowd>& crowd) {
  const size_t end =
      stopped() ? crowd->woken : std::min(crowd->woken + kPart, crowd->streams.size());
  for (; crowd->woken < end; ++crowd->woken) {
    if (const auto stream = crowd->streams[crowd->woken].lock()) stream->Wake();
  }
  if (end < crowd->streams.size() && !stopped()) return PostPart(crowd);
  time_.Observe(crowd->since.nanoseconds());
  MutexLock lock(mutex_);
  if (--under_way_ == 0) changed_.NotifyAll();
}

size_t FanOut::under_way() const {
  MutexLock lock(mutex_);
  return under_way_;
}

bool FanOut::stopped() const {
  MutexLock lock(mutex_);
  return stopped_;
}

void FanOut::Stop() {
  MutexLock lock(mutex_);
  stopped_ = true;
  while (under_way_ > 0) changed_.Wait(mutex_);
}

}  // namespace meeple::service
