#include "service/core/feed_log.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "service/core/errors.h"

namespace meeple::service {
namespace {

absl::Status OutOfRange(const FeedBounds& bounds) {
  const std::string floor = absl::StrCat(bounds.floor);
  const std::string head = absl::StrCat(bounds.head);
  return MakeError(v1::ERROR_REASON_SEQUENCE_OUT_OF_RANGE,
                   absl::StrCat("what follows ", floor, " is kept, and the newest is ", head,
                                ": read the present state and watch from there"),
                   {{"floor", floor}, {"head", head}});
}

absl::Status Damaged(int64_t sequence) {
  return absl::DataLossError(absl::StrCat("entry ", sequence, " is damaged"));
}

}  // namespace

void FeedLog::Begin(const FeedBounds& bounds) {
  MutexLock lock(mutex_);
  begun_ = true;
  floor_ = std::max(floor_, bounds.floor);
  if (bounds.head <= head_) return;
  head_ = bounds.head;
  newest_.clear();
}

bool FeedLog::begun() const {
  MutexLock lock(mutex_);
  return begun_;
}

void FeedLog::Append(int64_t sequence, const SharedBytes& value) {
  const bool watched = audience_->size() > 0;
  MutexLock lock(mutex_);
  if (sequence <= head_) return;
  if (!watched || sequence != head_ + 1) newest_.clear();
  head_ = sequence;
  if (!watched) return;
  newest_.push_back({.value = value, .item = nullptr});
  if (newest_.size() > kMostInMemory) newest_.pop_front();
}

FeedBounds FeedLog::BoundsLocked() const {
  return {.floor = std::max(floor_, head_ - options_.kept), .head = head_};
}

FeedBounds FeedLog::bounds() const {
  MutexLock lock(mutex_);
  return BoundsLocked();
}

absl::Status FeedLog::CheckWithinLocked(int64_t after) const {
  const FeedBounds bounds = BoundsLocked();
  return after >= bounds.floor && after <= bounds.head ? absl::OkStatus() : OutOfRange(bounds);
}

absl::Status FeedLog::CheckWithin(int64_t after) const {
  MutexLock lock(mutex_);
  return CheckWithinLocked(after);
}

absl::StatusOr<std::optional<std::vector<SharedItem>>> FeedLog::ReadAfter(int64_t after,
                                                                          size_t most) {
  absl::StatusOr<std::optional<std::vector<SharedItem>>> read;
  {
    MutexLock lock(mutex_);
    read = ReadAfterLocked(after, most);
  }
  // The operator is told outside the lock.
  if (absl::IsDataLoss(read.status())) return Unreadable(read.status());
  return read;
}

absl::StatusOr<std::optional<std::vector<SharedItem>>> FeedLog::ReadAfterLocked(int64_t after,
                                                                                size_t most) {
  if (absl::Status within = CheckWithinLocked(after); !within.ok()) return within;
  const int64_t first_in_memory = head_ - std::ssize(newest_) + 1;
  if (after + 1 < first_in_memory) return std::nullopt;
  std::vector<SharedItem> items;
  for (int64_t sequence = after + 1; sequence <= head_ && items.size() < most; ++sequence) {
    Slot& slot = newest_[static_cast<size_t>(sequence - first_in_memory)];
    if (slot.item == nullptr) slot.item = format_(sequence, *slot.value);
    if (slot.item == nullptr) return Damaged(sequence);
    items.push_back(slot.item);
  }
  return std::optional(std::move(items));
}

absl::StatusOr<std::vector<SharedItem>> FeedLog::ItemsOf(
    const std::vector<FeedAppend>& entries) const {
  std::vector<SharedItem> items;
  items.reserve(entries.size());
  for (const FeedAppend& entry : entries) {
    items.push_back(format_(entry.sequence, *entry.value));
    if (items.back() == nullptr) return Unreadable(Damaged(entry.sequence));
  }
  return items;
}

absl::Status FeedLog::Unreadable(const absl::Status& status) const {
  return FromJournalError(absl::StrCat("feed '", name(), "'"), status, options_.on_unreadable);
}

}  // namespace meeple::service
