#include "service/core/game_host.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "service/core/administration.h"
#include "service/core/allocation.h"
#include "service/core/conversion.h"
#include "service/core/errors.h"
#include "service/core/feed_calls.h"
#include "service/core/game_creation.h"
#include "service/core/game_entry.h"
#include "service/core/game_fork.h"
#include "service/core/game_lister.h"
#include "service/core/game_mutation.h"
#include "service/core/host_core.h"
#include "service/core/lobby.h"
#include "service/core/log_calls.h"
#include "service/core/move_calls.h"
#include "service/core/offer_calls.h"
#include "service/core/position_calls.h"
#include "service/core/scoreboard.h"
#include "service/core/seat_controller.h"

namespace meeple::service {
namespace {

constexpr std::string_view kScheme = "bearer ";

}  // namespace

class GameHost::Impl : public HostCore {
 public:
  using HostCore::HostCore;
  ~Impl() override { Stop(); }
};

GameHost::GameHost(const HostOptions& options, Journal& journal, Clock& clock)
    : impl_(std::make_unique<Impl>(options, journal, clock)) {
  impl_->Start();
}

GameHost::~GameHost() = default;

absl::StatusOr<Caller> GameHost::Authenticate(std::string_view authorization) const {
  if (authorization.empty()) return Caller{};
  const std::string scheme = absl::AsciiStrToLower(
      absl::string_view(authorization.data(), std::min(authorization.size(), kScheme.size())));
  // Whatever comes with another scheme is no credential of ours: an empty token never verifies.
  const std::string_view token =
      scheme == kScheme ? authorization.substr(kScheme.size()) : std::string_view();
  if (!token.starts_with(kApiKeyPrefix)) return impl_->secret().VerifyCredential(token);
  ApiKeys* const keys = impl_->options().api_keys;
  std::optional<Caller> caller = keys == nullptr ? std::nullopt : keys->Find(token);
  if (caller.has_value()) return *std::move(caller);
  return MakeError(v1::ERROR_REASON_CREDENTIAL_INVALID, "this server does not know the API key");
}

absl::Duration GameHost::uptime() const { return impl_->clock().Uptime(); }

// --- Mutations ---

void GameHost::CreateGame(const Caller& caller, const v1::CreateGameRequest& request,
                          Done<v1::CreateGameResponse> done) {
  service::CreateGame(*impl_,
                      {.rpc = "CreateGame",
                       .request_id = request.request_id(),
                       .config = request.config(),
                       .key_name = caller.key_name},
                      std::move(done));
}

void GameHost::ForkGame(const Caller& caller, const v1::ForkGameRequest& request,
                        Done<v1::ForkGameResponse> done) {
  service::ForkGame(*impl_, caller, request, std::move(done));
}

void GameHost::SubmitMove(const Caller& caller, const v1::SubmitMoveRequest& request,
                          Done<v1::SubmitMoveResponse> done) {
  EnterGame(*impl_, caller, request, Purpose::kAct, std::move(done), SubmitMoveTo);
}

void GameHost::Undo(const Caller& caller, const v1::UndoRequest& request,
                    Done<v1::UndoResponse> done) {
  EnterAndMutate(*impl_, caller, request, "Undo", &GameState::Undo, std::move(done));
}

void GameHost::Redo(const Caller& caller, const v1::RedoRequest& request,
                    Done<v1::RedoResponse> done) {
  EnterAndMutate(*impl_, caller, request, "Redo", &GameState::Redo, std::move(done));
}

void GameHost::Resign(const Caller& caller, const v1::ResignRequest& request,
                      Done<v1::ResignResponse> done) {
  EnterAndMutate(*impl_, caller, request, "Resign", &GameState::Resign, std::move(done));
}

void GameHost::Abandon(const Caller& caller, const v1::AbandonRequest& request,
                       Done<v1::AbandonResponse> done) {
  EnterGame(*impl_, caller, request, Purpose::kAct, std::move(done), AbandonIn);
}

void GameHost::MakeOffer(const Caller& caller, const v1::MakeOfferRequest& request,
                         Done<v1::MakeOfferResponse> done) {
  EnterGame(*impl_, caller, request, Purpose::kAct, std::move(done), service::MakeOffer);
}

void GameHost::AnswerOffer(const Caller& caller, const v1::AnswerOfferRequest& request,
                           Done<v1::AnswerOfferResponse> done) {
  EnterGame(*impl_, caller, request, Purpose::kAct, std::move(done), service::AnswerOffer);
}

void GameHost::ListGames(const Caller&, const v1::ListGamesRequest& request,
                         Done<v1::ListGamesResponse> done) {
  service::ListGames(*impl_, request, std::move(done));
}

void GameHost::JoinGame(const Caller& caller, const v1::JoinGameRequest& request,
                        Done<v1::JoinGameResponse> done) {
  EnterGame(*impl_, caller, request, Purpose::kAct, std::move(done), service::JoinGame);
}

void GameHost::LeaveGame(const Caller& caller, const v1::LeaveGameRequest& request,
                         Done<v1::LeaveGameResponse> done) {
  EnterAndMutate(*impl_, caller, request, "LeaveGame", &GameState::Leave, std::move(done));
}

void GameHost::RotateCredential(const Caller& caller, const v1::RotateCredentialRequest& request,
                                Done<v1::RotateCredentialResponse> done) {
  EnterGame(*impl_, caller, request, Purpose::kAct, std::move(done), service::RotateCredential);
}

void GameHost::RevokeCredential(const Caller& caller, const v1::RevokeCredentialRequest& request,
                                Done<v1::RevokeCredentialResponse> done) {
  EnterGame(*impl_, caller, request, Purpose::kAct, std::move(done), service::RevokeCredential);
}

void GameHost::SetController(const Caller& caller, const v1::SetControllerRequest& request,
                             Done<v1::SetControllerResponse> done) {
  EnterGame(*impl_, caller, request, Purpose::kAct, std::move(done), service::SetController);
}

// --- Reading ---

void GameHost::GetGame(const Caller& caller, const v1::GetGameRequest& request,
                       Done<v1::GetGameResponse> done) {
  EnterGame(*impl_, caller, request, Purpose::kRead, std::move(done), GetGameFrom);
}

void GameHost::ListLegalMoves(const Caller& caller, const v1::ListLegalMovesRequest& request,
                              Done<v1::ListLegalMovesResponse> done) {
  EnterGame(*impl_, caller, request, Purpose::kRead, std::move(done), ListLegalMovesFrom);
}

void GameHost::Replay(const Caller& caller, const v1::ReplayRequest& request,
                      Done<v1::ReplayResponse> done) {
  EnterGame(*impl_, caller, request, Purpose::kRead, std::move(done), ReplayFrom);
}

void GameHost::ListEvents(const Caller& caller, const v1::ListEventsRequest& request,
                          Done<v1::ListEventsResponse> done) {
  EnterGame(*impl_, caller, request, Purpose::kRead, std::move(done), ListEventsFrom);
}

void GameHost::ListGameKinds(const Caller&, const v1::ListGameKindsRequest&,
                             Done<v1::ListGameKindsResponse> done) {
  v1::ListGameKindsResponse response;
  for (const engine::GameKind& kind : impl_->options().kinds) *response.add_kinds() = ToProto(kind);
  done(std::move(response));
}

void GameHost::GetScore(const Caller&, const v1::GetScoreRequest& request,
                        Done<v1::GetScoreResponse> done) {
  service::GetScore(*impl_, request, std::move(done));
}

void GameHost::ListScores(const Caller&, const v1::ListScoresRequest& request,
                          Done<v1::ListScoresResponse> done) {
  service::ListScores(*impl_, request, std::move(done));
}

// --- Roles ---

void GameHost::AllocateGames(const Caller& caller, const v1::AllocateGamesRequest& request,
                             Done<v1::AllocateGamesResponse> done) {
  service::AllocateGames(*impl_, caller, request, std::move(done));
}

void GameHost::GetServerInfo(const Caller& caller, const v1::GetServerInfoRequest&,
                             Done<v1::GetServerInfoResponse> done) {
  done(service::GetServerInfo(*impl_, caller));
}

void GameHost::DrainServer(const Caller& caller, const v1::DrainServerRequest&,
                           Done<v1::DrainServerResponse> done) {
  done(service::DrainServer(*impl_, caller));
}

void GameHost::EvictGame(const Caller& caller, const v1::EvictGameRequest& request,
                         Done<v1::EvictGameResponse> done) {
  service::EvictGame(*impl_, caller, request, std::move(done));
}

void GameHost::VerifyGame(const Caller& caller, const v1::VerifyGameRequest& request,
                          Done<v1::VerifyGameResponse> done) {
  service::VerifyGame(*impl_, caller, request, std::move(done));
}

void GameHost::CreateBackup(const Caller& caller, const v1::CreateBackupRequest& request,
                            Done<v1::CreateBackupResponse> done) {
  service::CreateBackup(*impl_, caller, request, std::move(done));
}

// --- Watching ---

void GameHost::OpenWatch(const Caller& caller, const v1::WatchGameRequest& request,
                         std::weak_ptr<WatchStream> stream, Done<std::unique_ptr<Watch>> done) {
  if (absl::Status status = impl_->CheckNotDraining(); !status.ok()) return done(status);
  EnterGame(*impl_, caller, request, Purpose::kRead, std::move(done),
            [stream](HostCore& core, const Caller& who, const v1::WatchGameRequest& what,
                     const std::shared_ptr<GameSession>& session,
                     const GameHost::Done<std::unique_ptr<Watch>>& answer) {
              OpenWatchOf(core, who, what, session, stream, answer);
            });
}

void GameHost::OpenWatch(const Caller&, const v1::WatchLobbyRequest& request,
                         std::weak_ptr<WatchStream> stream, Done<std::unique_ptr<Watch>> done) {
  OpenLobbyWatch(*impl_, request, stream, done);
}

void GameHost::OpenWatch(const Caller& caller, const v1::WatchResultsRequest& request,
                         std::weak_ptr<WatchStream> stream, Done<std::unique_ptr<Watch>> done) {
  OpenResultsWatch(*impl_, caller, request, stream, done);
}

void GameHost::StartDraining() { impl_->StartDraining(); }

size_t GameHost::EvictIdleGames(bool all) {
  return impl_->EvictIdleGames(all ? GameRegistry::kParts : GameRegistry::kParts / 8);
}

HostLevels GameHost::levels() const { return impl_->levels(); }

HostMetrics GameHost::metrics() const { return impl_->metrics(); }

}  // namespace meeple::service
