#ifndef MEEPLE_SERVICE_TOOLS_EXPORTED_GAME_H_
#define MEEPLE_SERVICE_TOOLS_EXPORTED_GAME_H_

// A game between two journals: read from one as it is stored, checked, and made ready to be written
// to another.
//
//   absl::StatusOr<ExportedGame> game = ReadExportedGame(reader, game_id, agenda);
//   absl::StatusOr<service::EncodedCommit> commit = ToCommit(*game);
//
// Any thread.

#include <span>
#include <string>

#include "absl/status/statusor.h"
#include "meeple/storage/v1/journal_tool.pb.h"
#include "service/journal/encoded_commit.h"
#include "service/journal/game_index.h"
#include "service/journal/journal_reader.h"

namespace meeple::tools {

// NOT_FOUND, or DATA_LOSS if it is damaged.
absl::StatusOr<storage::v1::ExportedGame> ReadExportedGame(
    const service::JournalReader& reader, const std::string& game_id,
    std::span<const service::AgendaItem> agenda);

// What writes the game to a journal that does not have it. INVALID_ARGUMENT if it is not a game as
// ReadExportedGame gives it.
absl::StatusOr<service::EncodedCommit> ToCommit(storage::v1::ExportedGame game);

}  // namespace meeple::tools

#endif  // MEEPLE_SERVICE_TOOLS_EXPORTED_GAME_H_
