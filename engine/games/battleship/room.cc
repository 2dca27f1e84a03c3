#include "engine/games/battleship/room.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <utility>

namespace meeple::engine::battleship {
namespace {

// The bits of the cells from `first` to `last`, both included.
uint32_t Bits(int first, int last) { return ((2u << (last - first)) - 1) << first; }

}  // namespace

std::vector<int> LongestFirst(std::vector<int> lengths) {
  std::sort(lengths.begin(), lengths.end(), std::greater<>());
  return lengths;
}

bool Room::Fits(const Berth& berth) const {
  const uint32_t bits = Bits(berth.first.column, berth.last().column);
  for (int row = berth.first.row; row <= berth.last().row; ++row) {
    if ((closed_[row] & bits) != 0) return false;
  }
  return true;
}

void Room::Take(const Berth& berth) {
  const uint32_t bits = Bits(std::max(berth.first.column - margin_, 0),
                             std::min(berth.last().column + margin_, columns_ - 1));
  const int bottom = std::min(berth.last().row + margin_, rows_ - 1);
  for (int row = std::max(berth.first.row - margin_, 0); row <= bottom; ++row) {
    closed_[row] |= bits;
  }
}

bool Room::TakeInTurn(std::span<const int> lengths) {
  return std::all_of(lengths.begin(), lengths.end(),
                     [this](int length) { return TakeFirst(length); });
}

bool Room::TakeFirst(int length) {
  for (int row = 0; row < rows_; ++row) {
    // The columns where a ship can begin: all its cells, moved onto the first one, are free.
    const uint32_t free = ~closed_[row] & Bits(0, columns_ - 1);
    uint32_t right = free;
    for (int i = 1; i < length; ++i) right &= free >> i;
    uint32_t down = row + length <= rows_ ? free : 0;
    for (int i = 1; i < length && down != 0; ++i) down &= ~closed_[row + i];
    if ((right | down) == 0) continue;
    const int column = std::countr_zero(right | down);
    const bool is_right = ((right >> column) & 1) != 0;
    Take({.first = {row, column},
          .direction = is_right ? Direction::kRight : Direction::kDown,
          .length = length});
    return true;
  }
  return false;
}

RoomForRest::RoomForRest(const Room& room, std::vector<int> others)
    : room_(room), others_(std::move(others)), reserved_(room) {
  is_reserved_ = reserved_.TakeInTurn(others_);
}

bool RoomForRest::FitsBeside(const Berth& berth) const {
  if (is_reserved_ && reserved_.Fits(berth)) return true;
  Room room = room_;
  room.Take(berth);
  return room.TakeInTurn(others_);
}

}  // namespace meeple::engine::battleship
