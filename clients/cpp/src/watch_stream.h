#ifndef MEEPLE_CLIENT_SRC_WATCH_STREAM_H_
#define MEEPLE_CLIENT_SRC_WATCH_STREAM_H_

// One stream of a feed, read with a time limit: gRPC's blocking streams have none. Holds one
// message that was not taken yet, and reads no further until it is.
//
// One thread waits; gRPC's own threads call the reactions. The destructor cancels the stream and
// waits until gRPC is done with it, which takes no answer of the server.

#include <grpcpp/client_context.h>
#include <grpcpp/support/client_callback.h>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <stop_token>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "meeple/client/connection.h"
#include "meeple/client/watch.h"

namespace meeple::client {

template <class Feed>
class WatchStream final : public grpc::ClientReadReactor<typename Feed::Response> {
 public:
  using Request = typename Feed::Request;
  using Response = typename Feed::Response;

  enum class Reading {
    // The server has answered: it is there, and the watch is open. Told once, before any message.
    kOpened,
    kMessage,
    // See status().
    kEnded,
    // Nothing came in time.
    kTimeout,
    // A stop was asked for.
    kStopped,
  };

  // Opens the stream. REQUIRES: the connection outlives it.
  WatchStream(const Connection& connection, std::unique_ptr<grpc::ClientContext> context,
              const Request& request);
  ~WatchStream() override;

  // Waits for what comes next, at most for so long, and moves a message to where it is told.
  Reading Read(Response* message, absl::Duration timeout, const std::stop_token& stop);

  // How the stream ended. REQUIRES: Read has returned kEnded.
  absl::Status status();

 private:
  void OnReadInitialMetadataDone(bool ok) override;
  void OnReadDone(bool ok) override;
  void OnDone(const grpc::Status& status) override;

  bool HasNews() const { return (is_open_ && !told_open_) || has_message_ || is_done_; }

  const std::unique_ptr<grpc::ClientContext> context_;
  const Request request_;
  // Belongs to gRPC while a read is under way, else guarded by the mutex.
  Response incoming_;

  std::mutex mutex_;
  std::condition_variable_any changed_;
  // Guarded by the mutex.
  bool is_open_ = false;
  bool told_open_ = false;
  bool has_message_ = false;
  bool is_abandoned_ = false;
  bool is_done_ = false;
  grpc::Status status_;
};

}  // namespace meeple::client

#endif  // MEEPLE_CLIENT_SRC_WATCH_STREAM_H_
