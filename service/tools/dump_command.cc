#include <iomanip>
#include <optional>
#include <span>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "meeple/storage/v1/journal_tool.pb.h"
#include "meeple/v1/game.pb.h"
#include "service/core/game_check.h"
#include "service/journal/stored_journal.h"
#include "service/tools/commands.h"
#include "service/tools/game_walk.h"
#include "service/tools/json.h"

namespace meeple::tools {
namespace {

using service::JournalRecord;
using storage::v1::DumpedEvent;

std::string TimeOf(const v1::GameEvent& event) {
  const absl::Time time =
      absl::FromUnixSeconds(event.time().seconds()) + absl::Nanoseconds(event.time().nanos());
  return absl::FormatTime("%Y-%m-%d %H:%M:%E3S", time, absl::UTCTimeZone());
}

// An event that was not written by a server is shown as far as it can be read.
v1::GameEvent Read(const std::string& bytes) {
  return service::ParseEvent(bytes).value_or(v1::GameEvent());
}

// The record as far as the operator asked for.
DumpedEvent Show(const std::string& game_id, const JournalRecord& record, bool is_final,
                 bool reveal) {
  DumpedEvent shown;
  shown.set_game_id(game_id);
  *shown.mutable_event() = Read(record.public_event);
  if (record.caller_seat >= 0) shown.set_caller_seat(record.caller_seat);
  shown.set_caller_key(record.caller_key);
  if (record.group_size > 1) {
    shown.set_group_index(record.group_index);
    shown.set_group_size(record.group_size);
  }
  if (!reveal) return shown;
  for (const JournalRecord::SeatEvent& seat_event : record.seat_events) {
    storage::v1::DumpedView& view = *shown.add_views();
    view.set_seat(seat_event.seat);
    *view.mutable_event() = Read(seat_event.event);
  }
  v1::GameConfig secret;
  if (is_final && record.sequence == 1 && secret.ParseFromString(record.secret)) {
    *shown.mutable_secret_config() = std::move(secret);
  }
  return shown;
}

void PrintEvent(const DumpedEvent& shown, std::ostream& out) {
  const v1::GameEvent& event = shown.event();
  out << std::right << std::setw(6) << event.sequence() << "  " << TimeOf(event) << "  "
      << event.text();
  if (shown.group_size() > 0) {
    out << "  [" << shown.group_index() + 1 << " of " << shown.group_size() << "]";
  }
  out << "\n";
  for (const storage::v1::DumpedView& view : shown.views()) {
    out << "        seat " << view.seat() << " reads: " << view.event().text() << "\n";
  }
  if (shown.has_secret_config()) {
    out << "        with all seeds: " << ToJsonLine(shown.secret_config());
  }
}

class Dump {
 public:
  Dump(const DumpOptions& options, const service::StoredJournal& journal, Console& console)
      : options_(options), journal_(journal), console_(console) {}

  absl::Status DumpGame(const std::string& game_id) {
    const auto records = journal_.reader().Read(game_id, 0, kAll);
    if (!records.ok()) return records.status();
    const bool is_final = Read(records->back()->public_event).has_game_final();
    if (!options_.json) {
      console_.out << "game " << game_id << ", " << records->size()
                   << (is_final ? " events, final\n" : " events\n");
    }
    for (const service::SharedRecord& record : *records) {
      const DumpedEvent shown = Show(game_id, *record, is_final, options_.reveal);
      if (options_.json) {
        console_.out << ToJsonLine(shown);
      } else {
        PrintEvent(shown, console_.out);
      }
    }
    return absl::OkStatus();
  }

  // Goes on after a damaged game.
  absl::Status DumpAllGames() {
    absl::Status first;
    GameWalk walk(journal_.reader());
    while (const std::optional<std::string> game_id = walk.Next()) {
      const absl::Status status = DumpGame(*game_id);
      if (!status.ok()) Complain(console_, absl::StrCat(status.message()));
      first.Update(status);
    }
    first.Update(walk.damage());
    if (first.ok()) return first;
    return absl::DataLossError(
        absl::StrCat("not everything could be read: run verify. First of all: ", first.message()));
  }

 private:
  const DumpOptions& options_;
  const service::StoredJournal& journal_;
  Console& console_;
};

}  // namespace

int RunDump(const DumpOptions& options, Console& console) {
  const auto journal = service::StoredJournal::Open(options.data_directory);
  if (!journal.ok()) return End(console, journal.status());
  Dump dump(options, **journal, console);
  const absl::Status status =
      options.game_id.empty() ? dump.DumpAllGames() : dump.DumpGame(options.game_id);
  return status.ok() ? kFine : End(console, status);
}

}  // namespace meeple::tools
