#include "engine/games/reversi/reversi.h"

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/core/notation.h"
#include "engine/core/position_hash.h"

namespace meeple::engine {
namespace {

constexpr int kMinSize = 4;
constexpr int kMaxSize = 16;

// Two passes in a row end the game.
constexpr int kLastPass = 2;

// A memento holds the flips of a disc, and above them the passes before it.
constexpr int kPassesShift = 32;

template <int kSize>
constexpr reversi::Cells<kSize> WholeBoard() {
  reversi::Cells<kSize> board;
  for (int bit = 0; bit < kSize * kSize; ++bit) board |= reversi::Cells<kSize>::Of(bit);
  return board;
}

template <int kSize>
constexpr int BitOf(Cell cell) {
  return cell.row * kSize + cell.column;
}

template <int kSize>
constexpr Cell CellOf(int bit) {
  return {.row = bit / kSize, .column = bit % kSize};
}

Refusal Illegal(std::string message, std::string rule) {
  return {.reason = RefusalReason::kIllegalMove,
          .message = std::move(message),
          .rule = std::move(rule)};
}

template <int kSize>
std::string FirstOf(const reversi::Cells<kSize>& cells) {
  int first = -1;
  cells.ForEach([&](int bit) {
    if (first < 0) first = bit;
  });
  return FormatMove(Move::AtCell(CellOf<kSize>(first)));
}

}  // namespace

template <int kSize>
Reversi<kSize>::Reversi(std::vector<Player> players, const GameOptions& options)
    : BoardGame(std::move(players), options) {
  constexpr int kMiddle = kSize / 2;
  discs_[0] = Cells::Of(BitOf<kSize>({kMiddle - 1, kMiddle})) |
              Cells::Of(BitOf<kSize>({kMiddle, kMiddle - 1}));
  discs_[1] = Cells::Of(BitOf<kSize>({kMiddle - 1, kMiddle - 1})) |
              Cells::Of(BitOf<kSize>({kMiddle, kMiddle}));
}

template <int kSize>
std::unique_ptr<BoardGame> Reversi<kSize>::NewGame() const {
  return std::make_unique<Reversi>(players(), options());
}

template <int kSize>
BoardPicture Reversi<kSize>::PictureFor(Viewer /*viewer*/) const {
  BoardPicture picture{.rows = kSize, .columns = kSize};
  picture.cells.assign(kSize * kSize, ".");
  for (SeatIndex seat = 0; seat < 2; ++seat) {
    const Player& player = players()[seat];
    discs_[seat].ForEach([&](int bit) { picture.cells[bit] = std::string(1, player.symbol); });
    picture.facts[absl::StrCat("discs of ", player.id)] = absl::StrCat(discs_[seat].Count());
  }
  return picture;
}

template <int kSize>
typename Reversi<kSize>::Cells Reversi<kSize>::LegalCells() const {
  constexpr Cells kBoard = WholeBoard<kSize>();
  const SeatIndex seat = cursor().turn_index;
  return reversi::Placements<kSize>(discs_[seat], discs_[1 - seat], kBoard);
}

template <int kSize>
void Reversi<kSize>::ListMoves(std::vector<Move>& moves) const {
  LegalCells().ForEach([&](int bit) { moves.push_back(Move::AtCell(CellOf<kSize>(bit))); });
  if (moves.empty()) moves.push_back(Move::Pass());
}

template <int kSize>
std::optional<Refusal> Reversi<kSize>::CheckMove(const Move& move) const {
  if (move.form() == MoveForm::kPass) return CheckPass(LegalCells());
  if (move.form() == MoveForm::kCell) return CheckCell(move.cell(), LegalCells());
  return Refusal{.reason = RefusalReason::kWrongForm,
                 .message = "a move of this game is a cell, such as b2, or pass"};
}

template <int kSize>
std::optional<Refusal> Reversi<kSize>::CheckPass(const Cells& legal) const {
  if (legal.IsEmpty()) return std::nullopt;
  return Illegal(
      absl::StrCat("only who can flip nothing passes; ", FirstOf<kSize>(legal), " is possible"),
      "pass_only_when_forced");
}

template <int kSize>
std::optional<Refusal> Reversi<kSize>::CheckCell(Cell cell, const Cells& legal) const {
  const std::string text = FormatMove(Move::AtCell(cell));
  if (cell.row < 0 || cell.row >= kSize || cell.column < 0 || cell.column >= kSize) {
    return Refusal{.reason = RefusalReason::kOutsideBoard,
                   .message = absl::StrCat(text, " is outside the board of ", kSize, " x ", kSize)};
  }
  if ((discs_[0] | discs_[1]).Has(BitOf<kSize>(cell))) {
    return Refusal{.reason = RefusalReason::kCellTaken, .message = absl::StrCat(text, " is taken")};
  }
  if (legal.Has(BitOf<kSize>(cell))) return std::nullopt;
  if (legal.IsEmpty()) {
    return Illegal(absl::StrCat(text, " flips nothing, nor does any other cell; pass"),
                   "must_pass");
  }
  return Illegal(absl::StrCat(text, " flips nothing; ", FirstOf<kSize>(legal), " would"),
                 "must_flip");
}

template <int kSize>
Memento Reversi<kSize>::Apply(const Move& move, SeatIndex seat) {
  const Memento passes_before = static_cast<Memento>(passes_) << kPassesShift;
  if (move.form() == MoveForm::kPass) {
    ++passes_;
    return passes_before;
  }
  passes_ = 0;
  const int bit = BitOf<kSize>(move.cell());
  const reversi::FlipCounts flips = reversi::CountFlips<kSize>(bit, discs_[seat], discs_[1 - seat]);
  const Cells flipped = reversi::FlippedCells<kSize>(bit, flips);
  discs_[seat] ^= flipped | Cells::Of(bit);
  discs_[1 - seat] ^= flipped;
  return passes_before | flips;
}

template <int kSize>
void Reversi<kSize>::TakeBack(const Move& move, SeatIndex seat, Memento memento) {
  passes_ = static_cast<int>(memento >> kPassesShift);
  if (move.form() == MoveForm::kPass) return;
  const int bit = BitOf<kSize>(move.cell());
  const Cells flipped =
      reversi::FlippedCells<kSize>(bit, static_cast<reversi::FlipCounts>(memento));
  discs_[seat] ^= flipped | Cells::Of(bit);
  discs_[1 - seat] ^= flipped;
}

template <int kSize>
Judgement Reversi<kSize>::Judge(const Move& /*move*/, SeatIndex /*seat*/) const {
  constexpr Cells kBoard = WholeBoard<kSize>();
  if (passes_ == kLastPass || (discs_[0] | discs_[1]) == kBoard) return CountDiscs();
  return {};
}

template <int kSize>
Judgement Reversi<kSize>::CountDiscs() const {
  const int lead = discs_[0].Count() - discs_[1].Count();
  if (lead == 0) return {.status = GameStatus::kDrawn};
  return {.status = GameStatus::kWon, .winner = lead > 0 ? 0 : 1};
}

template <int kSize>
int Reversi<kSize>::Estimate(SeatIndex seat) const {
  constexpr int kPerCorner = 100;
  constexpr int kPerCell = 10;
  const Cells& own = discs_[seat];
  const Cells& other = discs_[1 - seat];
  const Cells corners = Cells::Of(0) | Cells::Of(kSize - 1) | Cells::Of(kSize * (kSize - 1)) |
                        Cells::Of(kSize * kSize - 1);
  constexpr Cells kBoard = WholeBoard<kSize>();
  const int choice = reversi::Placements<kSize>(own, other, kBoard).Count() -
                     reversi::Placements<kSize>(other, own, kBoard).Count();
  const int held = (own & corners).Count() - (other & corners).Count();
  return std::clamp(kPerCorner * held + kPerCell * choice, -kMostEstimate, kMostEstimate);
}

template <int kSize>
uint64_t Reversi<kSize>::HashBoard() const {
  static_assert(std::has_unique_object_representations_v<Cells>);
  const uint64_t hash =
      HashBytes({reinterpret_cast<const char*>(discs_.data()), sizeof(Cells) * discs_.size()});
  return CombineHash(hash, static_cast<uint64_t>(passes_));
}

template <int kSize>
std::unique_ptr<BoardGame> Reversi<kSize>::DoCopyPosition() const {
  return std::unique_ptr<BoardGame>(new Reversi(*this));
}

namespace reversi {
namespace {

// The game of the size `size`, looked for among the even ones from kSize up.
template <int kSize>
absl::StatusOr<std::unique_ptr<BoardGame>> MakeOfSize(int size, std::vector<Player> players,
                                                      const GameOptions& options) {
  if (size == kSize) return std::make_unique<Reversi<kSize>>(std::move(players), options);
  if constexpr (kSize < kMaxSize) {
    return MakeOfSize<kSize + 2>(size, std::move(players), options);
  }
  return absl::InvalidArgumentError(absl::StrCat("size must be even, not ", size));
}

absl::StatusOr<std::unique_ptr<BoardGame>> Make(const Parameters& parameters,
                                                std::vector<Player> players,
                                                const GameOptions& options) {
  return MakeOfSize<kMinSize>(parameters.Integer("size"), std::move(players), options);
}

}  // namespace

GameKind Kind() {
  return {.id = "reversi",
          .title = "Reversi",
          .description = "Flip the discs that lie between two of yours; the most discs win.",
          .parameters = {{.name = "size",
                          .description = "Rows and columns of the board, an even number.",
                          .type = ParameterType::kInteger,
                          .default_value = "8",
                          .minimum = kMinSize,
                          .maximum = kMaxSize}},
          .min_players = 2,
          .max_players = 2,
          .move_forms = {MoveForm::kCell, MoveForm::kPass},
          .rules_version = 1,
          .make = Make};
}

}  // namespace reversi
}  // namespace meeple::engine
