#ifndef MEEPLE_ENGINE_GAMES_SNAKES_AND_LADDERS_SNAKES_AND_LADDERS_H_
#define MEEPLE_ENGINE_GAMES_SNAKES_AND_LADDERS_SNAKES_AND_LADDERS_H_

// Snakes and ladders for two to eight. A move is a roll of one die, which the game draws; the
// piece walks on by it from beside the board, and a ladder or snake that begins where it lands
// takes it along. Several pieces may stand on one square. Who first comes to the last square wins.
//
//         9 10 11 12       a board of 12 squares: each row begins above the end of the one
//         8  7  6  5       below; squares that a top row has beyond the last are drawn blank
//         1  2  3  4
//
// Past the last square a piece stays where it is if landing must be exact, else it has arrived.
// With an extra turn on six, whoever rolls a six rolls again, also if the piece could not move,
// as often as it happens. The piece of a player who leaves stays where it is.

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/board_game.h"
#include "engine/core/game_kind.h"
#include "engine/games/snakes_and_ladders/track.h"

namespace meeple::engine {

// Thread rule of every BoardGame: one thread at a time.
class SnakesAndLadders final : public BoardGame {
 public:
  // REQUIRES: players and options fit the kind, as MakeGame checks.
  SnakesAndLadders(std::vector<Player> players, const GameOptions& options,
                   std::shared_ptr<const snakes_and_ladders::Track> track, bool extra_turn_on_six);

  bool HasChance() const override { return true; }
  std::unique_ptr<BoardGame> NewGame() const override;
  BoardPicture PictureFor(Viewer viewer) const override;
  // "rolls 4 and climbs from 1 to 38"
  std::string DescribePly(const Ply& ply, Viewer viewer) const override;

  // Where the piece of `seat` stands; 0 is beside the board.
  int SquareOf(SeatIndex seat) const { return square_of_[seat]; }

 protected:
  void ListMoves(std::vector<Move>& moves) const override;
  std::optional<Refusal> CheckMove(const Move& move) const override;
  Memento Apply(const Move& move, SeatIndex seat) override;
  void TakeBack(const Move& move, SeatIndex seat, Memento memento) override;
  Judgement Judge(const Move& move, SeatIndex seat) const override;
  SeatIndex NextSeat(SeatIndex seat) const override;
  std::unique_ptr<BoardGame> DoCopyPosition() const override;

 private:
  SnakesAndLadders(const SnakesAndLadders&) = default;

  // Constant after construction; shared by all copies.
  std::shared_ptr<const snakes_and_ladders::Track> track_;
  bool extra_turn_on_six_;

  std::array<int, kMaxSeats> square_of_ = {};
  int last_die_ = 0;  // 0 before the first roll
};

namespace snakes_and_ladders {

// The entry of snakes and ladders in the registry of games.
GameKind Kind();

}  // namespace snakes_and_ladders
}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_GAMES_SNAKES_AND_LADDERS_SNAKES_AND_LADDERS_H_
