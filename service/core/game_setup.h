#ifndef MEEPLE_SERVICE_CORE_GAME_SETUP_H_
#define MEEPLE_SERVICE_CORE_GAME_SETUP_H_

// What a game is made of, checked and complete: the constant part of a game.

#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/core/board_game.h"
#include "engine/core/game_kind.h"
#include "engine/core/types.h"
#include "engine/games/all_games.h"
#include "meeple/v1/game.pb.h"
#include "service/core/game_opening.h"

namespace meeple::service {

// Immutable once made; shared by the session and by everybody who builds answers outside its lock.
struct GameSetup {
  std::string game_id;
  const engine::GameKind* kind = nullptr;
  // Complete with defaults, without any seed: what everyone may read.
  v1::GameConfig config;
  // The name of the API key that created the game; empty where none did.
  std::string creator;
  // Whether the feed of what the creator created tells of it. Not of games from before there were
  // feeds.
  bool creation_counted = false;
  // Whether the result counts: see game_scoring.h. Decided when the game is created.
  bool scored = false;
  // By seat: the bot that it was created for, with its seed; none for a person. Who plays now is in
  // Seats.
  std::vector<std::optional<v1::Bot>> bots;
  // Where dice and draws come from; set for kinds with chance.
  std::optional<uint64_t> seed;
  // After how many turns the game ends.
  int turn_limit = 0;
  // What was played before the game begins; the rules were found to accept it.
  Opening opening;
  // The size of the board.
  int rows = 0;
  int columns = 0;

  bool HasSeat(engine::SeatIndex seat) const { return seat >= 0 && seat < std::ssize(bots); }
  bool IsBot(engine::SeatIndex seat) const { return bots[seat].has_value(); }
  // The config with all seeds and the turn limit that holds: what the game can be made from again,
  // also by a server with other limits. A secret.
  v1::GameConfig SecretConfig() const;
  bool is_private() const { return config.visibility() == v1::VISIBILITY_PRIVATE; }
};

// The most turns that a game of any server may have.
inline constexpr int kMostPlies = 10'000;

// A game that can be begun.
struct PreparedGame {
  std::shared_ptr<const GameSetup> setup;
  std::unique_ptr<engine::BoardGame> game;  // not started
};

// INVALID_CONFIG unless the server has such a bot for games of the kind.
absl::Status CheckBot(const engine::GameKind& kind, const v1::Bot& bot);

// Kinds of games, sorted by id.
using GameKinds = std::span<const engine::GameKind>;

// `config` complete with defaults: parameters, seats with ids and symbols, policies. Seeds are as
// given. INVALID_CONFIG if no such game of `kinds` can be played; `max_plies` bounds the turn
// limit. A check of the form of the message (see service/rpc/request_checks.h) came before.
absl::StatusOr<v1::GameConfig> CompleteConfig(const v1::GameConfig& config, int max_plies,
                                              GameKinds kinds = engine::AllGameKinds());

// A game of a complete config. What needs a seed and has none gets a random one. INVALID_CONFIG as
// the rules of the kind say. The game refers to its kind, which must outlive it. `creator` as in
// GameSetup.
absl::StatusOr<PreparedGame> PrepareGame(std::string game_id, const v1::GameConfig& complete,
                                         int max_plies, GameKinds kinds = engine::AllGameKinds(),
                                         std::string creator = {});

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_GAME_SETUP_H_
