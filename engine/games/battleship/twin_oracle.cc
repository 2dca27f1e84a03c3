#include "engine/games/battleship/twin_oracle.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>

#include "engine/core/counter_random.h"
#include "engine/games/battleship/sea_oracle.h"

namespace meeple::engine::battleship {
namespace {

// Numbers drawn one after the other.
class Dice {
 public:
  explicit Dice(uint64_t seed) : seed_(seed) {}
  size_t Below(size_t bound) { return DrawBelow(bound, seed_, 0, drawn_++); }

 private:
  uint64_t seed_;
  uint64_t drawn_ = 0;
};

// One seat's fleet, as whoever fires at it knows it.
class Redrawing {
 public:
  // `placed` are the moves of the seat, in order, and `shots` those at it.
  Redrawing(const Table& table, std::vector<Move> placed, const Cells& shots)
      : table_(table), placed_(std::move(placed)), shots_(shots) {
    for (const Move& move : placed_) {
      const Cells cells = CellsOf(table_, move);
      if (IsSunk(cells, shots_)) {
        sunk_.emplace(move.ship(), move);
        continue;
      }
      for (const Cell cell : cells) {
        if (Has(shots_, cell)) hits_.push_back(cell);
      }
    }
  }

  // Other placements, in another order, of which those shots would have told the same.
  std::vector<Move> Draw(Dice& dice) const {
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      if (std::optional<std::vector<Move>> moves = Try(dice)) return *std::move(moves);
    }
    return placed_;
  }

 private:
  static constexpr int kAttempts = 100;

  std::vector<int> ShipsInAnyOrder(Dice& dice) const {
    std::vector<int> order;
    for (int ship = 0; ship < static_cast<int>(table_.fleet.size()); ++ship) {
      order.insert(order.begin() + static_cast<int>(dice.Below(order.size() + 1)), ship);
    }
    order.resize(placed_.size());
    return order;
  }

  // Where `ship` could lie by what is known of it.
  std::vector<Move> Candidates(const Ships& ships, int ship) const {
    std::vector<Move> candidates = Places(table_, ships, ship);
    const auto sunk = sunk_.find(ship);
    const auto contradicts = [&](const Move& move) {
      if (sunk != sunk_.end()) return move != sunk->second;
      const Cells cells = CellsOf(table_, move);
      return IsSunk(cells, shots_) || std::any_of(cells.begin(), cells.end(), [&](Cell cell) {
               return Has(shots_, cell) && !Has(hits_, cell);
             });
    };
    candidates.erase(std::remove_if(candidates.begin(), candidates.end(), contradicts),
                     candidates.end());
    return candidates;
  }

  std::optional<std::vector<Move>> Try(Dice& dice) const {
    Ships ships;
    std::vector<Move> moves;
    size_t hits = 0;
    for (const int ship : ShipsInAnyOrder(dice)) {
      const std::vector<Move> candidates = Candidates(ships, ship);
      if (candidates.empty()) return std::nullopt;
      const Move move = candidates[dice.Below(candidates.size())];
      if (!LeavesRoom(table_, ships, move)) return std::nullopt;
      ships[ship] = CellsOf(table_, move);
      for (const Cell cell : ships[ship]) hits += Has(hits_, cell) ? 1 : 0;
      moves.push_back(move);
    }
    if (hits != hits_.size()) return std::nullopt;
    return moves;
  }

  const Table& table_;
  std::vector<Move> placed_;
  const Cells& shots_;
  std::map<int, Move> sunk_;  // by ship
  Cells hits_;                // on ships that are afloat
};

// The turns on which `seat` placed a ship.
std::vector<size_t> TurnsOfPlacing(const PlayedGame& played, SeatIndex seat) {
  std::vector<size_t> turns;
  for (size_t turn = 0; turn < played.plies.size(); ++turn) {
    const Ply& ply = played.plies[turn];
    if (ply.seat == seat && ply.move.form() == MoveForm::kShip) turns.push_back(turn);
  }
  return turns;
}

}  // namespace

std::vector<Move> TwinOf(const PlayedGame& played, Viewer viewer, uint64_t seed) {
  const Table table = ReadTable(played.parameters);
  const Course course = CourseOf(table, played);
  Dice dice(seed);
  std::vector<Move> moves;
  for (const Ply& ply : played.plies) moves.push_back(ply.move);
  for (const SeatIndex seat : {0, 1}) {
    if (seat == viewer) continue;
    const std::vector<size_t> turns = TurnsOfPlacing(played, seat);
    std::vector<Move> placed;
    for (const size_t turn : turns) placed.push_back(moves[turn]);
    const Redrawing redrawing(table, std::move(placed), course.shots[1 - seat]);
    const std::vector<Move> redrawn = redrawing.Draw(dice);
    for (size_t i = 0; i < turns.size(); ++i) moves[turns[i]] = redrawn[i];
  }
  return moves;
}

}  // namespace meeple::engine::battleship
