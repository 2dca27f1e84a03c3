#ifndef MEEPLE_SERVICE_JOURNAL_JOURNAL_METRICS_H_
#define MEEPLE_SERVICE_JOURNAL_JOURNAL_METRICS_H_

// What a journal counts. Thread-safe.

#include "service/base/metrics.h"

namespace meeple::service {

struct JournalMetrics {
  // Nanoseconds from Append until it was known what became of the commit.
  Histogram commit_time{kTimeBounds};
  // Nanoseconds of writing and syncing one group.
  Histogram sync_time{kTimeBounds};
  // Commits of one group.
  Histogram group_size{kSizeBounds};
  // Durable ones, and all bytes that were written for them, before compression.
  Counter events;
  Counter bytes;
  // Commits that were refused because too much waited.
  Counter overloads;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_JOURNAL_METRICS_H_
