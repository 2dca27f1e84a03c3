#ifndef MEEPLE_SERVICE_JOURNAL_DATA_DIRECTORY_H_
#define MEEPLE_SERVICE_JOURNAL_DATA_DIRECTORY_H_

// The directory in which a server keeps its data, held for one process.
//
//   <directory>/journal    the database
//   <directory>/COMMITTED  up to where it was acknowledged
//
// Both are made in `journal.new` and then renamed, so that a first start that is cut off leaves
// nothing that looks like a journal. Only the owner and, where somebody arranged it, the group may
// have access: the database holds the server's secret.
//
//   absl::StatusOr<std::unique_ptr<DataDirectory>> directory =
//       DataDirectory::Claim("/var/lib/meeple");
//
// Tools claim a directory that is there already, and change nothing about it:
//
//   directory = DataDirectory::ClaimExisting("/var/lib/meeple", DataDirectory::Use::kReading);
//
// Immutable once claimed.

#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace meeple::service {

class DataDirectory {
 public:
  // Makes the directory where there is none, with its parents, and holds it until destruction.
  // Every error says what to do:
  //   INVALID_ARGUMENT     not a directory, or one with other things in it
  //   PERMISSION_DENIED    not ours to read and write, or open to everybody
  //   FAILED_PRECONDITION  held by another process
  //   DATA_LOSS            a part of the journal is gone
  // Nothing is written then, and what the directory holds stays as it is.
  static absl::StatusOr<std::unique_ptr<DataDirectory>> Claim(const std::string& path);

  enum class Use {
    kReading,  // beside others that read
    kRepair,   // alone
  };
  // Holds a directory that has a journal, whole or not. Nothing is made and no access is asked for
  // but what `use` needs.
  //   NOT_FOUND            no such directory, or no journal in it
  //   INVALID_ARGUMENT     not a directory
  //   PERMISSION_DENIED    not ours to read, or for a repair to write
  //   FAILED_PRECONDITION  held by another process
  static absl::StatusOr<std::unique_ptr<DataDirectory>> ClaimExisting(const std::string& path,
                                                                      Use use);
  ~DataDirectory();
  DataDirectory(const DataDirectory&) = delete;
  DataDirectory& operator=(const DataDirectory&) = delete;

  const std::string& path() const { return path_; }
  std::string journal_path() const { return path_ + "/journal"; }
  std::string mark_path() const { return path_ + "/COMMITTED"; }
  // Where a journal is made.
  std::string draft_path() const { return path_ + "/journal.new"; }

  // Whether there is a journal. There is none, too, where a first start was cut off.
  bool has_journal() const { return has_journal_; }

  // Removes what a first start left that was cut off.
  absl::Status RemoveDraft() const;
  // What was made in the directory stays there.
  absl::Status SyncEntries() const;
  // Makes the draft the journal, durably.
  absl::Status AdoptDraft() const;

 private:
  DataDirectory(std::string path, int descriptor)
      : path_(std::move(path)), descriptor_(descriptor) {}

  // Opens what is there, without looking into it.
  static absl::StatusOr<std::unique_ptr<DataDirectory>> OpenDirectory(const std::string& path);
  // Locks the directory. `operation` is that of flock.
  absl::Status Lock(int operation) const;
  // Finds out what is in it.
  absl::Status Inspect();

  const std::string path_;
  const int descriptor_;
  bool has_journal_ = false;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_DATA_DIRECTORY_H_
