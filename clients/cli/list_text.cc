#include "clients/cli/list_text.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "clients/cli/printable.h"

namespace meeple::cli {

std::string InColumns(const google::protobuf::RepeatedPtrField<v1::Move>& moves,
                      const Style& style) {
  if (moves.empty()) return "";
  int width = 0;
  for (const v1::Move& move : moves) width = std::max(width, DisplayWidth(move.notation()));
  const int per_line = std::max(1, (style.columns - 1) / (width + 2));
  std::string text = absl::StrCat(style.Bold(moves[0].player_id()), " may play");
  for (int i = 0; i < moves.size(); ++i) {
    const std::string& notation = moves[i].notation();
    text += i % per_line == 0 ? "\n " : "";
    const int padding = width + 1 - DisplayWidth(notation);
    absl::StrAppend(&text, " ", notation, std::string(static_cast<size_t>(padding), ' '));
  }
  return text + "\n";
}

std::string WhyNoMoves(const v1::TurnCursor& cursor) {
  switch (cursor.status()) {
    case v1::GAME_STATUS_NOT_STARTED:
      return "the game has not started";
    case v1::GAME_STATUS_IN_PROGRESS:
      return "only the player to move is told them";
    default:
      return "the game is over";
  }
}

}  // namespace meeple::cli
