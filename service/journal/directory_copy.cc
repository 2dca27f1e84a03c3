#include "service/journal/directory_copy.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

namespace meeple::service {
namespace {

constexpr size_t kChunkBytes = 1 << 20;

absl::Status Failed(const char* what, const std::string& path, int error) {
  return absl::UnavailableError(
      absl::StrCat("cannot ", what, " '", path, "': ", std::strerror(error)));
}

absl::Status AlreadyThere(const std::string& path) {
  return absl::AlreadyExistsError(
      absl::StrCat("'", path, "' exists already: name another one, or remove it"));
}

absl::Status LeftOver(const std::string& path) {
  return absl::UnavailableError(absl::StrCat("'", path,
                                             "' is what is left of a copy that was cut off, or one "
                                             "that is being made: remove it, or name another one"));
}

// A file that is open, until it goes out of scope.
class File {
 public:
  File(const std::string& path, int flags, mode_t mode = 0)
      : descriptor_(::open(path.c_str(), flags | O_CLOEXEC, mode)) {}
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  bool ok() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }

 private:
  const int descriptor_;
};

absl::Status SyncDirectoryAt(const std::string& path) {
  const File directory(path, O_RDONLY | O_DIRECTORY);
  if (!directory.ok() || ::fsync(directory.descriptor()) != 0) return Failed("sync", path, errno);
  return absl::OkStatus();
}

std::string ParentOf(const std::string& path) {
  const std::string parent = std::filesystem::path(path).parent_path();
  return parent.empty() ? "." : parent;
}

// Whether `path` is to lie below `directory`.
bool LiesBelow(const std::string& path, const std::string& directory) {
  std::error_code error;
  const auto below = std::filesystem::weakly_canonical(path, error);
  const auto above = std::filesystem::canonical(directory, error);
  return std::mismatch(above.begin(), above.end(), below.begin(), below.end()).first == above.end();
}

// Writes all of `bytes`.
bool WriteAll(const File& file, const char* bytes, size_t count) {
  while (count > 0) {
    const ssize_t written = ::write(file.descriptor(), bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes += written;
    count -= static_cast<size_t>(written);
  }
  return true;
}

class Copy {
 public:
  explicit Copy(const std::function<void(uint64_t bytes)>& on_progress)
      : on_progress_(on_progress), buffer_(kChunkBytes) {}

  absl::Status CopyEntries(const std::filesystem::path& from, const std::filesystem::path& to) {
    std::error_code error;
    for (std::filesystem::directory_iterator entry(from, error), end; !error && entry != end;
         entry.increment(error)) {
      const std::filesystem::path target = to / entry->path().filename();
      absl::Status status = entry->is_directory(error) ? CopyFolder(entry->path(), target)
                                                       : CopyFile(entry->path(), target);
      if (!status.ok()) return status;
    }
    return error ? Failed("read", from, error.value()) : SyncDirectoryAt(to);
  }

 private:
  absl::Status CopyFolder(const std::string& from, const std::string& to) {
    if (::mkdir(to.c_str(), S_IRWXU) != 0) return Failed("make", to, errno);
    return CopyEntries(from, to);
  }

  absl::Status CopyFile(const std::string& from, const std::string& to) {
    const File source(from, O_RDONLY);
    if (!source.ok()) return Failed("read", from, errno);
    const File target(to, O_WRONLY | O_CREAT | O_EXCL, S_IRUSR | S_IWUSR);
    if (!target.ok()) return Failed("write", to, errno);
    while (true) {
      const ssize_t count = ::read(source.descriptor(), buffer_.data(), buffer_.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return Failed("read", from, errno);
      if (count == 0) break;
      if (!WriteAll(target, buffer_.data(), static_cast<size_t>(count))) {
        return Failed("write", to, errno);
      }
      bytes_ += static_cast<uint64_t>(count);
      if (on_progress_) on_progress_(bytes_);
    }
    return ::fsync(target.descriptor()) == 0 ? absl::OkStatus() : Failed("sync", to, errno);
  }

  const std::function<void(uint64_t bytes)>& on_progress_;
  std::vector<char> buffer_;
  uint64_t bytes_ = 0;
};

}  // namespace

NewDirectory::NewDirectory(std::string path)
    : path_(std::move(path)), draft_path_(path_ + ".partial") {}

NewDirectory::NewDirectory(NewDirectory&& other) noexcept
    : path_(std::move(other.path_)),
      draft_path_(std::move(other.draft_path_)),
      finished_(std::exchange(other.finished_, true)) {}

absl::StatusOr<NewDirectory> NewDirectory::Make(const std::string& path) {
  std::string name = path;
  while (name.size() > 1 && name.back() == '/') name.pop_back();
  if (name.empty()) return absl::InvalidArgumentError("the directory to be made has no name");
  struct stat ignored = {};
  if (::lstat(name.c_str(), &ignored) == 0) return AlreadyThere(name);
  NewDirectory directory(name);
  if (::mkdir(directory.draft_path_.c_str(), S_IRWXU) != 0) {
    const int error = errno;
    directory.finished_ = true;  // there is nothing of it to remove
    return error == EEXIST ? LeftOver(directory.draft_path_)
                           : Failed("make", directory.draft_path_, error);
  }
  return directory;
}

NewDirectory::~NewDirectory() {
  if (finished_) return;
  std::error_code ignored;
  std::filesystem::remove_all(draft_path_, ignored);
}

absl::Status NewDirectory::Finish() {
  if (absl::Status status = SyncDirectoryAt(draft_path_); !status.ok()) return status;
  // An empty directory that appeared meanwhile would be replaced, anything else refuses.
  if (::rename(draft_path_.c_str(), path_.c_str()) != 0) return Failed("make", path_, errno);
  finished_ = true;
  return SyncDirectoryAt(ParentOf(path_));
}

absl::StatusOr<uint64_t> BytesBelow(const std::string& directory) {
  uint64_t bytes = 0;
  std::error_code error;
  for (std::filesystem::recursive_directory_iterator entry(directory, error), end;
       !error && entry != end; entry.increment(error)) {
    if (entry->is_regular_file(error)) bytes += entry->file_size(error);
  }
  if (error) return Failed("read", directory, error.value());
  return bytes;
}

absl::Status CopyDirectoryDurably(const std::string& from, const std::string& to,
                                  const std::function<void(uint64_t bytes)>& on_progress) {
  if (LiesBelow(to, from)) {
    return absl::InvalidArgumentError(
        absl::StrCat("'", to, "' lies in what is to be copied: name a place outside of it"));
  }
  absl::StatusOr<NewDirectory> made = NewDirectory::Make(to);
  if (!made.ok()) return made.status();
  absl::Status status = Copy(on_progress).CopyEntries(from, made->draft_path());
  return status.ok() ? made->Finish() : status;
}

}  // namespace meeple::service
