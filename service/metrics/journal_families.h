#ifndef MEEPLE_SERVICE_METRICS_JOURNAL_FAMILIES_H_
#define MEEPLE_SERVICE_METRICS_JOURNAL_FAMILIES_H_

// What is counted of the journal. Thread-safe.

#include "service/journal/journal.h"
#include "service/metrics/families.h"

namespace meeple::metrics {

// Empty for a journal that counts nothing.
Families JournalFamilies(const service::Journal& journal);

}  // namespace meeple::metrics

#endif  // MEEPLE_SERVICE_METRICS_JOURNAL_FAMILIES_H_
