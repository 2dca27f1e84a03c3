#include <iomanip>
#include <memory>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "meeple/storage/v1/journal_tool.pb.h"
#include "service/journal/directory_copy.h"
#include "service/journal/storage_keys.h"
#include "service/journal/storage_status.h"
#include "service/journal/stored_journal.h"
#include "service/tools/commands.h"
#include "service/tools/json.h"
#include "service/tools/progress.h"

namespace meeple::tools {
namespace {

using storage::v1::JournalStats;

// Calls `on_entry` for each entry of a family.
template <class OnEntry>
absl::Status Visit(service::Database& database, rocksdb::ColumnFamilyHandle* family,
                   const OnEntry& on_entry) {
  rocksdb::ReadOptions options;
  // Each block is read once: there is nothing to remember.
  options.fill_cache = false;
  const std::unique_ptr<rocksdb::Iterator> entry(database.db().NewIterator(options, family));
  for (entry->SeekToFirst(); entry->Valid(); entry->Next()) on_entry(*entry);
  if (entry->status().ok()) return absl::OkStatus();
  return service::StorageError("counting", entry->status());
}

absl::Status CountEvents(service::Database& database, Progress& progress, JournalStats& stats) {
  std::string game;
  return Visit(database, database.events(), [&](const rocksdb::Iterator& event) {
    const std::string_view key(event.key().data(), event.key().size());
    const auto place = service::ParseEventKey(key);
    if (place.has_value() && (stats.games() == 0 || game != place->game_id)) {
      game = place->game_id;
      stats.set_games(stats.games() + 1);
    }
    stats.set_events(stats.events() + 1);
    stats.set_event_bytes(stats.event_bytes() +
                          static_cast<int64_t>(event.key().size() + event.value().size()));
    progress.Show(static_cast<uint64_t>(stats.events()));
  });
}

absl::Status CountAll(const service::StoredJournal& journal, Progress& progress,
                      JournalStats& stats) {
  service::Database& database = journal.database();
  stats.set_format_version(database.format_version());
  stats.set_newest_change(static_cast<int64_t>(database.last_change()));
  if (journal.committed().ok()) {
    stats.set_acknowledged_change(static_cast<int64_t>(*journal.committed()));
  }
  const absl::StatusOr<uint64_t> disk = service::BytesBelow(journal.directory());
  if (!disk.ok()) return disk.status();
  stats.set_disk_bytes(static_cast<int64_t>(*disk));
  absl::Status status = CountEvents(database, progress, stats);
  status.Update(Visit(database, database.summaries(), [&](const rocksdb::Iterator&) {
    stats.set_summaries(stats.summaries() + 1);
  }));
  status.Update(Visit(database, database.agenda(), [&](const rocksdb::Iterator&) {
    stats.set_agenda_entries(stats.agenda_entries() + 1);
  }));
  return status;
}

void Print(const JournalStats& stats, std::ostream& out) {
  const auto line = [&](const char* name, int64_t number, const char* rest = "") {
    out << std::left << std::setw(20) << name << WithCommas(static_cast<uint64_t>(number)) << rest
        << "\n";
  };
  line("format version", stats.format_version());
  line("games", stats.games());
  line("events", stats.events());
  line("bytes of events", stats.event_bytes(), "  before compression");
  line("summaries", stats.summaries());
  line("agenda entries", stats.agenda_entries());
  line("bytes on disk", stats.disk_bytes());
  line("newest change", stats.newest_change());
  if (stats.has_acknowledged_change()) line("acknowledged up to", stats.acknowledged_change());
}

}  // namespace

int RunStats(const StatsOptions& options, Console& console) {
  const auto journal = service::StoredJournal::Open(options.data_directory);
  if (!journal.ok()) return End(console, journal.status());
  JournalStats stats;
  absl::Status status;
  {
    Progress progress(console, "events");
    status = CountAll(**journal, progress, stats);
  }
  if (options.json) {
    console.out << ToJsonLine(stats);
  } else {
    Print(stats, console.out);
  }
  status.Update((*journal)->CheckWhole());
  if (status.ok()) return kFine;
  return End(console, absl::DataLossError(absl::StrCat(
                          status.message(), ". What could be read was counted; run verify")));
}

}  // namespace meeple::tools
