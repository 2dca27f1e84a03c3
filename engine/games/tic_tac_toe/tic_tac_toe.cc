#include "engine/games/tic_tac_toe/tic_tac_toe.h"

#include <utility>

#include "engine/core/cell_rules.h"

namespace meeple::engine {

TicTacToe::TicTacToe(std::vector<Player> players, const GameOptions& options, int size)
    : BoardGame(std::move(players), options), board_(size, size), lines_(size, seats()) {}

std::unique_ptr<BoardGame> TicTacToe::NewGame() const {
  return std::make_unique<TicTacToe>(players(), options(), board_.rows());
}

BoardPicture TicTacToe::PictureFor(Viewer /*viewer*/) const { return DrawBoard(board_, players()); }

void TicTacToe::ListMoves(std::vector<Move>& moves) const { ListEmptyCells(board_, moves); }

std::optional<Refusal> TicTacToe::CheckMove(const Move& move) const {
  return CheckEmptyCell(board_, move);
}

Memento TicTacToe::Apply(const Move& move, SeatIndex seat) {
  board_.Place(move.cell(), seat);
  lines_.Add(move.cell(), seat);
  return 0;
}

void TicTacToe::TakeBack(const Move& move, SeatIndex seat, Memento /*memento*/) {
  board_.Clear(move.cell());
  lines_.Remove(move.cell(), seat);
}

Judgement TicTacToe::Judge(const Move& move, SeatIndex seat) const {
  if (lines_.CompletesFor(seat, move.cell())) return {.status = GameStatus::kWon, .winner = seat};
  return {.status = board_.IsFull() ? GameStatus::kDrawn : GameStatus::kInProgress};
}

std::unique_ptr<BoardGame> TicTacToe::DoCopyPosition() const {
  return std::unique_ptr<BoardGame>(new TicTacToe(*this));
}

namespace tic_tac_toe {
namespace {

absl::StatusOr<std::unique_ptr<BoardGame>> Make(const Parameters& parameters,
                                                std::vector<Player> players,
                                                const GameOptions& options) {
  return std::make_unique<TicTacToe>(std::move(players), options, parameters.Integer("size"));
}

}  // namespace

GameKind Kind() {
  return {.id = "tic_tac_toe",
          .title = "Tic-tac-toe",
          .description = "Fill a whole row, column or diagonal of a square board with your mark.",
          .parameters = {{.name = "size",
                          .description = "Rows and columns of the board.",
                          .type = ParameterType::kInteger,
                          .default_value = "3",
                          .minimum = 3,
                          .maximum = 100}},
          .min_players = 2,
          .max_players = kMaxSeats,
          .move_forms = {MoveForm::kCell},
          .rules_version = 1,
          .make = Make};
}

}  // namespace tic_tac_toe
}  // namespace meeple::engine
