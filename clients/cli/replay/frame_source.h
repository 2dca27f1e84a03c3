#ifndef MEEPLE_CLIENTS_CLI_REPLAY_FRAME_SOURCE_H_
#define MEEPLE_CLIENTS_CLI_REPLAY_FRAME_SOURCE_H_

// The frames of a game by their turn, fetched in pages when they are needed and forgotten
// afterwards, so that a long game on a large board needs little memory. Not thread-safe.
//
//   FrameSource frames(connection, game_id, /*last=*/9);
//   absl::StatusOr<v1::ReplayFrame> frame = frames.At(5);

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "clients/cli/connection.h"
#include "meeple/v1/game_service.pb.h"

namespace meeple::cli {

class FrameSource {
 public:
  // `last` is the last turn that will be asked for.
  FrameSource(Connection& connection, std::string game_id, int32_t last)
      : connection_(connection), game_id_(std::move(game_id)), last_(last) {}

  // The frame of a turn. Errors are those of Replay.
  absl::StatusOr<v1::ReplayFrame> At(int32_t turn);

 private:
  absl::Status Fetch(int32_t from_turn, int32_t to_turn);
  const v1::ReplayFrame* Find(int32_t turn) const;

  Connection& connection_;
  const std::string game_id_;
  const int32_t last_;
  v1::ReplayResponse page_;
};

}  // namespace meeple::cli

#endif  // MEEPLE_CLIENTS_CLI_REPLAY_FRAME_SOURCE_H_
