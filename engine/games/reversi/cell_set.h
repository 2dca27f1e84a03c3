#ifndef MEEPLE_ENGINE_GAMES_REVERSI_CELL_SET_H_
#define MEEPLE_ENGINE_GAMES_REVERSI_CELL_SET_H_

// A set of the cells of a square board as bits, so that all discs can be looked at at once. The
// cell (row, column) is bit row * size + column; the words follow each other:
//
//        column 0  1  2  3
//        row 0  0  1  2  3
//        row 1  4  5  6  7        on 4 x 4, moving a set by 5 bits moves every cell one down and
//        row 2  8  9 10 11        one to the right
//        row 3 12 13 14 15
//
// A plain value. Moving a set over an edge of the board is for the caller to prevent.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace meeple::engine::reversi {

template <int kCells>
class CellSet {
 public:
  constexpr CellSet() = default;

  // REQUIRES: 0 <= bit < kCells.
  static constexpr CellSet Of(int bit) {
    CellSet set;
    set.words_[bit / kBits] = uint64_t{1} << (bit % kBits);
    return set;
  }

  constexpr bool Has(int bit) const { return (words_[bit / kBits] >> (bit % kBits) & 1) != 0; }
  constexpr bool IsEmpty() const {
    uint64_t all = 0;
    for (const uint64_t word : words_) all |= word;
    return all == 0;
  }
  constexpr int Count() const {
    int count = 0;
    for (const uint64_t word : words_) count += std::popcount(word);
    return count;
  }
  // Calls visit(bit) for each bit, lowest first.
  template <typename Visitor>
  void ForEach(Visitor visit) const {
    for (size_t i = 0; i < words_.size(); ++i) {
      for (uint64_t rest = words_[i]; rest != 0; rest &= rest - 1) {
        visit(static_cast<int>(i) * kBits + std::countr_zero(rest));
      }
    }
  }

  // Every bit moved by kBy, up or down; what leaves the words is lost.
  template <int kBy>
  constexpr CellSet Moved() const {
    constexpr int kDistance = kBy > 0 ? kBy : -kBy;
    static_assert(0 < kDistance && kDistance < kBits);
    CellSet moved;
    for (size_t i = 0; i < words_.size(); ++i) {
      if constexpr (kBy > 0) {
        moved.words_[i] = words_[i] << kDistance;
        if (i > 0) moved.words_[i] |= words_[i - 1] >> (kBits - kDistance);
      } else {
        moved.words_[i] = words_[i] >> kDistance;
        if (i + 1 < words_.size()) moved.words_[i] |= words_[i + 1] << (kBits - kDistance);
      }
    }
    return moved;
  }

  constexpr CellSet& operator|=(const CellSet& other) {
    for (size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
    return *this;
  }
  constexpr CellSet& operator&=(const CellSet& other) {
    for (size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
    return *this;
  }
  // The cells that are in exactly one of the two.
  constexpr CellSet& operator^=(const CellSet& other) {
    for (size_t i = 0; i < words_.size(); ++i) words_[i] ^= other.words_[i];
    return *this;
  }
  friend constexpr CellSet operator|(CellSet a, const CellSet& b) { return a |= b; }
  friend constexpr CellSet operator&(CellSet a, const CellSet& b) { return a &= b; }
  friend constexpr CellSet operator^(CellSet a, const CellSet& b) { return a ^= b; }

  constexpr bool operator==(const CellSet&) const = default;

 private:
  static constexpr int kBits = 64;

  std::array<uint64_t, (kCells + kBits - 1) / kBits> words_ = {};
};

}  // namespace meeple::engine::reversi

#endif  // MEEPLE_ENGINE_GAMES_REVERSI_CELL_SET_H_
