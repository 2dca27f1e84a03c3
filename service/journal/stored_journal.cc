#include "service/journal/stored_journal.h"

#include <rocksdb/file_system.h>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"
#include "service/journal/committed_mark.h"

namespace meeple::service {

absl::StatusOr<std::unique_ptr<StoredJournal>> StoredJournal::Open(const std::string& directory) {
  absl::StatusOr<std::unique_ptr<DataDirectory>> claimed =
      DataDirectory::ClaimExisting(directory, DataDirectory::Use::kReading);
  if (!claimed.ok()) return claimed.status();
  absl::StatusOr<std::unique_ptr<Database>> database =
      Database::OpenReadOnly((*claimed)->journal_path(), *rocksdb::Env::Default());
  if (!database.ok()) return database.status();
  absl::StatusOr<uint64_t> committed =
      CommittedMark::Read(*rocksdb::FileSystem::Default(), (*claimed)->mark_path());
  return absl::WrapUnique(
      new StoredJournal(*std::move(claimed), *std::move(database), std::move(committed)));
}

absl::Status StoredJournal::CheckWhole() const {
  if (committed_.ok()) return database_->CheckHolds(*committed_);
  return absl::DataLossError(absl::StrCat("nobody can tell whether the journal is whole: ",
                                          committed_.status().message()));
}

}  // namespace meeple::service
