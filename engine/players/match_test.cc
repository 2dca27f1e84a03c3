#include "engine/players/match.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/board_renderer.h"
#include "engine/core/scoreboard.h"
#include "engine/games/tic_tac_toe/tic_tac_toe.h"
#include "engine/players/player_factory.h"
#include "engine/players/strategies.h"
#include "engine/testing/make_players.h"

namespace meeple::engine {
namespace {

// Writes down the events as "turn text".
class Transcript final : public GameObserver {
 public:
  void OnEvent(const BoardGame& game, const GameEvent& event) override {
    lines_.push_back(std::to_string(event.turn) + " " + event.text);
    EXPECT_EQ(event.cursor, game.cursor()) << "the game's own call has returned";
  }
  std::vector<std::string> Take() { return std::exchange(lines_, {}); }

 private:
  std::vector<std::string> lines_;
};

using Lines = std::vector<std::string>;

class MatchTest : public ::testing::Test {
 protected:
  // Tic-tac-toe in which each player follows a script.
  void Begin(const std::vector<std::vector<Cell>>& scripts) {
    std::vector<std::unique_ptr<MoveStrategy>> strategies;
    strategies.reserve(scripts.size());
    for (const std::vector<Cell>& cells : scripts) {
      std::vector<Move> script;
      script.reserve(cells.size());
      for (const Cell cell : cells) script.push_back(Move::AtCell(cell));
      strategies.push_back(std::make_unique<ScriptedPlayer>(std::move(script)));
    }
    match_ = std::make_unique<Match>(
        std::make_unique<TicTacToe>(MakePlayers(static_cast<int>(scripts.size())), GameOptions{},
                                    3),
        std::move(strategies));
    for (GameObserver* observer :
         std::initializer_list<GameObserver*>{&transcript_, &renderer_, &scoreboard_}) {
      match_->AddObserver(observer);
    }
  }

  void BeginClassic() { Begin({{{0, 0}, {1, 1}, {2, 2}, {2, 2}}, {{0, 1}, {0, 2}}}); }

  void Play() {
    const std::optional<MatchError> error = match_->Play();
    ASSERT_FALSE(error.has_value()) << error->message;
  }

