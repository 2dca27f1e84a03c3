#ifndef MEEPLE_SERVICE_CORE_FEED_WATCH_H_
#define MEEPLE_SERVICE_CORE_FEED_WATCH_H_

// A watch of a feed: see watch.h and feed_log.h. It tells the items that its viewer asked for.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "service/core/feed_log.h"
#include "service/core/feed_registry.h"
#include "service/core/host_core.h"
#include "service/core/log_watch.h"
#include "service/core/watch.h"
#include "service/core/watcher_ticket.h"

namespace meeple::service {

// What a watch of a feed read from the journal.
struct FeedWatchAnswer {
  absl::Status status = absl::OkStatus();
  std::vector<SharedItem> items = {};
};

// Whose eyes a watch of a feed has.
struct FeedViewer {
  // What is told of an item, as an element of a batch; null for nothing.
  std::function<SharedBytes(const FeedItem& item)> show;
  // Not OK once nothing may be told any more. None allows everything.
  std::function<absl::Status()> permitted = {};
};

class FeedWatch final : public LogWatch<FeedWatchAnswer> {
 public:
  // Begins with what follows `after`. `core` must outlive the watch.
  FeedWatch(HostCore& core, std::unique_ptr<WatcherTicket> ticket, FeedRegistry::Feed feed,
            int64_t after, FeedViewer viewer, std::weak_ptr<WatchStream> stream);

  WatchMessage Bookmark() const override;

 private:
  std::optional<WatchStep> Look(FeedWatchAnswer answer) override;
  // What the feed has in memory.
  std::optional<WatchStep> LookAtFeed();
  // Moves on past the items, as far as they fit a message; nothing if none of them is told.
  std::optional<WatchStep> Tell(const std::vector<SharedItem>& items);
  void AskForItems();

  const FeedRegistry::Feed feed_;
  const FeedViewer viewer_;
  int64_t after_;
  // How many items were passed over since a message.
  int64_t passed_over_ = 0;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_FEED_WATCH_H_
