#include "service/journal/journal_reader.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "service/journal/events_around_damage.h"
#include "service/journal/record_codec.h"
#include "service/journal/score_storage.h"
#include "service/journal/slice_view.h"
#include "service/journal/storage_keys.h"
#include "service/journal/storage_status.h"

namespace meeple::service {
namespace {

constexpr std::string_view kReading = "reading the journal";
constexpr std::string_view kReadingLists = "reading the lists of games";

absl::Status NoGame(const std::string& game_id) {
  return absl::NotFoundError(absl::StrCat("no game '", game_id, "' in the journal"));
}

absl::Status UnknownKey() {
  return absl::DataLossError("the journal is damaged: it has a key of no known form");
}

}  // namespace

absl::StatusOr<std::vector<SharedRecord>> JournalReader::Read(const std::string& game_id,
                                                              int64_t after_sequence,
                                                              int limit) const {
  std::vector<SharedRecord> records;
  absl::Status status = VisitEvents(
      game_id, after_sequence, limit,
      [&](SharedRecord record, std::string_view) { records.push_back(std::move(record)); });
  if (status.ok() && records.empty()) status = CheckExists(game_id);
  if (!status.ok()) return status;
  return records;
}

absl::StatusOr<std::vector<std::string>> JournalReader::ReadStoredEvents(
    const std::string& game_id) const {
  std::vector<std::string> values;
  absl::Status status =
      VisitEvents(game_id, 0, std::numeric_limits<int>::max(),
                  [&](const SharedRecord&, std::string_view value) { values.emplace_back(value); });
  if (!status.ok()) return status;
  if (values.empty()) return NoGame(game_id);
  return values;
}

absl::Status JournalReader::VisitEvents(const std::string& game_id, int64_t after_sequence,
                                        int limit, const OnEvent& on_event) const {
  if (game_id.size() > kMaxGameIdBytes) return NoGame(game_id);
  if (limit <= 0 || after_sequence == std::numeric_limits<int64_t>::max()) return absl::OkStatus();
  const std::string end = KeyAfterGame(game_id);
  const rocksdb::Slice bound = end;
  rocksdb::ReadOptions options;
  options.iterate_upper_bound = &bound;
  const std::unique_ptr<rocksdb::Iterator> event(
      database_.db().NewIterator(options, database_.events()));
  int64_t next = after_sequence + 1;
  for (event->Seek(EventKey(game_id, next)); event->Valid() && limit > 0;
       event->Next(), ++next, --limit) {
    absl::StatusOr<SharedRecord> record = DecodeRecord(View(event->key()), View(event->value()));
    if (!record.ok()) return record.status();
    if ((*record)->sequence != next) {
      return absl::DataLossError(absl::StrCat("the journal is damaged: event ", next, " of game '",
                                              game_id, "' is missing"));
    }
    on_event(*std::move(record), View(event->value()));
  }
  if (event->status().ok()) return absl::OkStatus();
  if (event->status().IsCorruption()) return VisitAroundDamage(game_id, next, limit, on_event);
  return StorageError(absl::StrCat("reading event ", next, " of game '", game_id, "'"),
                      event->status());
}

absl::Status JournalReader::VisitAroundDamage(const std::string& game_id, int64_t first, int limit,
                                              const OnEvent& on_event) const {
  const absl::StatusOr<StoredValues> values = ReadAroundDamage(database_, game_id);
  if (!values.ok()) return values.status();
  for (auto value = values->find(first); value != values->end() && limit > 0; ++value, --limit) {
    absl::StatusOr<SharedRecord> record =
        DecodeRecord(EventKey(game_id, value->first), value->second);
    if (!record.ok()) return record.status();
    on_event(*std::move(record), value->second);
  }
  return absl::OkStatus();
}

absl::Status JournalReader::CheckExists(const std::string& game_id) const {
  rocksdb::PinnableSlice value;
  const rocksdb::Status status =
      database_.db().Get({}, database_.events(), EventKey(game_id, 1), &value);
  if (status.ok()) return absl::OkStatus();
  if (status.IsNotFound()) return NoGame(game_id);
  if (!status.IsCorruption()) return StorageError(kReading, status);
  const absl::StatusOr<StoredValues> values = ReadAroundDamage(database_, game_id);
  if (!values.ok()) return values.status();
  return values->empty() ? NoGame(game_id) : absl::OkStatus();
}

absl::StatusOr<std::string> JournalReader::ReadSummary(const std::string& game_id) const {
  if (game_id.size() > kMaxGameIdBytes) return NoGame(game_id);
  std::string summary;
  const rocksdb::Status status =
      database_.db().Get({}, database_.summaries(), GameKey(game_id), &summary);
  if (status.IsNotFound()) return NoGame(game_id);
  if (!status.ok()) {
    return StorageError(absl::StrCat("reading the summary of game '", game_id, "'"), status);
  }
  return summary;
}

absl::StatusOr<std::vector<std::string>> JournalReader::ListGames(const std::string& after_game_id,
                                                                  int limit) const {
  std::vector<std::string> ids;
  const std::unique_ptr<rocksdb::Iterator> event(
      database_.db().NewIterator({}, database_.events()));
  if (after_game_id.empty()) {
    event->SeekToFirst();
  } else {
    event->Seek(KeyAfterGame(after_game_id));
  }
  while (event->Valid() && std::ssize(ids) < limit) {
    const std::optional<EventPlace> place = ParseEventKey(View(event->key()));
    if (!place.has_value()) return UnknownKey();
    ids.emplace_back(place->game_id);
    event->Seek(KeyAfterGame(ids.back()));
  }
  if (!event->status().ok()) return StorageError(kReading, event->status());
  return ids;
}

absl::StatusOr<std::vector<std::string>> JournalReader::ListSummaries(
    const std::string& after_game_id, int limit) const {
  std::vector<std::string> ids;
  const std::unique_ptr<rocksdb::Iterator> summary(
      database_.db().NewIterator({}, database_.summaries()));
  if (after_game_id.empty()) {
    summary->SeekToFirst();
  } else {
    summary->Seek(KeyAfterGame(after_game_id));
  }
  for (; summary->Valid() && std::ssize(ids) < limit; summary->Next()) {
    std::string_view key = View(summary->key());
    key.remove_prefix(std::min<size_t>(1, key.size()));
    if (View(summary->key()) != GameKey(key)) return UnknownKey();
    ids.emplace_back(key);
  }
  if (!summary->status().ok()) return StorageError(kReading, summary->status());
  return ids;
}

absl::StatusOr<std::vector<AgendaEntry>> JournalReader::ReadAgenda(
    const std::optional<AgendaEntry>& after, int limit) const {
  std::vector<AgendaEntry> entries;
  const std::unique_ptr<rocksdb::Iterator> position(
      database_.db().NewIterator({}, database_.agenda()));
  if (after.has_value()) {
    // The first key beyond it: nothing stands between a key and the same with a zero byte more.
    position->Seek(AgendaKey(after->item, after->game_id) + '\0');
  } else {
    position->SeekToFirst();
  }
  for (; position->Valid() && std::ssize(entries) < limit; position->Next()) {
    std::optional<AgendaEntry> entry = ParseAgendaKey(View(position->key()));
    if (!entry.has_value()) return UnknownKey();
    entries.push_back(*std::move(entry));
  }
  if (!position->status().ok()) return StorageError(kReading, position->status());
  return entries;
}

absl::StatusOr<std::vector<ListPlace>> JournalReader::ReadList(
    const std::string& list, const std::optional<ListPlace>& after, int limit) const {
  std::vector<ListPlace> places;
  const std::string prefix = ListPrefix(list);
  const std::unique_ptr<rocksdb::Iterator> position(
      database_.db().NewIterator({}, database_.lists()));
  // See ReadAgenda.
  position->Seek(after.has_value() ? ListKey(list, *after) + '\0' : prefix);
  for (; position->Valid() && std::ssize(places) < limit; position->Next()) {
    if (!position->key().starts_with(prefix)) break;
    std::optional<ListPlace> place = ParseListKey(list, View(position->key()));
    if (!place.has_value()) return UnknownKey();
    places.push_back(*std::move(place));
  }
  if (!position->status().ok()) return StorageError(kReading, position->status());
  return places;
}

absl::StatusOr<bool> JournalReader::IsListed(const std::string& list,
                                             const ListPlace& place) const {
  if (database_.lists() == nullptr) return false;
  rocksdb::PinnableSlice value;
  const rocksdb::Status status =
      database_.db().Get({}, database_.lists(), ListKey(list, place), &value);
  if (status.IsNotFound()) return false;
  if (!status.ok()) return StorageError(kReadingLists, status);
  return true;
}

absl::Status JournalReader::VisitLists(const OnListed& visit) const {
  if (database_.lists() == nullptr) return absl::OkStatus();
  const std::unique_ptr<rocksdb::Iterator> position(
      database_.db().NewIterator({}, database_.lists()));
  for (position->SeekToFirst(); position->Valid(); position->Next()) {
    const std::string_view key = View(position->key());
    const std::string_view list = key.substr(0, key.find('\0'));
    const std::optional<ListPlace> place = ParseListKey(list, key);
    if (!place.has_value()) return UnknownKey();
    visit(list, *place);
  }
  if (position->status().ok()) return absl::OkStatus();
  return StorageError(kReadingLists, position->status());
}

absl::Status JournalReader::VisitFeeds(const OnFeedEntry& visit) const {
  if (database_.feeds() == nullptr) return absl::OkStatus();
  const std::unique_ptr<rocksdb::Iterator> position(
      database_.db().NewIterator({}, database_.feeds()));
  for (position->SeekToFirst(); position->Valid(); position->Next()) {
    // Their keys have the form of those of events.
    const std::optional<EventPlace> place = ParseEventKey(View(position->key()));
    if (!place.has_value()) return UnknownKey();
    visit(place->game_id, place->sequence, View(position->value()));
  }
  if (position->status().ok()) return absl::OkStatus();
  return StorageError("reading the feeds", position->status());
}

absl::StatusOr<std::string> JournalReader::ReadListEntry(const ListPlace& place) const {
  if (database_.lists() == nullptr) return NoGame(place.game_id);
  std::string entry;
  const rocksdb::Status status =
      database_.db().Get({}, database_.lists(), ListKey(kListEntries, place), &entry);
  if (status.IsNotFound()) return NoGame(place.game_id);
  if (!status.ok()) return StorageError(kReading, status);
  return entry;
}

absl::StatusOr<ScoreCounts> JournalReader::ReadScore(const std::string& table,
                                                     const std::string& player_id) const {
  if (database_.scores() == nullptr) return ScoreCounts{};
  rocksdb::PinnableSlice value;
  const rocksdb::Status status =
      database_.db().Get({}, database_.scores(), ScoreKey(table, player_id), &value);
  if (status.IsNotFound()) return ScoreCounts{};
  if (!status.ok()) return StorageError(kReading, status);
  const std::optional<ScoreCounts> counts = DecodeCounts(View(value));
  if (counts.has_value()) return *counts;
  return absl::DataLossError("the journal is damaged: it has a score that is none");
}

absl::StatusOr<std::vector<ScorePlace>> JournalReader::ReadScores(
    const std::string& table, const std::optional<ScorePlace>& after, int limit) const {
  std::vector<ScorePlace> places;
  if (database_.scores() == nullptr) return places;
  const std::string prefix = RankPrefix(table);
  const std::unique_ptr<rocksdb::Iterator> position(
      database_.db().NewIterator({}, database_.scores()));
  // See ReadAgenda.
  position->Seek(after.has_value() ? RankKey(table, *after) + '\0' : prefix);
  for (; position->Valid() && std::ssize(places) < limit; position->Next()) {
    if (!position->key().starts_with(prefix)) break;
    std::optional<ScorePlace> place = ParseRankKey(table, View(position->key()));
    if (!place.has_value()) return UnknownKey();
    places.push_back(*std::move(place));
  }
  if (!position->status().ok()) return StorageError(kReading, position->status());
  return places;
}

}  // namespace meeple::service
