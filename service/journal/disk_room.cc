#include "service/journal/disk_room.h"

#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "absl/strings/str_cat.h"

namespace meeple::service {
namespace {

constexpr uint64_t kFilesOfAStart = 256 << 10;

bool IsFull(int error) { return error == ENOSPC || error == EDQUOT || error == EFBIG; }

// Takes room in a file without a name. 0, or the error.
int TakeRoom(const std::string& directory, uint64_t bytes) {
  const int file = ::open(directory.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (file < 0) return errno;
  const int error = ::posix_fallocate(file, 0, static_cast<off_t>(bytes));
  ::close(file);
  return error;
}

// For file systems that have no files without a name, as those of a network.
bool SaysItHasRoom(const std::string& directory, uint64_t bytes) {
  struct statvfs status = {};
  if (::statvfs(directory.c_str(), &status) != 0) return true;
  return uint64_t{status.f_bavail} * status.f_frsize >= bytes;
}

}  // namespace

uint64_t RoomToOpen(const std::string& journal_path) {
  uint64_t bytes = kFilesOfAStart;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(journal_path, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code gone;
    const uint64_t size = entry->file_size(gone);
    if (!gone && entry->path().extension() == ".log") bytes += size;
  }
  return bytes;
}

absl::Status CheckRoom(const std::string& directory, uint64_t bytes) {
  const int error = TakeRoom(directory, bytes);
  const bool is_full = IsFull(error) || (error != 0 && !SaysItHasRoom(directory, bytes));
  if (!is_full) return absl::OkStatus();
  return absl::ResourceExhaustedError(absl::StrCat(
      "no space left on the disk of '", directory, "': opening the journal takes up to ",
      (bytes >> 10) + 1, " KiB. Nothing was touched: make room, then start again"));
}

}  // namespace meeple::service
