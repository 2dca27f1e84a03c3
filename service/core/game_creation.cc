#include "service/core/game_creation.h"

#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "service/core/access.h"
#include "service/core/errors.h"
#include "service/core/event_bytes.h"
#include "service/core/game_view.h"

namespace meeple::service {
namespace {

v1::Credential MakeCredential(const ServerSecret& secret, const Caller& holder,
                              const std::string& player_id) {
  v1::Credential credential;
  credential.set_kind(holder.kind == CallerKind::kSeat ? v1::CREDENTIAL_KIND_SEAT
                                                       : v1::CREDENTIAL_KIND_WATCH);
  credential.set_seat(holder.kind == CallerKind::kSeat ? holder.seat : 0);
  credential.set_player_id(player_id);
  credential.set_token(secret.SignCredential(holder));
  return credential;
}

v1::CreateGameResponse BuildCreated(const HostCore& core, const GameSetup& setup, v1::Game game) {
  v1::CreateGameResponse response;
  *response.mutable_game() = std::move(game);
  for (int seat = 0; seat < setup.config.seats_size(); ++seat) {
    if (setup.IsBot(seat)) continue;
    const Caller holder = {
        .kind = CallerKind::kSeat, .game_id = setup.game_id, .seat = seat, .epoch = kCurrentEpoch};
    *response.add_credentials() =
        MakeCredential(core.secret(), holder, setup.config.seats(seat).player_id());
  }
  if (setup.is_private()) {
    const Caller holder = {
        .kind = CallerKind::kWatch, .game_id = setup.game_id, .epoch = kCurrentEpoch};
    *response.add_credentials() = MakeCredential(core.secret(), holder, "");
  }
  return response;
}

// The game as it began, whatever has been played since.
v1::Game BuildGameAsBegun(const std::shared_ptr<const GameSetup>& setup, const HostCore& core,
                          int64_t sequence) {
  absl::StatusOr<PreparedGame> prepared = PrepareGame(
      setup->game_id, setup->SecretConfig(), core.options().max_plies, core.options().kinds);
  if (!prepared.ok()) return {};
  prepared->game->Start();
  return BuildGame({.setup = setup, .game = std::move(prepared->game), .sequence = sequence});
}

absl::Status CheckRoomForGame(HostCore& core) {
  if (core.games().size() < core.options().max_games) return absl::OkStatus();
  const std::string limit = absl::StrCat(core.options().max_games);
  return MakeError(v1::ERROR_REASON_LIMIT_REACHED,
                   absl::StrCat("the server holds at most ", limit, " games"),
                   {{"limit", "games"}, {"value", limit}});
}

// The session that the request means: an existing one for a repeat, else a new one.
// REQUEST_ID_REUSED if the existing one was made for other content, begun or not.
absl::StatusOr<std::shared_ptr<GameSession>> FindOrMake(HostCore& core,
                                                        const std::string& request_id,
                                                        const v1::GameConfig& complete,
                                                        const std::string& creation) {
  for (;;) {
    const std::string id =
        request_id.empty() ? RandomGameId() : core.secret().GameIdFor(request_id);
    absl::StatusOr<PreparedGame> prepared =
        PrepareGame(id, complete, core.options().max_plies, core.options().kinds);
    if (!prepared.ok()) return prepared.status();
    absl::Status room;
    auto [session, is_new] = core.games().FindOrMake(id, [&]() -> std::shared_ptr<GameSession> {
      room = CheckRoomForGame(core);
      return room.ok() ? core.MakeSession(*std::move(prepared), creation) : nullptr;
    });
    if (!room.ok()) return room;
    if (is_new) return session;
    // A random id that exists is another game's: never overwrite, draw again.
    if (request_id.empty()) continue;
    if (session->creation() != creation) return RequestIdReused();
    return session;
  }
}

}  // namespace

void CreateGame(HostCore& core, const v1::CreateGameRequest& request,
                GameHost::Done<v1::CreateGameResponse> done) {
  if (absl::Status status = core.CheckNotDraining(); !status.ok()) return done(status);
  const absl::StatusOr<v1::GameConfig> complete =
      CompleteConfig(request.config(), core.options().max_plies, core.options().kinds);
  if (!complete.ok()) return done(complete.status());
  const std::string creation = Fingerprint("CreateGame" + SerializeDeterministically(*complete));
  const absl::StatusOr<std::shared_ptr<GameSession>> session =
      FindOrMake(core, request.request_id(), *complete, creation);
  if (!session.ok()) return done(session.status());
  const GameSetup& setup = (*session)->setup();
  Mutation mutation = {
      .begins = true,
      .secret = SerializeDeterministically(setup.SecretConfig()),
      .decide = [](GameState& state, absl::Time now) -> absl::StatusOr<GroupViews> {
        return state.Begin(now);
      },
      .done =
          [&core, setup = (*session)->shared_setup(),
           done = std::move(done)](absl::StatusOr<Mutation::Answer> answer) {
            if (!answer.ok()) return done(answer.status());
            const int64_t sequence = answer->events.back().sequence();
            done(BuildCreated(core, *setup, BuildGameAsBegun(setup, core, sequence)));
          }};
  if (!request.request_id().empty()) {
    mutation.request_digest =
        core.secret().DigestRequestId(setup.game_id, engine::kNoSeat, request.request_id());
    mutation.request_fingerprint = creation;
  }
  (*session)->Mutate(std::move(mutation));
}

}  // namespace meeple::service
