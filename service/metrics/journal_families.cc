#include "service/metrics/journal_families.h"

namespace meeple::metrics {

Families JournalFamilies(const service::Journal& journal) {
  const service::JournalMetrics* const metrics = journal.metrics();
  if (metrics == nullptr) return {};
  const auto count = [](const char* name, const char* help, const service::Counter& counter) {
    return CounterOf(name, help, static_cast<double>(counter.value()));
  };
  return {
      GaugeOf("meeple_journal_commits_waiting", "Commits that wait to be written.",
              static_cast<double>(journal.waiting())),
      HistogramOf("meeple_journal_commit_duration_seconds",
                  "From handing a commit to the journal until it was durable.",
                  metrics->commit_time, kNanosecond),
      HistogramOf("meeple_journal_sync_duration_seconds",
                  "Writing and syncing one group of commits.", metrics->sync_time, kNanosecond),
      HistogramOf("meeple_journal_group_commits", "Commits of one group, which share a sync.",
                  metrics->group_size, 1),
      count("meeple_journal_events_total", "Events that were made durable.", metrics->events),
      count("meeple_journal_written_bytes_total",
            "Bytes that were written for commits, before compression.", metrics->bytes),
      count("meeple_journal_commits_refused_total",
            "Commits that were refused because too many waited.", metrics->overloads),
  };
}

}  // namespace meeple::metrics
