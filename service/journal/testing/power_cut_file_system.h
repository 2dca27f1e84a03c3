#ifndef MEEPLE_SERVICE_JOURNAL_TESTING_POWER_CUT_FILE_SYSTEM_H_
#define MEEPLE_SERVICE_JOURNAL_TESTING_POWER_CUT_FILE_SYSTEM_H_

// A file system for RocksDB that knows what was synced, and can lose the rest as a power cut does.
// A process that is killed cannot show a missing sync, since the system still has what it wrote.
//
//   auto files = std::make_shared<PowerCutFileSystem>();
//   files->CutAfter(50);                  // or Cut()
//   ... write until nothing works any more, and close everything ...
//   files->LoseWhatIsNotSynced(seed);     // the disk is now what the next start finds
//
// Files go to the real file system, syncs do not, so that tests are quick. At a cut, of each file
// the bytes since its last sync are dropped, torn, zeroed or scrambled; a write in place is kept or
// not; of the files made, renamed and removed since the last sync of their directory the last ones
// are undone.
//
// Thread-safe.

#include <rocksdb/file_system.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "service/base/mutex.h"

namespace meeple::service {

class PowerCutFileSystem final : public rocksdb::FileSystemWrapper {
 public:
  PowerCutFileSystem();
  const char* Name() const override { return "PowerCutFileSystem"; }

  // --- Faults ---

  // The power goes: nothing is written any more.
  void Cut();
  // The power goes at the `operations`-th write or sync from now, which still reaches the file.
  void CutAfter(int operations);
  bool cut() const;
  // Syncs succeed and do nothing: what a journal that does not sync would do.
  void ForgetSyncs();
  // Every sync of a file whose name ends so fails from now on, whatever it did.
  void FailSyncs(const std::string& name_end);
  // Every write to a file whose name ends so finds the disk full from now on.
  void FillDisk(const std::string& name_end);
  // Faults are over, except for a cut.
  void Heal();

  // Makes of the files what a cut leaves. REQUIRES: nothing is open any more.
  void LoseWhatIsNotSynced(uint64_t seed);

  // How many files were synced so far.
  int syncs() const;

  // --- rocksdb::FileSystem ---

  rocksdb::IOStatus NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                                    std::unique_ptr<rocksdb::FSWritableFile>* file,
                                    rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus NewRandomRWFile(const std::string& path, const rocksdb::FileOptions& options,
                                    std::unique_ptr<rocksdb::FSRandomRWFile>* file,
                                    rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus NewDirectory(const std::string& path, const rocksdb::IOOptions& options,
                                 std::unique_ptr<rocksdb::FSDirectory>* directory,
                                 rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus RenameFile(const std::string& from, const std::string& to,
                               const rocksdb::IOOptions& options,
                               rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus DeleteFile(const std::string& path, const rocksdb::IOOptions& options,
                               rocksdb::IODebugContext* debug) override;

 private:
  class AppendedFile;
  class FileInPlace;
  class Directory;

  struct File {
    uint64_t synced = 0;
    uint64_t written = 0;
    // Of a file that is written in place: what it was at its last sync.
    std::optional<std::string> content_at_sync = {};
  };
  // A change to a directory, and how it is undone.
  struct Change {
    std::string directory;
    std::function<void()> undo;
  };

  // Whether an operation on a file may go on; counts it.
  rocksdb::IOStatus BeginWrite(const std::string& path);
  rocksdb::IOStatus BeginSync(const std::string& path);
  rocksdb::IOStatus BeginChange();
  rocksdb::IOStatus BeginLocked() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void AddChangeLocked(const std::string& path, std::function<void()> undo)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void LoseFile(const std::string& path, const File& file, std::mt19937_64& random);

  mutable Mutex mutex_;
  bool cut_ ABSL_GUARDED_BY(mutex_) = false;
  bool forgetful_ ABSL_GUARDED_BY(mutex_) = false;
  std::optional<int> operations_left_ ABSL_GUARDED_BY(mutex_);
  std::optional<std::string> failing_syncs_ ABSL_GUARDED_BY(mutex_);
  std::optional<std::string> full_for_ ABSL_GUARDED_BY(mutex_);
  int syncs_ ABSL_GUARDED_BY(mutex_) = 0;
  std::map<std::string, File> files_ ABSL_GUARDED_BY(mutex_);
  std::vector<Change> changes_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_TESTING_POWER_CUT_FILE_SYSTEM_H_
