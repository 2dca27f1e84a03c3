#include "engine/games/gomoku/gomoku.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/testing/cases.h"
#include "engine/testing/find_game_kind.h"
#include "engine/testing/make_players.h"
#include "engine/testing/recorded_games.h"

namespace meeple::engine {
namespace {

absl::StatusOr<std::unique_ptr<BoardGame>> TryMake(
    const std::map<std::string, std::string>& parameters, int players = 2) {
  return MakeGame(FindGameKind("gomoku"), parameters, MakePlayers(players), {});
}

// Where X has five or more in a row, and under which rules that wins. "*" is X's last move.
struct FiveCase {
  std::string name;
  std::vector<std::string> board;
  bool freestyle;
  bool exact;
  bool caro;
};

class FiveInARowTest : public ::testing::TestWithParam<FiveCase> {
 protected:
  static bool Completes(FiveRule rule) {
    const std::vector<std::string>& rows = GetParam().board;
    Board board(static_cast<int>(rows.size()), static_cast<int>(rows[0].size()));
    Cell last;
    for (int row = 0; row < board.rows(); ++row) {
      for (int column = 0; column < board.columns(); ++column) {
        const char mark = rows[row][column];
        if (mark == '*') last = {row, column};
        if (mark != '.') board.Place({row, column}, mark == 'O' ? 1 : 0);
      }
    }
    return FiveInARow(rule).Completes(board, last);
  }
};

TEST_P(FiveInARowTest, WinsByTheRule) {
  EXPECT_EQ(Completes(FiveRule::kFreestyle), GetParam().freestyle);
  EXPECT_EQ(Completes(FiveRule::kExact), GetParam().exact);
  EXPECT_EQ(Completes(FiveRule::kCaro), GetParam().caro);
}

std::string NameOf(const ::testing::TestParamInfo<FiveCase>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(
    Boards, FiveInARowTest,
    ::testing::Values(
        FiveCase{"Four", {".XX*X."}, false, false, false},
        FiveCase{"FiveWithAGap", {"XX*.XX"}, false, false, false},
        FiveCase{"Five", {".XX*XX."}, true, true, true},
        FiveCase{"BlockedAtOneEnd", {"OXX*XX."}, true, true, true},
        FiveCase{"BlockedAtTheOtherEnd", {".*XXXXO"}, true, true, true},
        FiveCase{"BlockedAtBothEnds", {"OXX*XXO"}, true, true, false},
        FiveCase{"EdgeAndBlock", {"XX*XXO"}, true, true, true},
        FiveCase{"BlockAndEdge", {"OXX*XX"}, true, true, true},
        FiveCase{"EdgeToEdge", {"XXXX*"}, true, true, true},
        FiveCase{"BlocksFarOff", {"O.XXX*X.O"}, true, true, true},
        FiveCase{"Overline", {".XX*XXX."}, true, false, true},
        FiveCase{"OverlineBlockedAtBothEnds", {"OXX*XXXO"}, true, false, true},
        FiveCase{"OverlineOfNine", {"XXXX*XXXX"}, true, false, true},
        FiveCase{"BlockedInAColumn", {"O", "X", "X", "*", "X", "X", "O"}, true, true, false},
        FiveCase{"BlockedOnTheFallingDiagonal",
                 {"O......", ".X.....", "..X....", "...*...", "....X..", ".....X.", "......O"},
                 true,
                 true,
                 false},
        FiveCase{"BlockedOnTheRisingDiagonal",
                 {"......O", ".....X.", "....X..", "...*...", "..X....", ".X.....", "O......"},
                 true,
                 true,
                 false},
        FiveCase{
            "RisingIntoTheCorner", {"....X", "...X.", "..X..", ".*...", "X...."}, true, true, true},
        FiveCase{"ExactFiveWithAnOverline",
                 {"XXX*XX", "...X..", "...X..", "...X..", "...X.."},
                 true,
                 true,
                 true},
        FiveCase{"BlockedFiveWithAFreeOne",
                 {"OXX*XXO", "...X...", "...X...", "...X...", "...X..."},
                 true,
                 true,
                 true},
        FiveCase{"BlockedFiveWithAnOverline",
                 {"OXX*XXO", "...X...", "...X...", "...X...", "...X...", "...X..."},
                 true,
                 true,
                 true},
        FiveCase{"TwoOverlines",
                 {"XXX*XX", "...X..", "...X..", "...X..", "...X..", "...X.."},
                 true,
                 false,
                 true}),
    NameOf);

TEST(GomokuTest, DefaultIsFreestyleOnFifteen) {
  const auto game = *TryMake({});
  game->Start();
  EXPECT_EQ(game->LegalMoves().size(), 225u);
  const auto& gomoku = dynamic_cast<const Gomoku&>(*game);
  EXPECT_EQ(gomoku.rule().rule(), FiveRule::kFreestyle);
}

// A six does not end an exact game; the one who made it may still win elsewhere.
TEST(GomokuTest, GameGoesOnAfterAnOverline) {
  const auto game = *TryMake({{"size", "7"}, {"rule", "exact"}});
  game->Start();
  const auto play = [&](Cell cell) {
    const auto refusal = game->Submit(game->cursor().turn_index, Move::AtCell(cell));
    ASSERT_FALSE(refusal.has_value()) << refusal->message;
  };
  for (int i : {0, 1, 2, 4, 5}) {
    play({0, i});
    play({6, i == 5 ? 6 : i});
  }
  play({0, 3});  // six from (0,0) to (0,5)
  EXPECT_FALSE(game->over());
  play({6, 3});  // five from (6,0) to (6,4)
  EXPECT_EQ(game->outcome().winner, 1);
}

TEST(GomokuMakingTest, RefusesImpossibleConfigurations) {
  struct Row {
    std::map<std::string, std::string> parameters;
    int players;
    std::string message;
  };
  const Row rows[] = {
      {{{"size", "4"}}, 2, "size must be a whole number from 5 to 25, not '4'"},
      {{{"size", "26"}}, 2, "size must be a whole number from 5 to 25, not '26'"},
      {{{"rule", "renju"}}, 2, "rule must be one of freestyle, exact, caro, not 'renju'"},
      {{{"rule", ""}}, 2, "rule must be one of freestyle, exact, caro, not ''"},
      {{{"k", "5"}}, 2, "unknown parameter 'k'; known: size, rule"},
      {{}, 1, "gomoku is for 2 players, not 1"},
      {{}, 3, "gomoku is for 2 players, not 3"},
  };
  for (const Row& row : rows) {
    const auto game = TryMake(row.parameters, row.players);
    EXPECT_EQ(game.status().code(), absl::StatusCode::kInvalidArgument) << row.message;
    EXPECT_EQ(game.status().message(), row.message);
  }
  EXPECT_TRUE(TryMake({{"size", "5"}, {"rule", "caro"}}).ok());
  EXPECT_TRUE(TryMake({{"size", "25"}, {"rule", "exact"}}).ok());
}

TEST(GomokuLineVectorsTest, AllOfFiveOnSquareBoards) {
  const auto vectors = LoadLineVectors();
  MEEPLE_REQUIRE_CASES(vectors);
  std::map<std::string, int> played;
  for (const LineVector& vector : *vectors) {
    if (vector.game != "mnk" || vector.k != 5 || vector.width != vector.height) continue;
    const auto rules = *TryMake({{"size", std::to_string(vector.width)}, {"rule", vector.rule}});
    EXPECT_EQ(DifferenceFromVector(*rules, vector), "");
    ++played[vector.rule];
  }
  EXPECT_GT(played["freestyle"], 0);
  EXPECT_GT(played["exact"], 0);
  EXPECT_GT(played["caro"], 0);
}

}  // namespace
}  // namespace meeple::engine
