#include "src/watch_stream.h"

#include <algorithm>
#include <utility>

#include "meeple/client/error.h"

namespace meeple::client {
namespace {

// Longer than any program runs, and short enough to be added to the time of any clock.
constexpr absl::Duration kForEver = absl::Hours(24 * 365);

void OpenFeed(const Connection& connection, grpc::ClientContext* context,
              const v1::WatchGameRequest* request,
              grpc::ClientReadReactor<v1::WatchGameResponse>* reactor) {
  connection.stub<Games>().async()->WatchGame(context, request, reactor);
}

void OpenFeed(const Connection& connection, grpc::ClientContext* context,
              const v1::WatchLobbyRequest* request,
              grpc::ClientReadReactor<v1::WatchLobbyResponse>* reactor) {
  connection.stub<Lobby>().async()->WatchLobby(context, request, reactor);
}

void OpenFeed(const Connection& connection, grpc::ClientContext* context,
              const v1::WatchResultsRequest* request,
              grpc::ClientReadReactor<v1::WatchResultsResponse>* reactor) {
  connection.stub<Allocation>().async()->WatchResults(context, request, reactor);
}

}  // namespace

template <class Feed>
WatchStream<Feed>::WatchStream(const Connection& connection,
                               std::unique_ptr<grpc::ClientContext> context, const Request& request)
    : context_(std::move(context)), request_(request) {
  OpenFeed(connection, context_.get(), &request_, this);
  // Reads begin outside of reactions: gRPC must not be done between two of them.
  this->AddHold();
  this->StartRead(&incoming_);
  this->StartCall();
}

template <class Feed>
WatchStream<Feed>::~WatchStream() {
  std::unique_lock lock(mutex_);
  is_abandoned_ = true;
  // With a message that nobody took there is no read under way, which would drop the hold.
  const bool holds = std::exchange(has_message_, false);
  lock.unlock();
  context_->TryCancel();
  if (holds) this->RemoveHold();
  lock.lock();
  changed_.wait(lock, [this] { return is_done_; });
}

template <class Feed>
typename WatchStream<Feed>::Reading WatchStream<Feed>::Read(Response* message,
                                                            absl::Duration timeout,
                                                            const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  const bool came =
      changed_.wait_for(lock, stop, absl::ToChronoNanoseconds(std::min(timeout, kForEver)),
                        [this] { return HasNews(); });
  if (stop.stop_requested()) return Reading::kStopped;
  if (!came) return Reading::kTimeout;
  if (is_open_ && !std::exchange(told_open_, true)) return Reading::kOpened;
  if (!std::exchange(has_message_, false)) return Reading::kEnded;
  *message = std::move(incoming_);
  lock.unlock();
  this->StartRead(&incoming_);
  return Reading::kMessage;
}

template <class Feed>
absl::Status WatchStream<Feed>::status() {
  const std::lock_guard lock(mutex_);
  return FromGrpc(status_);
}

template <class Feed>
void WatchStream<Feed>::OnReadInitialMetadataDone(bool ok) {
  const std::lock_guard lock(mutex_);
  is_open_ = is_open_ || ok;
  changed_.notify_all();
}

template <class Feed>
void WatchStream<Feed>::OnReadDone(bool ok) {
  std::unique_lock lock(mutex_);
  has_message_ = ok && !is_abandoned_;
  is_open_ = is_open_ || ok;
  changed_.notify_all();
  if (has_message_) return;
  lock.unlock();
  this->RemoveHold();
}

template <class Feed>
void WatchStream<Feed>::OnDone(const grpc::Status& status) {
  // The lock is held to the end: whoever waits may destroy the stream once it has it.
  const std::lock_guard lock(mutex_);
  status_ = status;
  is_done_ = true;
  changed_.notify_all();
}

template class WatchStream<GameFeed>;
template class WatchStream<LobbyFeed>;
template class WatchStream<ResultsFeed>;

}  // namespace meeple::client
