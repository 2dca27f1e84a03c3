#include "engine/games/connect_four/connect_four.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/core/notation.h"
#include "engine/core/rendering.h"
#include "engine/testing/find_game_kind.h"
#include "engine/testing/make_players.h"

namespace meeple::engine {
namespace {

absl::StatusOr<std::unique_ptr<BoardGame>> TryMake(int rows, int columns, int k, int players = 2) {
  return MakeGame(FindGameKind("connect_four"),
                  {{"rows", std::to_string(rows)},
                   {"columns", std::to_string(columns)},
                   {"k", std::to_string(k)}},
                  MakePlayers(players), {});
}

class ConnectFourTest : public ::testing::Test {
 protected:
  ConnectFourTest() { Begin(6, 7, 4); }

  void Begin(int rows, int columns, int k, int players = 2) {
    game_ = *TryMake(rows, columns, k, players);
    game_->Start();
  }

  // Plays the columns that the digits name, from 1, each for the seat to move.
  void Play(const std::string& columns) {
    for (char column : columns) {
      const Move move = Move::InColumn(column - '1');
      const auto refusal = game_->Submit(game_->cursor().turn_index, move);
      ASSERT_FALSE(refusal.has_value()) << refusal->message;
    }
  }

  Refusal RefusalOf(const Move& move) {
    const auto refusal = game_->Submit(game_->cursor().turn_index, move);
    EXPECT_TRUE(refusal.has_value());
    return refusal.value_or(Refusal{});
  }

  int HeightOf(int column) const {
    return dynamic_cast<const ConnectFour&>(*game_).HeightOf(column);
  }

  std::unique_ptr<BoardGame> game_;
};

TEST_F(ConnectFourTest, DefaultBoard) {
  game_ = *MakeGame(FindGameKind("connect_four"), {}, MakePlayers(2), {});
  game_->Start();
  EXPECT_EQ(game_->Picture().rows, 6);
  EXPECT_EQ(game_->Picture().columns, 7);
  Play("1122334");
  EXPECT_EQ(game_->outcome().winner, 0);
}

TEST_F(ConnectFourTest, RisingDiagonal) {
  Play("122373347464");
  EXPECT_FALSE(game_->over());
  Play("4");
  EXPECT_EQ(RenderGame(*game_),
            "X wins\n"
            ".|.|.|.|.|.|.\n"
            ".|.|.|.|.|.|.\n"
            ".|.|.|X|.|.|.\n"
            ".|.|X|O|.|.|.\n"
            ".|X|O|O|.|.|X\n"
            "X|O|O|O|.|X|X");
}

TEST_F(ConnectFourTest, DiscsFallOnEachOther) {
  Play("44434");
  EXPECT_EQ(RenderGame(*game_),
            "O to play\n"
            ".|.|.|.|.|.|.\n"
            ".|.|.|.|.|.|.\n"
            ".|.|.|X|.|.|.\n"
            ".|.|.|X|.|.|.\n"
            ".|.|.|O|.|.|.\n"
            ".|.|O|X|.|.|.");
  EXPECT_EQ(HeightOf(3), 4);
}

TEST_F(ConnectFourTest, NotationIsTheColumnFromOne) {
  const std::vector<MoveForm>& forms = FindGameKind("connect_four").move_forms;
  EXPECT_EQ(*ParseMove("4", forms), Move::InColumn(3));
  EXPECT_EQ(FormatMove(Move::InColumn(0)), "1");
  EXPECT_FALSE(ParseMove("b2", forms).ok());
}

TEST_F(ConnectFourTest, FullColumnIsRefused) {
  Play("111111");
  const Refusal refusal = RefusalOf(Move::InColumn(0));
  EXPECT_EQ(refusal.reason, RefusalReason::kColumnFull);
  EXPECT_EQ(refusal.message, "column 1 is full; there is room in 2, 3, 4, 5, 6, 7");
  EXPECT_EQ(game_->LegalMoves().size(), 6u);
  EXPECT_FALSE(game_->Undo().has_value());
  EXPECT_EQ(game_->LegalMoves().size(), 7u);
  EXPECT_EQ(HeightOf(0), 5);
}

TEST_F(ConnectFourTest, ColumnsOutsideAreRefused) {
  for (int column : {-1, 7, INT32_MIN, INT32_MAX}) {
    EXPECT_EQ(RefusalOf(Move::InColumn(column)).reason, RefusalReason::kOutsideBoard);
  }
  EXPECT_EQ(RefusalOf(Move::InColumn(7)).message,
            "column 8 is outside the board; its columns are 1 to 7");
}

TEST_F(ConnectFourTest, OtherFormsAreRefused) {
  for (const Move& move : {Move::AtCell({0, 0}), Move::Pass(), Move::Roll(), Move::Pins(1)}) {
    const Refusal refusal = RefusalOf(move);
    EXPECT_EQ(refusal.reason, RefusalReason::kWrongForm);
    EXPECT_EQ(refusal.message, "a move of this game is the number of a column, such as 1");
  }
}

TEST_F(ConnectFourTest, HeightsSurviveUndoAndRedo) {
  Play("1213344");
  for (int round = 0; round < 3; ++round) {
    while (!game_->Undo().has_value()) {
    }
    for (int column = 0; column < 7; ++column) EXPECT_EQ(HeightOf(column), 0);
    while (!game_->Redo().has_value()) {
    }
    EXPECT_EQ(HeightOf(0), 2);
    EXPECT_EQ(HeightOf(2), 2);
    EXPECT_EQ(HeightOf(6), 0);
  }
}

TEST_F(ConnectFourTest, DrawOnAFullBoard) {
  Begin(2, 3, 3);
  Play("121233");
  EXPECT_EQ(RenderGame(*game_), "draw\nX|O|O\nX|O|X");
}

TEST_F(ConnectFourTest, ThreePlayers) {
  Begin(4, 4, 3, 3);
  Play("1231231");
  EXPECT_EQ(RenderGame(*game_), "X wins\n.|.|.|.\nX|.|.|.\nX|O|A|.\nX|O|A|.");
}

TEST(ConnectFourMakingTest, RefusesImpossibleConfigurations) {
  struct Row {
    int rows;
    int columns;
    int k;
    int players;
    std::string message;
  };
  const Row rows[] = {
      {1, 7, 4, 2, "rows must be a whole number from 2 to 20, not '1'"},
      {21, 7, 4, 2, "rows must be a whole number from 2 to 20, not '21'"},
      {6, 1, 4, 2, "columns must be a whole number from 2 to 20, not '1'"},
      {6, 21, 4, 2, "columns must be a whole number from 2 to 20, not '21'"},
      {6, 7, 1, 2, "k must be a whole number from 2 to 20, not '1'"},
      {6, 7, 21, 2, "k must be a whole number from 2 to 20, not '21'"},
      {6, 7, 8, 2, "k must be no more than the longer side of the board, 7, not 8"},
      {6, 7, 4, 1, "connect_four is for 2 to 8 players, not 1"},
      {6, 7, 4, 9, "connect_four is for 2 to 8 players, not 9"},
  };
  for (const Row& row : rows) {
    const auto game = TryMake(row.rows, row.columns, row.k, row.players);
    EXPECT_EQ(game.status().code(), absl::StatusCode::kInvalidArgument) << row.message;
    EXPECT_EQ(game.status().message(), row.message);
  }
  EXPECT_TRUE(TryMake(2, 2, 2).ok());
  EXPECT_TRUE(TryMake(20, 20, 20, 8).ok());
  EXPECT_TRUE(TryMake(2, 20, 20).ok());
}

}  // namespace
}  // namespace meeple::engine
