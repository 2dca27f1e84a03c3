#ifndef MEEPLE_SERVICE_JOURNAL_SALVAGE_H_
#define MEEPLE_SERVICE_JOURNAL_SALVAGE_H_

// The way on after damage to the write-ahead log, when there is no backup: what can be read stays,
// the rest is given up, and the server starts again. What was acknowledged and is lost comes back
// to nobody; the directory as it was is kept beside it.
//
//   absl::StatusOr<std::unique_ptr<Salvage>> salvage = Salvage::Examine("/var/lib/meeple");
//   std::cout << (*salvage)->damage();
//   absl::Status status = (*salvage)->Run("/var/lib/meeple.damaged", on_progress);
//
// Not thread-safe.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/journal/data_directory.h"

namespace meeple::service {

class Salvage {
 public:
  // Looks and writes nothing. The directory is held until destruction.
  //   FAILED_PRECONDITION  nothing is wrong that salvage could help, or the directory is in use
  //   DATA_LOSS            the database cannot be opened at all: only a backup helps
  // and the other errors of DataDirectory::ClaimExisting and Database::OpenReadOnly.
  static absl::StatusOr<std::unique_ptr<Salvage>> Examine(const std::string& directory);

  // What is wrong.
  const std::string& damage() const { return damage_; }
  // How many changes that were acknowledged are lost; none if nobody can tell.
  std::optional<uint64_t> lost_changes() const { return lost_changes_; }
  // The number of the last change that can be read: what the journal ends with afterwards.
  uint64_t last_change() const { return last_change_; }

  // Keeps a full copy at `copy_path`, which must not exist, then makes the journal one that is
  // whole. Cut off in between, it can be run again. `on_progress`, if any, is told how many bytes
  // were copied.
  absl::Status Run(const std::string& copy_path,
                   const std::function<void(uint64_t bytes)>& on_progress = {});

 private:
  explicit Salvage(std::unique_ptr<DataDirectory> directory) : directory_(std::move(directory)) {}

  absl::Status Look();

  const std::unique_ptr<DataDirectory> directory_;
  std::string damage_;
  std::optional<uint64_t> lost_changes_;
  uint64_t last_change_ = 0;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_SALVAGE_H_
