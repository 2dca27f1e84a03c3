#ifndef MEEPLE_SERVICE_JOURNAL_GROUP_WRITER_H_
#define MEEPLE_SERVICE_JOURNAL_GROUP_WRITER_H_

// Writes a group of commits as one batch with one sync, and the mark after it. A commit that does
// not follow the log of its game stays out of the batch.
//
// Not thread-safe: the journal's thread owns it.

#include <rocksdb/write_batch.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/journal/committed_mark.h"
#include "service/journal/database.h"
#include "service/journal/encoded_commit.h"
#include "service/journal/feed_announcer.h"
#include "service/journal/feed_storage.h"
#include "service/journal/head_cache.h"
#include "service/journal/journal.h"
#include "service/journal/journal_reader.h"
#include "service/journal/score_storage.h"

namespace meeple::service {

class GroupWriter {
 public:
  // All references must outlive the writer. Remembers the newest sequence of `max_known_games`,
  // keeps `feed_entries` of each feed.
  GroupWriter(Database& database, CommittedMark& mark, FeedAnnouncer& announcer,
              size_t max_known_games, int64_t feed_entries)
      : database_(database),
        mark_(mark),
        reader_(database),
        heads_(max_known_games),
        feeds_(database, announcer, feed_entries),
        game_time_milliseconds_(database.game_time_milliseconds()) {}

  // What became of each commit. kUnknown stands for a commit whose place in its game could not be
  // looked up: it was not written, but the disk is damaged there. An error means that nobody knows
  // what was written of the group, or that a feed or a score, which no game has to itself, is
  // damaged; the writer is of no use afterwards.
  absl::StatusOr<std::vector<AppendOutcome>> Write(std::span<const EncodedCommit* const> group);

  // What the groups since the last call added to feeds.
  std::vector<FeedAppend> TakeFeedAppends() { return feeds_.TakeAdded(); }

  // How many bytes the last group brought to the database.
  size_t written_bytes() const { return written_bytes_; }

 private:
  // Adds the commit to the batch, unless it does not belong there.
  absl::StatusOr<AppendOutcome> AddIfFits(const EncodedCommit& commit, rocksdb::WriteBatch& batch);
  // Whether the commit follows the game's log: kDurable, kConflict, or kUnknown.
  AppendOutcome CheckPlace(const EncodedCommit& commit) const;
  absl::StatusOr<bool> HasEvent(const std::string& game_id, int64_t sequence) const;
  void Add(const EncodedCommit& commit, rocksdb::WriteBatch& batch);
  void AddScores(rocksdb::WriteBatch& batch);
  absl::Status Sync(rocksdb::WriteBatch& batch);

  Database& database_;
  CommittedMark& mark_;
  const JournalReader reader_;
  HeadCache heads_;
  FeedWriter feeds_;
  // The latest that was written.
  int64_t game_time_milliseconds_;
  size_t written_bytes_ = 0;
  // What the group at hand adds, which the database does not know yet.
  absl::flat_hash_map<std::string, int64_t> group_heads_;
  ScoreBatch group_scores_{[this](const std::string& table, const std::string& player_id) {
    return reader_.ReadScore(table, player_id);
  }};
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_GROUP_WRITER_H_
