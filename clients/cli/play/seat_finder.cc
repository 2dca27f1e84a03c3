#include "clients/cli/play/seat_finder.h"

#include <optional>

#include "clients/cli/game_calls.h"

namespace meeple::cli {
namespace {

// A move of the form that the game has: one that may be played or, after its end, the last one.
absl::StatusOr<std::optional<v1::Move>> AnyMove(Connection& connection, const v1::Game& game) {
  v1::ListLegalMovesRequest request;
  request.set_game_id(game.game_id());
  const auto legal = connection.Call(&Connection::Stub::ListLegalMoves, request);
  if (!legal.ok()) return legal.status();
  if (!legal->moves().empty()) return std::optional(legal->moves(0));
  const auto last = FrameOf(connection, game.game_id(), game.cursor().turns());
  if (!last.ok()) return last.status();
  return last->has_move() ? std::optional(last->move()) : std::nullopt;
}

// How the server answers to a move of this player that comes far too late.
absl::Status AskFor(Connection& connection, const v1::Game& game, v1::Move move,
                    const std::string& player_id) {
  move.set_player_id(player_id);
  move.clear_symbol();
  v1::SubmitMoveRequest request;
  request.set_game_id(game.game_id());
  request.set_expected_sequence(0);
  *request.mutable_move() = move;
  return connection.Call(&Connection::Stub::SubmitMove, request).status();
}

}  // namespace

absl::StatusOr<std::string> FindOwnPlayer(Connection& connection, const v1::Game& game) {
  const auto move = AnyMove(connection, game);
  if (!move.ok()) return move.status();
  if (!move->has_value()) return "";
  absl::Status status;
  for (const v1::Seat& seat : game.seats()) {
    if (seat.has_bot()) continue;
    status = AskFor(connection, game, **move, seat.player_id());
    const std::string reason = ReasonOf(status);
    if (reason == "STALE_SEQUENCE") return seat.player_id();
    if (reason != "WRONG_SEAT") break;
  }
  return status;
}

}  // namespace meeple::cli
