#ifndef MEEPLE_SERVICE_JOURNAL_FEED_H_
#define MEEPLE_SERVICE_JOURNAL_FEED_H_

// A feed is a log that many games write to, such as what changes in the lobby. Its entries are
// numbered from 1 without gaps, in the order in which the journal kept the commits that brought
// them. The newest ones are kept; older ones are dropped one by one as new ones come.
//
//   journal.SetFeedListener([](std::span<const FeedAppend> appended) {...});
//   journal.Append({.game_id = ..., .feed_entries = {{.feed = "lobby", .value = bytes}}}, done);
//   journal.ReadFeed("lobby", after, {.entries = 500, .bytes = 65'536});

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace meeple::service {

// So many entries of each feed are kept unless a journal is told otherwise.
inline constexpr int64_t kFeedEntriesKept = 100'000;

using SharedBytes = std::shared_ptr<const std::string>;

// What a commit adds to a feed.
struct FeedEntry {
  // At most 255 bytes.
  std::string feed;
  // Serialised by the core.
  SharedBytes value;
};

// An entry that is kept.
struct FeedAppend {
  std::string feed;
  int64_t sequence = 0;
  SharedBytes value;
};

// Which entries of a feed there are: those after `floor`, up to `head`.
struct FeedBounds {
  int64_t floor = 0;
  int64_t head = 0;

  bool operator==(const FeedBounds&) const = default;
};

// How much of a feed is read at once.
struct FeedLimits {
  int entries = std::numeric_limits<int>::max();
  // Of all values together. One entry may be larger than that by itself.
  size_t bytes = std::numeric_limits<size_t>::max();

  // Whether the limits leave room for a value behind `entries_before` others of so many bytes.
  bool HaveRoomFor(size_t value_bytes, size_t entries_before, size_t bytes_before) const {
    if (entries_before >= static_cast<size_t>(entries)) return false;
    return entries_before == 0 || value_bytes <= bytes - std::min(bytes, bytes_before);
  }
};

// Told of entries once they are durable and before the commits that brought them are answered, each
// once, those of a feed in order. Runs under a lock of the journal: it must be quick and must not
// call the journal.
using FeedListener = std::function<void(std::span<const FeedAppend> appended)>;

// Nothing is read of an entry, nor counted in the bounds, before the listener was told of it.
//
// Thread-safe.
class FeedStore {
 public:
  virtual ~FeedStore() = default;

  // The bounds of a feed; zeros for one that nothing was ever added to.
  virtual absl::StatusOr<FeedBounds> ReadFeedBounds(const std::string& feed) const = 0;

  // The entries of a feed after `after`, in order, without gaps: as many as fit `limits`.
  // OUT_OF_RANGE if the next one is no longer kept.
  virtual absl::StatusOr<std::vector<FeedAppend>> ReadFeed(const std::string& feed, int64_t after,
                                                           FeedLimits limits) const = 0;

  // From now on `listener` is told, and no other one; it runs no more once another one, or none,
  // was set.
  virtual void SetFeedListener(FeedListener listener) = 0;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_FEED_H_
