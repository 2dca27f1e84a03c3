#include "service/core/game_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "google/protobuf/util/time_util.h"
#include "service/core/conversion.h"
#include "service/core/testing/has_reason.h"
#include "service/core/testing/state_driver.h"

namespace meeple::service {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

struct EventRow {
  int turn;
  const char* actor;
  const char* text;
  v1::GameEvent::DetailCase detail;
};

void ExpectEvents(const std::vector<v1::GameEvent>& events, const std::vector<EventRow>& rows) {
  ASSERT_EQ(events.size(), rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    SCOPED_TRACE(rows[i].text);
    EXPECT_EQ(events[i].sequence(), static_cast<int64_t>(i) + 1);
    EXPECT_EQ(events[i].turn(), rows[i].turn);
    EXPECT_EQ(events[i].actor(), rows[i].actor);
    EXPECT_EQ(events[i].text(), rows[i].text);
    EXPECT_EQ(events[i].detail_case(), rows[i].detail);
  }
}

const std::vector<EventRow> kTranscript = {
    {0, "", "game created", v1::GameEvent::kGameCreated},
    {0, "", "game started", v1::GameEvent::kGameStarted},
    {1, "X", "X plays X at (0,0)", v1::GameEvent::kMoveApplied},
    {2, "O", "O plays O at (0,1)", v1::GameEvent::kMoveApplied},
    {3, "X", "X plays X at (1,1)", v1::GameEvent::kMoveApplied},
    {4, "O", "O plays O at (0,2)", v1::GameEvent::kMoveApplied},
    {5, "X", "X plays X at (2,2)", v1::GameEvent::kMoveApplied},
    {5, "X", "X wins", v1::GameEvent::kGameFinished},
    {4, "X", "undo: X takes back (2,2)", v1::GameEvent::kMoveUndone},
    {5, "X", "X plays X at (2,2)", v1::GameEvent::kMoveApplied},
    {5, "X", "X wins", v1::GameEvent::kGameFinished},
    {5, "", "game final", v1::GameEvent::kGameFinal},
};

TEST(GameStateTest, ClassicGame) {
  StateDriver game;
  game.ExpectTurn("X", 0);
  game.PlayAll(kWin);
  game.ExpectEnd(engine::GameStatus::kWon, engine::EndReason::kBoard, "X");
  EXPECT_EQ(game.Board(), "X|O|O\n.|X|.\n.|.|X");

  game.Undo(0);
  game.ExpectTurn("X", 4);
  EXPECT_EQ(game.Board(), "X|O|O\n.|X|.\n.|.|.");
  EXPECT_THAT(game.TryPlay(1, "a3"), HasReason(v1::ERROR_REASON_NOT_YOUR_TURN));
  EXPECT_THAT(game.TryPlay(0, "a1"), HasReason(v1::ERROR_REASON_CELL_TAKEN));

  game.Play("c3");
  game.ExpectEnd(engine::GameStatus::kWon, engine::EndReason::kBoard, "X");
  game.Finalise();
  ExpectEvents(game.events(), kTranscript);
}

TEST(GameStateTest, GameBeginsWithItsConfig) {
  const StateDriver game(
      "labels { key: 'cup' value: 'final' } seats {} seats { bot { kind: 'random' seed: 7 } }");
  ASSERT_THAT(game.events(), SizeIs(2));
  const v1::GameConfig& config = game.events()[0].game_created().config();
  EXPECT_EQ(config.kind(), "tic_tac_toe");
  EXPECT_EQ(config.labels().at("cup"), "final");
  ASSERT_EQ(config.seats_size(), 2);
  EXPECT_EQ(config.seats(1).bot().kind(), "random");
  EXPECT_FALSE(config.seats(1).bot().has_seed());
  for (const v1::GameEvent& event : game.events()) {
    EXPECT_EQ(event.cursor().status(), v1::GAME_STATUS_IN_PROGRESS)
        << "the cursor is that after the group";
  }
}

TEST(GameStateTest, NothingIsThereBeforeTheBeginning) {
  const GameState state(Prepare(""), {});
  EXPECT_EQ(state.sequence(), 0);
  EXPECT_EQ(state.position_sequence(), 0);
  EXPECT_FALSE(state.final());
  EXPECT_FALSE(state.final_due().has_value());
  EXPECT_FALSE(state.BotToMove().has_value());
}

TEST(GameStateTest, MoveIsToldComplete) {
  StateDriver game("seats { player_id: 'ann' symbol: 'A' } seats { player_id: 'ben' symbol: 'B' }");
  game.Play("a1");
  const v1::GameEvent event = game.Play("c2")[0];
  EXPECT_EQ(event.actor(), "ben");
  EXPECT_EQ(event.text(), "ben plays B at (1,2)");
  const v1::Move& move = event.move_applied().move();
  EXPECT_EQ(move.number(), 2);
  EXPECT_EQ(move.player_id(), "ben");
  EXPECT_EQ(move.symbol(), "B");
  EXPECT_EQ(move.notation(), "c2");
  EXPECT_EQ(move.cell().row(), 1);
  EXPECT_EQ(move.cell().column(), 2);
}

TEST(GameStateTest, WinAndItsMoveAreOneGroup) {
  StateDriver game;
  game.PlayAll({"a1", "b1", "b2", "c1"});
  const EventGroup group = game.Play("c3");
  EXPECT_THAT(TextsOf(group), ElementsAre("X plays X at (2,2)", "X wins"));
  for (const v1::GameEvent& event : group) {
    EXPECT_EQ(event.cursor().status(), v1::GAME_STATUS_WON);
    EXPECT_EQ(event.cursor().turn_index(), 0);
    EXPECT_EQ(event.cursor().turns(), 5);
  }
  EXPECT_EQ(group[1].game_finished().winner(), "X");
  EXPECT_EQ(group[1].game_finished().end_reason(), v1::END_REASON_BOARD);
}

// --- Refusals ---

TEST(GameStateTest, RefusalsComeInTheirOrder) {
  StateDriver game;
  game.Play("b2");
  EXPECT_THAT(game.TryPlay(0, "z99"), HasReason(v1::ERROR_REASON_NOT_YOUR_TURN));
  EXPECT_THAT(game.TryPlay(0, "b2"), HasReason(v1::ERROR_REASON_NOT_YOUR_TURN));
  EXPECT_THAT(game.TryPlay(1, "z99"), HasReason(v1::ERROR_REASON_OUTSIDE_BOARD));
  EXPECT_THAT(game.TryPlay(1, "b2"), HasReason(v1::ERROR_REASON_CELL_TAKEN));
  game.PlayAll({"a1", "b1", "a2", "b3"});
  game.ExpectEnd(engine::GameStatus::kWon, engine::EndReason::kBoard, "X");
  EXPECT_THAT(game.TryPlay(0, "z99"), HasReason(v1::ERROR_REASON_GAME_OVER));
  EXPECT_THAT(game.TryPlay(1, "b2"), HasReason(v1::ERROR_REASON_GAME_OVER));
}

TEST(GameStateTest, RefusalsSayWhatWouldDo) {
  StateDriver game;
  EXPECT_EQ(MetadataOf(game.TryPlay(1, "a1").status(), "to_move"), "X");
  const absl::Status outside = game.TryPlay(0, "a4").status();
  EXPECT_EQ(MetadataOf(outside, "rows"), "3");
  EXPECT_EQ(MetadataOf(outside, "columns"), "3");
}

TEST(GameStateTest, CellsOffTheBoardAreOutside) {
  GameState state(Prepare(""), {});
  state.Begin(TestTime());
  const std::string before = Describe(state);
  for (const engine::Cell cell :
       {engine::Cell{-1, 0}, {0, -1}, {3, 0}, {0, 3}, {-2147483647 - 1, 0}, {0, 2147483647}}) {
    EXPECT_THAT(state.Play(0, engine::Move::AtCell(cell), TestTime()),
                HasReason(v1::ERROR_REASON_OUTSIDE_BOARD));
  }
  EXPECT_THAT(state.Play(0, engine::Move::InColumn(0), TestTime()),
              HasReason(v1::ERROR_REASON_INVALID_FIELD));
  EXPECT_EQ(Describe(state), before);
}

// --- Bots, time ---

TEST(GameStateTest, BotThatIsToMoveIsNamed) {
  StateDriver game("seats {} seats { bot { kind: 'random' } } seats { bot { kind: 'random' } }");
  EXPECT_EQ(game.state().BotToMove(), std::nullopt);
  game.Play("a1");
  EXPECT_EQ(game.state().BotToMove(), 1);
  game.Play("b1");
  EXPECT_EQ(game.state().BotToMove(), 2);
  game.Play("c1");
  EXPECT_EQ(game.state().BotToMove(), std::nullopt);
  game.Play("a2");
  game.Resign(0);
  EXPECT_EQ(game.state().BotToMove(), 1);
  game.Resign(2);
  EXPECT_EQ(game.state().BotToMove(), std::nullopt) << "the game is over";
}

TEST(GameStateTest, TimeNeverGoesBack) {
  StateDriver game;
  game.StepClock(absl::Seconds(10));
  EXPECT_EQ(game.Play("a1")[0].time(), At(absl::Seconds(10)));
  game.StepClock(-absl::Hours(1));
  EXPECT_EQ(game.Play("b1")[0].time(), At(absl::Seconds(10)));
  EXPECT_EQ(game.Undo(0)[0].time(), At(absl::Seconds(10)));
  game.StepClock(absl::Hours(1) + absl::Seconds(5));
  EXPECT_EQ(game.Redo(1)[0].time(), At(absl::Seconds(15)));
}

TEST(GameStateTest, ResultIsNotFinalBeforeItHappened) {
  StateDriver game;
  game.StepClock(absl::Seconds(10));
  game.PlayAll({"a1", "b1", "b2", "c1"});
  game.StepClock(-absl::Hours(1));
  const v1::GameEvent finished = game.Play("c3")[1];
  EXPECT_EQ(finished.time(), At(absl::Seconds(10)));
  EXPECT_EQ(finished.game_finished().final_at(), At(absl::Seconds(70)));
}

// --- Whatever is called ---

// One call chosen at random, on any seat, sensible or not.
void CallAtRandom(StateDriver& game, std::mt19937& random) {
  const auto draw = [&](int below) { return static_cast<int>(random() % below); };
  const engine::SeatIndex seat = draw(game.state().game().seats());
  switch (draw(40)) {
    case 0:
      game.TryResign(seat).IgnoreError();
      return;
    case 1:
      game.TryAbandon(seat).IgnoreError();
      return;
    case 2:
      game.TryFinalise(game.state().position_sequence() - draw(2)).IgnoreError();
      return;
    case 3:
      game.StepClock(absl::Seconds(draw(100) - 50));
      return;
    default:
      break;
  }
  switch (draw(6)) {
    case 0:
      game.TryUndo(seat).IgnoreError();
      return;
    case 1:
      game.TryRedo(seat).IgnoreError();
      return;
    default:
      game.TryPlay(seat,
                   std::string(1, static_cast<char>('a' + draw(3))) + std::to_string(1 + draw(3)))
          .IgnoreError();
  }
}

// The moves that stand by the events alone.
std::vector<std::string> FoldMoves(const std::vector<v1::GameEvent>& events) {
  std::vector<std::string> moves;
  for (const v1::GameEvent& event : events) {
    if (event.has_move_applied()) moves.push_back(event.move_applied().move().notation());
    if (event.has_move_redone()) moves.push_back(event.move_redone().move().notation());
    if (!event.has_move_undone()) continue;
    EXPECT_EQ(moves.back(), event.move_undone().move().notation());
    moves.pop_back();
  }
  return moves;
}

std::vector<std::string> StandingMoves(const engine::BoardGame& game) {
  std::vector<std::string> moves;
  for (const engine::Ply& ply : game.log().standing()) {
    moves.push_back(ToProto(ply.move, game.players()[ply.seat], 1).notation());
  }
  return moves;
}

// The driver checks every call; here the calls are many and odd. Bots' seats are played as well.
TEST(GameStateTest, EventsTellTheStateWhateverIsCalled) {
  const char* const configs[] = {
      "", "seats {} seats {} seats {}", "seats {} seats { bot { kind: 'random' } }",
      "seats { bot { kind: 'random' } } seats {} seats { bot { kind: 'random' } }"};
  int finals = 0;
  for (uint32_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::mt19937 random(seed);
    StateDriver game(configs[seed % std::size(configs)]);
    for (int call = 0; call < 120 && !HasFailure(); ++call) CallAtRandom(game, random);
    ASSERT_EQ(FoldMoves(game.events()), StandingMoves(game.state().game()));
    finals += game.state().final() ? 1 : 0;
  }
  EXPECT_GT(finals, 100) << "too few games came to an end";
  EXPECT_LT(finals, 400) << "no game went on";
}

}  // namespace
}  // namespace meeple::service
