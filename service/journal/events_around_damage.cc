#include "service/journal/events_around_damage.h"

#include <rocksdb/metadata.h>
#include <rocksdb/table_properties.h>

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "meeple/storage/v1/summary.pb.h"
#include "service/journal/slice_view.h"
#include "service/journal/storage_keys.h"
#include "service/journal/storage_status.h"

namespace meeple::service {
namespace {

// The tables whose keys enclose some of the game's.
std::vector<uint64_t> TablesOf(Database& database, const std::string& game_id) {
  const std::string first = GameKey(game_id);
  const std::string end = KeyAfterGame(game_id);
  std::vector<rocksdb::LiveFileMetaData> files;
  database.db().GetLiveFilesMetaData(&files);
  std::vector<uint64_t> tables;
  for (const rocksdb::LiveFileMetaData& file : files) {
    const bool encloses = file.largestkey >= first && file.smallestkey < end;
    if (file.column_family_name == database.events()->GetName() && encloses) {
      tables.push_back(file.file_number);
    }
  }
  return tables;
}

// Adds what one table, and whatever is not in a table yet, has of the game up to the first damage.
// The status tells of that.
rocksdb::Status ReadTable(Database& database, const std::string& game_id,
                          std::optional<uint64_t> table, StoredValues& values) {
  const std::string end = KeyAfterGame(game_id);
  const rocksdb::Slice bound = end;
  rocksdb::ReadOptions options;
  options.iterate_upper_bound = &bound;
  options.table_filter = [table](const rocksdb::TableProperties& properties) {
    return table == properties.orig_file_number;
  };
  const std::unique_ptr<rocksdb::Iterator> event(
      database.db().NewIterator(options, database.events()));
  for (event->Seek(GameKey(game_id)); event->Valid(); event->Next()) {
    const std::optional<EventPlace> place = ParseEventKey(View(event->key()));
    if (!place.has_value()) return rocksdb::Status::Corruption("a key of no known form");
    values.insert_or_assign(place->sequence, event->value().ToString());
  }
  return event->status();
}

// The newest event that the summary counts, 0 where there is none: each commit of a game writes
// both. Nothing if it cannot be read.
std::optional<int64_t> HeadOf(Database& database, const std::string& game_id) {
  std::string bytes;
  storage::v1::GameSummary summary;
  const rocksdb::Status read =
      database.db().Get({}, database.summaries(), GameKey(game_id), &bytes);
  if (read.IsNotFound()) return 0;
  if (!read.ok() || !summary.ParseFromString(bytes)) return std::nullopt;
  return summary.sequence();
}

bool AreDense(const StoredValues& values) {
  return values.empty() ||
         (values.begin()->first == 1 && values.rbegin()->first == std::ssize(values));
}

}  // namespace

absl::StatusOr<StoredValues> ReadAroundDamage(Database& database, const std::string& game_id) {
  // Before the events: what is appended meanwhile is beyond it.
  const std::optional<int64_t> head = HeadOf(database, game_id);
  StoredValues values;
  rocksdb::Status damage = ReadTable(database, game_id, std::nullopt, values);
  for (const uint64_t table : TablesOf(database, game_id)) {
    const rocksdb::Status status = ReadTable(database, game_id, table, values);
    if (!status.ok()) damage = status;
  }
  if (damage.ok()) return values;
  if (head.has_value() && AreDense(values) && std::ssize(values) >= *head) return values;
  return StorageError(absl::StrCat("reading the events of game '", game_id, "'"), damage);
}

}  // namespace meeple::service
