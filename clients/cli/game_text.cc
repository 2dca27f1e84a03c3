#include "clients/cli/game_text.h"

#include <algorithm>
#include <map>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "clients/cli/clock_text.h"

namespace meeple::cli {
namespace {

bool IsShellSafe(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("_-./:=@,+").find(c) != std::string_view::npos;
}

}  // namespace

int SeatOf(const Seats& seats, std::string_view player_id) {
  for (int i = 0; i < seats.size(); ++i) {
    if (seats[i].player_id() == player_id) return i;
  }
  return -1;
}

std::string PlayerAt(const Seats& seats, int seat) {
  return seat >= 0 && seat < seats.size() ? seats[seat].player_id() : "?";
}

std::string PlayerToMove(const Seats& seats, const v1::TurnCursor& cursor) {
  const bool has_seat = cursor.turn_index() >= 0 && cursor.turn_index() < seats.size();
  if (cursor.status() != v1::GAME_STATUS_IN_PROGRESS || !has_seat) return "";
  return seats[cursor.turn_index()].player_id();
}

bool IsOver(const v1::TurnCursor& cursor) {
  return cursor.status() == v1::GAME_STATUS_WON || cursor.status() == v1::GAME_STATUS_DRAWN ||
         cursor.status() == v1::GAME_STATUS_ABANDONED;
}

const v1::Move* MoveOf(const v1::GameEvent& event) {
  switch (event.detail_case()) {
    case v1::GameEvent::kMoveApplied:
      return &event.move_applied().move();
    case v1::GameEvent::kMoveUndone:
      return &event.move_undone().move();
    case v1::GameEvent::kMoveRedone:
      return &event.move_redone().move();
    default:
      return nullptr;
  }
}

bool ChangesPosition(const v1::GameEvent& event) {
  return MoveOf(event) != nullptr || event.has_game_started() || event.has_game_finished() ||
         event.seat_left().reason() != v1::END_REASON_UNSPECIFIED;
}

void UpdateSeats(const v1::GameEvent& event, v1::Game& game) {
  const bool taken = event.has_seat_taken();
  const int index = taken ? event.seat_taken().seat() : event.seat_left().seat();
  const bool freed = event.has_seat_left() && !ChangesPosition(event);
  if ((!taken && !freed) || index < 0 || index >= game.seats_size()) return;
  v1::Seat& seat = *game.mutable_seats(index);
  const bool invited =
      game.config().seats_size() > index && game.config().seats(index).has_invited();
  seat.set_player_id(event.seat_taken().player_id());
  seat.set_status(taken     ? v1::SEAT_STATUS_TAKEN
                  : invited ? v1::SEAT_STATUS_INVITED
                            : v1::SEAT_STATUS_OPEN);
}

std::string EventText(const v1::GameEvent& event, const Seats& seats, const Style& style) {
  std::string text = event.text();
  if (event.has_move_applied() || event.has_move_redone()) {
    text = style.Player(SeatOf(seats, event.actor()), text);
  } else if (event.has_game_finished()) {
    text = style.Bold(text);
  }
  const v1::Move* move = MoveOf(event);
  if (move == nullptr || move->notation().empty()) return text;
  return absl::StrCat(text, "  ", style.Dim(move->notation()));
}

std::string EventLine(const v1::GameEvent& event, const Seats& seats, const Style& style) {
  return absl::StrCat(style.Dim(absl::StrFormat("%4d", event.sequence())), "  ",
                      EventText(event, seats, style));
}

std::string KindLine(const v1::GameConfig& config) {
  std::string line = config.kind();
  const std::map<std::string, std::string> sorted(config.parameters().begin(),
                                                  config.parameters().end());
  for (const auto& [name, value] : sorted) absl::StrAppend(&line, ", ", name, " ", value);
  if (config.has_clock()) absl::StrAppend(&line, ", ", ClockRulesText(config));
  return line;
}

std::string SeatsLine(const Seats& seats, const Style& style) {
  std::string line;
  for (int i = 0; i < seats.size(); ++i) {
    const v1::Seat& seat = seats[i];
    if (i > 0) line += " against ";
    if (seat.status() == v1::SEAT_STATUS_OPEN || seat.status() == v1::SEAT_STATUS_INVITED) {
      line += seat.status() == v1::SEAT_STATUS_OPEN ? "an open seat" : "an invited player";
    } else {
      line += style.Player(i, seat.player_id());
    }
    if (seat.symbol() != seat.player_id()) line += " as " + style.Player(i, seat.symbol());
    if (seat.has_bot()) absl::StrAppend(&line, " (bot ", seat.bot().kind(), ")");
    if (seat.resigned()) line += " (resigned)";
  }
  return line;
}

std::string HeaderOf(std::string_view rendered) {
  return std::string(rendered.substr(0, rendered.find('\n')));
}

std::string ShellWord(std::string_view text) {
  if (!text.empty() && std::ranges::all_of(text, IsShellSafe)) return std::string(text);
  return absl::StrCat(
      "'", absl::StrReplaceAll(absl::string_view(text.data(), text.size()), {{"'", "'\\''"}}), "'");
}

}  // namespace meeple::cli
