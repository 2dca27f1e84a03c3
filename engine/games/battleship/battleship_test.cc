#include "engine/games/battleship/battleship.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/counter_random.h"
#include "engine/core/notation.h"
#include "engine/core/rendering.h"
#include "engine/testing/find_game_kind.h"
#include "engine/testing/make_players.h"

namespace meeple::engine {
namespace {

using Settings = std::map<std::string, std::string>;

absl::StatusOr<std::unique_ptr<BoardGame>> TryMake(const Settings& settings) {
  return MakeGame(FindGameKind("battleship"), settings, MakePlayers(2), {});
}

class BattleshipTest : public ::testing::Test {
 protected:
  BattleshipTest() { Begin({{"rows", "3"}, {"columns", "4"}, {"fleet", "3,2"}}); }

  void Begin(const Settings& settings) {
    game_ = *TryMake(settings);
    game_->Start();
  }

  // The move that `notation` means.
  static Move Read(const std::string& notation) {
    const MoveForm forms[] = {MoveForm::kCell, MoveForm::kShip};
    return *ParseMove(notation, forms);
  }

  // Plays each move for the seat to move.
  void Play(const std::vector<std::string>& moves) {
    for (const std::string& move : moves) {
      const auto refusal = game_->Submit(game_->cursor().turn_index, Read(move));
      ASSERT_FALSE(refusal.has_value()) << move << ": " << refusal->message;
    }
  }

  // Both place their fleet:
  //   1 1 1 .      . 1 . .
  //   . . . .      . 1 . .
  //   . . 2 2      . 1 2 2
  void PlaceFleets() {
    Play({"carrier a1 right", "carrier b1 down", "battleship c3 right", "battleship c3 right"});
  }

  Refusal RefusalOf(const Move& move) {
    const std::optional<Refusal> refusal = game_->Submit(game_->cursor().turn_index, move);
    EXPECT_TRUE(refusal.has_value()) << FormatMove(move);
    return refusal.value_or(Refusal{});
  }
  Refusal RefusalOf(const std::string& move) { return RefusalOf(Read(move)); }

  // What was told of the last move.
  std::string Told(Viewer viewer) const {
    return RenderMove(*game_, game_->log().standing().back(), viewer);
  }

