#ifndef MEEPLE_SERVICE_CORE_CONVERSION_H_
#define MEEPLE_SERVICE_CORE_CONVERSION_H_

// The one bridge between the engine's values and the messages of the wire. Pure functions.

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "engine/core/board_picture.h"
#include "engine/core/game_kind.h"
#include "engine/core/move.h"
#include "engine/core/types.h"
#include "engine/players/player_factory.h"
#include "google/protobuf/timestamp.pb.h"
#include "meeple/v1/game.pb.h"

namespace meeple::service {

v1::GameStatus ToProto(engine::GameStatus status);
v1::EndReason ToProto(engine::EndReason reason);
v1::MoveForm ToProto(engine::MoveForm form);
// The policy of games of `kind` that do not say.
v1::UndoPolicy DefaultUndo(const engine::GameKind& kind);
v1::TurnCursor ToProto(const engine::TurnCursor& cursor);
v1::Board ToProto(engine::BoardPicture picture);
google::protobuf::Timestamp ToProto(absl::Time time);
absl::Time FromProto(const google::protobuf::Timestamp& time);
// The description of a kind of game with the bots that can play it.
v1::GameKind ToProto(const engine::GameKind& kind);
// A move with everything filled in: `number` is the turn that it is, from 1.
v1::Move ToProto(const engine::Move& move, const engine::Player& player, int number);
// The same of a move that the viewer may not know: who made it, and which turn it is.
v1::Move HiddenMove(const engine::Player& player, int number);

// What a client wants to play in a game of `kind`, from `action` or else `notation`. INVALID_FIELD
// if it is of another game's form or cannot be read.
absl::StatusOr<engine::Move> FromProto(const v1::Move& move, const engine::GameKind& kind);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_CONVERSION_H_
