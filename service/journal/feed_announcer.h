#ifndef MEEPLE_SERVICE_JOURNAL_FEED_ANNOUNCER_H_
#define MEEPLE_SERVICE_JOURNAL_FEED_ANNOUNCER_H_

// Which entries of feeds the listener of a journal was told of. The database has them before: until
// they are marked as committed and announced, nobody may be shown them.
//
//   announcer.Begin(feed, head);              // before the first entry of the feed is written
//   announcer.Announce(appended);             // they are durable
//   ... a reader reads the database, then keeps what is not after announcer.MostShown(feed)
//
// Thread-safe.

#include <cstdint>
#include <span>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "service/base/mutex.h"
#include "service/journal/feed.h"

namespace meeple::service {

class FeedAnnouncer {
 public:
  // See FeedStore.
  void SetListener(FeedListener listener);

  // From now on nothing of the feed after `head` is shown until it is announced.
  void Begin(const std::string& feed, int64_t head);
  // Tells the listener; what it is told of may be shown once it knows.
  void Announce(std::span<const FeedAppend> appended);

  // The newest entry of the feed that may be shown, for whoever asks after reading the database. No
  // bound for a feed that this server has not added to yet.
  int64_t MostShown(const std::string& feed) const;

 private:
  mutable Mutex mutex_;
  FeedListener listener_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_map<std::string, int64_t> heads_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_FEED_ANNOUNCER_H_