  std::unique_ptr<BoardGame> game_;
};

TEST_F(BattleshipTest, WholeGame) {
  PlaceFleets();
  EXPECT_EQ(RenderGame(*game_),
            "X to play\n"
            "1|1|1|.| |.|1|.|.\n"
            ".|.|.|.| |.|1|.|.\n"
            ".|.|2|2| |.|1|2|2\n"
            "a|b|c|d| |a|b|c|d\n"
            "left: X, afloat: carrier 3, battleship 2\n"
            "right: O, afloat: carrier 3, battleship 2");
  Play({"c3"});
  EXPECT_EQ(Told(kSpectator), "X fires at (2,2): hit");
  Play({"d1"});
  EXPECT_EQ(Told(kSpectator), "O fires at (0,3): miss");
  Play({"d3"});
  EXPECT_EQ(Told(kSpectator), "X fires at (2,3): sinks the battleship");
  Play({"a1", "b1", "b1", "b2", "c1"});
  EXPECT_EQ(Told(kSpectator), "O fires at (0,2): sinks the carrier");
  EXPECT_FALSE(game_->over()) << "one ship of X is left";
  Play({"b3"});
  EXPECT_EQ(game_->cursor(), (TurnCursor{GameStatus::kWon, 0, 13}));
  EXPECT_EQ(game_->outcome(), (Outcome{0, EndReason::kBoard}));
  EXPECT_EQ(RenderGame(*game_, 1),
            "X wins\n"
            "#|#|#|o| |.|#|.|.\n"
            ".|.|.|.| |.|#|.|.\n"
            ".|.|.|.| |.|#|#|#\n"
            "a|b|c|d| |a|b|c|d\n"
            "left: X, afloat: battleship 2\n"
            "right: O, afloat: none");
  EXPECT_EQ(RefusalOf("a2").reason, RefusalReason::kGameOver);
  EXPECT_FALSE(game_->Undo().has_value());
  Play({"b3"});
  EXPECT_TRUE(game_->over());
}

TEST_F(BattleshipTest, EachSeesItsOwnShipsOnly) {
  PlaceFleets();
  Play({"c3", "a1", "a1"});
  const std::string facts =
      "\na|b|c|d| |a|b|c|d\nleft: X, afloat: carrier 3, battleship 2\n"
      "right: O, afloat: carrier 3, battleship 2";
  EXPECT_EQ(RenderGame(*game_, 0),
            "O to play\n*|1|1|.| |o|.|.|.\n.|.|.|.| |.|.|.|.\n.|.|2|2| |.|.|*|." + facts);
  EXPECT_EQ(RenderGame(*game_, 1),
            "O to play\n*|.|.|.| |o|1|.|.\n.|.|.|.| |.|1|.|.\n.|.|.|.| |.|1|*|2" + facts);
  EXPECT_EQ(RenderGame(*game_, kSpectator),
            "O to play\n*|.|.|.| |o|.|.|.\n.|.|.|.| |.|.|.|.\n.|.|.|.| |.|.|*|." + facts);
  EXPECT_EQ(RenderGame(*game_, kAllSeeing),
            "O to play\n*|1|1|.| |o|1|.|.\n.|.|.|.| |.|1|.|.\n.|.|2|2| |.|1|*|2" + facts);
}

TEST_F(BattleshipTest, OfAPlacementOthersHearOnlyThatItWas) {
  Play({"battleship a1 down"});
  EXPECT_EQ(Told(0), "X places battleship at (0,0) downwards");
  EXPECT_EQ(Told(kAllSeeing), "X places battleship at (0,0) downwards");
  EXPECT_EQ(Told(1), "X places a ship");
  EXPECT_EQ(Told(kSpectator), "X places a ship");
  EXPECT_EQ(game_->PictureFor(1).facts.at("left"), "X, 1 of 2 ships placed");
  EXPECT_EQ(game_->PictureFor(1).facts.at("right"), "O, 0 of 2 ships placed");
  const Ply ply = game_->log().standing().back();
  EXPECT_EQ(RenderUndo(*game_, ply, 0, 0), "undo: X takes back battleship at (0,0)");
  EXPECT_EQ(RenderUndo(*game_, ply, 0, 1), "undo: X takes back a hidden move");
}

TEST_F(BattleshipTest, BothWatersAreNamedFromA) {
  const BoardPicture picture = game_->Picture();
  EXPECT_EQ(picture.rows, 3);
  EXPECT_EQ(picture.columns, 9);
  EXPECT_EQ(picture.column_names,
            (std::vector<std::string>{"a", "b", "c", "d", "", "a", "b", "c", "d"}));
}

TEST_F(BattleshipTest, WhatIsOutsideIsToldTheSizeOfOneWater) {
  const auto expect_size_of_one = [this](const std::string& move) {
    const Refusal refusal = RefusalOf(move);
    EXPECT_EQ(refusal.reason, RefusalReason::kOutsideBoard) << move;
    EXPECT_EQ(refusal.rows, 3) << move;
    EXPECT_EQ(refusal.columns, 4) << move;
  };
  expect_size_of_one("e1");
  expect_size_of_one("carrier e1 right");
  expect_size_of_one("carrier d1 right");
}

TEST_F(BattleshipTest, ShipsHaveNumbersThenLetters) {
  Begin({{"fleet", "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1"}});
  for (int ship = 0; ship < 20; ++ship) {
    for (int seat = 0; seat < 2; ++seat) {
      game_->Submit(seat, Move::Ship(ship, {ship / 10, ship % 10}, Direction::kDown));
    }
  }
  const BoardPicture picture = game_->Picture();
  std::string row_by_row;
  for (int i : {0, 1}) {
    for (int column = 0; column < 10; ++column) row_by_row += picture.cells[i * 21 + column];
  }
  EXPECT_EQ(row_by_row, "123456789ABCDEFGHIJK");
}

// Each refusal also breaks every later rule that it can.
TEST_F(BattleshipTest, RefusalsOfPlacementsHaveAnOrder) {
  Begin({{"rows", "5"}, {"columns", "4"}, {"fleet", "4,3,1"}, {"touching", "false"}});
  EXPECT_EQ(RefusalOf(Move::InColumn(9)).reason, RefusalReason::kWrongForm);
  EXPECT_EQ(RefusalOf(Move::Pass()).reason, RefusalReason::kWrongForm);
  EXPECT_EQ(RefusalOf("e1").reason, RefusalReason::kOutsideBoard);
  EXPECT_EQ(RefusalOf("a1").rule, "fleet_incomplete");
  Play({"battleship a1 right", "cruiser a1 right"});
  for (const Cell cell : {Cell{-1, 0}, {0, -1}, {5, 0}, {0, 4}, {INT32_MAX, INT32_MAX}}) {
    EXPECT_EQ(RefusalOf(Move::Ship(9, cell, Direction::kDown)).reason,
              RefusalReason::kOutsideBoard);
  }
  for (const int ship : {-1, 3, INT32_MAX, INT32_MIN}) {
    EXPECT_EQ(RefusalOf(Move::Ship(ship, {3, 3}, Direction::kDown)).rule, "no_such_ship");
  }
  EXPECT_EQ(RefusalOf("carrier b1 right").reason, RefusalReason::kOutsideBoard);
  EXPECT_EQ(RefusalOf("carrier d3 down").reason, RefusalReason::kOutsideBoard);
  EXPECT_EQ(RefusalOf("battleship a1 down").rule, "ship_already_placed");
  EXPECT_EQ(RefusalOf("carrier a1 right").rule, "ships_overlap");
  EXPECT_EQ(RefusalOf("cruiser c1 down").rule, "ships_overlap");
  EXPECT_EQ(RefusalOf("carrier a2 right").rule, "ships_touch");
  EXPECT_EQ(RefusalOf("cruiser d2 right").rule, "ships_touch") << "with a corner";
  EXPECT_EQ(RefusalOf("cruiser a4 right").rule, "no_room_for_the_rest");
  EXPECT_EQ(RefusalOf("carrier a4 right").rule, "no_room_for_the_rest");
  EXPECT_EQ(game_->cursor(), (TurnCursor{GameStatus::kInProgress, 0, 2}));
}

TEST_F(BattleshipTest, RefusalsOfShotsHaveAnOrder) {
  PlaceFleets();
  Play({"a1", "a1"});
  EXPECT_EQ(RefusalOf(Move::Roll()).reason, RefusalReason::kWrongForm);
  EXPECT_EQ(RefusalOf("e1").reason, RefusalReason::kOutsideBoard);
  EXPECT_EQ(RefusalOf("a4").reason, RefusalReason::kOutsideBoard);
  EXPECT_EQ(RefusalOf(Move::AtCell({-1, 0})).reason, RefusalReason::kOutsideBoard);
  EXPECT_EQ(RefusalOf("carrier a1 right").rule, "fleet_complete");
  EXPECT_EQ(RefusalOf("a1").reason, RefusalReason::kCellTaken);
  EXPECT_EQ(game_->cursor(), (TurnCursor{GameStatus::kInProgress, 0, 6}));
}

TEST_F(BattleshipTest, RefusalsSayWhatIsWrong) {
  Play({"carrier a1 right", "carrier a1 right"});
  EXPECT_EQ(RefusalOf("battleship d1 right").message,
            "battleship d1 right ends outside the board of 3 x 4");
  EXPECT_EQ(RefusalOf("battleship e1 right").message,
            "battleship e1 right begins outside the board of 3 x 4");
  EXPECT_EQ(RefusalOf("battleship c1 down").message, "the battleship would lie on another ship");
  EXPECT_EQ(RefusalOf("carrier a2 right").message, "the carrier is placed already");
  EXPECT_EQ(RefusalOf("b2").message, "place all ships before firing");
  Play({"battleship a2 right", "battleship a2 right", "a1", "a1"});
  EXPECT_EQ(RefusalOf("a1").message, "a1 was fired at before");
}

TEST_F(BattleshipTest, ARepeatedShotCostsTheTurnWhereItCounts) {
  Begin({{"rows", "3"}, {"columns", "4"}, {"fleet", "3,2"}, {"repeat_shot", "miss"}});
  PlaceFleets();
  Play({"c3", "d1", "c3"});
  EXPECT_EQ(Told(kSpectator), "X fires at (2,2) again: miss");
  EXPECT_EQ(game_->cursor().turn_index, 1);
  Play({"d1", "d3"});
  EXPECT_EQ(Told(kSpectator), "X fires at (2,3): sinks the battleship");
  Play({"d1", "d3"});
  EXPECT_EQ(Told(kSpectator), "X fires at (2,3) again: miss");
  const std::string before = RenderGame(*game_);
  EXPECT_FALSE(game_->Undo().has_value());
  EXPECT_FALSE(game_->Redo().has_value());
  EXPECT_EQ(RenderGame(*game_), before);
}

TEST_F(BattleshipTest, TakingBackASinkingShotRaisesTheShip) {
  PlaceFleets();
  Play({"c3", "a1", "d3"});
  EXPECT_EQ(game_->PictureFor(0).cells[2 * 9 + 7], "#");
  game_->Undo();
  EXPECT_EQ(game_->PictureFor(0).cells[2 * 9 + 7], "*");
  EXPECT_EQ(game_->PictureFor(0).cells[2 * 9 + 8], ".");
  EXPECT_EQ(game_->PictureFor(0).facts.at("right"), "O, afloat: carrier 3, battleship 2");
}

// 2 x 10 x (11 - L) places for a ship of L cells.
TEST_F(BattleshipTest, PlacesOnTheUsualBoardAreAsManyAsIsKnown) {
  Begin({});
  std::map<int, int> places;
  for (const Move& move : game_->LegalMoves()) ++places[move.ship()];
  EXPECT_EQ(places, (std::map<int, int>{{0, 120}, {1, 140}, {2, 160}, {3, 160}, {4, 180}}));
}

TEST_F(BattleshipTest, AShipOfOneCellMayPointAnywhere) {
  Begin({{"rows", "1"}, {"columns", "2"}, {"fleet", "1"}});
  EXPECT_EQ(game_->LegalMoves().size(), 4u);
  Play({"carrier b1 down", "carrier a1 right", "b1", "b1"});
  EXPECT_EQ(game_->outcome().winner, 1);
}

// A fleet without room to spare: whoever places any legal ship first never gets stuck.
TEST_F(BattleshipTest, PlacingNeverComesToADeadEnd) {
  const Settings crowded[] = {
      {{"rows", "2"}, {"columns", "3"}, {"fleet", "1,3,2"}},
      {{"rows", "4"}, {"columns", "4"}, {"fleet", "1,1,1,1"}, {"touching", "false"}},
      {{"fleet", "1,1,1,1,2,2,2,3,3,4"}, {"touching", "false"}},
      {{"rows", "7"}, {"columns", "7"}, {"fleet", "1,2,3,4,2,1"}, {"touching", "false"}},
      {{"rows", "5"}, {"columns", "5"}, {"fleet", "1,2,3,4,5,4,3,2,1"}},
  };
  for (const Settings& settings : crowded) {
    for (uint64_t seed = 0; seed < 50; ++seed) {
      Begin(settings);
      std::vector<Move> moves = game_->LegalMoves();
      while (moves.empty() || moves.front().form() == MoveForm::kShip) {
        ASSERT_FALSE(moves.empty()) << "seed " << seed << "\n" << RenderGame(*game_);
        game_->ApplyUnchecked(moves[DrawBelow(moves.size(), seed, game_->cursor().turns, 0)]);
        game_->ListLegalMoves(moves);
      }
    }
  }
}

TEST_F(BattleshipTest, ATargetHasNoShipsOnIt) {
  PlaceFleets();
  Play({"c3", "a2", "d3", "b1", "a1"});
  const Battleship::Target target = dynamic_cast<const Battleship&>(*game_).TargetOf(0);
  using battleship::Water;
  EXPECT_EQ(target.rows, 3);
  EXPECT_EQ(target.columns, 4);
  EXPECT_EQ(target.afloat, (std::vector<int>{3}));
  std::vector<Water> expected(12, Water::kOpen);
  expected[0] = Water::kMiss;
  expected[10] = expected[11] = Water::kSunk;
  EXPECT_EQ(target.cells, expected);
}

TEST(BattleshipMakingTest, RefusesImpossibleConfigurations) {
  const std::string malformed =
      "fleet must be 1 to 20 lengths of ships from 1 to 26, parted by commas, such as 5,4,3,3,2, "
      "not '";
  struct Row {
    Settings settings;
    std::string message;
  };
  const std::string twenty_one = "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1";
  const Row rows[] = {
      {{{"rows", "0"}}, "rows must be a whole number from 1 to 26, not '0'"},
      {{{"columns", "27"}}, "columns must be a whole number from 1 to 26, not '27'"},
      {{{"touching", "maybe"}}, "touching must be true or false, not 'maybe'"},
      {{{"repeat_shot", "hit"}}, "repeat_shot must be one of refuse, miss, not 'hit'"},
      {{{"fleet", ""}}, malformed + "'"},
      {{{"fleet", ","}}, malformed + ",'"},
      {{{"fleet", "5,,4"}}, malformed + "5,,4'"},
      {{{"fleet", "5,4,"}}, malformed + "5,4,'"},
      {{{"fleet", "5, 4"}}, malformed + "5, 4'"},
      {{{"fleet", "5;4"}}, malformed + "5;4'"},
      {{{"fleet", "05"}}, malformed + "05'"},
      {{{"fleet", "+5"}}, malformed + "+5'"},
      {{{"fleet", "-5"}}, malformed + "-5'"},
      {{{"fleet", "0"}}, malformed + "0'"},
      {{{"fleet", "27"}}, malformed + "27'"},
      {{{"fleet", "99999999999999999999"}}, malformed + "99999999999999999999'"},
      {{{"fleet", twenty_one}}, malformed + twenty_one + "'"},
      {{{"fleet", "11"}}, "a ship of 11 cells is longer than both sides of a board of 10 x 10"},
      {{{"rows", "2"}, {"columns", "2"}, {"fleet", "2,2,1"}},
       "the fleet is too large for a board of 2 x 2"},
      {{{"rows", "1"}, {"columns", "5"}}, "the fleet is too large for a board of 1 x 5"},
      {{{"rows", "3"}, {"columns", "3"}, {"fleet", "3,2,1"}, {"touching", "false"}},
       "the fleet is too large for a board of 3 x 3 without touching"},
  };
  for (const Row& row : rows) {
    const auto game = TryMake(row.settings);
    EXPECT_EQ(game.status().code(), absl::StatusCode::kInvalidArgument) << row.message;
    EXPECT_EQ(game.status().message(), row.message);
  }
}

TEST(BattleshipMakingTest, AcceptsWhatFits) {
  const Settings accepted[] = {
      {{"fleet", "10"}},
      {{"fleet", "4,3,3,2,2,2,1,1,1,1"}, {"touching", "false"}},
      {{"rows", "1"}, {"columns", "1"}, {"fleet", "1"}},
      {{"rows", "1"}, {"columns", "26"}, {"fleet", "26"}},
      {{"rows", "26"}, {"columns", "1"}, {"fleet", "26"}},
      {{"rows", "2"}, {"columns", "2"}, {"fleet", "2,2"}},
      {{"rows", "26"},
       {"columns", "26"},
       {"fleet", "26,26,26,26,26,26,26,26,26,26,26,26,26,26,26,26,26,26,26,26"}},
  };
  for (const Settings& settings : accepted) {
    EXPECT_TRUE(TryMake(settings).ok()) << TryMake(settings).status();
  }
}

TEST(BattleshipKindTest, HidesAndDoesNotTakeBack) {
  const GameKind& kind = FindGameKind("battleship");
  EXPECT_TRUE(kind.hidden);
  EXPECT_FALSE(kind.undo_by_default);
  EXPECT_FALSE(kind.chance);
}

}  // namespace
}  // namespace meeple::engine
