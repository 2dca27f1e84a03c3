#include "service/core/game_host.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "engine/core/replay.h"
#include "service/core/access.h"
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
#include "service/core/game_view.h"
#include "service/core/host_core.h"
#include "service/core/lobby.h"
#include "service/core/log_calls.h"
#include "service/core/offer_calls.h"
#include "service/core/page.h"
#include "service/core/page_token.h"
#include "service/core/player_name.h"
#include "service/core/scoreboard.h"
#include "service/core/seat_controller.h"

namespace meeple::service {
namespace {

constexpr absl::Duration kRetryReplay = absl::Milliseconds(500);
constexpr std::string_view kScheme = "bearer ";

std::string CanonicalMove(const engine::Move& move) {
  return absl::StrCat(static_cast<int>(move.form()), "/", move.cell().row, "/", move.cell().column,
                      "/", move.column(), "/", static_cast<int>(move.direction()));
}

// Whether `name` is the player's, read as names of seats are.
bool IsNameOf(const std::string& name, const engine::Player& player) {
  if (name == player.id) return true;
  const absl::StatusOr<std::string> normal = NormalisePlayerName(name);
  return normal.ok() && *normal == player.id;
}

absl::Status CheckNamesCaller(const std::string& player_id, const std::string& symbol,
                              const engine::Player& caller) {
  const bool same_player = player_id.empty() || IsNameOf(player_id, caller);
  const bool same_symbol = symbol.empty() || symbol == std::string(1, caller.symbol);
  if (same_player && same_symbol) return absl::OkStatus();
  return MakeError(v1::ERROR_REASON_WRONG_SEAT,
                   absl::StrCat("the credential is ", caller.id,
                                "'s, and the move names another player or symbol"));
}

// Nothing to check in most moves, which name nobody.
std::function<absl::Status(const GameState&)> NamesCaller(const v1::Move& move,
                                                          engine::SeatIndex seat) {
  if (move.player_id().empty() && move.symbol().empty()) return {};
  return [player_id = move.player_id(), symbol = move.symbol(), seat](const GameState& state) {
    return CheckNamesCaller(player_id, symbol, state.game().players()[seat]);
  };
}

void SubmitMoveTo(HostCore& core, const Caller& caller, const v1::SubmitMoveRequest& request,
                  const std::shared_ptr<GameSession>& session,
                  GameHost::Done<v1::SubmitMoveResponse> done) {
  const GameSetup& setup = session->setup();
  const absl::StatusOr<engine::Move> move = FromProto(request.move(), *setup.kind);
  if (!move.ok()) return done(move.status());
  const absl::StatusOr<engine::SeatIndex> seat = SeatOf(caller, setup);
  if (!seat.ok()) return done(seat.status());
  Mutate(core, *session, caller, *seat, request,
         {.rpc = "SubmitMove",
          .canonical = CanonicalMove(*move),
          .permitted = NamesCaller(request.move(), *seat),
          .decide = [move = *move](GameState& state, engine::SeatIndex mover,
                                   absl::Time now) -> absl::StatusOr<GroupViews> {
            absl::Status itself = state.CheckPlaysItself(mover);
            if (!itself.ok()) return itself;
            return state.Play(mover, move, now);
          }},
         std::move(done));
}

void AbandonIn(HostCore& core, const Caller& caller, const v1::AbandonRequest& request,
               const std::shared_ptr<GameSession>& session,
               GameHost::Done<v1::AbandonResponse> done) {
  if (OverseesGame(caller, session->setup())) {
    return Mutate(core, *session, caller, engine::kNoSeat, request,
                  {.rpc = "Abandon",
                   .decide = [](GameState& state, engine::SeatIndex,
                                absl::Time now) { return state.CallOff(now); }},
                  std::move(done));
  }
  const absl::StatusOr<engine::SeatIndex> seat = SeatOf(caller, session->setup());
  if (!seat.ok()) return done(seat.status());
  Mutate(core, *session, caller, *seat, request, {.rpc = "Abandon", .decide = &GameState::Abandon},
         std::move(done));
}

// Answers with what `build` makes, outside the session's mutex, of a copy of the position.
template <class Response>
void ReadPosition(HostCore& core, const std::shared_ptr<GameSession>& session, const Caller& caller,
                  GameHost::Done<Response> done,
                  std::function<Response(const GameCopy&, GameSession&)> build) {
  session->Read({.look =
                     [&core, session, viewer = ViewerOf(caller), done,
                      build = std::move(build)](const GameState& state) {
                       return [session, done, build, copy = CopyFor(state, viewer, core.clock())] {
                         done(build(*copy, *session));
                       };
                     },
                 .refuse = done});
}

// Who the caller is in the game.
void SetCaller(const Caller& caller, const engine::BoardGame& game, v1::GetGameResponse& response) {
  if (caller.kind != CallerKind::kSeat) return;
  response.set_seat(caller.seat);
  response.set_player_id(game.players()[caller.seat].id);
}

void GetGameFrom(HostCore& core, const Caller& caller, const v1::GetGameRequest&,
                 const std::shared_ptr<GameSession>& session,
                 GameHost::Done<v1::GetGameResponse> done) {
  ReadPosition<v1::GetGameResponse>(core, session, caller, std::move(done),
                                    [caller](const GameCopy& copy, GameSession& game_session) {
                                      v1::GetGameResponse response;
                                      *response.mutable_game() = BuildGame(copy);
                                      response.set_watchers(game_session.watchers());
                                      SetCaller(caller, *copy.game, response);
                                      return response;
                                    });
}

v1::ListLegalMovesResponse ListLegalMovesOf(const GameCopy& copy, GameSession&) {
  v1::ListLegalMovesResponse response;
  response.set_sequence(copy.sequence);
  for (v1::Move& move : BuildLegalMoves(copy)) *response.add_moves() = std::move(move);
  return response;
}

void ListLegalMovesFrom(HostCore& core, const Caller& caller, const v1::ListLegalMovesRequest&,
                        const std::shared_ptr<GameSession>& session,
                        GameHost::Done<v1::ListLegalMovesResponse> done) {
  ReadPosition<v1::ListLegalMovesResponse>(core, session, caller, std::move(done),
                                           &ListLegalMovesOf);
}

// One page of the frames `from` to `to` of `game` for the eyes of `viewer`. No frame is made that
// does not fit the page: on the largest board one has 50 kB.
v1::ReplayResponse BuildReplay(const engine::BoardGame& game, engine::Viewer viewer, int64_t from,
                               int64_t to, size_t page_size, const std::string& scope) {
  v1::ReplayResponse response;
  size_t bytes = 0;
  engine::VisitFrames(game, static_cast<int>(from), static_cast<int>(to), viewer,
                      [&](engine::ReplayFrame frame) {
                        v1::ReplayFrame proto = BuildFrame(std::move(frame), game);
                        bytes += proto.ByteSizeLong();
                        if (bytes > kMaxPageBytes && response.frames_size() > 0) return false;
                        *response.add_frames() = std::move(proto);
                        return static_cast<size_t>(response.frames_size()) < page_size;
                      });
  const int64_t next = from + response.frames_size();
  if (next <= to) response.set_next_page_token(EncodePageToken(scope, next));
  return response;
}

absl::Status TooManyReplays() {
  return WithRetryDelay(
      MakeError(v1::ERROR_REASON_OVERLOADED, "too many replays wait to be built: retry later"),
      kRetryReplay);
}

void ReplayFrom(HostCore& core, const Caller& caller, const v1::ReplayRequest& request,
                const std::shared_ptr<GameSession>& session,
                GameHost::Done<v1::ReplayResponse> done) {
  std::string scope = absl::StrCat("Replay/", request.game_id());
  const absl::StatusOr<int64_t> from =
      DecodePageToken(scope, request.page_token(), request.from_turn());
  if (!from.ok()) return done(from.status());
  const std::optional<int> to_turn =
      request.has_to_turn() ? std::optional(request.to_turn()) : std::nullopt;
  auto look = [&core, done, viewer = ViewerOf(caller), scope, from = *from, to_turn,
               first_page = request.page_token().empty(), size = PageSize(request.page_size())](
                  const GameState& state) -> std::function<void()> {
    const int turns = state.game().cursor().turns;
    if (from > turns && first_page) {
      return [done, turns] {
        done(InvalidField("from_turn", absl::StrCat("is beyond the last turn, ", turns)));
      };
    }
    const int64_t to = std::min<int64_t>(to_turn.value_or(turns), turns);
    // A later page may begin behind the line that stands by then: it is empty.
    const int64_t first = std::min<int64_t>(from, turns + 1);
    std::shared_ptr<const engine::BoardGame> game = state.game().Clone();
    auto build = [done, game, eyes = state.EyesOf(viewer), first, to, size, scope] {
      done(BuildReplay(*game, eyes, first, to, size, scope));
    };
    return [&core, done, build = std::move(build)] {
      const auto most = static_cast<size_t>(core.options().max_waiting_replays);
      if (!core.replays().TryPost(build, most)) done(TooManyReplays());
    };
  };
  session->Read({.look = std::move(look), .refuse = done});
}

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

int GameHost::busy_bots() const { return impl_->bots().busy(); }

int GameHost::watchers() const { return impl_->watchers().load(); }

int64_t GameHost::games() const { return impl_->games().size(); }

HostLevels GameHost::levels() const { return impl_->levels(); }

HostMetrics GameHost::metrics() const { return impl_->metrics(); }

}  // namespace meeple::service
