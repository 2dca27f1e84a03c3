#include "service/core/conversion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/games/all_games.h"
#include "google/protobuf/util/message_differencer.h"
#include "service/core/testing/field_count.h"
#include "service/core/testing/has_reason.h"

namespace meeple::service {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

constexpr engine::MoveForm kAllForms[] = {engine::MoveForm::kCell, engine::MoveForm::kColumn,
                                          engine::MoveForm::kRoll, engine::MoveForm::kPins,
                                          engine::MoveForm::kShip, engine::MoveForm::kPass};

// A kind of game whose moves have that form.
engine::GameKind KindWith(engine::MoveForm form) {
  return {.id = "some_game", .move_forms = {form}};
}

// The code under test names every field of these by hand. A field that was added must be converted
// there, and a count that was raised here says that it is.
TEST(ConversionTest, NoFieldIsForgotten) {
  EXPECT_EQ(FieldCount<v1::Move>(), 10);
  EXPECT_EQ(FieldCount<v1::Cell>(), 2);
  EXPECT_EQ(FieldCount<v1::ShipPlacement>(), 3);
  EXPECT_EQ(FieldCount<v1::TurnCursor>(), 3);
  EXPECT_EQ(FieldCount<v1::Board>(), 5);
  EXPECT_EQ(FieldCount<v1::GameKind>(), 11);
  EXPECT_EQ(FieldCount<v1::ParameterSpec>(), 7);
  EXPECT_EQ(FieldCount<v1::BotKind>(), 3);
}

// --- Enumerations ---

// Expects that `values`, one of each that the engine has, become all values of a wire enumeration
// but the unspecified one, or that one as well.
template <class Values>
void ExpectCoversEnum(const google::protobuf::EnumDescriptor* descriptor, const Values& values,
                      bool with_unspecified) {
  std::set<int> covered;
  for (const auto& value : values) covered.insert(static_cast<int>(ToProto(value)));
  EXPECT_EQ(covered.size(), std::size(values)) << "two values became one";
  EXPECT_EQ(covered.contains(0), with_unspecified);
  EXPECT_EQ(static_cast<int>(covered.size()),
            descriptor->value_count() - (with_unspecified ? 0 : 1));
}

TEST(ConversionTest, EveryStatusHasItsValue) {
  EXPECT_EQ(ToProto(engine::GameStatus::kNotStarted), v1::GAME_STATUS_NOT_STARTED);
  EXPECT_EQ(ToProto(engine::GameStatus::kInProgress), v1::GAME_STATUS_IN_PROGRESS);
  EXPECT_EQ(ToProto(engine::GameStatus::kWon), v1::GAME_STATUS_WON);
  EXPECT_EQ(ToProto(engine::GameStatus::kDrawn), v1::GAME_STATUS_DRAWN);
  EXPECT_EQ(ToProto(engine::GameStatus::kAbandoned), v1::GAME_STATUS_ABANDONED);
  const std::vector<engine::GameStatus> all = {
      engine::GameStatus::kNotStarted, engine::GameStatus::kInProgress, engine::GameStatus::kWon,
      engine::GameStatus::kDrawn, engine::GameStatus::kAbandoned};
  ExpectCoversEnum(v1::GameStatus_descriptor(), all, false);
}

TEST(ConversionTest, EveryEndReasonHasItsValue) {
  EXPECT_EQ(ToProto(engine::EndReason::kNone), v1::END_REASON_UNSPECIFIED);
  EXPECT_EQ(ToProto(engine::EndReason::kBoard), v1::END_REASON_BOARD);
  EXPECT_EQ(ToProto(engine::EndReason::kResignation), v1::END_REASON_RESIGNATION);
  EXPECT_EQ(ToProto(engine::EndReason::kTurnLimit), v1::END_REASON_TURN_LIMIT);
  EXPECT_EQ(ToProto(engine::EndReason::kAbandoned), v1::END_REASON_ABANDONED);
  EXPECT_EQ(ToProto(engine::EndReason::kTime), v1::END_REASON_TIME);
  EXPECT_EQ(ToProto(engine::EndReason::kForfeit), v1::END_REASON_FORFEIT);
  EXPECT_EQ(ToProto(engine::EndReason::kAborted), v1::END_REASON_ABORTED);
  EXPECT_EQ(ToProto(engine::EndReason::kNeverStarted), v1::END_REASON_NEVER_STARTED);
  EXPECT_EQ(ToProto(engine::EndReason::kAgreement), v1::END_REASON_AGREEMENT);
  const std::vector<engine::EndReason> all = {
      engine::EndReason::kNone,         engine::EndReason::kBoard,
      engine::EndReason::kResignation,  engine::EndReason::kTurnLimit,
      engine::EndReason::kAbandoned,    engine::EndReason::kTime,
      engine::EndReason::kForfeit,      engine::EndReason::kAborted,
      engine::EndReason::kNeverStarted, engine::EndReason::kAgreement};
  ExpectCoversEnum(v1::EndReason_descriptor(), all, true);
}

TEST(ConversionTest, EveryMoveFormHasItsValue) {
  EXPECT_EQ(ToProto(engine::MoveForm::kCell), v1::MOVE_FORM_CELL);
  EXPECT_EQ(ToProto(engine::MoveForm::kColumn), v1::MOVE_FORM_COLUMN);
  EXPECT_EQ(ToProto(engine::MoveForm::kRoll), v1::MOVE_FORM_ROLL);
  EXPECT_EQ(ToProto(engine::MoveForm::kPins), v1::MOVE_FORM_PINS);
  EXPECT_EQ(ToProto(engine::MoveForm::kShip), v1::MOVE_FORM_SHIP);
  EXPECT_EQ(ToProto(engine::MoveForm::kPass), v1::MOVE_FORM_PASS);
  ExpectCoversEnum(v1::MoveForm_descriptor(), kAllForms, false);
  // The action of a move: one of each form.
  EXPECT_EQ(v1::Move::descriptor()->FindOneofByName("action")->field_count(),
            static_cast<int>(std::size(kAllForms)));
}

// --- Moves ---

struct MoveRow {
  engine::Move move;
  const char* notation;
  v1::Move::ActionCase action;
};

const MoveRow kMoves[] = {
    {engine::Move::AtCell({0, 0}), "a1", v1::Move::kCell},
    {engine::Move::AtCell({1, 27}), "ab2", v1::Move::kCell},
    {engine::Move::InColumn(0), "1", v1::Move::kColumn},
    {engine::Move::InColumn(6), "7", v1::Move::kColumn},
    {engine::Move::Roll(), "roll", v1::Move::kRoll},
    {engine::Move::Pins(0), "0", v1::Move::kPins},
    {engine::Move::Pins(10), "10", v1::Move::kPins},
    {engine::Move::Ship(0, {0, 0}, engine::Direction::kRight), "carrier a1 right", v1::Move::kShip},
    {engine::Move::Ship(4, {9, 2}, engine::Direction::kDown), "destroyer c10 down",
     v1::Move::kShip},
    {engine::Move::Pass(), "pass", v1::Move::kPass},
};

TEST(ConversionTest, MovesGoOutComplete) {
  for (const MoveRow& row : kMoves) {
    SCOPED_TRACE(row.notation);
    const v1::Move proto = ToProto(row.move, {.id = "ann", .symbol = 'A'}, 7);
    EXPECT_EQ(proto.number(), 7);
    EXPECT_EQ(proto.player_id(), "ann");
    EXPECT_EQ(proto.symbol(), "A");
    EXPECT_EQ(proto.notation(), row.notation);
    EXPECT_EQ(proto.action_case(), row.action);
  }
}

TEST(ConversionTest, MovesComeBackAsTheyWent) {
  for (const MoveRow& row : kMoves) {
    SCOPED_TRACE(row.notation);
    const v1::Move proto = ToProto(row.move, {.id = "ann", .symbol = 'A'}, 7);
    const engine::GameKind kind = KindWith(row.move.form());
    EXPECT_EQ(FromProto(proto, kind).value(), row.move);

    v1::Move by_notation;
    by_notation.set_notation(row.notation);
    EXPECT_EQ(FromProto(by_notation, kind).value(), row.move);

    v1::Move by_action = proto;
    by_action.clear_notation();
    EXPECT_EQ(FromProto(by_action, kind).value(), row.move);
  }
}

TEST(ConversionTest, ActionGoesBeforeNotation) {
  v1::Move move;
  move.set_notation("not even a move");
  move.mutable_cell()->set_row(2);
  EXPECT_EQ(FromProto(move, KindWith(engine::MoveForm::kCell)).value(),
            engine::Move::AtCell({2, 0}));
}

// Whether a cell is on the board is for the game to say.
TEST(ConversionTest, NumbersPassUnchecked) {
  for (int32_t number :
       {-1, std::numeric_limits<int32_t>::min(), std::numeric_limits<int32_t>::max()}) {
    v1::Move cell;
    cell.mutable_cell()->set_row(number);
    cell.mutable_cell()->set_column(number);
    EXPECT_EQ(FromProto(cell, KindWith(engine::MoveForm::kCell)).value(),
              engine::Move::AtCell({number, number}));
    v1::Move column;
    column.set_column(number);
    EXPECT_EQ(FromProto(column, KindWith(engine::MoveForm::kColumn)).value(),
              engine::Move::InColumn(number));
    v1::Move ship;
    ship.mutable_ship()->set_ship(number);
    ship.mutable_ship()->mutable_first()->set_column(number);
    EXPECT_EQ(FromProto(ship, KindWith(engine::MoveForm::kShip)).value(),
              engine::Move::Ship(number, {0, number}, engine::Direction::kRight));
  }
}

TEST(ConversionTest, MoveOfAnotherFormIsRefused) {
  for (const MoveRow& row : kMoves) {
    for (engine::MoveForm form : kAllForms) {
      if (form == row.move.form()) continue;
      const v1::Move proto = ToProto(row.move, {.id = "ann", .symbol = 'A'}, 7);
      const auto move = FromProto(proto, KindWith(form));
      EXPECT_THAT(move, HasReason(v1::ERROR_REASON_INVALID_FIELD));
      EXPECT_EQ(MetadataOf(move.status(), "field"), "move.action");
    }
  }
}

TEST(ConversionTest, NotationThatIsNoneIsRefused) {
  for (const char* notation : {"", " ", "b", "2", "roll", "a0", "a-1", "\xFF", "a99999999999"}) {
    v1::Move proto;
    proto.set_notation(notation);
    const auto move = FromProto(proto, KindWith(engine::MoveForm::kCell));
    EXPECT_THAT(move, HasReason(v1::ERROR_REASON_INVALID_FIELD));
    EXPECT_EQ(MetadataOf(move.status(), "field"), "move.notation");
  }
}

TEST(ConversionTest, KindWithSeveralFormsReadsThemAll) {
  engine::GameKind kind = {.id = "some_game"};
  kind.move_forms = {engine::MoveForm::kCell, engine::MoveForm::kPass};
  v1::Move pass;
  pass.mutable_pass();
  EXPECT_EQ(FromProto(pass, kind).value(), engine::Move::Pass());
  v1::Move notation;
  notation.set_notation("PASS");
  EXPECT_EQ(FromProto(notation, kind).value(), engine::Move::Pass());
}

// --- The rest ---

TEST(ConversionTest, CursorGoesOut) {
  const v1::TurnCursor cursor =
      ToProto(engine::TurnCursor{.status = engine::GameStatus::kWon, .turn_index = 2, .turns = 7});
  EXPECT_EQ(cursor.status(), v1::GAME_STATUS_WON);
  EXPECT_EQ(cursor.turn_index(), 2);
  EXPECT_EQ(cursor.turns(), 7);
}

TEST(ConversionTest, BoardGoesOut) {
  const v1::Board board = ToProto(engine::BoardPicture{.rows = 1,
                                                       .columns = 3,
                                                       .cells = {"X", ".", "O"},
                                                       .facts = {{"dice", "6"}, {"a", "b"}},
                                                       .column_names = {"a", "", "a"}});
  EXPECT_EQ(board.rows(), 1);
  EXPECT_EQ(board.columns(), 3);
  EXPECT_THAT(board.cells(), ElementsAre("X", ".", "O"));
  EXPECT_THAT(board.facts(), UnorderedElementsAre(Pair("dice", "6"), Pair("a", "b")));
  EXPECT_THAT(board.column_names(), ElementsAre("a", "", "a"));
}

TEST(ConversionTest, TimeGoesOut) {
  const auto timestamp = ToProto(absl::FromUnixSeconds(1'700'000'000) + absl::Nanoseconds(5));
  EXPECT_EQ(timestamp.seconds(), 1'700'000'000);
  EXPECT_EQ(timestamp.nanos(), 5);
  EXPECT_EQ(ToProto(absl::UnixEpoch()).seconds(), 0);
}

engine::GameKind KindWithEverything() {
  return {.id = "some_game",
          .title = "Some game",
          .description = "Is played.",
          .parameters =
              {{.name = "size",
                .description = "How big.",
                .type = engine::ParameterType::kInteger,
                .default_value = "3",
                .minimum = -5'000'000'000,
                .maximum = 5'000'000'000},
               {.name = "fast", .type = engine::ParameterType::kBoolean, .default_value = "true"},
               {.name = "rule",
                .type = engine::ParameterType::kChoice,
                .default_value = "a",
                .choices = {"a", "b"}},
               {.name = "fleet", .type = engine::ParameterType::kText, .default_value = "5,4"}},
          .min_players = 3,
          .max_players = 5,
          .move_forms = {engine::MoveForm::kRoll, engine::MoveForm::kPass}};
}

TEST(ConversionTest, KindGoesOut) {
  const v1::GameKind kind = ToProto(KindWithEverything());
  EXPECT_EQ(kind.kind(), "some_game");
  EXPECT_EQ(kind.title(), "Some game");
  EXPECT_EQ(kind.description(), "Is played.");
  EXPECT_EQ(kind.min_players(), 3);
  EXPECT_EQ(kind.max_players(), 5);
  EXPECT_THAT(kind.move_forms(), ElementsAre(v1::MOVE_FORM_ROLL, v1::MOVE_FORM_PASS));
  std::map<std::string, bool> has_levels;
  for (const v1::BotKind& bot : kind.bots()) {
    EXPECT_NE(bot.description(), "");
    has_levels[bot.kind()] = bot.has_levels();
  }
  EXPECT_THAT(has_levels, testing::Contains(Pair("random", false)));
  EXPECT_EQ(has_levels.count("perfect"), 0u) << "it knows no such game";
  EXPECT_FALSE(kind.hidden_information());
  EXPECT_FALSE(kind.chance());
  EXPECT_EQ(kind.default_undo(), v1::UNDO_POLICY_FREE);
}

TEST(ConversionTest, ParametersGoOut) {
  const v1::GameKind kind = ToProto(KindWithEverything());
  ASSERT_EQ(kind.parameters_size(), 4);
  const v1::ParameterSpec& size = kind.parameters(0);
  EXPECT_EQ(size.name(), "size");
  EXPECT_EQ(size.description(), "How big.");
  EXPECT_EQ(size.type(), v1::PARAMETER_TYPE_INTEGER);
  EXPECT_EQ(size.default_value(), "3");
  EXPECT_EQ(size.minimum(), -5'000'000'000);
  EXPECT_EQ(size.maximum(), 5'000'000'000);
  EXPECT_TRUE(size.choices().empty());
  EXPECT_EQ(kind.parameters(1).type(), v1::PARAMETER_TYPE_BOOLEAN);
  EXPECT_EQ(kind.parameters(2).type(), v1::PARAMETER_TYPE_CHOICE);
  EXPECT_THAT(kind.parameters(2).choices(), ElementsAre("a", "b"));
  EXPECT_EQ(kind.parameters(3).type(), v1::PARAMETER_TYPE_TEXT);
  EXPECT_EQ(v1::ParameterType_descriptor()->value_count(), 1 + kind.parameters_size());
}

TEST(ConversionTest, EveryRegisteredKindCanBeShown) {
  for (const engine::GameKind& kind : engine::AllGameKinds()) {
    const v1::GameKind proto = ToProto(kind);
    EXPECT_EQ(proto.kind(), kind.id);
    EXPECT_NE(proto.title(), "");
    EXPECT_NE(proto.description(), "");
    EXPECT_FALSE(proto.move_forms().empty());
    EXPECT_FALSE(proto.bots().empty());
  }
}

}  // namespace
}  // namespace meeple::service
