#include "service/core/seat_controller.h"

#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "service/core/access.h"
#include "service/core/errors.h"
#include "service/core/event_bytes.h"
#include "service/core/game_mutation.h"
#include "service/core/server_secret.h"

namespace meeple::service {
namespace {

// The seat for which the caller acts: none for one who oversees the game.
absl::StatusOr<engine::SeatIndex> ActingSeat(const Caller& caller, const GameSetup& setup,
                                             engine::SeatIndex wanted) {
  if (OverseesGame(caller, setup)) return engine::kNoSeat;
  const absl::StatusOr<engine::SeatIndex> own = SeatOf(caller, setup);
  if (!own.ok() || *own == wanted) return own;
  return MakeError(v1::ERROR_REASON_WRONG_SEAT,
                   absl::StrCat("the credential is of seat ", *own, ", not of seat ", wanted));
}

// The bot that is asked for, with a seed; none for a person.
absl::StatusOr<std::optional<v1::Bot>> WantedBot(const v1::Controller& controller,
                                                 const engine::GameKind& kind) {
  if (!controller.has_bot()) return std::nullopt;
  v1::Bot bot = controller.bot();
  if (absl::Status status = CheckBot(kind, bot); !status.ok()) return status;
  bot.set_seed(RandomSeed());
  return bot;
}

}  // namespace

void SetController(HostCore& core, const Caller& caller, const v1::SetControllerRequest& request,
                   const std::shared_ptr<GameSession>& session,
                   GameHost::Done<v1::SetControllerResponse> done) {
  const GameSetup& setup = session->setup();
  if (absl::Status exists = CheckSeatExists(setup, request.seat()); !exists.ok()) {
    return done(exists);
  }
  const auto bot = WantedBot(request.controller(), *setup.kind);
  if (!bot.ok()) return done(bot.status());
  const auto acting = ActingSeat(caller, setup, request.seat());
  if (!acting.ok()) return done(acting.status());
  Mutate(core, *session, caller, *acting, request,
         {.rpc = "SetController",
          .canonical =
              absl::StrCat(request.seat(), "/", SerializeDeterministically(request.controller())),
          .secret = bot->has_value() ? SerializeDeterministically(**bot) : std::string(),
          .decide =
              [seat = request.seat(), bot = *bot](GameState& state, engine::SeatIndex actor,
                                                  absl::Time now) {
                const std::string name =
                    actor == engine::kNoSeat ? std::string() : state.game().players()[actor].id;
                return state.SetController(seat, bot, name, now);
              }},
         std::move(done));
}

}  // namespace meeple::service
