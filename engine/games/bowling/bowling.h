#ifndef MEEPLE_ENGINE_GAMES_BOWLING_BOWLING_H_
#define MEEPLE_ENGINE_GAMES_BOWLING_BOWLING_H_

// Ten-pin bowling for one to eight. A move is the number of pins that a ball knocks down, as the
// bowler saw it; the turn passes on only when a frame is closed. One row of the board is one
// bowler, one column one frame:
//
//   X 20 |7/ 39|9- 48|X ?? |.
//   72 9 |X ?? |.    |.    |.
//
// The highest total wins once all who still play have bowled every frame; the highest reached by
// two is a draw. Who bowls alone wins with the last ball, whatever the score. Who leaves is out of
// it; if all others have bowled everything, that ends the game.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/board_game.h"
#include "engine/core/game_kind.h"
#include "engine/games/bowling/score_sheet.h"

namespace meeple::engine {

// Thread rule of every BoardGame: one thread at a time.
class Bowling final : public BoardGame {
 public:
  // REQUIRES: players and options fit the kind, as MakeGame checks.
  Bowling(std::vector<Player> players, const GameOptions& options, int frames);

  std::unique_ptr<BoardGame> NewGame() const override;
  // "knocks down 10 pins: a strike"
  std::string DescribePly(const Ply& ply, Viewer viewer) const override;
  BoardPicture PictureFor(Viewer viewer) const override;

  const bowling::ScoreSheet& SheetOf(SeatIndex seat) const { return sheets_[seat]; }

 protected:
  void ListMoves(std::vector<Move>& moves) const override;
  std::optional<Refusal> CheckMove(const Move& move) const override;
  Memento Apply(const Move& move, SeatIndex seat) override;
  void TakeBack(const Move& move, SeatIndex seat, Memento memento) override;
  Judgement Judge(const Move& move, SeatIndex seat) const override;
  SeatIndex NextSeat(SeatIndex seat) const override;
  Judgement JudgeAfterLeaving() const override;
  std::unique_ptr<BoardGame> DoCopyPosition() const override;

 private:
  Bowling(const Bowling&) = default;

  const bowling::LaneState& lane() const { return sheets_[cursor().turn_index].lane(); }
  // What the totals say if all who still play are done.
  Judgement CompareTotals() const;

  int frames_;
  std::vector<bowling::ScoreSheet> sheets_;  // by seat
};

namespace bowling {

// The entry of bowling in the registry of games.
GameKind Kind();

}  // namespace bowling
}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_GAMES_BOWLING_BOWLING_H_
