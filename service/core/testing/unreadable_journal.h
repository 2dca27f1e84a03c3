#ifndef MEEPLE_SERVICE_CORE_TESTING_UNREADABLE_JOURNAL_H_
#define MEEPLE_SERVICE_CORE_TESTING_UNREADABLE_JOURNAL_H_

// A journal that cannot read one game for a while.
//
//   UnreadableJournal journal;
//   journal.unreadable = game_id;
//   journal.is_unreadable = true;

#include <atomic>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "service/journal/memory_journal.h"

namespace meeple::service {

class UnreadableJournal final : public MemoryJournal {
 public:
  absl::StatusOr<std::vector<SharedRecord>> Read(const std::string& game_id, int64_t after_sequence,
                                                 int limit) const override {
    if (!is_unreadable || game_id != unreadable) {
      return MemoryJournal::Read(game_id, after_sequence, limit);
    }
    ++refused;
    return absl::UnavailableError("the disk is slow");
  }

  std::string unreadable;
  std::atomic<bool> is_unreadable = false;
  mutable std::atomic<int> refused = 0;  // how often somebody wanted to read it
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_TESTING_UNREADABLE_JOURNAL_H_
