// What a call and an event cost gRPC alone: the floor that our server is measured against.
//
//   floor_server              answers the bytes of a move, unread, with the bytes of an answer
//   floor_server --messages   reads the request and writes the answer as messages, as a service
//   does
//                             that has typed methods
//
// Speaks enough of meeple.v1.GameService for `meeple bench`: CreateGame makes a real game, so that
// ids, credentials and boards are those of a real server; SubmitMove always gives the answer of one
// move of tic-tac-toe and sends that move's event to every open WatchGame. Same flags, same
// transport settings, same style of API as the real server. Prints where it listens; ends by a
// signal.

#include <grpcpp/grpcpp.h>
#include <signal.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "meeple/v1/game_service.grpc.pb.h"
#include "service/core/clock.h"
#include "service/core/game_host.h"
#include "service/journal/memory_journal.h"
#include "service/rpc/listener.h"
#include "service/rpc/live_calls.h"
#include "service/rpc/message_bytes.h"
#include "service/rpc/server.h"
#include "service/rpc/transport.h"
#include "service/rpc/unary_call.h"
#include "tests/bench/floor/broadcast.h"
#include "tests/bench/floor/sample.h"

namespace meeple::bench {
namespace {

using Api = v1::GameService;
using RawMethods = Api::WithRawCallbackMethod_CreateGame<
    Api::WithRawCallbackMethod_SubmitMove<Api::WithRawCallbackMethod_WatchGame<Api::Service>>>;

class FloorService final : public RawMethods {
 public:
  using Context = grpc::CallbackServerContext;
  using Bytes = grpc::ByteBuffer;

  explicit FloorService(bool messages)
      : host_({}, journal_, service::SystemClock()),
        messages_(messages),
        sample_(TakeSample(host_)),
        answer_(rpc::Serialize(sample_.answer)),
        event_(rpc::Serialize(sample_.event)) {}

  grpc::ServerUnaryReactor* CreateGame(Context* context, const Bytes* request,
                                       Bytes* response) override {
    return rpc::ServeUnary(host_, live_calls_, &service::GameHost::CreateGame, *context, *request,
                           *response);
  }

  grpc::ServerUnaryReactor* SubmitMove(Context* context, const Bytes* request,
                                       Bytes* response) override {
    grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
    reactor->Finish(Answer(*request, *response));
    broadcast_.Send(event_);
    return reactor;
  }

  grpc::ServerWriteReactor<Bytes>* WatchGame(Context*, const Bytes*) override {
    return broadcast_.Open();
  }

 private:
  grpc::Status Answer(const Bytes& request, Bytes& response) const {
    response = answer_;
    if (!messages_) return grpc::Status::OK;
    v1::SubmitMoveRequest move;
    if (!rpc::Parse(request, move)) return {grpc::StatusCode::INVALID_ARGUMENT, "no request"};
    const v1::SubmitMoveResponse answer = sample_.answer;
    response = rpc::Serialize(answer);
    return grpc::Status::OK;
  }

  service::MemoryJournal journal_;
  service::GameHost host_;
  rpc::LiveCalls live_calls_;
  const bool messages_;
  const Sample sample_;
  const Bytes answer_;
  const Bytes event_;
  Broadcast broadcast_;
};

void WaitForEndSignal(const sigset_t& signals) {
  int number = 0;
  sigwait(&signals, &number);
}

int Run(bool messages) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);  // before any thread starts
  rpc::RaiseDescriptorLimit();
  rpc::PrepareTransport();
  FloorService service(messages);
  grpc::ServerBuilder builder;
  rpc::SetTransport(builder, rpc::ServerOptions().transport_memory);
  int port = 0;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
  builder.RegisterService(&service);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (server == nullptr) return EXIT_FAILURE;
  std::printf("listening on 127.0.0.1:%d\n", port);
  std::fflush(stdout);
  WaitForEndSignal(signals);
  server->Shutdown(std::chrono::system_clock::now());
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace meeple::bench

int main(int argc, char** argv) {
  const bool messages = argc == 2 && std::string_view(argv[1]) == "--messages";
  if (argc > 1 && !messages) {
    std::fprintf(stderr, "usage: floor_server [--messages]\n");
    return 2;
  }
  return meeple::bench::Run(messages);
}
