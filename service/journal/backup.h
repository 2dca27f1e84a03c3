#ifndef MEEPLE_SERVICE_JOURNAL_BACKUP_H_
#define MEEPLE_SERVICE_JOURNAL_BACKUP_H_

// Backups of a journal that is open and may be written to meanwhile. A backup is a data directory:
// a server starts on it, or on a copy of it.
//
//   absl::StatusOr<uint64_t> change = WriteBackup(database, env, "/backup/meeple-monday");
//
// Any thread.

#include <rocksdb/env.h>

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "service/journal/database.h"

namespace meeple::service {

// Makes `target`, which must not exist, of everything that was acknowledged before the call, and
// perhaps more. Returns the number of the change up to which it is sure to hold. Tables on the same
// file system are linked, not copied: they never change, but a disk that loses them loses both.
//   ALREADY_EXISTS  there is something under that name
//   UNAVAILABLE     the disk refuses; nothing is left of the backup then
absl::StatusOr<uint64_t> WriteBackup(Database& database, rocksdb::Env& env,
                                     const std::string& target);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_BACKUP_H_
