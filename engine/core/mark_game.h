#ifndef MEEPLE_ENGINE_CORE_MARK_GAME_H_
#define MEEPLE_ENGINE_CORE_MARK_GAME_H_

// The games in which each move puts a mark on an empty cell of a board for good: a WinRule says
// whether the mark wins, and a full board without a winner is a draw. What remains for such a game
// is which rule on which board:
//
//   class Mnk final : public MarkGame<KInARow> {
//     Mnk(players, options, rows, columns, k)
//         : MarkGame(std::move(players), options, Board(rows, columns), KInARow(k)) {}
//     ...NewGame, DoCopyPosition
//   };
//
// The rule is a type, not a pointer, so that its calls are bound at compile time.

#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/core/board.h"
#include "engine/core/board_game.h"
#include "engine/core/cell_rules.h"
#include "engine/core/win_rule.h"

namespace meeple::engine {

// Thread rule of every BoardGame: one thread at a time.
template <typename Rule>
class MarkGame : public BoardGame {
  static_assert(std::is_base_of_v<WinRule, Rule> && std::is_final_v<Rule>);

 public:
  BoardPicture PictureFor(Viewer /*viewer*/) const final { return DrawBoard(board_, players()); }

  const BoardView& board() const { return board_; }
  const Rule& rule() const { return rule_; }

 protected:
  // REQUIRES: an empty board and a rule that has heard of no mark.
  MarkGame(std::vector<Player> players, const GameOptions& options, Board board, Rule rule)
      : BoardGame(std::move(players), options), board_(std::move(board)), rule_(std::move(rule)) {}
  MarkGame(const MarkGame&) = default;

  void ListMoves(std::vector<Move>& moves) const final { ListEmptyCells(board_, moves); }

  std::optional<Refusal> CheckMove(const Move& move) const final {
    return CheckEmptyCell(board_, move);
  }

  Memento Apply(const Move& move, SeatIndex seat) final {
    board_.Place(move.cell(), seat);
    rule_.Add(move.cell(), seat);
    return 0;
  }

  void TakeBack(const Move& move, SeatIndex seat, Memento /*memento*/) final {
    board_.Clear(move.cell());
    rule_.Remove(move.cell(), seat);
  }

  Judgement Judge(const Move& move, SeatIndex seat) const final {
    if (rule_.Completes(board_, move.cell())) return {.status = GameStatus::kWon, .winner = seat};
    return {.status = board_.IsFull() ? GameStatus::kDrawn : GameStatus::kInProgress};
  }

  uint64_t HashBoard() const final { return board_.Hash(); }

 private:
  Board board_;
  Rule rule_;
};

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_CORE_MARK_GAME_H_
