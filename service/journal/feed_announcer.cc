#include "service/journal/feed_announcer.h"

#include <limits>
#include <utility>

namespace meeple::service {

void FeedAnnouncer::SetListener(FeedListener listener) {
  MutexLock lock(mutex_);
  listener_ = std::move(listener);
}

void FeedAnnouncer::Begin(const std::string& feed, int64_t head) {
  MutexLock lock(mutex_);
  heads_.try_emplace(feed, head);
}

void FeedAnnouncer::Announce(std::span<const FeedAppend> appended) {
  // Under one lock, so that whoever may read an entry finds that the listener knows it.
  MutexLock lock(mutex_);
  for (const FeedAppend& entry : appended) heads_[entry.feed] = entry.sequence;
  if (listener_) listener_(appended);
}

int64_t FeedAnnouncer::MostShown(const std::string& feed) const {
  MutexLock lock(mutex_);
  const auto found = heads_.find(feed);
  return found == heads_.end() ? std::numeric_limits<int64_t>::max() : found->second;
}

}  // namespace meeple::service
