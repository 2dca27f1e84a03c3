#ifndef MEEPLE_SERVICE_CORE_SCOREBOARD_H_
#define MEEPLE_SERVICE_CORE_SCOREBOARD_H_

// ScoreboardService: what the journal counted. No game comes into memory for it, and a page costs
// the same however many players there are. Thread-safe.

#include "absl/status/statusor.h"
#include "meeple/v1/scoreboard_service.pb.h"
#include "service/core/game_host.h"
#include "service/core/host_core.h"
#include "service/core/journal_errors.h"
#include "service/journal/score_index.h"

namespace meeple::service {

// INVALID_FIELD for a name that is none, JOURNAL_UNAVAILABLE, JOURNAL_CORRUPT. Reads the journal,
// so it may wait for a disk.
absl::StatusOr<v1::GetScoreResponse> GetScore(const ScoreIndex& index,
                                              const v1::GetScoreRequest& request,
                                              const OnUnreadable& on_unreadable = {});
// One page. INVALID_FIELD for the token of another table, JOURNAL_UNAVAILABLE, JOURNAL_CORRUPT.
// Reads the journal.
absl::StatusOr<v1::ListScoresResponse> ListScores(const ScoreIndex& index,
                                                  const v1::ListScoresRequest& request,
                                                  const OnUnreadable& on_unreadable = {});

// The same on the thread that makes lists; OVERLOADED where too many wait.
void GetScore(HostCore& core, const v1::GetScoreRequest& request,
              GameHost::Done<v1::GetScoreResponse> done);
void ListScores(HostCore& core, const v1::ListScoresRequest& request,
                GameHost::Done<v1::ListScoresResponse> done);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_SCOREBOARD_H_
