#include "service/core/event_reader.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace meeple::service {
namespace {

// Events that are read at a time: more than a page has, and not so many that they take much memory.
constexpr size_t kMostAtOnce = 1'000;

// How many of `records` are whole groups.
size_t WholeGroups(const std::vector<SharedRecord>& records) {
  size_t count = records.size();
  while (count > 0 && records[count - 1]->group_index + 1 < records[count - 1]->group_size) --count;
  return count;
}

}  // namespace

EventReader::EventReader(const Journal& journal, const ReaderOptions& options)
    : journal_(journal), options_(options) {
  if (options.threads > 0) pool_ = std::make_unique<WorkerPool>(options.threads);
}

void EventReader::Stop() {
  if (pool_ != nullptr) pool_->Stop();
}

void EventReader::Read(const std::string& game_id, const EventRange& range,
                       const EventLog::Bounds& bounds, Urgency urgency, Ready ready) {
  if (pool_ == nullptr) return ready(ReadNow(game_id, range, bounds));
  const size_t most = urgency == Urgency::kCall ? static_cast<size_t>(options_.max_waiting)
                                                : std::numeric_limits<size_t>::max();
  auto read = [this, game_id, range, bounds, ready] { ready(ReadNow(game_id, range, bounds)); };
  if (!pool_->TryPost(std::move(read), most)) ready(TooManyReadJournal());
}

absl::StatusOr<std::vector<SharedRecord>> EventReader::ReadNow(
    const std::string& game_id, const EventRange& range, const EventLog::Bounds& bounds) const {
  const int64_t all = range.last - range.first + 1;
  // A message of a watch is full long before it has so many events.
  const auto at_once = static_cast<int64_t>(std::min(bounds.events, kMostAtOnce));
  for (int64_t count = std::min(at_once, all);; count = std::min(2 * count, all)) {
    auto records = journal_.Read(game_id, range.first - 1, static_cast<int>(count));
    if (!records.ok()) return ToldOfJournal(game_id, records.status(), options_.on_unreadable);
    records->resize(WholeGroups(*records));
    if (records->empty() && count < all) continue;
    if (records->empty()) {
      return ToldOfJournal(game_id, absl::DataLossError("events are missing"),
                           options_.on_unreadable);
    }
    records->resize(EventLog::CountWithin(*records, bounds));
    return records;
  }
}

}  // namespace meeple::service
