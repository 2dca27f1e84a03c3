#ifndef MEEPLE_CLIENTS_CLI_POSITION_TEXT_H_
#define MEEPLE_CLIENTS_CLI_POSITION_TEXT_H_

// Positions of one game as text for people: drawn on a terminal, with a line that says who is to
// move or how it ended; in a pipe the server's own plain text. Not thread-safe.
//
//   PositionText positions(session, game);
//   session.out() << positions.Of(game);

#include <google/protobuf/repeated_field.h>

#include <string>

#include "clients/cli/board_drawing.h"
#include "clients/cli/session.h"
#include "meeple/v1/event.pb.h"
#include "meeple/v1/game.pb.h"

namespace meeple::cli {

class PositionText {
 public:
  // Asks the server, if it is to draw, how the game names its columns. `session` must outlive this.
  PositionText(Session& session, const v1::Game& game);

  // The position of a frame; empty where the frame has none. Ends with a line feed.
  std::string Of(const v1::ReplayFrame& frame) const;

  // The position of a game as it stands; the move before is looked up, to make it stand out.
  std::string Of(const v1::Game& game) const;

  // The position that the last of these events led to; empty if it has been left meanwhile, since
  // then more events follow, or if the events change nothing.
  std::string After(const google::protobuf::RepeatedPtrField<v1::GameEvent>& events) const;

 private:
  std::string Text(const v1::Board& board, const std::string& rendered, const v1::Move* last) const;

  Session& session_;
  const std::string game_id_;
  const google::protobuf::RepeatedPtrField<v1::Seat> seats_;
  BoardLook look_;
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_POSITION_TEXT_H_
