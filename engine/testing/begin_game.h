#ifndef MEEPLE_ENGINE_TESTING_BEGIN_GAME_H_
#define MEEPLE_ENGINE_TESTING_BEGIN_GAME_H_

// Games and positions for tests of players.
//
//   const std::unique_ptr<BoardGame> game = BeginGame("tic_tac_toe");
//   PlayMoves(*game, {"a1", "b2"});

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/notation.h"
#include "engine/testing/find_game_kind.h"
#include "engine/testing/make_players.h"

namespace meeple::engine {

// A started game of a kind; fails the test if there can be none.
inline std::unique_ptr<BoardGame> BeginGame(
    const std::string& kind, const std::map<std::string, std::string>& parameters = {},
    const GameOptions& options = {}, int players = 2) {
  auto game = MakeGame(FindGameKind(kind), parameters, MakePlayers(players), options);
  EXPECT_TRUE(game.ok()) << game.status();
  (*game)->Start();
  return *std::move(game);
}

// Plays moves by their notation, each of which must be accepted. REQUIRES: cells and passes.
inline void PlayMoves(BoardGame& game, const std::vector<std::string>& moves) {
  for (const std::string& text : moves) {
    const auto move = ParseMove(text, std::vector{MoveForm::kCell, MoveForm::kPass});
    ASSERT_TRUE(move.ok()) << move.status();
    ASSERT_FALSE(game.Submit(game.cursor().turn_index, *move).has_value()) << text;
  }
}

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_TESTING_BEGIN_GAME_H_
