#ifndef MEEPLE_SERVICE_CORE_FEED_REGISTRY_H_
#define MEEPLE_SERVICE_CORE_FEED_REGISTRY_H_

// The feeds that somebody has asked for, kept up to date by the journal. They stay: there is one
// for the lobby, and two for each API key that is used.
//
//   registry.Open(kLobbyFeed, [](absl::StatusOr<std::shared_ptr<FeedLog>> feed) {...});
//   registry.Read(*feed, after, [](absl::StatusOr<std::vector<SharedItem>> items) {...});
//
// Thread-safe.

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "service/base/mutex.h"
#include "service/base/worker_pool.h"
#include "service/core/feed_log.h"
#include "service/core/game_audience.h"
#include "service/core/journal_errors.h"
#include "service/journal/journal.h"

namespace meeple::service {

struct FeedOptions {
  // Threads that read the journal. With none the caller's thread does: right for a journal that
  // answers without waiting for a disk.
  int threads = 0;
  // So many openings may wait; more are refused.
  int max_waiting = 1'000;
  // How many entries of a feed the journal keeps.
  int64_t kept = kFeedEntriesKept;
  // Called with each entry of the feeds that the registry knows, in order, by the thread that the
  // journal tells its listener on: it must be quick.
  std::function<void(const FeedAppend& entry)> on_append = {};
  // Called where a feed went on, with the streams to wake: by the thread that the journal tells
  // its listener on.
  std::function<void(GameAudience::Streams streams)> on_wake = {};
  OnUnreadable on_unreadable = {};
};

class FeedRegistry {
 public:
  using Feed = std::shared_ptr<FeedLog>;
  using Opened = std::function<void(absl::StatusOr<Feed>)>;
  using Items = std::function<void(absl::StatusOr<std::vector<SharedItem>>)>;

  // Both must outlive the registry, the registry all its feeds. It is the journal's listener from
  // now on.
  FeedRegistry(Journal& journal, AudienceRegistry& audiences, FeedOptions options);
  ~FeedRegistry();

  // Calls `opened` once with a feed, before this returns where it is known. Errors: OVERLOADED,
  // JOURNAL_CORRUPT, JOURNAL_UNAVAILABLE.
  void Open(const std::string& name, Opened opened);
  // The same at once; it may wait for a disk.
  absl::StatusOr<Feed> OpenNow(const std::string& name);

  // Calls `ready` once with items after `after`, as many as fit `limits`, read from the journal.
  // REQUIRES: `after` is before the head. Errors: as FeedLog::ReadAfter; JOURNAL_UNAVAILABLE.
  void Read(const Feed& feed, int64_t after, FeedLimits limits, Items ready);

  // No longer the journal's listener; ends the threads and drops what waits for them.
  void Stop();

 private:
  void OnAppended(std::span<const FeedAppend> appended);
  Feed FindOrAdd(const std::string& name);
  Feed Find(const std::string& name) const;
  absl::StatusOr<std::vector<SharedItem>> ReadNow(FeedLog& feed, int64_t after,
                                                  FeedLimits limits) const;

  Journal& journal_;
  AudienceRegistry& audiences_;
  const FeedOptions options_;

  mutable Mutex mutex_;
  absl::flat_hash_map<std::string, Feed> feeds_ ABSL_GUARDED_BY(mutex_);
  const std::unique_ptr<WorkerPool> pool_;  // null without threads
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_FEED_REGISTRY_H_
