#include "service/journal/salvage.h"

#include <rocksdb/env.h>
#include <rocksdb/file_system.h>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"
#include "service/journal/committed_mark.h"
#include "service/journal/database.h"
#include "service/journal/directory_copy.h"
#include "service/journal/disk_room.h"

namespace meeple::service {

absl::StatusOr<std::unique_ptr<Salvage>> Salvage::Examine(const std::string& directory) {
  absl::StatusOr<std::unique_ptr<DataDirectory>> claimed =
      DataDirectory::ClaimExisting(directory, DataDirectory::Use::kRepair);
  if (!claimed.ok()) return claimed.status();
  auto salvage = absl::WrapUnique(new Salvage(*std::move(claimed)));
  if (absl::Status status = salvage->Look(); !status.ok()) return status;
  return salvage;
}

absl::Status Salvage::Look() {
  const absl::StatusOr<std::unique_ptr<Database>> database =
      Database::OpenReadOnly(directory_->journal_path(), *rocksdb::Env::Default());
  if (absl::IsDataLoss(database.status()) || absl::IsUnavailable(database.status())) {
    return absl::DataLossError(
        absl::StrCat("the journal cannot be opened at all, and nothing can be salvaged from it: ",
                     database.status().message(), ". Restore the directory from a backup"));
  }
  if (!database.ok()) return database.status();
  last_change_ = (*database)->last_change();
  const absl::StatusOr<uint64_t> committed =
      CommittedMark::Read(*rocksdb::FileSystem::Default(), directory_->mark_path());
  if (!committed.ok()) {
    damage_ = absl::StrCat(committed.status().message());
    return absl::OkStatus();
  }
  const absl::Status holds = (*database)->CheckHolds(*committed);
  if (holds.ok()) {
    return absl::FailedPreconditionError(absl::StrCat(
        "there is nothing to salvage: the journal holds everything that was acknowledged, and a "
        "server starts on '",
        directory_->path(), "'. To look for damage to single games run verify"));
  }
  damage_ = absl::StrCat(holds.message());
  lost_changes_ = *committed - last_change_;
  return absl::OkStatus();
}

absl::Status Salvage::Run(const std::string& copy_path,
                          const std::function<void(uint64_t bytes)>& on_progress) {
  const uint64_t needed = RoomToOpen(directory_->journal_path());
  if (absl::Status room = CheckRoom(directory_->path(), needed); !room.ok()) return room;
  absl::Status copied = CopyDirectoryDurably(directory_->path(), copy_path, on_progress);
  if (!copied.ok()) return copied;
  // The copy may have taken what there was.
  if (absl::Status room = CheckRoom(directory_->path(), needed); !room.ok()) {
    return absl::Status(room.code(), absl::StrCat(room.message(), ". The copy '", copy_path,
                                                  "' is whole and may be removed, or moved away"));
  }
  // To open it for writing cuts off what cannot be read, and writes out the rest as tables.
  absl::StatusOr<std::unique_ptr<Database>> database =
      Database::Open(directory_->journal_path(), *rocksdb::Env::Default(), nullptr);
  if (!database.ok()) return database.status();
  last_change_ = (*database)->last_change();
  database->reset();
  return CommittedMark::Create(*rocksdb::FileSystem::Default(), directory_->mark_path(),
                               last_change_);
}

}  // namespace meeple::service
