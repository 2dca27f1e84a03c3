#include "engine/games/battleship/waters.h"

#include <array>
#include <cassert>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/core/notation.h"

namespace meeple::engine::battleship {
namespace {

constexpr Direction kDirections[] = {Direction::kRight, Direction::kDown};

Refusal Illegal(const char* rule, std::string message) {
  return {.reason = RefusalReason::kIllegalMove, .message = std::move(message), .rule = rule};
}

Refusal Outside(const Rules& rules, const Move& move, std::string_view what) {
  return {
      .reason = RefusalReason::kOutsideBoard,
      .message = absl::StrCat(FormatMove(move), " ", absl::string_view(what.data(), what.size()),
                              " outside the board of ", rules.rows, " x ", rules.columns),
      .rows = rules.rows,
      .columns = rules.columns};
}

}  // namespace

Waters::Waters(std::shared_ptr<const Rules> rules)
    : rules_(std::move(rules)),
      berths_(rules_->fleet.size()),
      unhit_(rules_->fleet),
      ship_at_(static_cast<size_t>(rules_->rows) * rules_->columns, kNoShip),
      fired_(ship_at_.size()),
      room_(*rules_) {}

std::optional<Refusal> Waters::CheckPlacement(const Move& move) const {
  if (!rules_->Contains(move.cell())) return Outside(*rules_, move, "begins");
  if (move.ship() < 0 || move.ship() >= rules_->ships()) {
    return Illegal("no_such_ship", absl::StrCat("the fleet has ", rules_->ships(), " ships"));
  }
  const Berth berth = BerthOf(move);
  if (!rules_->Contains(berth.last())) return Outside(*rules_, move, "ends");
  if (IsComplete()) return Illegal("fleet_complete", "all ships are placed; fire at a cell");
  const std::string name = ShipName(move.ship());
  if (berths_[move.ship()].has_value()) {
    return Illegal("ship_already_placed", absl::StrCat("the ", name, " is placed already"));
  }
  if (Overlaps(berth)) {
    return Illegal("ships_overlap", absl::StrCat("the ", name, " would lie on another ship"));
  }
  if (!room_.Fits(berth)) {
    return Illegal("ships_touch", absl::StrCat("the ", name, " would touch another ship"));
  }
  if (RoomForRest(room_, RestWithout(move.ship())).FitsBeside(berth)) return std::nullopt;
  return Illegal("no_room_for_the_rest",
                 absl::StrCat("with the ", name, " there the rest of the fleet would not fit"));
}

void Waters::ListPlacements(std::vector<Move>& moves) const {
  // Ships of one length have the same places.
  std::map<int, RoomForRest> rest_by_length;
  for (int ship = 0; ship < rules_->ships(); ++ship) {
    const int length = rules_->fleet[ship];
    if (berths_[ship].has_value() || rest_by_length.contains(length)) continue;
    rest_by_length.emplace(length, RoomForRest(room_, RestWithout(ship)));
  }
  for (int row = 0; row < rules_->rows; ++row) {
    for (int column = 0; column < rules_->columns; ++column) {
      ListPlacementsAt({row, column}, rest_by_length, moves);
    }
  }
}

void Waters::ListPlacementsAt(Cell first, const std::map<int, RoomForRest>& rest_by_length,
                              std::vector<Move>& moves) const {
  std::array<bool, 2 * (kMaxSide + 1)> allowed = {};
  const auto entry = [](int length, Direction direction) {
    return 2 * length + static_cast<int>(direction);
  };
  for (const auto& [length, rest] : rest_by_length) {
    for (const Direction direction : kDirections) {
      const Berth berth = {first, direction, length};
      allowed[entry(length, direction)] =
          rules_->Contains(berth.last()) && room_.Fits(berth) && rest.FitsBeside(berth);
    }
  }
  for (int ship = 0; ship < rules_->ships(); ++ship) {
    if (berths_[ship].has_value()) continue;
    for (const Direction direction : kDirections) {
      if (allowed[entry(rules_->fleet[ship], direction)]) {
        moves.push_back(Move::Ship(ship, first, direction));
      }
    }
  }
}

void Waters::Place(const Move& move) {
  const Berth berth = BerthOf(move);
  berths_[move.ship()] = berth;
  for (int i = 0; i < berth.length; ++i) {
    ship_at_[rules_->IndexOf(berth.At(i))] = static_cast<int8_t>(move.ship());
  }
  room_.Take(berth);
  ++placed_;
}

void Waters::Unplace(int ship) {
  const Berth berth = *std::exchange(berths_[ship], std::nullopt);
  for (int i = 0; i < berth.length; ++i) ship_at_[rules_->IndexOf(berth.At(i))] = kNoShip;
  // What the ship closed may be closed by its neighbours, too.
  room_ = Room(*rules_);
  for (const std::optional<Berth>& other : berths_) {
    if (other.has_value()) room_.Take(*other);
  }
  --placed_;
}

Shot Waters::Fire(Cell cell) {
  assert(IsComplete());
  if (WasFiredAt(cell)) return {.effect = ShotEffect::kRepeat};
  fired_[rules_->IndexOf(cell)] = true;
  const int ship = ShipAt(cell);
  if (ship == kNoShip) return {.effect = ShotEffect::kMiss};
  if (--unhit_[ship] > 0) return {.effect = ShotEffect::kHit};
  ++sunk_;
  return {.effect = ShotEffect::kSunk, .ship = ship};
}

void Waters::TakeBack(Cell cell, const Shot& shot) {
  if (shot.effect == ShotEffect::kRepeat) return;
  fired_[rules_->IndexOf(cell)] = false;
  if (shot.effect == ShotEffect::kMiss) return;
  ++unhit_[ShipAt(cell)];
  if (shot.effect == ShotEffect::kSunk) --sunk_;
}

Water Waters::At(Cell cell, bool with_ships) const {
  const int ship = ShipAt(cell);
  if (!WasFiredAt(cell)) return with_ships && ship != kNoShip ? Water::kShip : Water::kOpen;
  if (ship == kNoShip) return Water::kMiss;
  return IsSunk(ship) ? Water::kSunk : Water::kHit;
}

bool Waters::Overlaps(const Berth& berth) const {
  for (int i = 0; i < berth.length; ++i) {
    if (ShipAt(berth.At(i)) != kNoShip) return true;
  }
  return false;
}

std::vector<int> Waters::RestWithout(int ship) const {
  std::vector<int> rest;
  for (int other = 0; other < rules_->ships(); ++other) {
    if (other != ship && !berths_[other].has_value()) rest.push_back(rules_->fleet[other]);
  }
  return LongestFirst(std::move(rest));
}

}  // namespace meeple::engine::battleship
