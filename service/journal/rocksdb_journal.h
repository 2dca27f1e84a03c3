#ifndef MEEPLE_SERVICE_JOURNAL_ROCKSDB_JOURNAL_H_
#define MEEPLE_SERVICE_JOURNAL_ROCKSDB_JOURNAL_H_

// The journal on disk: what it calls durable survives the end of the process, of the system and of
// the power. One thread takes all commits that wait, writes them as one batch with one sync and
// hands the answers on; while it waits for the disk, the next group forms.
//
//   append -> encode on the caller's thread -> queue -> [journal's thread] one batch, one sync, the
//   mark COMMITTED -> answers where the options say
//
// An error of writing or syncing ends it: after a failed sync nobody knows what the disk holds, and
// a second sync that succeeds would say nothing about the first. Everything that waits and all that
// comes is answered kUnknown, and `on_failure` is called once; the process should end then. What
// was answered before stays true.
//
//   absl::StatusOr<std::unique_ptr<RocksDbJournal>> journal =
//       RocksDbJournal::Open({.data_directory = "/var/lib/meeple", .on_failure = [](...) {...}});
//
// Thread-safe.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/base/executor.h"
#include "service/base/metrics.h"
#include "service/base/mutex.h"
#include "service/journal/append_queue.h"
#include "service/journal/encoded_commit.h"
#include "service/journal/feed.h"
#include "service/journal/feed_announcer.h"
#include "service/journal/game_index.h"
#include "service/journal/journal.h"
#include "service/journal/journal_metrics.h"

namespace rocksdb {
class FileSystem;
}  // namespace rocksdb

namespace meeple::service {

class GroupWriter;
class JournalReader;
class JournalStorage;

struct RocksDbJournalOptions {
  // Made where there is none.
  std::string data_directory;
  // Called at most once, on a thread of the journal, with what went wrong. It must not destroy the
  // journal.
  std::function<void(const std::string& reason)> on_failure = {};
  // Beyond either an append is refused with kOverloaded; overloaded() says so from half of either
  // on.
  size_t max_waiting_commits = 20'000;
  size_t max_waiting_bytes = 64 << 20;
  // Of how many games the newest sequence is remembered; others are looked up in the database.
  size_t max_known_games = 100'000;
  // How many entries of each feed are kept.
  int64_t feed_entries = kFeedEntriesKept;
  // Where answers are given, in any order; must outlive the journal. None: on the journal's own
  // thread, which then waits for them.
  Executor* answers_on = nullptr;
  // Where the files are; none stands for the system's.
  std::shared_ptr<rocksdb::FileSystem> file_system = {};
};

class RocksDbJournal final : public Journal {
 public:
  // Errors say what to do; a directory that is refused is not written to. Besides those of
  // DataDirectory::Claim:
  //   FAILED_PRECONDITION  written by a newer release
  //   DATA_LOSS            damaged, or something that was acknowledged is missing
  //   UNAVAILABLE          the disk does not answer as it should
  static absl::StatusOr<std::unique_ptr<RocksDbJournal>> Open(RocksDbJournalOptions options);
  // Writes and answers all that waits. Nothing may be appended any more.
  ~RocksDbJournal() override;

  // REQUIRES: the id of the game has at most 255 bytes.
  void Append(Commit commit, Done done) override;
  void KeepGameTime(int64_t milliseconds) override;
  // DATA_LOSS where the game is damaged.
  absl::StatusOr<std::vector<SharedRecord>> Read(const std::string& game_id, int64_t after_sequence,
                                                 int limit) const override;
  // Each time that it says so a change is refused, which is counted.
  bool overloaded() const override;
  size_t waiting() const override { return queue_.size(); }
  const JournalMetrics* metrics() const override { return &metrics_; }
  std::string_view name() const override { return "rocksdb"; }
  JournalDurability durability() const override { return JournalDurability::kSynced; }

  absl::StatusOr<std::string> ReadSummary(const std::string& game_id) const override;
  absl::StatusOr<std::vector<std::string>> ListGames(const std::string& after_game_id,
                                                     int limit) const override;
  absl::StatusOr<std::vector<AgendaEntry>> ReadAgenda(const std::optional<AgendaEntry>& after,
                                                      int limit) const override;
  absl::StatusOr<std::vector<ListPlace>> ReadList(const std::string& list,
                                                  const std::optional<ListPlace>& after,
                                                  int limit) const override;
  absl::StatusOr<std::string> ReadListEntry(const ListPlace& place) const override;
  int64_t ReadGameTime() const override;

  absl::StatusOr<ScoreCounts> ReadScore(const std::string& table,
                                        const std::string& player_id) const override;
  absl::StatusOr<std::vector<ScorePlace>> ReadScores(const std::string& table,
                                                     const std::optional<ScorePlace>& after,
                                                     int limit) const override;

  absl::StatusOr<FeedBounds> ReadFeedBounds(const std::string& feed) const override;
  absl::StatusOr<std::vector<FeedAppend>> ReadFeed(const std::string& feed, int64_t after,
                                                   FeedLimits limits) const override;
  void SetFeedListener(FeedListener listener) override;

  // See WriteBackup in backup.h.
  absl::StatusOr<uint64_t> CreateBackup(const std::string& target) const override;

  // 32 random bytes, made with the directory and never changed: the server's secret.
  const std::string& secret() const;

 private:
  struct Pending {
    EncodedCommit commit;
    Done done;
    Stopwatch since = {};
  };
  using Queue = AppendQueue<Pending>;
  using Thunk = std::function<void()>;
  class BackgroundErrors;

  explicit RocksDbJournal(RocksDbJournalOptions options);
  absl::Status Start();

  // The journal's thread.
  void Run();
  std::vector<AppendOutcome> WriteGroup(const std::vector<Pending>& group);
  void TellFeeds();
  void Answer(std::vector<Pending> group, const std::vector<AppendOutcome>& outcomes);
  // Gives the answers, now or where they are to be given.
  void Hand(std::vector<Thunk> answers);
  void Count(const std::vector<Pending>& group, const std::vector<AppendOutcome>& outcomes);
  // Ends the journal; the first reason counts.
  void Fail(const std::string& reason);
  bool failed() const;
  // Calls on_failure if something failed and it was not called yet.
  void ReportFailure();

  const RocksDbJournalOptions options_;
  mutable JournalMetrics metrics_;

  mutable Mutex mutex_;
  std::optional<std::string> failure_ ABSL_GUARDED_BY(mutex_);
  bool failure_reported_ ABSL_GUARDED_BY(mutex_) = false;

  FeedAnnouncer announcer_;

  // In this order: answers may still read, and closing the files may still report an error.
  Queue queue_;
  std::unique_ptr<JournalStorage> storage_;
  std::unique_ptr<GroupWriter> writer_;
  std::unique_ptr<JournalReader> reader_;
  // How many times answers were handed on and are not all given yet.
  int answering_ ABSL_GUARDED_BY(mutex_) = 0;
  CondVar answered_;
  std::thread thread_;
};

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_JOURNAL_ROCKSDB_JOURNAL_H_
