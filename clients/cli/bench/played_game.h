#ifndef MEEPLE_CLIENTS_CLI_BENCH_PLAYED_GAME_H_
#define MEEPLE_CLIENTS_CLI_BENCH_PLAYED_GAME_H_

// A game that the load generator plays: both seats' credentials, the order of the cells, and what
// its watchers have seen. A value without threads.
//
//   PlayedGame game(created, random);
//   while (!game.over()) { call = game.NextMove(); ...; game.Answered(response); }

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "clients/cli/bench/steady_time.h"
#include "meeple/v1/game_service.pb.h"

namespace meeple::cli {

class PlayedGame {
 public:
  PlayedGame(const v1::CreateGameResponse& created, std::mt19937_64& random);

  const std::string& id() const { return id_; }
  // The newest event of the game as it was created.
  int64_t sequence() const { return sequence_; }
  // True when the board decided or has no cell left.
  bool over() const { return over_ || begun_.size() == cells_.size(); }
  // How many moves were begun.
  size_t moves() const { return begun_.size(); }

  // The call of the next move, which begins now. REQUIRES: !over().
  v1::SubmitMoveRequest NextMove(SteadyTime now);
  // What to send as `authorization` with it.
  const std::string& authorization() const { return authorizations_[seat_]; }
  void Answered(const v1::SubmitMoveResponse& response);

  // Each watcher sees each move once.
  void AddWatcher() { ++watchers_; }
  // A watcher that has seen so many moves will see no more.
  void LoseWatcher(size_t seen);
  // A watcher has seen the move of that number, from 0; when that move began. REQUIRES:
  // move < moves().
  SteadyTime Delivered(size_t move);
  // True where every watcher has seen every move.
  bool all_seen() const { return unseen_ == 0; }

 private:
  const std::string id_;
  const int64_t sequence_;
  const int columns_;
  std::vector<std::string> authorizations_;  // by seat
  std::vector<int> cells_;                   // row * columns + column, in the order of play
  std::vector<SteadyTime> begun_;            // the moves so far
  size_t seat_ = 0;
  bool over_ = false;
  int64_t watchers_ = 0;
  int64_t unseen_ = 0;
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_BENCH_PLAYED_GAME_H_
