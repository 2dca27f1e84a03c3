#ifndef MEEPLE_TESTS_CRASH_KILL_POINT_FILE_SYSTEM_H_
#define MEEPLE_TESTS_CRASH_KILL_POINT_FILE_SYSTEM_H_

// A file system for RocksDB that kills the process at a named point of the way of a commit:
//
//   kBeforeWrite   the group is in nobody's hands but the process's
//   kAfterWrite    it is written to the write-ahead log, and not synced
//   kAfterSync     it is synced, and the mark COMMITTED is still that of the group before
//   kAfterMark     all is done, and nobody was told
//
//   auto files = std::make_shared<KillPointFileSystem>(*FindKillPoint("after_sync"), 17);
//
// Thread-safe.

#include <rocksdb/file_system.h>

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace meeple::crash {

enum class KillPoint { kBeforeWrite, kAfterWrite, kAfterSync, kAfterMark };

// By name, such as "before_write".
std::optional<KillPoint> FindKillPoint(std::string_view name);

class KillPointFileSystem final : public rocksdb::FileSystemWrapper {
 public:
  // Kills when the point is reached for the `countdown`-th time.
  KillPointFileSystem(KillPoint point, int countdown);
  const char* Name() const override { return "KillPointFileSystem"; }

  // The process has come to a point. Does not return where it is the one.
  void Reach(KillPoint point);

  // --- rocksdb::FileSystem ---

  rocksdb::IOStatus NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                                    std::unique_ptr<rocksdb::FSWritableFile>* file,
                                    rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus NewRandomRWFile(const std::string& path, const rocksdb::FileOptions& options,
                                    std::unique_ptr<rocksdb::FSRandomRWFile>* file,
                                    rocksdb::IODebugContext* debug) override;

 private:
  const KillPoint point_;
  std::atomic<int> countdown_;
};

}  // namespace meeple::crash

#endif  // MEEPLE_TESTS_CRASH_KILL_POINT_FILE_SYSTEM_H_
