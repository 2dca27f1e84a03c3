#ifndef MEEPLE_ENGINE_CORE_REFUSAL_H_
#define MEEPLE_ENGINE_CORE_REFUSAL_H_

// Why the rules refuse an action. A refusal is an ordinary result, never an exception, and means
// that nothing changed and no turn was taken. Functions that can refuse return
// std::optional<Refusal>: no value is consent.
//
//   if (std::optional<Refusal> refusal = game.Submit(seat, move)) Tell(refusal->message);

#include <string>

namespace meeple::engine {

enum class RefusalReason {
  kNotStarted,
  kGameOver,
  kNotYourTurn,
  kWrongForm,     // a move of another game's form
  kOutsideBoard,  // a cell or column that the board does not have
  kCellTaken,
  kColumnFull,
  kIllegalMove,  // any other rule of the game; see Refusal::rule
  kNothingToUndo,
  kNothingToRedo,
};

struct Refusal {
  RefusalReason reason = RefusalReason::kIllegalMove;
  // For people: what was refused and what would be accepted.
  std::string message;
  // For kIllegalMove the rule of the game that refused it, in lower_snake_case; else empty.
  std::string rule = {};
  // For kOutsideBoard the size of the board that moves name cells of, where that is not the board
  // of the picture; else 0.
  int rows = 0;
  int columns = 0;
};

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_CORE_REFUSAL_H_
