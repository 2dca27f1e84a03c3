#include "service/core/feed_registry.h"

#include <utility>

#include "service/core/feeds.h"
#include "service/core/journal_errors.h"

namespace meeple::service {

FeedRegistry::FeedRegistry(Journal& journal, AudienceRegistry& audiences, FeedOptions options)
    : journal_(journal),
      audiences_(audiences),
      options_(std::move(options)),
      pool_(options_.threads > 0 ? std::make_unique<WorkerPool>(options_.threads) : nullptr) {
  journal_.SetFeedListener([this](std::span<const FeedAppend> appended) { OnAppended(appended); });
}

FeedRegistry::~FeedRegistry() { Stop(); }

void FeedRegistry::Stop() {
  journal_.SetFeedListener({});
  if (pool_ != nullptr) pool_->Stop();
}

FeedRegistry::Feed FeedRegistry::FindOrAdd(const std::string& name) {
  MutexLock lock(mutex_);
  Feed& feed = feeds_[name];
  if (feed == nullptr) {
    feed = std::make_shared<FeedLog>(
        audiences_.Of(name), FormatOfFeed(name),
        FeedLogOptions{.kept = options_.kept, .on_unreadable = options_.on_unreadable});
  }
  return feed;
}

FeedRegistry::Feed FeedRegistry::Find(const std::string& name) const {
  MutexLock lock(mutex_);
  const auto found = feeds_.find(name);
  return found == feeds_.end() ? nullptr : found->second;
}

absl::StatusOr<FeedRegistry::Feed> FeedRegistry::OpenNow(const std::string& name) {
  // It is known before the journal is read, so that no entry falls between the two.
  Feed feed = FindOrAdd(name);
  if (feed->begun()) return feed;
  const absl::StatusOr<FeedBounds> bounds = journal_.ReadFeedBounds(name);
  if (!bounds.ok()) return feed->Unreadable(bounds.status());
  feed->Begin(*bounds);
  return feed;
}

void FeedRegistry::Open(const std::string& name, Opened opened) {
  Feed known = Find(name);
  if (known != nullptr && known->begun()) return opened(std::move(known));
  if (pool_ == nullptr) return opened(OpenNow(name));
  auto open = [this, name, opened] { opened(OpenNow(name)); };
  if (pool_->TryPost(std::move(open), static_cast<size_t>(options_.max_waiting))) return;
  opened(TooManyReadJournal());
}

void FeedRegistry::Read(const Feed& feed, int64_t after, FeedLimits limits, Items ready) {
  auto read = [this, feed, after, limits, ready] { ready(ReadNow(*feed, after, limits)); };
  if (pool_ == nullptr) return read();
  pool_->Post(std::move(read));
}

absl::StatusOr<std::vector<SharedItem>> FeedRegistry::ReadNow(FeedLog& feed, int64_t after,
                                                              FeedLimits limits) const {
  const absl::StatusOr<std::vector<FeedAppend>> entries =
      journal_.ReadFeed(feed.name(), after, limits);
  if (entries.ok() && !entries->empty()) return feed.ItemsOf(*entries);
  // Others came meanwhile, so that what was to be read is no longer kept.
  if (absl::Status within = feed.CheckWithin(after); !within.ok()) return within;
  return feed.Unreadable(entries.ok() ? absl::DataLossError("entries are missing")
                                      : entries.status());
}

void FeedRegistry::OnAppended(std::span<const FeedAppend> appended) {
  absl::flat_hash_map<std::string, std::pair<Feed, int64_t>> heads;
  for (const FeedAppend& entry : appended) {
    const Feed feed = Find(entry.feed);
    if (feed == nullptr) continue;
    feed->Append(entry.sequence, entry.value);
    options_.on_append(entry);
    heads[entry.feed] = {feed, entry.sequence};
  }
  for (const auto& [name, newest] : heads) {
    options_.on_wake(newest.first->audience()->Publish(newest.second));
  }
}

}  // namespace meeple::service
