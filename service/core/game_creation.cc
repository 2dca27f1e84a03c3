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

// Makes the game of `complete`, where there is none of that id.
GameLoader::Game MakeNew(HostCore& core, const std::string& game_id, const v1::GameConfig& complete,
                         const std::string& creation) {
  if (absl::Status room = CheckRoomForGame(core); !room.ok()) return room;
  absl::StatusOr<PreparedGame> prepared =
      PrepareGame(game_id, complete, core.options().max_plies, core.options().kinds);
  if (!prepared.ok()) return prepared.status();
  return core.MakeSession(*std::move(prepared), creation);
}

// Begins the game of `session`, or repeats the answer to the call that did.
void Begin(HostCore& core, const std::shared_ptr<GameSession>& session,
           const std::string& request_id, const std::string& creation,
           GameHost::Done<v1::CreateGameResponse> done) {
  if (session->creation() != creation) return done(RequestIdReused());
  const GameSetup& setup = session->setup();
  Mutation mutation = {
      .begins = true,
      .secret = SerializeDeterministically(setup.SecretConfig()),
      .decide = [](GameState& state, absl::Time now) -> absl::StatusOr<GroupViews> {
        return state.Begin(now);
      },
      .done =
          [&core, setup = session->shared_setup(),
           done = std::move(done)](absl::StatusOr<Mutation::Answer> answer) {
            if (!answer.ok()) return done(answer.status());
            const int64_t sequence = answer->events.back().sequence();
            done(BuildCreated(core, *setup, BuildGameAsBegun(setup, core, sequence)));
          }};
  if (!request_id.empty()) {
    mutation.request_digest =
        core.secret().DigestRequestId(setup.game_id, engine::kNoSeat, request_id);
    mutation.request_fingerprint = creation;
  }
  session->Mutate(std::move(mutation));
}

}  // namespace

void CreateGame(HostCore& core, const v1::CreateGameRequest& request,
                GameHost::Done<v1::CreateGameResponse> done) {
  if (absl::Status status = core.CheckNotDraining(); !status.ok()) return done(status);
  const absl::StatusOr<v1::GameConfig> complete =
      CompleteConfig(request.config(), core.options().max_plies, core.options().kinds);
  if (!complete.ok()) return done(complete.status());
  const std::string creation = Fingerprint("CreateGame" + SerializeDeterministically(*complete));
  // What cannot be played is refused before anything is looked up. Without a request id the game is
  // new for sure: nobody else can draw its id.
  const std::string request_id = request.request_id();
  if (request_id.empty()) {
    const GameLoader::Game game = MakeNew(core, RandomGameId(), *complete, creation);
    if (!game.ok()) return done(game.status());
    core.games().Insert(*game);
    return Begin(core, *game, request_id, creation, std::move(done));
  }
  const std::string game_id = core.secret().GameIdFor(request_id);
  auto make_new = [&core, game_id, complete = *complete, creation] {
    return MakeNew(core, game_id, complete, creation);
  };
  core.loader().LoadOrMake(game_id, std::move(make_new),
                           [&core, request_id, creation, done](GameLoader::Game game) {
                             if (!game.ok()) return done(game.status());
                             Begin(core, *game, request_id, creation, done);
                           });
}

}  // namespace meeple::service
