#include "absl/strings/str_cat.h"
#include "service/journal/directory_copy.h"
#include "service/journal/stored_journal.h"
#include "service/tools/commands.h"
#include "service/tools/progress.h"

namespace meeple::tools {
namespace {

absl::Status Copy(const service::StoredJournal& journal, const std::string& target,
                  Console& console) {
  const absl::StatusOr<uint64_t> bytes = service::BytesBelow(journal.directory());
  if (!bytes.ok()) return bytes.status();
  Progress progress(console, "bytes", *bytes);
  return service::CopyDirectoryDurably(journal.directory(), target,
                                       [&](uint64_t done) { progress.Show(done); });
}

}  // namespace

int RunBackup(const BackupOptions& options, Console& console) {
  const auto journal = service::StoredJournal::Open(options.data_directory);
  if (!journal.ok()) return End(console, journal.status());
  if (absl::Status whole = (*journal)->CheckWhole(); !whole.ok()) {
    return End(console,
               absl::DataLossError(absl::StrCat(whole.message(),
                                                ". No backup was made of what is damaged: restore "
                                                "an older one, or run salvage")));
  }
  absl::Status status = Copy(**journal, options.target, console);
  if (!status.ok()) return End(console, status);
  const auto copy = service::StoredJournal::Open(options.target);
  status = copy.ok() ? (*copy)->CheckWhole() : copy.status();
  if (!status.ok()) {
    return End(console, absl::DataLossError(
                            absl::StrCat("the backup is not as it should be: ", status.message())));
  }
  console.out << "backed up to '" << options.target << "', up to change "
              << WithCommas((*copy)->database().last_change())
              << ". A server starts on it, or on a copy of it\n";
  return kFine;
}

}  // namespace meeple::tools
