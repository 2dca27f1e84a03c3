#include "service/core/game_view.h"

#include <string>
#include <utility>
#include <vector>

#include "engine/core/rendering.h"
#include "service/core/clock_config.h"
#include "service/core/conversion.h"

namespace meeple::service {
void BuildSeats(const GameSetup& setup, const engine::BoardGame& game, const Seats& seats,
                google::protobuf::RepeatedPtrField<v1::Seat>& result) {
  for (engine::SeatIndex index = 0; index < game.seats(); ++index) {
    v1::Seat* seat = result.Add();
    seat->set_status(StatusOf(seats, setup.config, index));
    if (seats.IsTaken(index)) seat->set_player_id(game.players()[index].id);
    seat->set_symbol(std::string(1, game.players()[index].symbol));
    seat->set_resigned(!game.IsPlaying(index));
    if (!seats.IsBot(index)) continue;
    *seat->mutable_bot() = *seats.bot(index);
    seat->mutable_bot()->clear_seed();
  }
}

std::shared_ptr<GameCopy> CopyFor(const GameState& state, engine::Viewer viewer,
                                  const Clock& clock) {
  const int64_t now = state.GameTimeAt(clock.Uptime());
  return std::make_shared<GameCopy>(
      GameCopy{.setup = state.setup(),
               .game = state.game().CopyPosition(),
               .seats = state.seats(),
               .clocks = state.clock().At(now),
               .sequence = state.sequence(),
               .viewer = state.EyesOf(viewer),
               .offers = {state.offers().open().begin(), state.offers().open().end()},
               .next_game_id = state.next_game_id()});
}

v1::Game BuildGame(const GameCopy& copy) {
  const engine::BoardGame& game = *copy.game;
  v1::Game proto;
  proto.set_game_id(copy.setup->game_id);
  *proto.mutable_config() = copy.setup->config;
  BuildSeats(*copy.setup, game, copy.seats, *proto.mutable_seats());
  *proto.mutable_cursor() = ToProto(game.cursor());
  if (game.cursor().status == engine::GameStatus::kInProgress) {
    proto.set_current_player(game.players()[game.cursor().turn_index].id);
  }
  const engine::Outcome& outcome = game.outcome();
  if (outcome.winner != engine::kNoSeat) proto.set_winner(game.players()[outcome.winner].id);
  proto.set_end_reason(ToProto(outcome.reason));
  *proto.mutable_board() = ToProto(game.PictureFor(copy.viewer));
  proto.set_rendered(engine::RenderGame(game, copy.viewer));
  proto.set_sequence(copy.sequence);
  AddClocks(copy.clocks, *proto.mutable_clocks());
  for (const Offer& offer : copy.offers) *proto.add_offers() = ToProto(offer);
  proto.set_next_game_id(copy.next_game_id);
  return proto;
}

std::vector<v1::Move> BuildLegalMoves(const GameCopy& copy) {
  const engine::BoardGame& game = *copy.game;
  const engine::SeatIndex to_move = game.cursor().turn_index;
  if (copy.setup->kind->hidden && copy.viewer != to_move) return {};
  std::vector<v1::Move> moves;
  for (const engine::Move& move : game.LegalMoves()) {
    moves.push_back(ToProto(move, game.players()[to_move], game.cursor().turns + 1));
  }
  return moves;
}

v1::ReplayFrame BuildFrame(engine::ReplayFrame frame, const engine::BoardGame& game) {
  v1::ReplayFrame proto;
  proto.set_turn(frame.turn);
  if (frame.seat != engine::kNoSeat) {
    const engine::Player& player = game.players()[frame.seat];
    *proto.mutable_move() = frame.move.has_value() ? ToProto(*frame.move, player, frame.turn)
                                                   : HiddenMove(player, frame.turn);
  }
  *proto.mutable_board() = ToProto(std::move(frame.picture));
  proto.set_rendered(std::move(frame.rendered));
  *proto.mutable_cursor() = ToProto(frame.cursor);
  return proto;
}

}  // namespace meeple::service
