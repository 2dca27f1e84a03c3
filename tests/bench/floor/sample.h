#ifndef MEEPLE_TESTS_BENCH_FLOOR_SAMPLE_H_
#define MEEPLE_TESTS_BENCH_FLOOR_SAMPLE_H_

#include "meeple/v1/game_service.pb.h"
#include "service/core/game_host.h"

namespace meeple::bench {

// What a server of ours says of one move in the middle of a game of tic-tac-toe.
struct Sample {
  v1::SubmitMoveResponse answer;
  // The message that each watcher of the game gets.
  v1::WatchGameResponse event;
};

// Plays a game on the host and returns what became of its third move. Ends the process where the
// host refuses. REQUIRES: the journal of the host completes on the calling thread.
Sample TakeSample(service::GameHost& host);

}  // namespace meeple::bench

#endif  // MEEPLE_TESTS_BENCH_FLOOR_SAMPLE_H_
