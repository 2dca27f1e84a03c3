#include "service/core/testing/treasure_game.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "engine/core/board_game.h"
#include "engine/core/event_text.h"

namespace meeple::service {
namespace {

using engine::Judgement;
using engine::Memento;
using engine::Move;
using engine::Ply;
using engine::SeatIndex;
using engine::Viewer;

constexpr int kCells = 30;
constexpr int kNowhere = -1;

// What a move did; of a roll this and the number above it.
constexpr Memento kBuried = 0;
constexpr Memento kDug = 1;
constexpr Memento kRolled = 2;

class TreasureGame final : public engine::BoardGame {
 public:
  TreasureGame(std::vector<engine::Player> players, const engine::GameOptions& options)
      : BoardGame(std::move(players), options),
        treasures_(static_cast<size_t>(seats()), kNowhere),
        dug_(kCells, false) {}

  std::unique_ptr<BoardGame> NewGame() const override {
    return std::make_unique<TreasureGame>(players(), options());
  }

  engine::BoardPicture PictureFor(Viewer viewer) const override {
    engine::BoardPicture picture = {
        .rows = 1, .columns = kCells, .cells = std::vector<std::string>(kCells, ".")};
    for (size_t cell = 0; cell < dug_.size(); ++cell) {
      if (dug_[cell]) picture.cells[cell] = "_";
    }
    for (SeatIndex seat = 0; seat < seats(); ++seat) {
      const int cell = treasures_[static_cast<size_t>(seat)];
      if (cell == kNowhere || (viewer != seat && viewer != engine::kAllSeeing)) continue;
      picture.cells[static_cast<size_t>(cell)] =
          std::string(1, players()[static_cast<size_t>(seat)].symbol);
    }
    return picture;
  }

  std::string DescribePly(const Ply& ply, Viewer viewer) const override {
    if (ply.memento >= kRolled) return absl::StrCat("rolls ", 1 + ply.memento - kRolled);
    if (ply.memento == kDug) return absl::StrCat("digs at ", engine::TextOfObject(ply.move));
    return CanSee(ply, viewer) ? absl::StrCat("buries at ", engine::TextOfObject(ply.move))
                               : "buries a treasure";
  }

  bool CanSee(const Ply& ply, Viewer viewer) const override {
    return ply.memento != kBuried || viewer == ply.seat || viewer == engine::kAllSeeing;
  }

 protected:
  void ListMoves(std::vector<Move>& moves) const override {
    for (int cell = 0; cell < kCells; ++cell) {
      if (IsBurying() || !dug_[static_cast<size_t>(cell)]) moves.push_back(Move::AtCell({0, cell}));
    }
    if (!IsBurying()) moves.push_back(Move::Roll());
  }

  std::optional<engine::Refusal> CheckMove(const Move& move) const override {
    if (move.form() == engine::MoveForm::kRoll && !IsBurying()) return std::nullopt;
    if (move.form() != engine::MoveForm::kCell) {
      return engine::Refusal{.reason = engine::RefusalReason::kWrongForm, .message = "bury first"};
    }
    if (move.cell().row != 0 || move.cell().column < 0 || move.cell().column >= kCells) {
      return engine::Refusal{.reason = engine::RefusalReason::kOutsideBoard,
                             .message = "off",
                             .rows = 7,
                             .columns = 8};
    }
    if (!IsBurying() && dug_[static_cast<size_t>(move.cell().column)]) {
      return engine::Refusal{.reason = engine::RefusalReason::kCellTaken, .message = "dug already"};
    }
    return std::nullopt;
  }

  Memento Apply(const Move& move, SeatIndex seat) override {
    if (move.form() == engine::MoveForm::kRoll) return kRolled + DrawNumberBelow(6, 0);
    if (IsBurying()) {
      treasures_[static_cast<size_t>(seat)] = move.cell().column;
      return kBuried;
    }
    dug_[static_cast<size_t>(move.cell().column)] = true;
    return kDug;
  }

  void TakeBack(const Move& move, SeatIndex seat, Memento memento) override {
    if (memento == kBuried) treasures_[static_cast<size_t>(seat)] = kNowhere;
    if (memento == kDug) dug_[static_cast<size_t>(move.cell().column)] = false;
  }

  Judgement Judge(const Move& move, SeatIndex seat) const override {
    if (move.form() != engine::MoveForm::kCell) return {};
    const int cell = move.cell().column;
    for (size_t other = 0; other < treasures_.size(); ++other) {
      const bool found = dug_[static_cast<size_t>(cell)] && treasures_[other] == cell;
      if (found && static_cast<SeatIndex>(other) != seat) {
        return {.status = engine::GameStatus::kWon, .winner = seat};
      }
    }
    return {};
  }

  std::unique_ptr<BoardGame> DoCopyPosition() const override {
    return std::make_unique<TreasureGame>(*this);
  }

 private:
  bool IsBurying() const {
    return treasures_[static_cast<size_t>(cursor().turn_index)] == kNowhere;
  }

  std::vector<int> treasures_;  // by seat
  std::vector<bool> dug_;
};

}  // namespace

engine::GameKind TreasureKind() {
  return {.id = "treasure",
          .title = "Treasure",
          .description = "Bury yours, find theirs.",
          .parameters = {},
          .min_players = 2,
          .max_players = 4,
          .move_forms = {engine::MoveForm::kCell, engine::MoveForm::kRoll},
          .hidden = true,
          .chance = true,
          .undo_by_default = false,
          .make = [](const engine::Parameters&, std::vector<engine::Player> players,
                     const engine::GameOptions& options)
              -> absl::StatusOr<std::unique_ptr<engine::BoardGame>> {
            return std::make_unique<TreasureGame>(std::move(players), options);
          }};
}

}  // namespace meeple::service
