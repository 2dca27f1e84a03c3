#include "engine/testing/recorded_games.h"

#include <memory>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "engine/core/notation.h"

namespace meeple::engine {
namespace {

std::vector<int> Returns(const BoardGame& game) {
  std::vector<int> returns(game.seats());
  if (game.outcome().winner == kNoSeat) return returns;
  for (SeatIndex seat = 0; seat < game.seats(); ++seat) {
    returns[seat] = seat == game.outcome().winner ? 1 : -1;
  }
  return returns;
}

// How things stand in the words of the line vectors.
std::string StatusText(const BoardGame& game) {
  if (game.outcome().winner == 0) return "first_wins";
  if (game.outcome().winner == 1) return "second_wins";
  return game.over() ? "draw" : "ongoing";
}

// Plays `move` for the seat to move. What is wrong with that, or nothing.
std::string PlayOne(BoardGame& game, const Move& move) {
  const std::optional<Refusal> refusal = game.Submit(game.cursor().turn_index, move);
  return refusal ? absl::StrCat(FormatMove(move), " is refused: ", refusal->message) : "";
}

std::string CompareState(const BoardGame& game, const TraceState& state,
                         const std::vector<Move>& actions) {
  if (game.over() != state.terminal) return "one of the two is over";
  if (Returns(game) != state.returns) return "the returns differ";
  if (!state.terminal && game.cursor().turn_index != state.player) return "the turns differ";
  std::vector<Move> legal;
  for (int action : state.legal_actions) legal.push_back(actions[action]);
  return game.LegalMoves() == legal ? "" : "the legal moves differ";
}

std::string CompareHistory(const BoardGame& rules, const TraceState& state,
                           const std::vector<Move>& actions) {
  const std::unique_ptr<BoardGame> game = rules.NewGame();
  game->Start();
  for (int action : state.history) {
    if (std::string wrong = PlayOne(*game, actions[action]); !wrong.empty()) return wrong;
  }
  return CompareState(*game, state, actions);
}

}  // namespace

std::vector<Move> CellActions(int rows, int columns) {
  std::vector<Move> actions;
  for (int i = 0; i < rows * columns; ++i) {
    actions.push_back(Move::AtCell({.row = i / columns, .column = i % columns}));
  }
  return actions;
}

std::vector<Move> ColumnActions(int columns) {
  std::vector<Move> actions;
  for (int column = 0; column < columns; ++column) actions.push_back(Move::InColumn(column));
  return actions;
}

std::string DifferenceFromTrace(const BoardGame& rules, const std::vector<TraceState>& trace,
                                const std::vector<Move>& actions) {
  for (const TraceState& state : trace) {
    const std::string difference = CompareHistory(rules, state, actions);
    if (difference.empty()) continue;
    return absl::StrCat("after [", absl::StrJoin(state.history, ", "), "]: ", difference);
  }
  return trace.back().terminal ? "" : "the trace has no end";
}

std::string DifferenceFromVector(const BoardGame& rules, const LineVector& vector) {
  std::vector<Move> moves;
  for (const Cell cell : vector.moves) moves.push_back(Move::AtCell(cell));
  return DifferenceFromVector(rules, vector, moves);
}

std::string DifferenceFromVector(const BoardGame& rules, const LineVector& vector,
                                 const std::vector<Move>& moves) {
  const std::unique_ptr<BoardGame> game = rules.NewGame();
  game->Start();
  std::string before;
  for (const Move& move : moves) {
    before = StatusText(*game);
    const std::string wrong = PlayOne(*game, move);
    if (!wrong.empty()) return absl::StrCat(vector.id, ": ", wrong);
  }
  if (before == vector.status_before_last && StatusText(*game) == vector.status_after_last) {
    return "";
  }
  return absl::StrCat(vector.id, ": ", before, ", then ", StatusText(*game), "; recorded ",
                      vector.status_before_last, ", then ", vector.status_after_last);
}

}  // namespace meeple::engine
