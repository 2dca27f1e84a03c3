#include "engine/games/connect_four/connect_four.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "engine/core/notation.h"

namespace meeple::engine {

ConnectFour::ConnectFour(std::vector<Player> players, const GameOptions& options, int rows,
                         int columns, int k)
    : BoardGame(std::move(players), options),
      board_(rows, columns),
      rule_(k),
      heights_(columns, int8_t{0}) {}

std::unique_ptr<BoardGame> ConnectFour::NewGame() const {
  return std::make_unique<ConnectFour>(players(), options(), board_.rows(), board_.columns(),
                                       rule_.k());
}

BoardPicture ConnectFour::PictureFor(Viewer /*viewer*/) const {
  return DrawBoard(board_, players());
}

void ConnectFour::ListMoves(std::vector<Move>& moves) const {
  moves.reserve(moves.size() + board_.columns());
  for (int column = 0; column < board_.columns(); ++column) {
    if (IsOpen(column)) moves.push_back(Move::InColumn(column));
  }
}

std::optional<Refusal> ConnectFour::CheckMove(const Move& move) const {
  if (move.form() != MoveForm::kColumn) {
    return Refusal{.reason = RefusalReason::kWrongForm,
                   .message = "a move of this game is the number of a column, such as 1"};
  }
  if (move.column() < 0 || move.column() >= board_.columns()) {
    return Refusal{
        .reason = RefusalReason::kOutsideBoard,
        .message = absl::StrCat("column ", FormatMove(move),
                                " is outside the board; its columns are 1 to ", board_.columns())};
  }
  if (IsOpen(move.column())) return std::nullopt;
  return Refusal{.reason = RefusalReason::kColumnFull,
                 .message = absl::StrCat(
                     "column ", FormatMove(move), " is full; there is room in ",
                     absl::StrJoin(LegalMoves(), ", ", [](std::string* out, const Move& open) {
                       absl::StrAppend(out, FormatMove(open));
                     }))};
}

Memento ConnectFour::Apply(const Move& move, SeatIndex seat) {
  ++heights_[move.column()];
  board_.Place(TopOf(move.column()), seat);
  return 0;
}

void ConnectFour::TakeBack(const Move& move, SeatIndex /*seat*/, Memento /*memento*/) {
  board_.Clear(TopOf(move.column()));
  --heights_[move.column()];
}

Judgement ConnectFour::Judge(const Move& move, SeatIndex seat) const {
  if (rule_.Completes(board_, TopOf(move.column()))) {
    return {.status = GameStatus::kWon, .winner = seat};
  }
  return {.status = board_.IsFull() ? GameStatus::kDrawn : GameStatus::kInProgress};
}

std::unique_ptr<BoardGame> ConnectFour::DoCopyPosition() const {
  return std::unique_ptr<BoardGame>(new ConnectFour(*this));
}

namespace connect_four {
namespace {

constexpr int kMaxSide = 20;

absl::StatusOr<std::unique_ptr<BoardGame>> Make(const Parameters& parameters,
                                                std::vector<Player> players,
                                                const GameOptions& options) {
  const int rows = parameters.Integer("rows");
  const int columns = parameters.Integer("columns");
  const int k = parameters.Integer("k");
  if (absl::Status status = CheckLineFits(k, rows, columns); !status.ok()) return status;
  return std::make_unique<ConnectFour>(std::move(players), options, rows, columns, k);
}

}  // namespace

GameKind Kind() {
  return {
      .id = "connect_four",
      .title = "Connect Four",
      .description = "Drop discs into columns; four in a row, in a column or on a diagonal win.",
      .parameters = {{.name = "rows",
                      .description = "Rows of the board.",
                      .type = ParameterType::kInteger,
                      .default_value = "6",
                      .minimum = 2,
                      .maximum = kMaxSide},
                     {.name = "columns",
                      .description = "Columns of the board.",
                      .type = ParameterType::kInteger,
                      .default_value = "7",
                      .minimum = 2,
                      .maximum = kMaxSide},
                     {.name = "k",
                      .description = "Discs in a row that win; at most the longer side.",
                      .type = ParameterType::kInteger,
                      .default_value = "4",
                      .minimum = 2,
                      .maximum = kMaxSide}},
      .min_players = 2,
      .max_players = kMaxSeats,
      .move_forms = {MoveForm::kColumn},
      .rules_version = 1,
      .make = Make};
}

}  // namespace connect_four
}  // namespace meeple::engine
