#ifndef MEEPLE_CLIENTS_CLI_TESTING_FAKE_GAME_H_
#define MEEPLE_CLIENTS_CLI_TESTING_FAKE_GAME_H_

// The game that the fake service serves: X against O on 3 x 3 cells, in which whoever makes a given
// move wins. Not thread-safe.
//
//   FakeGame game;
//   game.Play(0);                     // X in the first cell
//   game.ToMessage(3).rendered();     // "O to play\nX|.|.\n..."

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "meeple/v1/game.pb.h"

namespace meeple::cli {

inline constexpr char kFakeGameId[] = "game1";

class FakeGame {
 public:
  // Whoever makes this move, counted from 1, wins.
  void EndAtMove(int move) { winning_move_ = move; }
  void RenameX(const std::string& player_id) { players_[0] = player_id; }
  // What the messages tell of a seat besides its player and its symbol.
  void ChangeSeat(int seat, const v1::Seat& change) { changes_[seat].MergeFrom(change); }
  // Tells of the game as of one that waits for players.
  void Postpone() { is_postponed_ = true; }

  // The cell of a move by its action or notation, or -1.
  static int CellOf(const v1::Move& move);

  bool is_over() const { return is_over_; }
  int turns() const { return static_cast<int>(moves_.size()); }
  const std::string& player(int seat) const { return players_[seat]; }
  // Who is to move or, at the end, would be.
  const std::string& to_move() const { return players_[moves_.size() % 2]; }
  bool IsTaken(int cell) const;
  std::vector<v1::Move> LegalMoves() const;

  // Plays a cell that is free. Returns the move, complete.
  v1::Move Play(int cell);
  // Takes back the last move. REQUIRES: there is one.
  v1::Move TakeBack();

  v1::TurnCursor Cursor() const;
  v1::ReplayFrame Frame(int turn) const;
  v1::Game ToMessage(int64_t sequence) const;

 private:
  v1::Move MoveTo(int cell) const;
  v1::Board BoardAfter(int turns) const;

  std::vector<std::string> players_ = {"X", "O"};
  std::array<v1::Seat, 2> changes_;
  std::vector<v1::Move> moves_;
  int winning_move_ = 9;
  bool is_over_ = false;
  bool is_postponed_ = false;
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_TESTING_FAKE_GAME_H_
