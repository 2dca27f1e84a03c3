#include "service/journal/score_recount.h"

#include <rocksdb/write_batch.h>

#include <memory>
#include <optional>

#include "absl/strings/str_cat.h"
#include "service/journal/storage_status.h"

namespace meeple::service {
namespace {

std::string Describe(const std::string& key, bool should_be) {
  const std::optional<ScoreOwner> owner = ParseScoreOwner(key);
  if (!owner.has_value()) return "the scores have a key of no known form";
  return absl::StrCat(
      "the scores of '", owner->player_id, "' in '", owner->table, "' ",
      should_be ? "lack what the games say" : "have an entry that the games do not account for");
}

}  // namespace

absl::Status ScoreRecount::Compare(
    Database& database, const std::function<void(const std::string& difference)>& report) {
  if (database.scores() == nullptr) return absl::OkStatus();
  return VisitDifferences(database, [&](const std::string& key, const std::string* counted) {
    report(Describe(key, counted != nullptr));
  });
}

absl::StatusOr<uint64_t> ScoreRecount::Replace(JournalStorage& storage) {
  Database& database = storage.database();
  rocksdb::WriteBatch batch;
  uint64_t changed = 0;
  absl::Status read =
      VisitDifferences(database, [&](const std::string& key, const std::string* counted) {
        ++changed;
        if (counted == nullptr) {
          batch.Delete(database.scores(), key);
        } else {
          batch.Put(database.scores(), key, *counted);
        }
      });
  if (!read.ok()) return read;
  if (changed == 0) return changed;
  rocksdb::WriteOptions synced;
  synced.sync = true;
  const rocksdb::Status status = database.db().Write(synced, &batch);
  if (!status.ok()) return StorageError("writing the scores", status);
  if (absl::Status marked = storage.mark().Write(database.last_change()); !marked.ok()) {
    return marked;
  }
  return changed;
}

absl::Status ScoreRecount::VisitDifferences(Database& database, const Visit& visit) {
  counted_.Write(
      {.put = [this](const std::string& key, const std::string& value) { entries_[key] = value; },
       .remove = [this](const std::string& key) { entries_.erase(key); }});
  const std::unique_ptr<rocksdb::Iterator> stored(database.db().NewIterator({}, database.scores()));
  auto counted = entries_.begin();
  for (stored->SeekToFirst(); stored->Valid(); stored->Next()) {
    const std::string key = stored->key().ToString();
    for (; counted != entries_.end() && counted->first < key; ++counted) {
      visit(counted->first, &counted->second);
    }
    if (counted == entries_.end() || counted->first != key) {
      visit(key, nullptr);
      continue;
    }
    if (stored->value() != counted->second) visit(key, &counted->second);
    ++counted;
  }
  if (!stored->status().ok()) return StorageError("reading the scores", stored->status());
  for (; counted != entries_.end(); ++counted) visit(counted->first, &counted->second);
  return absl::OkStatus();
}

}  // namespace meeple::service
