#include "service/journal/group_writer.h"

#include <algorithm>
#include <optional>

#include "absl/strings/str_cat.h"
#include "service/journal/events_around_damage.h"
#include "service/journal/storage_keys.h"
#include "service/journal/storage_status.h"

namespace meeple::service {

absl::StatusOr<std::vector<AppendOutcome>> GroupWriter::Write(
    std::span<const EncodedCommit* const> group) {
  group_heads_.clear();
  written_bytes_ = 0;
  std::vector<AppendOutcome> outcomes;
  outcomes.reserve(group.size());
  rocksdb::WriteBatch batch;
  const int64_t game_time_before = game_time_milliseconds_;
  for (const EncodedCommit* commit : group) {
    const absl::StatusOr<AppendOutcome> outcome = AddIfFits(*commit, batch);
    if (!outcome.ok()) return outcome.status();
    outcomes.push_back(*outcome);
  }
  if (batch.Count() == 0 && game_time_milliseconds_ == game_time_before) return outcomes;
  AddScores(batch);
  batch.Put(database_.metadata(), Database::kGameTimeKey, absl::StrCat(game_time_milliseconds_));
  if (absl::Status status = Sync(batch); !status.ok()) return status;
  written_bytes_ = batch.GetDataSize();
  for (const auto& [game_id, head] : group_heads_) heads_.Set(game_id, head);
  return outcomes;
}

absl::StatusOr<AppendOutcome> GroupWriter::AddIfFits(const EncodedCommit& commit,
                                                     rocksdb::WriteBatch& batch) {
  if (commit.keeps_time_only()) {
    game_time_milliseconds_ = std::max(game_time_milliseconds_, commit.game_time_milliseconds);
    return AppendOutcome::kDurable;
  }
  const AppendOutcome outcome = CheckPlace(commit);
  if (outcome != AppendOutcome::kDurable) return outcome;
  if (absl::Status status = feeds_.Prepare(commit.feed_entries, batch); !status.ok()) return status;
  if (absl::Status status = group_scores_.Add(commit.scores); !status.ok()) return status;
  Add(commit, batch);
  return outcome;
}

AppendOutcome GroupWriter::CheckPlace(const EncodedCommit& commit) const {
  const int64_t next = commit.expected_next_sequence;
  auto follows = [](bool yes) { return yes ? AppendOutcome::kDurable : AppendOutcome::kConflict; };
  if (next < 1) return AppendOutcome::kConflict;
  if (const auto head = group_heads_.find(commit.game_id); head != group_heads_.end()) {
    return follows(head->second == next - 1);
  }
  if (const std::optional<int64_t> head = heads_.Find(commit.game_id)) {
    return follows(*head == next - 1);
  }
  // A log has no gaps: it ends right before `next` if that one is missing and the one before is
  // there.
  const absl::StatusOr<bool> taken = HasEvent(commit.game_id, next);
  if (!taken.ok()) return AppendOutcome::kUnknown;
  if (*taken || next == 1) return follows(!*taken);
  const absl::StatusOr<bool> reached = HasEvent(commit.game_id, next - 1);
  return reached.ok() ? follows(*reached) : AppendOutcome::kUnknown;
}

absl::StatusOr<bool> GroupWriter::HasEvent(const std::string& game_id, int64_t sequence) const {
  rocksdb::PinnableSlice value;
  const rocksdb::Status status =
      database_.db().Get({}, database_.events(), EventKey(game_id, sequence), &value);
  if (status.ok()) return true;
  if (status.IsNotFound()) return false;
  if (!status.IsCorruption()) return StorageError("looking up an event", status);
  const absl::StatusOr<StoredValues> values = ReadAroundDamage(database_, game_id);
  if (!values.ok()) return values.status();
  return values->contains(sequence);
}

void GroupWriter::Add(const EncodedCommit& commit, rocksdb::WriteBatch& batch) {
  for (const auto& [key, value] : commit.events) batch.Put(database_.events(), key, value);
  if (commit.summary.has_value()) {
    batch.Put(database_.summaries(), GameKey(commit.game_id), *commit.summary);
  }
  for (const std::string& key : commit.agenda_removed) batch.Delete(database_.agenda(), key);
  for (const std::string& key : commit.agenda_added) batch.Put(database_.agenda(), key, {});
  for (const std::string& key : commit.lists_removed) batch.Delete(database_.lists(), key);
  for (const auto& [key, value] : commit.lists_added) batch.Put(database_.lists(), key, value);
  feeds_.Add(commit.feed_entries, batch);
  game_time_milliseconds_ = std::max(game_time_milliseconds_, commit.game_time_milliseconds);
  group_heads_[commit.game_id] =
      commit.expected_next_sequence + static_cast<int64_t>(commit.events.size()) - 1;
}

void GroupWriter::AddScores(rocksdb::WriteBatch& batch) {
  group_scores_.Write(
      {.put = [&](const std::string& key,
                  const std::string& value) { batch.Put(database_.scores(), key, value); },
       .remove = [&](const std::string& key) { batch.Delete(database_.scores(), key); }});
}

absl::Status GroupWriter::Sync(rocksdb::WriteBatch& batch) {
  rocksdb::WriteOptions options;
  options.sync = true;
  const rocksdb::Status status = database_.db().Write(options, &batch);
  if (!status.ok()) return StorageError("writing to the journal", status);
  return mark_.Write(database_.db().GetLatestSequenceNumber());
}

}  // namespace meeple::service
