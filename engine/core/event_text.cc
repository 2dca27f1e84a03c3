#include "engine/core/event_text.h"

#include "absl/strings/str_cat.h"
#include "engine/core/notation.h"

namespace meeple::engine {
namespace {

std::string CellText(Cell cell) { return absl::StrCat("(", cell.row, ",", cell.column, ")"); }

std::string PinsText(const Move& move) {
  return absl::StrCat(move.pins(), move.pins() == 1 ? " pin" : " pins");
}

std::string TextOfAbandonment(EndReason reason, const Player* winner) {
  switch (reason) {
    case EndReason::kResignation:
      return winner == nullptr ? "abandoned: everybody resigned"
                               : absl::StrCat(winner->id, " wins by resignation");
    case EndReason::kTime:
      return winner == nullptr ? "abandoned: time ran out"
                               : absl::StrCat(winner->id, " wins on time");
    case EndReason::kForfeit:
      return winner == nullptr ? "abandoned: everybody is gone"
                               : absl::StrCat(winner->id, " wins by forfeit");
    case EndReason::kTurnLimit:
      return "abandoned: turn limit reached";
    case EndReason::kAborted:
      return "abandoned: no first move in time";
    case EndReason::kNeverStarted:
      return "abandoned: never started";
    case EndReason::kNone:
    case EndReason::kBoard:
    case EndReason::kAgreement:
    case EndReason::kAbandoned:
      break;
  }
  return "abandoned";
}

}  // namespace

std::string TextOfCreated() { return "game created"; }

std::string TextOfStarted() { return "game started"; }

std::string TextOfAction(const Player& player, const Move& move) {
  const std::string symbol(1, player.symbol);
  switch (move.form()) {
    case MoveForm::kCell:
      return absl::StrCat("plays ", symbol, " at ", CellText(move.cell()));
    case MoveForm::kColumn:
      return absl::StrCat("plays ", symbol, " in column ", FormatMove(move));
    case MoveForm::kRoll:
      return "rolls the dice";
    case MoveForm::kPins:
      return absl::StrCat("knocks down ", PinsText(move));
    case MoveForm::kShip:
      return absl::StrCat("places ", ShipName(move.ship()), " at ", CellText(move.cell()),
                          move.direction() == Direction::kRight ? " to the right" : " downwards");
    case MoveForm::kPass:
      break;
  }
  return "passes";
}

std::string TextOfObject(const Move& move) {
  switch (move.form()) {
    case MoveForm::kCell:
      return CellText(move.cell());
    case MoveForm::kColumn:
      return absl::StrCat("column ", FormatMove(move));
    case MoveForm::kRoll:
      return "the roll";
    case MoveForm::kPins:
      return PinsText(move);
    case MoveForm::kShip:
      return absl::StrCat(ShipName(move.ship()), " at ", CellText(move.cell()));
    case MoveForm::kPass:
      break;
  }
  return "the pass";
}

std::string TextOfJoining(const Player& player) { return absl::StrCat(player.id, " joins"); }

std::string TextOfLeaving(const Player& player) { return absl::StrCat(player.id, " leaves"); }

std::string TextOfRenewal(const Player& player) {
  return absl::StrCat(player.id, " has a new credential");
}

std::string TextOfInvitation(const Player& player) {
  return absl::StrCat(player.id, " has a new invitation");
}

std::string TextOfBot(const Player& player, const std::string& bot) {
  return absl::StrCat(bot, " plays for ", player.id);
}

std::string TextOfTakeover(const Player& player) {
  return absl::StrCat(player.id, " takes over from the bot");
}

std::string TextOfResignation(const Player& player) { return absl::StrCat(player.id, " resigns"); }

std::string TextOfFlag(const Player& player) {
  return absl::StrCat(player.id, " runs out of time");
}

std::string TextOfForfeit(const Player& player) { return absl::StrCat(player.id, " is gone"); }

std::string TextOfEnd(GameStatus status, EndReason reason, const Player* winner) {
  switch (status) {
    case GameStatus::kWon:
      return absl::StrCat(winner->id, " wins");
    case GameStatus::kDrawn:
      return reason == EndReason::kAgreement ? "draw by agreement" : "draw";
    case GameStatus::kAbandoned:
      return TextOfAbandonment(reason, winner);
    case GameStatus::kNotStarted:
    case GameStatus::kInProgress:
      break;
  }
  return "";
}

std::string TextOfFinal() { return "game final"; }

std::string TextOfTurn(const Player& player) { return absl::StrCat(player.id, " to play"); }

std::string TextOfNotStarted() { return "not started"; }

}  // namespace meeple::engine
