#include "engine/players/battleship_player.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>

#include "engine/core/counter_random.h"
#include "engine/games/battleship/battleship.h"
#include "engine/players/strategies.h"

namespace meeple::engine {
namespace {

using battleship::Berth;
using battleship::Water;

// A way through one more hit cell weighs 2 to this power times as much. Two hits in a row are
// rarely of two ships.
constexpr int kBitsPerHit = 5;
// Beyond as many hits a way weighs no more, so that a sum fits 64 bits.
constexpr int kMostHits = 8;

// In how many ways ships could lie on each cell of a target.
class Weights {
 public:
  explicit Weights(const Battleship::Target& target)
      : target_(target),
        is_hunting_(std::count(target.cells.begin(), target.cells.end(), Water::kHit) > 0),
        weights_(target.cells.size()) {
    std::map<int, uint64_t> ships;  // how many by length
    for (const int length : target.afloat) ++ships[length];
    for (const auto& [length, count] : ships) {
      AddBerths(length, Direction::kRight, count);
      if (length > 1) AddBerths(length, Direction::kDown, count);
    }
  }

  // The cells nobody fired at that have the greatest weight.
  std::vector<Move> BestShots() const {
    std::vector<Move> best;
    uint64_t most = 0;
    for (int row = 0; row < target_.rows; ++row) {
      for (int column = 0; column < target_.columns; ++column) {
        const Cell cell = {row, column};
        if (At(cell) != Water::kOpen || weights_[IndexOf(cell)] < most) continue;
        if (weights_[IndexOf(cell)] > most) best.clear();
        most = weights_[IndexOf(cell)];
        best.push_back(Move::AtCell(cell));
      }
    }
    return best;
  }

 private:
  size_t IndexOf(Cell cell) const {
    return static_cast<size_t>(cell.row) * target_.columns + cell.column;
  }
  Water At(Cell cell) const { return target_.cells[IndexOf(cell)]; }

  void AddBerths(int length, Direction direction, uint64_t count) {
    const bool is_right = direction == Direction::kRight;
    for (int row = 0; row <= target_.rows - (is_right ? 1 : length); ++row) {
      for (int column = 0; column <= target_.columns - (is_right ? length : 1); ++column) {
        AddBerth({{row, column}, direction, length}, count);
      }
    }
  }

  // Counts `berth` for its cells if a ship may lie there and, on the hunt, if it may be the one
  // hit.
  void AddBerth(const Berth& berth, uint64_t count) {
    const std::optional<int> hits = HitsOn(berth);
    if (!hits || (is_hunting_ && *hits == 0)) return;
    if (!target_.touching && !IsClear(berth)) return;
    const uint64_t weight = count << (kBitsPerHit * std::min(*hits, kMostHits));
    for (int i = 0; i < berth.length; ++i) weights_[IndexOf(berth.At(i))] += weight;
  }

  // The hit cells of a berth; nothing if no ship lies there or nothing of it is left to fire at.
  std::optional<int> HitsOn(const Berth& berth) const {
    int hits = 0;
    for (int i = 0; i < berth.length; ++i) {
      const Water water = At(berth.At(i));
      if (water == Water::kMiss || water == Water::kSunk) return std::nullopt;
      if (water == Water::kHit) ++hits;
    }
    if (hits == berth.length) return std::nullopt;
    return hits;
  }

  // True if no cell around the berth is known to be of a ship.
  bool IsClear(const Berth& berth) const {
    const Cell first = berth.first;
    const Cell last = berth.last();
    for (int row = std::max(first.row - 1, 0); row <= std::min(last.row + 1, target_.rows - 1);
         ++row) {
      for (int column = std::max(first.column - 1, 0);
           column <= std::min(last.column + 1, target_.columns - 1); ++column) {
        const bool is_inside =
            row >= first.row && row <= last.row && column >= first.column && column <= last.column;
        const Water water = At({row, column});
        if (!is_inside && (water == Water::kHit || water == Water::kSunk)) return false;
      }
    }
    return true;
  }

  const Battleship::Target& target_;
  const bool is_hunting_;  // a ship is hit and afloat
  std::vector<uint64_t> weights_;
};

// The legal placements of the longest ship that is still to be placed.
std::vector<Move> PlacementsOfLongest(std::vector<Move> moves, const std::vector<int>& fleet) {
  int longest = moves.front().ship();
  for (const Move& move : moves) {
    if (fleet[move.ship()] > fleet[longest]) longest = move.ship();
  }
  std::erase_if(moves, [longest](const Move& move) { return move.ship() != longest; });
  return moves;
}

}  // namespace

BattleshipPlayer::BattleshipPlayer(uint64_t seed, std::unique_ptr<MoveStrategy> fallback)
    : seed_(seed), fallback_(std::move(fallback)) {}

absl::StatusOr<Move> BattleshipPlayer::Choose(const BoardGame& game) {
  if (absl::Status status = CheckInProgress(game); !status.ok()) return status;
  const auto* known = dynamic_cast<const Battleship*>(&game);
  if (known == nullptr) return fallback_->Choose(game);
  const TurnCursor& cursor = game.cursor();
  std::vector<Move> moves = game.LegalMoves();
  if (moves.front().form() == MoveForm::kShip) {
    return Draw(PlacementsOfLongest(std::move(moves), known->rules().fleet), cursor.turns);
  }
  const Battleship::Target target = known->TargetOf(cursor.turn_index);
  return Draw(Weights(target).BestShots(), cursor.turns);
}

Move BattleshipPlayer::Draw(const std::vector<Move>& moves, int turn) const {
  return moves[DrawBelow(moves.size(), seed_, turn, 0)];
}

}  // namespace meeple::engine
