#ifndef MEEPLE_SERVICE_JOURNAL_MEMORY_JOURNAL_H_
#define MEEPLE_SERVICE_JOURNAL_MEMORY_JOURNAL_H_

// A journal in the memory of the process: for tests, bots and trying things out. What it keeps ends
// with the process, and its durability says so. Appends complete on the calling thread.
//
// Thread-safe; split into parts so that games do not wait for each other.

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/container/btree_set.h"
#include "absl/container/flat_hash_map.h"
#include "service/base/mutex.h"
#include "service/journal/game_index.h"
#include "service/journal/journal.h"

namespace meeple::service {

class MemoryJournal : public Journal {
 public:
  // Keeps so many entries of each feed.
  explicit MemoryJournal(int64_t feed_entries = kFeedEntriesKept) : feed_entries_(feed_entries) {}

  void Append(Commit commit, Done done) override;
  void KeepGameTime(int64_t milliseconds) override;
  absl::StatusOr<std::vector<SharedRecord>> Read(const std::string& game_id, int64_t after_sequence,
                                                 int limit) const override;
  std::string_view name() const override { return "memory"; }
  JournalDurability durability() const override { return JournalDurability::kMemory; }

  absl::StatusOr<std::string> ReadSummary(const std::string& game_id) const override;
  // Looks at every game.
  absl::StatusOr<std::vector<std::string>> ListGames(const std::string& after_game_id,
                                                     int limit) const override;
  absl::StatusOr<std::vector<AgendaEntry>> ReadAgenda(const std::optional<AgendaEntry>& after,
                                                      int limit) const override;
  absl::StatusOr<std::vector<ListPlace>> ReadList(const std::string& list,
                                                  const std::optional<ListPlace>& after,
                                                  int limit) const override;
  absl::StatusOr<std::string> ReadListEntry(const ListPlace& place) const override;
  int64_t ReadGameTime() const override { return game_time_milliseconds_.load(); }

  absl::StatusOr<ScoreCounts> ReadScore(const std::string& table,
                                        const std::string& player_id) const override;
  absl::StatusOr<std::vector<ScorePlace>> ReadScores(const std::string& table,
                                                     const std::optional<ScorePlace>& after,
                                                     int limit) const override;

  absl::StatusOr<FeedBounds> ReadFeedBounds(const std::string& feed) const override;
  absl::StatusOr<std::vector<FeedAppend>> ReadFeed(const std::string& feed, int64_t after,
                                                   FeedLimits limits) const override;
  void SetFeedListener(FeedListener listener) override;

 private:
  struct Game {
    std::vector<SharedRecord> records;
    std::optional<std::string> summary;
  };
  struct Part {
    mutable Mutex mutex;
    absl::flat_hash_map<std::string, Game> games ABSL_GUARDED_BY(mutex);
  };
  static constexpr size_t kParts = 64;

  AppendOutcome Keep(Commit commit);
  void KeepAgenda(const Commit& commit);
  void KeepLists(const Commit& commit);
  void KeepScores(const Commit& commit);
  void KeepFeedEntries(const Commit& commit);
  Part& PartOf(const std::string& game_id);
  const Part& PartOf(const std::string& game_id) const;

  const int64_t feed_entries_;
  std::array<Part, kParts> parts_;
  std::atomic<int64_t> game_time_milliseconds_ = 0;
  // Taken after the mutex of a part.
  mutable Mutex agenda_mutex_;
  absl::btree_set<AgendaEntry> agenda_ ABSL_GUARDED_BY(agenda_mutex_);
  // The same. By key: see storage_keys.h.
  mutable Mutex lists_mutex_;
  absl::btree_map<std::string, std::string> lists_ ABSL_GUARDED_BY(lists_mutex_);
  // The same. By key: see score_storage.h.
  mutable Mutex scores_mutex_;
  absl::btree_map<std::string, std::string> scores_ ABSL_GUARDED_BY(scores_mutex_);

  struct StoredFeed {
    int64_t floor = 0;
    std::deque<SharedBytes> entries;  // those after it
  };
  // The same.
  mutable Mutex feeds_mutex_;
  absl::flat_hash_map<std::string, StoredFeed> feeds_ ABSL_GUARDED_BY(feeds_mutex_);
  FeedListener feed_listener_ ABSL_GUARDED_BY(feeds_mutex_);
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_MEMORY_JOURNAL_H_
