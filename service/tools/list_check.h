#ifndef MEEPLE_SERVICE_TOOLS_LIST_CHECK_H_
#define MEEPLE_SERVICE_TOOLS_LIST_CHECK_H_

// Whether the stored lists are those that the games belong to: a game that is in one is in all of
// its lists and in no other, and what is kept of it for them is what its events say. Games of
// releases without lists may be in none.
//
//   ListCheck lists(reader, report);
//   for (each game) lists.Add(game_id, indexes) or lists.Excuse(game_id);
//   lists.Conclude();
//
// Not thread-safe. Keeps a number for each row in memory.

#include <cstdint>
#include <functional>
#include <string>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "service/core/game_check.h"
#include "service/journal/journal_reader.h"

namespace meeple::tools {

class ListCheck {
 public:
  // Called with each difference.
  using Report = std::function<void(const absl::Status& difference)>;

  // `reader` must outlive the check.
  ListCheck(const service::JournalReader& reader, Report report)
      : reader_(reader), report_(std::move(report)) {}

  // A game, and what it should be to the lists.
  void Add(const std::string& game_id, const service::IndexChange& indexes);
  // A game that cannot be told from its events: nothing is said of its rows.
  void Excuse(const std::string& game_id) { excused_.insert(game_id); }
  // Looks at all rows, and tells of one of each game. REQUIRES: all games were named.
  void Conclude();

 private:
  void CheckEntry(const service::ListPlace& place, const service::IndexChange& indexes,
                  bool is_needed);
  void CheckRow(const std::string& list, const service::ListPlace& place);
  void Tell(const std::string& what);

  const service::JournalReader& reader_;
  const Report report_;
  // Fingerprints of the rows that were found in their places.
  absl::flat_hash_set<size_t> found_;
  absl::flat_hash_set<std::string> excused_;
};

}  // namespace meeple::tools

#endif  // MEEPLE_SERVICE_TOOLS_LIST_CHECK_H_
