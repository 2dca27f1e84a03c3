#include "service/core/move_calls.h"

#include <functional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "service/core/access.h"
#include "service/core/conversion.h"
#include "service/core/errors.h"
#include "service/core/game_mutation.h"
#include "service/core/player_name.h"

namespace meeple::service {
namespace {

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

}  // namespace

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

}  // namespace meeple::service
