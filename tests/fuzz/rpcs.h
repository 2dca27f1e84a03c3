#ifndef MEEPLE_TESTS_FUZZ_RPCS_H_
#define MEEPLE_TESTS_FUZZ_RPCS_H_

// The rpcs as fuzz targets choose them, by a byte. The numbers are part of the corpus: new ones go
// to the end.
//
//   VisitRequest(input.Byte(), [](auto request) { Use(request); });

#include <google/protobuf/stubs/logging.h>

#include <cstdint>

#include "meeple/v1/allocation_service.pb.h"
#include "meeple/v1/game_service.pb.h"
#include "meeple/v1/lobby_service.pb.h"
#include "meeple/v1/scoreboard_service.pb.h"

namespace meeple::fuzz {

inline constexpr uint8_t kRpcs = 26;

// Texts that are no UTF-8 are the daily bread of these targets; libprotobuf would tell of each.
inline void SilenceProtobuf() {
  static google::protobuf::LogHandler* const previous = google::protobuf::SetLogHandler(nullptr);
  static_cast<void>(previous);
}

// Calls `visitor` with an empty request of the rpc that `choice` stands for.
template <class Visitor>
void VisitRequest(uint8_t choice, Visitor&& visitor) {
  switch (choice % kRpcs) {
    case 0:
      return visitor(v1::CreateGameRequest());
    case 1:
      return visitor(v1::SubmitMoveRequest());
    case 2:
      return visitor(v1::UndoRequest());
    case 3:
      return visitor(v1::RedoRequest());
    case 4:
      return visitor(v1::ResignRequest());
    case 5:
      return visitor(v1::AbandonRequest());
    case 6:
      return visitor(v1::GetGameRequest());
    case 7:
      return visitor(v1::ListLegalMovesRequest());
    case 8:
      return visitor(v1::ReplayRequest());
    case 9:
      return visitor(v1::ListEventsRequest());
    case 10:
      return visitor(v1::ListGameKindsRequest());
    case 11:
      return visitor(v1::WatchGameRequest());
    case 12:
      return visitor(v1::AllocateGamesRequest());
    case 13:
      return visitor(v1::JoinGameRequest());
    case 14:
      return visitor(v1::LeaveGameRequest());
    case 15:
      return visitor(v1::RotateCredentialRequest());
    case 16:
      return visitor(v1::RevokeCredentialRequest());
    case 17:
      return visitor(v1::ListGamesRequest());
    case 18:
      return visitor(v1::ForkGameRequest());
    case 19:
      return visitor(v1::GetScoreRequest());
    case 20:
      return visitor(v1::ListScoresRequest());
    case 21:
      return visitor(v1::SetControllerRequest());
    case 22:
      return visitor(v1::WatchLobbyRequest());
    case 23:
      return visitor(v1::WatchResultsRequest());
    case 24:
      return visitor(v1::MakeOfferRequest());
    default:
      return visitor(v1::AnswerOfferRequest());
  }
}

}  // namespace meeple::fuzz

#endif  // MEEPLE_TESTS_FUZZ_RPCS_H_
