#include "service/journal/data_directory.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"

namespace meeple::service {
namespace {

constexpr mode_t kOwnerOnly = S_IRWXU;
constexpr mode_t kEverybody = S_IRWXO;
constexpr char kJournal[] = "journal";
constexpr char kMark[] = "COMMITTED";
constexpr char kDraft[] = "journal.new";

template <typename... Parts>
std::string About(const std::string& path, const Parts&... parts) {
  return absl::StrCat("the data directory '", path, "' ", parts...);
}

absl::Status NotAllowed(const std::string& path, const char* what) {
  return absl::PermissionDeniedError(
      About(path, "cannot be ", what, " (", std::strerror(errno),
            "): give it to the user of the server, or name another one"));
}

absl::Status NoName() { return absl::InvalidArgumentError("the data directory has no name"); }

absl::Status NotADirectory(const std::string& path) {
  return absl::InvalidArgumentError(
      About(path, "is or lies below a file: name a directory, or a path where one can be made"));
}

absl::Status SyncDirectory(const std::string& path, int descriptor) {
  if (::fsync(descriptor) == 0) return absl::OkStatus();
  return absl::UnavailableError(About(path, "cannot be synced: ", std::strerror(errno)));
}

// What was made in it stays there.
absl::Status SyncDirectory(const std::string& path) {
  const int descriptor = ::open(path.empty() ? "." : path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return NotAllowed(path, "synced");
  absl::Status status = SyncDirectory(path, descriptor);
  ::close(descriptor);
  return status;
}

// Makes the directory and the parents that are missing.
absl::Status MakeWithParents(const std::filesystem::path& path) {
  const std::filesystem::path parent = path.parent_path();
  if (::mkdir(path.c_str(), kOwnerOnly) == 0) return SyncDirectory(parent);
  if (errno == EEXIST) return absl::OkStatus();
  if (errno == ENOTDIR) return NotADirectory(path);
  if (errno != ENOENT || parent == path || parent.empty()) return NotAllowed(path, "made");
  if (absl::Status status = MakeWithParents(parent); !status.ok()) return status;
  if (::mkdir(path.c_str(), kOwnerOnly) == 0) return SyncDirectory(parent);
  return errno == EEXIST ? absl::OkStatus() : NotAllowed(path, "made");
}

absl::StatusOr<std::set<std::string>> ListEntries(const std::string& path) {
  std::error_code error;
  std::set<std::string> names;
  for (std::filesystem::directory_iterator entry(path, error), end; !error && entry != end;
       entry.increment(error)) {
    // A file system of its own brings this along.
    if (entry->path().filename() != "lost+found") names.insert(entry->path().filename());
  }
  if (!error) return names;
  errno = error.value();
  return NotAllowed(path, "read");
}

// Whether there is a journal among the entries, or an error if they are not those of a data
// directory.
absl::StatusOr<bool> FindJournal(const std::string& path, std::set<std::string> names) {
  const bool journal = names.contains(kJournal);
  const bool mark = names.contains(kMark);
  if (journal && mark) return true;
  if (journal) {
    return absl::DataLossError(
        About(path,
              "has lost its file COMMITTED, without which nobody can tell whether the journal "
              "is whole: restore the directory from a backup, or run: meeple-server "
              "journal salvage"));
  }
  const bool draft = names.erase(kDraft) > 0;
  names.erase(kMark);
  if (mark && !draft) {
    return absl::DataLossError(
        About(path, "has lost its journal: restore the directory from a backup"));
  }
  if (names.empty()) return false;
  return absl::InvalidArgumentError(
      About(path, "holds other things ('", *names.begin(),
            "') and no journal: name an empty directory, or a path where one can be made"));
}

// Closes the directory to everybody if it is new, else refuses it.
absl::Status CheckAccess(const std::string& path, int descriptor, bool has_journal) {
  if (::access(path.c_str(), R_OK | W_OK | X_OK) != 0) return NotAllowed(path, "used");
  struct stat status = {};
  if (::fstat(descriptor, &status) != 0) return NotAllowed(path, "read");
  if ((status.st_mode & kEverybody) == 0) return absl::OkStatus();
  if (!has_journal && ::fchmod(descriptor, kOwnerOnly) == 0) return absl::OkStatus();
  return absl::PermissionDeniedError(
      About(path,
            "is open to everybody, and it holds the secret that signs all credentials: run "
            "chmod o-rwx on it"));
}

}  // namespace

absl::StatusOr<std::unique_ptr<DataDirectory>> DataDirectory::Claim(const std::string& path) {
  if (path.empty()) return NoName();
  if (absl::Status status = MakeWithParents(path); !status.ok()) return status;
  absl::StatusOr<std::unique_ptr<DataDirectory>> directory = OpenDirectory(path);
  if (!directory.ok()) return directory;
  absl::Status status = (*directory)->Lock(LOCK_EX);
  if (status.ok()) status = (*directory)->Inspect();
  if (!status.ok()) return status;
  return directory;
}

absl::StatusOr<std::unique_ptr<DataDirectory>> DataDirectory::ClaimExisting(const std::string& path,
                                                                            Use use) {
  if (path.empty()) return NoName();
  absl::StatusOr<std::unique_ptr<DataDirectory>> directory = OpenDirectory(path);
  if (!directory.ok()) return directory;
  const bool repair = use == Use::kRepair;
  if (::access(path.c_str(), R_OK | X_OK | (repair ? W_OK : 0)) != 0) {
    return NotAllowed(path, repair ? "written to" : "read");
  }
  absl::Status status = (*directory)->Lock(repair ? LOCK_EX : LOCK_SH);
  if (!status.ok()) return status;
  const absl::StatusOr<std::set<std::string>> names = ListEntries(path);
  if (!names.ok()) return names.status();
  if (!names->contains(kJournal)) {
    return absl::NotFoundError(About(path, "holds no journal: look whether it is the right one"));
  }
  (*directory)->has_journal_ = true;
  return directory;
}

absl::StatusOr<std::unique_ptr<DataDirectory>> DataDirectory::OpenDirectory(
    const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor >= 0) return absl::WrapUnique(new DataDirectory(path, descriptor));
  if (errno == ENOTDIR) return NotADirectory(path);
  if (errno != ENOENT) return NotAllowed(path, "opened");
  return absl::NotFoundError(About(path, "does not exist: look whether the name is right"));
}

absl::Status DataDirectory::Lock(int operation) const {
  if (::flock(descriptor_, operation | LOCK_NB) == 0) return absl::OkStatus();
  if (errno != EWOULDBLOCK) return NotAllowed(path_, "locked");
  return absl::FailedPreconditionError(About(
      path_, "is in use by another server or tool: stop that one, or name another directory"));
}

absl::Status DataDirectory::Inspect() {
  absl::StatusOr<std::set<std::string>> names = ListEntries(path_);
  if (!names.ok()) return names.status();
  const absl::StatusOr<bool> has_journal = FindJournal(path_, *std::move(names));
  if (!has_journal.ok()) return has_journal.status();
  has_journal_ = *has_journal;
  return CheckAccess(path_, descriptor_, has_journal_);
}

DataDirectory::~DataDirectory() { ::close(descriptor_); }

absl::Status DataDirectory::RemoveDraft() const {
  // The mark first: alone it would look like a journal that is lost.
  std::error_code error;
  std::filesystem::remove(mark_path(), error);
  if (!error) std::filesystem::remove_all(draft_path(), error);
  if (!error) return absl::OkStatus();
  return absl::UnavailableError(About(
      path_, "has the rest of a first start in it that cannot be removed: ", error.message()));
}

absl::Status DataDirectory::SyncEntries() const { return SyncDirectory(path_, descriptor_); }

absl::Status DataDirectory::AdoptDraft() const {
  // The mark first: a journal without one would count as damaged.
  if (absl::Status status = SyncDirectory(path_, descriptor_); !status.ok()) return status;
  if (std::rename(draft_path().c_str(), journal_path().c_str()) != 0) {
    return NotAllowed(path_, "written to");
  }
  return SyncDirectory(path_, descriptor_);
}

}  // namespace meeple::service
