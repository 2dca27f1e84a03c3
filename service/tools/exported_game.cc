#include "service/tools/exported_game.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "service/core/game_check.h"
#include "service/journal/storage_keys.h"

namespace meeple::tools {
namespace {

using storage::v1::ExportedGame;

constexpr int kFormat = 1;
constexpr int kLargestKind = 255;

absl::Status CheckOutside(const ExportedGame& game) {
  if (game.format() != kFormat) {
    return absl::InvalidArgumentError(
        absl::StrCat("has format ", game.format(), ", and this release knows format ", kFormat));
  }
  if (game.game_id().empty() || game.game_id().size() > service::kMaxGameIdBytes) {
    return absl::InvalidArgumentError("has no game_id, or one that is too long");
  }
  for (const storage::v1::AgendaItem& item : game.agenda()) {
    if (item.due_milliseconds() < 0 || item.kind() < 0 || item.kind() > kLargestKind) {
      return absl::InvalidArgumentError("has an entry of the agenda that cannot be");
    }
  }
  return absl::OkStatus();
}

// Makes anew what follows from the events of a game that comes without its summary.
absl::Status MakeSummary(std::span<const service::SharedRecord> records, ExportedGame& game) {
  const absl::StatusOr<storage::v1::GameSummary> summary =
      service::RebuildSummary(game.game_id(), records);
  if (!summary.ok()) return absl::InvalidArgumentError(summary.status().message());
  game.set_summary(summary->SerializeAsString());
  *game.mutable_agenda() = summary->agenda();
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<ExportedGame> ReadExportedGame(const service::JournalReader& reader,
                                              const std::string& game_id,
                                              std::span<const service::AgendaItem> agenda) {
  absl::StatusOr<std::vector<std::string>> events = reader.ReadStoredEvents(game_id);
  if (!events.ok()) return events.status();
  absl::StatusOr<std::string> summary = reader.ReadSummary(game_id);
  // It follows from the events, and `import` makes it anew.
  const bool is_lost = absl::IsNotFound(summary.status()) || absl::IsDataLoss(summary.status());
  if (!summary.ok() && !is_lost) return summary.status();
  ExportedGame game;
  game.set_format(kFormat);
  game.set_game_id(game_id);
  for (std::string& event : *events) game.add_events(std::move(event));
  if (summary.ok()) game.set_summary(*std::move(summary));
  for (const service::AgendaItem& item : agenda) {
    storage::v1::AgendaItem& exported = *game.add_agenda();
    exported.set_due_milliseconds(item.due_milliseconds);
    exported.set_kind(item.kind);
  }
  return game;
}

absl::StatusOr<service::EncodedCommit> ToCommit(ExportedGame game) {
  if (absl::Status status = CheckOutside(game); !status.ok()) return status;
  const std::vector<std::string> values(game.events().begin(), game.events().end());
  const absl::StatusOr<std::vector<service::SharedRecord>> records =
      service::DecodeStoredEvents(game.game_id(), values);
  if (!records.ok()) return absl::InvalidArgumentError(records.status().message());
  if (!game.has_summary()) {
    if (absl::Status status = MakeSummary(*records, game); !status.ok()) return status;
  }
  absl::StatusOr<service::IndexChange> indexes =
      service::CheckGameForIndexes(game.game_id(), *records, game.summary());
  if (!indexes.ok()) return absl::InvalidArgumentError(indexes.status().message());
  service::EncodedCommit commit = {.game_id = game.game_id()};
  for (size_t i = 0; i < values.size(); ++i) {
    const service::JournalRecord& record = *(*records)[i];
    commit.events.emplace_back(service::EventKey(commit.game_id, record.sequence), values[i]);
    commit.game_time_milliseconds =
        std::max(commit.game_time_milliseconds, record.game_time_milliseconds);
  }
  EncodeLists(indexes->lists, commit);
  commit.scores = std::move(indexes->scores);
  commit.feed_entries = std::move(indexes->feed_entries);
  commit.summary = game.summary();
  for (const storage::v1::AgendaItem& item : game.agenda()) {
    commit.agenda_added.push_back(service::AgendaKey(
        {.due_milliseconds = item.due_milliseconds(), .kind = item.kind()}, game.game_id()));
  }
  return commit;
}

}  // namespace meeple::tools
