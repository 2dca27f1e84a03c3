#ifndef MEEPLE_SERVICE_JOURNAL_SCORE_STORAGE_H_
#define MEEPLE_SERVICE_JOURNAL_SCORE_STORAGE_H_

// How scores are stored: each twice, under the player to be found and changed, and under its rank
// so that a table is read in order. Numbers are big-endian.
//
//   score  'p', name of the table, a zero byte, player id    ->  wins, draws, losses (8 bytes each)
//   rank   'r', name of the table, a zero byte, the inverse of the wins, losses, the inverse of the
//          draws (8 bytes each), player id                   ->  empty
//
// Thread-compatible.

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "absl/container/btree_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/journal/score_index.h"

namespace meeple::service {

// REQUIRES of all: the name of the table has no zero byte, counts are not negative.
std::string ScoreKey(std::string_view table, std::string_view player_id);
// What the keys of all ranks of a table begin with.
std::string RankPrefix(std::string_view table);
std::string RankKey(std::string_view table, const ScorePlace& place);
// What a rank's key of `table` says; nothing if it is not one.
std::optional<ScorePlace> ParseRankKey(std::string_view table, std::string_view key);

// Whose score or rank a key is.
struct ScoreOwner {
  std::string table;
  std::string player_id;
};
// What a key of either form says; nothing if it is of none.
std::optional<ScoreOwner> ParseScoreOwner(std::string_view key);

std::string EncodeCounts(const ScoreCounts& counts);
// Nothing for bytes that are not counts.
std::optional<ScoreCounts> DecodeCounts(std::string_view bytes);

// What a group of commits changes in the scores, gathered before it is written.
//
//   ScoreBatch batch([&](table, player_id) { return index.ReadScore(table, player_id); });
//   absl::Status status = batch.Add(commit.scores);
//   batch.Write({.put = ..., .remove = ...});
class ScoreBatch {
 public:
  // The score as it is stored, before the batch.
  using Read = std::function<absl::StatusOr<ScoreCounts>(const std::string& table,
                                                         const std::string& player_id)>;
  explicit ScoreBatch(Read read) : read_(std::move(read)) {}

  // Adds changes. An error, of reading what they change, changed nothing. No count falls below
  // zero: that would be a table which does not hold what is taken back from it.
  absl::Status Add(std::span<const ScoreChange> changes);

  struct Target {
    std::function<void(const std::string& key, const std::string& value)> put;
    std::function<void(const std::string& key)> remove;
  };
  // Hands over what is to be stored, and what no longer is; the batch is then empty.
  void Write(const Target& target);

 private:
  struct Entry {
    ScoreCounts before;
    ScoreCounts after;
  };
  using Name = std::pair<std::string, std::string>;  // of the table and of the player

  const Read read_;
  absl::btree_map<Name, Entry> entries_;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_SCORE_STORAGE_H_
