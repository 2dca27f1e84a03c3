#ifndef MEEPLE_SERVICE_RPC_REQUEST_CHECKS_H_
#define MEEPLE_SERVICE_RPC_REQUEST_CHECKS_H_

// The checks of requests that need nothing but the request: what every field can hold at all. They
// come before the game is looked up. Whether a game can be played as asked, and whether a move is
// legal, is for the service and the rules to say.
//
// Pure functions: OK, or INVALID_FIELD with the path of the first wrong field.
//
//   if (absl::Status status = Check(request); !status.ok()) return status;

#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "meeple/v1/admin_service.pb.h"
#include "meeple/v1/allocation_service.pb.h"
#include "meeple/v1/game_service.pb.h"
#include "meeple/v1/lobby_service.pb.h"
#include "meeple/v1/scoreboard_service.pb.h"

namespace meeple::rpc {

// Characters a-z and 0-9. Longer than any id that the server makes.
inline constexpr size_t kMaxGameIdLength = 64;
inline constexpr size_t kMaxKindLength = 64;
inline constexpr int32_t kMaxPageSize = 1'000;
// Longer than any token that the server makes.
inline constexpr size_t kMaxPageTokenLength = 512;
inline constexpr int kMaxParameters = 32;
inline constexpr int kMaxLabels = 16;
// Of parameters and labels, in bytes.
inline constexpr size_t kMaxKeyLength = 64;
inline constexpr size_t kMaxValueLength = 1'024;
inline constexpr int kMaxSeats = 8;
// Moves before a game, and the seeds of their draws.
inline constexpr int kMaxOpening = 10'000;
// Of the name of a backup.
inline constexpr size_t kMaxBackupNameLength = 64;
// For how long an offer may stand: a week.
inline constexpr int kMaxOfferSeconds = 604'800;
// Of one AllocateGames.
inline constexpr int kMaxAllocations = 100;

absl::Status Check(const v1::CreateGameRequest& request);
absl::Status Check(const v1::GetGameRequest& request);
absl::Status Check(const v1::ListLegalMovesRequest& request);
absl::Status Check(const v1::SubmitMoveRequest& request);
absl::Status Check(const v1::UndoRequest& request);
absl::Status Check(const v1::RedoRequest& request);
absl::Status Check(const v1::ReplayRequest& request);
absl::Status Check(const v1::ListEventsRequest& request);
absl::Status Check(const v1::ForkGameRequest& request);
absl::Status Check(const v1::ResignRequest& request);
absl::Status Check(const v1::AbandonRequest& request);
absl::Status Check(const v1::ListGameKindsRequest& request);
absl::Status Check(const v1::WatchGameRequest& request);
absl::Status Check(const v1::MakeOfferRequest& request);
absl::Status Check(const v1::AnswerOfferRequest& request);
absl::Status Check(const v1::RotateCredentialRequest& request);
absl::Status Check(const v1::RevokeCredentialRequest& request);
absl::Status Check(const v1::SetControllerRequest& request);
absl::Status Check(const v1::ListGamesRequest& request);
absl::Status Check(const v1::JoinGameRequest& request);
absl::Status Check(const v1::LeaveGameRequest& request);
absl::Status Check(const v1::GetScoreRequest& request);
absl::Status Check(const v1::ListScoresRequest& request);
absl::Status Check(const v1::WatchLobbyRequest& request);
absl::Status Check(const v1::AllocateGamesRequest& request);
absl::Status Check(const v1::WatchResultsRequest& request);
absl::Status Check(const v1::GetServerInfoRequest& request);
absl::Status Check(const v1::DrainServerRequest& request);
absl::Status Check(const v1::EvictGameRequest& request);
absl::Status Check(const v1::VerifyGameRequest& request);
absl::Status Check(const v1::CreateBackupRequest& request);

}  // namespace meeple::rpc

#endif  // MEEPLE_SERVICE_RPC_REQUEST_CHECKS_H_
