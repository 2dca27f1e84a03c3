#include "engine/games/snakes_and_ladders/snakes_and_ladders.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"

namespace meeple::engine {
namespace {

using snakes_and_ladders::kDieFaces;
using snakes_and_ladders::Track;

// The board of Milton Bradley's Chutes and Ladders.
constexpr char kClassicJumps[] =
    "1:38,4:14,9:31,16:6,21:42,28:84,36:44,47:26,49:11,51:67,56:53,62:19,64:60,71:91,80:100,87:24,"
    "93:73,95:75,98:78";

// What a roll changed: enough to tell of it and to take it back.
struct Roll {
  int from = 0;  // the square that was left
  int die = 0;
  int die_before = 0;  // of the roll before, whoever made it
};

Memento Pack(const Roll& roll) {
  return static_cast<Memento>(roll.from) << 8 | static_cast<Memento>(roll.die) << 4 |
         static_cast<Memento>(roll.die_before);
}

Roll Unpack(Memento memento) {
  return {.from = static_cast<int>(memento >> 8),
          .die = static_cast<int>(memento >> 4 & 15),
          .die_before = static_cast<int>(memento & 15)};
}

// How many squares a row of the drawn board has: ten, as on a printed one, or about the square root
// of a small board.
int ColumnsFor(int squares) {
  int columns = 1;
  while (columns < 10 && columns * columns < squares) ++columns;
  return columns;
}

// Where a square is drawn. Rows are counted from the bottom, every other one runs to the left.
Cell CellOf(int square, int rows, int columns) {
  const int row = (square - 1) / columns;
  const int step = (square - 1) % columns;
  return {.row = rows - 1 - row, .column = row % 2 == 0 ? step : columns - 1 - step};
}

std::string TextOfLanding(int from, Track::Landing landing, int last) {
  if (landing.foot == from) return absl::StrCat(" and stays on ", from);
  const char* verb = " and goes from ";
  if (landing.square > landing.foot) verb = " and climbs from ";
  if (landing.square < landing.foot) verb = " and slides from ";
  const int start = landing.square == landing.foot ? from : landing.foot;
  return absl::StrCat(verb, start, " to ", landing.square,
                      landing.square == last ? ", the last square" : "");
}

}  // namespace

SnakesAndLadders::SnakesAndLadders(std::vector<Player> players, const GameOptions& options,
                                   std::shared_ptr<const Track> track, bool extra_turn_on_six)
    : BoardGame(std::move(players), options),
      track_(std::move(track)),
      extra_turn_on_six_(extra_turn_on_six) {}

std::unique_ptr<BoardGame> SnakesAndLadders::NewGame() const {
  return std::make_unique<SnakesAndLadders>(players(), options(), track_, extra_turn_on_six_);
}

BoardPicture SnakesAndLadders::PictureFor(Viewer /*viewer*/) const {
  const int columns = ColumnsFor(track_->squares());
  const int rows = (track_->squares() + columns - 1) / columns;
  BoardPicture picture{.rows = rows, .columns = columns};
  picture.cells.assign(rows * columns, " ");
  const auto cell_of = [&](int square) -> std::string& {
    const Cell cell = CellOf(square, rows, columns);
    return picture.cells[cell.row * columns + cell.column];
  };
  for (int square = 1; square <= track_->squares(); ++square) cell_of(square) = ".";
  for (SeatIndex seat = 0; seat < seats(); ++seat) {
    const Player& player = players()[seat];
    const int square = square_of_[seat];
    picture.facts[absl::StrCat("square of ", player.id)] = absl::StrCat(square);
    if (square == 0) continue;
    std::string& cell = cell_of(square);
    if (cell == ".") cell.clear();
    cell += player.symbol;
  }
  if (last_die_ != 0) picture.facts["last roll"] = absl::StrCat(last_die_);
  return picture;
}

std::string SnakesAndLadders::DescribePly(const Ply& ply, Viewer /*viewer*/) const {
  const Roll roll = Unpack(ply.memento);
  const Track::Landing landing = track_->Land(roll.from, roll.die);
  const bool again =
      extra_turn_on_six_ && roll.die == kDieFaces && landing.square != track_->squares();
  return absl::StrCat("rolls ", roll.die, TextOfLanding(roll.from, landing, track_->squares()),
                      again ? "; a six rolls again" : "");
}

void SnakesAndLadders::ListMoves(std::vector<Move>& moves) const { moves.push_back(Move::Roll()); }

std::optional<Refusal> SnakesAndLadders::CheckMove(const Move& move) const {
  if (move.form() == MoveForm::kRoll) return std::nullopt;
  return Refusal{.reason = RefusalReason::kWrongForm,
                 .message = "a move of this game is roll; the die is drawn by the game"};
}

Memento SnakesAndLadders::Apply(const Move& /*move*/, SeatIndex seat) {
  const Roll roll = {.from = square_of_[seat],
                     .die = 1 + static_cast<int>(DrawNumberBelow(kDieFaces, 0)),
                     .die_before = last_die_};
  square_of_[seat] = track_->Land(roll.from, roll.die).square;
  last_die_ = roll.die;
  return Pack(roll);
}

void SnakesAndLadders::TakeBack(const Move& /*move*/, SeatIndex seat, Memento memento) {
  const Roll roll = Unpack(memento);
  square_of_[seat] = roll.from;
  last_die_ = roll.die_before;
}

Judgement SnakesAndLadders::Judge(const Move& /*move*/, SeatIndex seat) const {
  if (square_of_[seat] != track_->squares()) return {};
  return {.status = GameStatus::kWon, .winner = seat};
}

SeatIndex SnakesAndLadders::NextSeat(SeatIndex seat) const {
  const bool again = extra_turn_on_six_ && last_die_ == kDieFaces && IsPlaying(seat);
  return again ? seat : BoardGame::NextSeat(seat);
}

std::unique_ptr<BoardGame> SnakesAndLadders::DoCopyPosition() const {
  return std::unique_ptr<BoardGame>(new SnakesAndLadders(*this));
}

namespace snakes_and_ladders {
namespace {

absl::StatusOr<std::unique_ptr<BoardGame>> Make(const Parameters& parameters,
                                                std::vector<Player> players,
                                                const GameOptions& options) {
  absl::StatusOr<Track> track = Track::Parse(parameters.Integer("squares"),
                                             parameters.Text("jumps"), parameters.Boolean("exact"));
  if (!track.ok()) return track.status();
  return std::make_unique<SnakesAndLadders>(std::move(players), options,
                                            std::make_shared<const Track>(*std::move(track)),
                                            parameters.Boolean("extra_turn_on_six"));
}

std::vector<ParameterSpec> Specs() {
  return {{.name = "squares",
           .description = "The last square, which wins; the jumps must fit it.",
           .type = ParameterType::kInteger,
           .default_value = "100",
           .minimum = kMinSquares,
           .maximum = kMaxSquares},
          {.name = "jumps",
           .description = "Ladders and snakes as from:to, with commas between them; may be empty.",
           .type = ParameterType::kText,
           .default_value = kClassicJumps},
          {.name = "exact",
           .description = "Whether a roll past the last square leaves the piece where it is.",
           .type = ParameterType::kBoolean,
           .default_value = "true"},
          {.name = "extra_turn_on_six",
           .description = "Whether a six lets its player roll again, even if the piece stayed.",
           .type = ParameterType::kBoolean,
           .default_value = "false"}};
}

}  // namespace

GameKind Kind() {
  return {.id = "snakes_and_ladders",
          .title = "Snakes and ladders",
          .description =
              "Roll the die, climb ladders, slide down snakes; first on the last "
              "square wins.",
          .parameters = Specs(),
          .min_players = 2,
          .max_players = kMaxSeats,
          .move_forms = {MoveForm::kRoll},
          .chance = true,
          .rules_version = 1,
          .make = Make};
}

}  // namespace snakes_and_ladders
}  // namespace meeple::engine
