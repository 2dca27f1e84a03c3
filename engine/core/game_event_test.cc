#include "engine/core/game_event.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/board_renderer.h"
#include "engine/core/scoreboard.h"
#include "engine/testing/fake_game.h"

namespace meeple::engine {
namespace {

// (turn, text) of each event.
std::vector<std::pair<int, std::string>> Told(const std::vector<GameEvent>& events) {
  std::vector<std::pair<int, std::string>> told;
  told.reserve(events.size());
  for (const GameEvent& event : events) told.emplace_back(event.turn, event.text);
  return told;
}

using Telling = std::vector<std::pair<int, std::string>>;

class GameEventTest : public ::testing::Test {
 protected:
  GameEventTest() { Begin(6); }

  void Begin(int places) {
    game_ = std::make_unique<FakeGame>(std::vector<Player>{{"ann", 'A'}, {"ben", 'B'}},
                                       GameOptions{}, places);
    game_->Start();
  }

  std::vector<GameEvent> Play(int place) {
    game_->ApplyUnchecked(FakeGame::Place(place));
    return EventsOfMove(*game_);
  }

  std::vector<GameEvent> Undo() {
    const Outcome before = game_->outcome();
    EXPECT_FALSE(game_->Undo().has_value());
    return EventsOfUndo(*game_, before);
  }

  std::vector<GameEvent> Redo() {
    EXPECT_FALSE(game_->Redo().has_value());
    return EventsOfRedo(*game_);
  }

  // Five moves by which ann wins.
  std::vector<GameEvent> Win() {
    for (int place : {1, 2, 3, 4}) Play(place);
    return Play(5);
  }

  std::unique_ptr<BoardGame> game_;
};

TEST_F(GameEventTest, StartAndMoves) {
  EXPECT_EQ(Told(EventsOfStart(*game_)), (Telling{{0, "game started"}}));
  const std::vector<GameEvent> events = Play(2);
  EXPECT_EQ(Told(events), (Telling{{1, "ann plays A at (0,2)"}}));
  EXPECT_EQ(events[0].actor, "ann");
  EXPECT_EQ(events[0].move, FakeGame::Place(2));
  EXPECT_EQ(events[0].cursor, game_->cursor());
}

TEST_F(GameEventTest, EndBelongsToTheMoveThatBroughtIt) {
  const std::vector<GameEvent> events = Win();
  EXPECT_EQ(Told(events), (Telling{{5, "ann plays A at (0,5)"}, {5, "ann wins"}}));
  EXPECT_EQ(events[0].cursor.status, GameStatus::kWon) << "the state after the whole group";
  EXPECT_EQ(events[1].kind, GameEventKind::kFinished);
}

TEST_F(GameEventTest, UndoTellsWhatItTookBack) {
  Win();
  const std::vector<GameEvent> undone = Undo();
  EXPECT_EQ(Told(undone), (Telling{{4, "undo: ann takes back (0,5)"}}));
  EXPECT_EQ(undone[0].outcome_before, (Outcome{0, EndReason::kBoard}));
  EXPECT_EQ(Told(Redo()), (Telling{{5, "redo: ann plays A at (0,5)"}, {5, "ann wins"}}));
}

TEST_F(GameEventTest, ResignationAndAbandonment) {
  Play(1);
  game_->Resign(0);
  EXPECT_EQ(Told(EventsOfResignation(*game_, 0)),
            (Telling{{1, "ann resigns"}, {1, "ben wins by resignation"}}));
  const std::unique_ptr<BoardGame> other = game_->NewGame();
  other->Abandon();
  EXPECT_EQ(Told(EventsOfAbandonment(*other)), (Telling{{0, "abandoned"}}));
}

class ObserverTest : public GameEventTest {
 protected:
  void Tell(const std::vector<GameEvent>& events) {
    for (const GameEvent& event : events) {
      scoreboard_.OnEvent(*game_, event);
      renderer_.OnEvent(*game_, event);
    }
  }

  void ExpectScores(const Score& ann, const Score& ben) {
    EXPECT_EQ(scoreboard_.ScoreOf("ann"), ann);
    EXPECT_EQ(scoreboard_.ScoreOf("ben"), ben);
  }

  Scoreboard scoreboard_;
  BoardRenderer renderer_;
};

TEST_F(ObserverTest, RendererKeepsOnlyText) {
  EXPECT_EQ(renderer_.text(), "");
  Tell(EventsOfStart(*game_));
  EXPECT_EQ(renderer_.text(), "ann to play\n.|.|.|.|.|.\nlast: 99");
  Tell(Play(1));
  EXPECT_EQ(renderer_.text(), "ben to play\n.|A|.|.|.|.\nlast: 1");
  Tell(Undo());
  EXPECT_EQ(renderer_.text(), "ann to play\n.|.|.|.|.|.\nlast: 99");
}

TEST_F(ObserverTest, ScoreboardCountsWinsAndTakesThemBack) {
  Tell(Win());
  ExpectScores({.wins = 1}, {.losses = 1});
  Tell(Undo());
  ExpectScores({}, {});
  Tell(Redo());
  ExpectScores({.wins = 1}, {.losses = 1});
  Tell(Undo());
  Tell(Undo());
  ExpectScores({}, {});
}

TEST_F(ObserverTest, ScoreboardAddsUpOverGames) {
  Tell(Win());
  Begin(4);
  for (int place : {1, 2, 3}) Tell(Play(place));
  Tell(Play(0));
  ExpectScores({.wins = 1, .draws = 1}, {.draws = 1, .losses = 1});
  Tell(Undo());
  ExpectScores({.wins = 1}, {.losses = 1});
  Tell(Redo());
  Begin(6);
  game_->Resign(0);
  Tell(EventsOfResignation(*game_, 0));
  ExpectScores({.wins = 1, .draws = 1, .losses = 1}, {.wins = 1, .draws = 1, .losses = 1});
  EXPECT_EQ(scoreboard_.scores().size(), 2u);
}

TEST_F(ObserverTest, ScoreboardCountsAnAgreedDraw) {
  Play(1);
  ASSERT_FALSE(game_->AgreeOnDraw().has_value());
  Tell(EventsOfAbandonment(*game_));
  ExpectScores({.draws = 1}, {.draws = 1});
}

TEST_F(ObserverTest, ScoreboardIgnoresGamesThatNobodyWon) {
  Play(1);
  game_->Abandon();
  Tell(EventsOfAbandonment(*game_));
  EXPECT_TRUE(scoreboard_.scores().empty());
  EXPECT_EQ(scoreboard_.ScoreOf("nobody"), Score{});
}

}  // namespace
}  // namespace meeple::engine
