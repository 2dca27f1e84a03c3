#ifndef MEEPLE_SERVICE_JOURNAL_STORED_JOURNAL_H_
#define MEEPLE_SERVICE_JOURNAL_STORED_JOURNAL_H_

// A journal on disk as tools look at it while no server runs: opened read-only, left as it is to
// the byte, whether it is whole or not.
//
//   absl::StatusOr<std::unique_ptr<StoredJournal>> journal =
//       StoredJournal::Open("/var/lib/meeple");
//   if (!(*journal)->CheckWhole().ok()) ...
//   (*journal)->reader().Read(game_id, 0, 100);
//
// Thread-safe.

#include <rocksdb/env.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/journal/data_directory.h"
#include "service/journal/database.h"
#include "service/journal/journal_reader.h"

namespace meeple::service {

class StoredJournal {
 public:
  // Errors as DataDirectory::ClaimExisting and Database::OpenReadOnly. A server cannot start on the
  // directory until the journal is destroyed; other readers can.
  static absl::StatusOr<std::unique_ptr<StoredJournal>> Open(const std::string& directory);

  const std::string& directory() const { return directory_->path(); }
  Database& database() const { return *database_; }
  const JournalReader& reader() const { return reader_; }

  // Up to which change the journal was acknowledged; an error if the mark is lost or damaged.
  const absl::StatusOr<uint64_t>& committed() const { return committed_; }
  // DATA_LOSS if a server would not start on it: something that was acknowledged is missing, or
  // nobody can tell.
  absl::Status CheckWhole() const;

 private:
  StoredJournal(std::unique_ptr<DataDirectory> directory, std::unique_ptr<Database> database,
                absl::StatusOr<uint64_t> committed)
      : directory_(std::move(directory)),
        database_(std::move(database)),
        committed_(std::move(committed)),
        reader_(*database_) {}

  const std::unique_ptr<DataDirectory> directory_;
  const std::unique_ptr<Database> database_;
  const absl::StatusOr<uint64_t> committed_;
  const JournalReader reader_;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_STORED_JOURNAL_H_
