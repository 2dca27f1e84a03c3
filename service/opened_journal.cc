#include "service/opened_journal.h"

#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "service/journal/memory_journal.h"
#include "service/journal/rocksdb_journal.h"
#include "service/rpc/log.h"

namespace meeple::rpc {
namespace {

// What is in memory alone stays in memory, and reading it waits for nothing.
void KeepEverything(service::HostOptions& host) {
  host.loading_threads = 0;
  host.idle_after = absl::InfiniteDuration();
  host.max_bytes_of_games = std::numeric_limits<size_t>::max();
}

}  // namespace

absl::StatusOr<std::unique_ptr<service::Journal>> OpenJournal(
    ProgramOptions& options, service::Executor& threads,
    std::function<void(const std::string& reason)> on_failure) {
  if (options.journal == "memory") {
    KeepEverything(options.server.host);
    Log(Severity::kInfo, "games are kept in memory and end with the server");
    return std::make_unique<service::MemoryJournal>(options.server.host.feed_entries);
  }
  auto journal = service::RocksDbJournal::Open({.data_directory = options.data_directory,
                                                .on_failure = std::move(on_failure),
                                                .feed_entries = options.server.host.feed_entries,
                                                .answers_on = &threads});
  if (!journal.ok()) return journal.status();
  if (options.server.host.secret.empty()) options.server.host.secret = (*journal)->secret();
  Log(Severity::kInfo, absl::StrCat("games are kept in '", options.data_directory, "'"));
  return *std::move(journal);
}

}  // namespace meeple::rpc
