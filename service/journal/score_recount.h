#ifndef MEEPLE_SERVICE_JOURNAL_SCORE_RECOUNT_H_
#define MEEPLE_SERVICE_JOURNAL_SCORE_RECOUNT_H_

// The scores as the games of a journal make them, counted anew: to be compared with those that are
// stored, or to replace them.
//
//   ScoreRecount recount;
//   for (each game) recount.Add(scores_of_the_game);
//   absl::StatusOr<uint64_t> changed = recount.Replace(storage);
//
// Not thread-safe. Keeps all scores in memory.

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "absl/container/btree_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/journal/database.h"
#include "service/journal/journal_storage.h"
#include "service/journal/score_storage.h"

namespace meeple::service {

class ScoreRecount {
 public:
  // Adds what a game counts for.
  void Add(std::span<const ScoreChange> scores) { counted_.Add(scores).IgnoreError(); }

  // Calls `report` with each difference of what is stored, in words. A journal of a format without
  // scores has no difference. An error if the scores cannot be read.
  absl::Status Compare(Database& database,
                       const std::function<void(const std::string& difference)>& report);

  // Makes what is stored what was counted, all of it or nothing, durably. Returns how many entries
  // that changed. Errors as of the journal.
  absl::StatusOr<uint64_t> Replace(JournalStorage& storage);

 private:
  // Calls `visit` for each key under which something else is stored than was counted; `counted` is
  // null where nothing should be.
  using Visit = std::function<void(const std::string& key, const std::string* counted)>;
  absl::Status VisitDifferences(Database& database, const Visit& visit);

  ScoreBatch counted_{[](const std::string&, const std::string&) { return ScoreCounts{}; }};
  absl::btree_map<std::string, std::string> entries_;  // what is to be stored
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_SCORE_RECOUNT_H_
