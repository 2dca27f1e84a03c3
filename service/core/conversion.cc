#include "service/core/conversion.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "engine/core/notation.h"
#include "google/protobuf/util/time_util.h"
#include "service/core/errors.h"

namespace meeple::service {
namespace {

v1::ParameterType ToProto(engine::ParameterType type) {
  switch (type) {
    case engine::ParameterType::kInteger:
      return v1::PARAMETER_TYPE_INTEGER;
    case engine::ParameterType::kBoolean:
      return v1::PARAMETER_TYPE_BOOLEAN;
    case engine::ParameterType::kChoice:
      return v1::PARAMETER_TYPE_CHOICE;
    case engine::ParameterType::kText:
      return v1::PARAMETER_TYPE_TEXT;
  }
  return v1::PARAMETER_TYPE_UNSPECIFIED;
}

v1::ParameterSpec ToProto(const engine::ParameterSpec& spec) {
  v1::ParameterSpec proto;
  proto.set_name(spec.name);
  proto.set_description(spec.description);
  proto.set_type(ToProto(spec.type));
  proto.set_default_value(spec.default_value);
  proto.set_minimum(spec.minimum);
  proto.set_maximum(spec.maximum);
  for (const std::string& choice : spec.choices) proto.add_choices(choice);
  return proto;
}

engine::Cell FromProto(const v1::Cell& cell) {
  return {.row = cell.row(), .column = cell.column()};
}

// The action of a move, or nothing where none is set.
std::optional<engine::Move> ActionOf(const v1::Move& move) {
  switch (move.action_case()) {
    case v1::Move::kCell:
      return engine::Move::AtCell(FromProto(move.cell()));
    case v1::Move::kColumn:
      return engine::Move::InColumn(move.column());
    case v1::Move::kRoll:
      return engine::Move::Roll();
    case v1::Move::kPins:
      return engine::Move::Pins(move.pins());
    case v1::Move::kShip:
      return engine::Move::Ship(
          move.ship().ship(), FromProto(move.ship().first()),
          move.ship().down() ? engine::Direction::kDown : engine::Direction::kRight);
    case v1::Move::kPass:
      return engine::Move::Pass();
    case v1::Move::ACTION_NOT_SET:
      return std::nullopt;
  }
  return std::nullopt;
}

void SetCell(engine::Cell cell, v1::Cell& proto) {
  proto.set_row(cell.row);
  proto.set_column(cell.column);
}

void SetAction(const engine::Move& move, v1::Move& proto) {
  switch (move.form()) {
    case engine::MoveForm::kCell:
      return SetCell(move.cell(), *proto.mutable_cell());
    case engine::MoveForm::kColumn:
      return proto.set_column(move.column());
    case engine::MoveForm::kRoll:
      proto.mutable_roll();
      return;
    case engine::MoveForm::kPins:
      return proto.set_pins(move.pins());
    case engine::MoveForm::kShip:
      proto.mutable_ship()->set_ship(move.ship());
      SetCell(move.cell(), *proto.mutable_ship()->mutable_first());
      return proto.mutable_ship()->set_down(move.direction() == engine::Direction::kDown);
    case engine::MoveForm::kPass:
      proto.mutable_pass();
      return;
  }
}

}  // namespace

v1::GameStatus ToProto(engine::GameStatus status) {
  switch (status) {
    case engine::GameStatus::kNotStarted:
      return v1::GAME_STATUS_NOT_STARTED;
    case engine::GameStatus::kInProgress:
      return v1::GAME_STATUS_IN_PROGRESS;
    case engine::GameStatus::kWon:
      return v1::GAME_STATUS_WON;
    case engine::GameStatus::kDrawn:
      return v1::GAME_STATUS_DRAWN;
    case engine::GameStatus::kAbandoned:
      return v1::GAME_STATUS_ABANDONED;
  }
  return v1::GAME_STATUS_UNSPECIFIED;
}

v1::EndReason ToProto(engine::EndReason reason) {
  switch (reason) {
    case engine::EndReason::kNone:
      return v1::END_REASON_UNSPECIFIED;
    case engine::EndReason::kBoard:
      return v1::END_REASON_BOARD;
    case engine::EndReason::kResignation:
      return v1::END_REASON_RESIGNATION;
    case engine::EndReason::kTurnLimit:
      return v1::END_REASON_TURN_LIMIT;
    case engine::EndReason::kAbandoned:
      return v1::END_REASON_ABANDONED;
    case engine::EndReason::kTime:
      return v1::END_REASON_TIME;
    case engine::EndReason::kForfeit:
      return v1::END_REASON_FORFEIT;
    case engine::EndReason::kAborted:
      return v1::END_REASON_ABORTED;
    case engine::EndReason::kNeverStarted:
      return v1::END_REASON_NEVER_STARTED;
    case engine::EndReason::kAgreement:
      return v1::END_REASON_AGREEMENT;
  }
  return v1::END_REASON_UNSPECIFIED;
}

v1::MoveForm ToProto(engine::MoveForm form) {
  switch (form) {
    case engine::MoveForm::kCell:
      return v1::MOVE_FORM_CELL;
    case engine::MoveForm::kColumn:
      return v1::MOVE_FORM_COLUMN;
    case engine::MoveForm::kRoll:
      return v1::MOVE_FORM_ROLL;
    case engine::MoveForm::kPins:
      return v1::MOVE_FORM_PINS;
    case engine::MoveForm::kShip:
      return v1::MOVE_FORM_SHIP;
    case engine::MoveForm::kPass:
      return v1::MOVE_FORM_PASS;
  }
  return v1::MOVE_FORM_UNSPECIFIED;
}

v1::UndoPolicy DefaultUndo(const engine::GameKind& kind) {
  return kind.undo_by_default ? v1::UNDO_POLICY_FREE : v1::UNDO_POLICY_NEVER;
}

v1::TurnCursor ToProto(const engine::TurnCursor& cursor) {
  v1::TurnCursor proto;
  proto.set_status(ToProto(cursor.status));
  proto.set_turn_index(cursor.turn_index);
  proto.set_turns(cursor.turns);
  return proto;
}

v1::Board ToProto(engine::BoardPicture picture) {
  v1::Board proto;
  proto.set_rows(picture.rows);
  proto.set_columns(picture.columns);
  proto.mutable_cells()->Reserve(static_cast<int>(picture.cells.size()));
  for (std::string& cell : picture.cells) proto.add_cells(std::move(cell));
  proto.mutable_facts()->insert(picture.facts.begin(), picture.facts.end());
  for (std::string& name : picture.column_names) proto.add_column_names(std::move(name));
  return proto;
}

absl::Time FromProto(const google::protobuf::Timestamp& time) {
  return absl::FromUnixSeconds(time.seconds()) + absl::Nanoseconds(time.nanos());
}

google::protobuf::Timestamp ToProto(absl::Time time) {
  return google::protobuf::util::TimeUtil::NanosecondsToTimestamp(absl::ToUnixNanos(time));
}

v1::GameKind ToProto(const engine::GameKind& kind) {
  v1::GameKind proto;
  proto.set_kind(kind.id);
  proto.set_title(kind.title);
  proto.set_description(kind.description);
  for (const engine::ParameterSpec& spec : kind.parameters) {
    *proto.add_parameters() = ToProto(spec);
  }
  proto.set_min_players(kind.min_players);
  proto.set_max_players(kind.max_players);
  for (engine::MoveForm form : kind.move_forms) proto.add_move_forms(ToProto(form));
  for (const engine::BotKind& bot : engine::AllBotKinds()) {
    if (!bot.plays(kind)) continue;
    v1::BotKind* entry = proto.add_bots();
    entry->set_kind(bot.id);
    entry->set_description(bot.description);
    entry->set_has_levels(bot.has_levels);
  }
  proto.set_hidden_information(kind.hidden);
  proto.set_chance(kind.chance);
  proto.set_default_undo(DefaultUndo(kind));
  return proto;
}

v1::Move HiddenMove(const engine::Player& player, int number) {
  v1::Move proto;
  proto.set_number(number);
  proto.set_player_id(player.id);
  proto.set_symbol(std::string(1, player.symbol));
  return proto;
}

v1::Move ToProto(const engine::Move& move, const engine::Player& player, int number) {
  v1::Move proto = HiddenMove(player, number);
  proto.set_notation(engine::FormatMove(move));
  SetAction(move, proto);
  return proto;
}

absl::StatusOr<engine::Move> FromProto(const v1::Move& move, const engine::GameKind& kind) {
  if (const std::optional<engine::Move> action = ActionOf(move)) {
    if (std::ranges::find(kind.move_forms, action->form()) == kind.move_forms.end()) {
      return InvalidField(
          "move.action", "is not a form of move that " + kind.id + " has: see GameKind.move_forms");
    }
    return *action;
  }
  absl::StatusOr<engine::Move> parsed = engine::ParseMove(move.notation(), kind.move_forms);
  if (!parsed.ok()) {
    return InvalidField("move.notation", std::string(parsed.status().message()));
  }
  return parsed;
}

}  // namespace meeple::service
