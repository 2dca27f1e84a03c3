#ifndef MEEPLE_ENGINE_GAMES_CONNECT_FOUR_CONNECT_FOUR_H_
#define MEEPLE_ENGINE_GAMES_CONNECT_FOUR_CONNECT_FOUR_H_

// Connect Four on any board for two to eight players: a move names a column, the disc falls to the
// lowest empty cell of it; who first has k discs in a row, in a column or on a diagonal wins; a
// full board without them is a draw.
//
//   row 0    .|.|.|.|.|.|.
//            .|.|.|.|.|.|.
//            .|.|.|X|.|.|.
//            .|.|X|O|.|.|.
//            .|X|O|O|.|.|X
//   row 5    X|O|O|O|.|X|X     k = 4: X has four on the rising diagonal and wins

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/core/board.h"
#include "engine/core/board_game.h"
#include "engine/core/game_kind.h"
#include "engine/core/k_in_a_row.h"

namespace meeple::engine {

// Thread rule of every BoardGame: one thread at a time.
class ConnectFour final : public BoardGame {
 public:
  // REQUIRES: players and options fit the kind, as MakeGame checks; rows, columns and k from 2 to
  // 20, CheckLineFits(k, rows, columns).
  ConnectFour(std::vector<Player> players, const GameOptions& options, int rows, int columns,
              int k);

  std::unique_ptr<BoardGame> NewGame() const override;
  int Estimate(SeatIndex seat) const override { return EstimateRows(board_, rule_.k(), seat); }
  BoardPicture PictureFor(Viewer viewer) const override;

  const BoardView& board() const { return board_; }
  const KInARow& rule() const { return rule_; }
  // The number of discs in `column`. REQUIRES: the board has it.
  int HeightOf(int column) const { return heights_[column]; }

 protected:
  void ListMoves(std::vector<Move>& moves) const override;
  std::optional<Refusal> CheckMove(const Move& move) const override;
  Memento Apply(const Move& move, SeatIndex seat) override;
  void TakeBack(const Move& move, SeatIndex seat, Memento memento) override;
  Judgement Judge(const Move& move, SeatIndex seat) const override;
  uint64_t HashBoard() const override { return board_.Hash(); }
  std::unique_ptr<BoardGame> DoCopyPosition() const override;

 private:
  ConnectFour(const ConnectFour&) = default;

  bool IsOpen(int column) const { return heights_[column] < board_.rows(); }
  // The cell of the uppermost disc. REQUIRES: `column` has one.
  Cell TopOf(int column) const {
    return {.row = board_.rows() - heights_[column], .column = column};
  }

  Board board_;
  KInARow rule_;
  std::vector<int8_t> heights_;  // by column
};

namespace connect_four {

// The entry of Connect Four in the registry of games.
GameKind Kind();

}  // namespace connect_four
}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_GAMES_CONNECT_FOUR_CONNECT_FOUR_H_
