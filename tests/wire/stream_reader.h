#ifndef MEEPLE_TESTS_WIRE_STREAM_READER_H_
#define MEEPLE_TESTS_WIRE_STREAM_READER_H_

// A client that reads the stream of any rpc. Every read has a deadline, so that a stream that is
// silent fails the test instead of hanging it. For WatchGame see watcher.h.
//
//   StreamReader<v1::WatchLobbyResponse> reader(std::move(context), [&](grpc::ClientContext* c) {
//     return stub->WatchLobby(c, request);
//   });

#include <grpcpp/client_context.h>
#include <grpcpp/support/sync_stream.h>

#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace meeple::wire {

template <class Response>
class StreamReader {
 public:
  using Stream = std::unique_ptr<grpc::ClientReader<Response>>;

  // `context` was prepared; `open` makes the call.
  StreamReader(std::unique_ptr<grpc::ClientContext> context,
               const std::function<Stream(grpc::ClientContext*)>& open)
      : context_(std::move(context)), stream_(open(context_.get())) {}
  // Cancels what is still open.
  ~StreamReader() {
    if (finished_) return;
    context_->TryCancel();
    End();
  }
  StreamReader(const StreamReader&) = delete;
  StreamReader& operator=(const StreamReader&) = delete;

  // Waits until the server has said that the stream is open.
  void WaitForHeaders() { stream_->WaitForInitialMetadata(); }
  // The next message; none if the stream ended.
  std::optional<Response> Next() {
    Response message;
    return stream_->Read(&message) ? std::optional(std::move(message)) : std::nullopt;
  }
  // The next message that is no bookmark.
  std::optional<Response> NextNews() {
    for (;;) {
      std::optional<Response> message = Next();
      if (!message.has_value() || !message->has_bookmark()) return message;
    }
  }
  // Reads the rest and returns how the stream ended.
  grpc::Status End() {
    while (Next().has_value()) {
    }
    finished_ = true;
    return stream_->Finish();
  }

 private:
  std::unique_ptr<grpc::ClientContext> context_;
  Stream stream_;
  bool finished_ = false;
};

}  // namespace meeple::wire

#endif  // MEEPLE_TESTS_WIRE_STREAM_READER_H_