  std::unique_ptr<Match> match_;
  Transcript transcript_;
  BoardRenderer renderer_;
  Scoreboard scoreboard_;
};

TEST_F(MatchTest, ClassicGame) {
  BeginClassic();
  Play();
  EXPECT_EQ(
      transcript_.Take(),
      (Lines{"0 game started", "1 X plays X at (0,0)", "2 O plays O at (0,1)",
             "3 X plays X at (1,1)", "4 O plays O at (0,2)", "5 X plays X at (2,2)", "5 X wins"}));
  EXPECT_EQ(renderer_.text(), "X wins\nX|O|O\n.|X|.\n.|.|X");
  EXPECT_EQ(scoreboard_.ScoreOf("X"), (Score{.wins = 1}));
  EXPECT_EQ(scoreboard_.ScoreOf("O"), (Score{.losses = 1}));
}

TEST_F(MatchTest, ClassicGameWithUndoAndRedo) {
  BeginClassic();
  Play();
  transcript_.Take();
  EXPECT_FALSE(match_->Undo().has_value());
  EXPECT_EQ(transcript_.Take(), (Lines{"4 undo: X takes back (2,2)"}));
  EXPECT_EQ(renderer_.text(), "X to play\nX|O|O\n.|X|.\n.|.|.");
  EXPECT_EQ(scoreboard_.ScoreOf("X"), Score{});

  Play();
  EXPECT_EQ(transcript_.Take(), (Lines{"5 X plays X at (2,2)", "5 X wins"}));
  EXPECT_EQ(match_->Redo()->reason, RefusalReason::kNothingToRedo);

  EXPECT_FALSE(match_->Undo().has_value());
  EXPECT_FALSE(match_->Undo().has_value());
  EXPECT_FALSE(match_->Redo().has_value());
  EXPECT_FALSE(match_->Redo().has_value());
  EXPECT_EQ(transcript_.Take(),
            (Lines{"4 undo: X takes back (2,2)", "3 undo: O takes back (0,2)",
                   "4 redo: O plays O at (0,2)", "5 redo: X plays X at (2,2)", "5 X wins"}));
  EXPECT_EQ(scoreboard_.ScoreOf("X"), (Score{.wins = 1}));
}

TEST_F(MatchTest, DrawIsTold) {
  Begin({{{0, 0}, {0, 2}, {1, 0}, {1, 1}, {2, 1}}, {{0, 1}, {1, 2}, {2, 0}, {2, 2}}});
  Play();
  EXPECT_EQ(transcript_.Take().back(), "9 draw");
  EXPECT_EQ(scoreboard_.ScoreOf("X"), (Score{.draws = 1}));
}

TEST_F(MatchTest, StopsOnAnIllegalMove) {
  Begin({{{0, 0}}, {{0, 0}, {1, 1}}});
  const std::optional<MatchError> error = match_->Play();
  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(error->reason, MatchErrorReason::kIllegalMove);
  EXPECT_EQ(error->seat, 1);
  ASSERT_TRUE(error->refusal.has_value());
  EXPECT_EQ(error->refusal->reason, RefusalReason::kCellTaken);
  EXPECT_EQ(error->message, "O chose an illegal move: a1 is taken");
  EXPECT_EQ(match_->game().cursor(), (TurnCursor{GameStatus::kInProgress, 1, 1}));
  EXPECT_EQ(transcript_.Take(), (Lines{"0 game started", "1 X plays X at (0,0)"}));
}

TEST_F(MatchTest, StopsWhenAScriptEnds) {
  Begin({{{0, 0}}, {{0, 1}}});
  const std::optional<MatchError> error = match_->Play();
  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(error->reason, MatchErrorReason::kScriptExhausted);
  EXPECT_EQ(error->seat, 0);
  EXPECT_FALSE(error->refusal.has_value());
  EXPECT_EQ(error->message, "X gave no move: the script has no move after its 1 moves");
}

TEST_F(MatchTest, StopsWhenAHumanLeaves) {
  std::vector<std::unique_ptr<MoveStrategy>> strategies(2);
  for (auto& strategy : strategies) {
    strategy = std::make_unique<HumanPlayer>(
        [](const BoardGame&) { return absl::CancelledError("end of input"); });
  }
  Match match(std::make_unique<TicTacToe>(MakePlayers(2), GameOptions{}, 3), std::move(strategies));
  const std::optional<MatchError> error = match.PlayTurn();
  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(error->reason, MatchErrorReason::kNoMove);
  EXPECT_EQ(error->message, "X gave no move: end of input");
}

TEST_F(MatchTest, TurnsCanBePlayedOneByOne) {
  BeginClassic();
  EXPECT_FALSE(match_->PlayTurn().has_value());
  EXPECT_FALSE(match_->PlayTurn().has_value());
  EXPECT_EQ(match_->game().cursor().turns, 2);
  EXPECT_EQ(transcript_.Take().size(), 3u) << "the start is told once";
}

TEST_F(MatchTest, ResignationAndAbandonmentAreTold) {
  BeginClassic();
  EXPECT_EQ(match_->Resign(0)->reason, RefusalReason::kNotStarted);
  EXPECT_FALSE(match_->PlayTurn().has_value());
  EXPECT_FALSE(match_->Resign(1).has_value());
  EXPECT_EQ(match_->Undo()->reason, RefusalReason::kGameOver);
  EXPECT_EQ(transcript_.Take(), (Lines{"0 game started", "1 X plays X at (0,0)", "1 O resigns",
                                       "1 X wins by resignation"}));
  EXPECT_EQ(scoreboard_.ScoreOf("O"), (Score{.losses = 1}));
  BeginClassic();
  EXPECT_FALSE(match_->Abandon().has_value());
  EXPECT_EQ(transcript_.Take(), (Lines{"0 abandoned"}));
  EXPECT_FALSE(match_->Play().has_value()) << "it is over";
}

TEST_F(MatchTest, ThreeScriptsPlayInTurn) {
  Begin({{{0, 0}, {0, 1}, {0, 2}}, {{1, 0}, {1, 1}}, {{2, 0}, {2, 1}}});
  Play();
  EXPECT_EQ(renderer_.text(), "X wins\nX|X|X\nO|O|.\nA|A|.");
  EXPECT_EQ(scoreboard_.ScoreOf("A"), (Score{.losses = 1}));
}

}  // namespace
}  // namespace meeple::engine
