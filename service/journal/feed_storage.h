#ifndef MEEPLE_SERVICE_JOURNAL_FEED_STORAGE_H_
#define MEEPLE_SERVICE_JOURNAL_FEED_STORAGE_H_

// Feeds in the database: see feed.h for what they are.

#include <rocksdb/write_batch.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/journal/database.h"
#include "service/journal/feed.h"
#include "service/journal/feed_announcer.h"

namespace meeple::service {

// See FeedStore, but with entries that are not announced yet; `kept` is how many entries of a feed
// count as kept.
absl::StatusOr<FeedBounds> ReadFeedBounds(Database& database, const std::string& feed,
                                          int64_t kept);
absl::StatusOr<std::vector<FeedAppend>> ReadFeed(Database& database, const std::string& feed,
                                                 int64_t after, FeedLimits limits);

// Numbers the entries of commits and puts them into their batch; what is no longer kept leaves with
// it.
//
// Not thread-safe: the journal's thread owns it.
class FeedWriter {
 public:
  // Both references must outlive the writer. `announcer` learns of each feed before the writer adds
  // to it.
  FeedWriter(Database& database, FeedAnnouncer& announcer, int64_t kept)
      : database_(database), announcer_(announcer), kept_(kept) {}

  // Learns where the feeds of `entries` end; to be called before Add. Writes nothing to the
  // database.
  absl::Status Prepare(const std::vector<FeedEntry>& entries, rocksdb::WriteBatch& batch);
  // REQUIRES: Prepare was content. A batch with them that fails leaves the writer of no use.
  void Add(const std::vector<FeedEntry>& entries, rocksdb::WriteBatch& batch);

  // What was added since the last call.
  std::vector<FeedAppend> TakeAdded() { return std::exchange(added_, {}); }

 private:
  Database& database_;
  FeedAnnouncer& announcer_;
  const int64_t kept_;
  absl::flat_hash_map<std::string, int64_t> heads_;
  std::vector<FeedAppend> added_;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_FEED_STORAGE_H_
