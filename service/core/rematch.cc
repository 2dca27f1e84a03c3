#include "service/core/rematch.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "service/core/access.h"
#include "service/core/errors.h"
#include "service/core/game_creation.h"

namespace meeple::service {
namespace {

constexpr absl::Duration kNextTry = absl::Seconds(1);
// From the agreement on, in game time: see docs/decisions.
constexpr absl::Duration kPatience = absl::Minutes(1);

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

// The seat that is kept for who has a seat of the game before; none if its credential was replaced.
std::optional<engine::SeatIndex> SeatAfter(const Caller& caller, const v1::RematchOf& before) {
  for (engine::SeatIndex seat = 0; seat < before.seats_size(); ++seat) {
    if (before.seats(seat) == caller.seat && before.epochs(seat) == caller.epoch) return seat;
  }
  return std::nullopt;
}

// Of the row of rematches that the game may be in. One of an older release does not say it.
const std::string& FirstGameOf(const GameSetup& setup) {
  const v1::RematchOf& before = setup.config.rematch_of();
  if (!before.first_game_id().empty()) return before.first_game_id();
  return before.game_id().empty() ? setup.game_id : before.game_id();
}

void TryAgain(HostCore& core, const GameSession& session) {
  core.OnDue(session.setup().game_id, core.clock().Uptime() + kNextTry);
}

// Tells the session of its rematch, or by an empty id that there will be none.
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

// Whether a refusal says that the game can never be made.
bool IsForEver(const absl::Status& refusal) {
  return absl::IsInvalidArgument(refusal) || absl::IsFailedPrecondition(refusal) ||
         absl::IsDataLoss(refusal);
}

// Whether a refusal says that the game was not made, and may be later. Others leave that open, so
// that there is no giving up.
bool IsForWantOfRoom(const absl::Status& refusal) {
  return ReasonOf(refusal) == v1::ERROR_REASON_LIMIT_REACHED;
}

struct Plan {
  v1::GameConfig config;
  bool is_last_try = false;
};

Plan PlanOf(const GameState& state, absl::Duration now) {
  const int64_t waited = state.GameTimeAt(now) - state.final_due().value_or(0);
  return {.config = ConfigOfRematch(state), .is_last_try = absl::Milliseconds(waited) >= kPatience};
}

void Make(HostCore& core, const std::shared_ptr<GameSession>& session, Plan plan,
          const std::function<void()>& then) {
  CreateGame(core, OrderOf(*session, std::move(plan.config)),
             [&core, session, is_last_try = plan.is_last_try,
              then](absl::StatusOr<v1::CreateGameResponse> created) {
               if (created.ok()) return Conclude(session, created->game().game_id(), then);
               const absl::Status& refusal = created.status();
               if (IsForEver(refusal) || (is_last_try && IsForWantOfRoom(refusal))) {
                 return Conclude(session, "", then);
               }
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
  if (moved_on != 0) config.clear_draw_first_seat();
  if (config.draw_first_seat()) config.clear_first_seat();
  v1::RematchOf& before = *config.mutable_rematch_of();
  before.Clear();
  before.set_game_id(setup.game_id);
  before.set_first_game_id(FirstGameOf(setup));
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
                   return [&core, session, then, plan = PlanOf(state, core.clock().Uptime())] {
                     Make(core, session, plan, then);
                   };
                 },
                 .refuse = [then](absl::Status) { then(); }});
}

absl::StatusOr<std::optional<engine::SeatIndex>> SeatKeptFor(const Caller& caller,
                                                             const GameSetup& setup) {
  if (!PlayedBefore(caller, setup)) return std::optional<engine::SeatIndex>();
  const std::optional<engine::SeatIndex> seat = SeatAfter(caller, setup.config.rematch_of());
  if (!seat.has_value()) return NotInForce();
  return seat;
}

Caller ReaderOf(const Caller& caller, const GameSetup& setup) {
  if (!setup.config.has_rematch_of()) return caller;
  const v1::RematchOf& before = setup.config.rematch_of();
  Caller reader = {.game_id = setup.game_id, .epoch = kFirstEpoch, .arrived = caller.arrived};
  if (caller.kind == CallerKind::kWatch &&
      (caller.game_id == before.game_id() || caller.game_id == before.first_game_id())) {
    reader.kind = CallerKind::kWatch;
    return reader;
  }
  if (!PlayedBefore(caller, setup)) return caller;
  const std::optional<engine::SeatIndex> seat = SeatAfter(caller, before);
  reader.kind = CallerKind::kInvitation;
  reader.seat = seat.value_or(engine::kNoSeat);  // which is never in force
  return reader;
}

}  // namespace meeple::service
