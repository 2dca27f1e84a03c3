#ifndef MEEPLE_SERVICE_TOOLS_GAME_WALK_H_
#define MEEPLE_SERVICE_TOOLS_GAME_WALK_H_

// All games of a journal, one after the other, also across damage: a game whose events cannot be
// listed is found by its summary.
//
//   GameWalk walk(journal.reader());
//   while (const std::optional<std::string> game_id = walk.Next()) ...
//   if (!walk.damage().ok()) ...   // some games may not have been found
//
// Not thread-safe.

#include <deque>
#include <limits>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "service/journal/journal_reader.h"

namespace meeple::tools {

// As a limit of events: all of a game, which the server bounds.
inline constexpr int kAll = std::numeric_limits<int>::max();

// How much of the agenda is read at once.
inline constexpr int kAgendaAtOnce = 1'000;

class GameWalk {
 public:
  // `reader` must outlive the walk.
  explicit GameWalk(const service::JournalReader& reader) : reader_(reader) {}

  // The id of the next game that has events or a summary; none at the end.
  std::optional<std::string> Next();

  // The first damage that was met. Where it hides games that have no summary, they are left out.
  const absl::Status& damage() const { return damage_; }

 private:
  using List = absl::StatusOr<std::vector<std::string>> (service::JournalReader::*)(
      const std::string& after_game_id, int limit) const;
  void Refill(std::deque<std::string>& ids, List list);

  const service::JournalReader& reader_;
  std::deque<std::string> with_events_;
  std::deque<std::string> with_summary_;
  std::string last_;
  absl::Status damage_;
};

}  // namespace meeple::tools

#endif  // MEEPLE_SERVICE_TOOLS_GAME_WALK_H_
