#ifndef MEEPLE_CLIENTS_CLI_BENCH_TABLE_H_
#define MEEPLE_CLIENTS_CLI_BENCH_TABLE_H_

#include <memory>
#include <random>
#include <vector>

#include "clients/cli/bench/played_game.h"

namespace meeple::cli {

class Player;
class Watcher;

// A game with those around it. Touched under the driver's lock only; shared by the player and by
// each watch that is not over.
struct Table {
  Table(const v1::CreateGameResponse& created, std::mt19937_64& random);
  ~Table();
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  PlayedGame game;
  std::vector<std::unique_ptr<Watcher>> watchers = {};
  // Watches that the server has neither confirmed nor refused.
  int opening = 0;
  // Who is told when watches open and see something; null while nobody plays.
  Player* player = nullptr;
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_BENCH_TABLE_H_
