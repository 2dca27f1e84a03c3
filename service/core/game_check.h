#ifndef MEEPLE_SERVICE_CORE_GAME_CHECK_H_
#define MEEPLE_SERVICE_CORE_GAME_CHECK_H_

// Whether what is stored of a game fits together.
//
//   absl::StatusOr<IndexChange> indexes = CheckGameForIndexes(game_id, records, summary);
//
// Pure functions, any thread.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/games/all_games.h"
#include "meeple/storage/v1/summary.pb.h"
#include "meeple/v1/event.pb.h"
#include "meeple/v1/lobby_service.pb.h"
#include "service/core/game_setup.h"
#include "service/journal/journal.h"

namespace meeple::service {

// The event in the bytes of JournalRecord::public_event, or of what a seat reads instead; nothing
// if they are not exactly one event.
std::optional<v1::GameEvent> ParseEvent(const std::string& bytes);

// Whether the records are the whole log of a game: events numbered from 1 on, readable to each
// audience, creation first and nothing after what is final, the events of each call all there.
// DATA_LOSS names the first difference.
absl::Status CheckRecords(const std::string& game_id, std::span<const SharedRecord> records);

// What puts a game, of which nothing but its own events is known yet, into the lists that it
// belongs to, into the scores and into the feeds; and what those tell that already have it.
struct IndexChange {
  ListChange lists;
  std::vector<ScoreChange> scores;
  std::vector<FeedEntry> feed_entries;
  v1::ListedGame listed;  // with its position
  std::string creator;    // see GameSetup
  bool is_private = false;
  bool is_final = false;
};

// CheckRecords, and whether the records are the game of a server: whether they fold, each move with
// the rules of its kind, to a game whose summary is the stored one, if there is one. What is to be
// done for the game is taken from the summary as it stands. The game may be of one of `kinds`.
// What the game is to the indexes, or DATA_LOSS that names the first difference.
absl::StatusOr<IndexChange> CheckGameForIndexes(const std::string& game_id,
                                                std::span<const SharedRecord> records,
                                                const std::optional<std::string>& summary,
                                                GameKinds kinds = engine::AllGameKinds());

// CheckGameForIndexes for what a journal answered when it was asked for all events and the summary
// of a game that it has: every game has both.
absl::StatusOr<IndexChange> CheckStoredGame(
    const std::string& game_id, const absl::StatusOr<std::vector<SharedRecord>>& records,
    const absl::StatusOr<std::string>& summary, GameKinds kinds = engine::AllGameKinds());

// The summary of a game made from its events alone, with what is to be done for it. DATA_LOSS as
// CheckGameForIndexes.
absl::StatusOr<storage::v1::GameSummary> RebuildSummary(const std::string& game_id,
                                                        std::span<const SharedRecord> records,
                                                        GameKinds kinds = engine::AllGameKinds());

// The records in the values under which a journal stores the events of a game, from the first one
// on. DATA_LOSS if one is damaged.
absl::StatusOr<std::vector<SharedRecord>> DecodeStoredEvents(const std::string& game_id,
                                                             std::span<const std::string> values);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_GAME_CHECK_H_
