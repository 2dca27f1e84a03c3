#include "engine/games/battleship/battleship.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "engine/core/event_text.h"
#include "engine/core/notation.h"

namespace meeple::engine {

using battleship::Rules;
using battleship::Shot;
using battleship::ShotEffect;
using battleship::Water;
using battleship::Waters;

namespace {

constexpr char kGap[] = " ";

// The effect of a shot in the lower 8 bits, the ship above: kept with the ply, since what a shot
// did is told later, too, when the board no longer shows it.
constexpr int kShipShift = 8;

Memento MementoOf(const Shot& shot) {
  return static_cast<Memento>(shot.effect) | static_cast<Memento>(shot.ship) << kShipShift;
}

Shot ShotOf(Memento memento) {
  return {.effect = static_cast<ShotEffect>(memento & ((1u << kShipShift) - 1)),
          .ship = static_cast<int>(memento >> kShipShift)};
}

std::string DescribeShot(const Shot& shot) {
  switch (shot.effect) {
    case ShotEffect::kMiss:
      return ": miss";
    case ShotEffect::kHit:
      return ": hit";
    case ShotEffect::kSunk:
      return absl::StrCat(": sinks the ", ShipName(shot.ship));
    case ShotEffect::kRepeat:
      break;
  }
  return " again: miss";
}

std::string ShipSymbol(int ship) {
  return std::string(1, static_cast<char>(ship < 9 ? '1' + ship : 'A' + (ship - 9)));
}

std::string CellText(Water water, int ship) {
  switch (water) {
    case Water::kOpen:
      return ".";
    case Water::kMiss:
      return "o";
    case Water::kHit:
      return "*";
    case Water::kSunk:
      return "#";
    case Water::kShip:
      break;
  }
  return ShipSymbol(ship);
}

// Both waters are named alike, as moves name their columns.
std::vector<std::string> ColumnNames(int columns) {
  std::vector<std::string> names(static_cast<size_t>(columns) * 2 + 1);
  for (int column = 0; column < columns; ++column) {
    const std::string name(1, static_cast<char>('a' + column));
    names[static_cast<size_t>(column)] = name;
    names[static_cast<size_t>(columns) + 1 + column] = name;
  }
  return names;
}

}  // namespace

Battleship::Battleship(std::vector<Player> players, const GameOptions& options,
                       std::shared_ptr<const Rules> rules)
    : BoardGame(std::move(players), options),
      rules_(std::move(rules)),
      waters_(seats(), Waters(rules_)) {}

std::unique_ptr<BoardGame> Battleship::NewGame() const {
  return std::make_unique<Battleship>(players(), options(), rules_);
}

BoardPicture Battleship::PictureFor(Viewer viewer) const {
  BoardPicture picture{.rows = rules_->rows, .columns = 2 * rules_->columns + 1};
  picture.cells.reserve(static_cast<size_t>(picture.rows) * picture.columns);
  for (int row = 0; row < rules_->rows; ++row) {
    DrawRow(0, row, viewer, picture.cells);
    picture.cells.emplace_back(kGap);
    DrawRow(1, row, viewer, picture.cells);
  }
  picture.column_names = ColumnNames(rules_->columns);
  picture.facts = {{"left", DescribeFleet(0)}, {"right", DescribeFleet(1)}};
  return picture;
}

std::string Battleship::DescribePly(const Ply& ply, Viewer viewer) const {
  if (ply.move.form() == MoveForm::kCell) {
    return absl::StrCat("fires at ", TextOfObject(ply.move), DescribeShot(ShotOf(ply.memento)));
  }
  return CanSee(ply, viewer) ? BoardGame::DescribePly(ply, viewer) : "places a ship";
}

bool Battleship::CanSee(const Ply& ply, Viewer viewer) const {
  return ply.move.form() == MoveForm::kCell || viewer == ply.seat || viewer == kAllSeeing;
}

Battleship::Target Battleship::TargetOf(SeatIndex seat) const {
  const Waters& waters = waters_[Other(seat)];
  Target target = {.rows = rules_->rows, .columns = rules_->columns, .touching = rules_->touching};
  for (int ship = 0; ship < rules_->ships(); ++ship) {
    if (!waters.IsSunk(ship)) target.afloat.push_back(rules_->fleet[ship]);
  }
  for (int row = 0; row < rules_->rows; ++row) {
    for (int column = 0; column < rules_->columns; ++column) {
      target.cells.push_back(waters.At({row, column}, /*with_ships=*/false));
    }
  }
  return target;
}

void Battleship::ListMoves(std::vector<Move>& moves) const {
  const SeatIndex seat = cursor().turn_index;
  if (!waters_[seat].IsComplete()) return waters_[seat].ListPlacements(moves);
  for (int row = 0; row < rules_->rows; ++row) {
    for (int column = 0; column < rules_->columns; ++column) {
      const Cell cell = {row, column};
      if (rules_->repeat_counts || !waters_[Other(seat)].WasFiredAt(cell)) {
        moves.push_back(Move::AtCell(cell));
      }
    }
  }
}

std::optional<Refusal> Battleship::CheckMove(const Move& move) const {
  const SeatIndex seat = cursor().turn_index;
  if (move.form() == MoveForm::kShip) return waters_[seat].CheckPlacement(move);
  if (move.form() != MoveForm::kCell) {
    return Refusal{.reason = RefusalReason::kWrongForm,
                   .message =
                       "a move of this game is a cell, such as b2, or a ship, such as "
                       "carrier a1 right"};
  }
  if (!rules_->Contains(move.cell())) {
    return Refusal{.reason = RefusalReason::kOutsideBoard,
                   .message = absl::StrCat(FormatMove(move), " is outside the board of ",
                                           rules_->rows, " x ", rules_->columns),
                   .rows = rules_->rows,
                   .columns = rules_->columns};
  }
  if (!waters_[seat].IsComplete()) {
    return Refusal{.reason = RefusalReason::kIllegalMove,
                   .message = "place all ships before firing",
                   .rule = "fleet_incomplete"};
  }
  if (rules_->repeat_counts || !waters_[Other(seat)].WasFiredAt(move.cell())) return std::nullopt;
  return Refusal{.reason = RefusalReason::kCellTaken,
                 .message = absl::StrCat(FormatMove(move), " was fired at before")};
}

Memento Battleship::Apply(const Move& move, SeatIndex seat) {
  if (move.form() == MoveForm::kCell) return MementoOf(waters_[Other(seat)].Fire(move.cell()));
  waters_[seat].Place(move);
  return 0;
}

void Battleship::TakeBack(const Move& move, SeatIndex seat, Memento memento) {
  if (move.form() == MoveForm::kCell) {
    waters_[Other(seat)].TakeBack(move.cell(), ShotOf(memento));
  } else {
    waters_[seat].Unplace(move.ship());
  }
}

Judgement Battleship::Judge(const Move& /*move*/, SeatIndex seat) const {
  if (waters_[Other(seat)].AllSunk()) return {.status = GameStatus::kWon, .winner = seat};
  return {};
}

std::unique_ptr<BoardGame> Battleship::DoCopyPosition() const {
  return std::unique_ptr<BoardGame>(new Battleship(*this));
}

void Battleship::DrawRow(SeatIndex seat, int row, Viewer viewer,
                         std::vector<std::string>& cells) const {
  const bool with_ships = viewer == seat || viewer == kAllSeeing;
  for (int column = 0; column < rules_->columns; ++column) {
    const Cell cell = {row, column};
    cells.push_back(CellText(waters_[seat].At(cell, with_ships), waters_[seat].ShipAt(cell)));
  }
}

std::string Battleship::DescribeFleet(SeatIndex seat) const {
  const Waters& waters = waters_[seat];
  const std::string& player = players()[seat].id;
  if (!waters.IsComplete()) {
    return absl::StrCat(player, ", ", waters.placed(), " of ", rules_->ships(), " ships placed");
  }
  std::vector<std::string> afloat;
  for (int ship = 0; ship < rules_->ships(); ++ship) {
    if (!waters.IsSunk(ship)) {
      afloat.push_back(absl::StrCat(ShipName(ship), " ", rules_->fleet[ship]));
    }
  }
  return absl::StrCat(player, ", afloat: ", afloat.empty() ? "none" : absl::StrJoin(afloat, ", "));
}

namespace battleship {
namespace {

absl::StatusOr<std::unique_ptr<BoardGame>> Make(const Parameters& parameters,
                                                std::vector<Player> players,
                                                const GameOptions& options) {
  absl::StatusOr<Rules> rules = ReadRules(parameters);
  if (!rules.ok()) return rules.status();
  return std::make_unique<Battleship>(std::move(players), options,
                                      std::make_shared<const Rules>(*std::move(rules)));
}

}  // namespace

GameKind Kind() {
  return {.id = "battleship",
          .title = "Battleship",
          .description =
              "Place your fleet unseen, then fire by turns at the other's waters until "
              "all ships of one are sunk: o is a miss, * a hit, # a sunk ship.",
          .parameters = RuleParameters(),
          .min_players = 2,
          .max_players = 2,
          .move_forms = {MoveForm::kCell, MoveForm::kShip},
          .hidden = true,
          .undo_by_default = false,
          .rules_version = 1,
          .make = Make};
}

}  // namespace battleship
}  // namespace meeple::engine
