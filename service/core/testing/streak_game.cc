#include "service/core/testing/streak_game.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/board_game.h"

namespace meeple::service {
namespace {

using engine::Judgement;
using engine::Move;
using engine::SeatIndex;

constexpr int kMovesInARow = 2;
constexpr int kMovesOfASeat = 4;
constexpr int kMostPins = 10;

class StreakGame final : public engine::BoardGame {
 public:
  StreakGame(std::vector<engine::Player> players, const engine::GameOptions& options)
      : BoardGame(std::move(players), options), scores_(this->players().size()) {}

  std::unique_ptr<BoardGame> NewGame() const override {
    return std::make_unique<StreakGame>(players(), options());
  }

  engine::BoardPicture PictureFor(engine::Viewer /*viewer*/) const override {
    engine::BoardPicture picture = {.rows = seats(), .columns = 1, .cells = {}};
    for (const Score& score : scores_) picture.cells.push_back(std::to_string(score.pins));
    return picture;
  }

 protected:
  void ListMoves(std::vector<Move>& moves) const override {
    for (int pins = 0; pins <= kMostPins; ++pins) moves.push_back(Move::Pins(pins));
  }

  std::optional<engine::Refusal> CheckMove(const Move& move) const override {
    if (move.form() == engine::MoveForm::kPins && move.pins() >= 0 && move.pins() <= kMostPins) {
      return std::nullopt;
    }
    return engine::Refusal{.message = "pins from 0 to 10", .rule = "pins"};
  }

  engine::Memento Apply(const Move& move, SeatIndex seat) override {
    Score& score = scores_[static_cast<size_t>(seat)];
    score.pins += move.pins();
    ++score.moves;
    return 0;
  }

  void TakeBack(const Move& move, SeatIndex seat, engine::Memento /*memento*/) override {
    Score& score = scores_[static_cast<size_t>(seat)];
    score.pins -= move.pins();
    --score.moves;
  }

  Judgement Judge(const Move& /*move*/, SeatIndex /*seat*/) const override { return JudgeScores(); }

  Judgement JudgeAfterLeaving() const override { return JudgeScores(); }

  SeatIndex NextSeat(SeatIndex seat) const override {
    const bool goes_on = scores_[static_cast<size_t>(seat)].moves % kMovesInARow != 0;
    return goes_on && IsPlaying(seat) ? seat : BoardGame::NextSeat(seat);
  }

  std::unique_ptr<BoardGame> DoCopyPosition() const override {
    return std::make_unique<StreakGame>(*this);
  }

 private:
  struct Score {
    int pins = 0;
    int moves = 0;
  };

  Judgement JudgeScores() const {
    Judgement judgement = {.status = engine::GameStatus::kWon};
    for (SeatIndex seat = 0; seat < seats(); ++seat) {
      const Score& score = scores_[static_cast<size_t>(seat)];
      if (!IsPlaying(seat)) continue;
      if (score.moves < kMovesOfASeat) return {};
      if (judgement.winner == engine::kNoSeat ||
          score.pins > scores_[static_cast<size_t>(judgement.winner)].pins) {
        judgement.winner = seat;
      }
    }
    return judgement;
  }

  std::vector<Score> scores_;  // by seat
};

}  // namespace

engine::GameKind StreakKind() {
  return {.id = "streak",
          .title = "Streak",
          .description = "Two numbers in a row, twice; the greatest sum wins.",
          .parameters = {},
          .min_players = 1,
          .max_players = 4,
          .move_forms = {engine::MoveForm::kPins},
          .make = [](const engine::Parameters&, std::vector<engine::Player> players,
                     const engine::GameOptions& options)
              -> absl::StatusOr<std::unique_ptr<engine::BoardGame>> {
            return std::make_unique<StreakGame>(std::move(players), options);
          }};
}

}  // namespace meeple::service
