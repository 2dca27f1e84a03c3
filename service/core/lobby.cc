#include "service/core/lobby.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "service/core/access.h"
#include "service/core/errors.h"
#include "service/core/game_mutation.h"
#include "service/core/player_name.h"

namespace meeple::service {
namespace {

// Whether the caller is one who may take a seat at all.
absl::Status CheckMayJoin(const Caller& caller, const GameSetup& setup) {
  if (absl::Status status = CheckIsOfGame(caller, setup); !status.ok()) return status;
  switch (caller.kind) {
    case CallerKind::kSeat:
      return MakeError(v1::ERROR_REASON_ROLE_REQUIRED,
                       "the credential is of a seat, and takes no second one");
    case CallerKind::kWatch:
      return MakeError(v1::ERROR_REASON_ROLE_REQUIRED,
                       "this credential may watch: a seat needs its invitation");
    default:
      return absl::OkStatus();
  }
}

// Whether the seat that was asked for is one that the caller may have once it is free.
absl::Status CheckInvited(const Caller& caller, const GameSetup& setup,
                          const v1::JoinGameRequest& request) {
  if (!request.has_seat()) return absl::OkStatus();
  const bool has_invitation = caller.kind == CallerKind::kInvitation;
  if (has_invitation && request.seat() != caller.seat) {
    return MakeError(v1::ERROR_REASON_WRONG_SEAT,
                     absl::StrCat("the invitation is for seat ", caller.seat));
  }
  if (has_invitation || !setup.config.seats(request.seat()).has_invited()) return absl::OkStatus();
  return MakeError(v1::ERROR_REASON_CREDENTIAL_REQUIRED,
                   "the seat needs its invitation: send it as metadata "
                   "`authorization: Bearer m1...`");
}

// What the caller asks for. INVALID_FIELD for a name that is none.
absl::StatusOr<SeatRequest> SeatRequestOf(const Caller& caller,
                                          const v1::JoinGameRequest& request) {
  SeatRequest wanted;
  if (request.has_seat()) wanted.seat = request.seat();
  if (caller.kind == CallerKind::kInvitation) {
    wanted.seat = caller.seat;
    wanted.invitation = caller.epoch;
  }
  if (request.player_id().empty()) return wanted;
  absl::StatusOr<std::string> name = NormalisePlayerName(request.player_id());
  if (!name.ok()) return InvalidField("player_id", std::string(name.status().message()));
  wanted.player_id = *std::move(name);
  return wanted;
}

// Equal for equal intentions of equal callers: who has an invitation that was replaced is not the
// one who joined by another.
std::string Canonical(const Caller& caller, const SeatRequest& wanted) {
  return absl::StrCat(static_cast<int>(caller.kind), "/", wanted.invitation.value_or(0), "/",
                      wanted.seat.value_or(engine::kNoSeat), "/", wanted.player_id);
}

}  // namespace

void JoinGame(HostCore& core, const Caller& caller, const v1::JoinGameRequest& request,
              const std::shared_ptr<GameSession>& session,
              GameHost::Done<v1::JoinGameResponse> done) {
  const GameSetup& setup = session->setup();
  absl::StatusOr<SeatRequest> wanted = SeatRequestOf(caller, request);
  if (!wanted.ok()) return done(wanted.status());
  absl::Status allowed =
      request.has_seat() ? CheckSeatExists(setup, request.seat()) : absl::OkStatus();
  if (allowed.ok()) allowed = CheckMayJoin(caller, setup);
  if (allowed.ok()) allowed = CheckInvited(caller, setup, request);
  if (!allowed.ok()) return done(allowed);
  std::string canonical = Canonical(caller, *wanted);
  Mutate(
      core, *session, caller, engine::kNoSeat, request,
      {.rpc = "JoinGame",
       .canonical = std::move(canonical),
       .decide = [wanted = *std::move(wanted)](GameState& state, engine::SeatIndex,
                                               absl::Time now) { return state.Join(wanted, now); }},
      std::move(done));
}

void RotateCredential(HostCore& core, const Caller& caller,
                      const v1::RotateCredentialRequest& request,
                      const std::shared_ptr<GameSession>& session,
                      GameHost::Done<v1::RotateCredentialResponse> done) {
  const absl::StatusOr<engine::SeatIndex> seat = SeatOf(caller, session->setup());
  if (!seat.ok()) return done(seat.status());
  Mutate(core, *session, caller, *seat, request,
         {.rpc = "RotateCredential",
          .decide =
              [](GameState& state, engine::SeatIndex own, absl::Time now) {
                const std::string actor = state.game().players()[own].id;
                return state.RenewCredential(own, actor, now);
              }},
         std::move(done));
}

void RevokeCredential(HostCore& core, const Caller& caller,
                      const v1::RevokeCredentialRequest& request,
                      const std::shared_ptr<GameSession>& session,
                      GameHost::Done<v1::RevokeCredentialResponse> done) {
  const GameSetup& setup = session->setup();
  absl::Status allowed = CheckSeatExists(setup, request.seat());
  if (allowed.ok()) allowed = CheckIsOfGame(caller, setup);
  if (allowed.ok()) allowed = CheckOversees(caller, setup);
  if (!allowed.ok()) return done(allowed);
  Mutate(core, *session, caller, engine::kNoSeat, request,
         {.rpc = "RevokeCredential",
          .canonical = absl::StrCat(request.seat()),
          .decide = [seat = request.seat()](
                        GameState& state, engine::SeatIndex,
                        absl::Time now) { return state.RenewCredential(seat, "", now); }},
         std::move(done));
}

}  // namespace meeple::service
