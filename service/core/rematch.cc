#include "service/core/rematch.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "service/core/access.h"
#include "service/core/game_creation.h"

namespace meeple::service {
namespace {

constexpr absl::Duration kNextTry = absl::Seconds(1);

// A seat of the rematch for who sat in `seat`.
v1::SeatConfig SeatOfRematch(const GameState& state, engine::SeatIndex seat) {
  v1::SeatConfig config = state.setup()->config.seats(seat);
  config.set_player_id(state.game().players()[seat].id);
  if (const std::optional<v1::Bot>& bot = state.seats().bot(seat)) {
    *config.mutable_bot() = *bot;
    config.mutable_bot()->clear_seed();
  } else {
    config.mutable_invited();
  }
  return config;
}

CheckedOrder OrderOf(const GameSession& session, v1::GameConfig config) {
  // No client can send such a request id: theirs are UUIDs.
  const std::string name = absl::StrCat("rematch/", session.setup().game_id);
  return {.request_id = name,
          .key_name = session.setup().creator,
          .config = std::move(config),
          .creation = Fingerprint(name)};
}

void TryAgain(HostCore& core, const GameSession& session) {
  core.OnDue(session.setup().game_id, core.clock().Uptime() + kNextTry);
}

void Conclude(const std::shared_ptr<GameSession>& session, const std::string& next_game_id,
              std::function<void()> then) {
  session->Mutate({.internal = true,
                   .decide =
                       [next_game_id](GameState& state, absl::Time now) {
                         return state.ConcludeRematch(next_game_id, now);
                       },
                   // Refused where somebody else has told the session before.
                   .done = [then = std::move(then)](absl::StatusOr<Mutation::Answer>) { then(); }});
}

void Make(HostCore& core, const std::shared_ptr<GameSession>& session, v1::GameConfig config,
          const std::function<void()>& then) {
  CreateGame(core, OrderOf(*session, std::move(config)),
             [&core, session, then](absl::StatusOr<v1::CreateGameResponse> created) {
               if (created.ok()) return Conclude(session, created->game().game_id(), then);
               TryAgain(core, *session);
               then();
             });
}

}  // namespace

v1::GameConfig ConfigOfRematch(const GameState& state) {
  const GameSetup& setup = *state.setup();
  const int seats = state.game().seats();
  const int moved_on = state.offers().AgreedRematch()->swap_seats ? 1 : 0;
  v1::GameConfig config = setup.config;
  config.clear_seats();
  if (config.draw_first_seat()) config.clear_first_seat();
  v1::RematchOf& before = *config.mutable_rematch_of();
  before.Clear();
  before.set_game_id(setup.game_id);
  for (int i = 0; i < seats; ++i) {
    const engine::SeatIndex seat = (i + moved_on) % seats;
    *config.add_seats() = SeatOfRematch(state, seat);
    before.add_seats(seat);
    before.add_epochs(state.seats().epoch(seat));
  }
  return config;
}

void MakeRematch(HostCore& core, const std::shared_ptr<GameSession>& session,
                 std::function<void()> then) {
  session->Read({.internal = true,
                 .look = [&core, session, then](const GameState& state) -> std::function<void()> {
                   if (state.offers().AgreedRematch() == nullptr) return then;
                   return [&core, session, then, config = ConfigOfRematch(state)] {
                     Make(core, session, config, then);
                   };
                 },
                 .refuse = [then](absl::Status) { then(); }});
}

absl::StatusOr<std::optional<engine::SeatIndex>> SeatKeptFor(const Caller& caller,
                                                             const GameSetup& setup) {
  if (!PlayedBefore(caller, setup)) return std::optional<engine::SeatIndex>();
  const v1::RematchOf& before = setup.config.rematch_of();
  for (engine::SeatIndex seat = 0; seat < before.seats_size(); ++seat) {
    if (before.seats(seat) != caller.seat) continue;
    if (before.epochs(seat) != caller.epoch) return NotInForce();
    return std::optional(seat);
  }
  return NotInForce();
}

}  // namespace meeple::service
