#include "service/core/event_log.h"

#include <algorithm>

namespace meeple::service {
namespace {

// About what an event takes beside its bytes.
constexpr size_t kBytesOfRecord = 256;

size_t BytesOf(std::span<const SharedRecord> records) {
  size_t bytes = 0;
  for (const SharedRecord& record : records) {
    bytes += kBytesOfRecord + record->public_event.size() + record->secret.size();
    for (const auto& seat_event : record->seat_events) bytes += seat_event.event.size();
  }
  return bytes;
}

}  // namespace

void EventLog::Append(std::span<const SharedRecord> group, const Effect& effect) {
  records_.insert(records_.end(), group.begin(), group.end());
  bytes_ += BytesOf(group);
  if (effect.finishes) finishes_.push_back(head());
  effect_ = effect;
  // Half of them at a time, so that each is moved only once or twice.
  if (records_.size() >= 2 * events_in_memory_) DropOldest();
}

void EventLog::DropOldest() {
  size_t count = records_.size() - events_in_memory_;
  while (count > 0 && records_[count]->group_index != 0) --count;
  bytes_ -= BytesOf({records_.data(), count});
  records_.erase(records_.begin(), records_.begin() + static_cast<std::ptrdiff_t>(count));
  floor_ += static_cast<int64_t>(count);
}

size_t EventLog::CountWithin(std::span<const SharedRecord> records, const Bounds& bounds) {
  size_t count = 0;
  size_t bytes = 0;
  while (count < records.size()) {
    size_t group_end = count;
    size_t group_bytes = 0;
    do {
      group_bytes += records[group_end]->EventFor(bounds.viewer).size();
      ++group_end;
    } while (group_end < records.size() && records[group_end]->group_index != 0);
    const bool fits = bytes + group_bytes <= bounds.bytes && count < bounds.events;
    if (!fits && count > 0) break;
    count = group_end;
    bytes += group_bytes;
  }
  return count;
}

std::span<const SharedRecord> EventLog::ReadAfter(int64_t after, const Bounds& bounds) const {
  const auto newer = std::span(records_).subspan(static_cast<size_t>(after - floor_));
  return newer.first(CountWithin(newer, bounds));
}

std::span<const SharedRecord> EventLog::Range(const EventRange& range) const {
  return {records_.data() + (range.first - floor_ - 1),
          static_cast<size_t>(range.last - range.first + 1)};
}

int64_t EventLog::FirstFinishAfter(int64_t after) const {
  const auto found = std::ranges::upper_bound(finishes_, after);
  if (found != finishes_.end()) return *found;
  return effect_.over ? after : 0;
}

}  // namespace meeple::service
