#ifndef MEEPLE_ENGINE_GAMES_BATTLESHIP_BATTLESHIP_H_
#define MEEPLE_ENGINE_GAMES_BATTLESHIP_BATTLESHIP_H_

// Battleship for two. By turns each player places one ship of its fleet, in any order, unseen by
// the other; once both fleets lie, by turns each fires one shot at the other's waters. Who has sunk
// all ships of the other wins.
//
// A shot tells: miss, hit, or which ship it sinks. With a sunk ship its cells are known, too. Of a
// ship that is placed others hear only that one was: not which, not where. Nothing of that is told
// when the game is over either; what nobody hit stays hidden from the other.
//
// A picture shows the waters of the first player to the left and those of the second to the right,
// under each the letters of its columns. This is what X sees after O hit its second ship and sank
// its third, and X missed:
//
//   1|1|1|.| |.|.|.|.        .  open      o  miss
//   .|*|.|#| |.|o|.|.        *  hit       #  sunk
//   .|2|o|.| |.|.|.|.        1-9, then A-K: a ship nobody hit there, by its number in the fleet
//   a|b|c|d| |a|b|c|d
//
// The facts "left" and "right" say whose waters these are and which ships are left.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/board_game.h"
#include "engine/core/game_kind.h"
#include "engine/games/battleship/rules.h"
#include "engine/games/battleship/waters.h"

namespace meeple::engine {

// Thread rule of every BoardGame: one thread at a time.
class Battleship final : public BoardGame {
 public:
  // What a seat knows of the waters that it fires at: all that a player needs who is not to see
  // more than it may.
  struct Target {
    int rows = 0;
    int columns = 0;
    bool touching = true;
    std::vector<int> afloat;               // the lengths of the ships that are not sunk
    std::vector<battleship::Water> cells;  // row by row from the top left; never kShip
  };

  // REQUIRES: players and options fit the kind, as MakeGame checks; `rules` as ReadRules makes
  // them.
  Battleship(std::vector<Player> players, const GameOptions& options,
             std::shared_ptr<const battleship::Rules> rules);

  std::unique_ptr<BoardGame> NewGame() const override;
  BoardPicture PictureFor(Viewer viewer) const override;
  std::string DescribePly(const Ply& ply, Viewer viewer) const override;
  bool CanSee(const Ply& ply, Viewer viewer) const override;

  const battleship::Rules& rules() const { return *rules_; }
  // REQUIRES: `seat` is one of the two.
  Target TargetOf(SeatIndex seat) const;

 protected:
  void ListMoves(std::vector<Move>& moves) const override;
  std::optional<Refusal> CheckMove(const Move& move) const override;
  Memento Apply(const Move& move, SeatIndex seat) override;
  void TakeBack(const Move& move, SeatIndex seat, Memento memento) override;
  Judgement Judge(const Move& move, SeatIndex seat) const override;
  std::unique_ptr<BoardGame> DoCopyPosition() const override;

 private:
  Battleship(const Battleship&) = default;

  static SeatIndex Other(SeatIndex seat) { return 1 - seat; }
  // Appends a row of the waters of `seat` as `viewer` may see it.
  void DrawRow(SeatIndex seat, int row, Viewer viewer, std::vector<std::string>& cells) const;
  // Whose waters these are and what is left of the fleet.
  std::string DescribeFleet(SeatIndex seat) const;

  std::shared_ptr<const battleship::Rules> rules_;
  std::vector<battleship::Waters> waters_;  // by seat
};

namespace battleship {

// The entry of battleship in the registry of games.
GameKind Kind();

}  // namespace battleship
}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_GAMES_BATTLESHIP_BATTLESHIP_H_
