#ifndef MEEPLE_SERVICE_CORE_TESTING_WATCH_READER_H_
#define MEEPLE_SERVICE_CORE_TESTING_WATCH_READER_H_

// Reads a watch as a transport does, message by message.
//
//   auto reader = WatchReader::Open(host, caller, request).value();
//   std::optional<v1::WatchGameResponse> message = reader->Read();   // waits; none at the end
//
// LobbyReader and ResultsReader are the same for WatchLobby and WatchResults.

#include <future>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "meeple/v1/allocation_service.pb.h"
#include "meeple/v1/game_service.pb.h"
#include "meeple/v1/lobby_service.pb.h"
#include "service/base/mutex.h"
#include "service/core/game_host.h"
#include "service/core/watch.h"

namespace meeple::service {

// The bytes of a message as the transport would send them.
inline std::string Flatten(const WatchMessage& message) {
  std::string bytes = message.head;
  for (const auto& part : message.parts) bytes += *part;
  return bytes;
}

template <class Request, class Response>
class WatchReaderOf final : public WatchStream {
 public:
  static absl::StatusOr<std::shared_ptr<WatchReaderOf>> Open(GameHost& host, const Caller& caller,
                                                             const Request& request) {
    auto reader = std::make_shared<WatchReaderOf>();
    auto opened = std::make_shared<std::promise<absl::StatusOr<std::unique_ptr<Watch>>>>();
    auto future = opened->get_future();
    host.OpenWatch(caller, request, reader, [opened](absl::StatusOr<std::unique_ptr<Watch>> watch) {
      opened->set_value(std::move(watch));
    });
    absl::StatusOr<std::unique_ptr<Watch>> watch = future.get();
    if (!watch.ok()) return watch.status();
    reader->watch_ = *std::move(watch);
    return reader;
  }

  void Wake() override {
    MutexLock lock(mutex_);
    woken_ = true;
    changed_.NotifyAll();
  }

  // The next step that is no waiting.
  WatchStep Step() {
    for (;;) {
      WatchStep step = watch_->Next();
      if (step.kind != WatchStep::Kind::kWait) return step;
      MutexLock lock(mutex_);
      while (!woken_) changed_.Wait(mutex_);
      woken_ = false;
    }
  }

  // The next message; none once the watch has ended.
  std::optional<Response> Read() {
    const WatchStep step = Step();
    if (step.kind == WatchStep::Kind::kEnd) {
      end_ = step.end;
      return std::nullopt;
    }
    Response response;
    return response.ParseFromString(Flatten(step.message)) ? std::optional(response) : std::nullopt;
  }

  // All events of the game up to the end of the watch.
  std::vector<v1::GameEvent> ReadToEnd() {
    std::vector<v1::GameEvent> events;
    while (const auto message = Read()) {
      events.insert(events.end(), message->events().events().begin(),
                    message->events().events().end());
    }
    return events;
  }

  // What Next says, without waiting.
  WatchStep Peek() { return watch_->Next(); }
  const absl::Status& end() const { return end_; }
  Watch& watch() { return *watch_; }

 private:
  Mutex mutex_;
  CondVar changed_;
  bool woken_ ABSL_GUARDED_BY(mutex_) = false;
  std::unique_ptr<Watch> watch_;
  absl::Status end_;
};

using WatchReader = WatchReaderOf<v1::WatchGameRequest, v1::WatchGameResponse>;
using LobbyReader = WatchReaderOf<v1::WatchLobbyRequest, v1::WatchLobbyResponse>;
using ResultsReader = WatchReaderOf<v1::WatchResultsRequest, v1::WatchResultsResponse>;

}  // namespace meeple::service

#endif  // MEEPLE_SERVICE_CORE_TESTING_WATCH_READER_H_
