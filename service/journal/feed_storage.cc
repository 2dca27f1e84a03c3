#include "service/journal/feed_storage.h"

#include <rocksdb/iterator.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "service/journal/storage_keys.h"
#include "service/journal/storage_status.h"

namespace meeple::service {
namespace {

// The sequence of the entry of `feed` at the iterator's place; nothing if another feed stands
// there, or none.
std::optional<int64_t> SequenceAt(const rocksdb::Iterator& entry, const std::string& feed) {
  if (!entry.Valid()) return std::nullopt;
  const auto place = ParseEventKey(std::string_view(entry.key().data(), entry.key().size()));
  if (!place.has_value() || place->game_id != feed) return std::nullopt;
  return place->sequence;
}

absl::Status Unreadable(const std::string& feed, const rocksdb::Status& status) {
  return StorageError(absl::StrCat("reading the feed '", feed, "'"), status);
}

}  // namespace

// The keys of entries have the form of those of events, with the feed's name in place of a game's
// id.
absl::StatusOr<FeedBounds> ReadFeedBounds(Database& database, const std::string& feed,
                                          int64_t kept) {
  const std::unique_ptr<rocksdb::Iterator> entry(database.db().NewIterator({}, database.feeds()));
  entry->SeekForPrev(EventKey(feed, std::numeric_limits<int64_t>::max()));
  const std::optional<int64_t> head = SequenceAt(*entry, feed);
  if (!entry->status().ok()) return Unreadable(feed, entry->status());
  if (!head.has_value()) return FeedBounds();
  // What lies before it is not looked for: there may be much that was deleted.
  entry->Seek(EventKey(feed, std::max<int64_t>(1, *head - kept + 1)));
  const std::optional<int64_t> first = SequenceAt(*entry, feed);
  if (!entry->status().ok()) return Unreadable(feed, entry->status());
  return FeedBounds{.floor = first.value_or(*head + 1) - 1, .head = *head};
}

absl::StatusOr<std::vector<FeedAppend>> ReadFeed(Database& database, const std::string& feed,
                                                 int64_t after, FeedLimits limits) {
  std::vector<FeedAppend> entries;
  const std::unique_ptr<rocksdb::Iterator> entry(database.db().NewIterator({}, database.feeds()));
  size_t bytes = 0;
  for (entry->Seek(EventKey(feed, after + 1));; entry->Next()) {
    const std::optional<int64_t> sequence = SequenceAt(*entry, feed);
    if (!sequence.has_value()) break;
    if (!limits.HaveRoomFor(entry->value().size(), entries.size(), bytes)) break;
    bytes += entry->value().size();
    if (*sequence != after + 1 + std::ssize(entries)) {
      return absl::OutOfRangeError(absl::StrCat("the feed '", feed, "' goes on with ", *sequence));
    }
    entries.push_back({.feed = feed,
                       .sequence = *sequence,
                       .value = std::make_shared<const std::string>(entry->value().ToString())});
  }
  if (!entry->status().ok()) return Unreadable(feed, entry->status());
  return entries;
}

absl::Status FeedWriter::Prepare(const std::vector<FeedEntry>& entries,
                                 rocksdb::WriteBatch& batch) {
  for (const FeedEntry& entry : entries) {
    if (heads_.contains(entry.feed)) continue;
    const absl::StatusOr<FeedBounds> bounds = ReadFeedBounds(database_, entry.feed, kept_);
    if (!bounds.ok()) return bounds.status();
    heads_[entry.feed] = bounds->head;
    announcer_.Begin(entry.feed, bounds->head);
    // More may have been kept in earlier lives of the server.
    if (bounds->head <= kept_) continue;
    batch.DeleteRange(database_.feeds(), EventKey(entry.feed, 0),
                      EventKey(entry.feed, bounds->head - kept_ + 1));
  }
  return absl::OkStatus();
}

void FeedWriter::Add(const std::vector<FeedEntry>& entries, rocksdb::WriteBatch& batch) {
  for (const FeedEntry& entry : entries) {
    const int64_t sequence = ++heads_[entry.feed];
    batch.Put(database_.feeds(), EventKey(entry.feed, sequence), *entry.value);
    if (sequence > kept_) batch.Delete(database_.feeds(), EventKey(entry.feed, sequence - kept_));
    added_.push_back({.feed = entry.feed, .sequence = sequence, .value = entry.value});
  }
}

}  // namespace meeple::service
