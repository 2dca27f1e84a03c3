#ifndef MEEPLE_ENGINE_PLAYERS_PLAYER_FACTORY_H_
#define MEEPLE_ENGINE_PLAYERS_PLAYER_FACTORY_H_

// Makes players from the name of their kind: human, scripted, random, mcts, search, perfect.
//
//   auto bot = MakePlayer({.kind = "random", .seed = 7});
//   absl::StatusOr<Move> move = (*bot)->Choose(game);

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/core/board_game.h"
#include "engine/core/game_kind.h"
#include "engine/players/move_strategy.h"

namespace meeple::engine {

struct PlayerSpec {
  std::string kind;
  int level = 0;                      // 0 is the kind's default; 1 to 10 where it means something
  std::optional<uint64_t> seed = {};  // required by kinds that draw
  // Asked now and then by those that search; true ends the thinking.
  std::function<bool()> stop = {};
  std::vector<Move> script = {};  // "scripted": the moves it plays, in order
  // "human": where moves come from.
  std::function<absl::StatusOr<Move>(const BoardGame&)> source = {};
};

// A kind of player that needs nobody: it can fill a seat of a server.
struct BotKind {
  std::string id;
  std::string description;  // for people
  bool has_levels = false;
  // True if the bot can play the kind of game.
  bool (*plays)(const GameKind& kind) = nullptr;
  // True if a move at that level, on a board of so many cells, takes no time worth speaking of, so
  // that a server need not have it wait behind moves that are searched for.
  bool (*answers_at_once)(int level, int64_t cells) = nullptr;
};

// Every kind of bot, sorted by id.
const std::vector<BotKind>& AllBotKinds();

// The kind of bot with that id, or null.
const BotKind* FindBotKind(std::string_view id);

// INVALID_ARGUMENT for an unknown kind, a missing seed, a level out of range, a human without a
// source.
absl::StatusOr<std::unique_ptr<MoveStrategy>> MakePlayer(const PlayerSpec& spec);

}  // namespace meeple::engine

#endif  // MEEPLE_ENGINE_PLAYERS_PLAYER_FACTORY_H_
