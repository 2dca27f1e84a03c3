#include "engine/core/rendering.h"

#include "absl/strings/str_cat.h"
#include "engine/core/event_text.h"

namespace meeple::engine {

std::string RenderHeader(const std::vector<Player>& players, const TurnCursor& cursor,
                         const Outcome& outcome) {
  if (cursor.status == GameStatus::kNotStarted) return TextOfNotStarted();
  if (cursor.status == GameStatus::kInProgress) return TextOfTurn(players[cursor.turn_index]);
  const Player* winner = outcome.winner == kNoSeat ? nullptr : &players[outcome.winner];
  return TextOfEnd(cursor.status, outcome.reason, winner);
}

std::string RenderGame(const BoardGame& game, Viewer viewer) {
  const BoardPicture picture = game.PictureFor(viewer);
  std::string text = absl::StrCat(RenderHeader(game.players(), game.cursor(), game.outcome()), "\n",
                                  RenderPicture(picture));
  for (const auto& [name, value] : picture.facts) absl::StrAppend(&text, "\n", name, ": ", value);
  return text;
}

std::string RenderMove(const BoardGame& game, const Ply& ply, Viewer viewer) {
  return absl::StrCat(game.players()[ply.seat].id, " ", game.DescribePly(ply, viewer));
}

std::string RenderRedo(const BoardGame& game, const Ply& ply, Viewer viewer) {
  return absl::StrCat("redo: ", RenderMove(game, ply, viewer));
}

std::string RenderUndo(const BoardGame& game, const Ply& ply, SeatIndex by, Viewer viewer) {
  const std::string object = game.CanSee(ply, viewer) ? TextOfObject(ply.move) : "a hidden move";
  return absl::StrCat("undo: ", game.players()[by].id, " takes back ", object);
}

}  // namespace meeple::engine
