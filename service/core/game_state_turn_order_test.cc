// Whose turn it is with three to eight seats, of which some leave: nobody who left ever gets it
// again, also through undo and redo, and it goes to the next one who still plays.

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "engine/core/notation.h"
#include "service/core/game_state.h"
#include "service/core/testing/has_reason.h"
#include "service/core/testing/state_driver.h"

namespace meeple::service {
namespace {

std::string SeatsOf(int count) {
  std::string config = "parameters { key: 'size' value: '12' } ";
  for (int seat = 0; seat < count; ++seat) config += "seats {} ";
  return config;
}

engine::SeatIndex ToMove(const StateDriver& game) {
  return game.state().game().cursor().turn_index;
}

bool IsOver(const StateDriver& game) { return game.state().game().over(); }

// The first seat after `seat` that still plays, told without the engine.
engine::SeatIndex NextPlaying(const std::vector<bool>& playing, engine::SeatIndex seat) {
  const int seats = static_cast<int>(playing.size());
  for (int step = 1; step <= seats; ++step) {
    if (playing[(seat + step) % seats]) return (seat + step) % seats;
  }
  return seat;
}

void PlayAny(StateDriver& game, std::mt19937& random) {
  const auto legal = game.state().game().LegalMoves();
  game.Play(engine::FormatMove(legal[random() % legal.size()]));
}

class TurnOrderTest : public ::testing::TestWithParam<int> {
 protected:
  int seats() const { return GetParam(); }
};

TEST_P(TurnOrderTest, TheTurnGoesRoundTheSeatsThatPlay) {
  for (engine::SeatIndex leaver = 0; leaver < seats(); ++leaver) {
    for (engine::SeatIndex turn = 0; turn < seats(); ++turn) {
      SCOPED_TRACE(absl::StrCat("seat ", leaver, " leaves while ", turn, " is to move"));
      StateDriver game(SeatsOf(seats()));
      std::mt19937 random(1);
      for (int i = 0; i < turn; ++i) PlayAny(game, random);
      std::vector<bool> playing(seats(), true);
      playing[leaver] = false;
      game.Resign(leaver);
      engine::SeatIndex expected = leaver == turn ? NextPlaying(playing, turn) : turn;
      for (int round = 0; round < 2 * seats(); ++round) {
        ASSERT_EQ(ToMove(game), expected);
        EXPECT_THAT(game.TryPlay(leaver, "a1"), HasReason(v1::ERROR_REASON_NOT_YOUR_TURN));
        PlayAny(game, random);
        expected = NextPlaying(playing, expected);
      }
    }
  }
}

TEST_P(TurnOrderTest, TheLastOneWins) {
  StateDriver game(SeatsOf(seats()));
  for (engine::SeatIndex seat = seats() - 1; seat > 0; --seat) game.Resign(seat);
  game.ExpectEnd(engine::GameStatus::kAbandoned, engine::EndReason::kResignation, "X");
}

TEST_P(TurnOrderTest, WhoLeftNeverMovesAgainWhateverIsTakenBack) {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    StateDriver game(SeatsOf(seats()));
    std::mt19937 random(seed);
    std::vector<bool> playing(seats(), true);
    for (int step = 0; step < 120 && !IsOver(game); ++step) {
      const auto seat = static_cast<engine::SeatIndex>(random() % seats());
      const engine::SeatIndex before = ToMove(game);
      switch (random() % 8) {
        case 0:
        case 1:
          static_cast<void>(game.TryUndo(seat));
          break;
        case 2:
        case 3:
          static_cast<void>(game.TryRedo(seat));
          break;
        case 4:
          if (random() % 4 == 0 && playing[seat]) {
            game.Resign(seat);
            playing[seat] = false;
            if (IsOver(game)) break;
            EXPECT_EQ(ToMove(game), before == seat ? NextPlaying(playing, seat) : before);
          }
          break;
        default:
          PlayAny(game, random);
          EXPECT_TRUE(IsOver(game) || ToMove(game) == NextPlaying(playing, before));
      }
      ASSERT_TRUE(IsOver(game) || playing[ToMove(game)]) << "step " << step;
    }
  }
}

TEST_P(TurnOrderTest, ADrawIsAgreedOnByThoseWhoAreLeft) {
  StateDriver game(SeatsOf(seats()));
  game.Resign(0);
  const int64_t id = game.Offer(1, v1::OFFER_KIND_DRAW)[0].sequence();
  for (engine::SeatIndex seat = 2; seat < seats(); ++seat) {
    EXPECT_FALSE(IsOver(game));
    ASSERT_TRUE(game.TryAnswer(seat, id, v1::OFFER_ANSWER_ACCEPT).ok());
  }
  game.ExpectEnd(engine::GameStatus::kDrawn, engine::EndReason::kAgreement, "");
}

INSTANTIATE_TEST_SUITE_P(Seats, TurnOrderTest, ::testing::Range(3, 9));

}  // namespace
}  // namespace meeple::service
