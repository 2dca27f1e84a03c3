#include "engine/games/tic_tac_toe/tic_tac_toe.h"

#include <utility>

namespace meeple::engine {
namespace {

int CountSeats(const std::vector<Player>& players) { return static_cast<int>(players.size()); }

}  // namespace

TicTacToe::TicTacToe(std::vector<Player> players, const GameOptions& options, int size)
    : MarkGame(players, options, Board(size, size), LineCounter(size, CountSeats(players))) {}

std::unique_ptr<BoardGame> TicTacToe::NewGame() const {
  return std::make_unique<TicTacToe>(players(), options(), board().rows());
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
