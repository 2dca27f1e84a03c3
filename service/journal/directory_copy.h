#ifndef MEEPLE_SERVICE_JOURNAL_DIRECTORY_COPY_H_
#define MEEPLE_SERVICE_JOURNAL_DIRECTORY_COPY_H_

// Full, synced copies of directories: no link to the original is left, so that what happens to one
// of them does not happen to the other.
//
//   absl::Status status = CopyDirectoryDurably(data, backup, [](uint64_t bytes) { ... });
//
// Any thread.

#include <cstdint>
#include <functional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace meeple::service {

// A directory under a name that is taken only once all of it is there and synced. Until then it is
// `<path>.partial`; what is not finished is removed.
class NewDirectory {
 public:
  // ALREADY_EXISTS if there is something under either name; UNAVAILABLE if the disk refuses.
  static absl::StatusOr<NewDirectory> Make(const std::string& path);
  NewDirectory(NewDirectory&& other) noexcept;
  NewDirectory& operator=(NewDirectory&&) = delete;
  ~NewDirectory();

  // Where it is until it is finished; for the owner only.
  const std::string& draft_path() const { return draft_path_; }
  // Gives it its name. Files in it must have been synced.
  absl::Status Finish();

 private:
  explicit NewDirectory(std::string path);

  std::string path_;
  std::string draft_path_;
  bool finished_ = false;
};

// How many bytes lie in the files below a directory.
absl::StatusOr<uint64_t> BytesBelow(const std::string& directory);

// Copies `from` with all below it to `to`, which must not exist. `on_progress`, if any, is told how
// many bytes are there so far. ALREADY_EXISTS; INVALID_ARGUMENT if `to` lies in `from`; UNAVAILABLE
// for what the disk says. Nothing is left of a copy that failed.
absl::Status CopyDirectoryDurably(const std::string& from, const std::string& to,
                                  const std::function<void(uint64_t bytes)>& on_progress = {});

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_DIRECTORY_COPY_H_
