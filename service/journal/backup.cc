#include "service/journal/backup.h"

#include <rocksdb/file_system.h>
#include <rocksdb/utilities/checkpoint.h>

#include <memory>

#include "absl/strings/str_cat.h"
#include "service/journal/committed_mark.h"
#include "service/journal/directory_copy.h"
#include "service/journal/storage_status.h"

namespace meeple::service {
namespace {

absl::Status WriteCheckpoint(Database& database, const std::string& path) {
  rocksdb::Checkpoint* made = nullptr;
  rocksdb::Status status = rocksdb::Checkpoint::Create(&database.db(), &made);
  const std::unique_ptr<rocksdb::Checkpoint> checkpoint(made);
  // Whatever the size of the log: what only it holds is written out as tables first.
  if (status.ok()) status = checkpoint->CreateCheckpoint(path, /*log_size_for_flush=*/0);
  if (status.ok()) return absl::OkStatus();
  return absl::UnavailableError(absl::StrCat("writing the backup: ", status.ToString()));
}

}  // namespace

absl::StatusOr<uint64_t> WriteBackup(Database& database, rocksdb::Env& env,
                                     const std::string& target) {
  absl::StatusOr<NewDirectory> directory = NewDirectory::Make(target);
  if (!directory.ok()) return directory.status();
  // First of all, so that the mark does not ask for more than the checkpoint holds. What has a
  // number is synced.
  const uint64_t committed = database.last_change();
  const std::string journal = directory->draft_path() + "/journal";
  if (absl::Status status = WriteCheckpoint(database, journal); !status.ok()) return status;
  if (absl::Status status = Database::Check(journal, env, committed); !status.ok()) return status;
  absl::Status status = CommittedMark::Create(*env.GetFileSystem(),
                                              directory->draft_path() + "/COMMITTED", committed);
  if (status.ok()) status = directory->Finish();
  if (!status.ok()) return status;
  return committed;
}

}  // namespace meeple::service
