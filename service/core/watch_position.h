#ifndef MEEPLE_SERVICE_CORE_WATCH_POSITION_H_
#define MEEPLE_SERVICE_CORE_WATCH_POSITION_H_

// Where a watch of a game stands, and whose eyes it has.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

#include "engine/core/types.h"
#include "service/core/credential_epochs.h"
#include "service/core/event_bytes.h"
#include "service/core/event_log.h"
#include "service/core/watch.h"
#include "service/journal/journal.h"

namespace meeple::service {

// A message of a watch takes no more, unless a single group of events does.
inline constexpr size_t kMaxWatchMessageBytes = 64 * 1024;
inline constexpr size_t kMaxWatchMessageEvents = 500;

struct WatchPosition {
  int64_t after = 0;
  engine::Viewer viewer = engine::kSpectator;
  // By which it was opened: it ends with it.
  CredentialNumber credential = {};
  bool until_finish = false;
  // The event after which the watch is complete; none as long as that is not known.
  std::optional<int64_t> last = {};

  EventLog::Bounds bounds() const {
    return {.events = kMaxWatchMessageEvents, .bytes = kMaxWatchMessageBytes, .viewer = viewer};
  }

  // The message of `records`, which follow `after`, as far as the watch lasts; moves on past it.
  // REQUIRES: there are some, and the watch is not complete.
  WatchStep Advance(std::span<const SharedRecord> records) {
    const auto most = last ? static_cast<size_t>(*last - after) : records.size();
    const auto told = records.first(std::min(most, records.size()));
    after += static_cast<int64_t>(told.size());
    return {.kind = WatchStep::Kind::kMessage, .message = MakeBatchMessage(told, viewer)};
  }
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_WATCH_POSITION_H_
