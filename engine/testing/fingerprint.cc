#include "engine/testing/fingerprint.h"

#include "absl/strings/str_cat.h"
#include "engine/core/notation.h"
#include "engine/core/rendering.h"

namespace meeple::engine {

std::string Fingerprint(const BoardGame& game) {
  const TurnCursor& cursor = game.cursor();
  std::string text =
      absl::StrCat(RenderGame(game), "\nstatus ", static_cast<int>(cursor.status), " seat ",
                   cursor.turn_index, " turns ", cursor.turns, " winner ", game.outcome().winner,
                   " reason ", static_cast<int>(game.outcome().reason), "\nplaying");
  for (SeatIndex seat = 0; seat < game.seats(); ++seat) {
    if (game.IsPlaying(seat)) absl::StrAppend(&text, " ", seat);
  }
  absl::StrAppend(&text, "\nmoves");
  for (const Move& move : game.LegalMoves()) absl::StrAppend(&text, " ", FormatMove(move));
  return text;
}

}  // namespace meeple::engine
