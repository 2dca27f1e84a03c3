#include "service/journal/testing/power_cut_file_system.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "service/journal/testing/temporary_directory.h"

namespace meeple::service {
namespace {

using rocksdb::DataVerificationInfo;
using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;
using rocksdb::Slice;

std::string DirectoryOf(const std::string& path) {
  return std::filesystem::path(path).parent_path();
}

IOStatus NoPower() { return IOStatus::IOError("the power is gone"); }

}  // namespace

// A file that only grows.
class PowerCutFileSystem::AppendedFile final : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  AppendedFile(PowerCutFileSystem& files, std::string path,
               std::unique_ptr<rocksdb::FSWritableFile> file)
      : FSWritableFileOwnerWrapper(std::move(file)), files_(files), path_(std::move(path)) {}

  IOStatus Append(const Slice& data, const IOOptions& options, IODebugContext* debug) override {
    if (IOStatus status = files_.BeginWrite(path_); !status.ok()) return status;
    IOStatus status = FSWritableFileOwnerWrapper::Append(data, options, debug);
    MutexLock lock(files_.mutex_);
    files_.files_[path_].written += data.size();
    return status;
  }
  IOStatus Append(const Slice& data, const IOOptions& options, const DataVerificationInfo&,
                  IODebugContext* debug) override {
    return Append(data, options, debug);
  }
  IOStatus Sync(const IOOptions&, IODebugContext*) override {
    if (IOStatus status = files_.BeginSync(path_); !status.ok()) return status;
    MutexLock lock(files_.mutex_);
    File& file = files_.files_[path_];
    if (!files_.forgetful_) file.synced = file.written;
    return IOStatus::OK();
  }
  IOStatus Fsync(const IOOptions& options, IODebugContext* debug) override {
    return Sync(options, debug);
  }

 private:
  PowerCutFileSystem& files_;
  const std::string path_;
};

// A file that is written in place.
class PowerCutFileSystem::FileInPlace final : public rocksdb::FSRandomRWFileOwnerWrapper {
 public:
  FileInPlace(PowerCutFileSystem& files, std::string path,
              std::unique_ptr<rocksdb::FSRandomRWFile> file)
      : FSRandomRWFileOwnerWrapper(std::move(file)), files_(files), path_(std::move(path)) {}

  IOStatus Write(uint64_t offset, const Slice& data, const IOOptions& options,
                 IODebugContext* debug) override {
    if (IOStatus status = files_.BeginWrite(path_); !status.ok()) return status;
    return FSRandomRWFileOwnerWrapper::Write(offset, data, options, debug);
  }
  IOStatus Sync(const IOOptions&, IODebugContext*) override {
    if (IOStatus status = files_.BeginSync(path_); !status.ok()) return status;
    MutexLock lock(files_.mutex_);
    if (!files_.forgetful_) files_.files_[path_].content_at_sync = ReadFile(path_);
    return IOStatus::OK();
  }
  IOStatus Fsync(const IOOptions& options, IODebugContext* debug) override {
    return Sync(options, debug);
  }

 private:
  PowerCutFileSystem& files_;
  const std::string path_;
};

class PowerCutFileSystem::Directory final : public rocksdb::FSDirectoryWrapper {
 public:
  Directory(PowerCutFileSystem& files, std::string path,
            std::unique_ptr<rocksdb::FSDirectory> directory)
      : FSDirectoryWrapper(std::move(directory)), files_(files), path_(std::move(path)) {}

  IOStatus Fsync(const IOOptions&, IODebugContext*) override {
    if (IOStatus status = files_.BeginSync(path_); !status.ok()) return status;
    MutexLock lock(files_.mutex_);
    if (!files_.forgetful_) {
      std::erase_if(files_.changes_,
                    [&](const Change& change) { return change.directory == path_; });
    }
    return IOStatus::OK();
  }
  IOStatus FsyncWithDirOptions(const IOOptions& options, IODebugContext* debug,
                               const rocksdb::DirFsyncOptions&) override {
    return Fsync(options, debug);
  }

 private:
  PowerCutFileSystem& files_;
  const std::string path_;
};

PowerCutFileSystem::PowerCutFileSystem() : FileSystemWrapper(rocksdb::FileSystem::Default()) {}

// --- Faults ---

void PowerCutFileSystem::Cut() {
  MutexLock lock(mutex_);
  cut_ = true;
}

void PowerCutFileSystem::CutAfter(int operations) {
  MutexLock lock(mutex_);
  operations_left_ = operations;
}

bool PowerCutFileSystem::cut() const {
  MutexLock lock(mutex_);
  return cut_;
}

void PowerCutFileSystem::ForgetSyncs() {
  MutexLock lock(mutex_);
  forgetful_ = true;
}

void PowerCutFileSystem::FailSyncs(const std::string& name_end) {
  MutexLock lock(mutex_);
  failing_syncs_ = name_end;
}

void PowerCutFileSystem::FillDisk(const std::string& name_end) {
  MutexLock lock(mutex_);
  full_for_ = name_end;
}

void PowerCutFileSystem::Heal() {
  MutexLock lock(mutex_);
  forgetful_ = false;
  failing_syncs_.reset();
  full_for_.reset();
}

int PowerCutFileSystem::syncs() const {
  MutexLock lock(mutex_);
  return syncs_;
}

IOStatus PowerCutFileSystem::BeginLocked() {
  if (cut_) return NoPower();
  // What the last operation writes is as little synced as what comes before it.
  if (operations_left_.has_value() && --*operations_left_ <= 0) cut_ = true;
  return IOStatus::OK();
}

