#include "service/journal/memory_journal.h"

#include <algorithm>
#include <utility>

#include "absl/hash/hash.h"
#include "absl/strings/str_cat.h"

namespace meeple::service {

const MemoryJournal::Part& MemoryJournal::PartOf(const std::string& game_id) const {
  return parts_[absl::HashOf(game_id) % kParts];
}

MemoryJournal::Part& MemoryJournal::PartOf(const std::string& game_id) {
  return parts_[absl::HashOf(game_id) % kParts];
}

void MemoryJournal::Append(Commit commit, Done done) { done(Keep(std::move(commit))); }

AppendOutcome MemoryJournal::Keep(Commit commit) {
  Part& part = PartOf(commit.game_id);
  MutexLock lock(part.mutex);
  const auto found = part.games.find(commit.game_id);
  const size_t head = found == part.games.end() ? 0 : found->second.size();
  if (commit.expected_next_sequence != static_cast<int64_t>(head) + 1) {
    return AppendOutcome::kConflict;
  }
  std::vector<SharedRecord>& records = part.games[commit.game_id];
  records.insert(records.end(), std::make_move_iterator(commit.records.begin()),
                 std::make_move_iterator(commit.records.end()));
  return AppendOutcome::kDurable;
}

absl::StatusOr<std::vector<SharedRecord>> MemoryJournal::Read(const std::string& game_id,
                                                              int64_t after_sequence,
                                                              int limit) const {
  const Part& part = PartOf(game_id);
  MutexLock lock(part.mutex);
  const auto found = part.games.find(game_id);
  if (found == part.games.end()) {
    return absl::NotFoundError(absl::StrCat("no game '", game_id, "' in the journal"));
  }
  const std::vector<SharedRecord>& records = found->second;
  const auto first = std::min(static_cast<size_t>(after_sequence), records.size());
  const auto count = std::min(static_cast<size_t>(limit), records.size() - first);
  return std::vector<SharedRecord>(records.begin() + first, records.begin() + first + count);
}

}  // namespace meeple::service
