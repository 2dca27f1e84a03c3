#ifndef MEEPLE_SERVICE_JOURNAL_STORAGE_STATUS_H_
#define MEEPLE_SERVICE_JOURNAL_STORAGE_STATUS_H_

// RocksDB's status as ours, with what was tried in front.
//
//   if (!status.ok()) return StorageError("opening the journal", status);

#include <rocksdb/status.h>

#include <string_view>

#include "absl/status/status.h"

namespace meeple::service {

// DATA_LOSS for damage, NOT_FOUND, else UNAVAILABLE. REQUIRES: !status.ok().
absl::Status StorageError(std::string_view attempt, const rocksdb::Status& status);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_STORAGE_STATUS_H_
