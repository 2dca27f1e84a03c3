#include "service/rpc/watch_registry.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "service/core/errors.h"

namespace meeple::rpc {

using service::MutexLock;

WatchRegistry::Place::~Place() {
  if (registry_ != nullptr) registry_->GiveBack(peer_);
}

absl::StatusOr<WatchRegistry::Place> WatchRegistry::Admit(std::string_view peer) {
  std::string name(peer);
  {
    MutexLock lock(mutex_);
    int& watches = watches_[name];
    if (watches < max_per_connection_) {
      ++watches;
      return Place(this, std::move(name));
    }
    if (watches == 0) watches_.erase(name);
  }
  const std::string limit = absl::StrCat(max_per_connection_);
  return service::MakeError(
      v1::ERROR_REASON_LIMIT_REACHED,
      absl::StrCat("a connection can have ", limit, " watches open; end one or connect again"),
      {{"limit", "watches_per_connection"}, {"value", limit}});
}

void WatchRegistry::GiveBack(const std::string& peer) {
  MutexLock lock(mutex_);
  const auto found = watches_.find(peer);
  if (--found->second == 0) watches_.erase(found);
}

void WatchRegistry::Add(const std::shared_ptr<TimedStream>& stream) {
  MutexLock lock(mutex_);
  streams_.emplace(stream.get(), stream);
}

void WatchRegistry::Remove(TimedStream* stream) {
  MutexLock lock(mutex_);
  streams_.erase(stream);
}

void WatchRegistry::Tick() {
  // Streams are called, and let go, outside the lock: they may remove themselves.
  std::vector<std::weak_ptr<TimedStream>> streams;
  {
    MutexLock lock(mutex_);
    streams.reserve(streams_.size());
    for (const auto& [address, stream] : streams_) streams.push_back(stream);
  }
  const absl::Duration now = clock_.Uptime();
  Lag lag;
  for (const std::weak_ptr<TimedStream>& reference : streams) {
    const std::shared_ptr<TimedStream> stream = reference.lock();
    if (stream == nullptr) continue;
    if (stream->due() <= now) stream->Tick();
    // A write that was started after the look at the clock has taken no time.
    const absl::Duration writing = std::max(now - stream->writing_since(), absl::ZeroDuration());
    ++lag.streams;
    if (writing > kSlowAfter) ++lag.slow;
    lag.longest = std::max(lag.longest, writing);
  }
  MutexLock lock(mutex_);
  lag_ = lag;
}

WatchRegistry::Lag WatchRegistry::lag() const {
  MutexLock lock(mutex_);
  Lag lag = lag_;
  lag.streams = static_cast<int64_t>(streams_.size());
  return lag;
}

}  // namespace meeple::rpc
