#include "tests/crash/kill_point_file_system.h"

#include <signal.h>
#include <unistd.h>

#include <utility>

namespace meeple::crash {
namespace {

using rocksdb::DataVerificationInfo;
using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;
using rocksdb::Slice;

// The write-ahead log.
class LogFile final : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  LogFile(KillPointFileSystem& files, std::unique_ptr<rocksdb::FSWritableFile> file)
      : FSWritableFileOwnerWrapper(std::move(file)), files_(files) {}

  IOStatus Append(const Slice& data, const IOOptions& options, IODebugContext* debug) override {
    files_.Reach(KillPoint::kBeforeWrite);
    return FSWritableFileOwnerWrapper::Append(data, options, debug);
  }
  IOStatus Append(const Slice& data, const IOOptions& options, const DataVerificationInfo&,
                  IODebugContext* debug) override {
    return Append(data, options, debug);
  }
  IOStatus Sync(const IOOptions& options, IODebugContext* debug) override {
    files_.Reach(KillPoint::kAfterWrite);
    IOStatus status = FSWritableFileOwnerWrapper::Sync(options, debug);
    files_.Reach(KillPoint::kAfterSync);
    return status;
  }
  IOStatus Fsync(const IOOptions& options, IODebugContext* debug) override {
    return Sync(options, debug);
  }

 private:
  KillPointFileSystem& files_;
};

// The mark COMMITTED.
class MarkFile final : public rocksdb::FSRandomRWFileOwnerWrapper {
 public:
  MarkFile(KillPointFileSystem& files, std::unique_ptr<rocksdb::FSRandomRWFile> file)
      : FSRandomRWFileOwnerWrapper(std::move(file)), files_(files) {}

  IOStatus Write(uint64_t offset, const Slice& data, const IOOptions& options,
                 IODebugContext* debug) override {
    IOStatus status = FSRandomRWFileOwnerWrapper::Write(offset, data, options, debug);
    files_.Reach(KillPoint::kAfterMark);
    return status;
  }

 private:
  KillPointFileSystem& files_;
};

}  // namespace

std::optional<KillPoint> FindKillPoint(std::string_view name) {
  if (name == "before_write") return KillPoint::kBeforeWrite;
  if (name == "after_write") return KillPoint::kAfterWrite;
  if (name == "after_sync") return KillPoint::kAfterSync;
  if (name == "after_mark") return KillPoint::kAfterMark;
  return std::nullopt;
}

KillPointFileSystem::KillPointFileSystem(KillPoint point, int countdown)
    : FileSystemWrapper(rocksdb::FileSystem::Default()), point_(point), countdown_(countdown) {}

void KillPointFileSystem::Reach(KillPoint point) {
  if (point == point_ && --countdown_ == 0) kill(getpid(), SIGKILL);
}

IOStatus KillPointFileSystem::NewWritableFile(const std::string& path,
                                              const rocksdb::FileOptions& options,
                                              std::unique_ptr<rocksdb::FSWritableFile>* file,
                                              IODebugContext* debug) {
  IOStatus status = FileSystemWrapper::NewWritableFile(path, options, file, debug);
  if (status.ok() && path.ends_with(".log")) {
    *file = std::make_unique<LogFile>(*this, std::move(*file));
  }
  return status;
}

IOStatus KillPointFileSystem::NewRandomRWFile(const std::string& path,
                                              const rocksdb::FileOptions& options,
                                              std::unique_ptr<rocksdb::FSRandomRWFile>* file,
                                              IODebugContext* debug) {
  IOStatus status = FileSystemWrapper::NewRandomRWFile(path, options, file, debug);
  if (status.ok()) *file = std::make_unique<MarkFile>(*this, std::move(*file));
  return status;
}

}  // namespace meeple::crash
