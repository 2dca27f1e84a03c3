#include "engine/games/mnk/mnk.h"

#include <utility>

namespace meeple::engine {

Mnk::Mnk(std::vector<Player> players, const GameOptions& options, int rows, int columns, int k)
    : MarkGame(std::move(players), options, Board(rows, columns), KInARow(k)) {}

std::unique_ptr<BoardGame> Mnk::NewGame() const {
  return std::make_unique<Mnk>(players(), options(), board().rows(), board().columns(), rule().k());
}

std::unique_ptr<BoardGame> Mnk::DoCopyPosition() const {
  return std::unique_ptr<BoardGame>(new Mnk(*this));
}

namespace mnk {
namespace {

constexpr int kMaxSide = 100;

absl::StatusOr<std::unique_ptr<BoardGame>> Make(const Parameters& parameters,
                                                std::vector<Player> players,
                                                const GameOptions& options) {
  const int rows = parameters.Integer("rows");
  const int columns = parameters.Integer("columns");
  const int k = parameters.Integer("k");
  if (absl::Status status = CheckLineFits(k, rows, columns); !status.ok()) return status;
  return std::make_unique<Mnk>(std::move(players), options, rows, columns, k);
}

}  // namespace

GameKind Kind() {
  return {.id = "mnk",
          .title = "m,n,k-game",
          .description = "Get k of your marks in a row, in a column or on a diagonal.",
          .parameters = {{.name = "rows",
                          .description = "Rows of the board.",
                          .type = ParameterType::kInteger,
                          .default_value = "3",
                          .minimum = 1,
                          .maximum = kMaxSide},
                         {.name = "columns",
                          .description = "Columns of the board.",
                          .type = ParameterType::kInteger,
                          .default_value = "3",
                          .minimum = 1,
                          .maximum = kMaxSide},
                         {.name = "k",
                          .description = "Marks in a row that win; at most the longer side.",
                          .type = ParameterType::kInteger,
                          .default_value = "3",
                          .minimum = 2,
                          .maximum = kMaxSide}},
          .min_players = 2,
          .max_players = kMaxSeats,
          .move_forms = {MoveForm::kCell},
          .rules_version = 1,
          .make = Make};
}

}  // namespace mnk
}  // namespace meeple::engine
