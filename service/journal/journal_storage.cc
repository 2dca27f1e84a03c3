#include "service/journal/journal_storage.h"

#include <cstdint>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"
#include "service/journal/disk_room.h"

namespace meeple::service {
namespace {

// What to do about an error that says only what is wrong.
absl::Status WithAdvice(const absl::Status& status) {
  if (absl::IsDataLoss(status)) {
    return absl::DataLossError(
        absl::StrCat(status.message(),
                     ". Nothing was touched. Look at the disk, then restore the directory from a "
                     "backup, or run: meeple-server journal salvage"));
  }
  if (absl::IsUnavailable(status)) {
    return absl::UnavailableError(absl::StrCat(
        status.message(), ". Look at the disk: its room, its health, who may read and write"));
  }
  return status;
}

}  // namespace

JournalStorage::JournalStorage(std::unique_ptr<DataDirectory> directory,
                               std::shared_ptr<rocksdb::FileSystem> files)
    : directory_(std::move(directory)),
      files_(files != nullptr ? std::move(files) : rocksdb::FileSystem::Default()),
      env_(rocksdb::NewCompositeEnv(files_)) {}

absl::StatusOr<std::unique_ptr<JournalStorage>> JournalStorage::Open(
    const std::string& directory, std::shared_ptr<rocksdb::FileSystem> files,
    std::shared_ptr<rocksdb::EventListener> listener) {
  absl::StatusOr<std::unique_ptr<DataDirectory>> claimed = DataDirectory::Claim(directory);
  if (!claimed.ok()) return claimed.status();
  auto storage = absl::WrapUnique(new JournalStorage(*std::move(claimed), std::move(files)));
  absl::Status status = storage->directory_->has_journal() ? storage->Check() : absl::OkStatus();
  if (status.ok()) status = CheckRoom(directory, RoomToOpen(storage->directory_->journal_path()));
  if (status.ok() && !storage->directory_->has_journal()) status = storage->Make();
  if (status.ok()) status = storage->OpenForWriting(std::move(listener));
  if (!status.ok()) return WithAdvice(status);
  return storage;
}

absl::Status JournalStorage::Make() {
  if (absl::Status status = directory_->RemoveDraft(); !status.ok()) return status;
  const absl::StatusOr<uint64_t> last = Database::Create(directory_->draft_path(), *env_);
  if (!last.ok()) return last.status();
  // Before the mark, which alone would look like a journal that is lost.
  absl::Status status = directory_->SyncEntries();
  if (status.ok()) status = CommittedMark::Create(*files_, directory_->mark_path(), *last);
  return status.ok() ? directory_->AdoptDraft() : status;
}

absl::Status JournalStorage::Check() {
  const absl::StatusOr<uint64_t> committed = CommittedMark::Read(*files_, directory_->mark_path());
  if (!committed.ok()) return committed.status();
  return Database::Check(directory_->journal_path(), *env_, *committed);
}

absl::Status JournalStorage::OpenForWriting(std::shared_ptr<rocksdb::EventListener> listener) {
  absl::StatusOr<std::unique_ptr<Database>> database =
      Database::Open(directory_->journal_path(), *env_, std::move(listener));
  if (!database.ok()) return database.status();
  database_ = *std::move(database);
  absl::StatusOr<std::unique_ptr<CommittedMark>> mark =
      CommittedMark::Open(*files_, directory_->mark_path());
  if (!mark.ok()) return mark.status();
  mark_ = *std::move(mark);
  return absl::OkStatus();
}

}  // namespace meeple::service