IOStatus PowerCutFileSystem::BeginWrite(const std::string& path) {
  MutexLock lock(mutex_);
  if (full_for_.has_value() && path.ends_with(*full_for_)) return IOStatus::NoSpace("disk is full");
  return BeginLocked();
}

IOStatus PowerCutFileSystem::BeginSync(const std::string& path) {
  MutexLock lock(mutex_);
  if (failing_syncs_.has_value() && path.ends_with(*failing_syncs_)) {
    return IOStatus::IOError("sync failed");
  }
  if (IOStatus status = BeginLocked(); !status.ok()) return status;
  if (cut_) return NoPower();
  ++syncs_;
  return IOStatus::OK();
}

IOStatus PowerCutFileSystem::BeginChange() {
  MutexLock lock(mutex_);
  return BeginLocked();
}

void PowerCutFileSystem::AddChangeLocked(const std::string& path, std::function<void()> undo) {
  changes_.push_back({.directory = DirectoryOf(path), .undo = std::move(undo)});
}

// --- The cut ---

void PowerCutFileSystem::LoseFile(const std::string& path, const File& file,
                                  std::mt19937_64& random) {
  if (!std::filesystem::exists(path)) return;
  if (file.content_at_sync.has_value()) {
    if (random() % 2 == 0) WriteFile(path, *file.content_at_sync);
    return;
  }
  if (file.written <= file.synced) return;
  const uint64_t torn = file.synced + random() % (file.written - file.synced + 1);
  std::string bytes = ReadFile(path).substr(0, file.written);
  switch (random() % 4) {
    case 0:
      bytes.resize(file.synced);
      break;
    case 1:
      bytes.resize(torn);
      break;
    case 2:
      std::fill(bytes.begin() + torn, bytes.end(), '\0');
      break;
    default:
      for (uint64_t i = torn; i < bytes.size(); ++i) bytes[i] = static_cast<char>(random());
  }
  WriteFile(path, bytes);
}

void PowerCutFileSystem::LoseWhatIsNotSynced(uint64_t seed) {
  MutexLock lock(mutex_);
  cut_ = true;
  std::mt19937_64 random(seed);
  for (const auto& [path, file] : files_) LoseFile(path, file, random);
  for (size_t lost = random() % (changes_.size() + 1); lost > 0; --lost) {
    changes_.back().undo();
    changes_.pop_back();
  }
  files_.clear();
  changes_.clear();
}

// --- rocksdb::FileSystem ---

IOStatus PowerCutFileSystem::NewWritableFile(const std::string& path,
                                             const rocksdb::FileOptions& options,
                                             std::unique_ptr<rocksdb::FSWritableFile>* file,
                                             IODebugContext* debug) {
  if (IOStatus status = BeginChange(); !status.ok()) return status;
  std::unique_ptr<rocksdb::FSWritableFile> real;
  if (IOStatus status = target()->NewWritableFile(path, options, &real, debug); !status.ok()) {
    return status;
  }
  MutexLock lock(mutex_);
  files_[path] = {};
  AddChangeLocked(path, [path] { std::filesystem::remove(path); });
  *file = std::make_unique<AppendedFile>(*this, path, std::move(real));
  return IOStatus::OK();
}

IOStatus PowerCutFileSystem::NewRandomRWFile(const std::string& path,
                                             const rocksdb::FileOptions& options,
                                             std::unique_ptr<rocksdb::FSRandomRWFile>* file,
                                             IODebugContext* debug) {
  if (cut()) return NoPower();
  std::unique_ptr<rocksdb::FSRandomRWFile> real;
  if (IOStatus status = target()->NewRandomRWFile(path, options, &real, debug); !status.ok()) {
    return status;
  }
  MutexLock lock(mutex_);
  files_[path].content_at_sync = ReadFile(path);
  *file = std::make_unique<FileInPlace>(*this, path, std::move(real));
  return IOStatus::OK();
}

IOStatus PowerCutFileSystem::NewDirectory(const std::string& path, const IOOptions& options,
                                          std::unique_ptr<rocksdb::FSDirectory>* directory,
                                          IODebugContext* debug) {
  std::unique_ptr<rocksdb::FSDirectory> real;
  if (IOStatus status = target()->NewDirectory(path, options, &real, debug); !status.ok()) {
    return status;
  }
  *directory = std::make_unique<Directory>(*this, path, std::move(real));
  return IOStatus::OK();
}

IOStatus PowerCutFileSystem::RenameFile(const std::string& from, const std::string& to,
                                        const IOOptions& options, IODebugContext* debug) {
  if (IOStatus status = BeginChange(); !status.ok()) return status;
  std::optional<std::string> replaced;
  if (std::filesystem::exists(to)) replaced = ReadFile(to);
  if (IOStatus status = target()->RenameFile(from, to, options, debug); !status.ok()) return status;
  MutexLock lock(mutex_);
  if (auto moved = files_.extract(from); !moved.empty()) files_[to] = moved.mapped();
  AddChangeLocked(to, [from, to, replaced] {
    std::filesystem::rename(to, from);
    if (replaced.has_value()) WriteFile(to, *replaced);
  });
  return IOStatus::OK();
}

IOStatus PowerCutFileSystem::DeleteFile(const std::string& path, const IOOptions& options,
                                        IODebugContext* debug) {
  if (IOStatus status = BeginChange(); !status.ok()) return status;
  const std::string content = ReadFile(path);
  if (IOStatus status = target()->DeleteFile(path, options, debug); !status.ok()) return status;
  MutexLock lock(mutex_);
  files_.erase(path);
  AddChangeLocked(path, [path, content] { WriteFile(path, content); });
  return IOStatus::OK();
}

}  // namespace meeple::service
