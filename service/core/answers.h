#ifndef MEEPLE_SERVICE_CORE_ANSWERS_H_
#define MEEPLE_SERVICE_CORE_ANSWERS_H_

// The answer to a call that changed a game, made from its events alone: so the first answer and
// that to a repeat are the same by construction.

#include <string>
#include <utility>

#include "meeple/v1/game_service.pb.h"
#include "service/core/event_group.h"
#include "service/core/game_session.h"
#include "service/journal/journal.h"

namespace meeple::service {

inline v1::Durability ToProto(JournalDurability durability) {
  return durability == JournalDurability::kSynced ? v1::DURABILITY_SYNCED : v1::DURABILITY_MEMORY;
}

// The move of the first event that has one; null if none does.
inline const v1::Move* MoveOf(const EventGroup& events) {
  const v1::GameEvent& event = events.front();
  if (event.has_move_applied()) return &event.move_applied().move();
  if (event.has_move_undone()) return &event.move_undone().move();
  if (event.has_move_redone()) return &event.move_redone().move();
  return nullptr;
}

// Response is that of SubmitMove, Undo, Redo, Resign, Abandon, LeaveGame, or of a call that brings
// a credential into force, which is left out. REQUIRES: there are events.
template <class Response>
Response BuildAnswer(Mutation::Answer answer, JournalDurability durability) {
  Response response;
  if constexpr (requires { response.mutable_move(); }) {
    if (const v1::Move* move = MoveOf(answer.events)) *response.mutable_move() = *move;
  }
  *response.mutable_cursor() = answer.events.back().cursor();
  response.set_sequence(answer.events.back().sequence());
  response.set_head_sequence(answer.head_sequence);
  response.set_durability(ToProto(durability));
  for (v1::GameEvent& event : answer.events) {
    if constexpr (requires { response.mutable_winner(); }) {
      if (event.has_game_finished()) response.set_winner(event.game_finished().winner());
    }
    *response.add_events() = std::move(event);
  }
  return response;
}

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_ANSWERS_H_
