#include "service/core/game_creation.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/core/opening.h"
#include "service/core/clock_config.h"
#include "service/core/credentials.h"
#include "service/core/errors.h"
#include "service/core/event_bytes.h"
#include "service/core/game_view.h"
#include "service/core/journal_errors.h"

namespace meeple::service {
namespace {

// What the creator gets for a seat, to use or to hand on; none for a seat that is open or a bot's.
std::optional<CallerKind> HandedOut(const v1::SeatConfig& seat) {
  if (seat.has_held()) return CallerKind::kSeat;
  if (seat.has_invited()) return CallerKind::kInvitation;
  return std::nullopt;
}

v1::CreateGameResponse BuildCreated(const HostCore& core, const GameSetup& setup, v1::Game game) {
  v1::CreateGameResponse response;
  *response.mutable_game() = std::move(game);
  Caller holder = {.game_id = setup.game_id, .epoch = kFirstEpoch};
  for (holder.seat = 0; holder.seat < setup.config.seats_size(); ++holder.seat) {
    const v1::SeatConfig& seat = setup.config.seats(holder.seat);
    const std::optional<CallerKind> kind = HandedOut(seat);
    if (!kind.has_value()) continue;
    holder.kind = *kind;
    *response.add_credentials() = MakeCredential(core.secret(), holder, seat.player_id());
  }
  if (setup.is_private()) {
    holder.kind = CallerKind::kWatch;
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
  Seats seats(setup->config);
  GameClock clock(ClockRulesOf(setup->config), seats.size());
  if (seats.AllTaken()) {
    engine::StartWithOpening(*prepared->game, prepared->setup->opening.moves);
    clock.Run(prepared->game->cursor().turn_index, 0);
  }
  return BuildGame({.setup = setup,
                    .game = std::move(prepared->game),
                    .seats = std::move(seats),
                    .clocks = clock.At(0),
                    .sequence = sequence});
}

absl::Status CheckRoomForGame(HostCore& core) {
  if (core.HasRoomForGame()) return absl::OkStatus();
  const std::string limit = absl::StrCat(core.options().max_games);
  return MakeError(v1::ERROR_REASON_LIMIT_REACHED,
                   absl::StrCat("the server holds at most ", limit, " games"),
                   {{"limit", "games"}, {"value", limit}});
}

// Makes the game, where there is none of that id.
GameLoader::Game MakeNew(HostCore& core, const std::string& game_id, CheckedOrder& order) {
  if (!order.config.ok()) return order.config.status();
  if (absl::Status room = CheckRoomForGame(core); !room.ok()) return room;
  // Asked here too, so that no game is left in memory that is refused when it is to begin.
  if (core.journal().overloaded()) return TooManyWriteJournal();
  absl::StatusOr<PreparedGame> prepared = PrepareGame(
      game_id, *order.config, core.options().max_plies, core.options().kinds, order.key_name);
  if (!prepared.ok()) return prepared.status();
  // A rematch gets the place of the game before, which is final once it is there.
  if (!order.key_name.empty() && !order.config->has_rematch_of()) {
    absl::StatusOr<KeyQuota::Place> place = core.quota().Take(order.key_name, game_id);
    if (!place.ok()) return place.status();
    order.place = *std::move(place);
  }
  return core.MakeSession(*std::move(prepared), order.creation);
}

// Begins the game of `session`, or repeats the answer to the call that did.
void Begin(HostCore& core, const std::shared_ptr<GameSession>& session, const CheckedOrder& order,
           GameHost::Done<v1::CreateGameResponse> done) {
  if (session->creation() != order.creation) return done(RequestIdReused());
  const GameSetup& setup = session->setup();
  Mutation mutation = {
      .begins = true,
      .caller_key = order.key_name,
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
  if (!order.request_id.empty()) {
    mutation.request_digest = core.secret().DigestRequestId(setup.game_id, engine::kNoSeat,
                                                            order.request_id, order.key_name);
    mutation.request_fingerprint = order.creation;
  }
  session->Mutate(std::move(mutation));
}

// The key's quota, if there is a key, is known.
void CreatePrepared(HostCore& core, const std::shared_ptr<CheckedOrder>& order,
                    const GameHost::Done<v1::CreateGameResponse>& done) {
  auto answer = [order, done](absl::StatusOr<v1::CreateGameResponse> created) {
    // The place is held until here, and no longer: whoever has the answer may end the host, and the
    // quota with it.
    order->place.reset();
    done(std::move(created));
  };
  // Without a request id the game is new for sure: nobody else can draw its id.
  if (order->request_id.empty()) {
    const GameLoader::Game game = MakeNew(core, RandomGameId(), *order);
    if (!game.ok()) return answer(game.status());
    core.games().Insert(*game);
    return Begin(core, *game, *order, answer);
  }
  const std::string game_id = core.secret().GameIdFor(order->request_id, order->key_name);
  core.loader().LoadOrMake(
      game_id, [&core, game_id, order] { return MakeNew(core, game_id, *order); },
      [&core, order, answer](GameLoader::Game game) {
        if (!game.ok()) return answer(game.status());
        Begin(core, *game, *order, answer);
      });
}

}  // namespace

void CreateGame(HostCore& core, const GameOrder& order,
                GameHost::Done<v1::CreateGameResponse> done) {
  if (absl::Status status = core.CheckNotDraining(); !status.ok()) return done(status);
  // What cannot be played anywhere is refused before anything is looked up; what this server has
  // got too small for may be there from when it was larger.
  const absl::StatusOr<v1::GameConfig> possible =
      CompleteConfig(order.config, kMostPlies, core.options().kinds);
  if (!possible.ok()) return done(possible.status());
  std::string creation =
      Fingerprint(std::string(order.rpc) + SerializeDeterministically(*possible));
  absl::StatusOr<v1::GameConfig> complete =
      CompleteConfig(order.config, core.options().max_plies, core.options().kinds);
  CreateGame(core,
             CheckedOrder{.request_id = order.request_id,
                          .key_name = order.key_name,
                          .config = std::move(complete),
                          .creation = std::move(creation)},
             std::move(done));
}

void CreateGame(HostCore& core, CheckedOrder order, GameHost::Done<v1::CreateGameResponse> done) {
  auto checked = std::make_shared<CheckedOrder>(std::move(order));
  if (checked->key_name.empty()) return CreatePrepared(core, checked, done);
  const std::string& key_name = checked->key_name;
  core.quota().Prepare(key_name,
                       [&core, checked, done = std::move(done)](const absl::Status& prepared) {
                         if (!prepared.ok()) return done(prepared);
                         CreatePrepared(core, checked, done);
                       });
}

}  // namespace meeple::service
