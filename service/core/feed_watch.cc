#include "service/core/feed_watch.h"

#include <utility>

#include "service/core/event_bytes.h"
#include "service/core/watch_position.h"

namespace meeple::service {
namespace {

// Whoever is told nothing for so many items is told how far the watch has come.
constexpr int64_t kMostPassedOver = 1'000;

WatchStep EndedBy(const absl::Status& status) {
  return {.kind = WatchStep::Kind::kEnd, .end = status};
}

}  // namespace

FeedWatch::FeedWatch(HostCore& core, std::unique_ptr<WatcherTicket> ticket, FeedRegistry::Feed feed,
                     int64_t after, FeedViewer viewer, std::weak_ptr<WatchStream> stream)
    : LogWatch(core, std::move(ticket), std::nullopt, std::move(stream)),
      feed_(std::move(feed)),
      viewer_(std::move(viewer)),
      after_(after) {}

std::optional<WatchStep> FeedWatch::Look(FeedWatchAnswer answer) {
  if (!answer.status.ok()) return EndedBy(answer.status);
  if (viewer_.permitted) {
    if (absl::Status permitted = viewer_.permitted(); !permitted.ok()) return EndedBy(permitted);
  }
  return answer.items.empty() ? LookAtFeed() : Tell(answer.items);
}

std::optional<WatchStep> FeedWatch::LookAtFeed() {
  const auto items = feed_->ReadAfter(after_, kMaxWatchMessageEvents);
  if (!items.ok()) return EndedBy(items.status());
  if (!items->has_value()) {
    AskForItems();
    return std::nullopt;
  }
  if (!(*items)->empty()) return Tell(**items);
  // Where something came meanwhile it is not parked, and looks again.
  if (!audience().Park(key(), stream(), after_)) return std::nullopt;
  return WaitUnlessDraining();
}

std::optional<WatchStep> FeedWatch::Tell(const std::vector<SharedItem>& items) {
  std::vector<SharedBytes> told;
  size_t bytes = 0;
  for (const SharedItem& item : items) {
    SharedBytes shown = viewer_.show(*item);
    if (shown != nullptr) {
      bytes += shown->size();
      if (bytes > kMaxWatchMessageBytes && !told.empty()) break;
      told.push_back(std::move(shown));
    }
    after_ = item->sequence;
    ++passed_over_;
  }
  if (told.empty() && passed_over_ < kMostPassedOver) return std::nullopt;
  passed_over_ = 0;
  return WatchStep{.kind = WatchStep::Kind::kMessage,
                   .message = told.empty() ? Bookmark() : MakeFeedMessage(std::move(told))};
}

void FeedWatch::AskForItems() {
  // No more than a message takes: the rest would be read again for the next one.
  core().feeds().Read(
      feed_, after_,
      {.entries = static_cast<int>(kMaxWatchMessageEvents), .bytes = kMaxWatchMessageBytes},
      [inbox = Expect()](absl::StatusOr<std::vector<SharedItem>> items) {
        if (!items.ok()) return inbox->Put({.status = items.status()});
        inbox->Put({.items = *std::move(items)});
      });
}

WatchMessage FeedWatch::Bookmark() const { return MakeBookmarkMessage(after_); }

}  // namespace meeple::service
