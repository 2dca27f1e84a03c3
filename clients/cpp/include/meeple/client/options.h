#ifndef MEEPLE_CLIENT_OPTIONS_H_
#define MEEPLE_CLIENT_OPTIONS_H_

// How a client behaves: identity, encryption, deadlines, repetition.
//
//   meeple::client::Client client("localhost:50051",
//                                 {.token = token, .timeout = absl::Seconds(3)});

#include <grpcpp/security/credentials.h>
#include <grpcpp/support/channel_arguments.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace meeple::client {

// Waits, and returns false at once when a stop is asked for.
bool SleepUnlessStopped(absl::Duration duration, const std::stop_token& stop);

// The machine's time since some fixed moment, which never goes back and never jumps, as the time of
// day does when somebody sets it.
absl::Duration SteadyTime();

// What a client needs of time; a test brings its own.
struct Clock {
  std::function<absl::Duration()> now = SteadyTime;
  std::function<bool(absl::Duration, const std::stop_token&)> sleep = SleepUnlessStopped;
};

// What all calls and watches of a client have in common.
struct Options {
  // A credential of a seat or of a watcher, or an API key. Empty: the caller is a spectator.
  std::string token = {};
  // What the connection is encrypted with, such as Tls(). Not set: it is not.
  std::shared_ptr<grpc::ChannelCredentials> encryption = nullptr;
  // What a call may take, its repetitions included.
  absl::Duration timeout = absl::Seconds(10);
  // How long a watch tries to come back, from the loss of its connection to its next message.
  // Before the server was reached at all it is `timeout`.
  absl::Duration patience = absl::Minutes(5);
  // The pause before the first repetition. Each is twice as long as the one before, up to
  // `longest_delay`, and varies by a fifth so that clients do not come back all at once. What the
  // server asks for is kept to where it is longer.
  absl::Duration first_delay = absl::Milliseconds(100);
  absl::Duration longest_delay = absl::Seconds(2);
  // Further arguments of the gRPC channel.
  grpc::ChannelArguments channel_arguments = {};
  Clock clock = {};
};

// What is particular to one call.
struct CallOptions {
  // What the call may take, its repetitions included. Not set: that of the client.
  std::optional<absl::Duration> timeout = std::nullopt;
  // What one try may take; a try that nobody answers for so long is repeated.
  absl::Duration try_timeout = absl::InfiniteDuration();
  // How often the call is made at most.
  int max_tries = std::numeric_limits<int>::max();
  // Called before each pause with what went wrong.
  std::function<void(const absl::Status&)> on_retry = nullptr;
  // A stop ends the call with CANCELLED, whether or not the server has done its work.
  std::stop_token stop = {};
};

// What is particular to one watch.
struct WatchOptions {
  // How long it tries to come back. Not set: `patience` of the client.
  std::optional<absl::Duration> patience = std::nullopt;
  // How long it tries to reach the server at first. Not set: `timeout` of the client.
  std::optional<absl::Duration> first_patience = std::nullopt;
  // A stop ends the watch with CANCELLED, as Watch::Cancel does.
  std::stop_token stop = {};
};

// Where a watch of a game starts and ends. Left as they are: the whole game, up to its final
// result.
struct GameWatchOptions {
  // The last event that is known already.
  int64_t after_sequence = 0;
  // Begins with the state instead of the first event. REQUIRES: after_sequence is 0.
  bool snapshot = false;
  // Ends with the first end of the game, which an undo could still take back.
  bool until_finish = false;
  WatchOptions watch = {};
};

// TLS that trusts the certificates in a PEM file, or those that the system trusts where no file is
// named. INVALID_ARGUMENT if the file cannot be read or holds no certificate.
absl::StatusOr<std::shared_ptr<grpc::ChannelCredentials>> Tls(const std::string& file = "");

}  // namespace meeple::client

#endif  // MEEPLE_CLIENT_OPTIONS_H_
