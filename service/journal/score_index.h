#ifndef MEEPLE_SERVICE_JOURNAL_SCORE_INDEX_H_
#define MEEPLE_SERVICE_JOURNAL_SCORE_INDEX_H_

// What a journal counts across games: tables of players with what they won, drew and lost. A table
// is a name without a zero byte; what it stands for is the core's business. The best players stand
// first: by most wins, then by fewest losses, then by most draws, then by the bytes of their ids.
//
//   const auto best = index.ReadScores("shared/", std::nullopt, 10);

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace meeple::service {

struct ScoreCounts {
  int64_t wins = 0;
  int64_t draws = 0;
  int64_t losses = 0;

  bool operator==(const ScoreCounts&) const = default;
};

// What a change of a game adds to a player's score in a table; what is negative is taken back.
struct ScoreChange {
  std::string table;
  std::string player_id;
  ScoreCounts by;

  bool operator==(const ScoreChange&) const = default;
};

// Where a player stands in a table.
struct ScorePlace {
  ScoreCounts counts;  // not negative
  std::string player_id;

  bool operator==(const ScorePlace&) const = default;
};

// Thread-safe. Each answer is consistent in itself.
class ScoreIndex {
 public:
  virtual ~ScoreIndex() = default;

  // The score of a player; all zero for one who is not in the table.
  virtual absl::StatusOr<ScoreCounts> ReadScore(const std::string& table,
                                                const std::string& player_id) const = 0;

  // At most `limit` places of a table in its order: those after `after`, or the first ones. Whoever
  // has nothing but zeros is not in it.
  virtual absl::StatusOr<std::vector<ScorePlace>> ReadScores(const std::string& table,
                                                             const std::optional<ScorePlace>& after,
                                                             int limit) const = 0;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_SCORE_INDEX_H_
