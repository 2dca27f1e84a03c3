#ifndef MEEPLE_SERVICE_CORE_EVENT_READER_H_
#define MEEPLE_SERVICE_CORE_EVENT_READER_H_

// Reads events that memory no longer holds from the journal, a bounded page at a time and off the
// threads of calls.
//
//   EventReader reader(journal, {.threads = 1});
//   reader.Read(game_id, {.first = 1, .last = 200}, bounds, Urgency::kCall,
//               [](absl::StatusOr<std::vector<SharedRecord>> records) {...});
//
// Thread-safe.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "service/base/worker_pool.h"
#include "service/core/event_log.h"
#include "service/core/journal_errors.h"
#include "service/core/urgency.h"
#include "service/journal/journal.h"

namespace meeple::service {

struct ReaderOptions {
  // Threads that read. With none the caller's thread does it: right for a journal that answers
  // without waiting for a disk.
  int threads = 0;
  // So many calls may wait; more are refused.
  int max_waiting = 1'000;
  OnUnreadable on_unreadable = {};
};

class EventReader {
 public:
  using Ready = std::function<void(absl::StatusOr<std::vector<SharedRecord>>)>;

  // `journal` must outlive the reader.
  EventReader(const Journal& journal, const ReaderOptions& options);

  // Calls `ready` once with the first events of `range` within `bounds`, on a thread of the reader
  // or before this returns. A group is not split apart from its beginning, where `range` begins
  // inside it. REQUIRES: the events exist, and `range` ends with a group. Errors: OVERLOADED,
  // JOURNAL_CORRUPT, JOURNAL_UNAVAILABLE.
  void Read(const std::string& game_id, const EventRange& range, const EventLog::Bounds& bounds,
            Urgency urgency, Ready ready);

  // Ends the threads; what waits is dropped.
  void Stop();

 private:
  absl::StatusOr<std::vector<SharedRecord>> ReadNow(const std::string& game_id,
                                                    const EventRange& range,
                                                    const EventLog::Bounds& bounds) const;

  const Journal& journal_;
  const ReaderOptions options_;
  std::unique_ptr<WorkerPool> pool_;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_EVENT_READER_H_
