#ifndef MEEPLE_SERVICE_JOURNAL_COMMITTED_MARK_H_
#define MEEPLE_SERVICE_JOURNAL_COMMITTED_MARK_H_

// A small file that says up to which change the database was acknowledged to somebody. Without it,
// one flipped byte in the middle of the write-ahead log would pass for the torn end that a crash
// leaves, and everything after it would be dropped without a word.
//
// A change is numbered by RocksDB: one for each key that is written. The mark is written in place,
// with one write, after each sync and before anyone is told. It is not synced itself: after a power
// cut it may be an older one, which asks for less and never for too much.
//
//   "MEEPLE1\n", number of the change (8 bytes, big-endian), CRC-32 of both (4 bytes, big-endian)
//
// Not thread-safe: the journal's thread owns it.

#include <rocksdb/file_system.h>

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace meeple::service {

class CommittedMark {
 public:
  // Makes the file, and syncs it and its directory.
  static absl::Status Create(rocksdb::FileSystem& files, const std::string& path, uint64_t change);
  // What a mark says. DATA_LOSS if it is damaged.
  static absl::StatusOr<uint64_t> Read(rocksdb::FileSystem& files, const std::string& path);
  // Opens a mark that exists, to write it.
  static absl::StatusOr<std::unique_ptr<CommittedMark>> Open(rocksdb::FileSystem& files,
                                                             const std::string& path);

  absl::Status Write(uint64_t change);

 private:
  explicit CommittedMark(std::unique_ptr<rocksdb::FSRandomRWFile> file) : file_(std::move(file)) {}

  const std::unique_ptr<rocksdb::FSRandomRWFile> file_;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_COMMITTED_MARK_H_
