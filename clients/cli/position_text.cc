#include "clients/cli/position_text.h"

#include <algorithm>
#include <map>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "clients/cli/game_calls.h"
#include "clients/cli/game_text.h"

namespace meeple::cli {
namespace {

// Letters where moves name cells, else numbers. A wrong guess is only less pretty.
ColumnLabels LabelsOf(Connection& connection, const std::string& kind) {
  const auto kinds = connection.Call(&Connection::Stub::ListGameKinds, v1::ListGameKindsRequest());
  if (!kinds.ok()) return ColumnLabels::kLetters;
  for (const v1::GameKind& known : kinds->kinds()) {
    const bool names_cells = std::ranges::any_of(known.move_forms(), [](int form) {
      return form == v1::MOVE_FORM_CELL || form == v1::MOVE_FORM_SHIP;
    });
    if (known.kind() == kind && !names_cells) return ColumnLabels::kNumbers;
  }
  return ColumnLabels::kLetters;
}

std::string FactLines(const v1::Board& board) {
  const std::map<std::string, std::string> sorted(board.facts().begin(), board.facts().end());
  std::string lines;
  for (const auto& [name, value] : sorted) absl::StrAppend(&lines, " ", name, ": ", value, "\n");
  return lines;
}

const v1::GameEvent* LastChangeOf(const google::protobuf::RepeatedPtrField<v1::GameEvent>& events) {
  for (auto event = events.rbegin(); event != events.rend(); ++event) {
    if (ChangesPosition(*event)) return &*event;
  }
  return nullptr;
}

// True if the frame is the position that the events ended in, not that of another line of play.
bool IsPositionAfter(const google::protobuf::RepeatedPtrField<v1::GameEvent>& events,
                     const v1::GameEvent& last, const v1::ReplayFrame& frame) {
  if (frame.turn() != last.turn() || frame.cursor().status() != last.cursor().status() ||
      frame.cursor().turn_index() != last.cursor().turn_index()) {
    return false;
  }
  for (auto event = events.rbegin(); event != events.rend(); ++event) {
    if (event->has_move_undone()) return true;
    if (const v1::Move* move = MoveOf(*event); move != nullptr) {
      return frame.move().notation() == move->notation();
    }
  }
  return true;
}

}  // namespace

PositionText::PositionText(Session& session, const v1::Game& game)
    : session_(session),
      game_id_(game.game_id()),
      seats_(game.seats()),
      look_({.style = session.style()}) {
  if (session.style().drawn && !session.json()) {
    look_.labels = LabelsOf(session.connection(), game.config().kind());
  }
}

std::string PositionText::Text(const v1::Board& board, const std::string& rendered,
                               const v1::Move* last) const {
  const std::string drawing =
      look_.style.drawn
          ? DrawBoard(board, seats_, last ? CellOf(board, *last) : std::nullopt, look_)
          : "";
  if (drawing.empty()) return rendered.empty() ? "" : rendered + "\n";
  return absl::StrCat(drawing, FactLines(board), " ", look_.style.Bold(HeaderOf(rendered)), "\n");
}

std::string PositionText::Of(const v1::ReplayFrame& frame) const {
  return Text(frame.board(), frame.rendered(), frame.has_move() ? &frame.move() : nullptr);
}

std::string PositionText::Of(const v1::Game& game) const {
  if (!look_.style.drawn) return Text(game.board(), game.rendered(), nullptr);
  const auto frame = FrameOf(session_.connection(), game_id_, game.cursor().turns());
  // Between the two calls the game may have gone on.
  const bool fits = frame.ok() && frame->has_move() && frame->rendered() == game.rendered();
  return Text(game.board(), game.rendered(), fits ? &frame->move() : nullptr);
}

std::string PositionText::After(
    const google::protobuf::RepeatedPtrField<v1::GameEvent>& events) const {
  const v1::GameEvent* last = LastChangeOf(events);
  if (last == nullptr) return "";
  const auto frame = FrameOf(session_.connection(), game_id_, last->turn());
  return frame.ok() && IsPositionAfter(events, *last, *frame) ? Of(*frame) : "";
}

}  // namespace meeple::cli
