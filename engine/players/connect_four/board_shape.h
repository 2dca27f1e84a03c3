#ifndef MEEPLE_ENGINE_PLAYERS_CONNECT_FOUR_BOARD_SHAPE_H_
#define MEEPLE_ENGINE_PLAYERS_CONNECT_FOUR_BOARD_SHAPE_H_

// Where the cells of a Connect Four board lie in a 64-bit word: column by column from the left,
// each from the bottom up, with one bit above each column that is never a cell:
//
//      6  13  20  27  34  41  48     never a cell: it keeps lines from wrapping round, and
//     -----------------------------  tells full columns from empty ones in a sum
//      5  12  19  26  33  40  47     row 0 of the game
//      4  11  18  25  32  39  46
//      3  10  17  24  31  38  45
//      2   9  16  23  30  37  44
//      1   8  15  22  29  36  43
//      0   7  14  21  28  35  42     row 5
//
// Two types with the same functions: FixedShape, whose numbers the compiler knows, and AnyShape for
// all other boards. Immutable values, safe from any thread.
//
//   constexpr FixedShape<7, 6> shape;
//   shape.bottom() & shape.ColumnOf(3);   // the lowest cell of the middle column

#include <cassert>
#include <cstdint>

namespace meeple::engine::connect_four {

// Bit 0 and every `stride`-th after it, `count` in all. REQUIRES: count * stride <= 64.
constexpr uint64_t EveryNth(int count, int stride) {
  uint64_t bits = 0;
  for (int i = 0; i < count; ++i) bits |= uint64_t{1} << (i * stride);
  return bits;
}

// True if a board fits the word. A single column is no board.
constexpr bool FitsWord(int width, int height) {
  return width >= 2 && height >= 1 && width <= 64 && height <= 64 && width * (height + 1) <= 64;
}

template <int kWidth, int kHeight>
class FixedShape {
  static_assert(FitsWord(kWidth, kHeight));

 public:
  static constexpr int width() { return kWidth; }
  static constexpr int height() { return kHeight; }
  static constexpr int size() { return kWidth * kHeight; }
  // The distance of two neighbours in a row.
  static constexpr int stride() { return kHeight + 1; }
  // The lowest cell of each column.
  static constexpr uint64_t bottom() { return EveryNth(kWidth, kHeight + 1); }
  // All cells.
  static constexpr uint64_t cells() { return bottom() * ((uint64_t{1} << kHeight) - 1); }
  static constexpr uint64_t ColumnOf(int column) {
    return ((uint64_t{1} << kHeight) - 1) << (column * (kHeight + 1));
  }
};

class AnyShape {
 public:
  // REQUIRES: FitsWord(width, height).
  constexpr AnyShape(int width, int height)
      : width_(width),
        height_(height),
        bottom_(EveryNth(width, height + 1)),
        cells_(bottom_ * ((uint64_t{1} << height) - 1)) {
    assert(FitsWord(width, height));
  }

  constexpr int width() const { return width_; }
  constexpr int height() const { return height_; }
  constexpr int size() const { return width_ * height_; }
  constexpr int stride() const { return height_ + 1; }
  constexpr uint64_t bottom() const { return bottom_; }
  constexpr uint64_t cells() const { return cells_; }
  constexpr uint64_t ColumnOf(int column) const {
    return ((uint64_t{1} << height_) - 1) << (column * (height_ + 1));
  }

 private:
  int width_;
  int height_;
  uint64_t bottom_;
  uint64_t cells_;
};

}  // namespace meeple::engine::connect_four

#endif  // MEEPLE_ENGINE_PLAYERS_CONNECT_FOUR_BOARD_SHAPE_H_
