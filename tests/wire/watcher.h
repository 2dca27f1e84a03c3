#ifndef MEEPLE_TESTS_WIRE_WATCHER_H_
#define MEEPLE_TESTS_WIRE_WATCHER_H_

// A client that watches one game. Every read has a deadline, so that a stream that is silent fails
// the test instead of hanging it.
//
//   auto watcher = Watch(table);
//   EXPECT_EQ(watcher->NextTexts(), (std::vector<std::string>{"game created", "game started"}));
//   EXPECT_THAT(watcher->End(), IsOk());

#include <grpcpp/client_context.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "meeple/v1/game_service.grpc.pb.h"

namespace meeple::wire {

class Watcher {
 public:
  // `prepare` was done with `context`.
  Watcher(v1::GameService::Stub& stub, std::unique_ptr<grpc::ClientContext> context,
          const v1::WatchGameRequest& request);
  // Cancels what is still open.
  ~Watcher();

  // Waits until the server has said that the watch is open.
  void WaitForHeaders() { stream_->WaitForInitialMetadata(); }
  // The next message; none if the stream ended.
  std::optional<v1::WatchGameResponse> Next();
  // The events of the next message that is no bookmark, which must be events.
  std::vector<v1::GameEvent> NextEvents();
  std::vector<std::string> NextTexts();
  // Reads until it has seen the event `sequence`; all events on the way.
  std::vector<v1::GameEvent> ReadTo(int64_t sequence);
  // Reads the rest and returns how the stream ended; what was read goes to `rest`.
  grpc::Status End(std::vector<v1::GameEvent>* rest = nullptr);
  void Cancel() { context_->TryCancel(); }

 private:
  std::unique_ptr<grpc::ClientContext> context_;
  std::unique_ptr<grpc::ClientReader<v1::WatchGameResponse>> stream_;
  bool finished_ = false;
};

// The sequences of events, in order.
std::vector<int64_t> SequencesOf(const std::vector<v1::GameEvent>& events);

}  // namespace meeple::wire

#endif  // MEEPLE_TESTS_WIRE_WATCHER_H_
