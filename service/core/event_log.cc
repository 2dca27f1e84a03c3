#include "service/core/event_log.h"

#include <algorithm>

namespace meeple::service {

void EventLog::Append(std::span<const SharedRecord> group, const Effect& effect) {
  records_.insert(records_.end(), group.begin(), group.end());
  if (effect.finishes) finishes_.push_back(head());
  effect_ = effect;
}

std::span<const SharedRecord> EventLog::ReadAfter(int64_t after, const Bounds& bounds) const {
  const size_t first = static_cast<size_t>(after);
  size_t end = first;
  size_t bytes = 0;
  while (end < records_.size()) {
    size_t group_end = end;
    size_t group_bytes = 0;
    do {
      group_bytes += records_[group_end]->EventFor(bounds.viewer).size();
      ++group_end;
    } while (group_end < records_.size() && records_[group_end]->group_index != 0);
    const bool fits = bytes + group_bytes <= bounds.bytes && end - first < bounds.events;
    if (!fits && end > first) break;
    end = group_end;
    bytes += group_bytes;
  }
  return {records_.data() + first, end - first};
}

std::span<const SharedRecord> EventLog::Range(int64_t first, int64_t last) const {
  return {records_.data() + (first - 1), static_cast<size_t>(last - first + 1)};
}

int64_t EventLog::FirstFinishAfter(int64_t after) const {
  const auto found = std::ranges::upper_bound(finishes_, after);
  if (found != finishes_.end()) return *found;
  return effect_.over ? after : 0;
}

}  // namespace meeple::service
