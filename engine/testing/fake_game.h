#ifndef MEEPLE_ENGINE_TESTING_FAKE_GAME_H_
#define MEEPLE_ENGINE_TESTING_FAKE_GAME_H_

// The smallest game that uses every hook of BoardGame, for tests of the template itself.
//
// A row of places; each turn claims a free one; who owns three wins; no free place is a draw. Place
// 0 earns another turn, so that the turn does not always rotate. Applying and taking back keep a
// count that only the memento can restore.

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/board.h"
#include "engine/core/board_game.h"
#include "engine/core/cell_rules.h"

namespace meeple::engine {

class FakeGame final : public BoardGame {
 public:
  static constexpr int kGoal = 3;

  FakeGame(std::vector<Player> players, const GameOptions& options, int places)
      : BoardGame(std::move(players), options), board_(1, places) {}

  static Move Place(int place) { return Move::AtCell({.row = 0, .column = place}); }

  std::unique_ptr<BoardGame> NewGame() const override {
    return std::make_unique<FakeGame>(players(), options(), board_.columns());
  }

  BoardPicture PictureFor(Viewer /*viewer*/) const override {
    BoardPicture picture = DrawBoard(board_, players());
    picture.facts["last"] = std::to_string(last_);
    return picture;
  }

 protected:
  void ListMoves(std::vector<Move>& moves) const override { ListEmptyCells(board_, moves); }

  std::optional<Refusal> CheckMove(const Move& move) const override {
    return CheckEmptyCell(board_, move);
  }

  Memento Apply(const Move& move, SeatIndex seat) override {
    board_.Place(move.cell(), seat);
    return static_cast<Memento>(std::exchange(last_, move.cell().column));
  }

  void TakeBack(const Move& move, SeatIndex /*seat*/, Memento memento) override {
    board_.Clear(move.cell());
    last_ = static_cast<int>(memento);
  }

  Judgement Judge(const Move& /*move*/, SeatIndex seat) const override {
    int owned = 0;
    for (int place = 0; place < board_.columns(); ++place) {
      owned += board_.At({.row = 0, .column = place}) == seat ? 1 : 0;
    }
    if (owned == kGoal) return {.status = GameStatus::kWon, .winner = seat};
    return {.status = board_.IsFull() ? GameStatus::kDrawn : GameStatus::kInProgress};
  }

  SeatIndex NextSeat(SeatIndex seat) const override {
    return last_ == 0 && IsPlaying(seat) ? seat : BoardGame::NextSeat(seat);
  }

  std::unique_ptr<BoardGame> DoCopyPosition() const override {
    return std::unique_ptr<BoardGame>(new FakeGame(*this));
  }

 private:
  FakeGame(const FakeGame&) = default;

  Board board_;
  int last_ = 99;  // the place claimed last; 99 before the first
};

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_TESTING_FAKE_GAME_H_
