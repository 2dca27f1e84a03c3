#ifndef MEEPLE_SERVICE_CORE_GAME_SCORING_H_
#define MEEPLE_SERVICE_CORE_GAME_SCORING_H_

// What a game counts for in the scoreboard: a function of how it stands, so that a commit changes
// the scores by the difference between before and after, and a rebuild from the events comes to the
// same. Pure functions.
//
//   const GameResults before = ResultsOf(state);
//   ... a call changes the state ...
//   commit.scores = ScoreChangesOf(before, state);

#include <string>
#include <string_view>
#include <vector>

#include "engine/core/scoreboard.h"
#include "meeple/v1/game.pb.h"
#include "meeple/v1/scoreboard_service.pb.h"
#include "service/journal/score_index.h"

namespace meeple::service {

class GameState;

// Whether a game will count, by its config as it was asked for, complete but without the seeds that
// are drawn: persons in two or more seats and in all, no opening, no seed that somebody chose.
bool IsScored(const v1::GameConfig& config);

// By seat; empty while the game counts for nobody.
using GameResults = std::vector<engine::Result>;
GameResults ResultsOf(const GameState& state);

// What a call adds to the scores that found the game with results `before` and left `after`.
std::vector<ScoreChange> ScoreChangesOf(const GameResults& before, const GameState& after);

// The table of a kind of game, or of all kinds together where `kind` is empty. An unspecified board
// is the shared one.
std::string ScoreTable(v1::ScoreBoard board, std::string_view kind);

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_GAME_SCORING_H_
