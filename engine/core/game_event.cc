#include "engine/core/game_event.h"

#include <cassert>
#include <utility>

#include "engine/core/event_text.h"
#include "engine/core/rendering.h"

namespace meeple::engine {
namespace {

GameEvent MakeEvent(const BoardGame& game, GameEventKind kind, std::string actor,
                    std::string text) {
  return {.kind = kind,
          .turn = game.cursor().turns,
          .actor = std::move(actor),
          .text = std::move(text),
          .cursor = game.cursor(),
          .outcome = game.outcome()};
}

GameEvent MakeMoveEvent(const BoardGame& game, GameEventKind kind, const Ply& ply,
                        std::string text) {
  GameEvent event = MakeEvent(game, kind, game.players()[ply.seat].id, std::move(text));
  event.move = ply.move;
  return event;
}

// `event`, followed by the end of the game if that is what it brought.
std::vector<GameEvent> WithEnd(const BoardGame& game, GameEvent event) {
  std::vector<GameEvent> events = {std::move(event)};
  if (game.over()) {
    const std::string end = RenderHeader(game.players(), game.cursor(), game.outcome());
    events.push_back(MakeEvent(game, GameEventKind::kFinished, events.front().actor, end));
  }
  return events;
}

}  // namespace

std::vector<GameEvent> EventsOfStart(const BoardGame& game) {
  return {MakeEvent(game, GameEventKind::kStarted, "", TextOfStarted())};
}

std::vector<GameEvent> EventsOfMove(const BoardGame& game) {
  assert(!game.log().standing().empty());
  const Ply& ply = game.log().standing().back();
  return WithEnd(game, MakeMoveEvent(game, GameEventKind::kMoved, ply, RenderMove(game, ply)));
}

std::vector<GameEvent> EventsOfRedo(const BoardGame& game) {
  assert(!game.log().standing().empty());
  const Ply& ply = game.log().standing().back();
  return WithEnd(game, MakeMoveEvent(game, GameEventKind::kRedone, ply, RenderRedo(game, ply)));
}

std::vector<GameEvent> EventsOfUndo(const BoardGame& game, const Outcome& outcome_before) {
  assert(!game.log().undone().empty());
  const Ply& ply = game.log().undone().front();
  GameEvent event =
      MakeMoveEvent(game, GameEventKind::kUndone, ply, RenderUndo(game, ply, ply.seat));
  event.outcome_before = outcome_before;
  return {std::move(event)};
}

std::vector<GameEvent> EventsOfResignation(const BoardGame& game, SeatIndex seat) {
  const Player& player = game.players()[seat];
  return WithEnd(game,
                 MakeEvent(game, GameEventKind::kResigned, player.id, TextOfResignation(player)));
}

std::vector<GameEvent> EventsOfAbandonment(const BoardGame& game) {
  const std::string end = RenderHeader(game.players(), game.cursor(), game.outcome());
  return {MakeEvent(game, GameEventKind::kFinished, "", end)};
}

}  // namespace meeple::engine
