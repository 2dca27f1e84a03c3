#include "service/core/lobby.h"

#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "service/core/access.h"
#include "service/core/errors.h"
#include "service/core/game_mutation.h"
#include "service/core/player_name.h"
#include "service/core/rematch.h"

namespace meeple::service {
namespace {

// Whether the caller is one who may take a seat at all.
absl::Status CheckMayJoin(const Caller& caller, const GameSetup& setup) {
  if (PlayedBefore(caller, setup)) return absl::OkStatus();
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

// Whether the seat that was asked for is one that the caller may have once it is free. `kept` is
// the one that is kept for the caller.
absl::Status CheckInvited(std::optional<engine::SeatIndex> kept, const GameSetup& setup,
                          const v1::JoinGameRequest& request) {
  if (!request.has_seat()) return absl::OkStatus();
  if (kept.has_value() && request.seat() != *kept) {
    return MakeError(v1::ERROR_REASON_WRONG_SEAT,
                     absl::StrCat("the invitation is for seat ", *kept));
  }
  if (kept.has_value() || !setup.config.seats(request.seat()).has_invited())
    return absl::OkStatus();
  return MakeError(v1::ERROR_REASON_CREDENTIAL_REQUIRED,
                   "the seat needs its invitation: send it as metadata "
                   "`authorization: Bearer m1...`");
}

// A rematch is of the same people: a score must not go to a name of their choice.
absl::Status CheckKeepsName(const GameSetup& setup, const SeatRequest& wanted) {
  if (!setup.config.has_rematch_of() || wanted.player_id.empty() || !wanted.seat.has_value()) {
    return absl::OkStatus();
  }
  const std::string& name = setup.config.seats(*wanted.seat).player_id();
  if (wanted.player_id == name) return absl::OkStatus();
  return InvalidField(
      "player_id",
      absl::StrCat("the seat keeps its name in a rematch: leave it out, or give '", name, "'"));
}

// The seat that is kept for the caller: by an invitation, or from the game before.
absl::StatusOr<std::optional<engine::SeatIndex>> KeptSeat(const Caller& caller,
                                                          const GameSetup& setup) {
  if (caller.kind == CallerKind::kInvitation) return std::optional(caller.seat);
  return SeatKeptFor(caller, setup);
}

// What the caller asks for. INVALID_FIELD for a name that is none.
absl::StatusOr<SeatRequest> SeatRequestOf(const Caller& caller,
                                          std::optional<engine::SeatIndex> kept,
                                          const v1::JoinGameRequest& request) {
  SeatRequest wanted;
  if (request.has_seat()) wanted.seat = request.seat();
  if (kept.has_value()) wanted.seat = kept;
  if (caller.kind == CallerKind::kInvitation) wanted.invitation = caller.epoch;
  // The credential of the game before is the first invitation.
  if (caller.kind == CallerKind::kSeat && kept.has_value()) wanted.invitation = kFirstEpoch;
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
  const auto kept = KeptSeat(caller, setup);
  if (!kept.ok()) return done(kept.status());
  absl::StatusOr<SeatRequest> wanted = SeatRequestOf(caller, *kept, request);
  if (!wanted.ok()) return done(wanted.status());
  absl::Status allowed =
      request.has_seat() ? CheckSeatExists(setup, request.seat()) : absl::OkStatus();
  if (allowed.ok()) allowed = CheckMayJoin(caller, setup);
  if (allowed.ok()) allowed = CheckInvited(*kept, setup, request);
  if (allowed.ok()) allowed = CheckKeepsName(setup, *wanted);
  if (!allowed.ok()) return done(allowed);
  std::string canonical = Canonical(caller, *wanted);
  Mutate(
      core, *session, caller, engine::kNoSeat, request,
      {.rpc = "JoinGame",
       .ids_of = kept->value_or(engine::kNoSeat),
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
