#ifndef MEEPLE_SERVICE_JOURNAL_JOURNAL_STORAGE_H_
#define MEEPLE_SERVICE_JOURNAL_JOURNAL_STORAGE_H_

// All that is open on disk for a journal, and the order in which it is opened: the directory is
// claimed first, the database then looked at read-only and compared with the mark, and only a
// journal that is whole is opened for writing.
//
//   absl::StatusOr<std::unique_ptr<JournalStorage>> storage =
//       JournalStorage::Open("/var/lib/meeple", nullptr, listener);

#include <rocksdb/env.h>
#include <rocksdb/file_system.h>
#include <rocksdb/listener.h>

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "service/journal/committed_mark.h"
#include "service/journal/data_directory.h"
#include "service/journal/database.h"

namespace meeple::service {

class JournalStorage {
 public:
  // `files` may be null, which stands for the system's, and so may `listener`. Errors as
  // RocksDbJournal::Open.
  static absl::StatusOr<std::unique_ptr<JournalStorage>> Open(
      const std::string& directory, std::shared_ptr<rocksdb::FileSystem> files,
      std::shared_ptr<rocksdb::EventListener> listener);

  Database& database() { return *database_; }
  // Through which all of it is opened.
  rocksdb::Env& env() { return *env_; }
  CommittedMark& mark() { return *mark_; }

 private:
  JournalStorage(std::unique_ptr<DataDirectory> directory,
                 std::shared_ptr<rocksdb::FileSystem> files);

  absl::Status Make();
  absl::Status Check();
  absl::Status OpenForWriting(std::shared_ptr<rocksdb::EventListener> listener);

  const std::unique_ptr<DataDirectory> directory_;
  const std::shared_ptr<rocksdb::FileSystem> files_;
  const std::unique_ptr<rocksdb::Env> env_;
  std::unique_ptr<Database> database_;
  std::unique_ptr<CommittedMark> mark_;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_JOURNAL_STORAGE_H_
