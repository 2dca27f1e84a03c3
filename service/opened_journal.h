#ifndef MEEPLE_SERVICE_OPENED_JOURNAL_H_
#define MEEPLE_SERVICE_OPENED_JOURNAL_H_

// The journal that the command line asks for, open, with the host's options as they fit it.
//
//   absl::StatusOr<std::unique_ptr<Journal>> journal =
//       OpenJournal(options, threads, on_failure);

#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "service/base/executor.h"
#include "service/journal/journal.h"
#include "service/rpc/options.h"

namespace meeple::rpc {

// Opens the journal, and completes `options`: the secret is the journal's unless a file gave one.
// Its answers are given on `threads`, which must outlive it.
// `on_failure` is called at most once, on a thread of the journal, when it cannot go on: from then
// on no change is accepted and the process should end. It must not destroy the journal. Errors say
// what to do.
absl::StatusOr<std::unique_ptr<service::Journal>> OpenJournal(
    ProgramOptions& options, service::Executor& threads,
    std::function<void(const std::string& reason)> on_failure);

}  // namespace meeple::rpc

#endif  // MEEPLE_SERVICE_OPENED_JOURNAL_H_
