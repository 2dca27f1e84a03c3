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

std::string RenderGame(const BoardGame& game) {
  const BoardPicture picture = game.Picture();
  std::string text = absl::StrCat(RenderHeader(game.players(), game.cursor(), game.outcome()), "\n",
                                  RenderPicture(picture));
  for (const auto& [name, value] : picture.facts) absl::StrAppend(&text, "\n", name, ": ", value);
  return text;
}

}  // namespace meeple::engine
