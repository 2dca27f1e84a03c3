#ifndef MEEPLE_SERVICE_CORE_FEED_LOG_H_
#define MEEPLE_SERVICE_CORE_FEED_LOG_H_

// A feed of the journal as those see it who watch it: see service/journal/feed.h. While somebody
// does, its newest entries are in memory, and each is made ready for the wire once for all.
//
//   FeedLog& feed = ...;
//   feed.Begin(bounds);                        // as the journal has it
//   feed.Append(sequence, value);              // it was told of an entry
//   feed.audience().Publish(sequence);
//
// Thread-safe.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/base/mutex.h"
#include "service/core/game_audience.h"
#include "service/core/journal_errors.h"
#include "service/journal/feed.h"

namespace meeple::service {

// An entry, ready to be told. Immutable once made; shared by all who watch.
struct FeedItem {
  virtual ~FeedItem() = default;
  int64_t sequence = 0;
  // An element of the batch that a watch sends, with its tag and length.
  SharedBytes wire;
};
using SharedItem = std::shared_ptr<const FeedItem>;

// Makes an item of what is stored; null if that is damaged.
using FeedFormat = std::function<SharedItem(int64_t sequence, const std::string& value)>;

struct FeedLogOptions {
  // So many entries are kept by the journal, so that older ones are not asked for any more.
  int64_t kept = kFeedEntriesKept;
  OnUnreadable on_unreadable = {};
};

class FeedLog {
 public:
  FeedLog(std::shared_ptr<GameAudience> audience, FeedFormat format, FeedLogOptions options)
      : audience_(std::move(audience)), format_(std::move(format)), options_(std::move(options)) {}

  const std::string& name() const { return audience_->log_id(); }
  const std::shared_ptr<GameAudience>& audience() const { return audience_; }

  // What the journal had at some moment after the log was made. Before it nothing else is asked of
  // the log, though it is told of entries.
  void Begin(const FeedBounds& bounds);
  bool begun() const;

  // The next entry. One that comes later than a newer one is passed over: it is read from the
  // journal.
  void Append(int64_t sequence, const SharedBytes& value);

  FeedBounds bounds() const;
  // SEQUENCE_OUT_OF_RANGE, with the bounds, if no watch can begin after `after`.
  absl::Status CheckWithin(int64_t after) const;

  // At most `most` items after `after`, none at the head; nothing if they must be read from the
  // journal. Errors: as CheckWithin; JOURNAL_CORRUPT.
  absl::StatusOr<std::optional<std::vector<SharedItem>>> ReadAfter(int64_t after, size_t most);
  // The same of what was read from the journal.
  absl::StatusOr<std::vector<SharedItem>> ItemsOf(const std::vector<FeedAppend>& entries) const;
  // What is told of an error of reading the feed, to the operator too: see FromJournalError.
  absl::Status Unreadable(const absl::Status& status) const;

 private:
  struct Slot {
    SharedBytes value;
    SharedItem item;  // null until somebody asks
  };
  // So many of the newest entries are in memory.
  static constexpr size_t kMostInMemory = 1'000;

  FeedBounds BoundsLocked() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::Status CheckWithinLocked(int64_t after) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // As ReadAfter, with DATA_LOSS for damage that nobody was told of.
  absl::StatusOr<std::optional<std::vector<SharedItem>>> ReadAfterLocked(int64_t after, size_t most)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const std::shared_ptr<GameAudience> audience_;
  const FeedFormat format_;
  const FeedLogOptions options_;

  mutable Mutex mutex_;
  bool begun_ ABSL_GUARDED_BY(mutex_) = false;
  // As the journal had it; it moves on with the head.
  int64_t floor_ ABSL_GUARDED_BY(mutex_) = 0;
  int64_t head_ ABSL_GUARDED_BY(mutex_) = 0;
  // The newest entries, up to the head.
  std::deque<Slot> newest_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_FEED_LOG_H_
