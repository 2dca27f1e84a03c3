#ifndef MEEPLE_SERVICE_JOURNAL_MEMORY_JOURNAL_H_
#define MEEPLE_SERVICE_JOURNAL_MEMORY_JOURNAL_H_

// A journal in the memory of the process: for tests, bots and trying things out. What it keeps ends
// with the process, and its durability says so. Appends complete on the calling thread.
//
// Thread-safe; split into parts so that games do not wait for each other.

#include <array>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "service/base/mutex.h"
#include "service/journal/journal.h"

namespace meeple::service {

class MemoryJournal final : public Journal {
 public:
  void Append(Commit commit, Done done) override;
  absl::StatusOr<std::vector<SharedRecord>> Read(const std::string& game_id, int64_t after_sequence,
                                                 int limit) const override;
  JournalDurability durability() const override { return JournalDurability::kMemory; }

 private:
  struct Part {
    mutable Mutex mutex;
    absl::flat_hash_map<std::string, std::vector<SharedRecord>> games ABSL_GUARDED_BY(mutex);
  };
  static constexpr size_t kParts = 64;

  AppendOutcome Keep(Commit commit);
  Part& PartOf(const std::string& game_id);
  const Part& PartOf(const std::string& game_id) const;

  std::array<Part, kParts> parts_;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_MEMORY_JOURNAL_H_
