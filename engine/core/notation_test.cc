#include "engine/core/notation.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace meeple::engine {
namespace {

const std::vector<MoveForm> kCell = {MoveForm::kCell};
const std::vector<MoveForm> kColumn = {MoveForm::kColumn};
const std::vector<MoveForm> kPins = {MoveForm::kPins};
const std::vector<MoveForm> kShip = {MoveForm::kShip};

struct Row {
  std::string text;
  Move move;
  std::vector<MoveForm> forms;
};

std::vector<Row> Written() {
  return {
      {"a1", Move::AtCell({0, 0}), kCell},
      {"b2", Move::AtCell({1, 1}), kCell},
      {"z1", Move::AtCell({0, 25}), kCell},
      {"aa1", Move::AtCell({0, 26}), kCell},
      {"az100", Move::AtCell({99, 51}), kCell},
      {"ba1", Move::AtCell({0, 52}), kCell},
      {"zz1", Move::AtCell({0, 701}), kCell},
      {"aaa1", Move::AtCell({0, 702}), kCell},
      {"fxshrxx2147483648", Move::AtCell({INT32_MAX, INT32_MAX}), kCell},
      {"1", Move::InColumn(0), kColumn},
      {"4", Move::InColumn(3), kColumn},
      {"2147483648", Move::InColumn(INT32_MAX), kColumn},
      {"roll", Move::Roll(), {MoveForm::kRoll}},
      {"0", Move::Pins(0), kPins},
      {"10", Move::Pins(10), kPins},
      {"pass", Move::Pass(), {MoveForm::kPass}},
      {"carrier a1 right", Move::Ship(0, {0, 0}, Direction::kRight), kShip},
      {"destroyer j10 down", Move::Ship(4, {9, 9}, Direction::kDown), kShip},
      {"ship6 b3 down", Move::Ship(5, {2, 1}, Direction::kDown), kShip},
      {"ship2147483648 b3 down", Move::Ship(INT32_MAX, {2, 1}, Direction::kDown), kShip},
  };
}

TEST(NotationTest, WritesAndReadsBack) {
  for (const Row& row : Written()) {
    EXPECT_EQ(FormatMove(row.move), row.text);
    const absl::StatusOr<Move> move = ParseMove(row.text, row.forms);
    ASSERT_TRUE(move.ok()) << row.text << ": " << move.status();
    EXPECT_EQ(*move, row.move) << row.text;
  }
}

TEST(NotationTest, EveryColumnOfALargeBoardRoundTrips) {
  for (int column = 0; column < 20'000; ++column) {
    const Move move = Move::AtCell({.row = column % 101, .column = column});
    const absl::StatusOr<Move> parsed = ParseMove(FormatMove(move), kCell);
    ASSERT_TRUE(parsed.ok() && *parsed == move) << FormatMove(move);
  }
}

TEST(NotationTest, ReadsAnyCaseAndSpacing) {
  EXPECT_EQ(*ParseMove(" B2\n", kCell), Move::AtCell({1, 1}));
  EXPECT_EQ(*ParseMove("RoLL", std::vector{MoveForm::kRoll}), Move::Roll());
  EXPECT_EQ(*ParseMove("Carrier  A1   RIGHT", kShip), Move::Ship(0, {0, 0}, Direction::kRight));
  EXPECT_EQ(*ParseMove("ship1 a1 right", kShip), Move::Ship(0, {0, 0}, Direction::kRight));
}

TEST(NotationTest, FirstFormThatReadsDecides) {
  const std::vector<MoveForm> column_first = {MoveForm::kColumn, MoveForm::kPins, MoveForm::kPass};
  const std::vector<MoveForm> pins_first = {MoveForm::kPins, MoveForm::kColumn, MoveForm::kPass};
  EXPECT_EQ(*ParseMove("4", column_first), Move::InColumn(3));
  EXPECT_EQ(*ParseMove("4", pins_first), Move::Pins(4));
  EXPECT_EQ(*ParseMove("pass", pins_first), Move::Pass());
}

TEST(NotationTest, RefusesWhatItCannotRead) {
  const std::vector<std::pair<std::string, std::vector<MoveForm>>> rows = {
      {"", kCell},
      {" ", kCell},
      {"a", kCell},
      {"1", kCell},
      {"1a", kCell},
      {"a0", kCell},
      {"a01", kCell},
      {"a-1", kCell},
      {"a+1", kCell},
      {"a 1", kCell},
      {"a1b", kCell},
      {"a1.0", kCell},
      {"\xc3\xa4"
       "1",
       kCell},
      {std::string("a1\0", 3), kCell},
      {"fxshrxy1", kCell},
      {"a2147483649", kCell},
      {"a99999999999999999999999", kCell},
      {"zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz1", kCell},
      {"0", kColumn},
      {"-1", kColumn},
      {"a1", kColumn},
      {"2147483649", kColumn},
      {"2147483648", kPins},
      {"-1", kPins},
      {"00", kPins},
      {"carrier", kShip},
      {"carrier a1", kShip},
      {"carrier a1 up", kShip},
      {"carrier a1 right now", kShip},
      {"raft a1 right", kShip},
      {"ship0 a1 right", kShip},
      {"ship a1 right", kShip},
      {"roll", kCell},
      {"a1", {}},
      {std::string(60, ' ') + "a1   ", kCell},
  };
  for (const auto& [text, forms] : rows) {
    const absl::StatusOr<Move> move = ParseMove(text, forms);
    EXPECT_FALSE(move.ok()) << text;
    EXPECT_EQ(move.status().code(), absl::StatusCode::kInvalidArgument) << text;
  }
}

TEST(NotationTest, RefusalGivesExamples) {
  const absl::StatusOr<Move> move = ParseMove("?", std::vector{MoveForm::kCell, MoveForm::kPass});
  EXPECT_EQ(move.status().message(), "a move is a cell such as b2 or pass");
}

TEST(NotationTest, LengthHasALimit) {
  const std::string padding(kMaxNotationLength - 2, ' ');
  EXPECT_TRUE(ParseMove(padding + "a1", kCell).ok());
  EXPECT_FALSE(ParseMove(padding + " a1", kCell).ok());
}

TEST(NotationTest, CellsBeforeTheBoardStillHaveAText) {
  EXPECT_EQ(FormatMove(Move::AtCell({-1, 2})), "(-1,2)");
  EXPECT_EQ(FormatMove(Move::AtCell({INT32_MIN, INT32_MIN})), "(-2147483648,-2147483648)");
  EXPECT_FALSE(ParseMove("(-1,2)", kCell).ok());
}

}  // namespace
}  // namespace meeple::engine
