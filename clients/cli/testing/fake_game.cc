#include "clients/cli/testing/fake_game.h"

#include "absl/strings/str_cat.h"

namespace meeple::cli {
namespace {

constexpr int kSide = 3;
constexpr int kCells = kSide * kSide;

std::string NotationOf(int cell) {
  return absl::StrCat(std::string(1, static_cast<char>('a' + cell % kSide)), cell / kSide + 1);
}

std::string Rendered(const std::string& header, const v1::Board& board) {
  std::string rendered = header;
  for (int cell = 0; cell < kCells; ++cell) {
    absl::StrAppend(&rendered, cell % kSide == 0 ? "\n" : "|", board.cells(cell));
  }
  return rendered;
}

}  // namespace

int FakeGame::CellOf(const v1::Move& move) {
  if (move.has_cell()) return move.cell().row() * kSide + move.cell().column();
  for (int cell = 0; cell < kCells; ++cell) {
    if (NotationOf(cell) == move.notation()) return cell;
  }
  return -1;
}

bool FakeGame::IsTaken(int cell) const { return BoardAfter(turns()).cells(cell) != "."; }

std::vector<v1::Move> FakeGame::LegalMoves() const {
  std::vector<v1::Move> moves;
  for (int cell = 0; cell < kCells && !is_over_ && !is_postponed_; ++cell) {
    if (!IsTaken(cell)) moves.push_back(MoveTo(cell));
  }
  return moves;
}

v1::Move FakeGame::MoveTo(int cell) const {
  v1::Move move;
  move.set_number(turns() + 1);
  move.set_player_id(to_move());
  move.set_notation(NotationOf(cell));
  move.mutable_cell()->set_row(cell / kSide);
  move.mutable_cell()->set_column(cell % kSide);
  return move;
}

v1::Move FakeGame::Play(int cell) {
  moves_.push_back(MoveTo(cell));
  is_over_ = turns() == winning_move_;
  return moves_.back();
}

v1::Move FakeGame::TakeBack() {
  const v1::Move move = moves_.back();
  moves_.pop_back();
  is_over_ = false;
  return move;
}

v1::TurnCursor FakeGame::Cursor() const {
  v1::TurnCursor cursor;
  cursor.set_turns(turns());
  cursor.set_turn_index((is_over_ ? turns() + 1 : turns()) % 2);
  cursor.set_status(is_over_ ? v1::GAME_STATUS_WON : v1::GAME_STATUS_IN_PROGRESS);
  if (is_postponed_) cursor.set_status(v1::GAME_STATUS_NOT_STARTED);
  return cursor;
}

v1::Board FakeGame::BoardAfter(int turns) const {
  v1::Board board;
  board.set_rows(kSide);
  board.set_columns(kSide);
  for (int cell = 0; cell < kCells; ++cell) board.add_cells(".");
  for (int turn = 0; turn < turns; ++turn) {
    board.set_cells(CellOf(moves_[turn]), turn % 2 == 0 ? "X" : "O");
  }
  return board;
}

v1::ReplayFrame FakeGame::Frame(int turn) const {
  v1::ReplayFrame frame;
  frame.set_turn(turn);
  if (turn > 0) *frame.mutable_move() = moves_[turn - 1];
  *frame.mutable_board() = BoardAfter(turn);
  if (turn == turns()) {
    *frame.mutable_cursor() = Cursor();
  } else {
    frame.mutable_cursor()->set_status(v1::GAME_STATUS_IN_PROGRESS);
    frame.mutable_cursor()->set_turn_index(turn % 2);
    frame.mutable_cursor()->set_turns(turn);
  }
  const bool is_won = frame.cursor().status() == v1::GAME_STATUS_WON;
  frame.set_rendered(
      Rendered(absl::StrCat(players_[frame.cursor().turn_index()], is_won ? " wins" : " to play"),
               frame.board()));
  return frame;
}

v1::Game FakeGame::ToMessage(int64_t sequence) const {
  v1::Game game;
  game.set_game_id(kFakeGameId);
  game.mutable_config()->set_kind("tic_tac_toe");
  (*game.mutable_config()->mutable_parameters())["size"] = "3";
  for (int seat = 0; seat < 2; ++seat) {
    v1::Seat& added = *game.add_seats();
    added.set_player_id(players_[seat]);
    added.set_symbol(seat == 0 ? "X" : "O");
    added.MergeFrom(changes_[seat]);
  }
  const v1::ReplayFrame frame = Frame(turns());
  *game.mutable_cursor() = frame.cursor();
  *game.mutable_board() = frame.board();
  game.set_rendered(frame.rendered());
  game.set_sequence(sequence);
  return game;
}

}  // namespace meeple::cli
