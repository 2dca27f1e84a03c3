#include "service/journal/rocksdb_journal.h"

#include <rocksdb/listener.h>

#include <algorithm>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"
#include "service/journal/backup.h"
#include "service/journal/feed_storage.h"
#include "service/journal/group_writer.h"
#include "service/journal/journal_reader.h"
#include "service/journal/journal_storage.h"

namespace meeple::service {
namespace {

// So many answers are given one after the other: enough that handing them on costs little, and so
// few that whatever else has to be done there waits for less than a millisecond.
constexpr size_t kAnswersTogether = 16;

}  // namespace

// Errors outside of writes, when tables are written out or merged. RocksDB would try again by
// itself.
class RocksDbJournal::BackgroundErrors final : public rocksdb::EventListener {
 public:
  explicit BackgroundErrors(RocksDbJournal& journal) : journal_(journal) {}

  void OnBackgroundError(rocksdb::BackgroundErrorReason, rocksdb::Status* error) override {
    journal_.Fail(absl::StrCat("keeping the journal in order: ", error->ToString()));
  }
  void OnErrorRecoveryBegin(rocksdb::BackgroundErrorReason, rocksdb::Status,
                            bool* auto_recovery) override {
    *auto_recovery = false;
  }

 private:
  RocksDbJournal& journal_;
};

absl::StatusOr<std::unique_ptr<RocksDbJournal>> RocksDbJournal::Open(
    RocksDbJournalOptions options) {
  auto journal = absl::WrapUnique(new RocksDbJournal(std::move(options)));
  if (absl::Status status = journal->Start(); !status.ok()) return status;
  return journal;
}

RocksDbJournal::RocksDbJournal(RocksDbJournalOptions options)
    : options_(std::move(options)),
      queue_({.appends = options_.max_waiting_commits, .bytes = options_.max_waiting_bytes}) {}

absl::Status RocksDbJournal::Start() {
  absl::StatusOr<std::unique_ptr<JournalStorage>> storage = JournalStorage::Open(
      options_.data_directory, options_.file_system, std::make_shared<BackgroundErrors>(*this));
  if (!storage.ok()) return storage.status();
  storage_ = *std::move(storage);
  writer_ = std::make_unique<GroupWriter>(storage_->database(), storage_->mark(), announcer_,
                                          options_.max_known_games, options_.feed_entries);
  reader_ = std::make_unique<JournalReader>(storage_->database());
  thread_ = std::thread([this] { Run(); });
  return absl::OkStatus();
}

RocksDbJournal::~RocksDbJournal() {
  queue_.Close();
  if (thread_.joinable()) thread_.join();
  MutexLock lock(mutex_);
  while (answering_ > 0) answered_.Wait(mutex_);
}

void RocksDbJournal::Append(Commit commit, Done done) {
  Pending pending = {.commit = EncodeCommit(std::move(commit)), .done = std::move(done)};
  const size_t bytes = SizeOf(pending.commit);
  switch (queue_.Push(pending, bytes)) {
    case Queue::Pushed::kQueued:
      return;
    case Queue::Pushed::kFull:
      metrics_.overloads.Add();
      return pending.done(AppendOutcome::kOverloaded);
    case Queue::Pushed::kClosed:
      return pending.done(AppendOutcome::kUnknown);
  }
}

bool RocksDbJournal::overloaded() const {
  const bool is = queue_.IsHalfFull();
  if (is) metrics_.overloads.Add();
  return is;
}

void RocksDbJournal::KeepGameTime(int64_t milliseconds) {
  Pending pending = {.commit = {.game_time_milliseconds = milliseconds},
                     .done = [](AppendOutcome) {}};
  // Where there is no room the next one will be kept.
  queue_.Push(pending, SizeOf(pending.commit));
}

// --- The journal's thread ---

void RocksDbJournal::Run() {
  std::vector<Pending> group;
  while (queue_.TakeAll(group)) {
    const std::vector<AppendOutcome> outcomes = WriteGroup(group);
    Count(group, outcomes);
    TellFeeds();
    Answer(std::move(group), outcomes);
    ReportFailure();
  }
  ReportFailure();
}

std::vector<AppendOutcome> RocksDbJournal::WriteGroup(const std::vector<Pending>& group) {
  std::vector<AppendOutcome> unknown(group.size(), AppendOutcome::kUnknown);
  if (failed()) return unknown;
  std::vector<const EncodedCommit*> commits;
  commits.reserve(group.size());
  for (const Pending& pending : group) commits.push_back(&pending.commit);
  const Stopwatch stopwatch;
  absl::StatusOr<std::vector<AppendOutcome>> outcomes = writer_->Write(commits);
  metrics_.sync_time.Observe(stopwatch.nanoseconds());
  metrics_.bytes.Add(writer_->written_bytes());
  if (outcomes.ok()) return *std::move(outcomes);
  Fail(std::string(outcomes.status().message()));
  return unknown;
}

void RocksDbJournal::Count(const std::vector<Pending>& group,
                           const std::vector<AppendOutcome>& outcomes) {
  const auto commits = std::ranges::count_if(
      group, [](const Pending& pending) { return !pending.commit.keeps_time_only(); });
  if (commits == 0) return;
  metrics_.group_size.Observe(commits);
  const Stopwatch::Moment now = Stopwatch::Now();
  for (size_t i = 0; i < group.size(); ++i) {
    if (group[i].commit.keeps_time_only()) continue;
    metrics_.commit_time.Observe(group[i].since.nanoseconds(now));
    if (outcomes[i] == AppendOutcome::kDurable) {
      metrics_.events.Add(group[i].commit.events.size());
    }
  }
}

void RocksDbJournal::TellFeeds() {
  const std::vector<FeedAppend> appended = writer_->TakeFeedAppends();
  if (appended.empty() || failed()) return;
  announcer_.Announce(appended);
}

void RocksDbJournal::Answer(std::vector<Pending> group,
                            const std::vector<AppendOutcome>& outcomes) {
  std::vector<Thunk> answers;
  for (size_t i = 0; i < group.size(); ++i) {
    answers.push_back([done = std::move(group[i].done), outcome = outcomes[i]] { done(outcome); });
    if (answers.size() == kAnswersTogether) Hand(std::exchange(answers, {}));
  }
  if (!answers.empty()) Hand(std::move(answers));
}

void RocksDbJournal::Hand(std::vector<Thunk> answers) {
  if (options_.answers_on == nullptr) {
    for (const Thunk& answer : answers) answer();
    return;
  }
  {
    MutexLock lock(mutex_);
    ++answering_;
  }
  options_.answers_on->Post([this, answers = std::move(answers)]() mutable {
    for (const Thunk& answer : answers) answer();
    answers.clear();
    MutexLock lock(mutex_);
    if (--answering_ == 0) answered_.NotifyAll();
  });
}

// --- Failure ---

void RocksDbJournal::Fail(const std::string& reason) {
  {
    MutexLock lock(mutex_);
    if (!failure_.has_value()) failure_ = reason;
  }
  queue_.Close();
}

bool RocksDbJournal::failed() const {
  MutexLock lock(mutex_);
  return failure_.has_value();
}

void RocksDbJournal::ReportFailure() {
  std::string reason;
  {
    MutexLock lock(mutex_);
    if (!failure_.has_value() || std::exchange(failure_reported_, true)) return;
    reason = *failure_;
  }
  if (options_.on_failure) options_.on_failure(reason);
}

// --- Reading ---

absl::StatusOr<std::vector<SharedRecord>> RocksDbJournal::Read(const std::string& game_id,
                                                               int64_t after_sequence,
                                                               int limit) const {
  return reader_->Read(game_id, after_sequence, limit);
}

absl::StatusOr<std::string> RocksDbJournal::ReadSummary(const std::string& game_id) const {
  return reader_->ReadSummary(game_id);
}

absl::StatusOr<std::vector<std::string>> RocksDbJournal::ListGames(const std::string& after_game_id,
                                                                   int limit) const {
  return reader_->ListGames(after_game_id, limit);
}

absl::StatusOr<std::vector<AgendaEntry>> RocksDbJournal::ReadAgenda(
    const std::optional<AgendaEntry>& after, int limit) const {
  return reader_->ReadAgenda(after, limit);
}

absl::StatusOr<std::vector<ListPlace>> RocksDbJournal::ReadList(
    const std::string& list, const std::optional<ListPlace>& after, int limit) const {
  return reader_->ReadList(list, after, limit);
}

absl::StatusOr<std::string> RocksDbJournal::ReadListEntry(const ListPlace& place) const {
  return reader_->ReadListEntry(place);
}

absl::StatusOr<ScoreCounts> RocksDbJournal::ReadScore(const std::string& table,
                                                      const std::string& player_id) const {
  return reader_->ReadScore(table, player_id);
}

absl::StatusOr<std::vector<ScorePlace>> RocksDbJournal::ReadScores(
    const std::string& table, const std::optional<ScorePlace>& after, int limit) const {
  return reader_->ReadScores(table, after, limit);
}

absl::StatusOr<FeedBounds> RocksDbJournal::ReadFeedBounds(const std::string& feed) const {
  absl::StatusOr<FeedBounds> bounds =
      service::ReadFeedBounds(storage_->database(), feed, options_.feed_entries);
  if (!bounds.ok()) return bounds;
  bounds->head = std::min(bounds->head, announcer_.MostShown(feed));
  bounds->floor = std::min(bounds->floor, bounds->head);
  return bounds;
}

absl::StatusOr<std::vector<FeedAppend>> RocksDbJournal::ReadFeed(const std::string& feed,
                                                                 int64_t after,
                                                                 FeedLimits limits) const {
  absl::StatusOr<std::vector<FeedAppend>> entries =
      service::ReadFeed(storage_->database(), feed, after, limits);
  if (!entries.ok()) return entries;
  const int64_t last = announcer_.MostShown(feed);
  std::erase_if(*entries, [last](const FeedAppend& entry) { return entry.sequence > last; });
  return entries;
}

void RocksDbJournal::SetFeedListener(FeedListener listener) {
  announcer_.SetListener(std::move(listener));
}

absl::StatusOr<uint64_t> RocksDbJournal::CreateBackup(const std::string& target) const {
  return WriteBackup(storage_->database(), storage_->env(), target);
}

int64_t RocksDbJournal::ReadGameTime() const {
  return storage_->database().game_time_milliseconds();
}

const std::string& RocksDbJournal::secret() const { return storage_->database().secret(); }

}  // namespace meeple::service
